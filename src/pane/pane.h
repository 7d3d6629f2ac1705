/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A pane: which rows and columns to show of an interval, in what order.
 *
 * A pane knows nothing of curses, files or time.  Its descriptor, at the end of its file and named in
 * pane/panes.c, is all that keys, help, the man page and batch output are made from.
 */
#ifndef OVERTOP_PANE_PANE_H
#define OVERTOP_PANE_PANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "ui/model.h"

struct interval;
struct history;
struct last_words;
struct price_list;
struct steerable;
struct topology;
struct tuning;

enum cpu_group { GROUP_NONE, GROUP_CORE, GROUP_CACHE, GROUP_NODE, GROUP_SOCKET, N_GROUPS };

/* What the user chose to see; plain values. */
struct choice {
	bool threads;      /* rows are threads, not processes */
	bool hides_kernel; /* no kernel threads */
	bool hides_idle;   /* only tasks that ran in the interval */
	bool hides_exited; /* no rows of tasks that exited in the interval, nor of CPU that none has */
	bool tree;
	bool command_lines; /* command line in place of the name */
	const int *pids;    /* only these processes or threads; n_pids 0: all */
	size_t n_pids;
	bool has_uid;
	uint32_t uid;         /* only this user's tasks */
	enum cpu_group group; /* rows of the CPU pane */
	size_t n_history;     /* lines of history to show; 0: all */
};

/* Words for numbers, asked only for what is drawn. */
struct words {
	void *data;
	const char *(*user)(void *data, uint32_t uid);
	/* A name or a number to @uid: 0 or -ENOENT. */
	int (*find_user)(void *data, const char *name, uint32_t *uid);
	/* NULL while unknown: the name is shown. */
	const char *(*command_line)(void *data, int tid, uint64_t start_ticks);
};

struct view {
	const struct interval *interval;
	const struct history *history;   /* may be NULL */
	const struct topology *topology; /* may be NULL or not read yet */
	const struct choice *choice;
	const struct words *words;
	/* Of the machine that is shown, empty while none are measured; NULL: it is not this one, or
	 * nothing needs them. */
	const struct price_list *prices;
	/* What findings are made with; NULL: the rules' own thresholds. */
	const struct tuning *tuning;
	const struct last_words *last_words; /* NULL: there are none */
	unsigned int has; /* what was read for the interval (enum need); of a recording all */
	/* The rules have looked for so long, without a gap; NAN: unknown, as it was recorded. */
	double looked_s;
};

/* One table of a pane. */
struct block {
	/* Builds the model in @arena; @view outlives it. */
	void (*build)(const struct view *view, struct arena *arena, struct model *model);
	int min_lines; /* with the line of titles */
	int want_lines; /* 0: the main block, which takes the rest, is sorted, scrolled and selected in */
	bool is_beside; /* stands right of the block before on a wide screen */
	int min_width_beside;
};

/* One line of the details of a row. */
struct detail {
	const char *name;  /* translated; NULL: the value alone, over the whole width */
	const char *value; /* raw; NULL: the name is a heading */
};

struct pane {
	const char *name;                 /* --pane; batch output */
	char key;                         /* the digit that opens it */
	const char *title;                /* N_(): one or two words for the footer and help */
	const char *help;                 /* N_(): a sentence or two, for help and the man page */
	unsigned int needs;               /* enum need of sample.h */
	unsigned int needs_grouped;       /* more, when choice.group is set */
	unsigned int (*needs_more)(void); /* more, that no constant tells; NULL: nothing */
	const struct block
		*blocks; /* in full; exactly one is the main block, which batch output prints */
	size_t n_blocks;
	const struct block *brief; /* its best part for the dashboard; NULL: none */
	/* What Enter shows of a row of the main block; NULL: nothing. Returns how many. */
	size_t (*details)(const struct view *view, const struct model *model, size_t row,
			  struct arena *arena, const struct detail **details);
	/* The task that a row of the main block is, for what is read about one task (a process: its
	 * leader); false: none. */
	bool (*task)(const struct model *model, size_t row, int *pid, int *tid);
	/* What of a row of the main block can be told where to run; returns how many.  NULL: nothing. */
	size_t (*steerables)(const struct model *model, size_t row, struct arena *arena,
			     const struct steerable **things);
	/* When what a row of the main block tells of ended: Enter goes there.  NULL: rows are of now. */
	uint64_t (*moment)(const struct model *model, size_t row);
	/*
	 * Where else what a row of the main block tells of is to be seen, which is where Enter in its details
	 * goes: the name of a pane, and in *text what its row is found by (NULL: none).  NULL: nowhere.
	 */
	const char *(*place)(const struct model *model, size_t row, const char **text);
	/* Names of panes whose brief blocks are shown instead of blocks (the dashboard); NULL-ended. */
	const char *const *stack;
	/*
	 * Makes, in @arena, all columns that its main block can have, for --sort, help and the man page;
	 * returns how many.  NULL: they vary from machine to machine.
	 */
	size_t (*columns)(struct arena *arena, const struct column **columns);
};

/* All panes in the order of their digits. */
extern const struct pane *const panes[];
extern const size_t n_panes;

const struct pane *pane_by_name(const char *name, size_t len);
const struct pane *pane_by_key(char key);
const struct block *pane_main_block(const struct pane *pane);
/* What must be read to show it alone. */
unsigned int pane_own_needs(const struct pane *pane, const struct choice *choice);
/* And with the panes of its stack. */
unsigned int pane_needs(const struct pane *pane, const struct choice *choice);
/* Its columns as above; 0 where they vary. */
size_t pane_columns(const struct pane *pane, struct arena *arena, const struct column **columns);

#endif
