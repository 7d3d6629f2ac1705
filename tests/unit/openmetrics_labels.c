/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which series there are, what they are called, and how their numbers are written. */
#include "config.h"

#include "metrics_page.h"

#include <locale.h>

#include "base/textfile.h"
#include "output/metrics_table.h"
#include "output/metrics_text.h"

static void rows_are_joined_by_label_and_name(void **state)
{
	struct page *page = *state;

	page_make_irqs(page, 3, 10);
	page_end(page);
	page_begin(page, 1);
	page_make_irqs(page, 3, 1);
	page->interval.irqs[0].label = "2";
	page->interval.irqs[0].name = "dev2";
	page->interval.irqs[2].label = "0";
	page->interval.irqs[2].name = "dev0";
	page->interval.irqs[0].total = 5;
	/* Number 1 passes to another device. */
	page->interval.irqs[1].name = "other";
	page_end(page);
	assert_value(page, "overtop_irqs_total{irq=\"0\",name=\"dev0\"}", 11);
	assert_value(page, "overtop_irqs_total{irq=\"2\",name=\"dev2\"}", 15);
	assert_value(page, "overtop_irqs_total{irq=\"1\",name=\"dev1\"}", 10);
	assert_value(page, "overtop_irqs_total{irq=\"1\",name=\"other\"}", 1);
}

/* Prometheus refuses a page in which a series stands twice; these do once they are cleaned. */
static void rows_of_one_name_are_one_series(void **state)
{
	struct page *page = *state;

	page_make_irqs(page, 3, 4);
	for (int i = 0; i < 3; i++)
		page->interval.irqs[i].label = "LOC";
	page->interval.irqs[0].name = "a\x01";
	page->interval.irqs[1].name = "a\xff";
	page->interval.irqs[2].name = "a?";
	page_end(page);
	page_end(page);
	assert_value(page, "overtop_irqs_total{irq=\"LOC\",name=\"a?\"}", 24);
	assert_well_formed(page);
}

static void labels_hold_any_byte(void **state)
{
	static const struct {
		const char *raw, *label;
	} names[] = {
		{"", ""},
		{"eth0-rx-0, usb", "eth0-rx-0, usb"},
		{"a\"b\\c\nd", "a\\\"b\\\\c\\nd"},
		{"\x1b[31m\t\x7f", "?[31m??"},
		{"\xe5\xa4\xaa\xc3\xa9", "\xe5\xa4\xaa\xc3\xa9"},
		{"\xe5\xa4\xff\xc3", "????"},
		{"\xc0\xaf\xed\xa0\x80", "?????"},
		{"\xc2\x9b\xf0\x9f\x98\x80", "?\xf0\x9f\x98\x80"},
	};
	struct arena arena;

	(void)state;
	arena_init(&arena);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		assert_string_equal(metrics_label(&arena, "name", names[i].raw),
				    arena_printf(&arena, "name=\"%s\"", names[i].label));
	arena_fini(&arena);
}

static void numbers_are_the_shortest_that_are_the_same(void **state)
{
	static const struct {
		double value;
		const char *text;
	} numbers[] = {
		{0, "0"},
		{1e15, "1000000000000000"},
		{9007199254740991.0, "9007199254740991"},
		{0.1, "0.1"},
		{0.1 + 0.2, "0.30000000000000004"},
		{2.0 / 3, "0.6666666666666666"},
		{1e300, "1e+300"},
		{-2.5e-7, "-2.5e-07"},
	};
	char text[METRICS_NUMBER_SIZE];

	(void)state;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		metrics_number(numbers[i].value, text);
		assert_string_equal(text, numbers[i].text);
	}
}

static void numbers_have_a_point_in_any_locale(void **state)
{
	struct page *page = *state;
	char decimal[8];

	if (!setlocale(LC_ALL, "de_DE.UTF-8"))
		skip();
	page->interval.totals.load1 = 1234.5;
	page_end(page);
	snprintf(decimal, sizeof(decimal), "%.1f", 0.5);
	setlocale(LC_ALL, "C");
	assert_string_equal(decimal, "0,5");
	assert_memory_equal(page_find(page, "overtop_load1"), "1234.5\n", 7);
}

