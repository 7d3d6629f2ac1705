/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "monitor.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "base/xalloc.h"
#include "checks.h"
#include "crash.h"
#include "interval.h"
#include "loop.h"
#include "options.h"
#include "outputs.h"
#include "player.h"
#include "session.h"
#include "stage.h"
#include "ui/screen.h"

/* How long tasks are read, or a recording, before the keys are looked at again. */
static const uint64_t slice_ns = 10000000;

/* How often the progress of the first scan, or of a way through a recording, is drawn. */
static const uint64_t progress_ns = 100000000;

struct monitor {
	const struct options *options;
	struct stage stage;
	struct loop *loop;
	unsigned long n_intervals; /* measured ones shown */
	bool is_tick_due;
	bool is_sampling; /* not only adding to the sample before */
	bool was_slow;    /* the sample before took longer than the interval */
	bool is_ended;
	uint64_t aged_ns; /* when messages on screen last grew older, in a replay */
};

static bool is_replay(const struct monitor *monitor)
{
	return session_playback(monitor->stage.session).is_replay;
}

/* Where nothing plays, nothing need be woken often. */
static void set_pace(struct monitor *monitor)
{
	struct stage *stage = &monitor->stage;
	bool is_still = stage->ui.is_paused || session_playback(stage->session).is_at_end;

	loop_set_interval(monitor->loop,
			  is_still ? 1 : player_pace_s(stage->session, stage->ui.speed));
}

static void begin_interval(struct monitor *monitor)
{
	monitor->is_tick_due = false;
	monitor->is_sampling = true;
	stage_measure_own_cpu(&monitor->stage);
	if (monitor->stage.ui.is_paused)
		session_take_in(monitor->stage.session);
	else if (is_replay(monitor) && session_has_interval(monitor->stage.session))
		player_go_on(monitor->stage.session, monitor->stage.ui.speed);
	else
		session_begin(monitor->stage.session, stage_needs(&monitor->stage));
}

/*
 * Where tasks take longer to read than the interval is, overtop rests as long as it read: half of a CPU
 * is the most it takes.  But not the first time, for then it read everything.
 */
static void rest_after_slow_sample(struct monitor *monitor)
{
	double took_s = (double)(clock_monotonic_ns() - monitor->stage.own_since_ns) / 1e9;
	bool is_slow = took_s > monitor->stage.ui.interval_s;

	if (is_slow && monitor->was_slow) {
		monitor->is_tick_due = false;
		loop_rest(monitor->loop, took_s);
	}
	monitor->was_slow = is_slow;
}

static void tell_news(struct monitor *monitor)
{
	const char *news = outputs_news(monitor->stage.outputs);

	if (news)
		ui_say(&monitor->stage.ui, "%s", news);
}

/* This machine has made another interval. */
static void take_interval(struct monitor *monitor)
{
	rest_after_slow_sample(monitor);
	ui_next_interval(&monitor->stage.ui);
	outputs_add(monitor->stage.outputs, monitor->stage.session);
	tell_news(monitor);
}

/* Once: what is said stands for a while. */
static void tell_search(struct monitor *monitor)
{
	struct ui *ui = &monitor->stage.ui;

	if (!ui->finding_direction || !session_found_nothing(monitor->stage.session))
		return;
	ui_say(ui, "%s",
	       ui->finding_direction > 0 ? _("no other finding begins after this")
					 : _("no finding begins before this"));
	ui->finding_direction = 0;
}

/* The recording has come to another interval, or to its end. */
static void arrive(struct monitor *monitor)
{
	const char *problem = session_problem(monitor->stage.session);
	uint64_t now_ns = clock_monotonic_ns();

	/* What was said stands for some seconds, however fast it plays. */
	if (now_ns - monitor->aged_ns >= 1000000000) {
		ui_next_interval(&monitor->stage.ui);
		monitor->aged_ns = now_ns;
	}
	set_pace(monitor);
	tell_search(monitor);
	if (problem && session_playback(monitor->stage.session).is_at_end)
		ui_say(&monitor->stage.ui, "%s", problem);
}

