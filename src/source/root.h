/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --root: showing the files of another machine.
 *
 * The process moves into a mount namespace of its own (with a user namespace of its own where it is
 * not privileged) and mounts DIR/proc over /proc and DIR/sys over /sys, so that every reader, the
 * libraries' too, reads the dump with no path prefix.  What the dump lacks is covered by an empty
 * file system: nothing of this machine may shine through.  DIR/etc/passwd, if there, names the users.
 */
#ifndef OVERTOP_SOURCE_ROOT_H
#define OVERTOP_SOURCE_ROOT_H

/*
 * Enters @dir for good.  0 or -errno, with *why set to what could not be done (a message for the
 * user, static).  Must be called before any thread is started and any file is read.
 */
int root_enter(const char *dir, const char **why);

#endif
