/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CPUs by time, each cell as dark as its CPU was busy then.
 *
 * Where there are too many CPUs a row is of several neighbours and shows the highest of them, so that one
 * hot CPU is seen among a thousand.
 */
#ifndef OVERTOP_REPORT_HEAT_H
#define OVERTOP_REPORT_HEAT_H

#include <stddef.h>

#include "field.h"
#include "report/plot.h"
#include "report/series.h"

enum { HEAT_SHADES = 8 };

struct heat {
	const struct series *series; /* its values are the CPUs, in this order: */
	const int *cpus;             /* their numbers */
	size_t n_cpus;
	double steps[HEAT_SHADES + 1]; /* each shade is from one of these up to the next */
	int key_every;                 /* each so many-th of them is written in the key */
	enum unit unit;
	const char *unit_words; /* "%" */
};

/* How many neighbours a row is of. */
size_t heat_group(size_t n_cpus);

/* @plot has no height yet. */
void heat_print(struct plot plot, const struct heat *heat);

#endif
