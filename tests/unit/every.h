/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A struct with one member of each kind, and what it is as JSON.  Include cmocka before. */
#ifndef OVERTOP_TESTS_UNIT_EVERY_H
#define OVERTOP_TESTS_UNIT_EVERY_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/cpuset.h"
#include "output/json.h"

struct row {
	int number;
	double a, b;
};

struct every {
	int whole, id;
	int16_t i16;
	uint8_t u8;
	uint32_t u32;
	uint64_t u64;
	size_t size;
	int seldom;
	bool is_so, is_seldom_so;
	char ch;
	enum { ONE, TWO } word;
	double number;
	uint64_t time_ns;
	const char *text;
	struct cpuset cpus, known_cpus;
	bool has_known_cpus;
	const struct cpuset *any_cpus;
	int *numbers;
	size_t n_numbers;
	const double *counts;
	struct row within;
	const struct row *pointer;
	struct row *rows;
	size_t n_rows;
	struct row *cpu_rows;
};

static const struct field row_fields[] = {
	{"a", "a", UNIT_PCT, offsetof(struct row, a), ""},
	{"b", "b", UNIT_PCT, offsetof(struct row, b), ""},
};
static const size_t n_row_fields = 2;

static const struct member row_members[] = {
	{"number", MEMBER_INT, offsetof(struct row, number), .help = ""},
};

static const struct shape row_shape = {
	.name = "row",
	.size = sizeof(struct row),
	.members = row_members,
	.n_members = 1,
	.fields = row_fields,
	.n_fields = &n_row_fields,
};

static const char *const words[] = {"one", "two", NULL};

#define EVERY(member) offsetof(struct every, member)

static const struct member every_members[] = {
	{"whole", MEMBER_INT, EVERY(whole), .help = ""},
	{"id", MEMBER_ID, EVERY(id), .help = ""},
	{"i16", MEMBER_I16, EVERY(i16), .help = ""},
	{"u8", MEMBER_U8, EVERY(u8), .help = ""},
	{"u32", MEMBER_U32, EVERY(u32), .help = ""},
	{"u64", MEMBER_U64, EVERY(u64), .help = ""},
	{"size", MEMBER_SIZE, EVERY(size), .help = ""},
	{"seldom", MEMBER_INT, EVERY(seldom), .is_seldom = true, .help = ""},
	{"is_so", MEMBER_BOOL, EVERY(is_so), .help = ""},
	{"is_seldom_so", MEMBER_BOOL, EVERY(is_seldom_so), .is_seldom = true, .help = ""},
	{"ch", MEMBER_CHAR, EVERY(ch), .help = ""},
	{"word", MEMBER_WORD, EVERY(word), .words = words, .help = ""},
	{"number", MEMBER_NUMBER, EVERY(number), .help = ""},
	{"time", MEMBER_TIME, EVERY(time_ns), .help = ""},
	{"text", MEMBER_TEXT, EVERY(text), .help = ""},
	{"cpus", MEMBER_CPUS, EVERY(cpus), .help = ""},
	{"known", MEMBER_CPUS_IF_KNOWN, EVERY(known_cpus), EVERY(has_known_cpus), .help = ""},
	{"any", MEMBER_CPUS_IF_ANY, EVERY(any_cpus), .help = ""},
	{"numbers", MEMBER_NUMBERS, EVERY(numbers), EVERY(n_numbers), .help = ""},
	{"counts", MEMBER_COUNTS, EVERY(counts), .help = ""},
	{"within", MEMBER_STRUCT, EVERY(within), .shape = &row_shape, .help = ""},
	{"pointer", MEMBER_POINTER, EVERY(pointer), .shape = &row_shape, .help = ""},
	{"rows", MEMBER_ROWS, EVERY(rows), EVERY(n_rows), .shape = &row_shape, .help = ""},
	{"cpu_rows", MEMBER_CPU_ROWS, EVERY(cpu_rows), .shape = &row_shape, .help = ""},
};

static const struct shape every_shape = {
	.name = "every",
	.size = sizeof(struct every),
	.members = every_members,
	.n_members = sizeof(every_members) / sizeof(*every_members),
};

static const struct axis axis = {EVERY(numbers), EVERY(n_numbers)};

static const char everything[] =
	"{\"whole\":-7,\"id\":4,\"i16\":-20,\"u8\":255,\"u32\":4294967294,"
	"\"u64\":9223372036854775807,\"size\":3,\"seldom\":-1,\"is_so\":true,\"is_seldom_so\":true,"
	"\"ch\":\"R\",\"word\":\"two\","
	"\"number\":0.5,\"time\":\"2026-11-30T16:05:33.000000001Z\",\"text\":\"a\\n\\\"b\\\"\","
	"\"cpus\":\"0-3,8\",\"known\":\"\",\"any\":\"5\",\"numbers\":[0,2,9],"
	"\"counts\":{\"2\":7,\"9\":null},\"within\":{\"number\":1,\"a\":1,\"b\":null},"
	"\"pointer\":{\"number\":2,\"a\":1.5,\"b\":-0.0},\"rows\":[{\"number\":3,\"a\":0,\"b\":2}],"
	"\"cpu_rows\":[{\"number\":0,\"a\":0,\"b\":0},{\"number\":2,\"a\":0,\"b\":0},"
	"{\"number\":9,\"a\":0,\"b\":0}]}";

/* What the record is when nothing of it is there. */
static const char nothing[] =
	"{\"whole\":0,\"id\":null,\"i16\":0,\"u8\":0,\"u32\":null,\"u64\":null,\"size\":0,"
	"\"is_so\":false,\"ch\":\"?\",\"word\":\"one\",\"number\":null,"
	"\"time\":\"1970-01-01T00:00:00.000000000Z\",\"cpus\":\"\",\"numbers\":[],"
	"\"within\":{\"number\":0,\"a\":null,\"b\":null},\"rows\":[]}";

/* All that is read and written in a test. */
static struct arena arena;

static inline int read_every(struct every *every, const char *text, const char **why)
{
	memset(every, 0, sizeof(*every));
	return json_read(&every_shape, &axis, every, text, strlen(text), &arena, why);
}

static inline const char *written(const struct every *every)
{
	size_t len;
	const char *text = json_write(&every_shape, &axis, every, &arena, &len);

	assert_int_equal(strlen(text), len);
	return text;
}

static inline int forget(void **state)
{
	(void)state;
	arena_fini(&arena);
	return 0;
}

static inline void assert_again(const char *text, const char *expected)
{
	struct every every;
	const char *why = NULL;

	if (read_every(&every, text, &why) < 0)
		fail_msg("%s: %s", text, why);
	assert_string_equal(written(&every), expected);
}

#define TEST(name) cmocka_unit_test_teardown(name, forget)

#endif
