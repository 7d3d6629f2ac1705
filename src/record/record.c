/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "record/record.h"

#include <errno.h>

#include "output/json.h"

void record_init(struct record *record)
{
	*record = (struct record){.format = RECORD_FORMAT};
	interval_init(&record->interval);
}

void record_fini(struct record *record)
{
	interval_fini(&record->interval);
}

const char *record_write(const struct record *record, struct arena *arena, size_t *len)
{
	return json_write(&record_shape, &record_axis, record, arena, len);
}

int record_read(struct record *record, const char *line, size_t len, const char **why)
{
	(void)record, (void)line, (void)len;
	*why = "stub";
	return -EINVAL;
}
