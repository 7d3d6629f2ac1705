/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interrupts and softirqs between two reads of text made by hand. */
#include "config.h"

#include <string.h>

#include "story.h"

static int setup(void **state)
{
	static struct story story;

	story_init(&story);
	story.samples[0].has = story.samples[1].has = NEED_INTERRUPTS | NEED_SOFTIRQS;
	*state = &story;
	return 0;
}

static uint64_t read_ns(int which)
{
	return (uint64_t)(which + 1) * 2 * SECOND;
}

static void set_interrupts(struct story *story, int which, const char *text)
{
	struct interrupts *interrupts = &story->samples[which].interrupts;

	assert_int_equal(interrupts_parse(text, strlen(text), interrupts), 0);
	interrupts->read_ns = read_ns(which);
}

static void set_softirqs(struct story *story, int which, const char *text)
{
	struct softirqs *softirqs = &story->samples[which].softirqs;

	assert_int_equal(softirqs_parse(text, strlen(text), softirqs), 0);
	softirqs->read_ns = read_ns(which);
}

static const struct irq_interval *irq(const struct story *story, const char *label)
{
	for (size_t i = 0; i < story->interval.n_irqs; i++)
		if (strcmp(story->interval.irqs[i].label, label) == 0)
			return &story->interval.irqs[i];
	return NULL;
}

static void rates_are_over_the_measured_time(void **state)
{
	struct story *story = *state;
	char on[32];

	set_interrupts(story, 0, "  CPU0 CPU2\n 30: 100 900 PCI-MSI 1-edge eth0-rx-0\n");
	set_interrupts(story, 1, "  CPU0 CPU2\n 30: 120 980 PCI-MSI 1-edge eth0-rx-0\n");
	story_between(story);
	assert_near(irq(story, "30")->per_s, 50);
	assert_near(irq(story, "30")->since_boot, 1100);
	assert_near(irq(story, "30")->hottest_pct, 80);
	assert_int_equal(irq(story, "30")->hottest_cpu, 2);
	assert_int_equal(irq(story, "30")->irq, 30);
	cpuset_format(irq(story, "30")->on, on, sizeof(on));
	assert_string_equal(on, "0,2");
	assert_int_equal(story->interval.n_cpus, 2);
	assert_near(story->interval.cpus[1].in_per_s, 40);
	assert_near(story->interval.all.in_per_s, 50);
}

static void counters_of_32_bits_wrap(void **state)
{
	struct story *story = *state;

	set_interrupts(story, 0, "  CPU0\nRES: 4294967290 Rescheduling interrupts\n");
	set_interrupts(story, 1, "  CPU0\nRES: 5 Rescheduling interrupts\n");
	set_softirqs(story, 0, "  CPU0\n TIMER: 4294967295\n");
	set_softirqs(story, 1, "  CPU0\n TIMER: 3\n");
	story_between(story);
	assert_near(irq(story, "RES")->total, 11);
	assert_near(story->interval.softirqs[0].total, 4);
}

/* The sum of a row may be more than a counter of 32 bits can hold. */
static void sums_have_64_bits(void **state)
{
	struct story *story = *state;

	set_interrupts(story, 1, "  CPU0 CPU1\nCAL: 4000000000 4000000000 Function calls\n");
	interval_between(&story->interval, NULL, &story->samples[1]);
	assert_near(irq(story, "CAL")->since_boot, 8e9);
}

/* IRQ 31 passes from one device to another, 32 appears, CPU 1 goes and CPU 3 comes. */
static void rows_and_cpus_are_joined_by_identity(void **state)
{
	struct story *story = *state;

	set_interrupts(story, 0,
		       "  CPU0 CPU1\n 30: 10 20 X 1-edge a\n 31: 500 0 X 2-edge b\n"
		       "LOC: 1 2 Local timer interrupts\n");
	set_interrupts(story, 1,
		       "  CPU0 CPU3\n 31: 7 0 X 2-edge c\n 30: 16 90 X 1-edge a\n"
		       " 32: 1 1 X 3-edge d\nLOC: 5 900 Local timer interrupts\n");
	story_between(story);
	assert_near(irq(story, "30")->total, 6);
	assert_near(irq(story, "LOC")->total, 4);
	assert_true(isnan(irq(story, "31")->total));
	assert_true(isnan(irq(story, "32")->total));
	assert_true(isnan(irq(story, "30")->per_cpu[1]));
	assert_near(irq(story, "31")->since_boot, 7);
}

