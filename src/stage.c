/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "stage.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "base/xalloc.h"
#include "bench/bench.h"
#include "checks.h"
#include "interval.h"
#include "options.h"
#include "outputs.h"
#include "past.h"
#include "past_file.h"
#include "pricing.h"
#include "sample.h"
#include "session.h"
#include "steering.h"
#include "ui/control.h"
#include "ui/frame.h"
#include "ui/screen.h"

/* What is remembered unless --remember says otherwise. */
static const double remember_mib = 32, remember_s = 600;

void stage_init(struct stage *stage, const struct options *options, const struct choice *choice)
{
	bool is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;

	*stage = (struct stage){.options = options};
	ui_init(&stage->ui, options->n_panes ? options->panes[0] : panes[0]);
	stage->ui.choice = *choice;
	stage->ui.choice.threads = true;
	stage->ui.is_ascii = options->is_ascii || !is_utf8;
	stage->ui.interval_s = options->interval_s;
	stage->facts.own_cpu_pct = (double)NAN;
	grid_init(&stage->grid);
	arena_init(&stage->frame);
	arena_init(&stage->details);
}

/* Of the standard input a recording comes in: the keys are the terminal's. */
static int take_keys_from_terminal(void)
{
	int fd = open("/dev/tty", O_RDWR | O_CLOEXEC);

	if (fd < 0 || dup2(fd, STDIN_FILENO) < 0) {
		fprintf(stderr, "overtop: /dev/tty: %s\n", strerror(errno));
		return STATUS_FAILED;
	}
	close(fd);
	return STATUS_OK;
}

static int check_filter_once(const struct options *options)
{
	regex_t regex;
	bool has_filter;
	int status = check_filter(options, &regex, &has_filter);

	if (has_filter)
		regfree(&regex);
	return status;
}

static void remember(struct stage *stage)
{
	const struct options *options = stage->options;
	double mib = options->has_remember ? options->remember_mib : remember_mib;
	double seconds = options->has_remember ? (double)INFINITY : remember_s;

	session_remember(stage->session, (size_t)(mib * 1024 * 1024), seconds,
			 options->with_command_lines);
}

int stage_open(struct stage *stage)
{
	const struct options *options = stage->options;
	int status = check_filter_once(options);

	if (status == STATUS_OK)
		status = check_session(options, &stage->session);
	if (status == STATUS_OK)
		status = check_outputs(options, &stage->ui.choice, &stage->outputs);
	if (status == STATUS_OK && options->replay && strcmp(options->replay, "-") == 0)
		status = take_keys_from_terminal();
	if (status != STATUS_OK)
		return status;
	remember(stage);
	stage->steering = steering_new(options, session_machine(stage->session).boot_id);
	steering_tell_inherited(stage->steering, &stage->ui);
	if (options->filter)
		ui_set_filter(&stage->ui, options->filter, NULL, 0);
	return STATUS_OK;
}

static int say_what_was_lost(const struct stage *stage, const char *lost, int status)
{
	const char *problem = stage->session ? session_problem(stage->session) : NULL;

	if (problem)
		fprintf(stderr, "overtop: %s: %s\n", stage->options->replay, problem);
	if (lost)
		fprintf(stderr, "overtop: %s\n", lost);
	return (problem || lost) && status == STATUS_OK ? STATUS_FAILED : status;
}

/* Whoever asked for it has not seen yet that it is done. */
static int finish_writing(struct stage *stage, int status)
{
	size_t n;
	int error;

	if (!stage->past_file)
		return status;
	past_file_step(stage->past_file, stage->session, UINT64_MAX);
	error = past_file_free(stage->past_file, &n);
	if (!error)
		return status;
	fprintf(stderr, "overtop: %s: %s\n", stage->past_path, strerror(-error));
	return status == STATUS_OK ? STATUS_FAILED : status;
}

