/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A session as it is seen on the screen: what is drawn, and what the keys do to it. */
#ifndef OVERTOP_STAGE_H
#define OVERTOP_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "pane/pane.h"
#include "ui/grid.h"
#include "ui/ui.h"

struct options;
struct outputs;
struct past_file;
struct screen;
struct session;
struct steering;

struct stage {
	const struct options *options;
	struct ui ui;
	struct ui_facts facts;
	struct session *session; /* owned, as is what follows */
	struct outputs *outputs;
	struct steering *steering;
	struct past_file *past_file; /* being written (w); NULL: none */
	char *past_path;             /* of that */
	struct screen *screen;       /* borrowed */
	struct grid grid;
	struct arena frame;                /* of one frame */
	struct arena details;              /* of the details that are open */
	uint64_t drawn_ns;                 /* when the last frame was */
	uint64_t own_cpu_ns, own_since_ns; /* at the last interval */
};

void stage_init(struct stage *stage, const struct options *options, const struct choice *choice);
/* Opens what the options name.  An exit status; what is wrong is said on stderr. */
int stage_open(struct stage *stage);
/* Closes all of it.  @status, or another if something was lost, which is said on stderr. */
int stage_close(struct stage *stage, int status);

/* What must be read for what is on screen, remembered and written. */
unsigned int stage_needs(const struct stage *stage);

/* Draws it; with @repaint trusting nothing on the terminal. */
void stage_draw(struct stage *stage, bool repaint);

/* Reads what the open details show of one task: when they are opened and with each interval. */
void stage_read_details(struct stage *stage);

/* Writes what is remembered to the file that was typed, for @budget_ns at a time. */
void stage_begin_writing(struct stage *stage);
bool stage_is_writing(const struct stage *stage);
void stage_step_writing(struct stage *stage, uint64_t budget_ns);

/* Measures prices of this machine, the quick ones or all, while all else goes on. */
void stage_begin_measuring(struct stage *stage, bool is_quick);
/* What to wait for before the next step; -1: nothing is being measured. */
int stage_measuring_fd(const struct stage *stage);
void stage_step_measuring(struct stage *stage);
/* Before its time, too: what was measured is kept. */
void stage_end_measuring(struct stage *stage);

/* What overtop itself has cost since the last call. */
void stage_measure_own_cpu(struct stage *stage);

/* All events there are: a set of enum ui_request.  The terminal is gone: UI_REQUEST_QUIT. */
unsigned int stage_take_input(struct stage *stage);

#endif
