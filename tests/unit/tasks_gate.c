/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The gates of the scan of tasks: what they let through unread is as if it had been read. */
#include "config.h"

#include "watch.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "actor.h"
#include "base/clock.h"
#include "base/counter.h"

static struct actor actor;
static struct watch watch;
static bool may_netlink;

static int begin(void **state)
{
	(void)state;
	actor_start(&actor);
	watch_init_by(&watch, may_netlink);
	return 0;
}

static int end(void **state)
{
	(void)state;
	actor_stop(&actor);
	watch_fini(&watch);
	return 0;
}

static void start_threads(int *tids, int n)
{
	for (int i = 0; i < n; i++)
		tids[i] = actor_tell(&actor, 0, ACTOR_START, i + 1).tid;
}

static bool is_same_count(const struct task *a, const struct task *b)
{
	return a->run_ns == b->run_ns && a->wait_ns == b->wait_ns && a->switches == b->switches &&
	       a->cswch == b->cswch && a->nvcswch == b->nvcswch &&
	       a->utime_ticks == b->utime_ticks && a->stime_ticks == b->stime_ticks &&
	       a->start_ticks == b->start_ticks;
}

static void who_sleeps_is_not_read_but_seen(void **state)
{
	(void)state;
	int tids[2];

	start_threads(tids, 2);
	watch_look(&watch);
	watch_look(&watch);

	const struct tasks *before = &watch.tables[1];
	uint64_t begun_ns = clock_monotonic_ns();
	const struct tasks *now = watch_look(&watch);
	const struct process *process = get_process(now, actor.pid);

	assert_int_equal(process->n_threads, 3);
	assert_true(process->seen_ns >= begun_ns);
	assert_int_equal(process->cpu_ns, get_process(before, actor.pid)->cpu_ns);
	for (size_t i = 0; i < 3; i++) {
		const struct task *task = &now->threads[process->first + i];

		assert_true(task->seen_ns >= begun_ns);
		assert_int_equal(task->idle_scans, 2);
		assert_true(is_same_count(task, get_thread(before, task->tid)));
	}
}

/* The nice value of a sleeper changes without its running: the rotation comes by in the end. */
static void the_rotation_reads_sleepers_too(void **state)
{
	(void)state;
	size_t most = watch_look(&watch)->n_threads;

	setpriority(PRIO_PROCESS, (id_t)actor.pid, 7);
	for (size_t i = 0; i < most + 60; i++)
		if (get_thread(watch_look(&watch), actor.pid)->nice == 7)
			break;
	assert_int_equal(get_thread(watch_look(&watch), actor.pid)->nice, 7);
	assert_true(get_thread(watch_look(&watch), actor.pid)->idle_scans > 0);
}

/* The main thread of a busy process may itself sleep all the time. */
static void a_sleeping_leader_has_its_new_nice_value(void **state)
{
	(void)state;
	int tids[2];
	const struct task *leader;

	start_threads(tids, 2);
	watch_look(&watch);
	watch_look(&watch);
	setpriority(PRIO_PROCESS, (id_t)actor.pid, 9);
	actor_tell(&actor, 1, ACTOR_SWITCH, 3);
	leader = get_thread(watch_look(&watch), actor.pid);
	assert_true(leader->idle_scans > 0);
	assert_int_equal(leader->nice, 9);
}

static void one_thread_of_many_runs(void **state)
{
	(void)state;
	int tids[5];

	start_threads(tids, 5);
	for (int i = 0; i < 3; i++)
		watch_look(&watch);
	for (int i = 0; i < 10; i++) {
		int which = i % 5;
		struct actor_reply reply = actor_tell(&actor, which + 1, ACTOR_SWITCH, 10 + i);
		const struct tasks *now = watch_look(&watch);

		assert_int_equal(get_thread(now, tids[which])->cswch, reply.switches);
		assert_int_equal(get_thread(now, tids[which])->idle_scans, 0);
		assert_true(get_thread(now, tids[(which + 1) % 5])->idle_scans > 0);
		assert_true(get_thread(now, actor.pid)->idle_scans > 0);
	}
}

/* Among threads that run all the time. */
static void who_slept_long_is_seen_when_it_runs(void **state)
{
	(void)state;
	struct actor_reply reply;
	const struct tasks *now;
	int tids[5];

	start_threads(tids, 5);
	for (int i = 0; i < 20; i++) {
		actor_tell(&actor, 1 + i % 2, ACTOR_SWITCH, 1);
		watch_look(&watch);
	}
	actor_tell(&actor, 1, ACTOR_SWITCH, 1);
	reply = actor_tell(&actor, 4, ACTOR_SWITCH, 1);
	now = watch_look(&watch);
	assert_int_equal(get_thread(now, tids[3])->cswch, reply.switches);
	assert_int_equal(get_thread(now, tids[3])->idle_scans, 0);
	assert_true(get_thread(now, tids[4])->idle_scans >= 20);
}

/* Its clock moves with the tick only, but it is on a CPU or waits for one. */
static void who_is_ready_is_never_skipped(void **state)
{
	(void)state;
	pid_t hog = fork();

	if (hog == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			;
	}
	for (int i = 0; i < 50; i++) {
		const struct tasks *now = watch_look(&watch);

		for (size_t k = 0; k < now->n_threads; k++)
			assert_false(now->threads[k].pid == hog && now->threads[k].idle_scans);
	}
	kill(hog, SIGKILL);
	waitpid(hog, NULL, 0);
}

