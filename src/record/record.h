/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One line of a recording: an interval, and what must be known beside it to show it elsewhere.
 *
 * Each line is whole in itself, so that recordings can be cut, joined and searched by line.  Only the
 * topology, which seldom changes, stands in the first line and then in one of many; it holds until there
 * is another.
 *
 * A record that was read owns all of it in the arena of its interval.  One that is to be written borrows
 * everything.
 */
#ifndef OVERTOP_RECORD_RECORD_H
#define OVERTOP_RECORD_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "interval.h"
#include "record/shape.h"
#include "source/topology.h"

/* The version of the format that is written, and the newest that is understood. */
enum { RECORD_FORMAT = 1 };

/* The longest line that is read: a machine of 1152 CPUs and 30,000 threads needs half of it. */
enum { RECORD_MAX_LINE = 64 << 20 };

struct record_user {
	uint32_t uid;
	const char *name; /* raw */
};

struct record {
	int format;
	const char *host;    /* raw; NULL: unknown */
	const char *boot_id; /* of the kernel that ran; NULL: unknown */
	struct interval interval;
	const struct topology *topology; /* NULL: as it was in the lines before */
	/* Names of users, ascending by uid: there only if asked for, for they are nobody's business. */
	struct record_user *users;
	size_t n_users;
};

/* The shape of struct record, and where its CPU numbers are. */
extern const struct shape record_shape;
extern const struct axis record_axis;

void record_init(struct record *record);
void record_fini(struct record *record);

/*
 * The record as one line of JSON with its newline, in @arena; *len without the NUL at its end.
 * Whatever the locale is.
 */
const char *record_write(const struct record *record, struct arena *arena, size_t *len);

/*
 * Replaces @record by what the line (with or without a newline) says.  0, or -EINVAL with *why set to
 * what is wrong with it, for the user: a text in the arena of the interval.  Whatever the bytes are, what
 * was read can be shown: numbers of CPUs, counts of rows and texts are checked here.
 */
int record_read(struct record *record, const char *line, size_t len, const char **why);

#endif
