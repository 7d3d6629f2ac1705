/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "output/json.h"

#include <errno.h>

const char *json_write(const struct shape *shape, const struct axis *axis, const void *root,
		       struct arena *arena, size_t *len)
{
	(void)shape, (void)axis, (void)root;
	*len = 2;
	return arena_strdup(arena, "{}");
}

int json_read(const struct shape *shape, const struct axis *axis, void *root, const char *text,
	      size_t len, struct arena *arena, const char **why)
{
	(void)shape, (void)axis, (void)root, (void)text, (void)len;
	*why = arena_strdup(arena, "stub");
	return -EINVAL;
}
