/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asking threads many at once, while they come and go and not everything is answered. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "actor.h"
#include "task/ask.h"
#include "task/task.h"

#define N_THREADS 5

static struct actor actor;
static int tids[N_THREADS]; /* of lines 1 and up; ascending */
static struct task_reader reader;
static struct ask asker;

static int begin(void **state)
{
	(void)state;
	actor_start(&actor);
	for (int i = 0; i < N_THREADS; i++)
		tids[i] = actor_tell(&actor, 0, ACTOR_START, i + 1).tid;
	task_reader_init(&reader, true);
	reader.proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	ask_init(&asker, &reader, true);
	ask_begin(&asker, true);
	return 0;
}

static int end(void **state)
{
	(void)state;
	ask_fini(&asker);
	close(reader.proc);
	task_reader_fini(&reader);
	actor_stop(&actor);
	return 0;
}

static void need_taskstats(void)
{
	if (!asker.taskstats) {
		print_message("taskstats: the kernel does not answer\n");
		skip();
	}
	for (int i = 1; i < N_THREADS; i++)
		if (tids[i] < tids[i - 1])
			skip();
}

static int ask_one(const struct task *known, int tid, struct task *task)
{
	struct task_place place = {.pid = actor.pid, .tid = tid};

	task_init(task);
	task->tid = tid;
	task->pid = actor.pid;
	return ask_thread(&asker, &place, known, task);
}

/* By its files alone. */
static struct task read_one(int tid)
{
	struct task_place place = {.pid = actor.pid, .tid = tid};
	struct task task;

	task_init(&task);
	assert_int_equal(task_reader_gate(&reader, &place, &task), 0);
	assert_int_equal(task_reader_status(&reader, &place, &task), 0);
	return task;
}

static void check_all(void)
{
	for (int i = 0; i < N_THREADS; i++) {
		struct task files = read_one(tids[i]), task;

		assert_int_equal(ask_one(NULL, tids[i], &task), 0);
		assert_int_equal(task.run_ns, files.run_ns);
		assert_int_equal(task.wait_ns, files.wait_ns);
		assert_int_equal(task.switches, files.switches);
		assert_int_equal(task.cswch, files.cswch);
		assert_int_equal(task.nvcswch, files.nvcswch);
		assert_int_equal(task.uid, files.uid);
		assert_int_equal(task.state, 'S');
	}
}

static void a_batch_tells_what_the_files_tell(void **state)
{
	(void)state;
	need_taskstats();
	assert_true(ask_wants_batch(&asker, tids[0]));
	ask_expect(&asker, tids, N_THREADS);
	assert_false(ask_wants_batch(&asker, tids[0]));
	assert_false(ask_wants_batch(&asker, tids[N_THREADS - 1]));
	check_all();
	ask_forget(&asker);
	assert_true(ask_wants_batch(&asker, tids[N_THREADS - 1]));
}

static void a_thread_may_be_left_out(void **state)
{
	(void)state;
	struct task task;

	need_taskstats();
	ask_expect(&asker, tids, N_THREADS);
	assert_int_equal(ask_one(NULL, tids[3], &task), 0);
	/* Those before it are past. */
	assert_true(ask_wants_batch(&asker, tids[1]));
	assert_false(ask_wants_batch(&asker, tids[4]));
}

static void who_exits_after_the_batch_is_gone(void **state)
{
	(void)state;
	struct task task;

	need_taskstats();
	ask_expect(&asker, tids, N_THREADS);
	actor_end(&actor, 3, tids[2]);
	assert_int_equal(ask_one(NULL, tids[1], &task), 0);
	assert_true(ask_one(NULL, tids[2], &task) < 0);
	assert_int_equal(ask_one(NULL, tids[3], &task), 0);
}

static void who_exits_before_the_batch_is_gone(void **state)
{
	(void)state;
	struct task task;

	need_taskstats();
	actor_end(&actor, 3, tids[2]);
	ask_expect(&asker, tids, N_THREADS);
	assert_int_equal(ask_one(NULL, tids[1], &task), 0);
	assert_true(ask_one(NULL, tids[2], &task) < 0);
	assert_int_equal(ask_one(NULL, tids[3], &task), 0);
	assert_false(asker.has_failed);
}

/* What was not answered is as if it were gone; it is not, say its files. */
static void half_a_batch_is_completed_by_files(void **state)
{
	(void)state;
	need_taskstats();
	ask_expect(&asker, tids, N_THREADS);
	for (int i = 2; i < N_THREADS; i++)
		asker.batch.usages[i] = (struct task_usage){.pid = -1};
	check_all();
}

/* The number belongs to a thread of another process by now. */
static void a_stranger_is_not_taken_for_it(void **state)
{
	(void)state;
	need_taskstats();
	ask_expect(&asker, tids, N_THREADS);
	asker.batch.usages[1].pid = getpid();
	asker.batch.usages[1].run_ns = 7;
	asker.batch.usages[1].cswch = 8;
	check_all();
}

/* It sleeps on after the batch has told so: nothing of it is read. */
static void who_stands_still_is_not_read(void **state)
{
	(void)state;
	struct task known, task;

	need_taskstats();
	ask_expect(&asker, tids, N_THREADS);
	assert_int_equal(ask_one(NULL, tids[1], &known), 0);
	assert_true(known.is_settled);
	known.nice = 5;
	ask_expect(&asker, tids, N_THREADS);
	assert_int_equal(ask_one(&known, tids[1], &task), 0);
	assert_int_equal(task.nice, 5);
	assert_int_equal(task.idle_scans, 1);
	assert_true(task.seen_ns > known.seen_ns);
	actor_tell(&actor, 2, ACTOR_SWITCH, 1);
	ask_expect(&asker, tids, N_THREADS);
	assert_int_equal(ask_one(&known, tids[1], &task), 0);
	assert_int_equal(task.nice, getpriority(PRIO_PROCESS, 0));
	assert_int_equal(task.idle_scans, 0);
}

#define ACTED(function) cmocka_unit_test_setup_teardown(function, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ACTED(a_batch_tells_what_the_files_tell),
		ACTED(a_thread_may_be_left_out),
		ACTED(who_exits_after_the_batch_is_gone),
		ACTED(who_exits_before_the_batch_is_gone),
		ACTED(half_a_batch_is_completed_by_files),
		ACTED(a_stranger_is_not_taken_for_it),
		ACTED(who_stands_still_is_not_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
