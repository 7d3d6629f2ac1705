/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <time.h>

#include "handmade.h"
#include "output/report.h"
#include "printed.h"
#include "rule/rule.h"
#include "source/topology.h"

/* 2025-11-30 16:00:00 UTC */
#define AFTERNOON_NS 1764518400000000000u
#define SECOND_NS    1000000000u

struct reported {
	struct handmade handmade;
	struct report *report;
	struct printed printed;
};

static int setup(void **state)
{
	struct reported *reported = calloc(1, sizeof(*reported));

	assert_non_null(reported);
	/* Two CPUs 30% busy; processes 100 and 110 of two threads. */
	handmade_init(&reported->handmade, 2, 2, 2);
	reported->handmade.interval.wall_ns = AFTERNOON_NS;
	reported->handmade.interval.has_wait = true;
	reported->report = report_new();
	*state = reported;
	return 0;
}

static int teardown(void **state)
{
	struct reported *reported = *state;

	handmade_fini(&reported->handmade);
	report_free(reported->report);
	printed_fini(&reported->printed);
	free(reported);
	return 0;
}

/* The next second. */
static void add(struct reported *reported)
{
	reported->handmade.interval.wall_ns += SECOND_NS;
	report_add(reported->report, &reported->handmade.view, "web-3");
}

static void print(struct reported *reported)
{
	printed_begin(&reported->printed);
	report_print(reported->report, reported->printed.out);
	printed_end(&reported->printed);
}

static void has(const struct reported *reported, const char *wanted)
{
	if (!printed_has(&reported->printed, wanted))
		fail_msg("%s\nlacks\n%s", reported->printed.text, wanted);
}

static void has_not(const struct reported *reported, const char *unwanted)
{
	if (printed_has(&reported->printed, unwanted))
		fail_msg("%s\nhas\n%s", reported->printed.text, unwanted);
}

static void without_an_interval_it_says_so(void **state)
{
	struct reported *reported = *state;

	print(reported);
	has(reported, "<p>There is no measured interval.</p>");
	has_not(reported, "<h2>");
	has(reported, "</html>");
}

static void since_boot_only_tells_of_the_machine(void **state)
{
	struct reported *reported = *state;

	reported->handmade.interval.is_since_boot = true;
	reported->handmade.interval.totals.load1 = 8.31;
	add(reported);
	print(reported);
	has(reported, "<h1>web-3</h1>");
	has(reported, "load 8.31");
	has(reported, "There is no measured interval.");
	has_not(reported, "<h2>");
}

static void the_head_says_when_and_where(void **state)
{
	struct topology topology = {.is_read = true, .n_cores = 1, .n_sockets = 1};
	struct reported *reported = *state;

	reported->handmade.view.topology = &topology;
	for (int i = 0; i < 90; i++)
		add(reported);
	print(reported);
	has(reported, "<p>2025-11-30 16:00:00 – 16:01:30 UTC (+0000)</p>");
	has(reported, "<p>90 intervals of 1.0s, 1m30s in all</p>");
	has(reported, "2 CPUs (1 core, 1 socket)");
	has(reported, "<title>web-3 2025-11-30 16:00</title>");
	has_not(reported, "<li>");
}

static void what_is_not_known_is_said(void **state)
{
	struct reported *reported = *state;

	reported->handmade.interval.hides_irq_time = true;
	reported->handmade.interval.has_unseen = true;
	reported->handmade.interval.has_wait = false;
	add(reported);
	reported->handmade.interval.wall_ns += 600 * (uint64_t)SECOND_NS;
	reported->handmade.interval.has_unseen = false;
	add(reported);
	report_add(reported->report, &reported->handmade.view, "db-1");
	print(reported);
	has(reported, "<li>hi and si are too low");
	has(reported, "<li>??: for 1s some CPU was busy");
	has(reported, "<li>how long tasks waited for a CPU is unknown");
	has(reported, "<li>nothing was measured for 10m00s in between</li>");
	has(reported, "<li>intervals of more than one machine");
}

