/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The settings file: thresholds of rules in place of their own.
 *
 *   # comment
 *   R17.warn_pct = 8
 *
 * What is wrong in it changes nothing else: it is said, and the other lines hold.
 */
#ifndef OVERTOP_SETTINGS_FILE_H
#define OVERTOP_SETTINGS_FILE_H

#include <stddef.h>

struct tuning;

/* What is wrong with which line, the first being 1: translated, with raw text of the file in it. */
struct settings_problem {
	size_t line;
	const char *what;
};

/* Who is told. */
struct settings_listener {
	void *data;
	void (*tell)(void *data, const struct settings_problem *problem);
};

void settings_parse(struct tuning *tuning, const char *text, size_t len,
		    const struct settings_listener *listener);

/* A new string: $XDG_CONFIG_HOME/overtop/settings or ~/.config/overtop/settings; NULL: there is no such place. */
char *settings_path_dup(void);

/* 0 or -errno: -ENOENT: there is none; -EINVAL: it is no file, or too long. */
int settings_load(struct tuning *tuning, const char *path,
		  const struct settings_listener *listener);

#endif
