/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "base/mountinfo.h"

#include <string.h>

#include "base/xalloc.h"

/* "36 35 98:0 /root /point rw,noatime master:1 - ext3 /dev/root rw": any number of words before the "-". */
static bool parse_line(struct scan line, struct mount *mount)
{
	struct span word;

	*mount = (struct mount){0};
	for (int field = 1; scan_word(&line, &word) && !span_is(word, "-"); field++) {
		if (field == 4)
			mount->root = word;
		else if (field == 5)
			mount->point = word;
	}
	/* What is mounted may have no name at all: then its options follow the type. */
	if (!mount->point.text || !scan_word(&line, &mount->type))
		return false;
	while (scan_word(&line, &word))
		mount->options = word;
	return mount->options.text;
}

bool mountinfo_next(struct scan *text, struct mount *mount)
{
	struct scan line;

	while (scan_line(text, &line))
		if (parse_line(line, mount))
			return true;
	return false;
}

bool mountinfo_option(struct span options, const char *name, struct span *value)
{
	const char *at = options.text, *end = options.text + options.len;
	size_t len = strlen(name);

	while (at < end) {
		const char *comma = memchr(at, ',', (size_t)(end - at));
		const char *stop = comma ? comma : end;
		size_t option_len = (size_t)(stop - at);

		if (option_len >= len && memcmp(at, name, len) == 0 &&
		    (option_len == len || at[len] == '=')) {
			const char *text = option_len > len ? at + len + 1 : stop;

			*value = (struct span){.text = text, .len = (size_t)(stop - text)};
			return true;
		}
		at = stop + 1;
	}
	return false;
}

static bool is_octal(char c)
{
	return c >= '0' && c <= '7';
}

char *mountinfo_path_dup(struct span path)
{
	char *copy = xstrndup(path.text, path.len), *to = copy;

	for (const char *from = copy; *from; to++) {
		if (from[0] == '\\' && is_octal(from[1]) && is_octal(from[2]) &&
		    is_octal(from[3])) {
			*to = (char)((from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0'));
			from += 4;
		} else {
			*to = *from++;
		}
	}
	*to = '\0';
	return copy;
}
