/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An interval from an example of a rule: some members of a line of a recording, with ' in place of ".
 *
 * What a recording must have and an example need not say is put in: time, length, cpu_numbers as cpus has them,
 * processes as threads has them.  A member that no recording has is refused.  'prices': {'KEY': NS} is no
 * member of a recording; it becomes a price list, and 'disturbed' likewise those of it that were measured in turmoil.
 */
#ifndef OVERTOP_TESTS_EXAMPLED_H
#define OVERTOP_TESTS_EXAMPLED_H

#include <stdbool.h>

#include "price_list.h"
#include "record/record.h"

struct exampled {
	struct record record;
	struct price_list prices;
	bool has_prices;
	unsigned int needs; /* enum need: what must be read for what it tells */
};

/* NULL, or what is wrong with @text: in the arena of the record.  To be finished either way. */
const char *exampled_init(struct exampled *exampled, const char *text);
void exampled_fini(struct exampled *exampled);

#endif
