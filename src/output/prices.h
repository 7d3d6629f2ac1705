/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What operations cost, printed: a table of text, or one object of JSON. */
#ifndef OVERTOP_OUTPUT_PRICES_H
#define OVERTOP_OUTPUT_PRICES_H

#include <stdio.h>

struct price_list;

/* A line of titles, then a line for each price; unknown is "-". */
void prices_print(FILE *out, const struct price_list *list);
/* As the file of the list is, in one line. */
void prices_print_json(FILE *out, const struct price_list *list);

#endif
