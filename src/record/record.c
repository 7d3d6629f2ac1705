/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "record/record.h"

#include <errno.h>

#include "base/i18n.h"
#include "output/json.h"
#include "record/check.h"

void record_init(struct record *record)
{
	*record = (struct record){.format = RECORD_FORMAT};
	interval_init(&record->interval);
}

void record_fini(struct record *record)
{
	interval_fini(&record->interval);
}

const char *record_write(const struct record *record, struct arena *arena, size_t *len)
{
	struct record written = *record;
	const char *line;
	char *whole;

	written.format = RECORD_FORMAT;
	if (written.topology && !written.topology->is_read)
		written.topology = NULL;
	line = json_write(&record_shape, &record_axis, &written, arena, len);
	whole = arena_strndup(arena, line, *len + 1);
	whole[(*len)++] = '\n';
	return whole;
}

/* Keeps the memory as it is: that is where the reason for it may stand. */
static void forget(struct record *record)
{
	*record = (struct record){.interval = {.arena = record->interval.arena}};
}

static const char *check_format(const struct record *record, struct arena *arena)
{
	if (record->format > RECORD_FORMAT)
		return arena_printf(arena,
				    _("recorded by a newer overtop (format %d; this one reads %d)"),
				    record->format, RECORD_FORMAT);
	return record->format < 1 ? _("not a recording of overtop") : NULL;
}

/* A newer format may have another shape; that it is newer is then what is wrong with it. */
static const char *check_format_of(const char *line, size_t len, struct arena *arena)
{
	struct record record = {0};
	struct shape version = record_shape;
	const char *problem;

	/* The version is the first of its members. */
	version.n_members = 1;
	if (json_read(&version, &record_axis, &record, line, len, arena, &problem) < 0)
		return problem;
	return check_format(&record, arena);
}

static const char *read_line(struct record *record, const char *line, size_t len,
			     struct arena *arena)
{
	const char *problem, *first;

	if (len > RECORD_MAX_LINE)
		return _("a line that is too long");
	if (json_read(&record_shape, &record_axis, record, line, len, arena, &problem) < 0) {
		first = check_format_of(line, len, arena);
		return first ? first : problem;
	}
	problem = check_format(record, arena);
	return problem ? problem : record_check(record);
}

int record_read(struct record *record, const char *line, size_t len, const char **why)
{
	arena_reset(&record->interval.arena);
	forget(record);
	*why = read_line(record, line, len, &record->interval.arena);
	if (!*why)
		return 0;
	forget(record);
	return -EINVAL;
}
