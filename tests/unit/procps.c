/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <sys/syscall.h>

#include "base/counter.h"
#include "base/xalloc.h"
#include "dump.h"
#include "source/procps.h"

#define UNKNOWN COUNTER_UNKNOWN

static struct dump dump;

static int setup(void **state)
{
	*state = procps_new();
	return 0;
}

static int teardown(void **state)
{
	procps_free(*state);
	return 0;
}

static int setup_empty(void **state)
{
	dump_empty(&dump, "proc");
	return setup(state);
}

static void this_machine_can_be_read(void **state)
{
	struct memory memory;
	struct paging paging, later;
	struct load load;

	for (int i = 0; i < 2; i++) {
		assert_int_equal(procps_read_memory(*state, &memory), 0);
		assert_int_equal(procps_read_paging(*state, &paging), 0);
		assert_int_equal(procps_read_load(*state, &load), 0);
	}
	assert_true(memory.total_kib > 1024 && memory.total_kib != UNKNOWN);
	assert_true(memory.used_kib < memory.total_kib && memory.free_kib < memory.total_kib);
	assert_true(memory.swap_used_kib <= memory.swap_total_kib);
	assert_true(load.average[0] >= 0 && load.uptime_s > 0);
	assert_int_equal(procps_read_paging(*state, &later), 0);
	assert_true(later.faults >= paging.faults && later.read_ns > paging.read_ns);
}

struct sleeper {
	pthread_mutex_t gate;
	int tid;
};

static void *sleep_at_gate(void *argument)
{
	struct sleeper *sleeper = argument;

	__atomic_store_n(&sleeper->tid, (int)syscall(SYS_gettid), __ATOMIC_RELEASE);
	pthread_mutex_lock(&sleeper->gate);
	pthread_mutex_unlock(&sleeper->gate);
	return NULL;
}

/* This process, a thread of it, and no such task, among more than libproc2 takes at once. */
static void living_tasks_are_described(void **state)
{
	enum { N = 600 };
	struct sleeper sleeper = {.gate = PTHREAD_MUTEX_INITIALIZER};
	struct task_words *words = xcalloc(N, sizeof(*words));
	pthread_t thread;

	pthread_mutex_lock(&sleeper.gate);
	assert_int_equal(pthread_create(&thread, NULL, sleep_at_gate, &sleeper), 0);
	while (!__atomic_load_n(&sleeper.tid, __ATOMIC_ACQUIRE))
		sched_yield();
	for (int i = 0; i < N; i++)
		words[i].tid = 5000000 + i;
	words[3].tid = getpid();
	words[599].tid = sleeper.tid;
	words[0].command_line = xstrdup("of the task before");
	for (int i = 0; i < 2; i++)
		assert_int_equal(procps_describe(*state, words, N), 0);
	pthread_mutex_unlock(&sleeper.gate);
	pthread_join(thread, NULL);
	assert_null(words[0].command_line);
	assert_non_null(words[3].command_line);
	assert_non_null(strstr(words[3].command_line, program_invocation_short_name));
	assert_non_null(words[599].command_line);
	assert_string_equal(words[599].command_line, words[3].command_line);
	for (int i = 0; i < N; i++) {
		assert_int_equal(words[i].command_line != NULL, i == 3 || i == 599);
		task_words_fini(&words[i]);
	}
	free(words);
}

static void an_empty_dump_is_all_unknown(void **state)
{
	struct task_words words = {.tid = 1};
	struct memory memory;
	struct paging paging;
	struct load load;

	assert_int_equal(procps_read_memory(*state, &memory), -ENOENT);
	assert_int_equal(memory.total_kib, UNKNOWN);
	assert_int_equal(memory.used_kib, UNKNOWN);
	assert_int_equal(memory.swap_used_kib, UNKNOWN);
	assert_int_equal(procps_read_paging(*state, &paging), -ENOENT);
	assert_int_equal(paging.faults, UNKNOWN);
	assert_int_equal(procps_read_load(*state, &load), -ENOENT);
	assert_true(isnan(load.average[0]) && isnan(load.average[2]) && isnan(load.uptime_s));
	assert_int_equal(procps_describe(*state, &words, 1), 0);
	assert_null(words.command_line);
	assert_null(words.cgroup);
	assert_null(words.wchan);
}

static void memory_of_a_dump_is_read(void **state)
{
	struct memory memory;

	dump_put(&dump, "proc/meminfo",
		 "MemTotal: 1000 kB\nMemFree: 200 kB\nMemAvailable: 600 kB\nBuffers: 0 kB\n"
		 "Cached: 300 kB\nSReclaimable: 50 kB\nSwapTotal: 90 kB\nSwapFree: 60 kB\n");
	assert_int_equal(procps_read_memory(*state, &memory), 0);
	assert_int_equal(memory.total_kib, 1000);
	assert_int_equal(memory.used_kib, 400);
	assert_int_equal(memory.free_kib, 200);
	assert_int_equal(memory.available_kib, 600);
	assert_int_equal(memory.buffers_kib, 0);
	assert_int_equal(memory.cached_kib, 350);
	assert_int_equal(memory.swap_total_kib, 90);
	assert_int_equal(memory.swap_used_kib, 30);
}

static void before_memavailable_used_is_what_is_not_cache(void **state)
{
	struct memory memory;

	dump_put(&dump, "proc/meminfo",
		 "MemTotal: 1000 kB\nMemFree: 200 kB\nBuffers: 50 kB\nCached: 350 kB\n"
		 "SReclaimable: 100 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n");
	assert_int_equal(procps_read_memory(*state, &memory), 0);
	assert_int_equal(memory.available_kib, UNKNOWN);
	assert_int_equal(memory.used_kib, 300);
	assert_int_equal(memory.swap_total_kib, 0);
	assert_int_equal(memory.swap_used_kib, 0);
}

