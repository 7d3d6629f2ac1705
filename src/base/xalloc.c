/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "base/xalloc.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*restore_at_failure)(void);

_Noreturn void xalloc_die(void)
{
	if (restore_at_failure)
		restore_at_failure();
	/* Not translated: gettext may allocate. */
	fputs("overtop: out of memory\n", stderr);
	abort();
}

/* The C library may answer a request for nothing with NULL. */
static void *checked(void *memory)
{
	if (!memory)
		xalloc_die();
	return memory;
}

void xalloc_at_failure(void (*restore)(void))
{
	restore_at_failure = restore;
}

size_t xalloc_size(size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes))
		xalloc_die();
	return bytes;
}

void *xmalloc(size_t size)
{
	return checked(malloc(size ? size : 1));
}

void *xcalloc(size_t count, size_t size)
{
	return count && size ? checked(calloc(count, size)) : checked(calloc(1, 1));
}

void *xreallocarray(void *items, size_t count, size_t size)
{
	size_t bytes = xalloc_size(count, size);

	return checked(realloc(items, bytes ? bytes : 1));
}

char *xstrdup(const char *text)
{
	return xstrndup(text, strlen(text));
}

char *xstrndup(const char *text, size_t len)
{
	return checked(strndup(text, len));
}

void *xgrow(void *items, size_t *capacity, size_t needed, size_t size)
{
	if (needed <= *capacity)
		return items;

	size_t grown = *capacity + *capacity / 2;

	if (grown < needed)
		grown = needed;
	if (grown < 8)
		grown = 8;
	items = xreallocarray(items, grown, size);
	*capacity = grown;
	return items;
}
