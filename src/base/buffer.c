/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

void buffer_fini(struct buffer *buffer)
{
	free(buffer->text);
	*buffer = (struct buffer){0};
}

void buffer_add(struct buffer *buffer, const char *bytes, size_t len)
{
	if (!len)
		return;
	buffer->text = xgrow(buffer->text, &buffer->capacity, buffer->len + len, 1);
	memcpy(buffer->text + buffer->len, bytes, len);
	buffer->len += len;
}

void buffer_add_text(struct buffer *buffer, const char *text)
{
	buffer_add(buffer, text, strlen(text));
}