static void files_of_something_else_are_unknown(void **state)
{
	struct memory memory;
	struct paging paging;
	struct load load;

	dump_put(&dump, "proc/meminfo", "no such lines\n");
	dump_put(&dump, "proc/vmstat", "nr_free_pages 5\npgpgin 7\n");
	dump_put(&dump, "proc/loadavg", "what\n");
	dump_put(&dump, "proc/uptime", "100.50 1.00\n");
	assert_int_equal(procps_read_memory(*state, &memory), -EINVAL);
	assert_int_equal(memory.free_kib, UNKNOWN);
	assert_int_equal(procps_read_paging(*state, &paging), -EINVAL);
	assert_int_equal(paging.in_kib, UNKNOWN);
	assert_int_equal(procps_read_load(*state, &load), 0);
	assert_true(isnan(load.average[0]));
	assert_true(load.uptime_s > 100);
}

static void load_is_read_in_every_language(void **state)
{
	static const char *const languages[] = {"C", "de_DE.UTF-8"};
	struct load load;

	dump_put(&dump, "proc/loadavg", "0.09 1.25 10.50 1/92 6809\n");
	dump_put(&dump, "proc/uptime", "1234.75 99.00\n");
	for (size_t i = 0; i < 2; i++) {
		if (!setlocale(LC_ALL, languages[i]))
			continue;
		assert_int_equal(procps_read_load(*state, &load), 0);
		setlocale(LC_ALL, "C");
		assert_true(fabs(load.average[0] - 0.09) < 1e-9);
		assert_true(fabs(load.average[2] - 10.5) < 1e-9);
		assert_true(fabs(load.uptime_s - 1234.75) < 1e-9);
	}
}

static void paging_of_a_dump_is_read(void **state)
{
	struct paging paging;

	dump_put(&dump, "proc/vmstat",
		 "nr_free_pages 1\npgpgin 11\npgpgout 12\npswpin 0\npswpout 14\npgfault 15\n"
		 "pgmajfault 16\n");
	assert_int_equal(procps_read_paging(*state, &paging), 0);
	assert_int_equal(paging.in_kib, 11);
	assert_int_equal(paging.out_kib, 12);
	assert_int_equal(paging.swap_in, 0);
	assert_int_equal(paging.swap_out, 14);
	assert_int_equal(paging.faults, 15);
	assert_int_equal(paging.major_faults, 16);
	assert_true(paging.read_ns > 0);
}

static void put_file(const char *tid, const char *name, const char *text)
{
	char path[64];

	snprintf(path, sizeof(path), "proc/%s/%s", tid, name);
	dump_put(&dump, path, text);
}

static void put_task(const char *tid, const char *name, const char *command_line,
		     const char *cgroup, const char *wchan)
{
	char text[256];

	snprintf(text, sizeof(text), "%s (%s) S 1 1 1 0 -1 0 0 0 0 0 1 2 3 4 20 0 1 0 5", tid,
		 name);
	put_file(tid, "stat", text);
	snprintf(text, sizeof(text), "Name:\t%s\nState:\tS (sleeping)\nTgid:\t%s\nPid:\t%s\n", name,
		 tid, tid);
	put_file(tid, "status", text);
	put_file(tid, "cmdline", command_line);
	put_file(tid, "cgroup", cgroup);
	put_file(tid, "wchan", wchan);
}

static void tasks_of_a_dump_are_described(void **state)
{
	struct task_words words[4] = {{.tid = 40}, {.tid = 41}, {.tid = 42}, {.tid = 43}};

	put_task("40", "bash", "/bin/bash", "0::/user.slice/a,b.scope\n", "do_wait");
	put_task("42", "kthreadd", "", "0::/\n", "0");
	put_task("43", "x", "[y]", "12:pids:/old\n1:name=systemd:/\n0::/new\n", "");
	assert_int_equal(procps_describe(*state, words, 4), 0);
	assert_string_equal(words[0].command_line, "/bin/bash");
	assert_string_equal(words[0].cgroup, "/user.slice/a,b.scope");
	assert_string_equal(words[0].wchan, "do_wait");
	assert_null(words[1].command_line);
	assert_null(words[2].command_line);
	assert_null(words[2].wchan);
	assert_string_equal(words[3].command_line, "[y]");
	assert_string_equal(words[3].cgroup, "/new");
	assert_null(words[3].wchan);
	for (int i = 0; i < 4; i++)
		task_words_fini(&words[i]);
}

#define TEST(function)   cmocka_unit_test_setup_teardown(function, setup, teardown)
#define DUMPED(function) cmocka_unit_test_setup_teardown(function, setup_empty, teardown)

int main(void)
{
	const struct CMUnitTest live[] = {
		TEST(this_machine_can_be_read),
		TEST(living_tasks_are_described),
	};
	const struct CMUnitTest dumped[] = {
		DUMPED(an_empty_dump_is_all_unknown),
		DUMPED(memory_of_a_dump_is_read),
		DUMPED(before_memavailable_used_is_what_is_not_cache),
		DUMPED(files_of_something_else_are_unknown),
		DUMPED(load_is_read_in_every_language),
		DUMPED(paging_of_a_dump_is_read),
		DUMPED(tasks_of_a_dump_are_described),
	};
	int failed = cmocka_run_group_tests(live, NULL, NULL);

	if (failed)
		return failed;
	dump_init(&dump);
	dump_enter(&dump);
	failed = cmocka_run_group_tests(dumped, NULL, NULL);
	dump_fini(&dump);
	return failed;
}
