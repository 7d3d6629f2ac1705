/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/counter.h"
#include "prefixes.h"
#include "task/parse.h"
#include "task/task.h"

/* A stat line of @name; the fields after it are each a different number. */
#define STAT(name)                                                                                 \
	"4711 (" name ") S 12 13 14 34816 15 4194560 21 22 23 24 1101 1102 1103 1104 20 -5 7 0 "   \
	"998877 31 32 18446744073709551615 33 34 35 36 37 0 0 4096 16384 0 0 0 17 63 0 0 0 0 0 "   \
	"41 42 43 44 45 46 47 0\n"

static const char status_text[] = "Name:\tsome name\nUmask:\t0022\nState:\tS (sleeping)\n"
				  "Tgid:\t4711\nNgid:\t0\nPid:\t4711\nPPid:\t12\nTracerPid:\t0\n"
				  "Uid:\t1000\t1001\t1002\t1003\nGid:\t2000\t2001\t2002\t2003\n"
				  "Groups:\t2000 2001 \nSeccomp:\t0\nCpus_allowed:\tff\n"
				  "voluntary_ctxt_switches:\t150\n"
				  "nonvoluntary_ctxt_switches:\t545\n"
				  "x86_Thread_features:\t\n";

static struct task parsed_stat(const char *text, struct process *group)
{
	struct task task;

	task_init(&task);
	if (group)
		process_init(group);
	assert_int_equal(task_parse_stat(text, strlen(text), &task, group), 0);
	return task;
}

static void a_stat_line_is_read(void **state)
{
	(void)state;
	struct task task = parsed_stat(STAT("bash"), NULL);

	assert_int_equal(task.tid, 4711);
	assert_string_equal(task.name, "bash");
	assert_int_equal(task.state, 'S');
	assert_int_equal(task.ppid, 12);
	assert_int_equal(task.utime_ticks, 1101);
	assert_int_equal(task.stime_ticks, 1102);
	assert_int_equal(task.nice, -5);
	assert_int_equal(task.start_ticks, 998877);
	assert_int_equal(task.cpu, 63);
	assert_int_equal(task.rt_priority, 0);
	assert_int_equal(task.policy, 0);
	assert_false(task.is_kernel);
	assert_true(task.run_ns == COUNTER_UNKNOWN && task.cswch == COUNTER_UNKNOWN);
	assert_true(task.uid == UINT32_MAX);
}

static void a_group_has_times_of_its_own(void **state)
{
	(void)state;
	struct process group;

	parsed_stat(STAT("bash"), &group);
	assert_int_equal(group.pid, 4711);
	assert_int_equal(group.utime_ticks, 1101);
	assert_int_equal(group.stime_ticks, 1102);
	assert_int_equal(group.child_utime_ticks, 1103);
	assert_int_equal(group.child_stime_ticks, 1104);
	assert_int_equal(group.n_threads, 7);
	assert_int_equal(group.start_ticks, 998877);
	assert_true(group.cpu_ns == COUNTER_UNKNOWN);
}

static void a_kernel_thread_with_a_priority(void **state)
{
	(void)state;
	struct task task =
		parsed_stat("17 (migration/0) S 2 0 0 0 -1 69238848 0 0 0 0 0 3 0 0 -100 0 "
			    "1 0 7 0 0 18446744073709551615 0 0 0 0 0 0 0 2147483647 0 0 "
			    "0 0 17 1 99 1 0 0 0 0 0 0 0 0 0 0 0\n",
			    NULL);

	assert_true(task.is_kernel);
	assert_int_equal(task.rt_priority, 99);
	assert_int_equal(task.policy, 1);
	assert_int_equal(task.cpu, 1);
	assert_int_equal(task.stime_ticks, 3);
}

/* The name is anyone's to choose: what follows it must not move. */
static void check_name(const char *text, const char *name)
{
	struct task task = parsed_stat(text, NULL);

	assert_string_equal(task.name, name);
	assert_int_equal(task.state, 'S');
	assert_int_equal(task.ppid, 12);
	assert_int_equal(task.utime_ticks, 1101);
	assert_int_equal(task.cpu, 63);
}

static void names_hold_any_byte(void **state)
{
	(void)state;
	check_name(STAT(""), "");
	check_name(STAT(" "), " ");
	check_name(STAT("tmux: server"), "tmux: server");
	check_name(STAT("sleep (2) .sh"), "sleep (2) .sh");
	check_name(STAT("x) R 1 (y"), "x) R 1 (y");
	check_name(STAT(")"), ")");
	check_name(STAT("))) S 9 9 ("), "))) S 9 9 (");
	check_name(STAT("((("), "(((");
	check_name(STAT("a\nb\tc"), "a\nb\tc");
	check_name(STAT("\x1b[31mEVIL\x1b[0m"), "\x1b[31mEVIL\x1b[0m");
	check_name(STAT("\xff\xfe\x80"), "\xff\xfe\x80");
	check_name(STAT("%s%n"), "%s%n");
	check_name(STAT("kworker/u513:17-events_freezable_power_efficient"),
		   "kworker/u513:17-events_freezable_power_efficient");
}