int stage_close(struct stage *stage, int status)
{
	char *lost = outputs_free(stage->outputs);

	status = finish_writing(stage, status);
	status = say_what_was_lost(stage, lost, status);
	steering_tell_left(stage->steering, stderr);
	free(lost);
	free(stage->past_path);
	steering_free(stage->steering);
	session_free(stage->session);
	arena_fini(&stage->details);
	arena_fini(&stage->frame);
	grid_fini(&stage->grid);
	ui_fini(&stage->ui);
	return status;
}

/*
 * Whoever goes back opens another pane there, so for what is remembered everything is read; as it is for
 * what is written.  Else what is on screen, and what the lines of history are made of.  The topology, for
 * the header's cores, is read once, after the first frame.
 */
unsigned int stage_needs(const struct stage *stage)
{
	if (outputs_needs(stage->outputs) || session_remembers(stage->session))
		return NEED_EVERYTHING | NEED_PRICES;
	return frame_needs(&stage->ui) | NEED_STAT | NEED_MEMORY | NEED_PAGING | NEED_TOPOLOGY;
}

/* NULL: nothing is being measured. */
static struct pricing *measuring(const struct stage *stage)
{
	struct pricing *pricing = session_pricing(stage->session);

	return pricing && pricing_is_measuring(pricing) ? pricing : NULL;
}

static void collect_measuring(struct stage *stage)
{
	struct ui_facts *facts = &stage->facts;
	const struct pricing *pricing = measuring(stage);
	struct runner_progress progress = {0};

	if (pricing)
		progress = pricing_progress(pricing);
	facts->is_measuring = progress.now;
	facts->measured = progress.n_done;
	facts->to_measure = progress.n_all;
	facts->measuring = progress.now ? progress.now->key : "";
}

static void collect_facts(struct stage *stage, const struct view *view)
{
	struct session *session = stage->session;
	struct ui_facts *facts = &stage->facts;
	const char *host = session_machine(session).host;

	facts->host = host ? host : "";
	facts->is_dump = !view->interval->is_live;
	facts->is_recording = outputs_are_recording(stage->outputs);
	facts->playback = session_playback(session);
	facts->is_scanning = session_is_busy(session) && !facts->playback.is_replay &&
			     !view->interval->has_tasks;
	session_progress(session, &facts->scanned, &facts->to_scan);
	collect_measuring(stage);
	steering_facts(stage->steering, facts);
}

void stage_draw(struct stage *stage, bool repaint)
{
	struct view view = session_view(stage->session, &stage->ui.choice);
	int width, height;

	session_begin_frame(stage->session);
	collect_facts(stage, &view);
	arena_reset(&stage->frame);
	screen_size(stage->screen, &width, &height);
	grid_resize(&stage->grid, width, height);
	frame_draw(&stage->grid, &stage->ui, &view, &stage->facts, &stage->frame);
	screen_show(stage->screen, &stage->grid, repaint);
	stage->drawn_ns = clock_monotonic_ns();
}

void stage_read_details(struct stage *stage)
{
	struct ui *ui = &stage->ui;

	ui->more_details = NULL;
	ui->n_more_details = 0;
	arena_reset(&stage->details);
	if (ui->mode == UI_DETAILS && ui->has_task)
		ui->n_more_details =
			session_task_details(stage->session, ui->task_pid, ui->task_tid,
					     &stage->details, &ui->more_details);
}

void stage_begin_writing(struct stage *stage)
{
	struct ui *ui = &stage->ui;
	struct scribe_rules rules = {.with_command_lines = stage->options->with_command_lines};
	const struct past *past = session_past(stage->session);
	const char *why = NULL;

	if (past_end(past) == past_first(past)) {
		ui_say(ui, "%s", _("nothing is remembered"));
		return;
	}
	if (stage->past_file) {
		ui_say(ui, _("still writing %s"), stage->past_path);
		return;
	}
	free(stage->past_path);
	stage->past_path = xstrdup(ui->write_path);
	stage->past_file = past_file_new(stage->past_path, rules, &why);
	if (stage->past_file)
		return;
	if (errno)
		ui_say(ui, "%s: %s: %s", stage->past_path, why, strerror(errno));
	else
		ui_say(ui, "%s: %s", stage->past_path, why);
}

