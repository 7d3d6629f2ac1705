/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines of /proc/PID/mountinfo: what is mounted where.  In the order in which it was mounted: of two
 * on one place the later is seen.
 */
#ifndef OVERTOP_BASE_MOUNTINFO_H
#define OVERTOP_BASE_MOUNTINFO_H

#include <stdbool.h>

#include "base/scan.h"

/* Borrowed from the text; blanks and backslashes in paths are still written as \040. */
struct mount {
	struct span root;    /* field 4: what of the file system is mounted */
	struct span point;   /* field 5 */
	struct span type;    /* the first behind the "-" */
	struct span options; /* the last: of the file system, "rw,hidepid=2" */
};

/* The next mount of @text; lines that are none are passed over.  False: no more. */
bool mountinfo_next(struct scan *text, struct mount *mount);

/* Is @name among @options ("cpu,cpuacct", "rw,hidepid=2")?  *value is what stands behind its "=". */
bool mountinfo_option(struct span options, const char *name, struct span *value);

/* A path as it is; the caller frees it. */
char *mountinfo_path_dup(struct span path);

#endif
