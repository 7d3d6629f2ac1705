/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The scan of tasks on this machine: what its processes do is seen, exactly. */
#include "config.h"

#include "watch.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "actor.h"
#include "base/clock.h"
#include "base/counter.h"

struct scene {
	struct actor actor;
	struct watch watch;
};

static struct scene scene;
static bool may_netlink;

static int begin_scene(void **state)
{
	*state = &scene;
	actor_start(&scene.actor);
	watch_init_by(&scene.watch, may_netlink);
	return 0;
}

static int end_scene(void **state)
{
	struct scene *it = *state;

	actor_stop(&it->actor);
	watch_fini(&it->watch);
	return 0;
}

static void everything_is_in_order(void **state)
{
	struct scene *it = *state;
	const struct tasks *tasks = watch_look(&it->watch);
	size_t next = 0;

	for (size_t i = 0; i < tasks->n_processes; i++) {
		const struct process *process = &tasks->processes[i];

		assert_true(i == 0 || process->pid > process[-1].pid);
		assert_true(process->n_threads > 0);
		assert_int_equal(process->first, next);
		next += process->n_threads;
		for (size_t k = process->first; k < next; k++) {
			assert_int_equal(tasks->threads[k].pid, process->pid);
			assert_true(k == process->first ||
				    tasks->threads[k].tid > tasks->threads[k - 1].tid);
		}
	}
	assert_int_equal(next, tasks->n_threads);
	assert_true(tasks->begun_boot_ns <= clock_boottime_ns());
}

static void we_are_described(void **state)
{
	struct scene *it = *state;
	const struct tasks *tasks = watch_look(&it->watch);
	const struct process *process = get_process(tasks, getpid());
	const struct task *task = get_thread(tasks, getpid());

	assert_int_equal(process->n_threads, 1);
	assert_int_equal(task->ppid, getppid());
	assert_int_equal(task->uid, geteuid());
	assert_int_equal(task->state, 'R');
	assert_false(task->is_kernel);
	assert_true(task->cpu >= 0);
	assert_true(task->start_ticks == process->start_ticks);
	assert_true(task->seen_ns <= clock_monotonic_ns());
	assert_true(process->cpu_ns > 0 && process->cpu_ns <= clock_own_cpu_ns());
	assert_true(process->child_utime_ticks != COUNTER_UNKNOWN);
}

static void switches_are_exact(void **state)
{
	struct scene *it = *state;
	int pid = it->actor.pid;
	uint64_t before = get_thread(watch_look(&it->watch), pid)->cswch;
	struct actor_reply reply = actor_tell(&it->actor, 0, ACTOR_SWITCH, 1007);
	const struct task *task = get_thread(watch_look(&it->watch), pid);

	assert_int_equal(task->cswch, reply.switches);
	/* And the one of going to sleep again. */
	assert_int_equal(task->cswch - before, 1008);
	assert_int_equal(task->idle_scans, 0);
	assert_int_equal(task->state, 'S');
}

static void cpu_time_is_seen(void **state)
{
	struct scene *it = *state;
	int pid = it->actor.pid;
	const struct tasks *tasks = watch_look(&it->watch);
	struct process process = *get_process(tasks, pid);
	struct task task = *get_thread(tasks, pid);

	actor_tell(&it->actor, 0, ACTOR_BURN, 60);
	tasks = watch_look(&it->watch);
	assert_true(get_process(tasks, pid)->cpu_ns - process.cpu_ns >= 60000000);
	assert_true(get_thread(tasks, pid)->utime_ticks + get_thread(tasks, pid)->stime_ticks -
			    task.utime_ticks - task.stime_ticks >=
		    5);
	/* The kernel splits the time of each of the two by itself, and in whole ticks. */
	assert_in_range(get_process(tasks, pid)->utime_ticks + 1 -
				get_thread(tasks, pid)->utime_ticks,
			0, 2);
	if (tasks->has_wait)
		assert_true(get_thread(tasks, pid)->run_ns - task.run_ns >= 60000000);
}

static void threads_come_and_go(void **state)
{
	struct scene *it = *state;
	int pid = it->actor.pid, tid;

	assert_int_equal(get_process(watch_look(&it->watch), pid)->n_threads, 1);
	tid = actor_tell(&it->actor, 0, ACTOR_START, 1).tid;

	const struct tasks *tasks = watch_look(&it->watch);

	assert_int_equal(get_process(tasks, pid)->n_threads, 2);
	assert_int_equal(get_thread(tasks, tid)->pid, pid);
	assert_int_equal(get_thread(tasks, tid)->ppid, getpid());
	actor_end(&it->actor, 1, tid);
	tasks = watch_look(&it->watch);
	assert_int_equal(get_process(tasks, pid)->n_threads, 1);
	assert_null(find_thread(tasks, tid));
}

