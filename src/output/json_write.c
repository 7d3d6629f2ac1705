/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "output/json.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/xalloc.h"

/* 2^62: whole numbers up to it are integers of the library, too. */
#define MOST_WHOLE 4611686018427387904.0

/* In ASCII a name does nothing to a terminal. */
#define DUMP_FLAGS                                                                                 \
	(JSON_COMPACT | JSON_ENSURE_ASCII | JSON_ENCODE_ANY | JSON_REAL_PRECISION(FIELD_DIGITS))

/* Rows of the root are written one by one: of 20,000 never more than one is an object. */
struct writer {
	struct arena *arena;
	const struct axis *axis;
	const void *root;
	struct buffer line;
};

static json_t *struct_value(const struct writer *writer, const struct shape *shape,
			    const void *record);

/* The library returns NULL when there is no memory. */
static json_t *made(json_t *value)
{
	if (!value)
		xalloc_die();
	return value;
}

static void put(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new_nocheck(object, key, made(value)) < 0)
		xalloc_die();
}

static void append(json_t *list, json_t *value)
{
	if (json_array_append_new(list, made(value)) < 0)
		xalloc_die();
}

static json_t *whole_value(const struct member *member, const void *record)
{
	int64_t number;

	return member_get_whole(member, record, &number) ? json_integer(number) : json_null();
}

static json_t *number_value(double number)
{
	bool is_negative_zero = number == 0 && signbit(number);

	if (!isfinite(number))
		return json_null();
	if (fabs(number) <= MOST_WHOLE && number == rint(number) && !is_negative_zero)
		return json_integer((json_int_t)number);
	return json_real(number);
}

static json_t *numbers_value(const int *numbers, size_t n)
{
	json_t *list = made(json_array());

	for (size_t i = 0; i < n; i++)
		append(list, json_integer(numbers[i]));
	return list;
}

static json_t *counts_value(const struct writer *writer, const double *counts)
{
	const int *cpus = axis_numbers(writer->axis, writer->root);
	json_t *object = made(json_object());

	for (size_t i = 0; i < axis_size(writer->axis, writer->root); i++) {
		char key[16];

		if (counts[i] == 0)
			continue;
		snprintf(key, sizeof(key), "%d", cpus[i]);
		put(object, key, number_value(counts[i]));
	}
	return object;
}

static json_t *rows_value(const struct writer *writer, const struct shape *shape, const void *rows,
			  size_t n)
{
	json_t *list = made(json_array());

	for (size_t i = 0; i < n; i++)
		append(list, struct_value(writer, shape, member_at(rows, i * shape->size)));
	return list;
}

static size_t n_rows(const struct writer *writer, const struct member *member, const void *record)
{
	if (member->kind == MEMBER_CPU_ROWS)
		return axis_size(writer->axis, writer->root);
	return *(const size_t *)member_at(record, member->n_offset);
}

static json_t *member_value(const struct writer *writer, const struct member *member,
			    const void *record)
{
	const void *at = member_at(record, member->offset);

	switch (member->kind) {
	case MEMBER_BOOL:
		return json_boolean(*(const bool *)at);
	case MEMBER_NUMBER:
		return number_value(*(const double *)at);
	case MEMBER_NUMBERS:
		return numbers_value(*(int *const *)at,
				     *(const size_t *)member_at(record, member->n_offset));
	case MEMBER_COUNTS:
		return counts_value(writer, *(const double *const *)at);
	case MEMBER_STRUCT:
		return struct_value(writer, member->shape, at);
	case MEMBER_POINTER:
		return struct_value(writer, member->shape, *(const void *const *)at);
	case MEMBER_ROWS:
	case MEMBER_CPU_ROWS:
		return rows_value(writer, member->shape, *(const void *const *)at,
				  n_rows(writer, member, record));
	default:
		if (member_is_whole(member))
			return whole_value(member, record);
		return json_string_nocheck(member_get_text(member, record, writer->arena));
	}
}

static json_t *struct_value(const struct writer *writer, const struct shape *shape,
			    const void *record)
{
	const void *numbers = member_at(record, shape->fields_offset);
	json_t *object = made(json_object());

	for (size_t i = 0; i < shape->n_members; i++) {
		const struct member *member = &shape->members[i];

		if (member_is_there(member, record))
			put(object, member->key, member_value(writer, member, record));
	}
	for (size_t i = 0; i < shape_n_fields(shape); i++)
		put(object, shape->fields[i].key,
		    number_value(field_value(numbers, &shape->fields[i])));
	return object;
}

static int add_bytes(const char *bytes, size_t len, void *writer)
{
	buffer_add(&((struct writer *)writer)->line, bytes, len);
	return 0;
}

static void write_value(struct writer *writer, json_t *value)
{
	if (json_dump_callback(made(value), add_bytes, writer, DUMP_FLAGS) < 0)
		xalloc_die();
	json_decref(value);
}

static void write_rows(struct writer *writer, const struct shape *shape, const void *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		buffer_add_text(&writer->line, i ? "," : "[");
		write_value(writer, struct_value(writer, shape, member_at(rows, i * shape->size)));
	}
	buffer_add_text(&writer->line, n ? "]" : "[]");
}

static void write_member(struct writer *writer, const struct member *member)
{
	const void *const *at = member_at(writer->root, member->offset);

	buffer_add_text(&writer->line, writer->line.len ? ",\"" : "{\"");
	buffer_add_text(&writer->line, member->key);
	buffer_add_text(&writer->line, "\":");
	if (member->kind == MEMBER_ROWS || member->kind == MEMBER_CPU_ROWS)
		write_rows(writer, member->shape, *at, n_rows(writer, member, writer->root));
	else
		write_value(writer, member_value(writer, member, writer->root));
}

const char *json_write(const struct shape *shape, const struct axis *axis, const void *root,
		       struct arena *arena, size_t *len)
{
	struct writer writer = {.arena = arena, .axis = axis, .root = root};
	const char *line;

	for (size_t i = 0; i < shape->n_members; i++)
		if (member_is_there(&shape->members[i], root))
			write_member(&writer, &shape->members[i]);
	buffer_add_text(&writer.line, writer.line.len ? "}" : "{}");
	*len = writer.line.len;
	line = arena_strndup(arena, writer.line.text, *len);
	buffer_fini(&writer.line);
	return line;
}
