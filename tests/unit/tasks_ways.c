/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The two ways in which threads are asked give the same, to the unit.  One of them needs CAP_NET_ADMIN. */
#include "config.h"

#include "watch.h"

#include <sys/wait.h>
#include <unistd.h>

#include "actor.h"

#define N_THREADS 5

static struct actor actor;
static int tids[N_THREADS];

/* Two that look at the same, in different ways. */
static struct watch by_files, by_taskstats;

static int begin(void **state)
{
	(void)state;
	actor_start(&actor);
	for (int i = 0; i < N_THREADS; i++)
		tids[i] = actor_tell(&actor, 0, ACTOR_START, i + 1).tid;
	watch_init_by(&by_files, false);
	watch_init_by(&by_taskstats, true);
	return 0;
}

static int end(void **state)
{
	(void)state;
	actor_stop(&actor);
	watch_fini(&by_files);
	watch_fini(&by_taskstats);
	return 0;
}

static void need_taskstats(void)
{
	if (!task_scan_has_taskstats(by_taskstats.scan)) {
		print_message("taskstats: the kernel does not answer\n");
		skip();
	}
}

static void check_same(const struct task *files, const struct task *taskstats)
{
	assert_int_equal(files->tid, taskstats->tid);
	assert_int_equal(files->pid, taskstats->pid);
	assert_int_equal(files->ppid, taskstats->ppid);
	assert_int_equal(files->cpu, taskstats->cpu);
	assert_int_equal(files->start_ticks, taskstats->start_ticks);
	assert_int_equal(files->utime_ticks, taskstats->utime_ticks);
	assert_int_equal(files->stime_ticks, taskstats->stime_ticks);
	assert_int_equal(files->run_ns, taskstats->run_ns);
	assert_int_equal(files->wait_ns, taskstats->wait_ns);
	assert_int_equal(files->switches, taskstats->switches);
	assert_int_equal(files->cswch, taskstats->cswch);
	assert_int_equal(files->nvcswch, taskstats->nvcswch);
	assert_int_equal(files->uid, taskstats->uid);
	assert_int_equal(files->nice, taskstats->nice);
	assert_int_equal(files->policy, taskstats->policy);
	assert_int_equal(files->state, taskstats->state);
	assert_int_equal(files->is_settled, taskstats->is_settled);
	assert_int_equal(files->idle_scans, taskstats->idle_scans);
	assert_string_equal(files->name, taskstats->name);
}

/* Looks both ways at the actor, all of whose threads sleep. */
static const struct tasks *look(void)
{
	const struct tasks *files = watch_look(&by_files);
	const struct tasks *taskstats = watch_look(&by_taskstats);
	const struct process *process = get_process(files, actor.pid);
	const struct process *same = get_process(taskstats, actor.pid);

	assert_int_equal(process->n_threads, same->n_threads);
	assert_int_equal(process->cpu_ns, same->cpu_ns);
	for (size_t i = 0; i < process->n_threads; i++)
		check_same(&files->threads[process->first + i],
			   &taskstats->threads[same->first + i]);
	return taskstats;
}

static void threads_that_stand_are_equal(void **state)
{
	(void)state;
	need_taskstats();
	look();
	look();
}

static void threads_that_have_run_are_equal(void **state)
{
	(void)state;
	need_taskstats();
	look();
	for (int i = 0; i < 10; i++) {
		int which = i % N_THREADS;
		struct actor_reply reply =
			actor_tell(&actor, which + 1, i % 2 ? ACTOR_SWITCH : ACTOR_BURN, 5 + i);

		assert_int_equal(get_thread(look(), tids[which])->cswch, reply.switches);
	}
}

static void threads_that_come_and_go_are_equal(void **state)
{
	(void)state;
	need_taskstats();
	look();
	for (int i = 0; i < 5; i++) {
		actor_tell(&actor, 1, ACTOR_SWITCH, 3);
		actor_end(&actor, 2, tids[1]);
		if (i % 2)
			assert_null(find_thread(look(), tids[1]));
		tids[1] = actor_tell(&actor, 0, ACTOR_START, 2).tid;
		assert_int_equal(get_process(look(), actor.pid)->n_threads, 1 + N_THREADS);
	}
}

/* Its real user stays ours: taskstats tells that one only. */
static void an_effective_user_is_seen_in_the_end(void **state)
{
	(void)state;
	need_taskstats();
	if (geteuid() != 0)
		skip();
	look();
	actor_tell(&actor, 1, ACTOR_USER, 1);
	for (int i = 0; i < 40; i++) {
		actor_tell(&actor, 1, ACTOR_SWITCH, 1);
		if (get_thread(watch_look(&by_taskstats), tids[0])->uid == 1)
			return;
	}
	fail();
}

/* In a process of its own: what is given up stays given up. */
static int look_without_privilege(void)
{
	struct actor_reply reply;
	const struct tasks *now;

	if (seteuid(1) < 0)
		return 77;
	for (int i = 0; i < 2; i++) {
		reply = actor_tell(&actor, 1, ACTOR_SWITCH, 7);
		now = watch_look(&by_taskstats);
		if (task_scan_has_taskstats(by_taskstats.scan))
			return 1;
		if (find_thread(now, tids[0])->cswch != (uint64_t)reply.switches)
			return 2;
		if (find_process(now, actor.pid)->n_threads != 1 + N_THREADS)
			return 3;
	}
	if (seteuid(0) < 0)
		return 77;
	watch_look(&by_taskstats);
	return task_scan_has_taskstats(by_taskstats.scan) ? 0 : 4;
}

static void who_is_refused_reads_files(void **state)
{
	(void)state;
	int status;
	pid_t pid;

	need_taskstats();
	if (geteuid() != 0)
		skip();
	look();
	pid = fork();
	if (pid == 0)
		_exit(look_without_privilege());
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77)
		skip();
	assert_int_equal(WEXITSTATUS(status), 0);
}

#define ACTED(function) cmocka_unit_test_setup_teardown(function, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ACTED(threads_that_stand_are_equal),
		ACTED(threads_that_have_run_are_equal),
		ACTED(threads_that_come_and_go_are_equal),
		ACTED(an_effective_user_is_seen_in_the_end),
		ACTED(who_is_refused_reads_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
