/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "base/shell.h"

#include <stdbool.h>
#include <string.h>

static bool is_plain(char ch)
{
	return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') ||
	       (ch && strchr("_@%+=:,./-", ch));
}

static bool is_ascii(char ch)
{
	return ch >= ' ' && ch <= '~';
}

/* Of as many bytes at most as each one takes: '\'' or \001. */
enum { MOST_QUOTED = 4 };

static char *quote_printable(char *out, const char *word)
{
	*out++ = '\'';
	for (; *word; word++) {
		if (*word == '\'') {
			*out++ = '\'';
			*out++ = '\\';
			*out++ = '\'';
		}
		*out++ = *word;
	}
	*out++ = '\'';
	return out;
}

/* $'\001': it stays what it is when it is cleaned to be shown. */
static char *quote_bytes(char *out, const char *word)
{
	*out++ = '$';
	*out++ = '\'';
	for (; *word; word++) {
		unsigned char byte = (unsigned char)*word;

		if (!is_ascii(*word)) {
			*out++ = '\\';
			*out++ = (char)('0' + (byte >> 6));
			*out++ = (char)('0' + (byte >> 3 & 7));
			*out++ = (char)('0' + (byte & 7));
			continue;
		}
		if (*word == '\'' || *word == '\\')
			*out++ = '\\';
		*out++ = *word;
	}
	*out++ = '\'';
	return out;
}

const char *shell_quote(struct arena *arena, const char *word)
{
	bool needs_quotes = !*word, needs_escapes = false;
	size_t len = strlen(word);
	char *quoted;

	for (size_t i = 0; i < len; i++) {
		needs_quotes |= !is_plain(word[i]);
		needs_escapes |= !is_ascii(word[i]);
	}
	if (!needs_quotes)
		return arena_strndup(arena, word, len);
	/* Zeroed, so that it has its end. */
	quoted = arena_alloc(arena, MOST_QUOTED * len + sizeof("$''"), 1);
	if (needs_escapes)
		quote_bytes(quoted, word);
	else
		quote_printable(quoted, word);
	return quoted;
}
