/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Describing a struct so that one table both writes and reads it.
 *
 * A shape lists the members that are not plain doubles; those are listed by a field table (field.h).
 * Nothing here knows the file format: output/json_*.c walk shapes, and the schema and doc/format.md are
 * made from them.
 */
#ifndef OVERTOP_RECORD_SHAPE_H
#define OVERTOP_RECORD_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "field.h"

enum member_kind {
	/* Whole numbers. */
	MEMBER_INT,  /* int */
	MEMBER_ID,   /* int; -1, for none or unknown, is null */
	MEMBER_I16,  /* int16_t */
	MEMBER_U8,   /* uint8_t */
	MEMBER_U32,  /* uint32_t; UINT32_MAX is null */
	MEMBER_U64,  /* uint64_t; COUNTER_UNKNOWN is null */
	MEMBER_SIZE, /* size_t */

	MEMBER_BOOL,          /* bool */
	MEMBER_CHAR,          /* char; a text of one character */
	MEMBER_WORD,          /* an enum; one of @words, in its order */
	MEMBER_NUMBER,        /* double; NAN is null */
	MEMBER_TIME,          /* uint64_t, ns since 1970; a text "2026-11-30T16:05:33.123456789Z" */
	MEMBER_TEXT,          /* const char *; NULL: not there */
	MEMBER_CPUS,          /* struct cpuset; a text "0-3,8" */
	MEMBER_CPUS_IF_KNOWN, /* the same, and a bool at n_offset; false: not there */
	MEMBER_CPUS_IF_ANY,   /* const struct cpuset *; NULL: not there */
	MEMBER_NUMBERS,       /* int *, ascending from 0 on, and a size_t of how many */
	/*
	 * const double *, one for each CPU of the root's axis; an object of those that are not 0, by CPU number;
	 * NULL: not there.
	 */
	MEMBER_COUNTS,
	MEMBER_STRUCT,   /* a struct of @shape within this one */
	MEMBER_POINTER,  /* const struct *; NULL: not there */
	MEMBER_ROWS,     /* struct *, and a size_t of how many */
	MEMBER_CPU_ROWS, /* struct *, one for each CPU of the root's axis; NULL: not there */
};

struct shape;

struct member {
	const char *key; /* never renamed */
	enum member_kind kind;
	size_t offset;
	size_t n_offset;           /* where the size_t of how many is, or the bool */
	const struct shape *shape; /* of the struct, or of each row */
	const char *const *words;  /* NULL-ended */
	bool is_seldom;            /* left out while it is 0 or false, as in most rows it is */
	const char *help;          /* one sentence, not translated: it stands in doc/format.md */
};

struct shape {
	const char *name; /* of the struct, for the schema: "task" */
	size_t size;      /* sizeof it */
	const struct member *members;
	size_t n_members;
	const struct field *fields; /* its doubles; unknown is null */
	const size_t *n_fields;     /* where it says how many; NULL: none */
	size_t fields_offset;       /* added to the offset of each */
};

/* The root of all: the numbers of the CPUs that counts are in the order of. */
struct axis {
	size_t numbers_offset; /* of an int * in the root */
	size_t n_offset;       /* of a size_t in the root */
};

static inline const void *member_at(const void *record, size_t offset)
{
	return (const char *)record + offset;
}

static inline const int *axis_numbers(const struct axis *axis, const void *root)
{
	return *(int *const *)member_at(root, axis->numbers_offset);
}

static inline size_t axis_size(const struct axis *axis, const void *root)
{
	return *(const size_t *)member_at(root, axis->n_offset);
}

/* The position of the CPU whose number is written so; false: it has none. */
bool axis_find(const struct axis *axis, const void *root, const char *number, size_t *at);

static inline size_t shape_n_fields(const struct shape *shape)
{
	return shape->n_fields ? *shape->n_fields : 0;
}

/* In a record that is all zero, every member for which 0 is a value becomes unknown. */
void shape_forget(const struct shape *shape, void *record);

/* The kinds that can be not there. */
bool member_is_optional(const struct member *member);
bool member_is_there(const struct member *member, const void *record);

/* The kinds that are whole numbers. */
bool member_is_whole(const struct member *member);
/* false: it is unknown. */
bool member_get_whole(const struct member *member, const void *record, int64_t *number);
/* false: not within the range of its kind. */
bool member_set_whole(const struct member *member, void *record, int64_t number);

/* The kinds that are texts in a file.  UTF-8, whatever the bytes are in memory; in @arena. */
const char *member_get_text(const struct member *member, const void *record, struct arena *arena);
/* What it points to is in @arena.  NULL, or what is wrong with @text, translated. */
const char *member_set_text(const struct member *member, void *record, const char *text, size_t len,
			    struct arena *arena);

#endif
