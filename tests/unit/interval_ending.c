/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel tells of exits is on the rows of those who live on.  Two seconds pass, from 1000 s of uptime. */
#include "config.h"

#include <stdlib.h>

#include "base/counter.h"
#include "source/exits.h"
#include "task_story.h"

enum { PARENT = 100, START = 50, MOST_EXITS = 4 };

struct scene {
	struct story *story;
	struct exits *exits;
};

static struct scene scene_of(void **state)
{
	struct story *story = *state;
	struct scene scene = {.story = story, .exits = &story->samples[1].exits};

	for (int which = 0; which < 2; which++) {
		struct sample *sample = &story->samples[which];
		struct procstat *stat = &sample->stat;

		sample->has |= NEED_EXITS | NEED_STAT;
		stat->read_ns = seen_ns(story, which);
		stat->cpus = calloc(1, sizeof(*stat->cpus));
		assert_non_null(stat->cpus);
		stat->n_cpus = 1;
		/* Of the two seconds 1.6 were busy. */
		stat->cpus[0].field[CPU_IDLE] = which ? 40 : 0;
		stat->cpus[0].field[CPU_USER] = which ? 160 : 0;
	}
	scene.exits->usages = calloc(MOST_EXITS, sizeof(*scene.exits->usages));
	scene.exits->by_pid = calloc(MOST_EXITS, sizeof(*scene.exits->by_pid));
	assert_true(scene.exits->usages && scene.exits->by_pid);
	scene.exits->capacity = MOST_EXITS;
	scene.exits->begun_ns = seen_ns(story, 0);
	scene.exits->read_ns = seen_ns(story, 1);
	return scene;
}

static void parent_is_there(struct scene *scene, int which)
{
	struct process *process = add_process(scene->story, which, PARENT, START);

	process->cpu_ns = (uint64_t)which;
	process->reaped_ns = 0;
	add_thread(scene->story, which, PARENT, START);
}

/* One that began at @born_s and exited half a second before the end, having run so long and switched so often. */
static struct task_usage *it_exits(struct scene *scene, int pid, int tid, double born_s,
				   uint64_t run_ns, uint64_t switches)
{
	struct exits *exits = scene->exits;

	struct task_usage *usage = &exits->usages[exits->n_usages++];

	assert_true(exits->n_usages <= exits->capacity);
	*usage = (struct task_usage){
		.tid = tid,
		.pid = pid,
		.ppid = PARENT,
		.run_ns = run_ns,
		.wait_ns = run_ns,
		.cswch = switches,
		.nvcswch = switches,
		.age_us = (uint64_t)((1001.5 - born_s) * 1e6),
		.is_last = pid == tid,
		.name = "work",
	};
	return usage;
}

static const struct task_interval *look(struct scene *scene)
{
	exits_sort(scene->exits);
	story_between(scene->story);
	return &scene->story->interval.processes[0];
}

static void a_thread_did_something_after_it_was_seen(void **state)
{
	struct scene scene = scene_of(state);
	const struct task_interval *row;

	parent_is_there(&scene, 0);
	add_thread(scene.story, 0, 101, START)->cswch = 1000;
	parent_is_there(&scene, 1);
	it_exits(&scene, PARENT, 101, 0.5, SECOND / 10, 1060);
	row = look(&scene);
	assert_near(row->cswch_per_s, 30);
	assert_near(row->nvcswch_per_s, 530);
	assert_near(row->switches_per_s, 560);
	assert_near(row->wait_pct, 5);
	/* Its CPU is in the clock of its process. */
	assert_near(row->total_pct, 0);
}

static void a_thread_came_and_went(void **state)
{
	struct scene scene = scene_of(state);

	parent_is_there(&scene, 0);
	parent_is_there(&scene, 1);
	it_exits(&scene, PARENT, 101, 1000.7, 0, 40);
	assert_near(look(&scene)->cswch_per_s, 20);
}

/* It exited after the scan had come to it, but before the kernel was asked. */
static void what_is_on_a_row_does_not_count_twice(void **state)
{
	struct scene scene = scene_of(state);

	for (int which = 0; which < 2; which++) {
		parent_is_there(&scene, which);
		add_thread(scene.story, which, 101, START)->cswch = (uint64_t)which * 10;
	}
	scene.exits->read_ns += SECOND / 2;
	it_exits(&scene, PARENT, 101, 0.5, 0, 15)->age_us += 700000;
	assert_near(look(&scene)->cswch_per_s, 5);
}

