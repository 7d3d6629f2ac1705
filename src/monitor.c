/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "monitor.h"

#include <errno.h>
#include <langinfo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/i18n.h"
#include "base/xalloc.h"
#include "checks.h"
#include "crash.h"
#include "interval.h"
#include "loop.h"
#include "options.h"
#include "sample.h"
#include "session.h"
#include "source/host.h"
#include "source/users.h"
#include "ui/control.h"
#include "ui/frame.h"
#include "ui/screen.h"

/* How long tasks are read before the keys are looked at again. */
static const uint64_t scan_slice_ns = 10000000;

/* How often the progress of the first scan is drawn. */
static const uint64_t progress_ns = 100000000;

struct monitor {
	const struct options *options;
	struct ui ui;
	struct ui_facts facts;
	struct session *session;
	struct screen *screen;
	struct loop *loop;
	struct grid grid;
	struct arena frame;   /* of one frame */
	struct arena details; /* of the details that are open */
	char *host;
	unsigned long n_intervals; /* measured ones shown */
	bool is_tick_due;
	bool is_sampling; /* not only adding to the sample before */
	bool was_slow;    /* the sample before took longer than the interval */
	bool is_ended;
	uint64_t drawn_ns;                 /* when the last frame was */
	uint64_t own_cpu_ns, own_since_ns; /* at the last tick */
};

static void draw(struct monitor *monitor, bool repaint)
{
	struct ui *ui = &monitor->ui;
	struct view view = session_view(monitor->session, &ui->choice);
	int width, height;

	session_begin_frame(monitor->session);
	monitor->facts.is_scanning = session_is_busy(monitor->session) && !view.interval->has_tasks;
	session_progress(monitor->session, &monitor->facts.scanned, &monitor->facts.to_scan);
	arena_reset(&monitor->frame);
	screen_size(monitor->screen, &width, &height);
	grid_resize(&monitor->grid, width, height);
	frame_draw(&monitor->grid, ui, &view, &monitor->facts, &monitor->frame);
	screen_show(monitor->screen, &monitor->grid, repaint);
	monitor->drawn_ns = clock_monotonic_ns();
}

/* Read when they are opened and with each interval, not with each key. */
static void read_details(struct monitor *monitor)
{
	struct ui *ui = &monitor->ui;

	ui->more_details = NULL;
	ui->n_more_details = 0;
	arena_reset(&monitor->details);
	if (ui->mode == UI_DETAILS && ui->has_task)
		ui->n_more_details =
			session_task_details(monitor->session, ui->task_pid, ui->task_tid,
					     &monitor->details, &ui->more_details);
}

static void measure_own_cpu(struct monitor *monitor)
{
	uint64_t now = clock_monotonic_ns(), cpu = clock_own_cpu_ns();

	if (monitor->own_since_ns && now > monitor->own_since_ns)
		monitor->facts.own_cpu_pct = 100 * (double)(cpu - monitor->own_cpu_ns) /
					     (double)(now - monitor->own_since_ns);
	monitor->own_since_ns = now;
	monitor->own_cpu_ns = cpu;
}

/*
 * What is on screen, and what the lines of history are made of.  The topology, for the header's cores, is
 * read once, after the first frame.
 */
static unsigned int needs_of(const struct monitor *monitor)
{
	return frame_needs(&monitor->ui) | NEED_STAT | NEED_MEMORY | NEED_PAGING | NEED_TOPOLOGY;
}

static void begin_interval(struct monitor *monitor)
{
	monitor->is_tick_due = false;
	monitor->is_sampling = true;
	measure_own_cpu(monitor);
	session_begin(monitor->session, needs_of(monitor));
}

/*
 * Where tasks take longer to read than the interval is, overtop rests as long as it read: half of a CPU
 * is the most it takes.  But not the first time, for then it read everything.
 */
static void rest_after_slow_sample(struct monitor *monitor)
{
	double took_s = (double)(clock_monotonic_ns() - monitor->own_since_ns) / 1e9;
	bool is_slow = took_s > monitor->ui.interval_s;

	if (is_slow && monitor->was_slow) {
		monitor->is_tick_due = false;
		loop_rest(monitor->loop, took_s);
	}
	monitor->was_slow = is_slow;
}

/* Goes on with the sample; the frame is drawn when it is whole. */
static void step(struct monitor *monitor)
{
	const struct options *options = monitor->options;

	if (!session_step(monitor->session, scan_slice_ns)) {
		if (monitor->facts.is_scanning &&
		    clock_monotonic_ns() - monitor->drawn_ns >= progress_ns)
			draw(monitor, false);
		return;
	}
	if (monitor->is_sampling) {
		rest_after_slow_sample(monitor);
		ui_next_interval(&monitor->ui);
	}
	monitor->is_sampling = false;
	read_details(monitor);
	draw(monitor, false);
	if (options->has_intervals && monitor->n_intervals >= options->intervals)
		monitor->is_ended = true;
}

static void apply(struct monitor *monitor, unsigned int requests)
{
	if (requests & UI_REQUEST_QUIT)
		monitor->is_ended = true;
	if (requests & UI_REQUEST_INTERVAL)
		loop_set_interval(monitor->loop, monitor->ui.interval_s);
	if (requests & UI_REQUEST_NEEDS)
		session_add(monitor->session, needs_of(monitor));
	/* What was missed in the pause is made up for now, by one interval as long as it was. */
	if ((requests & UI_REQUEST_PAUSE) && !monitor->ui.is_paused && monitor->is_tick_due)
		loop_set_interval(monitor->loop, monitor->ui.interval_s);
}

