/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An arena: memory that is given out piece by piece and taken back all at once.
 *
 * Everything of variable size in an interval, and everything a frame is built from, lives in an
 * arena that is reset before the next one is made.  After the first few refreshes a reset arena
 * holds one block that is large enough, so the steady state allocates nothing.
 */
#ifndef OVERTOP_BASE_ARENA_H
#define OVERTOP_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena_block;

/* All zero is an empty arena. */
struct arena {
	struct arena_block *blocks; /* newest first */
	size_t used;                /* bytes given out of the newest block */
	size_t total;               /* bytes given out since the last reset */
};

void arena_init(struct arena *arena);
void arena_fini(struct arena *arena);

/* Takes everything back; pieces given out before are invalid.  Keeps memory for as much again, not for much more. */
void arena_reset(struct arena *arena);

/* Gets @bytes from the system at once: as many can then be given out without any more. */
void arena_reserve(struct arena *arena, size_t bytes);

/* Zeroed room for @count things of @size bytes, aligned for any type; never NULL. */
void *arena_alloc(struct arena *arena, size_t count, size_t size);

/* A NUL-terminated copy of @len bytes. */
char *arena_strndup(struct arena *arena, const char *text, size_t len);
char *arena_strdup(struct arena *arena, const char *text);
char *arena_printf(struct arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));

#endif
