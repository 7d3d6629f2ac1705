/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "batch.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "checks.h"
#include "loop.h"
#include "options.h"
#include "output/text.h"
#include "session.h"

/* Nobody waits for a key here. */
static const uint64_t scan_slice_ns = 1000000000;

struct batch {
	const struct options *options;
	struct choice choice;
	struct session *session;
	struct arena arena;
	const struct pane **panes;
	size_t n_panes;
	bool has_filter;
	regex_t filter;
};

/* What the dashboard shows: itself, then the panes it stacks. */
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

		batch->panes[batch->n_panes++] = pane_by_name(name, strlen(name));
	}
}

static unsigned int needs_of(const struct batch *batch)
{
	unsigned int needs = 0;

	for (size_t i = 0; i < batch->n_panes; i++)
		needs |= batch->panes[i]->needs;
	return needs;
}

static void take_sample(struct batch *batch)
{
	session_begin(batch->session, needs_of(batch));
	while (!session_step(batch->session, scan_slice_ns))
		;
}

/* An exit status; a reader that has gone away is no failure. */
static int flush(void)
{
	if (fflush(stdout) == 0)
		return STATUS_OK;
	if (errno != EPIPE)
		fprintf(stderr, _("overtop: cannot write: %s\n"), strerror(errno));
	return errno == EPIPE ? STATUS_OK : STATUS_FAILED;
}

/* False when nothing more can be written, with *status set. */
static bool print_interval(struct batch *batch, int *status)
{
	struct view view = session_view(batch->session, &batch->choice);

	for (size_t i = 0; i < batch->n_panes; i++) {
		struct arena arena;

		session_begin_frame(batch->session);
		arena_init(&arena);
		text_pane(stdout, batch->panes[i], &view, batch->options->sort,
			  batch->has_filter ? &batch->filter : NULL, &arena);
		arena_fini(&arena);
	}
	*status = flush();
	return !ferror(stdout);
}

/* True for the next interval, false for an end. */
static bool wait_for_tick(struct loop *loop)
{
	for (;;) {
		struct wake wake = loop_wait(loop, false);

		if (wake.end_signal || wake.is_closed)
			return false;
		if (wake.is_tick)
			return true;
	}
}

static int run_intervals(struct batch *batch)
{
	const struct options *options = batch->options;
	struct loop *loop = loop_new(options->interval_s, false);
	struct view view;
	int status;

	if (!loop) {
		fprintf(stderr, "overtop: %s\n", strerror(errno));
		return STATUS_FAILED;
	}
	take_sample(batch);
	view = session_view(batch->session, &batch->choice);
	status = check_sort(options, batch->panes, batch->n_panes, &view);
	for (unsigned long i = 0; status == STATUS_OK && print_interval(batch, &status); i++) {
		if (options->has_intervals && i == options->intervals)
			break;
		if (!wait_for_tick(loop))
			break;
		take_sample(batch);
	}
	loop_free(loop);
	return status;
}

static int run(struct batch *batch)
{
	int status = check_filter(batch->options, &batch->filter, &batch->has_filter);

	if (status != STATUS_OK)
		return status;
	batch->session = session_new(!batch->options->root);
	session_set_affinity_budget(batch->session, SIZE_MAX);
	status = run_intervals(batch);
	session_free(batch->session);
	if (batch->has_filter)
		regfree(&batch->filter);
	return status;
}

int batch_run(const struct options *options, const struct choice *choice)
{
	struct batch batch = {.options = options, .choice = *choice};
	int status;

	batch.choice.hides_idle = true;
	batch.choice.n_history = 1;
	arena_init(&batch.arena);
	if (options->n_panes) {
		batch.panes = options->panes;
		batch.n_panes = options->n_panes;
	} else {
		choose_default_panes(&batch);
	}
	/* A reader that goes away is seen as an error of writing. */
	signal(SIGPIPE, SIG_IGN);
	status = run(&batch);
	arena_fini(&batch.arena);
	return status;
}
