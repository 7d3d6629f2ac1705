/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "prefixes.h"
#include "steer/undo.h"
#include "steer/undo_line.h"

static struct change change_of(struct steer_target target, const char *before, const char *after)
{
	struct change change = {.target = target};

	if (target.device)
		change.target.device = xstrdup(target.device);
	assert_int_equal(cpuset_parse_list(&change.before, before, strlen(before)), 0);
	assert_int_equal(cpuset_parse_list(&change.after, after, strlen(after)), 0);
	return change;
}

static const struct {
	struct steer_target target;
	const char *before, *after;
	bool is_joined;
	const char *line;
} lines[] = {
	{{.kind = STEER_IRQ, .number = 30},
	 "0-3",
	 "2",
	 false,
	 "echo 0-3 >/proc/irq/30/smp_affinity_list # irq 30 0-3 2\n"},
	{{.kind = STEER_RPS, .number = 0, .device = "eth0"},
	 "",
	 "0-1",
	 false,
	 "echo 0 >/sys/class/net/eth0/queues/rx-0/rps_cpus # rps 0 - 0-1 eth0\n"},
	{{.kind = STEER_XPS, .number = 7, .device = "br-1.2"},
	 "32",
	 "",
	 true,
	 "echo 1,00000000 >/sys/class/net/br-1.2/queues/tx-7/xps_cpus # xps 7 32 - br-1.2 +\n"},
	{{.kind = STEER_TASK, .number = 4711, .start_ticks = 891234},
	 "0-3,8",
	 "2",
	 true,
	 "taskset -cp 0-3,8 4711 # task 4711 0-3,8 2 891234 +\n"},
};

static void each_line_undoes_and_is_read_back(void **state)
{
	struct arena arena = {0};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		struct change change = change_of(lines[i].target, lines[i].before, lines[i].after);
		struct change read;
		bool is_joined;

		assert_string_equal(undo_line_format(&change, lines[i].is_joined, &arena),
				    lines[i].line);
		assert_int_equal(undo_line_parse(lines[i].line, strlen(lines[i].line) - 1, &read,
						 &is_joined),
				 0);
		assert_int_equal(is_joined, lines[i].is_joined);
		assert_int_equal(read.target.kind, change.target.kind);
		assert_int_equal(read.target.number, change.target.number);
		assert_int_equal(read.target.start_ticks, change.target.start_ticks);
		assert_int_equal(!read.target.device, !change.target.device);
		if (read.target.device)
			assert_string_equal(read.target.device, change.target.device);
		assert_true(cpuset_equal(&read.before, &change.before));
		assert_true(cpuset_equal(&read.after, &change.after));
		change_fini(&read);
		change_fini(&change);
	}
	arena_fini(&arena);
}

static void parse_part(const char *text, size_t len)
{
	struct change change;
	bool is_joined;

	if (undo_line_parse(text, len, &change, &is_joined) == 0)
		change_fini(&change);
}

static void no_prefix_is_read_beyond(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		for_each_prefix(lines[i].line, parse_part);
}

static void hostile_lines_are_refused(void **state)
{
	static const char *const hostile[] = {
		"",
		" # ",
		"echo 0 >/proc/irq/30/smp_affinity_list",
		"x # irq",
		"x # irq -1 0 1",
		"x # irq 99999999999 0 1",
		"x # irq 30 0-99999999 1",
		"x # irq 30 0 1 2",
		"x # irq 30 0 1 + +",
		"x # irq 30 0 1 eth0",
		"x # file 30 0 1",
		"x # rps 0 - 1",
		"x # rps 0 - 1 ../../../../etc",
		"x # rps 0 - 1 ..",
		"x # rps 0 - 1 .",
		"x # rps 0 - 1 eth0/queues",
		"x # rps 0 - 1 eth0 eth1",
		"x # task 1 0 1",
		"x # task 1 0 1 now",
		"x # task 1 0 1 5 6",
		"x # irq 30 0x1 1",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(hostile) / sizeof(*hostile); i++) {
		struct change change;
		bool is_joined;

		if (undo_line_parse(hostile[i], strlen(hostile[i]), &change, &is_joined) == 0)
			fail_msg("taken: %s", hostile[i]);
	}
}

static void without_a_home_nothing_is_changed(void **state)
{
	const char *home = getenv("HOME");
	char *kept = home ? xstrdup(home) : NULL, *why;

	(void)state;
	unsetenv("HOME");
	unsetenv("XDG_STATE_HOME");
	assert_null(undo_new("boot", &why));
	assert_non_null(strstr(why, "HOME"));
	free(why);
	if (kept)
		setenv("HOME", kept, 1);
	free(kept);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_line_undoes_and_is_read_back),
		cmocka_unit_test(no_prefix_is_read_beyond),
		cmocka_unit_test(hostile_lines_are_refused),
		cmocka_unit_test(without_a_home_nothing_is_changed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
