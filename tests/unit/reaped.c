/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whose CPU it was, when children exit: machines made by hand, scan by scan.  A tick is 10 ms. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/counter.h"
#include "task/reaped.h"
#include "task/task.h"

#define TICK_NS 10000000ULL
#define SECOND  1000000000ULL

struct scene {
	struct tasks scans[2];
	int n; /* scans begun */
};

static int begin_scene(void **state)
{
	static struct scene scene;

	scene.n = 0;
	tasks_init(&scene.scans[0]);
	tasks_init(&scene.scans[1]);
	*state = &scene;
	return 0;
}

static int end_scene(void **state)
{
	struct scene *scene = *state;

	tasks_fini(&scene->scans[0]);
	tasks_fini(&scene->scans[1]);
	return 0;
}

static struct tasks *this_scan(struct scene *scene)
{
	return &scene->scans[(scene->n + 1) % 2];
}

static void begin_scan(struct scene *scene)
{
	scene->n++;
	tasks_clear(this_scan(scene));
}

static void end_scan(struct scene *scene)
{
	reaped_carry(&scene->scans[scene->n % 2], this_scan(scene), TICK_NS);
}

/* One that is there, in the order of pids; its CPU and its children's, in ticks. */
static void is_there(struct scene *scene, int pid, int ppid, uint64_t own, uint64_t child)
{
	struct tasks *tasks = this_scan(scene);
	struct process *process = tasks_add_process(tasks);
	struct task *task = tasks_add_threads(tasks, 1);

	task_init(task);
	task->tid = task->pid = pid;
	task->ppid = ppid;
	task->start_ticks = process->start_ticks = (uint64_t)pid;
	process->pid = pid;
	process->n_threads = 1;
	process->cpu_ns = own * TICK_NS;
	process->child_utime_ticks = child / 2;
	process->child_stime_ticks = child - child / 2;
}

static const struct process *find(const struct tasks *tasks, int pid)
{
	const struct process *process = tasks_find_process(tasks, pid);

	assert_non_null(process);
	return process;
}

/* What it has from its children since the scan before, in ticks. */
static uint64_t shown(struct scene *scene, int pid)
{
	const struct process *then = find(&scene->scans[scene->n % 2], pid);

	return (find(this_scan(scene), pid)->reaped_ns - then->reaped_ns) / TICK_NS;
}

/* init, a shell 10 below it with so much of its children, and @child of it, which has used 200 ticks. */
static void look_at_three(struct scene *scene, uint64_t child_of_shell)
{
	begin_scan(scene);
	is_there(scene, 1, 0, 5, 1000);
	is_there(scene, 10, 1, 5, child_of_shell);
	is_there(scene, 20, 10, 200, 0);
	end_scan(scene);
}

static void look_at_two(struct scene *scene, uint64_t child_of_init, uint64_t child_of_shell)
{
	begin_scan(scene);
	is_there(scene, 1, 0, 5, child_of_init);
	is_there(scene, 10, 1, 5, child_of_shell);
	end_scan(scene);
}

static void children_nobody_saw_are_their_parents(void **state)
{
	look_at_two(*state, 1000, 300);
	look_at_two(*state, 1000, 390);
	assert_int_equal(shown(*state, 10), 90);
	assert_int_equal(shown(*state, 1), 0);
}

static void what_was_on_its_own_row_is_not_shown_again(void **state)
{
	look_at_three(*state, 300);
	/* It used 7 more, and a sister that nobody saw 20. */
	look_at_two(*state, 1000, 300 + 207 + 20);
	assert_int_equal(shown(*state, 10), 27);
}

/* In one scan, the parent is read, then waits, then the child is missed. */
static void a_parent_read_early_gets_it_a_scan_later(void **state)
{
	look_at_three(*state, 300);
	look_at_two(*state, 1000, 300);
	assert_int_equal(shown(*state, 10), 0);
	look_at_two(*state, 1000, 300 + 207 + 20);
	assert_int_equal(shown(*state, 10), 27);
	assert_int_equal(find(this_scan(*state), 10)->owed_ns, 0);
}

static void workers_that_fork_workers(void **state)
{
	struct scene *scene = *state;

	begin_scan(scene);
	is_there(scene, 10, 1, 5, 0);
	is_there(scene, 20, 10, 100, 40);
	is_there(scene, 30, 20, 60, 0);
	end_scan(scene);
	/* Both were waited for: 3 more by the one, 2 by the other, 50 by another that nobody saw. */
	begin_scan(scene);
	is_there(scene, 10, 1, 5, 103 + 40 + 62 + 50);
	end_scan(scene);
	assert_int_equal(shown(scene, 10), 55);
}

/* What is owed by one that vanishes is owed on. */
static void a_debt_is_inherited(void **state)
{
	struct scene *scene = *state;

	begin_scan(scene);
	is_there(scene, 10, 1, 5, 0);
	is_there(scene, 20, 10, 100, 0);
	is_there(scene, 30, 20, 60, 0);
	end_scan(scene);
	begin_scan(scene);
	is_there(scene, 10, 1, 5, 0);
	is_there(scene, 20, 10, 100, 0);
	end_scan(scene);
	begin_scan(scene);
	is_there(scene, 10, 1, 5, 160);
	end_scan(scene);
	assert_int_equal(shown(scene, 10), 0);
}

