/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "output/metrics_text.h"

#include <assert.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static bool is_control(wchar_t ch)
{
	return ch < 0x20 || (ch >= 0x7f && ch < 0xa0);
}

/* Writes what the first character of @raw becomes, at most twice its bytes; returns its bytes. */
static size_t put_character(char **out, const char *raw, size_t len)
{
	wchar_t ch = (unsigned char)raw[0];
	size_t n = raw[0] & 0x80 ? text_decode(raw, len, &ch) : 1;

	if (ch == '\\' || ch == '"') {
		*(*out)++ = '\\';
		*(*out)++ = raw[0];
	} else if (ch == '\n') {
		*(*out)++ = '\\';
		*(*out)++ = 'n';
	} else if (!n || is_control(ch)) {
		*(*out)++ = '?';
	} else {
		memcpy(*out, raw, n);
		*out += n;
	}
	return n ? n : 1;
}

const char *metrics_label(struct arena *arena, const char *key, const char *raw)
{
	size_t key_len = strlen(key), len = strlen(raw);
	char *label = arena_alloc(arena, key_len + 2 * len + sizeof("=\"\""), 1);
	char *out = label + key_len;

	memcpy(label, key, key_len);
	*out++ = '=';
	*out++ = '"';
	while (len) {
		size_t n = put_character(&out, raw, len);

		raw += n;
		len -= n;
	}
	*out = '"';
	return label;
}

void metrics_number(double value, char out[METRICS_NUMBER_SIZE])
{
	const double exact = 9007199254740992.0; /* 2^53 */
	locale_t plain, before;

	if (value == trunc(value) && fabs(value) < exact) {
		snprintf(out, METRICS_NUMBER_SIZE, "%.0f", value);
		return;
	}
	plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	assert(plain);
	before = uselocale(plain);
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(out, METRICS_NUMBER_SIZE, "%.*g", digits, value);
		if (strtod_l(out, NULL, plain) == value)
			break;
	}
	uselocale(before);
	freelocale(plain);
}
