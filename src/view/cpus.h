/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CPUs as words, cells and strips: what several panes say about them. */
#ifndef OVERTOP_VIEW_CPUS_H
#define OVERTOP_VIEW_CPUS_H

#include <stddef.h>

#include "base/arena.h"
#include "base/cpuset.h"

struct cell;
struct cpu_interval;
struct interval;

/* "0-3,8"; "" for the empty set, NULL for none. */
const char *cpus_list(struct arena *arena, const struct cpuset *set);

/* A set of these CPU numbers, in @arena. */
const struct cpuset *cpus_set(struct arena *arena, const int *cpus, size_t n);

/* The member of @cpu at @offset, a share or a rate, WARM or HOT where that much of it is trouble. */
void cpus_cell(struct cell *cell, const struct cpu_interval *cpu, size_t offset);

/* The CPU with most of a share (offset as above); NULL: unknown, or next to none. */
const struct cpu_interval *cpus_hottest(const struct interval *interval, size_t offset);

/* The title of a strip over all CPUs: "cpu 0..3". */
const char *cpus_strip_title(struct arena *arena, const struct interval *interval);

/* A share of each CPU as 0..1. */
const double *cpus_strip_of_shares(struct arena *arena, const struct interval *interval,
				   size_t offset);

/* @n counts as parts of the largest; NULL for NULL. */
const double *cpus_strip_of_counts(struct arena *arena, const double *counts, size_t n);

/*
 * How far @count of a @total over @n CPUs is from a fair share: 0 (fair or less) to 1 (this CPU has
 * it all).
 */
double cpus_skew(double count, double total, size_t n);

#endif