/* A line that never counts needs no series, but one of the architecture should be seen to begin. */
static void lines_that_never_count_have_no_series(void **state)
{
	struct page *page = *state;

	page_make_irqs(page, 3, 0);
	page->interval.irqs[1].irq = -1;
	page->interval.irqs[1].label = "MCE";
	page->interval.irqs[2].since_boot = 3;
	page_end(page);
	assert_value(page, "overtop_irqs_total{irq=\"0\",name=\"dev0\"}", (double)NAN);
	assert_value(page, "overtop_irqs_total{irq=\"MCE\",name=\"dev1\"}", 0);
	assert_value(page, "overtop_irqs_total{irq=\"2\",name=\"dev2\"}", 0);
	assert_value(page, "overtop_series_left_out{of=\"irq\"}", 0);
}

static void make_large(struct page *page)
{
	page_begin(page, 1152);
	page_make_softirqs(page, 10);
	page_make_irqs(page, 1500, 1);
	for (int i = 1480; i < 1500; i++)
		page->interval.irqs[i].irq = -1;
	for (int i = 0; i < 1152; i++) {
		page->interval.cpus[i].us = page->interval.cpus[i].busy = 100;
		page->interval.cpus[i].capacity_s = 2;
	}
}

static void a_large_machine_has_a_bounded_page(void **state)
{
	struct page *page = *state;

	make_large(page);
	page_end(page);
	assert_in_range(page_lines(page), 1, OPENMETRICS_MAX_LINES);
	assert_well_formed(page);
	assert_value(page, "overtop_series_left_out{of=\"cpu\"}", 1152 - 256);
	assert_value(page, "overtop_series_left_out{of=\"softirq\"}", 0);
	assert_value(page, "overtop_series_left_out{of=\"irq\"}", 1500 - 512);
	assert_value(page, "overtop_cpu_busy_ratio{cpu=\"255\"}", 1);
	assert_value(page, "overtop_cpu_busy_ratio{cpu=\"256\"}", (double)NAN);
	assert_value(page, "overtop_softirqs_total{type=\"TYPE9\",cpu=\"255\"}", 1);
	assert_value(page, "overtop_softirqs_total{type=\"TYPE9\",cpu=\"256\"}", (double)NAN);
	assert_value(page, "overtop_irqs_total{irq=\"1499\",name=\"dev1499\"}", 1);
	assert_value(page, "overtop_irqs_total{irq=\"491\",name=\"dev491\"}", 1);
	assert_value(page, "overtop_irqs_total{irq=\"492\",name=\"dev492\"}", (double)NAN);
}

/* CPU 5 and IRQ 7 are gone: nothing takes their place, and they come back to it. */
static void series_that_are_left_out_stay_so(void **state)
{
	struct page *page = *state;
	size_t lines;

	make_large(page);
	page_end(page);
	lines = page_lines(page);
	make_large(page);
	for (int i = 5; i < 1151; i++)
		page->interval.cpu_numbers[i] = page->interval.cpus[i].cpu = i + 1;
	page->interval.n_cpus = 1151;
	page->interval.irqs[7] = page->interval.irqs[1000];
	page_end(page);
	assert_int_equal(page_lines(page), lines - 1);
	assert_value(page, "overtop_series_left_out{of=\"cpu\"}", 1151 - 255);
	assert_value(page, "overtop_cpu_busy_ratio{cpu=\"256\"}", (double)NAN);
	assert_value(page, "overtop_irqs_total{irq=\"1000\",name=\"dev1000\"}", (double)NAN);
	make_large(page);
	page_end(page);
	assert_int_equal(page_lines(page), lines);
	assert_value(page, "overtop_cpu_seconds_total{cpu=\"5\",mode=\"user\"}", 4);
	assert_value(page, "overtop_cpu_seconds_total{cpu=\"6\",mode=\"user\"}", 6);
	assert_value(page, "overtop_irqs_total{irq=\"7\",name=\"dev7\"}", 2);
}

static const struct netdev_interval busy_netdev = {
	.name = "eth\"0",
	.seconds = 4,
	.rx_packets_per_s = 2.5,
	.tx_packets_per_s = 1,
	.rx_bytes_per_s = 1e9,
	.tx_bytes_per_s = 0,
	.rx_dropped_per_s = 0.25,
	.tx_dropped_per_s = (double)NAN,
};