static bool has_opened_another(const struct ui *before, const struct ui *now)
{
	return now->mode != before->mode || now->task_pid != before->task_pid ||
	       now->task_tid != before->task_tid;
}

static void handle_input(struct monitor *monitor)
{
	struct ui before = monitor->ui;
	unsigned int requests = 0;

	for (;;) {
		struct event event = screen_read(monitor->screen);
		struct view view = session_view(monitor->session, &monitor->ui.choice);
		int width, height;

		if (event.kind == EVENT_NONE)
			break;
		if (event.kind == EVENT_GONE) {
			monitor->is_ended = true;
			return;
		}
		screen_size(monitor->screen, &width, &height);
		requests |= control_event(&monitor->ui, &view, &monitor->facts, &event, width,
					  height, users_find);
	}
	apply(monitor, requests);
	if (!requests || monitor->is_ended)
		return;
	if (has_opened_another(&before, &monitor->ui))
		read_details(monitor);
	draw(monitor, requests & UI_REQUEST_REPAINT);
}

/* Stopped by others, it could not give the terminal back: whatever stands there now is theirs. */
static void handle_stop(struct monitor *monitor, bool is_asked_to)
{
	screen_suspend(monitor->screen);
	if (is_asked_to)
		loop_stop_self();
	screen_resume(monitor->screen);
	screen_resized(monitor->screen);
	draw(monitor, true);
}

static void handle(struct monitor *monitor, const struct wake *wake)
{
	if (wake->end_signal)
		monitor->is_ended = true;
	if (wake->is_stopped || wake->is_continued)
		handle_stop(monitor, wake->is_stopped);
	if (wake->is_resized && screen_resized(monitor->screen))
		draw(monitor, true);
	if (wake->is_input && !monitor->is_ended)
		handle_input(monitor);
	if (wake->is_tick)
		monitor->is_tick_due = true;
}

static bool must_sample(const struct monitor *monitor)
{
	return monitor->is_tick_due && !monitor->ui.is_paused;
}

static void run_loop(struct monitor *monitor)
{
	while (!monitor->is_ended) {
		bool is_busy = session_is_busy(monitor->session) || must_sample(monitor);
		struct wake wake = loop_wait(monitor->loop, is_busy);

		handle(monitor, &wake);
		if (monitor->is_ended)
			break;
		if (session_is_busy(monitor->session)) {
			step(monitor);
		} else if (must_sample(monitor)) {
			monitor->n_intervals++;
			begin_interval(monitor);
		}
	}
}

/* The first sample is taken before the terminal, so that what is wrong can be said on it. */
static int prepare(struct monitor *monitor)
{
	const struct options *options = monitor->options;
	struct view view;
	regex_t regex;
	bool has_filter;
	int status = check_filter(options, &regex, &has_filter);

	if (has_filter)
		regfree(&regex);
	if (status != STATUS_OK)
		return status;
	if (has_filter)
		ui_set_filter(&monitor->ui, options->filter, NULL, 0);
	begin_interval(monitor);
	view = session_view(monitor->session, &monitor->ui.choice);
	status = check_sort(options, panes, n_panes, &view);
	if (status == STATUS_OK && options->sort)
		monitor->ui.sort_key = xstrdup(options->sort);
	return status;
}

static int fail(const char *why)
{
	fprintf(stderr, "overtop: %s\n", why);
	return STATUS_FAILED;
}

static int run_on_screen(struct monitor *monitor)
{
	const char *why = NULL;
	int error = 0;
	const char *no_color = getenv("NO_COLOR");
	bool has_color = !monitor->options->no_color && !(no_color && *no_color);

	monitor->loop = loop_new(monitor->ui.interval_s, true);
	if (!monitor->loop)
		return fail(strerror(errno));
	monitor->screen = screen_new(has_color, &why);
	if (monitor->screen) {
		crash_restores(screen_emergency);
		error = loop_watch_terminal(monitor->loop, screen_fd(monitor->screen));
	}
	if (monitor->screen && !error) {
		draw(monitor, true);
		run_loop(monitor);
	}
	screen_free(monitor->screen);
	loop_free(monitor->loop);
	if (error)
		why = strerror(-error);
	return why ? fail(why) : STATUS_OK;
}

static void init(struct monitor *monitor, const struct choice *choice)
{
	const struct options *options = monitor->options;
	bool is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;

	ui_init(&monitor->ui, options->n_panes ? options->panes[0] : panes[0]);
	monitor->ui.choice = *choice;
	monitor->ui.choice.threads = true;
	monitor->ui.is_ascii = options->is_ascii || !is_utf8;
	monitor->ui.interval_s = options->interval_s;
	monitor->host = host_name_dup(!options->root);
	monitor->facts.host = monitor->host ? monitor->host : "";
	monitor->facts.own_cpu_pct = (double)NAN;
	monitor->facts.is_dump = options->root;
	monitor->session = session_new(!options->root);
	grid_init(&monitor->grid);
	arena_init(&monitor->frame);
	arena_init(&monitor->details);
}

int monitor_run(const struct options *options, const struct choice *choice)
{
	struct monitor monitor = {.options = options};
	int status;

	init(&monitor, choice);
	status = prepare(&monitor);
	if (status == STATUS_OK)
		status = run_on_screen(&monitor);
	session_free(monitor.session);
	arena_fini(&monitor.details);
	arena_fini(&monitor.frame);
	grid_fini(&monitor.grid);
	ui_fini(&monitor.ui);
	free(monitor.host);
	return status;
}
