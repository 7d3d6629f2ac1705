/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Describing a struct so that one table both writes and reads it.
 *
 * A shape lists the members that are not plain doubles; those are listed by a field table (field.h).
 * Nothing here knows the file format: output/json.c walks shapes, and the schema and doc/format.md are
 * made from them.
 */
#ifndef OVERTOP_RECORD_SHAPE_H
#define OVERTOP_RECORD_SHAPE_H

#include <stddef.h>

#include "field.h"

enum member_kind {
	MEMBER_INT,         /* int */
	MEMBER_I16,         /* int16_t */
	MEMBER_U8,          /* uint8_t */
	MEMBER_U32,         /* uint32_t */
	MEMBER_U64,         /* uint64_t; COUNTER_UNKNOWN is null */
	MEMBER_SIZE,        /* size_t */
	MEMBER_BOOL,        /* bool */
	MEMBER_CHAR,        /* char; a text of one character */
	MEMBER_NUMBER,      /* double; NAN is null */
	MEMBER_TIME,        /* uint64_t, ns since 1970; a text "2026-11-30T16:05:33.123456789Z" */
	MEMBER_TEXT,        /* const char *; NULL: not there */
	MEMBER_CPUS,        /* struct cpuset; a text "0-3,8" */
	MEMBER_CPUS_IF_ANY, /* const struct cpuset *; NULL: not there */
	MEMBER_NUMBERS,     /* int *, and a size_t of how many */
	/*
	 * const double *, one for each CPU of the root's axis; an object of those that are not 0, by CPU number;
	 * NULL: not there.
	 */
	MEMBER_COUNTS,
	MEMBER_STRUCT,  /* a struct of @shape within this one */
	MEMBER_POINTER, /* const struct *; NULL: not there */
	MEMBER_ROWS,    /* struct *, and a size_t of how many */
};

struct shape;

struct member {
	const char *key; /* never renamed */
	enum member_kind kind;
	size_t offset;
	size_t n_offset;           /* where the size_t of how many is */
	const struct shape *shape; /* of the struct, or of each row */
	const char *help;          /* one sentence, not translated: it stands in doc/format.md */
};

struct shape {
	const char *name; /* of the struct, for the schema: "task" */
	size_t size;      /* sizeof it */
	const struct member *members;
	size_t n_members;
	const struct field *fields; /* its doubles; unknown is null */
	size_t n_fields;
	size_t fields_offset; /* added to the offset of each */
};

/* The root of all: the numbers of the CPUs that counts are in the order of. */
struct axis {
	size_t numbers_offset; /* of an int * in the root */
	size_t n_offset;       /* of a size_t in the root */
};

#endif
