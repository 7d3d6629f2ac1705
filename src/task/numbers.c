/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "task/numbers.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/scan.h"
#include "base/xalloc.h"

#define BUFFER_SIZE (32 * 1024)

void numbers_init(struct numbers *numbers)
{
	*numbers = (struct numbers){0};
}

void numbers_fini(struct numbers *numbers)
{
	free(numbers->items);
	free(numbers->buffer);
	numbers_init(numbers);
}

void numbers_add(struct numbers *numbers, int number)
{
	numbers->items =
		xgrow(numbers->items, &numbers->capacity, numbers->n + 1, sizeof(*numbers->items));
	numbers->items[numbers->n++] = number;
}

void numbers_set(struct numbers *numbers, int number)
{
	numbers->n = 0;
	numbers_add(numbers, number);
}

void numbers_insert(struct numbers *numbers, int number)
{
	size_t at = numbers->n;

	numbers_add(numbers, number);
	for (; at && numbers->items[at - 1] > number; at--)
		numbers->items[at] = numbers->items[at - 1];
	numbers->items[at] = number;
}

void numbers_remove(struct numbers *numbers, size_t at)
{
	numbers->n--;
	memmove(numbers->items + at, numbers->items + at + 1,
		(numbers->n - at) * sizeof(*numbers->items));
}

static int ascending(const void *a, const void *b)
{
	int left = *(const int *)a, right = *(const int *)b;

	return (left > right) - (left < right);
}

bool numbers_have(const struct numbers *numbers, int number)
{
	return numbers->n &&
	       bsearch(&number, numbers->items, numbers->n, sizeof(*numbers->items), ascending);
}

/* Names begin with no blank that scan_u64() would skip: the first byte is looked at. */
static void add_name(struct numbers *numbers, const char *name)
{
	uint64_t number;

	if (name[0] < '1' || name[0] > '9')
		return;

	struct scan scan = scan_of(name, strlen(name));

	if (scan_u64(&scan, &number) && scan_is_at_end(&scan) && number <= INT_MAX)
		numbers_add(numbers, (int)number);
}

static void add_entries(struct numbers *numbers, size_t len)
{
	for (size_t at = 0; at < len;) {
		const struct dirent64 *entry = (const void *)(numbers->buffer + at);

		add_name(numbers, entry->d_name);
		at += entry->d_reclen;
	}
}

/* The kernel lists in order, but for a directory that changes meanwhile and for plain files. */
static void put_in_order(struct numbers *numbers)
{
	bool is_ordered = true;
	size_t kept = 1;

	for (size_t i = 1; i < numbers->n && is_ordered; i++)
		is_ordered = numbers->items[i - 1] < numbers->items[i];
	if (is_ordered)
		return;
	qsort(numbers->items, numbers->n, sizeof(*numbers->items), ascending);
	for (size_t i = 1; i < numbers->n; i++)
		if (numbers->items[i] != numbers->items[kept - 1])
			numbers->items[kept++] = numbers->items[i];
	numbers->n = kept;
}

int numbers_list(struct numbers *numbers, int fd)
{
	ssize_t got;

	if (!numbers->buffer)
		numbers->buffer = xmalloc(BUFFER_SIZE);
	numbers->n = 0;
	if (lseek(fd, 0, SEEK_SET) < 0)
		return -errno;
	for (;;) {
		got = getdents64(fd, numbers->buffer, BUFFER_SIZE);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		add_entries(numbers, (size_t)got);
	}
	if (got < 0) {
		numbers->n = 0;
		return -errno;
	}
	put_in_order(numbers);
	return 0;
}
