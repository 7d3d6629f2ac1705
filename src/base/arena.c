/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "base/arena.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

#define FIRST_BLOCK 4096
/* A block of this size is kept however little of it is used. */
#define KEPT_MOST (256 * 1024)

struct arena_block {
	struct arena_block *older;
	size_t capacity;
	alignas(max_align_t) unsigned char room[];
};

static void add_block(struct arena *arena, size_t capacity)
{
	struct arena_block *block = xmalloc(sizeof(*block) + capacity);

	block->older = arena->blocks;
	block->capacity = capacity;
	arena->blocks = block;
	arena->used = 0;
}

static void free_blocks(struct arena *arena)
{
	while (arena->blocks) {
		struct arena_block *block = arena->blocks;

		arena->blocks = block->older;
		free(block);
	}
}

void arena_init(struct arena *arena)
{
	*arena = (struct arena){0};
}

void arena_fini(struct arena *arena)
{
	free_blocks(arena);
	arena_init(arena);
}

/* Once much was needed, and now an eighth would do: it is not kept for ever. */
static bool is_far_too_large(const struct arena *arena)
{
	size_t capacity = arena->blocks->capacity;

	return capacity > KEPT_MOST && arena->total && arena->total < capacity / 8;
}

void arena_reset(struct arena *arena)
{
	if (arena->blocks && (arena->blocks->older || is_far_too_large(arena))) {
		free_blocks(arena);
		/* A quarter more, or a machine that slowly fills would allocate at each reset. */
		add_block(arena, arena->total + arena->total / 4);
	}
	arena->used = 0;
	arena->total = 0;
}

void arena_reserve(struct arena *arena, size_t bytes)
{
	if (!arena->blocks || bytes > arena->blocks->capacity - arena->used)
		add_block(arena, bytes);
}

static void make_room(struct arena *arena, size_t bytes)
{
	size_t capacity = arena->blocks ? arena->blocks->capacity * 2 : FIRST_BLOCK;

	add_block(arena, bytes > capacity ? bytes : capacity);
}

/* @bytes, uncleared. */
static void *take(struct arena *arena, size_t bytes)
{
	size_t alignment = alignof(max_align_t);

	/* More than any machine has; the sum below would overflow. */
	if (bytes > SIZE_MAX / 2)
		xalloc_size(SIZE_MAX, 2);
	bytes = (bytes + alignment - 1) / alignment * alignment;
	if (!arena->blocks || bytes > arena->blocks->capacity - arena->used)
		make_room(arena, bytes);

	void *piece = arena->blocks->room + arena->used;

	arena->used += bytes;
	arena->total += bytes;
	return piece;
}

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
	size_t bytes = xalloc_size(count, size);

	return memset(take(arena, bytes), 0, bytes);
}

char *arena_strndup(struct arena *arena, const char *text, size_t len)
{
	char *copy = take(arena, len + 1);

	if (len > 0)
		memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
	return arena_strndup(arena, text, strlen(text));
}

char *arena_vprintf(struct arena *arena, const char *format, va_list args)
{
	char brief[128]; /* nearly all are: formatted once */
	va_list again;

	va_copy(again, args);

	int len = vsnprintf(brief, sizeof(brief), format, args);
	size_t size = len < 0 ? 1 : (size_t)len + 1;
	char *text = take(arena, size);

	if (len < 0)
		text[0] = '\0';
	else if (size <= sizeof(brief))
		memcpy(text, brief, size);
	else
		vsnprintf(text, size, format, again);
	va_end(again);
	return text;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = arena_vprintf(arena, format, args);
	va_end(args);
	return text;
}
