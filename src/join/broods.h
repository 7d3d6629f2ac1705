/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes that exited, put together by the name of their parent, whichever process of that name it was: where
 * short ones start short ones, that is another each time.
 */
#ifndef OVERTOP_JOIN_BROODS_H
#define OVERTOP_JOIN_BROODS_H

#include <stddef.h>

struct arena;
struct interval;

struct brood {
	const char *name;        /* of those that exited; of several names, the commonest; raw */
	const char *parent_name; /* raw; NULL: unknown */
	int ppid;                /* -1: several, or unknown */
	double n, per_s, cpu_pct;
	double cpu_ms;     /* of each, on average; NAN: unknown */
	double name_per_s; /* of those of that name */
};

struct broods {
	struct brood *items;
	size_t n;
};

/* The most per second first; in @arena. */
struct broods broods_by_name(const struct interval *interval, struct arena *arena);
/* The same, one for each name of a parent. */
struct broods broods_by_parent(const struct interval *interval, struct arena *arena);

#endif
