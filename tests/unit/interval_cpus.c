/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CPU shares from two samples made by hand; a tick is 10 ms. */
#include "config.h"

#include "base/counter.h"
#include "story.h"

static void init_sample(struct sample *sample, uint64_t read_ns)
{
	sample->is_live = true;
	sample->ticks_per_s = 100;
	sample->has = NEED_STAT | NEED_LOAD;
	sample->load.uptime_s = 1000;
	sample->stat.read_ns = read_ns;
}

static int setup(void **state)
{
	static struct story story;

	story_init(&story);
	init_sample(&story.samples[0], 5 * SECOND);
	init_sample(&story.samples[1], 6 * SECOND);
	*state = &story;
	return 0;
}

static int teardown(void **state)
{
	struct story *story = *state;

	for (size_t i = 0; i < 2; i++)
		story->samples[i].stat.cpus = NULL;
	return story_teardown(state);
}

/* The rows are borrowed: teardown takes them out again. */
static void set_cpus(struct story *story, size_t which, struct cpu_ticks *cpus, size_t n)
{
	story->samples[which].stat.cpus = cpus;
	story->samples[which].stat.n_cpus = n;
}

static const struct cpu_interval *between(struct story *story)
{
	story_between(story);
	return story->interval.cpus;
}

/* The parts of a CPU's time are the whole of it. */
static double sum_of_parts(const struct cpu_interval *cpu)
{
	return cpu->us + cpu->ni + cpu->sy + cpu->id + cpu->wa + cpu->hi + cpu->si + cpu->st +
	       cpu->unseen + cpu->gu + cpu->gn;
}

static void fields_that_add_up_are_shares_of_their_sum(void **state)
{
	struct cpu_ticks then[] = {{0, {100, 0, 100, 1000, 10, 0, 5, 0, 0, 0}}};
	struct cpu_ticks now[] = {{0, {130, 10, 110, 1040, 15, 1, 9, 0, 10, 0}}};
	const struct cpu_interval *cpu;

	set_cpus(*state, 0, then, 1);
	set_cpus(*state, 1, now, 1);
	cpu = between(*state);
	assert_near(cpu->us, 20);
	assert_near(cpu->gu, 10);
	assert_near(cpu->ni, 10);
	assert_near(cpu->sy, 10);
	assert_near(cpu->id, 40);
	assert_near(cpu->wa, 5);
	assert_near(cpu->hi, 1);
	assert_near(cpu->si, 4);
	assert_near(cpu->busy, 55);
	assert_near(cpu->unseen, 0);
	assert_near(sum_of_parts(cpu), 100);
}

static void what_the_tick_missed_is_a_part_of_its_own(void **state)
{
	struct cpu_ticks then[] = {{0, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}};
	struct cpu_ticks now[] = {{0, {1, 0, 1, 25, 0, 0, 0, 0, 0, 0}}};
	const struct cpu_interval *cpu;

	set_cpus(*state, 0, then, 1);
	set_cpus(*state, 1, now, 1);
	cpu = between(*state);
	assert_near(cpu->id, 25);
	assert_near(cpu->busy, 75);
	assert_near(cpu->us, 1);
	assert_near(cpu->unseen, 73);
	assert_near(sum_of_parts(cpu), 100);
	assert_true(((struct story *)*state)->interval.has_unseen);
}

static void what_the_tick_saw_too_often_is_scaled_to_busy(void **state)
{
	struct cpu_ticks then[] = {{0, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}};
	struct cpu_ticks now[] = {{0, {120, 0, 60, 28, 0, 0, 0, 0, 0, 0}}};
	const struct cpu_interval *cpu;

	set_cpus(*state, 0, then, 1);
	set_cpus(*state, 1, now, 1);
	cpu = between(*state);
	assert_near(cpu->busy, 72);
	assert_near(cpu->us, 48);
	assert_near(cpu->sy, 24);
	assert_near(cpu->unseen, 0);
	assert_near(sum_of_parts(cpu), 100);
}