static void a_mean_and_a_peak_and_when_it_was(void **state)
{
	static const double cs[] = {100, 700, 400};
	struct reported *reported = *state;
	struct totals *totals = &reported->handmade.interval.totals;

	for (size_t i = 0; i < 3; i++) {
		totals->cs_per_s = cs[i];
		totals->fork_per_s = i == 1 ? (double)NAN : 10;
		totals->fault_per_s = (double)NAN;
		add(reported);
	}
	print(reported);
	has(reported, "<th scope=\"row\">cs/s</th><td>400</td><td>700</td><td>16:00:02</td>");
	/* Of what was known. */
	has(reported, "<th scope=\"row\">fork/s</th><td>10</td><td>10</td><td>16:00:01</td>");
	has(reported, "<th scope=\"row\">flt/s</th><td>-</td><td>-</td><td>-</td>");
	has(reported, "<th scope=\"row\">busy</th><td>30.0</td>");
	/* What never happened has no peak. */
	has(reported, "<th scope=\"row\">st</th><td>0.0</td><td>0.0</td><td>-</td>");
}

static void means_weigh_by_time(void **state)
{
	struct reported *reported = *state;
	struct interval *interval = &reported->handmade.interval;

	interval->totals.cs_per_s = 100;
	add(reported);
	interval->totals.cs_per_s = 500;
	interval->seconds = 3;
	interval->wall_ns += 2 * (uint64_t)SECOND_NS;
	add(reported);
	print(reported);
	has(reported, "<th scope=\"row\">cs/s</th><td>400</td><td>500</td><td>16:00:04</td>");
	has(reported, "2 intervals of 1.0s – 3.0s, 4s in all");
	has_not(reported, "nothing was measured");
}

static void threads_are_summed_over_all_the_time(void **state)
{
	struct reported *reported = *state;
	struct task_interval *thread = &reported->handmade.interval.threads[3];

	for (int i = 0; i < 4; i++) {
		thread->cpu_pct = i < 2 ? 100 : 0;
		thread->cswch_per_s = thread->switches_per_s = i < 2 ? 30 : 0;
		thread->nvcswch_per_s = 0;
		thread->wait_pct = i < 2 ? 10 : 0;
		thread->name = "pool-1";
		add(reported);
	}
	print(reported);
	/* 2 seconds of 4; its process is named beside it, its user by words. */
	has(reported, "<th scope=\"row\">pool-1 (work1)</th><td>110</td><td>111</td>"
		      "<td class=\"t\">carol</td><td class=\"chosen\">2.0s</td>"
		      "<td class=\"chosen\">50.0</td><td>15</td><td>0</td><td>5.0</td>"
		      "<td>16:00:00</td><td>16:00:02</td></tr>");
}

static void only_the_most_have_a_row(void **state)
{
	struct reported *reported = *state;

	handmade_fini(&reported->handmade);
	handmade_init(&reported->handmade, 2, 40, 1);
	add(reported);
	print(reported);
	has(reported, "<th scope=\"row\">25 other threads</th>");
	has(reported, ">work14</th>");
	/* 0.1 to 2.5% of a second. */
	has(reported, "<td class=\"chosen\">0.3s</td><td class=\"chosen\">32.5</td>");
}

static void names_are_only_names(void **state)
{
	struct reported *reported = *state;
	struct interval *interval = &reported->handmade.interval;

	handmade_rename(&reported->handmade, 0, "<script>a(\"1\")</script>");
	handmade_rename(&reported->handmade, 1, "\x1b[31m\xff%s'&");
	interval->irqs[0].name = "<img src=x>";
	interval->irqs[1].label = "\"30\"";
	interval->softirqs[0].name = "</style>";
	report_add(reported->report, &reported->handmade.view, "</title><b>\xc0");
	print(reported);
	has(reported, "&lt;script&gt;a(&quot;1&quot;)&lt;/script&gt;");
	has(reported, "?[31m?%s&#39;&amp;");
	has(reported, "<h1>&lt;/title&gt;&lt;b&gt;?</h1>");
	has(reported, "&lt;img src=x&gt;");
	has_not(reported, "<script");
	has_not(reported, "<img");
	assert_int_equal(printed_count(&reported->printed, "</style>"), 1);
	assert_int_equal(printed_count(&reported->printed, "</title>"), 1);
}

static void interrupts_and_softirqs_are_counted(void **state)
{
	struct reported *reported = *state;

	add(reported);
	add(reported);
	print(reported);
	/* 10 in each second; all that are known of by CPU came to CPU 1. */
	has(reported, "<th scope=\"row\">30</th><td class=\"t\">eth0</td>"
		      "<td class=\"chosen\">10</td><td>10</td><td>20</td><td>1</td><td>10.0</td>"
		      "<td class=\"t\">1</td><td class=\"t\">-</td><td class=\"t\">-</td></tr>");
	has(reported, "<th scope=\"row\">NET_RX</th><td class=\"chosen\">100</td><td>100</td>"
		      "<td>200</td><td>1</td><td>1.0</td></tr>");
}

