/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Small files that a user has where the XDG Base Directory Specification says. */
#ifndef OVERTOP_BASE_USERFILE_H
#define OVERTOP_BASE_USERFILE_H

#include <stddef.h>

#include "base/arena.h"

/* None of ours is so long. */
enum { USERFILE_MOST_BYTES = 1 << 20 };

/*
 * A new string: @name in $VARIABLE, or in @folder of the home ("XDG_CACHE_HOME", ".cache").  NULL: the user has no
 * such place.
 */
char *userfile_path_dup(const char *variable, const char *folder, const char *name);

/* What there is in it, in @arena.  0 or -errno; -EINVAL: it is no file, or too long. */
int userfile_read(const char *path, struct arena *arena, char **text, size_t *len);

/* Makes the folders that lead to @path, for this user alone.  What cannot be made, whoever opens it will miss. */
void userfile_make_folders(const char *path);

/* All of it, at the end of what was written before.  0 or -errno. */
int userfile_write(int fd, const char *text, size_t len);

#endif
