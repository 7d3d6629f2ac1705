/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "batch.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "checks.h"
#include "interval.h"
#include "loop.h"
#include "options.h"
#include "output/text.h"
#include "outputs.h"
#include "sample.h"
#include "session.h"
#include "ui/ui.h"
#include "verdict.h"

/* How long tasks are read before signals are looked for again. */
static const uint64_t scan_slice_ns = 100000000;

struct batch {
	const struct options *options;
	enum output output;
	struct choice choice;
	struct session *session;
	struct outputs *outputs;
	struct loop *loop;
	bool is_tick_due, has_ended, is_writable;
	uint64_t from_ns, to_ns; /* CLOCK_REALTIME: what ended within is printed */
	FILE *out;
	int write_error;           /* EINTR: an end came while stdout took no more */
	struct arena arena, sheet; /* of the whole run, of one pane */
	const struct pane **panes;
	size_t n_panes;
	bool has_filter;
	regex_t filter;
	struct verdict *verdict; /* with OUTPUT_CHECK */
	int found;               /* its exit status */
};

/* What is to be read. */
static void choose_findings(struct batch *batch)
{
	batch->panes = arena_alloc(&batch->arena, 1, sizeof(*batch->panes));
	batch->panes[batch->n_panes++] = pane_by_name("findings", sizeof("findings") - 1);
}

/* What the dashboard shows: itself, then the panes whose best parts it stacks. */
static void choose_default_panes(struct batch *batch)
{
	const struct pane *dashboard = panes[0];
	size_t n = 0;

	while (dashboard->stack && dashboard->stack[n])
		n++;
	batch->panes = arena_alloc(&batch->arena, n + 1, sizeof(*batch->panes));
	batch->panes[batch->n_panes++] = dashboard;
	for (size_t i = 0; i < n; i++) {
		const char *name = dashboard->stack[i];
		const struct pane *pane = pane_by_name(name, strlen(name));

		if (pane->brief)
			batch->panes[batch->n_panes++] = pane;
	}
}

static unsigned int needs_of(const struct batch *batch)
{
	unsigned int needs = outputs_needs(batch->outputs);

	for (size_t i = 0; i < batch->n_panes; i++)
		needs |= pane_own_needs(batch->panes[i], &batch->choice);
	return needs;
}

/* False once an end has come. */
static bool look(struct batch *batch, bool is_busy)
{
	struct wake wake = loop_wait(batch->loop, is_busy);

	batch->is_tick_due |= wake.is_tick;
	batch->is_writable = wake.is_writable;
	batch->has_ended |= wake.end_signal || wake.is_closed;
	return !batch->has_ended;
}

static bool wait_for_tick(struct batch *batch)
{
	/* What was recorded need not be waited for again; but an end is heard. */
	if (session_playback(batch->session).is_replay)
		return look(batch, true);
	while (!batch->is_tick_due && !batch->has_ended)
		look(batch, false);
	batch->is_tick_due = false;
	return !batch->has_ended;
}

/* A recording that comes in may have nothing to say for a long time. */
static bool look_or_wait_for_feed(struct batch *batch)
{
	int fd = session_fd(batch->session);
	bool goes_on;

	if (fd < 0)
		return look(batch, true);
	/* What cannot be waited for is always there. */
	if (loop_watch_feed(batch->loop, fd, true) < 0)
		return look(batch, true);
	goes_on = look(batch, false);
	loop_watch_feed(batch->loop, fd, false);
	return goes_on;
}

/* False once an end has come, or a recording is over. */
static bool take_sample(struct batch *batch)
{
	session_begin(batch->session, needs_of(batch));
	while (!session_step(batch->session, scan_slice_ns))
		if (!look_or_wait_for_feed(batch))
			return false;
	return !session_playback(batch->session).is_at_end;
}

/* A reader may be slow, or have stopped: from an end on it is not waited for.  False: it has to be. */
static bool wait_for_output(struct batch *batch)
{
	batch->is_writable = !loop_watch_output(batch->loop, true);
	while (!batch->is_writable && !batch->has_ended)
		look(batch, false);
	if (!batch->is_writable)
		look(batch, true);
	loop_watch_output(batch->loop, false);
	return batch->is_writable;
}

static ssize_t write_part(struct batch *batch, const char *text, size_t size)
{
	if (wait_for_output(batch))
		return write(STDOUT_FILENO, text, size < PIPE_BUF ? size : PIPE_BUF);
	errno = EINTR;
	return -1;
}

/* As fopencookie() wants it: less than @size is an error. */
static ssize_t write_all(void *cookie, const char *text, size_t size)
{
	struct batch *batch = cookie;
	size_t done = 0;

	while (done < size && !batch->write_error) {
		ssize_t n = write_part(batch, text + done, size - done);

		if (n >= 0)
			done += (size_t)n;
		else if (errno != EAGAIN)
			batch->write_error = errno;
	}
	return (ssize_t)done;
}

/* An exit status; a reader that has gone away is no failure. */
static int flush(struct batch *batch)
{
	fflush(batch->out);
	if (!batch->write_error || batch->write_error == EINTR || batch->write_error == EPIPE)
		return STATUS_OK;
	fprintf(stderr, _("overtop: cannot write: %s\n"), strerror(batch->write_error));
	return STATUS_FAILED;
}

static void print_panes(struct batch *batch)
{
	struct view view = session_view(batch->session, &batch->choice);

	for (size_t i = 0; i < batch->n_panes; i++) {
		session_begin_frame(batch->session);
		arena_reset(&batch->sheet);
		text_pane(batch->out, batch->panes[i], &view, batch->options->sort,
			  batch->has_filter ? &batch->filter : NULL, &batch->sheet);
	}
}

