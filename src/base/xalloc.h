/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory that is there or the program is not.
 *
 * A monitor that cannot allocate a few kilobytes cannot show anything true, so these functions
 * never return NULL: they run the hook (which gives the terminal back), print one line on stderr
 * and abort.  Sizes are checked for overflow.
 */
#ifndef OVERTOP_BASE_XALLOC_H
#define OVERTOP_BASE_XALLOC_H

#include <stddef.h>

/* Called before dying; the one piece of state here, set once by main.  NULL: nothing to restore. */
void xalloc_at_failure(void (*restore)(void));

/* What they do; for libraries that allocate by themselves. */
_Noreturn void xalloc_die(void);

/* @count * @size; dies if that does not fit. */
size_t xalloc_size(size_t count, size_t size);

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xreallocarray(void *items, size_t count, size_t size);
char *xstrdup(const char *text);
char *xstrndup(const char *text, size_t len);

/*
 * Makes room for at least @needed items of @size bytes: returns @items, moved if it must be, and
 * keeps @capacity (in items).  Grows by half at least, so that appending stays linear.
 */
void *xgrow(void *items, size_t *capacity, size_t needed, size_t size);

#endif