bool stage_is_writing(const struct stage *stage)
{
	return stage->past_file;
}

void stage_step_writing(struct stage *stage, uint64_t budget_ns)
{
	struct ui *ui = &stage->ui;
	size_t n;
	int error;

	if (!past_file_step(stage->past_file, stage->session, budget_ns))
		return;
	error = past_file_free(stage->past_file, &n);
	stage->past_file = NULL;
	if (error)
		ui_say(ui, "%s: %s", stage->past_path, strerror(-error));
	else
		ui_say(ui, ngettext("%zu interval written to %s", "%zu intervals written to %s", n),
		       n, stage->past_path);
	stage_draw(stage, false);
}

void stage_end_measuring(struct stage *stage)
{
	struct pricing *pricing = measuring(stage);
	size_t n;
	int error;

	if (!pricing)
		return;
	error = pricing_end(pricing, &n);
	if (error)
		ui_say(&stage->ui, _("the prices are not kept: %s"), strerror(-error));
	else
		ui_say(&stage->ui, ngettext("%zu price measured", "%zu prices measured", n), n);
}

void stage_begin_measuring(struct stage *stage, bool is_quick)
{
	struct pricing *pricing = session_pricing(stage->session);
	struct view view = session_newest(stage->session, &stage->ui.choice);
	int error = pricing ? pricing_begin(pricing, is_quick, &view) : 0;

	if (error)
		ui_say(&stage->ui, "%s", strerror(-error));
	/* There may be no process to begin with, and nothing to wait for then. */
	else if (pricing && !pricing_step(pricing))
		stage_end_measuring(stage);
}

int stage_measuring_fd(const struct stage *stage)
{
	const struct pricing *pricing = measuring(stage);

	return pricing ? pricing_fd(pricing) : -1;
}

void stage_step_measuring(struct stage *stage)
{
	struct pricing *pricing = measuring(stage);

	if (!pricing)
		return;
	if (!pricing_step(pricing))
		stage_end_measuring(stage);
	stage_draw(stage, false);
}

void stage_measure_own_cpu(struct stage *stage)
{
	uint64_t now = clock_monotonic_ns(), cpu = clock_own_cpu_ns();

	if (stage->own_since_ns && now > stage->own_since_ns)
		stage->facts.own_cpu_pct = 100 * (double)(cpu - stage->own_cpu_ns) /
					   (double)(now - stage->own_since_ns);
	stage->own_since_ns = now;
	stage->own_cpu_ns = cpu;
}

static bool has_opened_another(const struct ui *before, const struct ui *now)
{
	return now->mode != before->mode || now->task_pid != before->task_pid ||
	       now->task_tid != before->task_tid;
}

/* At once: the next key may be meant for what this one opens. */
static void serve_steering(struct stage *stage, unsigned int requests)
{
	steering_serve(stage->steering, &stage->ui, requests);
	steering_facts(stage->steering, &stage->facts);
	if (requests & (UI_REQUEST_STEER | UI_REQUEST_UNDO))
		session_forget_places(stage->session);
}

unsigned int stage_take_input(struct stage *stage)
{
	struct ui before = stage->ui;
	unsigned int requests = 0;

	for (;;) {
		struct event event = screen_read(stage->screen);
		struct view view = session_view(stage->session, &stage->ui.choice);
		int width, height;
		unsigned int asked;

		if (event.kind == EVENT_NONE)
			break;
		if (event.kind == EVENT_GONE)
			return UI_REQUEST_QUIT;
		screen_size(stage->screen, &width, &height);
		asked = control_event(&stage->ui, &view, &stage->facts, &event, width, height);
		serve_steering(stage, asked);
		requests |= asked;
	}
	if (requests && has_opened_another(&before, &stage->ui))
		stage_read_details(stage);
	return requests;
}