static void the_network_is_counted_over_its_own_time(void **state)
{
	struct page *page = *state;
	struct softnet_interval softnets[] = {{.cpu = -1, .seconds = 4, .processed_per_s = 9},
					      {.cpu = 3, .seconds = 4, .processed_per_s = 9}};
	struct netdev_interval netdev = busy_netdev;

	page_begin(page, 1);
	page->interval.softnets = softnets;
	page->interval.n_softnets = 2;
	page->interval.netdevs = &netdev;
	page->interval.n_netdevs = 1;
	page->interval.sockets.seconds = 4;
	page->interval.sockets.retrans_per_s = 0.5;
	page->interval.totals.exit_seconds = 8;
	page->interval.totals.exit_per_s = 0.5;
	page->interval.totals.unowned_pct = 150;
	page_end(page);
	assert_well_formed(page);
	assert_value(page, "overtop_softnet_processed_total{cpu=\"3\"}", 36);
	assert_value(page, "overtop_softnet_processed_total{cpu=\"-1\"}", (double)NAN);
	assert_value(page, "overtop_network_receive_packets_total{device=\"eth\\\"0\"}", 10);
	assert_value(page, "overtop_network_receive_bytes_total{device=\"eth\\\"0\"}", 4e9);
	assert_value(page, "overtop_network_receive_drop_total{device=\"eth\\\"0\"}", 1);
	assert_value(page, "overtop_network_transmit_drop_total{device=\"eth\\\"0\"}", (double)NAN);
	assert_value(page, "overtop_tcp_retransmitted_segments_total", 2);
	assert_value(page, "overtop_tcp_listen_overflows_total", (double)NAN);
	assert_value(page, "overtop_exits_total", 4);
	assert_value(page, "overtop_cpu_unowned_ratio", 1.5);
}

/* CPUs of 300 and interfaces of 200, all with series if there were room. */
static void add_network(struct interval *interval)
{
	interval->softnets = arena_alloc(&interval->arena, 300, sizeof(*interval->softnets));
	interval->netdevs = arena_alloc(&interval->arena, 200, sizeof(*interval->netdevs));
	interval->n_softnets = 300;
	interval->n_netdevs = 200;
	for (int i = 0; i < 300; i++)
		interval->softnets[i] = (struct softnet_interval){.cpu = i, .seconds = 1};
	for (int i = 0; i < 200; i++) {
		interval->netdevs[i] = busy_netdev;
		interval->netdevs[i].tx_dropped_per_s = 0;
		interval->netdevs[i].name = arena_printf(&interval->arena, "veth%d", i);
	}
}

/* As a hostile recording may have them. */
static void types_and_pressures_are_bounded_too(void **state)
{
	struct page *page = *state;
	double *members = (double *)&page->interval.totals;

	make_large(page);
	page_make_softirqs(page, 300);
	add_network(&page->interval);
	for (size_t i = 0; i < sizeof(page->interval.totals) / sizeof(double); i++)
		members[i] = 1;
	page->interval.all = page->interval.cpus[0];
	for (size_t i = 0; i < 1152; i++)
		page->interval.cpus[i] = (struct cpu_interval){.capacity_s = 1};
	memset(&page->interval.pressure, 0, sizeof(page->interval.pressure));
	page_end(page);
	assert_in_range(page_lines(page), OPENMETRICS_MAX_LINES - 1000, OPENMETRICS_MAX_LINES);
	assert_value(page, "overtop_series_left_out{of=\"device\"}", 200 - 128);
	assert_value(page, "overtop_series_left_out{of=\"softirq\"}", 300 * 256 - 4096);
}

