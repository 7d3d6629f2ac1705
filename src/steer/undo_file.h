/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A file that is written and synced before something is done, and is there after a crash.
 *
 * Its name tells the boot it is of, the network and the list of processes, for it names interfaces and threads, and
 * the process that made it.  Whoever has it open holds a lock on it: one without a lock was left behind.
 */
#ifndef OVERTOP_STEER_UNDO_FILE_H
#define OVERTOP_STEER_UNDO_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/arena.h"

struct undo_file {
	struct arena arena;
	char *directory;
	const char *boot, *prefix; /* that names of this boot begin with, and those of this run */
	const char *path;          /* where it is, or will be */
	int fd;                    /* -1: there is none yet */
};

/* @boot_id may be NULL.  False: the user has no place for it. */
bool undo_file_init(struct undo_file *file, const char *boot_id);
void undo_file_fini(struct undo_file *file);

/*
 * One that an earlier run of this boot left behind becomes that of this one: false, there is none.  What stands in it,
 * borrowed.  Those of an earlier boot are removed, unless this boot has no name.
 */
bool undo_file_inherit(struct undo_file *file, const char **text, size_t *len);
/* Leaves it as it is, and has none again. */
void undo_file_leave(struct undo_file *file);

/* Makes one if there is none; *offset is where the text begins.  0, or -errno: nothing is added. */
int undo_file_append(struct undo_file *file, const char *text, size_t len, off_t *offset);
/* It ends there; without anything it is not needed, and removed. */
void undo_file_cut(struct undo_file *file, off_t offset);

#endif
