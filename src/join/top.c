/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "join/top.h"

void top_add(struct top *top, const struct task_interval *row, double value)
{
	size_t at = top->n;

	while (at > 0 && value > top->values[at - 1])
		at--;
	if (at == TOP_MOST || !(value > 0))
		return;
	if (top->n < TOP_MOST)
		top->n++;
	for (size_t i = top->n - 1; i > at; i--) {
		top->rows[i] = top->rows[i - 1];
		top->values[i] = top->values[i - 1];
	}
	top->rows[at] = row;
	top->values[at] = value;
}
