/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Settings of the kernel that say what a finding is to be measured by, or what mends it.
 *
 * Those of /proc/sys have the names that sysctl gives them: net.core.* and net.ipv4.* (backlog, budget, somaxconn,
 * rmem_default, rmem_max, RPS, local ports, TIME_WAIT, TCP memory), of the network namespace that overtop is in;
 * net.netfilter.nf_conntrack_*; kernel.*.  And five that are made likewise: irq.default_affinity (CPUs that
 * a new interrupt may go to, as a list), clocksource.current and clocksource.available, schedstat.exists
 * (0 or 1), memory.page_kib (not of a dump).  No privilege is needed for any of them; one that is
 * not there is left out.
 */
#ifndef OVERTOP_SOURCE_SETTINGS_H
#define OVERTOP_SOURCE_SETTINGS_H

#include <stdbool.h>

struct pairs;

/* @is_live false: the files of another machine, of which some may not have been copied. */
void settings_read(struct pairs *settings, bool is_live);

#endif
