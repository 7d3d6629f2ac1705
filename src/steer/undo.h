/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was changed and not undone yet, the newest last.
 *
 * Each change is written to a file, as the shell line that undoes it, before it is applied: it can be undone
 * after a crash, with this program or with sh alone.  The file is of one boot, and of one network and one list
 * of processes, for it names interfaces and threads; that of an earlier boot is forgotten, for so are the changes.
 * So are the newest that are found undone.  It is removed with the last of them.
 */
#ifndef OVERTOP_STEER_UNDO_H
#define OVERTOP_STEER_UNDO_H

#include <stddef.h>

#include "base/arena.h"
#include "steer/change.h"

struct undo;

/*
 * With what an earlier run of this boot left behind; nothing of others is touched if @boot_id is NULL.  NULL:
 * nothing can be kept, with *why set to a line for the user (the caller frees it).
 */
struct undo *undo_new(const char *boot_id, char **why);
void undo_free(struct undo *undo);

/* Steps: what was changed at once, and is undone at once; and those that an earlier run made. */
size_t undo_count(const struct undo *undo);
size_t undo_count_inherited(const struct undo *undo);

/* The shell lines that undo them, the oldest first; borrowed. */
size_t undo_count_lines(const struct undo *undo);
const char *undo_line(const struct undo *undo, size_t i);
/* How many of the last of them are of the newest step. */
size_t undo_count_newest(const struct undo *undo);
/* What the newest step changed first; NULL: there is none. */
const struct change *undo_change(const struct undo *undo);
/* The file they are in. */
const char *undo_path(const struct undo *undo);

/*
 * A step: keeps the @n changes, then applies them.  0 or -errno; if one cannot be applied none is, and none is kept,
 * but a thing that is gone meanwhile is passed over, unless all are.  *why it is not done is a line for the user,
 * borrowed.
 */
int undo_apply(struct undo *undo, const struct change *changes, size_t n, const char **why);
/*
 * Undoes the newest step, also for threads that the process has made since then and that run where its first one
 * does.  0 or -errno: it stays, unless what it was of is gone.
 */
int undo_last(struct undo *undo);

#endif
