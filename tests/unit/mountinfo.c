/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "base/mountinfo.h"
#include "prefixes.h"

static const char text[] =
	"22 27 0:21 / /proc rw,relatime - proc proc rw,hidepid=2\n"
	"nonsense\n"
	"36 35 98:0 /a\\040b /mnt2 rw,noatime master:1 propagate_from:2 - ext3 /dev/root rw\n"
	"32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup  rw,cpu,cpuacct\n";

static void assert_span(struct span span, const char *expected)
{
	assert_int_equal(span.len, strlen(expected));
	assert_memory_equal(span.text, expected, span.len);
}

static void lines_are_taken_apart(void **state)
{
	(void)state;
	struct scan rest = scan_of(text, strlen(text));
	struct mount mount;

	assert_true(mountinfo_next(&rest, &mount));
	assert_span(mount.root, "/");
	assert_span(mount.point, "/proc");
	assert_span(mount.type, "proc");
	assert_span(mount.options, "rw,hidepid=2");
	assert_true(mountinfo_next(&rest, &mount));
	assert_span(mount.root, "/a\\040b");
	assert_span(mount.point, "/mnt2");
	assert_span(mount.type, "ext3");
	/* Mounted from a thing without a name. */
	assert_true(mountinfo_next(&rest, &mount));
	assert_span(mount.options, "rw,cpu,cpuacct");
	assert_false(mountinfo_next(&rest, &mount));
}

static struct span span_of(const char *string)
{
	return (struct span){.text = string, .len = strlen(string)};
}

static void options_are_found_whole(void **state)
{
	(void)state;
	struct span value;

	assert_true(mountinfo_option(span_of("rw,hidepid=2,subset=pid"), "hidepid", &value));
	assert_span(value, "2");
	assert_true(mountinfo_option(span_of("rw,cpuacct,cpu"), "cpu", &value));
	assert_span(value, "");
	assert_false(mountinfo_option(span_of("rw,cpuacct"), "cpu", &value));
	assert_false(mountinfo_option(span_of("rw,gpu=cpu"), "cpu", &value));
	assert_false(mountinfo_option(span_of(""), "cpu", &value));
}

static void assert_path(const char *escaped, const char *expected)
{
	char *path = mountinfo_path_dup(span_of(escaped));

	assert_string_equal(path, expected);
	free(path);
}

static void paths_are_unescaped(void **state)
{
	(void)state;
	assert_path("/a\\040b\\134c", "/a b\\c");
	assert_path("/plain", "/plain");
	assert_path("/cut\\04", "/cut\\04");
	assert_path("\\", "\\");
}

static void parse(const char *prefix, size_t len)
{
	struct scan rest = scan_of(prefix, len);
	struct mount mount;
	struct span value;

	while (mountinfo_next(&rest, &mount)) {
		mountinfo_option(mount.options, "hidepid", &value);
		free(mountinfo_path_dup(mount.root));
	}
}

static void a_text_may_end_anywhere(void **state)
{
	(void)state;
	for_each_prefix(text, parse);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_taken_apart),
		cmocka_unit_test(options_are_found_whole),
		cmocka_unit_test(paths_are_unescaped),
		cmocka_unit_test(a_text_may_end_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