static void a_field_that_fell_counts_as_nothing(void **state)
{
	struct cpu_ticks then[] = {{0, {100, 0, 0, 100, 500, 0, 0, 900, 0, 0}}};
	struct cpu_ticks now[] = {{0, {150, 0, 0, 150, 490, 0, 0, 899, 0, 0}}};
	const struct cpu_interval *cpu;

	set_cpus(*state, 0, then, 1);
	set_cpus(*state, 1, now, 1);
	cpu = between(*state);
	assert_near(cpu->us, 50);
	assert_near(cpu->id, 50);
	assert_near(cpu->wa, 0);
	assert_near(cpu->st, 0);
}

/* Its idle clock began anew: it was not busy all the time, it was not there. */
static void a_cpu_that_went_and_came_back_starts_afresh(void **state)
{
	struct cpu_ticks then[] = {{0, {0, 0, 0, 100, 0, 0, 0, 0, 0, 0}},
				   {1, {50, 0, 50, 90000, 0, 0, 0, 0, 0, 0}}};
	struct cpu_ticks now[] = {{0, {100, 0, 0, 100, 0, 0, 0, 0, 0, 0}},
				  {1, {53, 0, 51, 20, 0, 0, 0, 0, 0, 0}}};
	const struct cpu_interval *cpus;

	set_cpus(*state, 0, then, 2);
	set_cpus(*state, 1, now, 2);
	cpus = between(*state);
	assert_near(cpus[0].us, 100);
	assert_true(isnan(cpus[1].busy) && isnan(cpus[1].us) && isnan(cpus[1].unseen));
	assert_near(((struct story *)*state)->interval.all.busy, 100);
}

static void a_field_the_kernel_does_not_have_is_unknown(void **state)
{
	const uint64_t none = COUNTER_UNKNOWN;
	struct cpu_ticks then[] = {{0, {0, 0, 0, 0, 0, 0, 0, none, none, none}}};
	struct cpu_ticks now[] = {{0, {50, 0, 0, 50, 0, 0, 0, none, none, none}}};
	const struct cpu_interval *cpu;

	set_cpus(*state, 0, then, 1);
	set_cpus(*state, 1, now, 1);
	cpu = between(*state);
	assert_near(cpu->us, 50);
	assert_true(isnan(cpu->st));
	assert_true(isnan(cpu->gu));
	assert_true(isnan(((struct story *)*state)->interval.all.st));
}

/* CPU 8 was offline before; CPU 2 has gone. */
static void cpus_are_joined_by_number(void **state)
{
	struct cpu_ticks then[] = {{0, {0, 0, 0, 100, 0, 0, 0, 0, 0, 0}},
				   {2, {9, 0, 0, 100, 0, 0, 0, 0, 0, 0}},
				   {9, {0, 0, 0, 100, 0, 0, 0, 0, 0, 0}}};
	struct cpu_ticks now[] = {{0, {0, 0, 0, 200, 0, 0, 0, 0, 0, 0}},
				  {8, {7, 0, 0, 900, 0, 0, 0, 0, 0, 0}},
				  {9, {100, 0, 0, 100, 0, 0, 0, 0, 0, 0}}};
	struct story *story = *state;
	const struct cpu_interval *cpus;

	set_cpus(story, 0, then, 3);
	set_cpus(story, 1, now, 3);
	cpus = between(story);
	assert_int_equal(story->interval.n_cpus, 3);
	assert_int_equal(cpus[1].cpu, 8);
	assert_near(cpus[0].id, 100);
	assert_true(isnan(cpus[1].us) && isnan(cpus[1].busy));
	assert_near(cpus[2].us, 100);
	assert_near(story->interval.all.us, 50);
	assert_near(story->interval.all.capacity_s, 2);
}

