/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What wakes the loop: signals, and ticks that are never nearer to each other than the interval. */
#include "config.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "loop.h"

/* Longer than any test takes. */
static const double long_s = 1000;

static struct loop *new_loop(double interval_s, bool has_terminal)
{
	struct loop *loop = loop_new(interval_s, has_terminal);

	assert_non_null(loop);
	return loop;
}

static void a_signal_arrives_as_a_value(void **state)
{
	(void)state;
	struct loop *loop = new_loop(long_s, true);

	raise(SIGTERM);
	assert_int_equal(loop_wait(loop, true).end_signal, SIGTERM);
	raise(SIGWINCH);
	assert_true(loop_wait(loop, true).is_resized);
	raise(SIGCONT);
	assert_true(loop_wait(loop, true).is_continued);
	assert_int_equal(loop_wait(loop, true).end_signal, 0);
	loop_free(loop);
}

/* nohup, and what a script's shell does to its jobs. */
static void a_hangup_that_was_ignored_stays_so(void **state)
{
	(void)state;
	signal(SIGHUP, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	struct loop *loop = new_loop(long_s, false);

	raise(SIGHUP);
	assert_int_equal(loop_wait(loop, true).end_signal, 0);
	raise(SIGINT);
	assert_int_equal(loop_wait(loop, true).end_signal, SIGINT);
	loop_free(loop);
	signal(SIGHUP, SIG_DFL);
	signal(SIGINT, SIG_DFL);
}

static void the_mask_is_given_back(void **state)
{
	(void)state;
	sigset_t before, after;

	sigprocmask(SIG_SETMASK, NULL, &before);
	loop_free(new_loop(long_s, true));
	sigprocmask(SIG_SETMASK, NULL, &after);
	assert_int_equal(sigismember(&before, SIGTERM), sigismember(&after, SIGTERM));
	assert_int_equal(sigismember(&before, SIGTSTP), sigismember(&after, SIGTSTP));
}

static double seconds_since(uint64_t then_ns)
{
	return (double)(clock_monotonic_ns() - then_ns) / 1e9;
}

static void await_tick(struct loop *loop)
{
	while (!loop_wait(loop, false).is_tick)
		;
}

/* As after a stop: the tick was long due, and the one after it nearly is. */
static void a_late_tick_is_followed_by_a_whole_interval(void **state)
{
	(void)state;
	const struct timespec stopped = {.tv_nsec = 380000000};
	struct loop *loop = new_loop(0.2, false);
	uint64_t then_ns;

	nanosleep(&stopped, NULL);
	await_tick(loop);
	then_ns = clock_monotonic_ns();
	await_tick(loop);
	assert_true(seconds_since(then_ns) > 0.15);
	loop_free(loop);
}

static void a_rest_is_for_one_tick(void **state)
{
	(void)state;
	struct loop *loop = new_loop(0.1, false);
	uint64_t then_ns = clock_monotonic_ns();

	loop_rest(loop, 0.3);
	await_tick(loop);
	assert_true(seconds_since(then_ns) >= 0.3);
	loop_free(loop);
}

/* Nobody could continue it: the kernel drops the stop. */
static void a_stop_that_cannot_end_does_not_begin(void **state)
{
	(void)state;
	pid_t child = fork();
	int status;

	if (child == 0) {
		setsid();
		struct loop *loop = loop_new(long_s, true);

		loop_stop_self();
		_exit(loop && !loop_wait(loop, true).is_stopped ? 0 : 1);
	}
	assert_int_equal(waitpid(child, &status, WUNTRACED), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void a_terminal_that_cannot_be_watched_is_an_error(void **state)
{
	(void)state;
	struct loop *loop = new_loop(long_s, true);
	FILE *file = tmpfile();

	assert_non_null(file);
	assert_true(loop_watch_terminal(loop, fileno(file)) < 0);
	fclose(file);
	loop_free(loop);
}

static void a_terminal_that_has_something_to_say_is_heard(void **state)
{
	(void)state;
	struct loop *loop = new_loop(long_s, true);
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	assert_int_equal(loop_watch_terminal(loop, ends[0]), 0);
	assert_false(loop_wait(loop, true).is_input);
	close(ends[1]);
	assert_true(loop_wait(loop, true).is_input);
	loop_free(loop);
	close(ends[0]);
}

/* In a child, whose stdout may be what it likes. */
static int look_at_output(const int ends[2])
{
	struct loop *loop;
	bool was_watched, was_writable, is_full, is_closed;
	char text[4096] = "";

	dup2(ends[1], STDOUT_FILENO);
	close(ends[1]);
	loop = loop_new(long_s, false);
	was_writable = loop_wait(loop, true).is_writable;
	was_watched = loop_watch_output(loop, true);
	for (int i = 0; loop_wait(loop, true).is_writable; i++)
		if (i == 1000000 || write(STDOUT_FILENO, text, sizeof(text)) < 0)
			return 1;
	is_full = !loop_wait(loop, true).is_closed;
	close(ends[0]);
	is_closed = loop_wait(loop, true).is_closed;
	return was_watched && !was_writable && is_full && is_closed ? 0 : 1;
}

static void stdout_is_seen_to_be_full_and_to_be_closed(void **state)
{
	(void)state;
	int ends[2], status;
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (child == 0)
		_exit(look_at_output(ends));
	close(ends[0]);
	close(ends[1]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_signal_arrives_as_a_value),
		cmocka_unit_test(a_hangup_that_was_ignored_stays_so),
		cmocka_unit_test(the_mask_is_given_back),
		cmocka_unit_test(a_late_tick_is_followed_by_a_whole_interval),
		cmocka_unit_test(a_rest_is_for_one_tick),
		cmocka_unit_test(a_stop_that_cannot_end_does_not_begin),
		cmocka_unit_test(a_terminal_that_cannot_be_watched_is_an_error),
		cmocka_unit_test(a_terminal_that_has_something_to_say_is_heard),
		cmocka_unit_test(stdout_is_seen_to_be_full_and_to_be_closed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
