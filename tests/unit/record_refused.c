/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "prefixes.h"
#include "recorded.h"

static struct record record;

static int setup(void **state)
{
	(void)state;
	record_init(&record);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	record_fini(&record);
	return 0;
}

static void assert_read(const char *line)
{
	const char *why = "";

	if (record_read(&record, line, strlen(line), &why) < 0)
		fail_msg("%s: %s", line, why);
	assert_int_equal(record.format, RECORD_FORMAT);
}

static void assert_refused(const char *line, const char *expected)
{
	const char *why = NULL;

	assert_int_equal(record_read(&record, line, strlen(line), &why), -EINVAL);
	assert_string_equal(why, expected);
	assert_int_equal(record.interval.n_cpus, 0);
	assert_int_equal(record.interval.n_threads, 0);
}

static void versions(void **state)
{
	(void)state;
	assert_read("{\"overtop\":1}");
	assert_read("{\"overtop\":1}\n");
	assert_refused("{\"overtop\":2}",
		       "recorded by a newer overtop (format 2; this one reads 1)");
	assert_refused("{\"overtop\":7,\"time\":[],\"cpus\":{}}",
		       "recorded by a newer overtop (format 7; this one reads 1)");
	assert_refused("{}", "not a recording of overtop");
	assert_refused("{\"overtop\":0}", "not a recording of overtop");
	assert_refused("{\"time\":12}", "not a recording of overtop");
	assert_refused("{\"overtop\":\"1\"}", "overtop: not a whole number");
	assert_refused("{\"overtop\":1,\"time\":12}", "time: not a text");
	assert_refused("[]", "not an object");
	assert_refused("", "cut off");
	assert_refused("overtop", "not JSON at byte 7");
}

static void a_line_may_be_too_long(void **state)
{
	const char *why;

	(void)state;
	/* Not a byte of it is looked at. */
	assert_int_equal(record_read(&record, "", (size_t)RECORD_MAX_LINE + 1, &why), -EINVAL);
	assert_string_equal(why, "a line that is too long");
}

/* Each is a column: laying out a hundred thousand would take minutes. */
static void no_kernel_has_so_many_softirqs(void **state)
{
	enum { N = 1000 };
	static char line[64 + 3 * N] = "{\"overtop\":1,\"softirqs\":[";
	char *at = line + strlen(line);

	(void)state;
	for (int i = 0; i < N; i++, at += 3)
		memcpy(at, "{},", 3);
	memcpy(at - 1, "]}", 3);
	assert_refused(line, "softirqs: too many");
}

static void what_is_missing_is_completed(void **state)
{
	struct interval *interval = &record.interval;

	(void)state;
	assert_read("{\"overtop\":1,\"cpu_numbers\":[2,5],\"softirqs\":[{}],\"irqs\":[{}],"
		    "\"processes\":[{\"pid\":1,\"state\":\"\\n\"}],\"totals\":{\"threads\":1e300},"
		    "\"users\":[{}],\"topology\":{}}");
	assert_int_equal(interval->all.cpu, -1);
	assert_int_equal(interval->cpus[1].cpu, 5);
	assert_true(isnan(interval->cpus[1].us) && isnan(interval->all.us));
	assert_true(isnan(interval->totals.cs_per_s));
	assert_true(isnan(interval->totals.n_threads));
	assert_string_equal(interval->softirqs[0].name, "");
	assert_true(isnan(interval->softirqs[0].per_cpu[1]));
	assert_int_equal(interval->softirqs[0].hottest_cpu, -1);
	assert_string_equal(interval->irqs[0].label, "");
	assert_string_equal(interval->irqs[0].chip, "");
	assert_string_equal(interval->irqs[0].name, "");
	assert_int_equal(cpuset_count(interval->irqs[0].on), 0);
	assert_null(interval->irqs[0].per_cpu);
	assert_null(interval->irqs[0].asked);
	assert_int_equal(interval->processes[0].state, '?');
	assert_string_equal(interval->processes[0].name, "");
	assert_true(interval->processes[0].start_ticks == COUNTER_UNKNOWN);
	assert_string_equal(record.users[0].name, "");
	assert_true(record.topology->is_read);
	assert_read("{\"overtop\":1}");
	assert_null(record.topology);
	assert_int_equal(record.n_users, 0);
}

/* Those who show the network or what stands need not ask. */
static void names_of_rows_are_never_missing(void **state)
{
	struct interval *interval = &record.interval;

	(void)state;
	assert_read("{\"overtop\":1,\"softnets\":[{},{}],\"netdevs\":[{},{\"queues\":[{}]}],"
		    "\"exited\":[{}],\"cgroups\":[{}],\"settings\":[{}],\"findings\":[{}]}");
	assert_int_equal(interval->softnets[1].cpu, -1);
	assert_true(isnan(interval->softnets[0].processed_per_s));
	assert_string_equal(interval->netdevs[0].name, "");
	assert_null(interval->netdevs[0].driver);
	assert_int_equal(interval->netdevs[1].n_queues, 1);
	assert_int_equal(interval->netdevs[1].queues[0].kind, '?');
	assert_null(interval->netdevs[1].queues[0].cpus);
	assert_int_equal(interval->netdevs[1].queues[0].irq, -1);
	assert_string_equal(interval->exited[0].name, "");
	assert_null(interval->exited[0].parent_name);
	assert_string_equal(interval->cgroups[0].path, "");
	assert_string_equal(interval->settings[0].value, "");
	assert_string_equal(interval->marks[0].rule, "");
	assert_string_equal(interval->marks[0].subject, "");
	assert_string_equal(interval->marks[0].text, "");
}

