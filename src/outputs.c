/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/xalloc.h"
#include "options.h"
#include "output/foreign.h"
#include "output/openmetrics.h"
#include "output/report.h"
#include "record/recorder.h"
#include "sample.h"
#include "scribe.h"
#include "session.h"

struct outputs {
	const struct options *options;
	const struct choice *choice; /* what --json is of, and --record at least */
	struct recorder *recorder;
	struct scribe *recording, *printing;
	size_t n_printed;
	struct openmetrics *metrics;
	struct metrics_file *metrics_file;
	struct report *report;
	FILE *report_out; /* opened first, so that no run is for nothing */
	bool has_interval;
	int record_error, metrics_error; /* of the last interval: 0 or -errno */
	struct arena news_arena;
	const char *news;
};

static void say(struct outputs *outputs, const char *path, const char *what)
{
	arena_reset(&outputs->news_arena);
	outputs->news = arena_printf(&outputs->news_arena, "%s: %s", path, what);
}

static char *problem(const char *path, const char *what)
{
	struct arena arena;
	char *line;

	arena_init(&arena);
	line = xstrdup(arena_printf(&arena, "%s: %s", path, what));
	arena_fini(&arena);
	return line;
}

/* @error: an errno that tells more of it; 0: none does. */
static char *problem_with_reason(const char *path, const char *what, int error)
{
	struct arena arena;
	char *line;

	if (!error)
		return problem(path, what);
	arena_init(&arena);
	line = problem(path, arena_printf(&arena, "%s: %s", what, strerror(error)));
	arena_fini(&arena);
	return line;
}

static struct scribe *new_scribe(const struct options *options, const struct choice *only,
				 const struct choice *also)
{
	return scribe_new((struct scribe_rules){
		.all_tasks = options->all_tasks,
		.with_command_lines = options->with_command_lines,
		.only = only,
		.also = also,
	});
}

static char *open_recorder(struct outputs *outputs)
{
	const struct options *options = outputs->options;
	const char *why = NULL;

	if (!options->record)
		return NULL;
	outputs->recorder = recorder_new(options->record, options->with_command_lines, &why);
	if (!outputs->recorder)
		return problem_with_reason(options->record, why, errno);
	outputs->recording = new_scribe(options, NULL, outputs->choice);
	return NULL;
}

static char *open_metrics(struct outputs *outputs)
{
	const char *path = outputs->options->metrics_file;

	if (!outputs->options->has_metrics)
		return NULL;
	outputs->metrics = openmetrics_new();
	if (!path)
		return NULL;
	if (foreign_file(path, "# HELP overtop_"))
		return problem(path, _("it holds something that is no metrics of overtop"));
	outputs->metrics_file = metrics_file_new(path);
	if (outputs->metrics_file)
		return NULL;
	return problem(path,
		       errno == EWOULDBLOCK ? _("another process writes it") : strerror(errno));
}

/* What is in it stays there until there is a page.  NULL and errno. */
static FILE *open_page(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
	FILE *out = fd < 0 ? NULL : fdopen(fd, "w");

	if (!out && fd >= 0)
		close(fd);
	return out;
}

static char *open_report(struct outputs *outputs)
{
	const char *path = outputs->options->report;

	if (!path)
		return NULL;
	if (foreign_file(path, "<!DOCTYPE html>"))
		return problem(path, _("it holds something that is no page of HTML"));
	outputs->report_out = open_page(path);
	if (!outputs->report_out)
		return problem(path, strerror(errno));
	outputs->report = report_new();
	return NULL;
}

struct outputs *outputs_new(const struct options *options, const struct choice *choice, char **why)
{
	struct outputs *outputs = xcalloc(1, sizeof(*outputs));

	outputs->options = options;
	outputs->choice = choice;
	arena_init(&outputs->news_arena);
	if (options->is_json)
		outputs->printing = new_scribe(options, outputs->choice, NULL);
	*why = open_recorder(outputs);
	if (!*why)
		*why = open_metrics(outputs);
	if (!*why)
		*why = open_report(outputs);
	if (!*why)
		return outputs;
	free(outputs_free(outputs));
	return NULL;
}

/* 0 or an errno. */
static int print_report(const struct outputs *outputs)
{
	FILE *out = outputs->report_out;

	if (!outputs->has_interval)
		return 0;
	/* A pipe cannot be cut, nor need it. */
	if (ftruncate(fileno(out), 0) < 0 && errno != EINVAL)
		return errno;
	errno = 0;
	report_print(outputs->report, out);
	if (fflush(out) == 0 && !ferror(out))
		return 0;
	return errno ? errno : EIO;
}

