/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is printed to a FILE, as a text.  After cmocka.h. */
#ifndef OVERTOP_TESTS_PRINTED_H
#define OVERTOP_TESTS_PRINTED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct printed {
	FILE *out;
	char *text;
	size_t len;
};

static inline void printed_begin(struct printed *printed)
{
	printed->out = open_memstream(&printed->text, &printed->len);
	assert_non_null(printed->out);
}

/* From here on there is a text. */
static inline void printed_end(struct printed *printed)
{
	assert_int_equal(fclose(printed->out), 0);
}

static inline void printed_fini(struct printed *printed)
{
	free(printed->text);
}

static inline bool printed_has(const struct printed *printed, const char *wanted)
{
	return strstr(printed->text, wanted) != NULL;
}

/* How often a text is in it. */
static inline size_t printed_count(const struct printed *printed, const char *wanted)
{
	size_t n = 0;

	for (const char *at = printed->text; (at = strstr(at, wanted)); at += strlen(wanted))
		n++;
	return n;
}

#endif