/* The account must not be closed by a thread that ran as much as one that exited, and the like. */
static void threads_run_and_exit_and_start(void **state)
{
	(void)state;
	int tids[3], other;

	start_threads(tids, 3);
	watch_look(&watch);
	watch_look(&watch);
	actor_tell(&actor, 1, ACTOR_BURN, 2);
	actor_tell(&actor, 2, ACTOR_BURN, 2);
	actor_end(&actor, 2, tids[1]);
	other = actor_tell(&actor, 0, ACTOR_START, 4).tid;

	struct actor_reply reply = actor_tell(&actor, 3, ACTOR_SWITCH, 33);
	const struct tasks *now = watch_look(&watch);

	assert_int_equal(get_process(now, actor.pid)->n_threads, 4);
	assert_int_equal(get_thread(now, tids[2])->cswch, reply.switches);
	assert_non_null(find_thread(now, other));
	assert_true(other == tids[1] || !find_thread(now, tids[1]));
}

static void steps_find_the_same(void **state)
{
	(void)state;
	int tids[5], n_steps;
	size_t done, total;

	start_threads(tids, 5);
	for (int i = 0; i < 3; i++) {
		struct actor_reply reply = actor_tell(&actor, 1 + i, ACTOR_SWITCH, 50);
		const struct tasks *now = watch_look_in_steps(&watch, 0, &n_steps);

		task_scan_progress(watch.scan, &done, &total);
		assert_true((size_t)n_steps >= now->n_processes);
		assert_true(done == total && total >= now->n_processes);
		/* The first scan asks every thread, and stops after each. */
		assert_true(i > 0 || (size_t)n_steps >= now->n_threads);
		assert_int_equal(get_process(now, actor.pid)->n_threads, 6);
		assert_int_equal(get_thread(now, tids[i])->cswch, reply.switches);
	}
}

/*
 * No counter that the gates let through may be behind a full reading that was made before, while
 * threads run, start and exit all the time.  (But for the wait and the switch of one that was just put
 * on a CPU: no clock shows that before the next tick.)
 */
static size_t check_not_behind(const struct tasks *full, const struct tasks *gated)
{
	size_t n_checked = 0, at = 0;

	for (size_t i = 0; i < gated->n_threads; i++) {
		const struct task *now = &gated->threads[i], *then;

		while (at < full->n_threads &&
		       (full->threads[at].pid < now->pid ||
			(full->threads[at].pid == now->pid && full->threads[at].tid < now->tid)))
			at++;
		then = &full->threads[at];
		if (at == full->n_threads || then->tid != now->tid ||
		    then->start_ticks != now->start_ticks)
			continue;
		assert_true(now->run_ns >= then->run_ns);
		assert_true(now->cswch >= then->cswch && now->nvcswch >= then->nvcswch);
		assert_true(now->utime_ticks + now->stime_ticks >=
			    then->utime_ticks + then->stime_ticks);
		n_checked++;
	}
	return n_checked;
}

static void gated_is_never_behind(void **state)
{
	(void)state;
	int tids[5];
	size_t n_checked = 0;

	start_threads(tids, 5);
	for (int i = 0; i < 60; i++) {
		struct watch once;

		actor_tell(&actor, 1 + i % 4, i % 3 ? ACTOR_SWITCH : ACTOR_BURN, 1 + i % 3);
		if (i % 7 == 0) {
			actor_end(&actor, 5, tids[4]);
			tids[4] = actor_tell(&actor, 0, ACTOR_START, 5).tid;
		}
		watch_init_by(&once, may_netlink);

		const struct tasks *full = watch_look(&once);

		n_checked += check_not_behind(full, watch_look(&watch));
		watch_fini(&once);
	}
	assert_true(n_checked >= 60 * 6);
}

/* clock_gettime() of CPU clocks of others is refused, as a sandbox may do. */
static void refuse_clocks(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clock_gettime, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x80000000, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = sizeof(code) / sizeof(*code), .filter = code};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
		_exit(77);
}

/* In a process of its own, since a filter is for life. */
static int look_without_clocks(const int *tids)
{
	struct actor_reply reply;
	const struct tasks *now;

	refuse_clocks();
	watch_look(&watch);
	watch_look(&watch);
	reply = actor_tell(&actor, 2, ACTOR_SWITCH, 100);
	now = watch_look(&watch);
	if (find_process(now, actor.pid)->cpu_ns != COUNTER_UNKNOWN)
		return 1;
	if (find_thread(now, tids[1])->cswch != (uint64_t)reply.switches)
		return 2;
	/* Gated by its own line, where there is one. */
	return now->has_wait && !find_thread(now, tids[0])->idle_scans ? 3 : 0;
}

static void clocks_may_be_refused(void **state)
{
	(void)state;
	int tids[2], status;
	pid_t pid;

	start_threads(tids, 2);
	pid = fork();
	if (pid == 0)
		_exit(look_without_clocks(tids));
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
		ACTED(who_sleeps_is_not_read_but_seen),
		ACTED(the_rotation_reads_sleepers_too),
		ACTED(a_sleeping_leader_has_its_new_nice_value),
		ACTED(one_thread_of_many_runs),
		ACTED(who_slept_long_is_seen_when_it_runs),
		ACTED(who_is_ready_is_never_skipped),
		ACTED(threads_run_and_exit_and_start),
		ACTED(steps_find_the_same),
		ACTED(gated_is_never_behind),
		ACTED(clocks_may_be_refused),
	};

	int n_failed = cmocka_run_group_tests_name("by files", tests, NULL, NULL);

	may_netlink = true;
	return n_failed + cmocka_run_group_tests_name("by taskstats", tests, NULL, NULL);
}