static void what_does_not_fit_together_is_refused(void **state)
{
	static const char *const wrong[][2] = {
		{"\"cpu_numbers\":[65536]", "cpu_numbers: out of range"},
		{"\"cpu_numbers\":[1,0]", "cpu_numbers: not ascending whole numbers"},
		{"\"cpu_numbers\":[0,1],\"cpus\":[{\"cpu\":0}]", "cpus: not one for each CPU"},
		{"\"cpu_numbers\":[0,1],\"cpus\":[{\"cpu\":1},{\"cpu\":0}]",
		 "cpus: not those of cpu_numbers"},
		{"\"cpu_numbers\":[0],\"cpus\":[{}]", "cpus: not those of cpu_numbers"},
		{"\"processes\":[{}]", "processes: not ascending"},
		{"\"processes\":[{\"pid\":2},{\"pid\":2}]", "processes: not ascending"},
		{"\"processes\":[{\"pid\":2},{\"pid\":1}]", "processes: not ascending"},
		{"\"processes\":[{\"pid\":-2}]", "processes: not ascending"},
		{"\"threads\":[{\"pid\":1,\"tid\":1}]", "threads: not those of the processes"},
		{"\"processes\":[{\"pid\":1},{\"pid\":2}],"
		 "\"threads\":[{\"pid\":2,\"tid\":2},{\"pid\":1,\"tid\":1}]",
		 "threads: not those of the processes"},
		{"\"processes\":[{\"pid\":1}],\"threads\":[{\"pid\":1}]", "threads: not ascending"},
		{"\"processes\":[{\"pid\":1}],"
		 "\"threads\":[{\"pid\":1,\"tid\":3},{\"pid\":1,\"tid\":3}]",
		 "threads: not ascending"},
		{"\"topology\":{\"cpus\":[{\"cpu\":-1}]}",
		 "topology.cpus: not ascending, or out of range"},
		{"\"topology\":{\"cpus\":[{\"cpu\":65536}]}",
		 "topology.cpus: not ascending, or out of range"},
		{"\"topology\":{\"cpus\":[{\"cpu\":1},{\"cpu\":1}]}",
		 "topology.cpus: not ascending, or out of range"},
		{"\"softnets\":[{\"cpu\":65536}]", "softnets: not ascending, or out of range"},
		{"\"softnets\":[{\"cpu\":1},{\"cpu\":1}]",
		 "softnets: not ascending, or out of range"},
		{"\"softnets\":[{\"cpu\":1},{}]", "softnets: not ascending, or out of range"},
		{"\"settings\":[{\"name\":\"b\"},{\"name\":\"a\"}]", "settings: not ascending"},
		{"\"users\":[{\"uid\":1},{\"uid\":1}]", "users: not ascending"},
		{"\"irqs\":[{\"per_cpu\":{\"0\":1}}]",
		 "irqs[0].per_cpu: of a CPU that is not in the record"},
	};
	char line[256];

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		snprintf(line, sizeof(line), "{\"overtop\":1,%s}", wrong[i][0]);
		assert_refused(line, wrong[i][1]);
	}
}

static size_t whole;

static void read_prefix(const char *text, size_t len)
{
	const char *why;

	assert_int_equal(record_read(&record, text, len, &why), len < whole ? -EINVAL : 0);
}

/* A disk that was full, a machine that went down. */
static void a_record_may_end_anywhere(void **state)
{
	struct recorded made;
	size_t len;
	char *line;

	(void)state;
	recorded_init(&made, 1, 1, 1);
	line = arena_strdup(&made.arena, record_write(&made.record, &made.arena, &len));
	line[--len] = '\0';
	whole = len;
	for_each_prefix(line, read_prefix);
	recorded_fini(&made);
}

/* Whatever one byte of it becomes, it is read or refused. */
static void a_record_may_be_damaged(void **state)
{
	static const char damage[] = {'\0', '0', '9', '-', '"', '{', '}', '[', ',', '\xff'};
	struct recorded made;
	const char *why;
	size_t len;
	char *line;

	(void)state;
	recorded_init(&made, 1, 1, 1);
	line = arena_strdup(&made.arena, record_write(&made.record, &made.arena, &len));
	for (size_t i = 0; i < len; i++) {
		char was = line[i];

		line[i] = damage[i % sizeof(damage)];
		if (record_read(&record, line, len, &why) < 0)
			assert_true(*why);
		line[i] = was;
	}
	recorded_fini(&made);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(versions),
		TEST(a_line_may_be_too_long),
		TEST(no_kernel_has_so_many_softirqs),
		TEST(what_is_missing_is_completed),
		TEST(names_of_rows_are_never_missing),
		TEST(what_does_not_fit_together_is_refused),
		TEST(a_record_may_end_anywhere),
		TEST(a_record_may_be_damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
