/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "recorded.h"

/* What was written is read as it was: written again it is the same to the last byte. */
static void assert_kept(const struct record *record)
{
	struct record again;
	struct arena arena = {0};
	size_t len, len_again;
	const char *line = record_write(record, &arena, &len);

	assert_int_equal(line[len - 1], '\n');
	assert_null(memchr(line, '\n', len - 1));
	record_init(&again);
	read_line(&again, line, len);
	assert_string_equal(record_write(&again, &arena, &len_again), line);
	assert_int_equal(len_again, len);
	record_fini(&again);
	arena_fini(&arena);
}

static void a_record_is_kept(void **state)
{
	struct recorded made;

	(void)state;
	recorded_init(&made, 4, 5, 3);
	assert_kept(&made.record);
	made.record.interval.is_since_boot = true;
	made.record.topology = NULL;
	made.record.host = made.record.boot_id = NULL;
	made.record.n_users = 0;
	assert_kept(&made.record);
	recorded_fini(&made);
}

static void what_is_unknown_stays_unknown(void **state)
{
	struct recorded made;
	struct record again;
	size_t len;
	const char *line;

	(void)state;
	recorded_init(&made, 2, 1, 1);
	fill_interval(&made.record.interval, (double)NAN);
	assert_kept(&made.record);
	line = record_write(&made.record, &made.arena, &len);
	record_init(&again);
	read_line(&again, line, len);
	assert_true(isnan(again.interval.totals.cs_per_s));
	assert_true(isnan(again.interval.cpus[1].us));
	assert_true(isnan(again.interval.threads[0].cswch));
	assert_true(isnan(again.interval.sockets.time_wait));
	assert_true(isnan(again.interval.netdevs[0].rx_bytes_per_s));
	assert_true(isnan(again.interval.pressure.full[PRESSURE_IRQ].avg300));
	record_fini(&again);
	recorded_fini(&made);
}

static void the_largest_machine(void **state)
{
	struct recorded made;

	(void)state;
	recorded_init(&made, 1152, 300, 10);
	assert_kept(&made.record);
	recorded_fini(&made);
}

/* Names that would change the line, the terminal or the text they are put into. */
static void names_may_hold_any_byte(void **state)
{
	static const char *const names[] = {
		"", "a\nb", "\xff\xfe", "\"}],{\"", "\x1b[2J%s%n", "\xc3\xa4\xc3", "-1 (x) R"};
	struct recorded made;

	(void)state;
	recorded_init(&made, 1, 7, 2);
	for (size_t i = 0; i < 7; i++) {
		struct interval *interval = &made.record.interval;

		interval->netdevs[0].name = interval->netdevs[1].driver = names[i];
		interval->sockets.listener = interval->exited[0].name = names[i];
		interval->exited[1].parent_name = interval->cgroups[0].path = names[i];
		interval->settings[0].value = interval->marks[0].subject = names[i];
		made.record.host = made.users[0].name = names[i];
		made.record.interval.irqs[0].label = made.record.interval.irqs[1].name = names[i];
		made.record.interval.softirqs[0].name = names[i];
		made.record.interval.processes[i].name = names[i];
		made.record.interval.threads[2 * i].name = names[i];
		assert_kept(&made.record);
	}
	recorded_fini(&made);
}

static void threads_find_their_process(void **state)
{
	struct recorded made;
	struct record again;
	struct interval *interval = &again.interval;
	size_t len;
	const char *line;

	(void)state;
	recorded_init(&made, 1, 3, 2);
	line = record_write(&made.record, &made.arena, &len);
	record_init(&again);
	read_line(&again, line, len);
	assert_int_equal(interval->n_threads, 6);
	for (size_t i = 0; i < 3; i++) {
		const struct task_interval *process = &interval->processes[i];

		assert_int_equal(process->tid, 0);
		assert_int_equal(process->first, 2 * i);
		assert_int_equal(process->n_listed, 2);
		assert_ptr_equal(interval->threads[2 * i + 1].command_line, process->command_line);
	}
	assert_null(interval->processes[0].command_line);
	assert_string_equal(interval->processes[1].command_line, "work\x01--?");
	record_fini(&again);
	recorded_fini(&made);
}