/* The names of pids come and go: none takes the place of those after it. */
static void findings_are_those_of_the_last_interval(void **state)
{
	struct page *page = *state;
	struct mark mark = {.rule = "R91", .grade = 2, .cleared_s = (double)NAN};
	char subject[16];

	page->interval.has_marks = true;
	page->interval.marks = &mark;
	page->interval.n_marks = 1;
	mark.subject = subject;
	for (int i = 0; i < 200; i++) {
		snprintf(subject, sizeof(subject), "pid%d", i);
		page_end(page);
	}
	assert_value(page, "overtop_finding{rule=\"R91\",subject=\"pid199\",grade=\"crit\"}", 2);
	assert_value(page, "overtop_finding{rule=\"R91\",subject=\"pid198\",grade=\"crit\"}",
		     (double)NAN);
	assert_value(page, "overtop_findings{grade=\"crit\"}", 1);
	assert_value(page, "overtop_findings{grade=\"warn\"}", 0);
	assert_well_formed(page);
	mark.cleared_s = 1;
	page_end(page);
	assert_value(page, "overtop_finding{rule=\"R91\",subject=\"pid199\",grade=\"crit\"}",
		     (double)NAN);
	assert_value(page, "overtop_findings{grade=\"crit\"}", 0);
	page->interval.has_marks = false;
	page_end(page);
	assert_value(page, "overtop_findings{grade=\"crit\"}", (double)NAN);
	page->interval.n_marks = 0;
}

static const char *type_name(const struct metric *metric)
{
	return metric->type == METRIC_GAUGE ? "gauge" : "counter";
}

/* The names of its labels: those of its kind and its own. */
static void label_names(const struct metric_kind *kind, const struct metric *metric, char *out,
			size_t size)
{
	int own = (int)strcspn(metric->label, "=");

	snprintf(out, size, "%s%s%.*s", kind->labels, own && *kind->labels ? ", " : "", own,
		 metric->label);
}

/* The table in doc/metrics.md, line by line: print what is missing, so that it can be put there. */
static void the_doc_has_all_metrics_and_no_others(void **state)
{
	const char *top = getenv("top_srcdir");
	struct textfile doc;
	char path[4096], line[1024], labels[128];
	size_t n = 0, n_missing = 0, n_documented = 0;

	(void)state;
	snprintf(path, sizeof(path), "%s/doc/metrics.md", top ? top : ".");
	textfile_init(&doc);
	assert_int_equal(textfile_read(&doc, path), 0);
	for (const struct metric_kind *kind = metric_kinds; kind < metric_kinds + N_METRIC_KINDS;
	     kind++) {
		for (size_t i = 0; i < kind->n_metrics; i++) {
			const struct metric *metric = &kind->metrics[i];

			if (!metric->help)
				continue;
			label_names(kind, metric, labels, sizeof(labels));
			snprintf(line, sizeof(line), "| `%s` | %s | %s | %s |\n", metric->name,
				 type_name(metric), labels, metric->help);
			n++;
			if (strstr(doc.text, line))
				continue;
			n_missing++;
			fputs(line, stderr);
		}
	}
	for (const char *at = doc.text; (at = strstr(at, "\n| `overtop_")); at++)
		n_documented++;
	textfile_fini(&doc);
	assert_int_equal(n_missing, 0);
	assert_int_equal(n_documented, n);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(rows_are_joined_by_label_and_name, page_setup,
						page_teardown),
		cmocka_unit_test_setup_teardown(rows_of_one_name_are_one_series, page_setup,
						page_teardown),
		cmocka_unit_test(labels_hold_any_byte),
		cmocka_unit_test_setup_teardown(the_network_is_counted_over_its_own_time,
						page_setup, page_teardown),
		cmocka_unit_test(numbers_are_the_shortest_that_are_the_same),
		cmocka_unit_test_setup_teardown(numbers_have_a_point_in_any_locale, page_setup,
						page_teardown),
		cmocka_unit_test_setup_teardown(lines_that_never_count_have_no_series, page_setup,
						page_teardown),
		cmocka_unit_test_setup_teardown(a_large_machine_has_a_bounded_page, page_setup,
						page_teardown),
		cmocka_unit_test_setup_teardown(series_that_are_left_out_stay_so, page_setup,
						page_teardown),
		cmocka_unit_test_setup_teardown(types_and_pressures_are_bounded_too, page_setup,
						page_teardown),
		cmocka_unit_test_setup_teardown(findings_are_those_of_the_last_interval, page_setup,
						page_teardown),
		cmocka_unit_test(the_doc_has_all_metrics_and_no_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
