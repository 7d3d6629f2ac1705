/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests of parsers: a read may end anywhere, and no parser may look beyond what was read. */
#ifndef OVERTOP_TEST_PREFIXES_H
#define OVERTOP_TEST_PREFIXES_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

/* Calls @parse with every prefix of @text, each in memory of just its size, the whole one last. */
static inline void for_each_prefix(const char *text, void (*parse)(const char *text, size_t len))
{
	size_t whole = strlen(text);

	for (size_t len = 0; len <= whole; len++) {
		char *exact = xmalloc(len);

		memcpy(exact, text, len);
		parse(exact, len);
		free(exact);
	}
}

#endif
