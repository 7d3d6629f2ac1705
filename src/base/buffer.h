/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A text that grows at its end. */
#ifndef OVERTOP_BASE_BUFFER_H
#define OVERTOP_BASE_BUFFER_H

#include <stddef.h>

/* All zero is an empty one. */
struct buffer {
	char *text; /* @len bytes, without a NUL */
	size_t len, capacity;
};

void buffer_fini(struct buffer *buffer);
void buffer_add(struct buffer *buffer, const char *bytes, size_t len);
void buffer_add_text(struct buffer *buffer, const char *text);

#endif
