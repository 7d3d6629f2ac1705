/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "output/json.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/i18n.h"
#include "base/xalloc.h"

/* What was read may take: many times what the largest machine needs, whatever a hostile line says. */
#define MOST_ROOM ((size_t)256 << 20)

/* What the library makes a tree of, before anything in it can be looked at. */
#define MOST_VALUES ((size_t)4 << 20)

struct reader {
	struct arena *arena;
	const struct axis *axis;
	void *root;
	const double *no_counts; /* shared by all rows of which none came; NULL: not made yet */
	const char *why;
};

static bool read_struct(struct reader *reader, const struct shape *shape, const json_t *object,
			void *record);

/* Where it is wrong is added on the way out: ": not a number", "cpu: not a number", "[3].cpu: ..." */
static bool fail(struct reader *reader, const char *what)
{
	reader->why = arena_printf(reader->arena, ": %s", what);
	return false;
}

static bool fail_within(struct reader *reader, const char *where)
{
	const char *dot = strchr(":[", *reader->why) ? "" : ".";

	reader->why = arena_printf(reader->arena, "%s%s%s", where, dot, reader->why);
	return false;
}

/* For @n things: no true record needs so much. */
static bool has_room(struct reader *reader, size_t n, size_t size)
{
	size_t used = reader->arena->total;

	return (used < MOST_ROOM && n <= (MOST_ROOM - used) / size) ||
	       fail(reader, _("too much of it"));
}

static void *take(struct reader *reader, size_t n, size_t size)
{
	return has_room(reader, n, size) ? arena_alloc(reader->arena, n, size) : NULL;
}

static bool read_text(struct reader *reader, const struct member *member, const json_t *value,
		      void *record)
{
	const char *problem;

	if (!json_is_string(value))
		return fail(reader, _("not a text"));
	if (!has_room(reader, 0, 1))
		return false;
	problem = member_set_text(member, record, json_string_value(value),
				  json_string_length(value), reader->arena);
	return !problem || fail(reader, problem);
}

static bool read_whole(struct reader *reader, const struct member *member, const json_t *value,
		       void *record)
{
	if (!json_is_integer(value))
		return fail(reader, _("not a whole number"));
	return member_set_whole(member, record, json_integer_value(value)) ||
	       fail(reader, _("out of range"));
}

static bool read_number(struct reader *reader, const json_t *value, double *number)
{
	*number = json_is_null(value) ? (double)NAN : json_number_value(value);
	return json_is_null(value) || json_is_number(value) || fail(reader, _("not a number"));
}

static bool read_numbers(struct reader *reader, const json_t *list, int **numbers, size_t *n)
{
	json_int_t least = 0;

	if (!json_is_array(list))
		return fail(reader, _("not a list"));
	*n = json_array_size(list);
	*numbers = take(reader, *n, sizeof(**numbers));
	for (size_t i = 0; *numbers && i < *n; i++) {
		const json_t *value = json_array_get(list, i);
		json_int_t number = json_integer_value(value);

		if (!json_is_integer(value) || number < least || number > INT_MAX)
			return fail(reader, _("not ascending whole numbers"));
		(*numbers)[i] = (int)number;
		least = number + 1;
	}
	return *numbers;
}

static bool read_counts(struct reader *reader, json_t *object, const double **counts)
{
	double *filled;
	const char *key;
	json_t *value;
	size_t at;

	if (!json_is_object(object))
		return fail(reader, _("not an object"));
	*counts = reader->no_counts;
	if (json_object_size(object) == 0 && reader->no_counts)
		return true;
	*counts = filled = take(reader, axis_size(reader->axis, reader->root), sizeof(*filled));
	if (json_object_size(object) == 0)
		reader->no_counts = filled;
	json_object_foreach(object, key, value)
	{
		if (!filled)
			return false;
		if (!axis_find(reader->axis, reader->root, key, &at))
			return fail(reader, _("of a CPU that is not in the record"));
		if (!read_number(reader, value, &filled[at]))
			return false;
	}
	return filled;
}

