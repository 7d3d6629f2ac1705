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

static void read_line(struct record *record, const char *line, size_t len)
{
	const char *why;

	if (record_read(record, line, len, &why) < 0)
		fail_msg("%s", why);
}

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

/* Where members are that are no doubles. */
static const size_t cpu_others[] = {
	offsetof(struct cpu_interval, cpu),
};
static const size_t softirq_others[] = {
	offsetof(struct softirq_interval, name),
	offsetof(struct softirq_interval, hottest_cpu),
	offsetof(struct softirq_interval, per_cpu),
};
static const size_t irq_others[] = {
	offsetof(struct irq_interval, label),       offsetof(struct irq_interval, chip),
	offsetof(struct irq_interval, name),        offsetof(struct irq_interval, irq),
	offsetof(struct irq_interval, hottest_cpu), offsetof(struct irq_interval, per_cpu),
	offsetof(struct irq_interval, on),          offsetof(struct irq_interval, asked),
	offsetof(struct irq_interval, effective),   offsetof(struct irq_interval, node),
	offsetof(struct irq_interval, device),      offsetof(struct irq_interval, queue_kind),
	offsetof(struct irq_interval, queue),
};
static const size_t task_others[] = {
	offsetof(struct task_interval, tid),          offsetof(struct task_interval, ppid),
	offsetof(struct task_interval, start_ticks),  offsetof(struct task_interval, uid),
	offsetof(struct task_interval, policy),       offsetof(struct task_interval, name),
	offsetof(struct task_interval, command_line), offsetof(struct task_interval, n_threads),
	offsetof(struct task_interval, first),        offsetof(struct task_interval, n_listed),
	offsetof(struct task_interval, wchan),        offsetof(struct task_interval, allowed),
};

static const size_t sockets_others[] = {
	offsetof(struct sockets_interval, top),
	offsetof(struct sockets_interval, listener),
};

/* Structs as they were written and as they were read, in slots of 8 bytes. */
static const struct pair {
	size_t offset; /* in struct record, of the struct or of the pointer to the first of them */
	bool is_pointer;
	size_t size;
	const size_t *others;
	size_t n_others;
} pairs[] = {
	{offsetof(struct record, interval.totals), false, sizeof(struct totals), NULL, 0},
	{offsetof(struct record, interval.sockets), false, sizeof(struct sockets_interval),
	 sockets_others, sizeof(sockets_others) / sizeof(size_t)},
	{offsetof(struct record, interval.all), false, sizeof(struct cpu_interval), cpu_others, 1},
	{offsetof(struct record, interval.cpus), true, sizeof(struct cpu_interval), cpu_others, 1},
	{offsetof(struct record, interval.softirqs), true, sizeof(struct softirq_interval),
	 softirq_others, sizeof(softirq_others) / sizeof(size_t)},
	{offsetof(struct record, interval.irqs), true, sizeof(struct irq_interval), irq_others,
	 sizeof(irq_others) / sizeof(size_t)},
	{offsetof(struct record, interval.processes), true, sizeof(struct task_interval),
	 task_others, sizeof(task_others) / sizeof(size_t)},
	{offsetof(struct record, interval.threads), true, sizeof(struct task_interval), task_others,
	 sizeof(task_others) / sizeof(size_t)},
};

#define N_PAIRS (sizeof(pairs) / sizeof(*pairs))

static char *struct_of(struct record *record, const struct pair *pair)
{
	void *at = (char *)record + pair->offset;

	return pair->is_pointer ? *(char **)at : at;
}

static bool is_double(const struct pair *pair, size_t offset)
{
	for (size_t i = 0; i < pair->n_others; i++)
		if (pair->others[i] / sizeof(double) == offset / sizeof(double))
			return false;
	return true;
}

static void make_doubles(struct record *record, const struct pair *pair)
{
	for (size_t offset = 0; offset < pair->size; offset += sizeof(double)) {
		double value = 1.7 + (double)offset;

		if (is_double(pair, offset))
			memcpy(struct_of(record, pair) + offset, &value, sizeof(value));
	}
}

static void assert_doubles(struct record *before, struct record *after, const struct pair *pair)
{
	for (size_t offset = 0; offset < pair->size; offset += sizeof(double))
		if (is_double(pair, offset) &&
		    memcmp(struct_of(before, pair) + offset, struct_of(after, pair) + offset,
			   sizeof(double)) != 0)
			fail_msg("pair %zu: what is at %zu is not kept", (size_t)(pair - pairs),
				 offset);
}

/* One that is in no table of fields is found here. */
static void every_double_is_recorded(void **state)
{
	struct recorded made;
	struct record again;
	size_t len;
	const char *line;

	(void)state;
	recorded_init(&made, 1, 1, 1);
	for (size_t i = 0; i < N_PAIRS; i++)
		make_doubles(&made.record, &pairs[i]);
	line = record_write(&made.record, &made.arena, &len);
	record_init(&again);
	read_line(&again, line, len);
	for (size_t i = 0; i < N_PAIRS; i++)
		assert_doubles(&made.record, &again, &pairs[i]);
	record_fini(&again);
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
		cmocka_unit_test(every_double_is_recorded),
		cmocka_unit_test(names_may_hold_any_byte),
		cmocka_unit_test(threads_find_their_process),
		cmocka_unit_test(what_was_kept_can_be_written),
		cmocka_unit_test(a_topology_that_was_not_read_is_none),
		cmocka_unit_test(each_key_stands_for_one_member),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
