/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "base/text.h"

#include <langinfo.h>
#include <stdbool.h>
#include <string.h>

static bool is_locale_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* Bytes that a character of UTF-8 with this first byte has; 0: none begins so. */
static size_t utf8_length(unsigned char first)
{
	if (first >= 0xc2 && first <= 0xdf)
		return 2;
	if (first >= 0xe0 && first <= 0xef)
		return 3;
	if (first >= 0xf0 && first <= 0xf4)
		return 4;
	return 0;
}

/* By hand, because mbrtowc() keeps state, follows the locale and stops at a NUL. */
size_t text_decode(const char *text, size_t len, wchar_t *out)
{
	static const wchar_t least[] = {[2] = 0x80, [3] = 0x800, [4] = 0x10000};
	unsigned char first = (unsigned char)text[0];
	size_t n = utf8_length(first);

	if (n == 0 || n > len)
		return 0;

	wchar_t ch = first & (0xff >> (n + 1));

	for (size_t i = 1; i < n; i++) {
		unsigned char next = (unsigned char)text[i];

		if ((next & 0xc0) != 0x80)
			return 0;
		ch = ch << 6 | (next & 0x3f);
	}
	if (ch < least[n] || ch > 0x10ffff || (ch >= 0xd800 && ch <= 0xdfff))
		return 0;
	*out = ch;
	return n;
}

size_t text_next(const char *text, size_t len, wchar_t *out, int *width)
{
	unsigned char first = (unsigned char)text[0];
	size_t n = 1;
	wchar_t ch = L'?';

	*width = 1;
	if (first >= 0x20 && first < 0x7f) {
		ch = first;
	} else if (first >= 0x80 && is_locale_utf8()) {
		n = text_decode(text, len, &ch);
		*width = n > 0 ? wcwidth(ch) : 0;
	}
	if (*width < 1 || *width > 2) {
		ch = L'?';
		*width = 1;
	}
	*out = ch;
	return n > 0 ? n : 1;
}

size_t text_clean(const char *raw, size_t len, char *out, size_t size)
{
	size_t used = 0;

	while (len > 0 && size > 0) {
		wchar_t ch;
		int width;
		size_t taken = text_next(raw, len, &ch, &width);
		const char *bytes = ch == L'?' ? "?" : raw;
		size_t n = ch == L'?' ? 1 : taken;

		if (n >= size - used)
			break;
		memcpy(out + used, bytes, n);
		used += n;
		raw += taken;
		len -= taken;
	}
	if (size > 0)
		out[used] = '\0';
	return used;
}

size_t text_width(const char *raw, size_t len)
{
	size_t cells = 0;

	while (len > 0) {
		wchar_t ch;
		int width;
		size_t taken = text_next(raw, len, &ch, &width);

		cells += (size_t)width;
		raw += taken;
		len -= taken;
	}
	return cells;
}
