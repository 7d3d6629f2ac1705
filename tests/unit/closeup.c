/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>

#include "closeups.h"
#include "dump.h"
#include "interval.h"
#include "prefixes.h"
#include "source/closeup.h"

static struct dump dump;
static struct closeup closeup;

static void assert_allowed(const struct cpuset *set, const char *expected)
{
	char text[64];

	cpuset_format(set, text, sizeof(text));
	assert_string_equal(text, expected);
}

static pid_t sleeper(void)
{
	pid_t pid = fork();

	if (pid == 0)
		for (;;)
			pause();
	return pid;
}

/* Field 22 of its stat; its name holds neither blank nor parenthesis. */
static uint64_t start_of(pid_t pid)
{
	char path[64], text[1024];
	unsigned long long start = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_non_null(fgets(text, sizeof(text), file));
	fclose(file);

	char *at = text;

	for (int field = 1; field < 22; field++)
		at = strchr(at, ' ') + 1;
	start = strtoull(at, NULL, 10);
	return start;
}

static void a_sleeper_is_seen_asleep(void **state)
{
	(void)state;
	pid_t pid = sleeper();
	uint64_t start_ticks = start_of(pid);
	cpu_set_t own;

	assert_true(closeup.is_own_proc);
	do
		assert_true(closeup_read(&closeup, pid, pid, start_ticks));
	while (!closeup.has_wchan);
	assert_true(strlen(closeup.wchan) > 1);
	assert_true(closeup.has_allowed);
	assert_int_equal(sched_getaffinity(0, sizeof(own), &own), 0);
	assert_int_equal(cpuset_count(&closeup.allowed), CPU_COUNT(&own));
	for (int cpu = -1; (cpu = cpuset_next(&closeup.allowed, cpu)) >= 0;)
		assert_true(CPU_ISSET(cpu, &own));
	/* Another that had its number. */
	assert_false(closeup_read(&closeup, pid, pid, start_ticks + 1));
	assert_false(closeup.has_wchan || closeup.has_allowed);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	assert_false(closeup_read(&closeup, pid, pid, start_ticks));
}

static void put(int pid, int tid, const char *wchan)
{
	char path[64], text[256];

	snprintf(path, sizeof(path), "proc/%d/task/%d/wchan", pid, tid);
	dump_put(&dump, path, wchan);
	snprintf(path, sizeof(path), "proc/%d/task/%d/stat", pid, tid);
	snprintf(text, sizeof(text),
		 "%d (x) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 500 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "
		 "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
		 tid);
	dump_put(&dump, path, text);
	snprintf(path, sizeof(path), "proc/%d/task/%d/status", pid, tid);
	dump_put(&dump, path, "Name:\tx\nCpus_allowed:\tc\nCpus_allowed_list:\t2-3\n");
}

/* As where /proc is of another namespace: no number there may be given to a system call. */
static void with_foreign_numbers_files_are_read(void **state)
{
	(void)state;
	put(7, 8, "futex_do_wait");
	put(7, 9, "0");
	assert_true(closeup_read(&closeup, 7, 8, 500));
	assert_true(closeup.has_wchan);
	assert_string_equal(closeup.wchan, "futex_do_wait");
	assert_true(closeup.has_allowed);
	assert_allowed(&closeup.allowed, "2-3");
	assert_true(closeup_read(&closeup, 7, 9, 500));
	assert_false(closeup.has_wchan);
}

static void parse(const char *text, size_t len)
{
	closeup_parse_wchan(text, len, &closeup);
	assert_true(closeup.has_wchan == (len > 0));
	assert_true(strlen(closeup.wchan) <= len);
}

static void any_text_is_cut_to_what_fits(void **state)
{
	(void)state;
	for_each_prefix("a_function_of_the_kernel_with_a_name_that_is_longer_than_any_that_it_has",
			parse);
	closeup_parse_wchan("0\n", 2, &closeup);
	assert_false(closeup.has_wchan);
}

/* 30 in state D, of which 16 are looked at; one that waits; the leader's is that of its process. */
static void the_worst_of_each_kind_are_looked_at(void **state)
{
	(void)state;
	struct task_interval threads[40] = {0}, process = {.pid = 7};
	struct interval interval = {
		.threads = threads, .n_threads = 40, .processes = &process, .n_processes = 1};
	size_t n_seen = 0;

	for (int i = 0; i < 40; i++) {
		threads[i] = (struct task_interval){.pid = 7,
						    .tid = 7 + i,
						    .start_ticks = 500,
						    .state = i < 30 ? 'D' : 'S',
						    .wait_pct = (double)NAN,
						    .cswch_per_s = 99};
		put(7, 7 + i, "io_schedule");
	}
	threads[35].wait_pct = 10;
	threads[36].wait_pct = 9.9;
	threads[37].cswch_per_s = 100;
	closeups_add(&closeup, &interval);
	for (size_t i = 0; i < 30; i++)
		n_seen += threads[i].wchan ? 1 : 0;
	assert_int_equal(n_seen, 16);
	assert_non_null(threads[35].allowed);
	assert_null(threads[36].allowed);
	assert_non_null(threads[37].wchan);
	assert_null(threads[38].wchan);
	assert_string_equal(process.wchan, "io_schedule");
	assert_allowed(process.allowed, "2-3");
	arena_fini(&interval.arena);
}

static void most_are_those_that_wait_most(void **state)
{
	(void)state;
	struct task_interval threads[40] = {0};
	struct interval interval = {.threads = threads, .n_threads = 40};

	for (int i = 0; i < 40; i++) {
		threads[i] = (struct task_interval){
			.pid = 7, .tid = 8 + i, .start_ticks = 500, .wait_pct = 20 + i * 7 % 40};
		put(7, 8 + i, "0");
	}
	closeups_add(&closeup, &interval);
	for (size_t i = 0; i < 40; i++)
		assert_true((threads[i].allowed != NULL) == (threads[i].wait_pct >= 44));
	/* What was since boot may long be over. */
	for (size_t i = 0; i < 40; i++)
		threads[i].allowed = NULL;
	interval.is_since_boot = true;
	closeups_add(&closeup, &interval);
	for (size_t i = 0; i < 40; i++)
		assert_null(threads[i].allowed);
	arena_fini(&interval.arena);
}

int main(void)
{
	const struct CMUnitTest live[] = {
		cmocka_unit_test(a_sleeper_is_seen_asleep),
	};
	const struct CMUnitTest dumped[] = {
		cmocka_unit_test(with_foreign_numbers_files_are_read),
		cmocka_unit_test(any_text_is_cut_to_what_fits),
		cmocka_unit_test(the_worst_of_each_kind_are_looked_at),
		cmocka_unit_test(most_are_those_that_wait_most),
	};
	int failed;

	closeup_init(&closeup);
	failed = cmocka_run_group_tests(live, NULL, NULL);
	closeup_fini(&closeup);
	if (failed)
		return failed;
	dump_init(&dump);
	dump_enter(&dump);
	closeup_init(&closeup);
	failed = cmocka_run_group_tests(dumped, NULL, NULL);
	closeup_fini(&closeup);
	dump_fini(&dump);
	return failed;
}
