/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A page of HTML that is XML too: its head with all of its style, its tables, and text made fit for it.
 *
 * It is UTF-8 whatever the locale is.  Nothing in it is fetched or run: its own policy forbids that.
 */
#ifndef OVERTOP_REPORT_HTML_H
#define OVERTOP_REPORT_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "field.h"

/*
 * Raw text as content, or as the value of an attribute in double quotes.  Bytes that are not UTF-8 and
 * characters that are not seen, or turn the direction of writing, become '?'.
 */
void html_text(FILE *out, const char *raw);

/* Up to and including the open <main>, and from its end. @language and @title are raw. */
void html_begin(FILE *out, const char *language, const char *title);
void html_end(FILE *out);

struct html_column {
	const char *title;
	bool is_text;   /* else numbers, to the right */
	bool is_chosen; /* rows are ordered by it */
};

/* Rows, and in them cells, follow; the first cell of a row names it. */
void html_table_begin(FILE *out, const struct html_column *columns, size_t n);
void html_table_end(FILE *out);
void html_row_begin(FILE *out, const char *name);
void html_row_end(FILE *out);
void html_cell_text(FILE *out, const struct html_column *column, const char *raw);
void html_cell_number(FILE *out, const struct html_column *column, double number, enum unit unit);

#endif
