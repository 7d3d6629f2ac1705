/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A walk over all cgroups below a directory, that can be left and gone on with at any of them.
 *
 * The kernel counts the directories in a directory of cgroups in its links: one of two links has none, and
 * is not listed.
 */
#ifndef OVERTOP_CGROUP_WALK_H
#define OVERTOP_CGROUP_WALK_H

#include "base/buffer.h"

/* All zero is a walk that is done. */
struct cgroup_walk {
	struct buffer pending; /* paths, each ends with a NUL; the next is the last */
	struct buffer current;
};

void cgroup_walk_fini(struct cgroup_walk *walk);
void cgroup_walk_begin(struct cgroup_walk *walk);

/*
 * The next, as a path below the directory @dirfd: "" for itself, "/a", "/a/b".  Borrowed until the next call.
 * NULL: that were all.
 */
const char *cgroup_walk_next(struct cgroup_walk *walk, int dirfd);

#endif
