/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The scan of tasks on the files of another machine, where clocks say nothing. */
#include "config.h"

#include "watch.h"

#include "base/counter.h"
#include "dump.h"

static struct dump dump;
static struct watch watch;

/* A stat line; @utime tells apart where it was read. */
static void put_stat(const char *place, int tid, const char *name, int ppid, int utime,
		     int n_threads)
{
	char path[128], text[512];

	snprintf(path, sizeof(path), "proc/%s/stat", place);
	snprintf(text, sizeof(text),
		 "%d (%s) S %d 1 1 0 -1 4194560 1 2 3 4 %d 5 6 7 20 0 %d 0 %d 8 9 10 11 12 13 14 "
		 "15 0 "
		 "0 0 0 0 0 0 17 2 0 0 0 0 0 1 2 3 4 5 6 7 0\n",
		 tid, name, ppid, utime, n_threads, 1000 + tid);
	dump_put(&dump, path, text);
}

static void put_counts(const char *place, int cswch, int nvcswch, const char *schedstat)
{
	char path[128], text[256];

	snprintf(path, sizeof(path), "proc/%s/status", place);
	snprintf(text, sizeof(text),
		 "Name:\tx\nUid:\t1\t2\t3\t4\nvoluntary_ctxt_switches:\t%d\n"
		 "nonvoluntary_ctxt_switches:\t%d\n",
		 cswch, nvcswch);
	dump_put(&dump, path, text);
	snprintf(path, sizeof(path), "proc/%s/schedstat", place);
	if (schedstat)
		dump_put(&dump, path, schedstat);
}

static int empty_dump(void **state)
{
	(void)state;
	for (int pid = 0; pid < 1000; pid++) {
		char name[32];

		snprintf(name, sizeof(name), "proc/%d", pid);
		dump_remove(&dump, name);
	}
	watch_init(&watch, false);
	return 0;
}

static int end_watch(void **state)
{
	(void)state;
	watch_fini(&watch);
	return 0;
}

static void an_empty_proc_has_no_tasks(void **state)
{
	(void)state;
	const struct tasks *tasks = watch_look(&watch);

	assert_int_equal(tasks->n_processes, 0);
	assert_int_equal(tasks->n_threads, 0);
	assert_false(tasks->has_wait);
}

static void a_process_without_threads_is_its_own(void **state)
{
	(void)state;
	put_stat("9", 9, "b a)s(h", 1, 77, 20);
	put_counts("9", 11, 22, "100 200 33\n");

	const struct tasks *tasks = watch_look(&watch);
	const struct process *process = get_process(tasks, 9);
	const struct task *task = get_thread(tasks, 9);

	assert_int_equal(tasks->n_processes, 1);
	assert_int_equal(process->n_threads, 1);
	assert_int_equal(process->utime_ticks, 77);
	assert_int_equal(process->child_stime_ticks, 7);
	assert_true(process->cpu_ns == COUNTER_UNKNOWN);
	assert_string_equal(task->name, "b a)s(h");
	assert_int_equal(task->pid, 9);
	assert_int_equal(task->ppid, 1);
	assert_int_equal(task->utime_ticks, 77);
	assert_int_equal(task->start_ticks, 1009);
	assert_int_equal(task->cpu, 2);
	assert_int_equal(task->uid, 2);
	assert_int_equal(task->cswch, 11);
	assert_int_equal(task->nvcswch, 22);
	assert_int_equal(task->run_ns, 100);
	assert_int_equal(task->wait_ns, 200);
	assert_int_equal(task->switches, 33);
	assert_true(tasks->has_wait);
}