static void the_queues_of_an_interface_are_kept(void **state)
{
	struct recorded made;
	struct record again;
	const struct netdev_interval *netdevs;
	size_t len;
	const char *line;
	char cpus[16];

	(void)state;
	recorded_init(&made, 1, 1, 1);
	line = record_write(&made.record, &made.arena, &len);
	record_init(&again);
	read_line(&again, line, len);
	assert_int_equal(again.interval.softnets[0].cpu, -1);
	assert_int_equal(again.interval.softnets[1].cpu, 4);
	netdevs = again.interval.netdevs;
	assert_int_equal(netdevs[0].n_queues, 3);
	assert_int_equal(netdevs[0].queues[1].number, 1);
	assert_int_equal(netdevs[0].queues[0].kind, 'r');
	assert_true(netdevs[0].queues[0].flow_cnt == 4096);
	cpuset_format(netdevs[0].queues[0].cpus, cpus, sizeof(cpus));
	assert_string_equal(cpus, "2,70");
	/* Off is not unknown. */
	assert_int_equal(cpuset_count(netdevs[0].queues[1].cpus), 0);
	assert_null(netdevs[0].queues[2].cpus);
	assert_int_equal(netdevs[0].queues[1].irq, -1);
	assert_true(isnan(netdevs[0].queues[2].flow_cnt));
	assert_int_equal(netdevs[1].n_queues, 0);
	assert_null(netdevs[1].driver);
	assert_int_equal(netdevs[1].node, -1);
	assert_null(again.interval.sockets.listener);
	record_fini(&again);
	recorded_fini(&made);
}

static void what_stands_is_kept(void **state)
{
	struct recorded made;
	struct record again;
	const struct interval *interval = &again.interval;
	size_t len;
	const char *line;

	(void)state;
	recorded_init(&made, 1, 1, 1);
	line = record_write(&made.record, &made.arena, &len);
	record_init(&again);
	read_line(&again, line, len);
	assert_true(interval->has_exits && interval->has_marks);
	assert_int_equal(interval->exited[0].ppid, 77);
	assert_int_equal(interval->exited[1].ppid, -1);
	assert_int_equal(interval->exited[1].uid, UINT32_MAX);
	assert_null(interval->exited[1].parent_name);
	assert_string_equal(interval->cgroups[0].path, "/a b/\x01");
	assert_string_equal(interval_setting(interval, "net.ipv4.tcp_rmem"),
			    "4096\t131072\t6291456");
	assert_true(interval_setting_number(interval, "net.core.netdev_budget") == 300);
	assert_int_equal(interval->marks[0].grade, 2);
	assert_true(interval->marks[0].since_ns == 1796054733123456789);
	assert_true(isnan(interval->marks[0].cleared_s));
	assert_true(interval->marks[1].cleared_s == 12.5);
	assert_string_equal(interval->marks[1].text, "it was ?");
	record_fini(&again);
	recorded_fini(&made);
}

static bool every_task(const void *data, const struct task_interval *task)
{
	(void)data, (void)task;
	return true;
}

/* What a recorder keeps of an interval is as good as the interval. */
static void what_was_kept_can_be_written(void **state)
{
	struct recorded made;
	struct interval kept;
	struct arena arena = {0};
	size_t len;
	const char *line;

	(void)state;
	recorded_init(&made, 8, 4, 2);
	line = record_write(&made.record, &made.arena, &len);
	interval_init(&kept);
	interval_keep(&kept, &made.record.interval, every_task, NULL);
	made.record.interval = kept;
	assert_string_equal(record_write(&made.record, &arena, &len), line);
	interval_fini(&kept);
	arena_fini(&arena);
	recorded_fini(&made);
}

static void a_topology_that_was_not_read_is_none(void **state)
{
	struct recorded made;
	size_t len;

	(void)state;
	recorded_init(&made, 2, 0, 0);
	assert_non_null(strstr(record_write(&made.record, &made.arena, &len), "\"topology\":{"));
	made.topology.is_read = false;
	assert_null(strstr(record_write(&made.record, &made.arena, &len), "\"topology\":"));
	recorded_fini(&made);
}

static void assert_described(const struct shape *shape)
{
	for (size_t i = 0; i < shape->n_members; i++) {
		const struct member *member = &shape->members[i];

		assert_true(*member->help);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(shape->members[j].key, member->key);
		for (size_t j = 0; j < shape_n_fields(shape); j++)
			assert_string_not_equal(shape->fields[j].key, member->key);
		if (member->shape)
			assert_described(member->shape);
	}
	for (size_t i = 0; i < shape_n_fields(shape); i++)
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(shape->fields[i].key, shape->fields[j].key);
}

static void each_key_stands_for_one_member(void **state)
{
	(void)state;
	assert_described(&record_shape);
	assert_string_equal(record_shape.members[0].key, "overtop");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record_is_kept),
		cmocka_unit_test(what_is_unknown_stays_unknown),
		cmocka_unit_test(the_largest_machine),
		cmocka_unit_test(names_may_hold_any_byte),
		cmocka_unit_test(threads_find_their_process),
		cmocka_unit_test(the_queues_of_an_interface_are_kept),
		cmocka_unit_test(what_stands_is_kept),
		cmocka_unit_test(what_was_kept_can_be_written),
		cmocka_unit_test(a_topology_that_was_not_read_is_none),
		cmocka_unit_test(each_key_stands_for_one_member),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
