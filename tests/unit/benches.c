/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/bench.h"

/* Milliseconds after which what should have happened has not. */
#define PATIENCE_MS 20000

static int first_cpu(const cpu_set_t *set, int but)
{
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (cpu != but && CPU_ISSET(cpu, set))
			return cpu;
	return -1;
}

/* Two CPUs that may be used, or one and -1; and the thread that asks pinned to the first. */
static struct bench_site pinned_site(const cpu_set_t *allowed)
{
	struct bench_site site = {.cpu = first_cpu(allowed, -1)};

	site.other = first_cpu(allowed, site.cpu);
	assert_int_equal(bench_pin(site.cpu), 0);
	return site;
}

static int remember_cpus(void **state)
{
	static cpu_set_t allowed;

	*state = &allowed;
	return sched_getaffinity(0, sizeof(allowed), &allowed);
}

static size_t n_entries(const char *path)
{
	DIR *dir = opendir(path);
	size_t n = 0;

	assert_non_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

static void assert_nothing_left(const struct bench *bench, size_t n_files)
{
	if (waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD)
		fail_msg("%s leaves a process", bench->key);
	if (n_entries("/proc/self/fd") != n_files)
		fail_msg("%s leaves a file open", bench->key);
	/* With "." and "..". */
	if (n_entries("/proc/self/task") != 3)
		fail_msg("%s leaves a thread", bench->key);
}

static bool is_refusal(int error)
{
	static const int known[] = {ENOSYS, ENOTSUP,     ENXIO,         ENOENT,      EACCES,
				    EPERM,  ENETUNREACH, EADDRNOTAVAIL, EAFNOSUPPORT};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (error == -known[i])
			return true;
	return false;
}

static bool one_batch(const struct bench *bench, struct bench_site *site, size_t n)
{
	return bench->run(bench, site, n) && (!bench->base || bench->base(bench, site, n));
}

/* False: it cannot be measured here. */
static bool begins(const struct bench *bench, struct bench_site *site)
{
	int error = bench->begin ? bench->begin(bench, site) : 0;

	if (error && !is_refusal(error))
		fail_msg("%s: %s", bench->key, strerror(-error));
	return error == 0;
}

static void ends(const struct bench *bench, struct bench_site *site)
{
	if (bench->end)
		bench->end(bench, site);
	site->data = NULL;
}

static size_t least(const struct bench *bench)
{
	return bench->least ? bench->least : 1000;
}

static void each_runs_and_leaves_nothing(void **state)
{
	struct bench_site site = pinned_site(*state);
	size_t n_files = n_entries("/proc/self/fd");

	for (size_t i = 0; i < n_benches; i++) {
		const struct bench *bench = benches[i];

		if (begins(bench, &site)) {
			if (!one_batch(bench, &site, 1) || !one_batch(bench, &site, least(bench)))
				fail_msg("%s fails", bench->key);
			ends(bench, &site);
		}
		assert_nothing_left(bench, n_files);
	}
}

static void most_can_be_measured_anywhere(void **state)
{
	static const char *const keys[] = {"call",          "syscall.getpid",    "switch.process",
					   "switch.thread", "switch.ring.16x64", "fault.minor",
					   "fork"};
	struct bench_site site = pinned_site(*state);

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		const struct bench *bench = bench_by_key(keys[i], strlen(keys[i]));

		assert_non_null(bench);
		assert_true(begins(bench, &site));
		ends(bench, &site);
	}
}

static void without_a_second_cpu_none_is_woken_there(void **state)
{
	struct bench_site site = pinned_site(*state);
	size_t n_pairs = 0;

	site.other = -1;
	for (size_t i = 0; i < n_benches; i++) {
		if (benches[i]->place == PLACE_ALONE)
			continue;
		n_pairs++;
		assert_int_equal(benches[i]->begin(benches[i], &site), -ENXIO);
		assert_null(site.data);
	}
	assert_int_equal(n_pairs, 3);
}

