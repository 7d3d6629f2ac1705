/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Describing the members of a record, so that columns, sorting, batch output, the man page and later
 * the recording are derived from one table that stands beside the struct.
 */
#ifndef OVERTOP_FIELD_H
#define OVERTOP_FIELD_H

#include <stddef.h>
#include <string.h>

/* How a number is written; ui/format.h has the shapes. */
enum unit {
	UNIT_ID,    /* a whole number that names something: CPU, PID */
	UNIT_COUNT, /* a whole number of things */
	UNIT_RATE,  /* per second */
	UNIT_PCT,   /* percent */
	UNIT_KIB,   /* KiB */
	UNIT_SECONDS,
	UNIT_DECIMAL, /* a plain decimal: the load */
	UNIT_TEXT,    /* words */
	UNIT_STRIP,   /* one small bar per CPU; on a screen only */
};

/* Significant digits of the numbers of an interval that are not whole: interval/round.c. */
enum { FIELD_DIGITS = 11 };

/* One member of type double. */
struct field {
	const char *key;   /* lowercase ASCII, for --sort, JSON and settings; never renamed */
	const char *title; /* over the column, not translated */
	enum unit unit;
	size_t offset;
	const char *help; /* N_(): one sentence, with the kernel file and field it comes from */
};

static inline double field_value(const void *record, const struct field *field)
{
	double value;

	memcpy(&value, (const char *)record + field->offset, sizeof(value));
	return value;
}

#endif
