/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "fuzz.h"

#include <assert.h>

#include "source/interrupts.h"

/* All that @row points at is there. */
static void check(const struct interrupts *interrupts, const struct interrupt *row)
{
	assert(row->label_len > 0);
	assert(row->label + row->label_len <= interrupts->text_len);
	assert(row->chip + row->chip_len <= interrupts->text_len);
	assert(row->name + row->name_len <= interrupts->text_len);
	assert(row->n_counts <= 1 || row->n_counts == interrupts->n_cpus);
	assert(row->counts + row->n_counts <= interrupts->n_counts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct interrupts interrupts;

	interrupts_init(&interrupts);
	interrupts_parse((const char *)data, size, &interrupts);
	assert(interrupts.text_len <= size);
	for (size_t i = 0; i < interrupts.n_rows; i++)
		check(&interrupts, &interrupts.rows[i]);
	interrupts_fini(&interrupts);
	return 0;
}