/* One thread exits and another starts between two looks: their number says nothing. */
static void one_thread_takes_the_place_of_another(void **state)
{
	struct scene *it = *state;
	int tid = actor_tell(&it->actor, 0, ACTOR_START, 1).tid, other;

	watch_look(&it->watch);
	actor_end(&it->actor, 1, tid);
	other = actor_tell(&it->actor, 0, ACTOR_START, 2).tid;

	const struct tasks *tasks = watch_look(&it->watch);

	assert_int_equal(get_process(tasks, it->actor.pid)->n_threads, 2);
	get_thread(tasks, other);
	if (other != tid)
		assert_null(find_thread(tasks, tid));
}

static void what_exited_threads_used_stays_with_the_process(void **state)
{
	struct scene *it = *state;
	int pid = it->actor.pid;
	int tid = actor_tell(&it->actor, 0, ACTOR_START, 1).tid;

	actor_tell(&it->actor, 1, ACTOR_BURN, 50);
	actor_end(&it->actor, 1, tid);

	const struct tasks *tasks = watch_look(&it->watch);

	assert_true(get_process(tasks, pid)->cpu_ns >= 50000000);
	assert_true(get_process(tasks, pid)->utime_ticks + get_process(tasks, pid)->stime_ticks >=
		    4);
	/* The only thread that is left is not charged with it. */
	assert_true(get_thread(tasks, pid)->utime_ticks + get_thread(tasks, pid)->stime_ticks < 3);
}

static void a_zombie_is_a_task_until_it_is_gone(void **state)
{
	struct scene *it = *state;
	int pid = it->actor.pid;

	watch_look(&it->watch);
	actor_die(&it->actor);
	assert_int_equal(get_thread(watch_look(&it->watch), pid)->state, 'Z');
	assert_int_equal(get_thread(watch_look(&it->watch), pid)->state, 'Z');
	waitpid(pid, NULL, 0);

	const struct tasks *tasks = watch_look(&it->watch);

	assert_null(find_process(tasks, pid));
	assert_null(find_thread(tasks, pid));
}

static void check_name(struct scene *it, const char *name)
{
	actor_name(&it->actor, 0, name);

	const struct task *task = get_thread(watch_look(&it->watch), it->actor.pid);

	assert_string_equal(task->name, name);
	assert_int_equal(task->ppid, getpid());
	assert_int_equal(task->state, 'S');
}

static void names_are_raw(void **state)
{
	check_name(*state, "x) R 1 (y");
	check_name(*state, "a\nb\tc");
	check_name(*state, "\x1b]0;T\x07");
	check_name(*state, "\xff\xfe");
	check_name(*state, "");
	check_name(*state, "%n%s");
}

/* A process that sleeps gets another parent without running: that is seen all the same. */
static void an_orphan_has_a_new_parent(void **state)
{
	struct scene *it = *state;
	int child;

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	child = actor_tell(&it->actor, 0, ACTOR_FORK, 0).tid;
	watch_look(&it->watch);
	assert_int_equal(get_thread(watch_look(&it->watch), child)->ppid, it->actor.pid);
	kill(it->actor.pid, SIGKILL);
	waitpid(it->actor.pid, NULL, 0);
	/* The scan that finds the parent gone may still go by the list before. */
	watch_look(&it->watch);
	assert_int_equal(get_thread(watch_look(&it->watch), child)->ppid, getpid());
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	prctl(PR_SET_CHILD_SUBREAPER, 0);
}

static void a_new_process_is_seen_at_once(void **state)
{
	struct scene *it = *state;
	struct actor other;

	for (int i = 0; i < 4; i++)
		watch_look(&it->watch);
	actor_start(&other);
	assert_non_null(find_process(watch_look(&it->watch), other.pid));
	actor_stop(&other);
	assert_null(find_process(watch_look(&it->watch), other.pid));
}

#define SCENE(function) cmocka_unit_test_setup_teardown(function, begin_scene, end_scene)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE(everything_is_in_order),
		SCENE(we_are_described),
		SCENE(switches_are_exact),
		SCENE(cpu_time_is_seen),
		SCENE(threads_come_and_go),
		SCENE(one_thread_takes_the_place_of_another),
		SCENE(what_exited_threads_used_stays_with_the_process),
		SCENE(a_zombie_is_a_task_until_it_is_gone),
		SCENE(names_are_raw),
		SCENE(an_orphan_has_a_new_parent),
		SCENE(a_new_process_is_seen_at_once),
	};

	int n_failed = cmocka_run_group_tests_name("by files", tests, NULL, NULL);

	may_netlink = true;
	return n_failed + cmocka_run_group_tests_name("by taskstats", tests, NULL, NULL);
}