static void a_row_that_stands_still_says_nothing(void **state)
{
	struct cpu_ticks row[] = {{0, {5, 0, 5, 100, 0, 0, 0, 0, 0, 0}}};

	set_cpus(*state, 0, row, 1);
	set_cpus(*state, 1, row, 1);
	assert_true(isnan(between(*state)->id));
}

static void a_dump_is_measured_by_its_own_ticks(void **state)
{
	struct cpu_ticks then[] = {{0, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}};
	struct cpu_ticks now[] = {{0, {300, 0, 100, 600, 0, 0, 0, 0, 0, 0}}};
	struct story *story = *state;
	const struct cpu_interval *cpu;

	set_cpus(story, 0, then, 1);
	set_cpus(story, 1, now, 1);
	story->samples[1].is_live = false;
	cpu = between(story);
	assert_near(cpu->us, 30);
	assert_near(cpu->busy, 40);
	assert_true(isnan(cpu->unseen));
}

static void since_boot_is_the_whole_life(void **state)
{
	struct cpu_ticks now[] = {{0, {25000, 0, 25000, 50000, 0, 0, 0, 0, 0, 0}}};
	struct story *story = *state;

	set_cpus(story, 1, now, 1);
	story->samples[1].stat.ctxt = 5000;
	story->samples[1].stat.intr = COUNTER_UNKNOWN;
	interval_between(&story->interval, NULL, &story->samples[1]);
	assert_true(story->interval.is_since_boot);
	assert_near(story->interval.cpus[0].us, 25);
	assert_near(story->interval.totals.cs_per_s, 5);
	assert_true(isnan(story->interval.totals.in_per_s));
}

static void counters_that_ran_back_are_unknown(void **state)
{
	struct story *story = *state;

	story->samples[0].stat.ctxt = 900;
	story->samples[1].stat.ctxt = 100;
	story->samples[0].stat.forks = 10;
	story->samples[1].stat.forks = 30;
	story->samples[1].stat.running = 3;
	between(story);
	assert_true(isnan(story->interval.totals.cs_per_s));
	assert_near(story->interval.totals.fork_per_s, 20);
	assert_near(story->interval.totals.running, 2);
}

/* Whatever the counters do, a share is a share and the parts are the whole. */
static void shares_are_shares_whatever_happens(void **state)
{
	uint32_t random = 12345;

	for (int round = 0; round < 20000; round++) {
		struct cpu_ticks rows[2] = {{.cpu = 0}, {.cpu = 0}};
		const struct cpu_interval *cpu;

		for (int i = 0; i < 2 * N_CPU_FIELDS; i++) {
			random = random * 1664525 + 1013904223;
			rows[i / N_CPU_FIELDS].field[i % N_CPU_FIELDS] = (random >> 16) % 120;
		}
		set_cpus(*state, 0, &rows[0], 1);
		set_cpus(*state, 1, &rows[1], 1);
		cpu = between(*state);
		if (isnan(cpu->id))
			continue;
		assert_true(fabs(sum_of_parts(cpu) - 100) < 0.01);
		assert_true(cpu->us >= 0 && cpu->sy >= 0 && cpu->unseen >= -0.001);
		assert_true(cpu->busy >= -0.001 && cpu->busy <= 100.001);
		assert_true(fabs(cpu->busy + cpu->id + cpu->wa - 100) < 0.01);
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(fields_that_add_up_are_shares_of_their_sum),
		TEST(what_the_tick_missed_is_a_part_of_its_own),
		TEST(what_the_tick_saw_too_often_is_scaled_to_busy),
		TEST(a_field_that_fell_counts_as_nothing),
		TEST(a_cpu_that_went_and_came_back_starts_afresh),
		TEST(a_field_the_kernel_does_not_have_is_unknown),
		TEST(cpus_are_joined_by_number),
		TEST(a_row_that_stands_still_says_nothing),
		TEST(a_dump_is_measured_by_its_own_ticks),
		TEST(since_boot_is_the_whole_life),
		TEST(counters_that_ran_back_are_unknown),
		TEST(shares_are_shares_whatever_happens),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
