/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the files of cgroups are: one tree (v2), one for each controller (v1), or both; and which cgroup a
 * process is in.  What reads them is in source/.
 */
#ifndef OVERTOP_CGROUP_PLACE_H
#define OVERTOP_CGROUP_PLACE_H

#include <stdbool.h>
#include <stddef.h>

/* A tree as it is mounted.  NULL: it is not. */
struct cgroup_mount {
	char *point;
	char *root; /* which cgroup is at @point; "/" but in some containers */
};

/* Owns everything in it; all zero is valid: none is known. */
struct cgroup_mounts {
	struct cgroup_mount unified;              /* type cgroup2 */
	struct cgroup_mount cpu, cpuacct, cpuset; /* type cgroup, by option */
};

/* Of the text of /proc/self/mountinfo. */
void cgroup_mounts_parse(struct cgroup_mounts *mounts, const char *text, size_t len);
void cgroup_mounts_fini(struct cgroup_mounts *mounts);

/*
 * The cgroup that the text of /proc/PID/cgroup names for @controller ("" : of the unified tree), as a path
 * below the mount, "" or "/system.slice"; the caller frees it.  NULL: none, or it is not below the mount.
 */
char *cgroup_path_dup(const char *text, size_t len, const char *controller,
		      const struct cgroup_mount *mount);

/* Cuts the last name off; false: there was none. */
bool cgroup_path_to_parent(char *path);

#endif