static void what_is_counted_in_another_row_is_counted_once(void **state)
{
	struct story *story = *state;

	set_interrupts(story, 0, "  CPU0\nCAL: 0 calls\nTLB: 0 TLB shootdowns\n 7: 0 X 1-edge a\n");
	set_interrupts(story, 1, "  CPU0\nCAL: 9 calls\nTLB: 4 TLB shootdowns\n 7: 1 X 1-edge a\n");
	story_between(story);
	assert_near(story->interval.cpus[0].in_per_s, 5);
}

static void one_count_for_the_machine_is_no_cpus(void **state)
{
	struct story *story = *state;

	set_interrupts(story, 0, "  CPU0 CPU1\nERR: 3\nFIQ:   usb_fiq\n");
	set_interrupts(story, 1, "  CPU0 CPU1\nERR: 9\nFIQ:   usb_fiq\n");
	story_between(story);
	assert_near(irq(story, "ERR")->total, 6);
	assert_null(irq(story, "ERR")->per_cpu);
	assert_int_equal(irq(story, "ERR")->hottest_cpu, -1);
	assert_true(isnan(irq(story, "FIQ")->total));
	assert_true(isnan(story->interval.cpus[0].in_per_s));
}

static void a_counter_that_was_reset_is_unknown(void **state)
{
	struct story *story = *state;

	set_interrupts(story, 0, "  CPU0 CPU1\n 30: 1000 50 X 1-edge a\n");
	set_interrupts(story, 1, "  CPU0 CPU1\n 30: 3 60 X 1-edge a\n");
	story_between(story);
	assert_true(isnan(irq(story, "30")->per_cpu[0]));
	assert_near(irq(story, "30")->total, 10);
}

/* softirqs has a column per possible CPU; those that are not there are not shown. */
static void only_cpus_that_are_there_have_softirqs(void **state)
{
	struct story *story = *state;
	const struct softirq_interval *type;

	set_interrupts(story, 0, "  CPU0 CPU5\n");
	set_interrupts(story, 1, "  CPU0 CPU5\n");
	set_softirqs(story, 0, "  CPU0 CPU1 CPU5 CPU6\nTIMER: 1 0 1 0\nNET_RX: 0 0 1 0\n");
	set_softirqs(story, 1, "  CPU0 CPU1 CPU5 CPU6\nNET_RX: 2 0 19 0\nTIMER: 1 0 1 0\n");
	story_between(story);
	assert_int_equal(story->interval.n_cpus, 2);
	assert_int_equal(story->interval.n_softirqs, 2);
	type = &story->interval.softirqs[0];
	assert_string_equal(type->name, "NET_RX");
	assert_near(type->total, 20);
	assert_near(type->per_s, 10);
	assert_near(type->hottest_pct, 90);
	assert_int_equal(type->hottest_cpu, 5);
	assert_int_equal(story->interval.softirqs[1].hottest_cpu, -1);
	assert_true(isnan(story->interval.softirqs[1].hottest_pct));
	assert_near(story->interval.cpus[1].sirq_per_s, 9);
}

static void a_first_look_has_rows_but_no_rates(void **state)
{
	struct story *story = *state;

	story->samples[0].has = 0;
	set_interrupts(story, 1, "  CPU0 CPU1\n 30: 3 60 X 1-edge a\n");
	set_softirqs(story, 1, "  CPU0 CPU1\nTIMER: 1 2\n");
	story_between(story);
	assert_int_equal(story->interval.n_irqs, 1);
	assert_true(isnan(irq(story, "30")->per_s));
	assert_int_equal(story->interval.n_softirqs, 1);
	assert_true(isnan(story->interval.softirqs[0].per_s));
	assert_near(irq(story, "30")->since_boot, 63);
}

static void without_uptime_there_are_counts_but_no_rates(void **state)
{
	struct story *story = *state;

	set_softirqs(story, 1, "  CPU0 CPU1\nTIMER: 1 3\n");
	set_interrupts(story, 1, "  CPU0 CPU1\n");
	interval_between(&story->interval, NULL, &story->samples[1]);
	assert_true(isnan(story->interval.softirqs[0].per_s));
	assert_near(story->interval.softirqs[0].hottest_pct, 75);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, story_teardown)
	const struct CMUnitTest tests[] = {
		TEST(rates_are_over_the_measured_time),
		TEST(counters_of_32_bits_wrap),
		TEST(sums_have_64_bits),
		TEST(rows_and_cpus_are_joined_by_identity),
		TEST(what_is_counted_in_another_row_is_counted_once),
		TEST(one_count_for_the_machine_is_no_cpus),
		TEST(a_counter_that_was_reset_is_unknown),
		TEST(only_cpus_that_are_there_have_softirqs),
		TEST(a_first_look_has_rows_but_no_rates),
		TEST(without_uptime_there_are_counts_but_no_rates),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
