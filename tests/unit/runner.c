/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Benchmarks that do what they should, and that hang, crash, fork and fail. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/cpuset.h"
#include "bench/bench.h"
#include "bench/runner.h"
#include "measure/place.h"
#include "measure/trial.h"
#include "source/topology.h"

/* Milliseconds after which what should have happened has not. */
#define PATIENCE_MS 60000

/* Each process of a benchmark says its number here, and holds it open as long as it lives. */
static int told[2];

static void tell(void)
{
	pid_t pid = getpid();

	assert_int_equal(write(told[1], &pid, sizeof(pid)), sizeof(pid));
}

static pid_t hear(void)
{
	pid_t pid;

	assert_int_equal(read(told[0], &pid, sizeof(pid)), sizeof(pid));
	return pid;
}

static bool spin(size_t ns)
{
	uint64_t end_ns = clock_monotonic_ns() + ns;

	while (clock_monotonic_ns() < end_ns)
		;
	return true;
}

static bool take_1000(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	return sched_getcpu() == site->cpu && spin(n * 1000);
}

static bool take_400(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	(void)site;
	return spin(n * 400);
}

static bool take_100_us(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	(void)site;
	return spin(n * 100000);
}

static bool refuse(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	(void)site;
	return n < 10;
}

static int begin_nothing(const struct bench *bench, struct bench_site *site)
{
	(void)bench;
	(void)site;
	return -ENOSYS;
}

static bool hang(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	(void)site;
	(void)n;
	tell();
	while (pause() < 0)
		;
	return false;
}

static void hang_at_end(const struct bench *bench, struct bench_site *site)
{
	hang(bench, site, 1);
}

static bool crash(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	(void)site;
	(void)n;
	return raise(SIGSEGV) == 0;
}

/* Two that are never waited for; the second does not even care for its parent. */
static int begin_two(const struct bench *bench, struct bench_site *site)
{
	pid_t parent = getpid();

	for (int i = 0; i < 2; i++) {
		if (fork() != 0)
			continue;
		if (i == 0)
			bench_child(parent);
		hang(bench, site, 1);
	}
	return 0;
}

static const struct bench good = {.key = "good", .run = take_1000},
			  less = {.key = "less", .run = take_1000, .base = take_400},
			  equal = {.key = "equal", .run = take_400, .base = take_400},
			  tenths = {.key = "tenths", .run = take_1000, .per_run = 10},
			  slow = {.key = "slow", .run = take_100_us, .least = 10000},
			  failing = {.key = "failing", .run = refuse},
			  absent = {.key = "absent", .begin = begin_nothing, .run = take_1000},
			  hanging = {.key = "hanging", .run = hang},
			  late = {.key = "late", .run = take_1000, .end = hang_at_end},
			  crashing = {.key = "crashing", .run = crash},
			  parent_of_two = {.key = "parent", .begin = begin_two, .run = take_1000},
			  hanging_parent = {.key = "parent", .begin = begin_two, .run = hang},
			  far = {.key = "far", .run = take_1000, .place = PLACE_REMOTE};

static struct runner *begin(const struct bench *const *list, size_t n, double seconds)
{
	struct topology topology = {0};
	struct cpuset allowed;
	struct runner_plan plan = {
		.benches = list,
		.n_benches = n,
		.seconds = seconds,
		.allowed = &allowed,
		.topology = &topology,
	};
	struct runner *runner;

	cpuset_init(&allowed);
	assert_int_equal(place_allowed(&allowed), 0);
	runner = runner_new(&plan);
	assert_non_null(runner);
	cpuset_fini(&allowed);
	return runner;
}

static void await(int fd)
{
	struct pollfd poll_fd = {.fd = fd, .events = POLLIN};

	assert_int_equal(poll(&poll_fd, 1, PATIENCE_MS), 1);
}

static void finish(struct runner *runner)
{
	while (runner_step(runner))
		await(runner_fd(runner));
}

