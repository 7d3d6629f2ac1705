/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When the program dies of its own fault, the terminal is given back first. */
#ifndef OVERTOP_CRASH_H
#define OVERTOP_CRASH_H

/*
 * From now on @restore (async-signal-safe) runs before a crash or the end of memory ends the program;
 * the signal then does what it always does.
 */
void crash_restores(void (*restore)(void));

#endif
