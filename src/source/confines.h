/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What keeps overtop itself from seeing or using all of the machine, as settings:
 *
 *	proc.hidepid	0, 1, 2 or 4: option of /proc (/proc/self/mountinfo)
 *	proc.subset	"pid", where nothing but processes is in /proc; likewise
 *	cgroup.cpus	CPUs of its cgroup, as a list: cpuset.cpus.effective (v1: cpuset.effective_cpus)
 *	cgroup.quota	CPUs, the least that its cgroup and those above it may use: cpu.max (v1:
 *			cpu.cfs_quota_us / cpu.cfs_period_us); left out when there is no limit
 *	cgroup.v1, cgroup.v2	where the tree with cpu.cfs_quota_us, or with cpu.max, is mounted
 *	pidns.is_first	1: numbers of processes are those of the machine (/proc/self/ns/pid)
 *	overtop.pid, overtop.uid
 *	overtop.is_privileged	1: it may see all of any process: CAP_SYS_PTRACE is in CapEff
 *			(/proc/self/status), and its user namespace is the first (/proc/self/ns/user)
 *
 * The last five speak of this process: of the files of another machine they are left out.
 */
#ifndef OVERTOP_SOURCE_CONFINES_H
#define OVERTOP_SOURCE_CONFINES_H

#include <stdbool.h>
#include <stddef.h>

struct pairs;

void confines_read(struct pairs *settings, bool is_live);

/* Of the text of mountinfo: proc.hidepid and proc.subset. */
void confines_parse_proc(const char *text, size_t len, struct pairs *settings);

#endif