static void a_name_too_long_is_cut(void **state)
{
	(void)state;
	char text[512], name[100];

	memset(name, 'n', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	snprintf(text, sizeof(text), "1 (%s) S 12 13\n", name);
	assert_int_equal(strlen(parsed_stat(text, NULL).name), TASK_NAME_SIZE - 1);
}

static void no_stat_line(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"",
		"\n",
		"4711",
		"4711 ",
		"4711 (bash",
		"(bash) S 1\n",
		"12)34 (",
		"4711 bash S",
		"4711 (bash)\n",
		"4711 (b) SS 1\n",
		"x (b) S 1\n",
		"99999999999 (b) S 1\n",
	};
	struct task task;

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		task_init(&task);
		assert_int_equal(task_parse_stat(texts[i], strlen(texts[i]), &task, NULL), -EINVAL);
	}
}

static bool is_unknown_or(uint64_t value, uint64_t whole)
{
	return value == COUNTER_UNKNOWN || value == whole;
}

static void check_stat_prefix(const char *text, size_t len)
{
	struct process group;
	struct task task;

	task_init(&task);
	process_init(&group);
	if (task_parse_stat(text, len, &task, &group) < 0)
		return;
	assert_true(is_unknown_or(task.utime_ticks, 1101));
	assert_true(is_unknown_or(task.stime_ticks, 1102));
	assert_true(is_unknown_or(task.start_ticks, 998877));
	assert_true(is_unknown_or(group.child_utime_ticks, 1103));
	assert_true(is_unknown_or(group.child_stime_ticks, 1104));
	assert_true(task.cpu == -1 || task.cpu == 63);
	assert_true(task.nice == 0 || task.nice == -5);
	assert_true(task.ppid == 0 || task.ppid == 12);
	assert_true(group.n_threads == 0 || group.n_threads == 7);
}

static void a_cut_stat_line_gives_less_but_nothing_wrong(void **state)
{
	(void)state;
	for_each_prefix(STAT("bash"), check_stat_prefix);
}

static void status_has_user_and_switches(void **state)
{
	(void)state;
	struct task task;

	task_init(&task);
	assert_int_equal(task_parse_status(status_text, strlen(status_text), &task), 0);
	assert_int_equal(task.uid, 1001);
	assert_int_equal(task.cswch, 150);
	assert_int_equal(task.nvcswch, 545);
}

/* The kernel escapes a newline in the name, so no name can pretend to be a line. */
static void status_lines_count_from_their_start(void **state)
{
	(void)state;
	static const char text[] = "Name:\tUid:\\nUid:\t7\t7\nX-voluntary_ctxt_switches:\t9\n"
				   "Uid:\t1\t2\t3\t4\n";
	struct task task;

	task_init(&task);
	assert_int_equal(task_parse_status(text, strlen(text), &task), 0);
	assert_int_equal(task.uid, 2);
	assert_true(task.cswch == COUNTER_UNKNOWN);
}

static void check_status_prefix(const char *text, size_t len)
{
	struct task task;
	int error;

	task_init(&task);
	error = task_parse_status(text, len, &task);
	assert_true(task.uid == UINT32_MAX || task.uid == 1001);
	assert_true(is_unknown_or(task.cswch, 150));
	assert_true(is_unknown_or(task.nvcswch, 545));
	assert_int_equal(error, task.uid == UINT32_MAX ? -EINVAL : 0);
}

static void a_cut_status_gives_less_but_nothing_wrong(void **state)
{
	(void)state;
	for_each_prefix(status_text, check_status_prefix);
}

static void schedstat_is_three_numbers(void **state)
{
	(void)state;
	struct task task;

	task_init(&task);
	assert_int_equal(task_parse_schedstat("411605849 93680043 79\n", 22, &task), 0);
	assert_int_equal(task.run_ns, 411605849);
	assert_int_equal(task.wait_ns, 93680043);
	assert_int_equal(task.switches, 79);
}

static void check_schedstat_prefix(const char *text, size_t len)
{
	struct task task;

	task_init(&task);
	if (len < strlen("411605849 93680043 79\n")) {
		assert_int_equal(task_parse_schedstat(text, len, &task), -EINVAL);
		assert_true(task.run_ns == COUNTER_UNKNOWN && task.switches == COUNTER_UNKNOWN);
	}
}

static void a_cut_schedstat_is_none(void **state)
{
	(void)state;
	for_each_prefix("411605849 93680043 79\n", check_schedstat_prefix);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_stat_line_is_read),
		cmocka_unit_test(a_group_has_times_of_its_own),
		cmocka_unit_test(a_kernel_thread_with_a_priority),
		cmocka_unit_test(names_hold_any_byte),
		cmocka_unit_test(a_name_too_long_is_cut),
		cmocka_unit_test(no_stat_line),
		cmocka_unit_test(a_cut_stat_line_gives_less_but_nothing_wrong),
		cmocka_unit_test(status_has_user_and_switches),
		cmocka_unit_test(status_lines_count_from_their_start),
		cmocka_unit_test(a_cut_status_gives_less_but_nothing_wrong),
		cmocka_unit_test(schedstat_is_three_numbers),
		cmocka_unit_test(a_cut_schedstat_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