static void take_note(struct batch *batch)
{
	struct view view = session_view(batch->session, &batch->choice);

	verdict_add(batch->verdict, &view);
}

/* False when nothing more can be written, with *status set. */
static bool print_interval(struct batch *batch, int *status)
{
	const char *news;

	outputs_add(batch->outputs, batch->session);
	news = outputs_news(batch->outputs);
	if (news)
		fprintf(stderr, "overtop: %s\n", news);
	if (batch->output == OUTPUT_TEXT)
		print_panes(batch);
	else if (batch->output == OUTPUT_CHECK)
		take_note(batch);
	else
		outputs_print(batch->outputs, batch->session, batch->out);
	*status = flush(batch);
	return !batch->write_error;
}

static const struct interval *newest(struct batch *batch)
{
	return session_view(batch->session, &batch->choice).interval;
}

static bool is_wanted(struct batch *batch)
{
	const struct interval *interval = newest(batch);

	return interval->wall_ns >= batch->from_ns &&
	       !(interval->is_since_boot && batch->options->skips_boot);
}

/* What is since boot comes before the first of those that -n counts. */
static int print_intervals(struct batch *batch)
{
	const struct options *options = batch->options;
	unsigned long n = 0, n_before = 0;
	int status = STATUS_OK;

	do {
		if (newest(batch)->wall_ns > batch->to_ns)
			break;
		if (is_wanted(batch)) {
			n_before += n == 0 && newest(batch)->is_since_boot;
			n++;
			if (!print_interval(batch, &status))
				break;
		}
		if (options->has_intervals && n - n_before >= options->intervals)
			break;
	} while (wait_for_tick(batch) && take_sample(batch));
	return status;
}

/* Now that there is an interval, what the command line says can be compared with it. */
static int run_intervals(struct batch *batch)
{
	const struct options *options = batch->options;
	struct view view = session_view(batch->session, &batch->choice);
	uint64_t first_ns = view.interval->wall_ns;
	int status = check_user(options, view.words, &batch->choice);

	batch->to_ns = UINT64_MAX;
	if (status == STATUS_OK)
		status = check_time(options->from, first_ns, false, &batch->from_ns);
	if (status == STATUS_OK)
		status = check_time(options->to, first_ns, true, &batch->to_ns);
	if (status == STATUS_OK)
		status = check_sort(options, batch->panes, batch->n_panes, &view);
	return status == STATUS_OK ? print_intervals(batch) : status;
}

/* What was lost, at the end of all. */
static int finish(struct batch *batch, int status)
{
	const char *problem = session_problem(batch->session);
	char *lost = outputs_free(batch->outputs);

	if (problem)
		fprintf(stderr, "overtop: %s: %s\n", batch->options->replay, problem);
	if (lost)
		fprintf(stderr, "overtop: %s\n", lost);
	if ((problem || lost) && status == STATUS_OK)
		status = STATUS_FAILED;
	free(lost);
	return status;
}

static int print_verdict(struct batch *batch)
{
	struct view view;

	if (!session_has_interval(batch->session)) {
		batch->found = verdict_print_nothing(batch->out);
		return flush(batch);
	}
	view = session_view(batch->session, &batch->choice);
	batch->found = verdict_print(batch->verdict, &view, batch->out);
	return flush(batch);
}

static int run_in_loop(struct batch *batch)
{
	static const cookie_io_functions_t functions = {.write = write_all};
	int status = STATUS_OK;

	batch->loop = loop_new(batch->options->interval_s, false);
	batch->out = batch->loop ? fopencookie(batch, "w", functions) : NULL;
	if (!batch->out) {
		fprintf(stderr, "overtop: %s\n", strerror(errno));
		loop_free(batch->loop);
		return STATUS_FAILED;
	}
	session_read_all_affinities(batch->session);
	if (take_sample(batch))
		status = run_intervals(batch);
	if (batch->output == OUTPUT_CHECK && status == STATUS_OK)
		status = print_verdict(batch);
	fclose(batch->out);
	loop_free(batch->loop);
	return status;
}

static int run(struct batch *batch)
{
	const struct options *options = batch->options;
	int status = check_filter(options, &batch->filter, &batch->has_filter);

	if (status == STATUS_OK)
		status = check_session(options, &batch->session);
	if (status == STATUS_OK)
		status = check_outputs(options, &batch->choice, &batch->outputs);
	if (status == STATUS_OK)
		status = finish(batch, run_in_loop(batch));
	session_free(batch->session);
	if (batch->has_filter)
		regfree(&batch->filter);
	return status;
}

int batch_run(const struct options *options, const struct choice *choice)
{
	struct batch batch = {
		.options = options,
		.output = options_output(options),
		.choice = *choice,
	};
	int status;

	batch.choice.hides_idle = true;
	batch.choice.hides_exited = !options->exited;
	batch.choice.n_history = 1;
	batch.verdict = batch.output == OUTPUT_CHECK ? verdict_new() : NULL;
	arena_init(&batch.arena);
	arena_init(&batch.sheet);
	if (options->n_panes) {
		batch.panes = options->panes;
		batch.n_panes = options->n_panes;
	} else if (batch.output == OUTPUT_CHECK) {
		choose_findings(&batch);
	} else {
		choose_default_panes(&batch);
	}
	status = run(&batch);
	verdict_free(batch.verdict);
	arena_fini(&batch.sheet);
	arena_fini(&batch.arena);
	if (batch.output == OUTPUT_CHECK)
		return status == STATUS_OK ? batch.found : VERDICT_UNKNOWN;
	return status;
}
