/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command line: what the user asked for, not yet whether the machine has it. */
#ifndef OVERTOP_OPTIONS_H
#define OVERTOP_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct bench;
struct pane;
struct tuning;

/* What goes to stdout. */
enum output {
	OUTPUT_SCREEN,
	OUTPUT_TEXT,    /* -b */
	OUTPUT_JSON,    /* --json */
	OUTPUT_METRICS, /* --openmetrics */
	OUTPUT_CHECK,   /* --check */
	OUTPUT_NOTHING, /* only files are written */
};

/* All zero but what options_parse() sets.  Texts are borrowed from argv; the tuning is owned. */
struct options {
	bool is_batch, is_json, has_metrics; /* as given; see options_output() */
	bool is_check;
	bool is_threads;
	bool is_ascii;
	bool no_color;
	bool no_netlink;
	bool has_intervals;
	unsigned long intervals; /* -n; valid with has_intervals */
	double interval_s;       /* -d */
	const struct pane **panes;
	size_t n_panes; /* 0: not said */
	int *pids;
	size_t n_pids;
	/* To be measured and no more; 0: not asked for.  is_quick: within the time of the quick set. */
	const struct bench **benches;
	size_t n_benches;
	bool is_quick;
	const char *user;   /* NULL: all */
	const char *filter; /* NULL: none */
	const char *sort;   /* NULL: the pane's own */
	const char *root;   /* NULL: this machine */
	const char *spread; /* the interface; NULL: not asked for */
	bool applies;       /* with spread */
	bool is_read_only, is_secure;
	/* Files; NULL: none.  metrics_file: that of --openmetrics. */
	const char *record, *replay, *report, *metrics_file;
	bool exited;                        /* with -b, rows of tasks that exited */
	bool all_tasks, with_command_lines; /* in what is recorded */
	bool skips_boot;                    /* -y */
	const char *from, *to;              /* as typed; NULL: from the first, to the last */
	bool has_remember;
	double remember_mib;   /* valid with has_remember */
	const char *settings;  /* NULL: the user's own, if there are any */
	struct tuning *tuning; /* that they make; NULL: not read yet */
};

enum options_result { OPTIONS_RUN, OPTIONS_HELP, OPTIONS_VERSION, OPTIONS_BAD };

/* OPTIONS_BAD after one line on stderr. */
enum options_result options_parse(int argc, char **argv, struct options *options);
void options_fini(struct options *options);

enum output options_output(const struct options *options);

/* The shortest and longest interval, in seconds. */
extern const double options_min_interval_s, options_max_interval_s;

/* For --help and the man page: the table both are made from. */
struct option_entry {
	char letter;      /* 0: none */
	const char *name; /* "batch" */
	const char *
		value; /* "SECS", "[FILE]" if it may be left out, not translated; NULL: takes none */
	const char *help; /* N_() */
};

extern const struct option_entry option_entries[];
extern const size_t n_option_entries;

void options_print_help(FILE *out);
void options_print_version(FILE *out);

#endif