/* It was hidden: nobody knows when it did what. */
static void one_that_is_old_but_new_to_us_says_nothing(void **state)
{
	struct scene scene = scene_of(state);

	parent_is_there(&scene, 0);
	parent_is_there(&scene, 1);
	it_exits(&scene, PARENT, 101, 3, 0, 1000000);
	it_exits(&scene, 200, 200, 3, SECOND, 1000000);
	assert_near(look(&scene)->cswch_per_s, 0);
	assert_near(scene.story->interval.processes[0].child_pct, 0);
	assert_near(scene.story->interval.totals.unowned_pct, 80);
}

static void a_number_used_again_is_not_ours(void **state)
{
	struct scene scene = scene_of(state);

	parent_is_there(&scene, 0);
	parent_is_there(&scene, 1);
	it_exits(&scene, PARENT, 101, 1000.7, 0, 40);
	it_exits(&scene, PARENT, PARENT, 1000.7, 0, 40);
	assert_near(look(&scene)->cswch_per_s, 0);
}

/* No child times come of it, for the parent ignores SIGCHLD. */
static void a_child_nobody_waited_for_is_its_parents(void **state)
{
	struct scene scene = scene_of(state);

	parent_is_there(&scene, 0);
	parent_is_there(&scene, 1);
	it_exits(&scene, 200, 200, 1000.7, SECOND, 4);
	assert_near(look(&scene)->child_pct, 50);
	assert_near(scene.story->interval.totals.unowned_pct, 30);
	assert_near(scene.story->interval.threads[0].total_pct, 50);
}

static void a_child_of_one_that_is_gone_too_is_of_who_is_left(void **state)
{
	struct scene scene = scene_of(state);

	parent_is_there(&scene, 0);
	parent_is_there(&scene, 1);
	it_exits(&scene, 200, 200, 1000.7, SECOND / 5, 4);
	it_exits(&scene, 300, 300, 1000.8, SECOND / 5, 4)->ppid = 200;
	it_exits(&scene, 400, 400, 1000.8, SECOND / 5, 4)->ppid = 999;
	assert_near(look(&scene)->child_pct, 20);
	assert_near(scene.story->interval.totals.unowned_pct, 60);
}

static void parents_in_a_ring_end(void **state)
{
	struct scene scene = scene_of(state);

	parent_is_there(&scene, 0);
	parent_is_there(&scene, 1);
	it_exits(&scene, 200, 200, 1000.7, SECOND / 5, 4)->ppid = 300;
	it_exits(&scene, 300, 300, 1000.7, SECOND / 5, 4)->ppid = 200;
	assert_near(look(&scene)->child_pct, 0);
}

/* It has what it waited for, and what the kernel tells is part of that. */
static void what_was_waited_for_is_not_added(void **state)
{
	struct scene scene = scene_of(state);

	parent_is_there(&scene, 0);
	parent_is_there(&scene, 1);
	scene.story->samples[1].tasks.processes[0].reaped_ns = SECOND;
	it_exits(&scene, 200, 200, 1000.7, SECOND / 2, 4);
	assert_near(look(&scene)->child_pct, 50);
}

static void nobody_has_what_was_not_used(void **state)
{
	struct scene scene = scene_of(state);

	parent_is_there(&scene, 0);
	parent_is_there(&scene, 1);
	it_exits(&scene, 200, 200, 1000.7, 20 * SECOND, 4);
	assert_near(look(&scene)->child_pct, 80);
	assert_near(scene.story->interval.totals.unowned_pct, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, task_story_setup, story_teardown)
	const struct CMUnitTest tests[] = {
		TEST(a_thread_did_something_after_it_was_seen),
		TEST(a_thread_came_and_went),
		TEST(what_is_on_a_row_does_not_count_twice),
		TEST(one_that_is_old_but_new_to_us_says_nothing),
		TEST(a_number_used_again_is_not_ours),
		TEST(a_child_nobody_waited_for_is_its_parents),
		TEST(a_child_of_one_that_is_gone_too_is_of_who_is_left),
		TEST(parents_in_a_ring_end),
		TEST(what_was_waited_for_is_not_added),
		TEST(nobody_has_what_was_not_used),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
