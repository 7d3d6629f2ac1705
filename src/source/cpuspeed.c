/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/cpuspeed.h"

#include <stdio.h>

#include "base/attributes.h"
#include "base/pairs.h"

static const struct {
	const char *name, *file;
} values[] = {
	{"cpufreq.cur_khz", "cpufreq/scaling_cur_freq"},
	{"cpufreq.governor", "cpufreq/scaling_governor"},
	{"cpufreq.max_khz", "cpufreq/cpuinfo_max_freq"},
	{"thermal.throttles", "thermal_throttle/core_throttle_count"},
};

void cpuspeed_read(struct pairs *settings, int cpu)
{
	struct attributes files;
	size_t before = settings->n;
	char directory[16];
	struct span text;

	attributes_init(&files);
	attributes_open(&files, "/sys/devices/system/cpu");
	snprintf(directory, sizeof(directory), "cpu%d", cpu);
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++)
		if (attributes_text(&files, directory, values[i].file, &text))
			pairs_add(settings, values[i].name, text.text, text.len);
	if (settings->n > before)
		pairs_add_number(settings, "cpufreq.cpu", cpu);
	attributes_fini(&files);
}