static void assert_no_child(void)
{
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

static double median_of(const struct runner *runner, size_t i, const char *key)
{
	size_t n;
	const struct price *prices = runner_prices(runner, &n);

	assert_true(i < n);
	assert_string_equal(prices[i].key, key);
	return prices[i].median_ns;
}

/* Whatever else runs, nothing is quicker. */
static void assert_about(double ns, double expected_ns)
{
	if (!(ns >= expected_ns && ns < 4 * expected_ns))
		fail_msg("%f ns, expected %f", ns, expected_ns);
}

static void prices_are_of_one_operation(void **state)
{
	static const struct bench *const list[] = {&good, &tenths};
	struct runner *runner = begin(list, 2, 10);
	const struct price *prices;
	size_t n;

	(void)state;
	finish(runner);
	assert_about(median_of(runner, 0, "good"), 1000);
	assert_about(median_of(runner, 1, "tenths"), 100);
	prices = runner_prices(runner, &n);
	assert_int_equal(n, 2);
	assert_true(prices[0].min_ns <= prices[0].median_ns);
	assert_true(prices[0].operations >= 1000 * TRIAL_LEAST_BATCHES);
	assert_true(prices[0].wall_ns > 0);
	assert_true(prices[0].cpu >= 0);
	runner_free(runner);
	assert_no_child();
}

/* The rest varies with what else runs: either it is known and true, or unknown. */
static void what_base_does_is_taken_off(void **state)
{
	static const struct bench *const list[] = {&less, &equal};
	struct runner *runner = begin(list, 2, 10);
	double rest_ns;

	(void)state;
	finish(runner);
	rest_ns = median_of(runner, 0, "less");
	assert_true(isnan(rest_ns) || (rest_ns > 300 && rest_ns < 1600));
	assert_true(isnan(median_of(runner, 1, "equal")) || median_of(runner, 1, "equal") < 400);
	runner_free(runner);
}

static void a_batch_has_as_many_as_there_is_time_for(void **state)
{
	static const struct bench *const list[] = {&slow};
	struct runner *runner = begin(list, 1, 0.2);
	uint64_t begun_ns = clock_monotonic_ns();
	const struct price *prices;
	size_t n;

	(void)state;
	finish(runner);
	assert_true(clock_monotonic_ns() - begun_ns < 2000000000);
	prices = runner_prices(runner, &n);
	assert_about(prices[0].median_ns, 100000);
	assert_true(prices[0].operations < 10000 * TRIAL_LEAST_BATCHES);
	runner_free(runner);
}

static void none_takes_others_down(void **state)
{
	static const struct bench *const list[] = {&failing, &absent, &crashing, &hanging,
						   &far,     &late,   &good};
	struct runner *runner = begin(list, 7, 1.4);

	(void)state;
	finish(runner);
	for (size_t i = 0; i < 6; i++)
		assert_true(isnan(median_of(runner, i, list[i]->key)));
	assert_about(median_of(runner, 6, "good"), 1000);
	runner_free(runner);
	assert_no_child();
	hear();
	hear();
}

static void progress_goes_from_none_to_all(void **state)
{
	static const struct bench *const list[] = {&good, &absent, &tenths};
	struct runner *runner = begin(list, 3, 10);
	struct runner_progress progress = runner_progress(runner), next;

	(void)state;
	assert_int_equal(progress.n_done, 0);
	assert_int_equal(progress.n_all, 3);
	assert_ptr_equal(progress.now, &good);
	while (runner_step(runner)) {
		await(runner_fd(runner));
		next = runner_progress(runner);
		assert_true(next.n_done == progress.n_done || next.n_done == progress.n_done + 1);
		assert_ptr_equal(next.now, list[next.n_done]);
		progress = next;
	}
	next = runner_progress(runner);
	assert_int_equal(next.n_done, 3);
	assert_null(next.now);
	assert_false(runner_step(runner));
	runner_free(runner);
}

static void without_time_nothing_is_measured(void **state)
{
	static const struct bench *const list[] = {&good, &good};
	struct runner *runner = begin(list, 2, 0);

	(void)state;
	assert_false(runner_step(runner));
	assert_true(isnan(median_of(runner, 1, "good")));
	runner_free(runner);
	assert_no_child();
}

static void what_it_forked_ends_with_it(void **state)
{
	static const struct bench *const list[] = {&parent_of_two, &good};
	struct runner *runner = begin(list, 2, 4);

	(void)state;
	finish(runner);
	assert_about(median_of(runner, 0, "parent"), 1000);
	assert_about(median_of(runner, 1, "good"), 1000);
	hear();
	hear();
	runner_free(runner);
	assert_no_child();
}

static void cancelled_it_leaves_nothing(void **state)
{
	static const struct bench *const list[] = {&hanging_parent, &good};
	struct runner *runner = begin(list, 2, 1000);

	(void)state;
	/* All three of them are there. */
	for (int i = 0; i < 3; i++)
		hear();
	assert_true(runner_step(runner));
	runner_free(runner);
	assert_no_child();
}

/* Nor is one left when the caller cannot see to it any more. */
static void with_the_caller_all_ends(void **state)
{
	static const struct bench *const list[] = {&hanging};
	pid_t caller = fork(), child;
	int fd;

	(void)state;
	if (caller == 0) {
		begin(list, 1, 1000);
		for (;;)
			pause();
	}
	child = hear();
	fd = (int)syscall(SYS_pidfd_open, child, 0);
	if (fd < 0)
		skip();
	assert_int_equal(kill(caller, SIGKILL), 0);
	await(fd);
	close(fd);
	assert_int_equal(waitpid(caller, NULL, 0), caller);
}

static int make_told(void **state)
{
	(void)state;
	return pipe(told);
}

static int close_told(void **state)
{
	(void)state;
	close(told[1]);
	return close(told[0]);
}

int main(void)
{
#define told_test(name) cmocka_unit_test_setup_teardown(name, make_told, close_told)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prices_are_of_one_operation),
		cmocka_unit_test(what_base_does_is_taken_off),
		cmocka_unit_test(a_batch_has_as_many_as_there_is_time_for),
		told_test(none_takes_others_down),
		cmocka_unit_test(progress_goes_from_none_to_all),
		cmocka_unit_test(without_time_nothing_is_measured),
		told_test(what_it_forked_ends_with_it),
		told_test(cancelled_it_leaves_nothing),
		told_test(with_the_caller_all_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
