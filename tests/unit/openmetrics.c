/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Metrics by value: what counters and gauges become over several intervals. */
#include "config.h"

#include "metrics_page.h"

static void counters_begin_since_boot_and_grow(void **state)
{
	struct page *page = *state;
	struct totals *totals = &page->interval.totals;

	page->interval.is_since_boot = true;
	totals->seconds = 3;
	totals->cs_per_s = 1000 / 3.0;
	page_end(page);
	assert_value(page, "overtop_context_switches_total", 1000);
	page_begin(page, 1);
	totals->cs_per_s = 7 / 2.0;
	page_end(page);
	assert_value(page, "overtop_context_switches_total", 1007);
	/* Another machine, or the same after a boot. */
	page_begin(page, 1);
	page->interval.is_since_boot = true;
	totals->cs_per_s = 10;
	page_end(page);
	assert_value(page, "overtop_context_switches_total", 20);
}

/* A rate times a time is not quite whole; their sum must be, at any time and however large it is. */
static void counts_stay_whole(void **state)
{
	struct page *page = *state;
	struct totals *totals = &page->interval.totals;
	double sum = 0;

	for (int i = 1; i <= 300; i++) {
		double count = i == 200 ? 1e15 : i;

		totals->seconds = 0.1 + i * 1e-7;
		totals->cs_per_s = count / totals->seconds;
		sum += count;
		page_end(page);
		assert_value(page, "overtop_context_switches_total", sum);
	}
	assert_memory_equal(page_find(page, "overtop_context_switches_total"), "1000000000044950\n",
			    17);
}

static void what_is_unknown_adds_nothing(void **state)
{
	struct page *page = *state;
	struct totals *totals = &page->interval.totals;

	page_end(page);
	assert_null(strstr(page->text, "overtop_forks_total"));
	assert_null(strstr(page->text, "overtop_load1"));
	assert_null(strstr(page->text, "nan"));
	totals->fork_per_s = 4;
	totals->load1 = 0.25;
	page_end(page);
	assert_value(page, "overtop_forks_total", 8);
	assert_value(page, "overtop_load1", 0.25);
	assert_non_null(strstr(page->text, "# TYPE overtop_forks_total counter\n"));
	assert_non_null(strstr(page->text, "# TYPE overtop_load1 gauge\n"));
	totals->fork_per_s = totals->load1 = (double)NAN;
	page_end(page);
	assert_value(page, "overtop_forks_total", 8);
	assert_null(strstr(page->text, "overtop_load1"));
}

/* No interval says so, but a recording may. */
static void no_counter_falls(void **state)
{
	struct page *page = *state;
	struct totals *totals = &page->interval.totals;

	totals->fork_per_s = 4;
	page_end(page);
	totals->fork_per_s = -3;
	page_end(page);
	assert_value(page, "overtop_forks_total", 8);
	totals->fork_per_s = (double)INFINITY;
	page_end(page);
	assert_value(page, "overtop_forks_total", 8);
}

/* None was counted since boot, nor while the CPU was away. */
static void switches_of_a_cpu_are_those_that_were_seen(void **state)
{
	struct page *page = *state;
	struct interval *interval = &page->interval;
	const char *name = "overtop_cpu_context_switches_total{cpu=\"0\"}";

	interval->totals.seconds = 2;
	interval->cpus[0].cs_per_s = (double)NAN;
	page_end(page);
	assert_null(strstr(page->text, "overtop_cpu_context_switches_total"));
	interval->cpus[0].cs_per_s = 21;
	page_end(page);
	assert_value(page, name, 42);
	interval->cpus[0].cs_per_s = (double)NAN;
	page_end(page);
	assert_value(page, name, 42);
	interval->cpus[0].cs_per_s = 0.5;
	page_end(page);
	assert_value(page, name, 43);
}

static void units_are_the_base_ones(void **state)
{
	struct page *page = *state;
	struct interval *interval = &page->interval;
	struct pressure *pressure = &interval->pressure;

	interval->totals.mem_used_kib = 3;
	interval->totals.page_in_kib_per_s = 5;
	interval->totals.major_fault_per_s = 1.5;
	interval->totals.paging_seconds = 4;
	interval->all.busy = 12.5;
	interval->all.capacity_s = 8;
	interval->cpus[0].busy = 57;
	pressure->some[PRESSURE_IO].avg10 = 1.25;
	pressure->some[PRESSURE_IO].total_us = 2500001;
	page_end(page);
	assert_value(page, "overtop_interval_seconds", 2);
	assert_value(page, "overtop_memory_used_bytes", 3072);
	assert_value(page, "overtop_page_in_bytes_total", 20480);
	assert_value(page, "overtop_major_page_faults_total", 6);
	assert_value(page, "overtop_busy_seconds_total", 1);
	assert_value(page, "overtop_cpu_busy_ratio{cpu=\"0\"}", 0.57);
	assert_value(page, "overtop_hottest_cpu_busy_ratio", 0.57);
	assert_value(page, "overtop_pressure_ratio{resource=\"io\",kind=\"some\"}", 0.0125);
	assert_value(page, "overtop_pressure_seconds_total{resource=\"io\",kind=\"some\"}",
		     2.500001);
	assert_null(strstr(page->text, "resource=\"cpu\""));
	/* The kernel has added it up. */
	page_end(page);
	assert_value(page, "overtop_pressure_seconds_total{resource=\"io\",kind=\"some\"}",
		     2.500001);
	assert_value(page, "overtop_page_in_bytes_total", 40960);
}

