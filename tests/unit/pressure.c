/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <math.h>

#include "base/counter.h"
#include "dump.h"
#include "prefixes.h"
#include "source/pressure.h"

#define ALL ((1U << N_PRESSURES) - 1)

static const char both[] = "some avg10=1.50 avg60=0.25 avg300=0.09 total=8123456789\n"
			   "full avg10=0.00 avg60=0.01 avg300=100.00 total=77\n";

static struct dump dump;

static int parse(const char *text, struct pressure_line *some, struct pressure_line *full)
{
	return pressure_parse(text, strlen(text), some, full);
}

static bool is_unknown(const struct pressure_line *line)
{
	return isnan(line->avg10) && isnan(line->avg60) && isnan(line->avg300) &&
	       line->total_us == COUNTER_UNKNOWN;
}

static void assert_near(double value, double expected)
{
	assert_true(fabs(value - expected) < 1e-9);
}

static void both_lines_are_read(void **state)
{
	(void)state;
	struct pressure_line some, full;

	assert_int_equal(parse(both, &some, &full), 0);
	assert_near(some.avg10, 1.5);
	assert_near(some.avg60, 0.25);
	assert_near(some.avg300, 0.09);
	assert_int_equal(some.total_us, 8123456789);
	assert_near(full.avg10, 0);
	assert_near(full.avg300, 100);
	assert_int_equal(full.total_us, 77);
}

static void the_point_is_a_point_in_every_language(void **state)
{
	(void)state;
	if (!setlocale(LC_ALL, "de_DE.UTF-8"))
		skip();
	both_lines_are_read(state);
	setlocale(LC_ALL, "C");
}

/* irq has no "some", and cpu had no "full" before 5.13. */
static void a_line_that_is_not_there_is_unknown(void **state)
{
	(void)state;
	struct pressure_line some, full;

	assert_int_equal(parse("full avg10=0.50 avg60=0 avg300=0 total=5\n", &some, &full), 0);
	assert_true(is_unknown(&some));
	assert_near(full.avg10, 0.5);
	assert_int_equal(parse("some avg10=0.50 total=9", &some, &full), 0);
	assert_true(is_unknown(&full));
	assert_near(some.avg10, 0.5);
	assert_true(isnan(some.avg60));
	assert_int_equal(some.total_us, 9);
}

static void a_text_of_something_else_is_refused(void **state)
{
	(void)state;
	struct pressure_line some, full;

	assert_int_equal(parse("", &some, &full), -EINVAL);
	assert_int_equal(parse("something avg10=1\n\n", &some, &full), -EINVAL);
	assert_true(is_unknown(&some) && is_unknown(&full));
	assert_int_equal(parse("some avg10=x avg60= total=-1\n", &some, &full), 0);
	assert_true(is_unknown(&some));
}

static void parse_prefix(const char *text, size_t len)
{
	struct pressure_line some, full;

	pressure_parse(text, len, &some, &full);
	assert_true(isnan(some.avg10) || some.avg10 <= 1.5);
}

static void a_text_may_end_anywhere(void **state)
{
	(void)state;
	for_each_prefix(both, parse_prefix);
}

static void files_that_never_will_answer_are_asked_once(void **state)
{
	(void)state;
	struct pressure_files files;
	struct pressure pressure;

	dump_put(&dump, "proc/pressure/cpu", both);
	dump_put(&dump, "proc/pressure/memory", "");
	pressure_files_init(&files);
	pressure_read(&files, ALL, &pressure);
	assert_near(pressure.some[PRESSURE_CPU].avg10, 1.5);
	assert_int_equal(pressure.full[PRESSURE_CPU].total_us, 77);
	assert_true(is_unknown(&pressure.some[PRESSURE_IO]));
	assert_int_equal(files.error[PRESSURE_IO], -ENOENT);
	assert_int_equal(files.error[PRESSURE_CPU], 0);
	/* An empty file may be one that is just being written. */
	assert_true(is_unknown(&pressure.some[PRESSURE_MEMORY]));
	assert_int_equal(files.error[PRESSURE_MEMORY], 0);
	dump_put(&dump, "proc/pressure/io", both);
	dump_put(&dump, "proc/pressure/memory", both);
	pressure_read(&files, ALL, &pressure);
	assert_true(is_unknown(&pressure.some[PRESSURE_IO]));
	assert_near(pressure.some[PRESSURE_MEMORY].avg10, 1.5);
	pressure_files_fini(&files);
}

static void only_what_is_asked_for_is_read(void **state)
{
	(void)state;
	struct pressure_files files;
	struct pressure pressure;

	dump_put(&dump, "proc/pressure/cpu", both);
	dump_put(&dump, "proc/pressure/io", both);
	pressure_files_init(&files);
	pressure_read(&files, 1U << PRESSURE_IO, &pressure);
	assert_true(is_unknown(&pressure.some[PRESSURE_CPU]));
	assert_near(pressure.some[PRESSURE_IO].avg10, 1.5);
	assert_int_equal(files.files[PRESSURE_CPU].fd, -1);
	pressure_files_fini(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_lines_are_read),
		cmocka_unit_test(the_point_is_a_point_in_every_language),
		cmocka_unit_test(a_line_that_is_not_there_is_unknown),
		cmocka_unit_test(a_text_of_something_else_is_refused),
		cmocka_unit_test(a_text_may_end_anywhere),
		cmocka_unit_test(files_that_never_will_answer_are_asked_once),
		cmocka_unit_test(only_what_is_asked_for_is_read),
	};

	dump_init(&dump);
	dump_enter(&dump);

	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	dump_fini(&dump);
	return failed;
}
