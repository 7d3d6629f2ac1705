/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A line of input in the footer: "find: ", "filter: ", "user: ", "seconds: ", "time: ", "file: ". */
#ifndef OVERTOP_UI_PROMPT_H
#define OVERTOP_UI_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/grid.h"

enum prompt_kind {
	PROMPT_NONE,
	PROMPT_FIND,
	PROMPT_FILTER,
	PROMPT_USER,
	PROMPT_INTERVAL,
	PROMPT_TIME,
	PROMPT_FILE,
	PROMPT_CPUS, /* in the editor, not in the footer */
};

/* A list of every other CPU of 3,000. */
#define PROMPT_SIZE 8192

struct prompt {
	enum prompt_kind kind;
	char text[PROMPT_SIZE]; /* UTF-8 */
	size_t len, cursor;     /* bytes */
	bool is_selected;       /* what is typed takes the place of all of it */
	char now[32];           /* what is in force, shown behind the question; "" none */
};

enum prompt_result { PROMPT_GOES_ON, PROMPT_DONE, PROMPT_CANCELLED };

/* @text to begin with and @now, what is in force, may be NULL. */
void prompt_open(struct prompt *prompt, enum prompt_kind kind, const char *text, const char *now);
enum prompt_result prompt_key(struct prompt *prompt, int key);
void prompt_draw(const struct prompt *prompt, struct grid *grid, struct rect line);

#endif