static void modes_of_a_cpu_add_up_to_its_time(void **state)
{
	static const char *const modes[] = {"user",   "nice",       "system",  "idle",
					    "iowait", "irq",        "softirq", "steal",
					    "guest",  "guest_nice", "unseen"};
	struct page *page = *state;
	double sum = 0;

	page->interval.cpus[0] = (struct cpu_interval){
		.us = 5,
		.ni = 1,
		.sy = 10,
		.id = 50,
		.wa = 4,
		.hi = 2,
		.si = 3,
		.st = 6,
		.unseen = 12,
		.gu = 4,
		.gn = 3,
		.busy = 46,
		.capacity_s = 2,
	};
	page_end(page);
	page_end(page);
	assert_value(page, "overtop_cpu_seconds_total{cpu=\"0\",mode=\"user\"}", 0.2);
	assert_value(page, "overtop_cpu_seconds_total{cpu=\"0\",mode=\"iowait\"}", 0.16);
	assert_value(page, "overtop_cpu_seconds_total{cpu=\"0\",mode=\"unseen\"}", 0.48);
	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
		char series[80];

		snprintf(series, sizeof(series), "overtop_cpu_seconds_total{cpu=\"0\",mode=\"%s\"}",
			 modes[i]);
		sum += page_value(page, series);
	}
	assert_true(fabs(sum - 4) < 1e-9);
}

static void set_system_s(struct page *page, size_t at, double seconds)
{
	page->interval.cpus[at].sy = page->interval.cpus[at].busy = 100;
	page->interval.cpus[at].capacity_s = seconds;
}

/* CPU 0 goes and comes back: its counters stand still meanwhile, and those of CPU 1 go on. */
static void a_cpu_goes_and_comes_back(void **state)
{
	static const char cpu0[] = "overtop_cpu_seconds_total{cpu=\"0\",mode=\"system\"}";
	static const char cpu1[] = "overtop_cpu_seconds_total{cpu=\"1\",mode=\"system\"}";
	struct page *page = *state;

	page_begin(page, 2);
	set_system_s(page, 0, 10);
	set_system_s(page, 1, 20);
	page_make_softirqs(page, 1);
	page_end(page);

	page_begin(page, 1);
	page->interval.cpu_numbers[0] = page->interval.cpus[0].cpu = 1;
	set_system_s(page, 0, 2);
	page_make_softirqs(page, 1);
	page_end(page);
	assert_value(page, cpu0, 10);
	assert_value(page, cpu1, 22);
	assert_value(page, "overtop_softirqs_total{type=\"TYPE0\",cpu=\"0\"}", 1);
	assert_value(page, "overtop_softirqs_total{type=\"TYPE0\",cpu=\"1\"}", 2);
	assert_value(page, "overtop_cpu_busy_ratio{cpu=\"0\"}", (double)NAN);
	assert_value(page, "overtop_cpus", 1);

	page_begin(page, 2);
	set_system_s(page, 0, 1);
	set_system_s(page, 1, 1);
	page_end(page);
	assert_value(page, cpu0, 11);
	assert_value(page, cpu1, 23);
	assert_well_formed(page);
}

static void softirqs_are_told_apart_by_type_and_cpu(void **state)
{
	struct page *page = *state;
	double *counts;

	for (int i = 0; i < 2; i++) {
		page_begin(page, 2);
		page_make_softirqs(page, 2);
		counts = page_counts(page, 30);
		counts[1] = i ? (double)NAN : 7;
		page->interval.softirqs[i].name = "NET_RX";
		page->interval.softirqs[i].per_cpu = counts;
		page->interval.softirqs[!i].name = "TIMER";
		page_end(page);
	}
	assert_value(page, "overtop_softirqs_total{type=\"NET_RX\",cpu=\"0\"}", 60);
	assert_value(page, "overtop_softirqs_total{type=\"NET_RX\",cpu=\"1\"}", 7);
	assert_value(page, "overtop_softirqs_total{type=\"TIMER\",cpu=\"1\"}", 2);
}

/* Whatever is at hand: what cannot be said is not 0. */
static void flags_need_shares(void **state)
{
	struct page *page = *state;

	page_end(page);
	assert_value(page, "overtop_irq_time_hidden", (double)NAN);
	page->interval.all.capacity_s = 1;
	page->interval.hides_irq_time = true;
	page_end(page);
	assert_value(page, "overtop_irq_time_hidden", 1);
	assert_value(page, "overtop_cpu_time_unseen", 0);
	assert_value(page, "overtop_build_info{version=\"" VERSION "\"}", 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(counters_begin_since_boot_and_grow, page_setup,
						page_teardown),
		cmocka_unit_test_setup_teardown(counts_stay_whole, page_setup, page_teardown),
		cmocka_unit_test_setup_teardown(what_is_unknown_adds_nothing, page_setup,
						page_teardown),
		cmocka_unit_test_setup_teardown(no_counter_falls, page_setup, page_teardown),
		cmocka_unit_test_setup_teardown(switches_of_a_cpu_are_those_that_were_seen,
						page_setup, page_teardown),
		cmocka_unit_test_setup_teardown(units_are_the_base_ones, page_setup, page_teardown),
		cmocka_unit_test_setup_teardown(modes_of_a_cpu_add_up_to_its_time, page_setup,
						page_teardown),
		cmocka_unit_test_setup_teardown(a_cpu_goes_and_comes_back, page_setup,
						page_teardown),
		cmocka_unit_test_setup_teardown(softirqs_are_told_apart_by_type_and_cpu, page_setup,
						page_teardown),
		cmocka_unit_test_setup_teardown(flags_need_shares, page_setup, page_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
