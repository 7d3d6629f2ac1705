/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The small files below a directory of /sys or /proc, one value in each: sysfs calls them attributes.
 *
 * A path is @directory ("cpu0/topology"; NULL: none), a slash and @name.  Whatever keeps a value from
 * being had, it is unknown.
 */
#ifndef OVERTOP_BASE_ATTRIBUTES_H
#define OVERTOP_BASE_ATTRIBUTES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpuset.h"
#include "base/scan.h"
#include "base/textfile.h"

struct attributes {
	int dirfd; /* -1: not open */
	struct textfile file;
};

void attributes_init(struct attributes *attributes);
void attributes_fini(struct attributes *attributes);

/* In place of what was open. 0 or -errno. */
int attributes_open(struct attributes *attributes, const char *path);

/* The first line, without blanks on either side; borrowed until the next call.  False: unknown. */
bool attributes_text(struct attributes *attributes, const char *directory, const char *name,
		     struct span *text);

/* A number that names something; -1: unknown, or the kernel says -1 itself. */
int attributes_id(struct attributes *attributes, const char *directory, const char *name);

/* A number of things; COUNTER_UNKNOWN: unknown, or 0. */
uint64_t attributes_count(struct attributes *attributes, const char *directory, const char *name);

/* CPUs as a list or as a mask; when false @set is empty. */
bool attributes_list(struct attributes *attributes, const char *directory, const char *name,
		     struct cpuset *set);
bool attributes_mask(struct attributes *attributes, const char *directory, const char *name,
		     struct cpuset *set);

/* Adds to @numbers each N, up to CPUSET_MAX, for which there is an entry @prefix N. */
void attributes_numbers(struct attributes *attributes, const char *prefix, struct cpuset *numbers);

#endif
