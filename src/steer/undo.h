/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was changed and not undone yet, the newest last.
 *
 * Each change is written to a file, as the shell line that undoes it, before it is applied: it can be undone
 * after a crash, with this program or with sh alone.  The file is of one boot; that of an earlier boot is
 * forgotten, for so are the changes.  It is removed with the last of them.
 */
#ifndef OVERTOP_STEER_UNDO_H
#define OVERTOP_STEER_UNDO_H

#include <stddef.h>

#include "base/arena.h"
#include "steer/change.h"

struct undo;

/*
 * With what an earlier run of this boot left behind.  @boot_id may be NULL.  NULL: nothing can be kept, with
 * *why set to a line for the user (the caller frees it).
 */
struct undo *undo_new(const char *boot_id, char **why);
void undo_free(struct undo *undo);

size_t undo_count(const struct undo *undo);
/* How many of them an earlier run made. */
size_t undo_count_inherited(const struct undo *undo);
/* The shell line that undoes the one at @i; borrowed. */
const char *undo_command(const struct undo *undo, size_t i);
/* The file they are in. */
const char *undo_path(const struct undo *undo);

/* Keeps, then applies it, then reads back.  0 or -errno; what was not applied is not kept. */
int undo_apply(struct undo *undo, const struct change *change);
/* Undoes the newest.  0 or -errno: it stays, unless what it was of is gone. */
int undo_last(struct undo *undo);

#endif