static bool read_rows(struct reader *reader, const struct shape *shape, const json_t *list,
		      void **rows)
{
	size_t n = json_array_size(list);

	if (!json_is_array(list))
		return fail(reader, _("not a list"));
	*rows = take(reader, n, shape->size);
	for (size_t i = 0; *rows && i < n; i++) {
		void *row = (char *)*rows + i * shape->size;

		if (!read_struct(reader, shape, json_array_get(list, i), row))
			return fail_within(reader, arena_printf(reader->arena, "[%zu]", i));
	}
	return *rows;
}

static bool read_member(struct reader *reader, const struct member *member, json_t *value,
			void *record)
{
	void *at = (char *)record + member->offset;
	size_t *n = (void *)((char *)record + member->n_offset);

	switch (member->kind) {
	case MEMBER_BOOL:
		*(bool *)at = json_is_true(value);
		return json_is_boolean(value) || fail(reader, _("neither true nor false"));
	case MEMBER_NUMBER:
		return read_number(reader, value, at);
	case MEMBER_NUMBERS:
		return read_numbers(reader, value, at, n);
	case MEMBER_COUNTS:
		return read_counts(reader, value, at);
	case MEMBER_STRUCT:
		return read_struct(reader, member->shape, value, at);
	case MEMBER_POINTER:
		*(void **)at = take(reader, 1, member->shape->size);
		return *(void **)at && read_struct(reader, member->shape, value, *(void **)at);
	case MEMBER_CPU_ROWS:
		if (json_array_size(value) != axis_size(reader->axis, reader->root))
			return fail(reader, _("not one for each CPU"));
		return read_rows(reader, member->shape, value, at);
	case MEMBER_ROWS:
		*n = json_array_size(value);
		return read_rows(reader, member->shape, value, at);
	default:
		if (member_is_whole(member))
			return read_whole(reader, member, value, record);
		return read_text(reader, member, value, record);
	}
}

static bool read_struct(struct reader *reader, const struct shape *shape, const json_t *object,
			void *record)
{
	char *numbers = (char *)record + shape->fields_offset;

	if (!json_is_object(object))
		return fail(reader, _("not an object"));
	shape_forget(shape, record);
	for (size_t i = 0; i < shape->n_members; i++) {
		const struct member *member = &shape->members[i];
		json_t *value = json_object_get(object, member->key);

		if (value && !json_is_null(value) && !read_member(reader, member, value, record))
			return fail_within(reader, member->key);
	}
	for (size_t i = 0; i < shape_n_fields(shape); i++) {
		const struct field *field = &shape->fields[i];
		json_t *value = json_object_get(object, field->key);

		if (value && !read_number(reader, value, (void *)(numbers + field->offset)))
			return fail_within(reader, field->key);
	}
	return true;
}

/* At most: some may be in a text. */
static size_t count_values(const char *text, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++)
		n += text[i] == ',' || text[i] == '[' || text[i] == '{';
	return n;
}

static json_t *load(struct reader *reader, const char *text, size_t len)
{
	json_error_t error = {0};
	json_t *object;

	if (count_values(text, len) > MOST_VALUES) {
		fail(reader, _("too much of it"));
		return NULL;
	}
	object = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
	if (object)
		return object;
	/* The one failure that it does not always explain. */
	if (!*error.text || json_error_code(&error) == json_error_out_of_memory)
		xalloc_die();
	if (json_error_code(&error) == json_error_premature_end_of_input)
		fail(reader, _("cut off"));
	else
		fail(reader, arena_printf(reader->arena, _("not JSON at byte %d"), error.position));
	return NULL;
}

int json_read(const struct shape *shape, const struct axis *axis, void *root, const char *text,
	      size_t len, struct arena *arena, const char **why)
{
	struct reader reader = {
		.arena = arena,
		.axis = axis,
		.root = root,
	};
	json_t *object = load(&reader, text, len);
	bool is_read = object && read_struct(&reader, shape, object, root);

	json_decref(object);
	/* Of the whole there is no "where". */
	*why = is_read || *reader.why != ':' ? reader.why : reader.why + strlen(": ");
	return is_read ? 0 : -EINVAL;
}
