/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "base/scan.h"

#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

struct scan scan_of(const char *text, size_t len)
{
	return (struct scan){.at = text, .end = len ? text + len : text};
}

bool scan_is_at_end(const struct scan *scan)
{
	return scan->at == scan->end;
}

void scan_blanks(struct scan *scan)
{
	while (scan->at < scan->end && is_blank(*scan->at))
		scan->at++;
}

static bool has_digit(const struct scan *scan)
{
	return scan->at < scan->end && is_digit(*scan->at);
}

/* The digits at the front, at most @max. */
static uint64_t take_digits(struct scan *scan, uint64_t max)
{
	uint64_t number = 0;

	for (; has_digit(scan); scan->at++) {
		uint64_t digit = (uint64_t)(*scan->at - '0');

		number = number > (max - digit) / 10 ? max : number * 10 + digit;
	}
	return number;
}

bool scan_u64(struct scan *scan, uint64_t *value)
{
	scan_blanks(scan);
	if (!has_digit(scan))
		return false;
	*value = take_digits(scan, UINT64_MAX - 1);
	return true;
}

bool scan_i64(struct scan *scan, int64_t *value)
{
	scan_blanks(scan);

	struct scan rest = *scan;
	bool is_negative = scan_literal(&rest, "-");

	if (!has_digit(&rest))
		return false;

	int64_t number = (int64_t)take_digits(&rest, INT64_MAX);

	*value = is_negative ? -number : number;
	*scan = rest;
	return true;
}

static int hex_digit(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

bool scan_hex(struct scan *scan, uint64_t *value)
{
	uint64_t number = 0;

	scan_blanks(scan);

	const char *start = scan->at;

	for (; scan->at < scan->end; scan->at++) {
		int digit = hex_digit(*scan->at);

		if (digit < 0)
			break;
		number = number > UINT64_MAX >> 4 ? UINT64_MAX : number << 4 | (uint64_t)digit;
	}
	if (scan->at == start)
		return false;
	*value = number;
	return true;
}

bool scan_decimal(struct scan *scan, double *value)
{
	uint64_t whole = 0;
	bool has_whole = scan_u64(scan, &whole);
	struct scan fraction = *scan;
	bool has_fraction = scan_literal(&fraction, ".") && has_digit(&fraction);

	if (has_whole)
		*value = (double)whole;
	if (!has_fraction)
		return has_whole;

	uint64_t digits = 0, scale = 1;

	/* Twelve digits are exact in a double; what follows is below any use. */
	for (; has_digit(&fraction); fraction.at++) {
		if (scale >= 1000000000000)
			continue;
		digits = digits * 10 + (uint64_t)(*fraction.at - '0');
		scale *= 10;
	}
	*value = (double)whole + (double)digits / (double)scale;
	*scan = fraction;
	return true;
}

bool scan_word(struct scan *scan, struct span *word)
{
	scan_blanks(scan);

	const char *start = scan->at;

	while (scan->at < scan->end && !is_blank(*scan->at) && *scan->at != '\n')
		scan->at++;
	*word = (struct span){.text = start, .len = (size_t)(scan->at - start)};
	return word->len > 0;
}

bool scan_literal(struct scan *scan, const char *literal)
{
	size_t len = strlen(literal);

	if (len > (size_t)(scan->end - scan->at) || memcmp(scan->at, literal, len) != 0)
		return false;
	scan->at += len;
	return true;
}

bool scan_line(struct scan *scan, struct scan *line)
{
	if (scan_is_at_end(scan))
		return false;

	const char *newline = memchr(scan->at, '\n', (size_t)(scan->end - scan->at));

	*line = (struct scan){.at = scan->at, .end = newline ? newline : scan->end};
	scan->at = newline ? newline + 1 : scan->end;
	return true;
}

struct span scan_rest(const struct scan *scan)
{
	struct scan rest = *scan;

	scan_blanks(&rest);
	while (rest.end > rest.at && is_blank(rest.end[-1]))
		rest.end--;
	return (struct span){.text = rest.at, .len = (size_t)(rest.end - rest.at)};
}

bool span_is(struct span span, const char *text)
{
	return strlen(text) == span.len && (!span.len || !memcmp(span.text, text, span.len));
}
