/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Context switches of each CPU, of a group and of the machine, from two samples made by hand. */
#include "config.h"

#include "base/counter.h"
#include "story.h"

static int setup(void **state)
{
	static struct story story;

	story_init(&story);
	for (size_t i = 0; i < 2; i++) {
		struct sample *sample = &story.samples[i];

		sample->is_live = true;
		sample->ticks_per_s = 100;
		sample->has = NEED_STAT | NEED_LOAD | NEED_CPU_SWITCHES;
		sample->load.uptime_s = 1000;
		sample->stat.read_ns = (5 + i) * SECOND;
		sample->stat.ctxt = 1000 * (i + 1);
	}
	*state = &story;
	return 0;
}

static int teardown(void **state)
{
	struct story *story = *state;

	for (size_t i = 0; i < 2; i++) {
		story->samples[i].stat.cpus = NULL;
		story->samples[i].switches.cpus = NULL;
	}
	return story_teardown(state);
}

/* The rows are borrowed: teardown takes them out again. */
static void set_counts(struct story *story, size_t which, struct cpuswitch_count *counts, size_t n)
{
	static struct cpu_ticks ticks[2][4];

	for (size_t i = 0; i < n; i++)
		ticks[which][i] = (struct cpu_ticks){.cpu = counts[i].cpu};
	story->samples[which].stat.cpus = ticks[which];
	story->samples[which].stat.n_cpus = n;
	story->samples[which].switches.cpus = counts;
	story->samples[which].switches.n_cpus = n;
}

static void each_has_its_own_by_its_own_clock(void **state)
{
	struct story *story = *state;
	struct cpuswitch_count then[] = {{0, 100, 1 * SECOND, 7}, {3, 0, 1 * SECOND, 8}};
	struct cpuswitch_count now[] = {{0, 500, 3 * SECOND, 7}, {3, 900, 2 * SECOND, 8}};

	set_counts(story, 0, then, 2);
	set_counts(story, 1, now, 2);
	story_between(story);
	assert_near(story->interval.cpus[0].cs_per_s, 200);
	assert_near(story->interval.cpus[1].cs_per_s, 900);
}

/* CPU 1 went, CPU 2 came, and the others are where they were not before. */
static void cpus_are_joined_by_number(void **state)
{
	struct story *story = *state;
	struct cpuswitch_count then[] = {
		{0, 10, SECOND, 7}, {1, 1000, SECOND, 7}, {3, 50, SECOND, 7}};
	struct cpuswitch_count now[] = {{0, 30, 2 * SECOND, 7},
					{2, 2000, 2 * SECOND, 9},
					{3, 90, 2 * SECOND, 7},
					{4, 99, 2 * SECOND, 9}};

	set_counts(story, 0, then, 3);
	set_counts(story, 1, now, 4);
	story_between(story);
	assert_near(story->interval.cpus[0].cs_per_s, 20);
	assert_true(isnan(story->interval.cpus[1].cs_per_s));
	assert_near(story->interval.cpus[2].cs_per_s, 40);
	assert_true(isnan(story->interval.cpus[3].cs_per_s));
}

/* It has counted more than before, and longer, but from another moment on. */
static void counts_that_began_at_another_time_are_not_compared(void **state)
{
	struct story *story = *state;
	struct cpuswitch_count then[] = {{0, 10, SECOND, 7}};
	struct cpuswitch_count now[] = {{0, 500, 2 * SECOND, 8}};

	set_counts(story, 0, then, 1);
	set_counts(story, 1, now, 1);
	story_between(story);
	assert_true(isnan(story->interval.cpus[0].cs_per_s));
}

static void what_was_not_counted_is_unknown(void **state)
{
	struct story *story = *state;
	struct cpuswitch_count then[] = {{0, COUNTER_UNKNOWN, 0, 7}, {1, 5, SECOND, 7}};
	struct cpuswitch_count now[] = {{0, 10, SECOND, 7}, {1, COUNTER_UNKNOWN, 0, 7}};

	set_counts(story, 0, then, 2);
	set_counts(story, 1, now, 2);
	story_between(story);
	assert_true(isnan(story->interval.cpus[0].cs_per_s));
	assert_true(isnan(story->interval.cpus[1].cs_per_s));
}

static void without_the_source_all_are_unknown(void **state)
{
	struct cpuswitch_count then[] = {{0, 10, SECOND, 7}};
	struct cpuswitch_count now[] = {{0, 30, 2 * SECOND, 7}};
	struct story *story = *state;

	set_counts(story, 0, then, 1);
	set_counts(story, 1, now, 1);
	for (size_t i = 0; i < 2; i++) {
		story->samples[i].has &= ~(unsigned int)NEED_CPU_SWITCHES;
		story_between(story);
		assert_true(isnan(story->interval.cpus[0].cs_per_s));
		story->samples[i].has |= NEED_CPU_SWITCHES;
	}
	story_between(story);
	assert_near(story->interval.cpus[0].cs_per_s, 20);
}

/* None was counted from boot on; of the machine the kernel did. */
static void since_boot_only_the_machine_has_them(void **state)
{
	struct story *story = *state;
	struct cpuswitch_count now[] = {{0, 30, 2 * SECOND, 7}};

	set_counts(story, 1, now, 1);
	interval_between(&story->interval, NULL, &story->samples[1]);
	assert_true(isnan(story->interval.cpus[0].cs_per_s));
	assert_near(story->interval.all.cs_per_s, 2);
}

static void the_machine_has_what_its_total_says(void **state)
{
	struct story *story = *state;
	struct cpuswitch_count then[] = {{0, 0, SECOND, 7}, {1, 0, SECOND, 7}};
	struct cpuswitch_count now[] = {{0, 400, 2 * SECOND, 7}, {1, COUNTER_UNKNOWN, 0, 7}};

	set_counts(story, 0, then, 2);
	set_counts(story, 1, now, 2);
	story_between(story);
	assert_near(story->interval.totals.cs_per_s, 1000);
	assert_near(story->interval.all.cs_per_s, 1000);
}

static void a_group_has_the_sum_of_all_of_it_or_none(void **state)
{
	struct cpu_interval cpus[] = {{.cs_per_s = 30}, {.cs_per_s = 12}};
	const struct cpu_interval *parts[] = {&cpus[0], &cpus[1]};

	(void)state;
	assert_near(cpu_interval_sum(parts, 2).cs_per_s, 42);
	cpus[1].cs_per_s = (double)NAN;
	assert_true(isnan(cpu_interval_sum(parts, 2).cs_per_s));
	assert_near(cpu_interval_sum(parts, 1).cs_per_s, 30);
	assert_true(isnan(cpu_interval_sum(NULL, 0).cs_per_s));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(each_has_its_own_by_its_own_clock),
		TEST(cpus_are_joined_by_number),
		TEST(counts_that_began_at_another_time_are_not_compared),
		TEST(what_was_not_counted_is_unknown),
		TEST(without_the_source_all_are_unknown),
		TEST(since_boot_only_the_machine_has_them),
		TEST(the_machine_has_what_its_total_says),
		TEST(a_group_has_the_sum_of_all_of_it_or_none),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