static void without_tasks_there_are_none(void **state)
{
	struct reported *reported = *state;

	reported->handmade.interval.has_tasks = false;
	add(reported);
	print(reported);
	has(reported, "<li>tasks were not read</li>");
	has_not(reported, "<h2>Threads</h2>");
}

static void nothing_is_fetched_or_run(void **state)
{
	struct reported *reported = *state;

	add(reported);
	print(reported);
	has_not(reported, "://");
	has_not(reported, "<script");
	has_not(reported, "@import");
	has(reported, "content=\"default-src 'none';");
}

/* A hundred thousand seconds cost no more than some hours. */
static void a_long_time_makes_no_long_page(void **state)
{
	struct reported *reported = *state;
	struct interval *interval = &reported->handmade.interval;
	size_t len;

	for (int i = 0; i < 5000; i++) {
		interval->totals.cs_per_s = 100 + i * 7919 % 100;
		add(reported);
	}
	print(reported);
	len = reported->printed.len;
	printed_fini(&reported->printed);
	for (int i = 0; i < 20000; i++) {
		interval->totals.cs_per_s = 100 + i * 7919 % 100;
		add(reported);
	}
	print(reported);
	assert_true(reported->printed.len < len * 2);
	has(reported, "A step is the mean of 32 intervals");
}

static void each_finding_is_there_once_for_each_time_it_stood(void **state)
{
	struct reported *reported = *state;
	struct interval *interval = &reported->handmade.interval;
	struct mark mark = {.rule = "R91",
			    .subject = "",
			    .text = "not <b>that</b> bad",
			    .grade = GRADE_INFO,
			    .since_ns = AFTERNOON_NS,
			    .cleared_s = (double)NAN};

	interval->has_marks = true;
	interval->marks = &mark;
	interval->n_marks = 1;
	add(reported);
	mark.grade = GRADE_WARN;
	mark.text = "worse";
	add(reported);
	mark.cleared_s = 0.5;
	mark.grade = GRADE_INFO;
	add(reported);
	/* Another time. */
	mark.since_ns = AFTERNOON_NS + 4 * (uint64_t)SECOND_NS;
	mark.text = "again";
	mark.cleared_s = (double)NAN;
	for (int i = 0; i < 7; i++)
		add(reported);
	interval->marks = NULL;
	interval->n_marks = 0;
	print(reported);
	has(reported, "<h2>Findings</h2>\n<ul>\n<li><b>warn</b> worse <span class=\"soft\">"
		      "16:00:00 \xe2\x80\x93 16:00:02 (2s), R91</span></li>\n"
		      "<li><b>info</b> again <span class=\"soft\">since 16:00:04, for 6s, R91"
		      "</span></li>\n</ul>");
	/* Once in words, once as a bar. */
	assert_int_equal(printed_count(&reported->printed, "R91"), 4);
	assert_int_equal(printed_count(&reported->printed, "<path class=\"area irq\""), 1);
}

static void without_findings_it_says_so_if_it_was_judged(void **state)
{
	struct reported *reported = *state;

	add(reported);
	print(reported);
	has_not(reported, "Findings");
	printed_fini(&reported->printed);
	reported->handmade.interval.has_marks = true;
	add(reported);
	print(reported);
	has(reported, "<p>Nothing was found.</p>");
}

#define REPORTED(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		REPORTED(without_an_interval_it_says_so),
		REPORTED(since_boot_only_tells_of_the_machine),
		REPORTED(the_head_says_when_and_where),
		REPORTED(what_is_not_known_is_said),
		REPORTED(a_mean_and_a_peak_and_when_it_was),
		REPORTED(means_weigh_by_time),
		REPORTED(threads_are_summed_over_all_the_time),
		REPORTED(only_the_most_have_a_row),
		REPORTED(names_are_only_names),
		REPORTED(interrupts_and_softirqs_are_counted),
		REPORTED(without_tasks_there_are_none),
		REPORTED(nothing_is_fetched_or_run),
		REPORTED(each_finding_is_there_once_for_each_time_it_stood),
		REPORTED(without_findings_it_says_so_if_it_was_judged),
		REPORTED(a_long_time_makes_no_long_page),
	};

	setenv("TZ", "UTC0", 1);
	tzset();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