/* Not too often; but what has to wait on its way shows how far it came. */
static void draw_progress(struct monitor *monitor)
{
	struct stage *stage = &monitor->stage;
	bool is_waiting = session_fd(stage->session) >= 0;

	if ((stage->facts.is_scanning || is_replay(monitor)) &&
	    (is_waiting || clock_monotonic_ns() - stage->drawn_ns >= progress_ns))
		stage_draw(stage, false);
}

/* Goes on with the interval; the frame is drawn when it is whole. */
static void step(struct monitor *monitor)
{
	const struct options *options = monitor->options;

	if (!session_step(monitor->stage.session, slice_ns)) {
		draw_progress(monitor);
		return;
	}
	if (is_replay(monitor))
		arrive(monitor);
	else if (monitor->is_sampling)
		take_interval(monitor);
	monitor->is_sampling = false;
	stage_read_details(&monitor->stage);
	stage_draw(&monitor->stage, false);
	if (options->has_intervals && monitor->n_intervals >= options->intervals)
		monitor->is_ended = true;
}

static void go(struct monitor *monitor, unsigned int requests)
{
	struct ui *ui = &monitor->stage.ui;

	if (requests & UI_REQUEST_TIME)
		session_move_to(monitor->stage.session, ui->move_to_ns);
	if (requests & UI_REQUEST_MOVE)
		session_move(monitor->stage.session, ui->move_by);
	if (requests & UI_REQUEST_FINDING)
		session_move_to_finding(monitor->stage.session, ui->finding_direction);
	tell_search(monitor);
	ui->move_by = 0;
	monitor->is_tick_due = false;
	stage_read_details(&monitor->stage);
}

static void apply(struct monitor *monitor, unsigned int requests)
{
	struct ui *ui = &monitor->stage.ui;

	if (requests & UI_REQUEST_QUIT)
		monitor->is_ended = true;
	if (requests & UI_REQUEST_INTERVAL)
		loop_set_interval(monitor->loop, ui->interval_s);
	if ((requests & (UI_REQUEST_SPEED | UI_REQUEST_PAUSE)) && is_replay(monitor))
		set_pace(monitor);
	if (requests & UI_REQUEST_NEEDS)
		session_add(monitor->stage.session, stage_needs(&monitor->stage));
	/* What comes in now is for later. */
	if ((requests & UI_REQUEST_PAUSE) && ui->is_paused &&
	    session_fd(monitor->stage.session) >= 0)
		session_move(monitor->stage.session, 0);
	/* What was missed in the pause is made up for now, by one interval as long as it was. */
	if ((requests & UI_REQUEST_PAUSE) && !ui->is_paused && monitor->is_tick_due &&
	    !is_replay(monitor))
		loop_set_interval(monitor->loop, ui->interval_s);
	if (requests & (UI_REQUEST_MOVE | UI_REQUEST_TIME | UI_REQUEST_FINDING))
		go(monitor, requests);
	if (requests & UI_REQUEST_WRITE)
		stage_begin_writing(&monitor->stage);
	if (requests & (UI_REQUEST_MEASURE | UI_REQUEST_MEASURE_ALL))
		stage_begin_measuring(&monitor->stage, requests & UI_REQUEST_MEASURE);
	if (requests & UI_REQUEST_MEASURE_END)
		stage_end_measuring(&monitor->stage);
}

static void handle_input(struct monitor *monitor)
{
	unsigned int requests = stage_take_input(&monitor->stage);

	apply(monitor, requests);
	if (requests && !monitor->is_ended)
		stage_draw(&monitor->stage, requests & UI_REQUEST_REPAINT);
}

/* Stopped by others, it could not give the terminal back: whatever stands there now is theirs. */
static void handle_stop(struct monitor *monitor, bool is_asked_to)
{
	struct screen *screen = monitor->stage.screen;

	screen_suspend(screen);
	if (is_asked_to)
		loop_stop_self();
	screen_resume(screen);
	screen_resized(screen);
	stage_draw(&monitor->stage, true);
}

static void handle(struct monitor *monitor, const struct wake *wake)
{
	if (wake->end_signal)
		monitor->is_ended = true;
	if (wake->is_stopped || wake->is_continued)
		handle_stop(monitor, wake->is_stopped);
	if (wake->is_resized && screen_resized(monitor->stage.screen))
		stage_draw(&monitor->stage, true);
	if (wake->is_input && !monitor->is_ended)
		handle_input(monitor);
	if (wake->is_tick)
		monitor->is_tick_due = true;
	if (wake->is_fed && !is_replay(monitor) && !monitor->is_ended)
		stage_step_measuring(&monitor->stage);
}