/* It has another parent already when it is seen: init waits for it. */
static void a_daemon_is_waited_for_by_init(void **state)
{
	struct scene *scene = *state;

	begin_scan(scene);
	is_there(scene, 1, 0, 5, 1000);
	is_there(scene, 10, 1, 5, 0);
	is_there(scene, 20, 1, 200, 0);
	end_scan(scene);
	look_at_two(scene, 1207, 0);
	assert_int_equal(shown(scene, 1), 7);
	assert_int_equal(shown(scene, 10), 0);
}

/* The one between died, too, and first: what is owed below it came to the subreaper above. */
static void a_subreaper_waits_for_those_below(void **state)
{
	struct scene *scene = *state;

	begin_scan(scene);
	is_there(scene, 5, 1, 5, 0);
	is_there(scene, 10, 5, 5, 0);
	is_there(scene, 20, 10, 100, 0);
	is_there(scene, 30, 20, 60, 0);
	end_scan(scene);
	begin_scan(scene);
	is_there(scene, 5, 1, 5, 63);
	is_there(scene, 10, 5, 5, 101);
	end_scan(scene);
	assert_int_equal(shown(scene, 5) + shown(scene, 10), 4);
}

static void who_ignores_its_children_owes_nothing(void **state)
{
	look_at_three(*state, 300);
	look_at_two(*state, 1000, 300);
	look_at_two(*state, 1000, 300);
	assert_in_range(find(this_scan(*state), 10)->owed_ns, 0, 2 * TICK_NS);
	look_at_two(*state, 1000, 400);
	assert_in_range(shown(*state, 10), 98, 100);
}

/* Child times are cut to whole ticks, twice. */
static void rounding_is_made_up_for(void **state)
{
	look_at_three(*state, 300);
	look_at_two(*state, 1000, 498);
	assert_int_equal(shown(*state, 10), 0);
	look_at_two(*state, 1000, 498);
	look_at_two(*state, 1000, 510);
	assert_int_equal(shown(*state, 10), 10);
}

static void a_number_that_is_used_again_is_another(void **state)
{
	struct scene *scene = *state;

	look_at_three(scene, 300);
	begin_scan(scene);
	is_there(scene, 10, 1, 5, 507);
	is_there(scene, 20, 10, 4, 0);
	this_scan(scene)->processes[1].start_ticks = 777;
	end_scan(scene);
	assert_int_equal(shown(scene, 10), 7);
	assert_int_equal(find(this_scan(scene), 20)->reaped_ns, 0);
}

static void nobody_owes_for_a_parent_that_is_hidden(void **state)
{
	struct scene *scene = *state;

	begin_scan(scene);
	is_there(scene, 1, 0, 5, 1000);
	is_there(scene, 20, 10, 200, 0);
	end_scan(scene);
	begin_scan(scene);
	is_there(scene, 1, 0, 5, 1000);
	end_scan(scene);
	assert_int_equal(find(this_scan(scene), 1)->owed_ns, 0);
}

static void at_first_all_is_of_before(void **state)
{
	struct scene *scene = *state;

	look_at_three(scene, 300);
	assert_int_equal(find(this_scan(scene), 10)->reaped_ns, 300 * TICK_NS);
	assert_int_equal(find(this_scan(scene), 10)->owed_ns, 0);
}

static void unknown_stays_unknown(void **state)
{
	struct scene *scene = *state;

	for (int i = 0; i < 2; i++) {
		look_at_three(scene, 300);
		this_scan(scene)->processes[1].child_utime_ticks = COUNTER_UNKNOWN;
		end_scan(scene);
		assert_true(find(this_scan(scene), 10)->reaped_ns == COUNTER_UNKNOWN);
	}
	look_at_two(scene, 1000, 507);
	assert_int_equal(find(this_scan(scene), 10)->reaped_ns, 507 * TICK_NS);
	look_at_two(scene, 1000, 508);
	assert_int_equal(shown(scene, 10), 1);
}

/* They were not all read at one moment. */
static void parents_in_a_ring_end(void **state)
{
	struct scene *scene = *state;

	begin_scan(scene);
	is_there(scene, 10, 20, 50, 0);
	is_there(scene, 20, 10, 50, 0);
	is_there(scene, 30, 10, 50, 0);
	end_scan(scene);
	begin_scan(scene);
	is_there(scene, 40, 50, 1, 0);
	is_there(scene, 50, 40, 1, 0);
	this_scan(scene)->processes[0].owed_ns = SECOND;
	end_scan(scene);
	assert_int_equal(find(this_scan(scene), 40)->reaped_ns, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_scene, end_scene)
	const struct CMUnitTest tests[] = {
		TEST(children_nobody_saw_are_their_parents),
		TEST(what_was_on_its_own_row_is_not_shown_again),
		TEST(a_parent_read_early_gets_it_a_scan_later),
		TEST(workers_that_fork_workers),
		TEST(a_debt_is_inherited),
		TEST(a_daemon_is_waited_for_by_init),
		TEST(a_subreaper_waits_for_those_below),
		TEST(who_ignores_its_children_owes_nothing),
		TEST(rounding_is_made_up_for),
		TEST(a_number_that_is_used_again_is_another),
		TEST(nobody_owes_for_a_parent_that_is_hidden),
		TEST(at_first_all_is_of_before),
		TEST(unknown_stays_unknown),
		TEST(parents_in_a_ring_end),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