static void each_is_called_by_a_name_of_its_own(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_benches; i++) {
		const char *key = benches[i]->key;
		size_t len = strlen(key);

		assert_true(len > 0 && len < 24);
		assert_int_equal(strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789._"), len);
		assert_ptr_equal(bench_by_key(key, len), benches[i]);
		assert_null(bench_by_key(key, len - 1));
	}
	assert_null(bench_by_key("", 0));
}

static void each_says_what_it_is(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_benches; i++) {
		const struct bench *bench = benches[i];

		assert_true(strlen(bench->title) > 0);
		/* A column of the price list. */
		assert_true(strlen(bench->title) <= 24);
		assert_true(strlen(bench->help) > 40);
		assert_true(bench->sets & BENCH_ALL);
		assert_non_null(bench->run);
		/* What takes something away knows how often it does. */
		assert_true(!bench->base || bench->per_run >= 0);
	}
}

static void sizes_are_as_their_keys_say(void **state)
{
	size_t n_rings = 0;

	(void)state;
	for (size_t i = 0; i < n_benches; i++) {
		const struct bench *bench = benches[i];
		char key[64];

		if (strncmp(bench->key, "switch.ring.", 12) != 0)
			continue;
		n_rings++;
		snprintf(key, sizeof(key), "switch.ring.%dx%d", bench->n, bench->kib);
		assert_string_equal(bench->key, key);
		assert_int_equal((int)bench->per_run, bench->n);
	}
	assert_int_equal(n_rings, 9);
}

static double cpu_seconds(int whose)
{
	struct rusage usage;

	assert_int_equal(getrusage(whose, &usage), 0);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static double all_cpu_seconds(void)
{
	return cpu_seconds(RUSAGE_SELF) + cpu_seconds(RUSAGE_CHILDREN);
}

/* Fifteen batches of each within two seconds; a machine that is busy takes longer for the same. */
static void quick_ones_are_quick(void **state)
{
	struct bench_site site = pinned_site(*state);
	double begun = all_cpu_seconds();

	if (getenv("OVERTOP_SANITIZED"))
		skip();
	for (size_t i = 0; i < n_benches; i++) {
		const struct bench *bench = benches[i];

		if (!(bench->sets & BENCH_QUICK) || !begins(bench, &site))
			continue;
		assert_true(one_batch(bench, &site, least(bench)));
		ends(bench, &site);
	}
	assert_true(15 * (all_cpu_seconds() - begun) < 5);
}

/* All that hold the other end of the pipe are gone when it has no other end. */
static void assert_all_gone(int fd)
{
	struct pollfd end = {.fd = fd, .events = POLLIN};
	char byte;

	assert_int_equal(poll(&end, 1, PATIENCE_MS), 1);
	assert_int_equal(read(fd, &byte, 1), 0);
}

/* Begins in a process that is then killed. */
static void begin_and_be_killed(const struct bench *bench, struct bench_site *site)
{
	int error = bench->begin ? bench->begin(bench, site) : 0;

	if (error || !bench->run(bench, site, 1))
		_exit(1);
	raise(SIGKILL);
}

static void partners_do_not_outlive_it(void **state)
{
	struct bench_site site = pinned_site(*state);
	static const char key[] = "switch.ring.8x0";
	int ends_of_pipe[2], status;
	pid_t pid;

	assert_int_equal(pipe(ends_of_pipe), 0);
	pid = fork();
	if (pid == 0)
		begin_and_be_killed(bench_by_key(key, strlen(key)), &site);
	close(ends_of_pipe[1]);
	assert_all_gone(ends_of_pipe[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	close(ends_of_pipe[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_runs_and_leaves_nothing),
		cmocka_unit_test(most_can_be_measured_anywhere),
		cmocka_unit_test(without_a_second_cpu_none_is_woken_there),
		cmocka_unit_test(each_is_called_by_a_name_of_its_own),
		cmocka_unit_test(each_says_what_it_is),
		cmocka_unit_test(sizes_are_as_their_keys_say),
		cmocka_unit_test(quick_ones_are_quick),
		cmocka_unit_test(partners_do_not_outlive_it),
	};

	return cmocka_run_group_tests(tests, remember_cpus, NULL);
}