/* The next interval is to come: of a stream as soon as it is there, else when it is time. */
static bool must_sample(const struct monitor *monitor)
{
	const struct session *session = monitor->stage.session;

	if (session_fd(session) >= 0)
		return false;
	if (monitor->stage.ui.is_paused)
		return player_takes_in(session);
	if (is_replay(monitor) && session_playback(session).is_at_end)
		return false;
	return monitor->is_tick_due || session_is_following(session);
}

/* What comes in is waited for while it is wanted: a recording, or what is measured. */
static struct wake wait_for_something(struct monitor *monitor)
{
	const struct session *session = monitor->stage.session;
	int feed = session_fd(session);
	int fd = feed >= 0 ? feed : stage_measuring_fd(&monitor->stage);
	bool is_busy = session_is_busy(session) || must_sample(monitor) ||
		       stage_is_writing(&monitor->stage);
	struct wake wake;

	if (fd >= 0)
		loop_watch_feed(monitor->loop, fd, true);
	wake = loop_wait(monitor->loop, is_busy);
	if (fd >= 0)
		loop_watch_feed(monitor->loop, fd, false);
	return wake;
}

static void run_loop(struct monitor *monitor)
{
	while (!monitor->is_ended) {
		struct wake wake = wait_for_something(monitor);

		handle(monitor, &wake);
		if (monitor->is_ended)
			break;
		if (session_is_busy(monitor->stage.session) ||
		    (wake.is_fed && is_replay(monitor))) {
			step(monitor);
		} else if (must_sample(monitor)) {
			monitor->n_intervals++;
			begin_interval(monitor);
		} else if (stage_is_writing(&monitor->stage)) {
			stage_step_writing(&monitor->stage, slice_ns);
		}
	}
}

/* Of a recording the first interval is needed to draw anything; one that comes in may take its time. */
static bool wait_for_first_interval(struct monitor *monitor)
{
	struct session *session = monitor->stage.session;

	while (is_replay(monitor) && !session_step(session, slice_ns)) {
		struct wake wake = wait_for_something(monitor);

		if (wake.end_signal)
			return false;
		/* The terminal is not taken yet. */
		if (wake.is_stopped)
			loop_stop_self();
	}
	return session_has_interval(session);
}

/* The first sample is taken before the terminal, so that what is wrong can be said on it. */
static int prepare(struct monitor *monitor)
{
	const struct options *options = monitor->options;
	struct ui *ui = &monitor->stage.ui;
	struct view view;
	int status = stage_open(&monitor->stage);

	if (status != STATUS_OK)
		return status;
	begin_interval(monitor);
	if (!wait_for_first_interval(monitor))
		return STATUS_FAILED;
	view = session_view(monitor->stage.session, &ui->choice);
	status = check_user(options, view.words, &ui->choice);
	if (status == STATUS_OK)
		status = check_sort(options, panes, n_panes, &view);
	if (status == STATUS_OK && options->sort)
		ui->sort_key = xstrdup(options->sort);
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
	struct screen *screen;

	if (is_replay(monitor))
		set_pace(monitor);
	screen = monitor->stage.screen = screen_new(has_color, &why);
	if (screen) {
		crash_restores(screen_emergency);
		error = loop_watch_terminal(monitor->loop, screen_fd(screen));
	}
	if (screen && !error) {
		stage_draw(&monitor->stage, true);
		run_loop(monitor);
	}
	screen_free(screen);
	if (error)
		why = strerror(-error);
	return why ? fail(why) : STATUS_OK;
}

static int run(struct monitor *monitor)
{
	int status;

	monitor->loop = loop_new(monitor->options->interval_s, true);
	if (!monitor->loop)
		return fail(strerror(errno));
	status = prepare(monitor);
	if (status == STATUS_OK)
		status = run_on_screen(monitor);
	loop_free(monitor->loop);
	return status;
}

int monitor_run(const struct options *options, const struct choice *choice)
{
	struct monitor monitor = {.options = options};
	int status;

	stage_init(&monitor.stage, options, choice);
	status = run(&monitor);
	return stage_close(&monitor.stage, status);
}
