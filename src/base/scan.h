/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading numbers and words out of text that is not NUL-terminated, without the locale.
 *
 * A scan is the rest of a text.  Each function takes what it looks for off the front and says
 * whether it was there; if not, the scan has not moved (but for leading blanks).  Blanks are space
 * and tab; nothing but scan_line() ever crosses a newline.
 */
#ifndef OVERTOP_BASE_SCAN_H
#define OVERTOP_BASE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Borrowed text, with its length. */
struct span {
	const char *text;
	size_t len;
};

struct scan {
	const char *at;
	const char *end;
};

struct scan scan_of(const char *text, size_t len);
bool scan_is_at_end(const struct scan *scan);

void scan_blanks(struct scan *scan);

/* Decimal; saturates at UINT64_MAX - 1, so that it never looks unknown (base/counter.h). */
bool scan_u64(struct scan *scan, uint64_t *value);
/* With an optional '-'. */
bool scan_i64(struct scan *scan, int64_t *value);
/* Hexadecimal digits, no prefix. */
bool scan_hex(struct scan *scan, uint64_t *value);
/* "12", "0.09", ".5": '.' whatever the locale says. */
bool scan_decimal(struct scan *scan, double *value);

/* Up to the next blank or newline; false when nothing is left on the line. */
bool scan_word(struct scan *scan, struct span *word);
/* Exactly these characters, no blanks skipped. */
bool scan_literal(struct scan *scan, const char *literal);
/* The next line without its newline (the last one may lack it); false at the end of the text. */
bool scan_line(struct scan *scan, struct scan *line);

/* What is left, without blanks on either side. */
struct span scan_rest(const struct scan *scan);

bool span_is(struct span span, const char *text);

#endif
