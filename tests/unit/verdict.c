/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What --check says, and how it exits. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdbool.h>
#include <time.h>

#include "handmade.h"
#include "printed.h"
#include "rule/rule.h"
#include "verdict.h"

#define SECOND 1000000000ULL

struct court {
	struct handmade machine;
	struct verdict *verdict;
	struct printed printed;
	struct mark mark;
};

static int setup(void **state)
{
	static struct court court;

	setenv("TZ", "UTC", 1);
	tzset();
	handmade_init(&court.machine, 2, 2, 1);
	court.machine.interval.wall_ns = 1000 * SECOND;
	court.machine.interval.has_marks = true;
	court.machine.view.looked_s = 7;
	court.verdict = verdict_new();
	court.mark = (struct mark){
		.rule = "R91",
		.subject = "cpu1",
		.text = "it | is \033[1m bad",
		.since_ns = 990 * SECOND,
		.cleared_s = (double)NAN,
	};
	*state = &court;
	return 0;
}

static int teardown(void **state)
{
	struct court *court = *state;

	court->machine.interval.marks = NULL;
	court->machine.interval.n_marks = 0;
	verdict_free(court->verdict);
	handmade_fini(&court->machine);
	return 0;
}

static void find(struct court *court, int grade)
{
	court->mark.grade = grade;
	court->machine.interval.marks = &court->mark;
	court->machine.interval.n_marks = 1;
}

static void look(struct court *court, size_t n)
{
	for (size_t i = 0; i < n; i++)
		verdict_add(court->verdict, &court->machine.view);
}

/* Does it exit so, and begin with this? */
static void assert_verdict(struct court *court, int status, const char *begin)
{
	printed_begin(&court->printed);
	assert_int_equal(verdict_print(court->verdict, &court->machine.view, court->printed.out),
			 status);
	printed_end(&court->printed);
	assert_memory_equal(court->printed.text, begin, strlen(begin));
	printed_fini(&court->printed);
}

static void nothing_found_is_well(void **state)
{
	struct court *court = *state;

	look(court, 7);
	assert_verdict(court, 0, "OVERTOP OK: nothing found | info=0 warn=0 crit=0\n");
}

static void info_is_well_too(void **state)
{
	struct court *court = *state;

	find(court, GRADE_INFO);
	look(court, 7);
	assert_verdict(court, 0,
		       "OVERTOP OK: 1 finding: it / is ?[1m bad | info=1 warn=0 crit=0\n");
}

static void grades_are_exit_statuses(void **state)
{
	struct court *court = *state;

	find(court, GRADE_WARN);
	look(court, 7);
	assert_verdict(court, 1,
		       "OVERTOP WARN: 1 finding: it / is ?[1m bad | info=0 warn=1 crit=0\n"
		       "\nwarn R91 cpu1 since 00:16:30: it | is ?[1m bad\n");
	find(court, GRADE_CRIT);
	look(court, 1);
	assert_verdict(court, 2, "OVERTOP CRIT: 1 finding");
}

static void what_has_cleared_does_not_count(void **state)
{
	struct court *court = *state;

	find(court, GRADE_CRIT);
	court->mark.cleared_s = 1;
	look(court, 7);
	assert_verdict(court, 0, "OVERTOP OK: nothing found | info=0 warn=0 crit=0\n");
}

static void too_short_a_look_tells_nothing(void **state)
{
	struct court *court = *state;

	court->machine.view.looked_s = 4;
	look(court, 4);
	assert_verdict(court, 3, "OVERTOP UNKNOWN: a finding needs three intervals");
	/* Long enough, but of two intervals. */
	verdict_free(court->verdict);
	court->verdict = verdict_new();
	court->machine.view.looked_s = 7;
	look(court, 2);
	assert_verdict(court, 3, "OVERTOP UNKNOWN: a finding needs three intervals");
	/* When it was recorded it was looked at for long enough. */
	court->machine.view.looked_s = (double)NAN;
	look(court, 1);
	assert_verdict(court, 0, "OVERTOP OK");
}

static void what_cannot_be_judged_is_unknown(void **state)
{
	struct court *court = *state;

	court->machine.interval.is_since_boot = true;
	look(court, 7);
	assert_verdict(court, 3, "OVERTOP UNKNOWN: there is nothing but");
	court->machine.interval.is_since_boot = false;
	court->machine.interval.has_marks = false;
	look(court, 7);
	assert_verdict(court, 3, "OVERTOP UNKNOWN: nothing could be read");
}

/* CPU 1 works for the kernel only: R29 has evidence and a command. */
static void a_finding_has_its_commands(void **state)
{
	struct court *court = *state;
	struct cpu_interval *cpu = &court->machine.interval.cpus[1];

	cpu->us = 5;
	cpu->sy = 90;
	cpu->busy = 95;
	court->machine.view.has = UINT32_MAX;
	find(court, GRADE_INFO);
	court->mark.rule = "R29";
	look(court, 7);
	printed_begin(&court->printed);
	verdict_print(court->verdict, &court->machine.view, court->printed.out);
	printed_end(&court->printed);
	assert_true(printed_has(&court->printed, "\n  shares: us 5.0% sy 90.0%\n"));
	assert_true(printed_has(&court->printed, "\n  cause: "));
	assert_true(printed_has(&court->printed, "\n  confirm: perf top -e cycles:k -g -C 1\n"));
	printed_fini(&court->printed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
		TEST(nothing_found_is_well),          TEST(info_is_well_too),
		TEST(grades_are_exit_statuses),       TEST(what_has_cleared_does_not_count),
		TEST(too_short_a_look_tells_nothing), TEST(what_cannot_be_judged_is_unknown),
		TEST(a_finding_has_its_commands),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
