/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "output/openmetrics.h"

struct openmetrics *openmetrics_new(void)
{
	return NULL;
}

void openmetrics_free(struct openmetrics *metrics)
{
	(void)metrics;
}

void openmetrics_add(struct openmetrics *metrics, const struct interval *interval)
{
	(void)metrics, (void)interval;
}

void openmetrics_print(const struct openmetrics *metrics, FILE *out)
{
	(void)metrics, (void)out;
}
