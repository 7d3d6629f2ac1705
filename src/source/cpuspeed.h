/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How fast the clock of one CPU is, as settings: cpufreq.cpu (which), cpufreq.cur_khz, cpufreq.max_khz and
 * cpufreq.governor (/sys/devices/system/cpu/cpuN/cpufreq: scaling_cur_freq, cpuinfo_max_freq,
 * scaling_governor); thermal.throttles (thermal_throttle/core_throttle_count, since boot).
 *
 * The kernel may take 20 ms for one of them: they are read of one busy CPU, now and then.
 */
#ifndef OVERTOP_SOURCE_CPUSPEED_H
#define OVERTOP_SOURCE_CPUSPEED_H

struct pairs;

/* Nothing is added where nothing is known but the number. */
void cpuspeed_read(struct pairs *settings, int cpu);

#endif
