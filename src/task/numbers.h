/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The numbers among the names in a directory: the processes of /proc, the threads of a task folder.
 *
 * Taken from the kernel in large pieces into a buffer that stays, without a copy of each name.
 */
#ifndef OVERTOP_TASK_NUMBERS_H
#define OVERTOP_TASK_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/* All zero is a valid empty one. */
struct numbers {
	int *items; /* ascending, each once */
	size_t n, capacity;
	char *buffer;
};

void numbers_init(struct numbers *numbers);
void numbers_fini(struct numbers *numbers);

/* Replaces them by those of the directory @fd.  0 or -errno; after an error there are none. */
int numbers_list(struct numbers *numbers, int fd);
/* Replaces them by @number alone. */
void numbers_set(struct numbers *numbers, int number);
/* One more, above all others. */
void numbers_add(struct numbers *numbers, int number);
/* One more, that is not among them. */
void numbers_insert(struct numbers *numbers, int number);
/* The one at @at is none any more. */
void numbers_remove(struct numbers *numbers, size_t at);
bool numbers_have(const struct numbers *numbers, int number);

#endif
