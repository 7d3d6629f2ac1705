/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"
#include "interval.h"

static int by_name(const void *name, const void *setting)
{
	return strcmp(name, ((const struct setting *)setting)->name);
}

const char *interval_setting(const struct interval *interval, const char *name)
{
	const struct setting *found = bsearch(name, interval->settings, interval->n_settings,
					      sizeof(*interval->settings), by_name);

	return found ? found->value : NULL;
}

double interval_setting_number(const struct interval *interval, const char *name)
{
	const char *value = interval_setting(interval, name);
	struct scan scan = scan_of(value ? value : "", value ? strlen(value) : 0);
	double number;

	if (!value || !scan_decimal(&scan, &number) || !scan_is_at_end(&scan))
		return (double)NAN;
	return number;
}