static char *finish_report(struct outputs *outputs)
{
	FILE *out = outputs->report_out;
	int error;

	if (!out)
		return NULL;
	error = print_report(outputs);
	report_free(outputs->report);
	if (fclose(out) != 0 && !error)
		error = errno;
	return error ? problem(outputs->options->report, strerror(error)) : NULL;
}

static char *finish_recording(struct outputs *outputs)
{
	const char *path = outputs->options->record;
	size_t n_lost;
	int error;

	if (!outputs->recorder)
		return NULL;
	n_lost = recorder_lost(outputs->recorder);
	error = recorder_free(outputs->recorder);
	/* Why was said when it began. */
	if (error && error != outputs->record_error)
		return problem(path, strerror(-error));
	return error || n_lost ? problem(path, _("not every interval could be recorded")) : NULL;
}

static char *finish_metrics(struct outputs *outputs)
{
	bool is_behind = outputs->metrics_file && outputs->metrics_error;

	metrics_file_free(outputs->metrics_file);
	openmetrics_free(outputs->metrics);
	return is_behind ? problem(outputs->options->metrics_file,
				   _("the last of it could not be written"))
			 : NULL;
}

/* The first of them that is one. */
static char *either(char *lost, char *other)
{
	if (!lost)
		return other;
	free(other);
	return lost;
}

char *outputs_free(struct outputs *outputs)
{
	char *lost;

	if (!outputs)
		return NULL;
	lost = finish_recording(outputs);
	lost = either(lost, finish_metrics(outputs));
	lost = either(lost, finish_report(outputs));
	scribe_free(outputs->recording);
	scribe_free(outputs->printing);
	arena_fini(&outputs->news_arena);
	free(outputs);
	return lost;
}

unsigned int outputs_needs(const struct outputs *outputs)
{
	/* What is written is judged before, and that takes the prices. */
	if (outputs->recorder || outputs->printing || outputs->metrics || outputs->report)
		return NEED_EVERYTHING | NEED_PRICES;
	return 0;
}

bool outputs_are_recording(const struct outputs *outputs)
{
	return outputs->recorder && !outputs->record_error;
}

/* Once when it goes wrong and once when it is right again, not with every interval. */
static void note(struct outputs *outputs, const char *path, int error, int *last)
{
	if (error && error != *last)
		say(outputs, path, strerror(-error));
	else if (!error && *last)
		say(outputs, path, _("can be written again"));
	*last = error;
}

static void record(struct outputs *outputs, struct session *session, const struct view *view)
{
	size_t len;
	const char *line = scribe_line(outputs->recording, view, session_machine(session),
				       recorder_is_at_frame(outputs->recorder), &len);

	note(outputs, outputs->options->record, recorder_add(outputs->recorder, line, len),
	     &outputs->record_error);
}

void outputs_add(struct outputs *outputs, struct session *session)
{
	static const struct choice any;
	struct view view = session_newest(session, &any);

	outputs->has_interval = true;
	session_begin_record(session);
	if (outputs->recorder)
		record(outputs, session, &view);
	if (outputs->metrics)
		openmetrics_add(outputs->metrics, view.interval, view.prices);
	if (outputs->metrics_file)
		note(outputs, outputs->options->metrics_file,
		     metrics_file_write(outputs->metrics_file, outputs->metrics),
		     &outputs->metrics_error);
	if (outputs->report)
		report_add(outputs->report, &view, session_machine(session).host);
}

static void print_line(struct outputs *outputs, struct session *session, FILE *out)
{
	struct view view = session_newest(session, outputs->choice);
	bool is_first = outputs->n_printed++ % RECORDER_FRAME_LINES == 0;
	size_t len;
	const char *line =
		scribe_line(outputs->printing, &view, session_machine(session), is_first, &len);

	fwrite(line, 1, len, out);
}

/* Since boot: the pages that follow have that too, and a reader of one page wants the measured one. */
static bool is_only_begin(const struct outputs *outputs, struct session *session)
{
	const struct options *options = outputs->options;

	return session_view(session, outputs->choice).interval->is_since_boot &&
	       !(options->has_intervals && options->intervals == 0);
}

void outputs_print(struct outputs *outputs, struct session *session, FILE *out)
{
	if (outputs->printing)
		print_line(outputs, session, out);
	else if (outputs->metrics && !outputs->metrics_file && !is_only_begin(outputs, session))
		openmetrics_print(outputs->metrics, out);
}

const char *outputs_news(struct outputs *outputs)
{
	const char *news = outputs->news;

	outputs->news = NULL;
	return news;
}
