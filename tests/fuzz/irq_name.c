/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "fuzz.h"

#include <assert.h>

#include "source/irq_name.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct irq_name found = irq_name_parse(text, size);

	if (found.device.len)
		assert(found.device.text >= text &&
		       found.device.text + found.device.len <= text + size);
	assert((found.kind != 0) == (found.queue >= 0));
	return 0;
}