static void threads_are_found_in_their_folder(void **state)
{
	(void)state;
	put_stat("20", 20, "main", 1, 500, 3);
	put_counts("20", 1, 1, "1 1 1\n");
	put_stat("20/task/20", 20, "main", 1, 100, 3);
	put_counts("20/task/20", 10, 0, "5 6 10\n");
	put_stat("20/task/100", 100, "worker b", 1, 300, 3);
	put_counts("20/task/100", 20, 1, "7 8 21\n");
	put_stat("20/task/21", 21, "worker a", 1, 200, 3);
	/* One that has gone while the dump was made. */
	dump_put(&dump, "proc/20/task/22/", "");
	put_stat("3", 3, "kthreadd", 0, 1, 1);

	const struct tasks *tasks = watch_look(&watch);
	const struct process *process = get_process(tasks, 20);

	assert_int_equal(tasks->n_processes, 2);
	assert_int_equal(tasks->processes[0].pid, 3);
	assert_int_equal(process->n_threads, 3);
	assert_int_equal(process->utime_ticks, 500);
	assert_int_equal(tasks->threads[process->first].tid, 20);
	assert_int_equal(tasks->threads[process->first + 1].tid, 21);
	assert_int_equal(tasks->threads[process->first + 2].tid, 100);
	assert_int_equal(get_thread(tasks, 20)->utime_ticks, 100);
	assert_int_equal(get_thread(tasks, 100)->cswch, 20);
	assert_string_equal(get_thread(tasks, 21)->name, "worker a");
	assert_true(get_thread(tasks, 21)->cswch == COUNTER_UNKNOWN);
	assert_true(get_thread(tasks, 21)->run_ns == COUNTER_UNKNOWN);
	assert_true(get_thread(tasks, 21)->uid == UINT32_MAX);
}

static void what_cannot_be_read_is_left_out(void **state)
{
	(void)state;
	dump_put(&dump, "proc/5/", "");
	dump_put(&dump, "proc/6/stat", "");
	dump_put(&dump, "proc/7/stat", "7 (cut");
	dump_put(&dump, "proc/8", "a file");
	put_stat("9", 9, "whole", 1, 1, 1);
	dump_put(&dump, "proc/9/status", "");
	dump_put(&dump, "proc/9/schedstat", "12 13");

	const struct tasks *tasks = watch_look(&watch);

	assert_int_equal(tasks->n_processes, 1);
	assert_int_equal(tasks->n_threads, 1);
	assert_true(get_thread(tasks, 9)->run_ns == COUNTER_UNKNOWN);
	assert_true(get_thread(tasks, 9)->nvcswch == COUNTER_UNKNOWN);
}

static void zeros_everywhere_are_no_schedstat(void **state)
{
	(void)state;
	put_stat("9", 9, "a", 1, 1, 1);
	put_counts("9", 11, 22, "0 0 0\n");
	put_stat("10", 10, "b", 1, 1, 1);
	put_counts("10", 11, 22, "0 0 0\n");

	const struct tasks *tasks = watch_look(&watch);

	assert_false(tasks->has_wait);
	assert_true(get_thread(tasks, 9)->wait_ns == COUNTER_UNKNOWN);
	assert_true(get_thread(tasks, 9)->run_ns == COUNTER_UNKNOWN);
	assert_true(get_thread(tasks, 10)->switches == COUNTER_UNKNOWN);

	/* One that ran proves that zero means zero. */
	put_counts("10", 11, 22, "5 0 1\n");
	tasks = watch_look(&watch);
	assert_true(tasks->has_wait);
	assert_int_equal(get_thread(tasks, 9)->wait_ns, 0);
}

/* Nothing tells that the files have changed but the files. */
static void everything_is_read_each_time(void **state)
{
	(void)state;
	put_stat("9", 9, "a", 1, 1, 1);
	put_counts("9", 11, 22, "100 200 33\n");
	watch_look(&watch);
	put_counts("9", 12, 22, "100 200 33\n");
	assert_int_equal(get_thread(watch_look(&watch), 9)->cswch, 12);
	put_stat("9", 9, "b", 1, 1, 1);
	assert_string_equal(get_thread(watch_look(&watch), 9)->name, "b");
	put_stat("11", 11, "c", 1, 1, 1);
	assert_int_equal(watch_look(&watch)->n_processes, 2);
	dump_remove(&dump, "proc/9");
	assert_int_equal(watch_look(&watch)->n_processes, 1);
}

static int enter(void **state)
{
	(void)state;
	dump_init(&dump);
	dump_enter(&dump);
	return 0;
}

static int leave(void **state)
{
	(void)state;
	dump_fini(&dump);
	return 0;
}

#define IN_DUMP(function) cmocka_unit_test_setup_teardown(function, empty_dump, end_watch)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_DUMP(an_empty_proc_has_no_tasks),
		IN_DUMP(a_process_without_threads_is_its_own),
		IN_DUMP(threads_are_found_in_their_folder),
		IN_DUMP(what_cannot_be_read_is_left_out),
		IN_DUMP(zeros_everywhere_are_no_schedstat),
		IN_DUMP(everything_is_read_each_time),
	};

	return cmocka_run_group_tests(tests, enter, leave);
}
