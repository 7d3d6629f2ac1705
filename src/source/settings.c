/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/settings.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/attributes.h"
#include "base/pairs.h"
#include "base/xalloc.h"

/* The name and, below /proc/sys, the file. */
static const struct {
	const char *name, *file;
} sysctls[] = {
	{"kernel.numa_balancing", "kernel/numa_balancing"},
	{"kernel.perf_event_paranoid", "kernel/perf_event_paranoid"},
	{"kernel.pid_max", "kernel/pid_max"},
	{"kernel.sched_rt_runtime_us", "kernel/sched_rt_runtime_us"},
	{"kernel.sched_schedstats", "kernel/sched_schedstats"},
	{"kernel.task_delayacct", "kernel/task_delayacct"},
	{"net.core.flow_limit_cpu_bitmap", "net/core/flow_limit_cpu_bitmap"},
	{"net.core.netdev_budget", "net/core/netdev_budget"},
	{"net.core.netdev_budget_usecs", "net/core/netdev_budget_usecs"},
	{"net.core.netdev_max_backlog", "net/core/netdev_max_backlog"},
	{"net.core.rmem_default", "net/core/rmem_default"},
	{"net.core.rmem_max", "net/core/rmem_max"},
	{"net.core.rps_sock_flow_entries", "net/core/rps_sock_flow_entries"},
	{"net.core.somaxconn", "net/core/somaxconn"},
	{"net.ipv4.ip_local_port_range", "net/ipv4/ip_local_port_range"},
	{"net.ipv4.tcp_max_orphans", "net/ipv4/tcp_max_orphans"},
	{"net.ipv4.tcp_max_syn_backlog", "net/ipv4/tcp_max_syn_backlog"},
	{"net.ipv4.tcp_mem", "net/ipv4/tcp_mem"},
	{"net.ipv4.tcp_tw_reuse", "net/ipv4/tcp_tw_reuse"},
	{"net.netfilter.nf_conntrack_count", "net/netfilter/nf_conntrack_count"},
	{"net.netfilter.nf_conntrack_max", "net/netfilter/nf_conntrack_max"},
};

static void add(struct pairs *settings, struct attributes *files, const char *name,
		const char *file)
{
	struct span text;

	if (attributes_text(files, NULL, file, &text))
		pairs_add(settings, name, text.text, text.len);
}

static void add_sysctls(struct pairs *settings, struct attributes *files)
{
	if (attributes_open(files, "/proc/sys") < 0)
		return;
	for (size_t i = 0; i < sizeof(sysctls) / sizeof(*sysctls); i++)
		add(settings, files, sysctls[i].name, sysctls[i].file);
}

/* A mask in the file. */
static void add_default_affinity(struct pairs *settings, struct attributes *files)
{
	struct cpuset cpus = {0};

	if (attributes_open(files, "/proc/irq") < 0)
		return;
	if (attributes_mask(files, NULL, "default_smp_affinity", &cpus)) {
		size_t len = cpuset_format(&cpus, NULL, 0);
		char *list = xmalloc(len + 1);

		cpuset_format(&cpus, list, len + 1);
		pairs_add(settings, "irq.default_affinity", list, len);
		free(list);
	}
	cpuset_fini(&cpus);
}

static void add_clocksource(struct pairs *settings, struct attributes *files)
{
	if (attributes_open(files, "/sys/devices/system/clocksource/clocksource0") < 0)
		return;
	add(settings, files, "clocksource.available", "available_clocksource");
	add(settings, files, "clocksource.current", "current_clocksource");
}

/* Of a /proc that lacks other files, too, that it is not there tells nothing; nor of a dump. */
static void add_schedstat(struct pairs *settings, bool is_live)
{
	bool exists = access("/proc/schedstat", F_OK) == 0;

	if (exists || (is_live && access("/proc/stat", F_OK) == 0))
		pairs_add_number(settings, "schedstat.exists", exists);
}

/* TCP counts its memory in pages; a dump does not say how large they were. */
static void add_page_size(struct pairs *settings, bool is_live)
{
	long bytes = sysconf(_SC_PAGESIZE);

	if (is_live && settings->n > 0 && bytes >= 1024)
		pairs_add_number(settings, "memory.page_kib", bytes / 1024);
}

void settings_read(struct pairs *settings, bool is_live)
{
	struct attributes files;

	attributes_init(&files);
	add_sysctls(settings, &files);
	add_default_affinity(settings, &files);
	add_clocksource(settings, &files);
	attributes_fini(&files);
	add_schedstat(settings, is_live);
	add_page_size(settings, is_live);
}
