/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "past_file.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "past.h"
#include "record/recorder.h"
#include "session.h"

struct past_file {
	struct recorder *recorder;
	struct scribe *scribe;
	size_t next; /* serial number in the past */
	size_t n_written;
	int error;
};

struct past_file *past_file_new(const char *path, struct scribe_rules rules, const char **why)
{
	struct recorder *recorder = recorder_new(path, rules.with_command_lines, why);
	struct past_file *file;

	if (!recorder)
		return NULL;
	file = xcalloc(1, sizeof(*file));
	file->recorder = recorder;
	file->scribe = scribe_new(rules);
	return file;
}

static void write_interval(struct past_file *file, struct session *session,
			   const struct interval *interval)
{
	static const struct choice any;
	struct view view = session_newest(session, &any);
	bool is_first = recorder_is_at_frame(file->recorder);
	const char *line;
	size_t len;

	view.interval = interval;
	line = scribe_line(file->scribe, &view, session_machine(session), is_first, &len);
	file->error = recorder_add(file->recorder, line, len);
	file->n_written++;
}

bool past_file_step(struct past_file *file, struct session *session, uint64_t budget_ns)
{
	const struct past *past = session_past(session);
	uint64_t begun_ns = clock_monotonic_ns();

	session_begin_record(session);
	if (file->next < past_first(past))
		file->next = past_first(past);
	while (file->next < past_end(past) && !file->error) {
		write_interval(file, session, past_get(past, file->next++));
		if (clock_monotonic_ns() - begun_ns >= budget_ns)
			return false;
	}
	return true;
}

int past_file_free(struct past_file *file, size_t *n)
{
	int error = file->error, closing = recorder_free(file->recorder);

	*n = file->n_written;
	scribe_free(file->scribe);
	free(file);
	return error ? error : closing;
}
