/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "settings_file.h"

#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/scan.h"
#include "base/userfile.h"
#include "rule/engine.h"

/* Up to what follows a '#', without blanks on either side. */
static struct span without_comment(struct scan line)
{
	const char *comment =
		line.at == line.end ? NULL : memchr(line.at, '#', (size_t)(line.end - line.at));

	if (comment)
		line.end = comment;
	return scan_rest(&line);
}

/* The part of it before the first '='; what is behind is left in @scan. */
static struct span take_name(struct scan *scan)
{
	struct scan name = *scan;

	while (scan->at < scan->end && *scan->at != '=')
		scan->at++;
	name.end = scan->at;
	return scan_rest(&name);
}

/* Of a name that is wrong no more is said. */
enum { MOST_SAID = 60 };

static int length_said(struct span name)
{
	return name.len < MOST_SAID ? (int)name.len : MOST_SAID;
}

/* NULL, or what is wrong with it. */
static const char *set_line(struct tuning *tuning, struct span line, struct arena *arena)
{
	struct scan scan = scan_of(line.text, line.len);
	struct span name = take_name(&scan);
	double value;

	if (!scan_literal(&scan, "="))
		return _("not NAME = NUMBER");
	if (!scan_decimal(&scan, &value) || !scan_is_at_end(&scan))
		return arena_printf(arena, _("not a number, as %.*s must be"), length_said(name),
				    name.text);
	if (tuning_set(tuning, name.text, name.len, value) < 0)
		return arena_printf(arena, _("there is no setting %.*s"), length_said(name),
				    name.text);
	return NULL;
}

void settings_parse(struct tuning *tuning, const char *text, size_t len,
		    const struct settings_listener *listener)
{
	struct scan scan = scan_of(text, len), line;
	struct settings_problem problem = {0, NULL};
	struct arena arena = {0};

	while (scan_line(&scan, &line)) {
		struct span rest = without_comment(line);

		problem.line++;
		if (rest.len == 0)
			continue;
		arena_reset(&arena);
		problem.what = set_line(tuning, rest, &arena);
		if (problem.what)
			listener->tell(listener->data, &problem);
	}
	arena_fini(&arena);
}

char *settings_path_dup(void)
{
	return userfile_path_dup("XDG_CONFIG_HOME", ".config", "overtop/settings");
}

int settings_load(struct tuning *tuning, const char *path, const struct settings_listener *listener)
{
	struct arena arena = {0};
	char *text;
	size_t len;
	int error = userfile_read(path, &arena, &text, &len);

	if (!error)
		settings_parse(tuning, text, len, listener);
	arena_fini(&arena);
	return error;
}
