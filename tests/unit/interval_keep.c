/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Copies of intervals that stay: what is in them, and that they need nothing of what they were made of. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "furnished.h"
#include "handmade.h"

enum { N_PROCESSES = 6, N_THREADS = 3 };

struct copies {
	struct handmade machine;
	struct interval kept;
};

static int setup(void **state)
{
	static struct copies copies;

	handmade_init(&copies.machine, 2, N_PROCESSES, N_THREADS);
	interval_init(&copies.kept);
	*state = &copies;
	return 0;
}

static int teardown(void **state)
{
	struct copies *copies = *state;

	interval_fini(&copies->kept);
	return 0;
}

static bool is_any(const void *data, const struct task_interval *task)
{
	(void)data;
	(void)task;
	return true;
}

static bool is_tid(const void *data, const struct task_interval *task)
{
	return task->tid == *(const int *)data;
}

static bool is_pid(const void *data, const struct task_interval *task)
{
	return !task->tid && task->pid == *(const int *)data;
}

static void all_of_it_outlives_the_original(void **state)
{
	struct copies *copies = *state;
	const struct interval *from = &copies->machine.interval;
	struct interval *kept = &copies->kept;

	interval_keep(kept, from, is_any, NULL);
	assert_int_equal(kept->n_processes, from->n_processes);
	assert_int_equal(kept->n_threads, from->n_threads);
	handmade_fini(&copies->machine);
	for (size_t i = 0; i < kept->n_processes; i++) {
		const struct task_interval *process = &kept->processes[i];

		assert_int_equal(strncmp(process->name, "work", 4), 0);
		for (size_t k = 0; k < process->n_listed; k++)
			assert_int_equal(kept->threads[process->first + k].pid, process->pid);
	}
	assert_int_equal(kept->cpus[1].cpu, kept->cpu_numbers[1]);
}

static void what_is_beside_the_tasks_outlives_it_too(void **state)
{
	struct copies *copies = *state;
	const struct interval *kept = &copies->kept;

	furnish(&copies->machine.interval);
	interval_keep(&copies->kept, &copies->machine.interval, is_any, NULL);
	handmade_fini(&copies->machine);
	assert_int_equal(kept->softnets[1].cpu, 4);
	assert_int_equal(kept->netdevs[0].queues[2].kind, 't');
	assert_int_equal(cpuset_count(kept->netdevs[0].queues[0].cpus), 2);
	assert_null(kept->netdevs[0].queues[2].cpus);
	assert_null(kept->netdevs[1].driver);
	assert_string_equal(kept->sockets.top, "192.0.2.7:443");
	assert_null(kept->sockets.listener);
	assert_string_equal(kept->exited[0].parent_name, "gcc");
	assert_null(kept->exited[1].parent_name);
	assert_string_equal(kept->cgroups[0].path, "/a b/\x01");
	assert_string_equal(kept->settings[1].name, "net.ipv4.tcp_rmem");
	assert_true(kept->has_marks && kept->has_exits);
	assert_string_equal(kept->marks[1].rule, "R17");
	assert_int_equal(kept->n_softnets + kept->n_netdevs + kept->n_exited + kept->n_cgroups +
				 kept->n_settings + kept->n_marks,
			 11);
}

/* The process of a thread comes with it, and says how many threads it has as it did before. */
static void a_thread_brings_its_process(void **state)
{
	struct copies *copies = *state;
	struct interval *kept = &copies->kept;
	const int tid = copies->machine.interval.threads[2 * N_THREADS + 1].tid;

	interval_keep(kept, &copies->machine.interval, is_tid, &tid);
	assert_int_equal(kept->n_processes, 1);
	assert_int_equal(kept->n_threads, 1);
	assert_int_equal(kept->processes[0].pid, kept->threads[0].pid);
	assert_int_equal(kept->processes[0].first, 0);
	assert_int_equal(kept->processes[0].n_listed, 1);
	assert_int_equal(kept->processes[0].n_threads, N_THREADS);
	handmade_fini(&copies->machine);
}

static void a_process_may_be_kept_without_its_threads(void **state)
{
	struct copies *copies = *state;
	struct interval *kept = &copies->kept;
	const int pid = copies->machine.interval.processes[4].pid;

	interval_keep(kept, &copies->machine.interval, is_pid, &pid);
	assert_int_equal(kept->n_processes, 1);
	assert_int_equal(kept->n_threads, 0);
	assert_int_equal(kept->processes[0].n_listed, 0);
	handmade_fini(&copies->machine);
}

/* What an incident is made of: also who hangs on a disk, and does nothing at all. */
static void active_is_what_runs_or_cannot(void **state)
{
	struct task_interval task = {.state = 'S'};

	(void)state;
	assert_false(task_interval_is_active(&task));
	task.ran = true;
	assert_true(task_interval_is_active(&task));
	task.ran = false;
	task.state = 'D';
	assert_true(task_interval_is_active(&task));
	task.state = 'R';
	assert_true(task_interval_is_active(&task));
	task.state = 'Z';
	assert_false(task_interval_is_active(&task));
}

/* Made again and again in the same place, it takes no more room. */
static void a_copy_may_be_made_anew(void **state)
{
	struct copies *copies = *state;
	struct interval *kept = &copies->kept;
	size_t total;

	interval_keep(kept, &copies->machine.interval, is_any, NULL);
	total = kept->arena.total;
	for (int i = 0; i < 3; i++)
		interval_keep(kept, &copies->machine.interval, is_any, NULL);
	assert_int_equal(kept->arena.total, total);
	assert_int_equal(kept->n_processes, N_PROCESSES);
	handmade_fini(&copies->machine);
}

static void nothing_can_be_kept(void **state)
{
	struct copies *copies = *state;
	struct interval nothing;

	interval_init(&nothing);
	interval_keep(&copies->kept, &nothing, is_any, NULL);
	assert_int_equal(copies->kept.n_cpus, 0);
	assert_int_equal(copies->kept.n_processes, 0);
	interval_fini(&nothing);
	handmade_fini(&copies->machine);
}

#define KEEP_TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		KEEP_TEST(all_of_it_outlives_the_original),
		KEEP_TEST(what_is_beside_the_tasks_outlives_it_too),
		KEEP_TEST(a_thread_brings_its_process),
		KEEP_TEST(a_process_may_be_kept_without_its_threads),
		cmocka_unit_test(active_is_what_runs_or_cannot),
		KEEP_TEST(a_copy_may_be_made_anew),
		KEEP_TEST(nothing_can_be_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
