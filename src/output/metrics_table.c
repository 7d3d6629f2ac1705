/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "output/metrics_table.h"

#include "output/openmetrics.h"

/* What makes one of the base unit: a ratio of 1, a byte, a second. */
#define ONE     1
#define PERCENT 100
#define KIB     (1.0 / 1024)
#define USEC    1e6

#define OF(record, member) offsetof(struct record, member)

/* Of the machine: a gauge; a count from its rate; and what each other kind has. */
#define GAUGE(name, member, per, help)                                                             \
	{                                                                                          \
		name, "", METRIC_GAUGE, OF(machine_record, member), METRIC_AS_IT_IS, per, help     \
	}
#define STAT(name, rate, help)                                                                     \
	{                                                                                          \
		name, "", METRIC_COUNT, OF(machine_record, totals.rate),                           \
			OF(machine_record, totals.seconds), ONE, help                              \
	}
#define PAGING(name, rate, per, help)                                                              \
	{                                                                                          \
		name, "", METRIC_COUNT, OF(machine_record, totals.rate),                           \
			OF(machine_record, totals.paging_seconds), per, help                       \
	}
#define SOCKETS(name, rate, help)                                                                  \
	{                                                                                          \
		name, "", METRIC_COUNT, OF(machine_record, sockets.rate),                          \
			OF(machine_record, sockets.seconds), ONE, help                             \
	}
#define LEFT_OUT(what, member, help)                                                               \
	{                                                                                          \
		"overtop_series_left_out", "of=\"" what "\"", METRIC_GAUGE,                        \
			OF(machine_record, member), METRIC_AS_IT_IS, ONE, help                     \
	}
#define COST(of, bound, member, help)                                                              \
	{                                                                                          \
		"overtop_estimated_cost_ratio", "of=\"" of "\",bound=\"" bound "\"", METRIC_GAUGE, \
			OF(machine_record, member), METRIC_AS_IT_IS, PERCENT, help                 \
	}
#define FINDINGS(grade, help)                                                                      \
	{                                                                                          \
		"overtop_findings", "grade=\"" #grade "\"", METRIC_GAUGE,                          \
			OF(machine_record, grade), METRIC_AS_IT_IS, ONE, help                      \
	}
#define SOFTNET(name, rate, help)                                                                  \
	{                                                                                          \
		name, "", METRIC_COUNT, OF(softnet_interval, rate), OF(softnet_interval, seconds), \
			ONE, help                                                                  \
	}
#define NETDEV(name, rate, help)                                                                   \
	{                                                                                          \
		name, "", METRIC_COUNT, OF(netdev_interval, rate), OF(netdev_interval, seconds),   \
			ONE, help                                                                  \
	}
#define MODE(mode, member, help)                                                                   \
	{                                                                                          \
		"overtop_cpu_seconds_total", "mode=\"" mode "\"", METRIC_TIME,                     \
			OF(cpu_record, cpu.member), OF(cpu_record, cpu.capacity_s), PERCENT, help  \
	}

static const struct metric of_machine[] = {
	{"overtop_build_info", "version=\"" VERSION "\"", METRIC_GAUGE, OF(machine_record, one),
	 METRIC_AS_IT_IS, ONE, "The version of overtop that wrote this; always 1."},
	GAUGE("overtop_interval_seconds", seconds, ONE,
	      "Measured length of the last interval; of the first one the uptime."),
	GAUGE("overtop_uptime_seconds", totals.uptime_s, ONE, "Time since boot (/proc/uptime)."),
	GAUGE("overtop_cpus", n_cpus, ONE, "CPUs that are online (/proc/stat)."),

	GAUGE("overtop_load1", totals.load1, ONE, "Load, 1 minute (/proc/loadavg)."),
	GAUGE("overtop_load5", totals.load5, ONE, "Load, 5 minutes (/proc/loadavg)."),
	GAUGE("overtop_load15", totals.load15, ONE, "Load, 15 minutes (/proc/loadavg)."),
	GAUGE("overtop_procs_running", totals.running, ONE,
	      "Tasks running or ready, overtop not counted (/proc/stat procs_running)."),
	GAUGE("overtop_procs_blocked", totals.blocked, ONE,
	      "Tasks that sleep uninterruptibly (/proc/stat procs_blocked)."),
	GAUGE("overtop_processes", totals.n_tasks, ONE, "Processes there are."),
	GAUGE("overtop_threads", totals.n_threads, ONE, "Threads there are."),

	COST("switches", "low", switches_low,
	     "Estimate: share of all CPUs that what is in the bill cost in the last interval, at "
	     "least and at most; only after overtop --bench."),
	COST("switches", "high", switches_high, NULL),
	COST("all", "low", cost_low, NULL),
	COST("all", "high", cost_high, NULL),

	STAT("overtop_context_switches_total", cs_per_s, "Context switches (/proc/stat ctxt)."),
	STAT("overtop_interrupts_total", in_per_s, "Interrupts of all kinds (/proc/stat intr)."),
	STAT("overtop_forks_total", fork_per_s,
	     "Processes and threads created (/proc/stat processes)."),

	{"overtop_exits_total", "", METRIC_COUNT, OF(machine_record, totals.exit_per_s),
	 OF(machine_record, totals.exit_seconds), ONE,
	 "Processes that exited while overtop ran (taskstats, where that is allowed)."},

	GAUGE("overtop_memory_total_bytes", totals.mem_total_kib, KIB, "Memory (MemTotal)."),
	GAUGE("overtop_memory_used_bytes", totals.mem_used_kib, KIB,
	      "Memory in use (MemTotal - MemAvailable)."),
	GAUGE("overtop_memory_available_bytes", totals.mem_available_kib, KIB,
	      "Memory that programs can still have (MemAvailable)."),
	GAUGE("overtop_memory_free_bytes", totals.mem_free_kib, KIB,
	      "Memory not used at all (MemFree)."),
	GAUGE("overtop_memory_buffers_bytes", totals.mem_buffers_kib, KIB,
	      "Memory of block devices (Buffers)."),
	GAUGE("overtop_memory_cached_bytes", totals.mem_cached_kib, KIB,
	      "Memory of files and slabs that can be given up (Cached, SReclaimable)."),
	GAUGE("overtop_swap_total_bytes", totals.swap_total_kib, KIB, "Swap space (SwapTotal)."),
	GAUGE("overtop_swap_used_bytes", totals.swap_used_kib, KIB,
	      "Swap in use (SwapTotal - SwapFree)."),

	PAGING("overtop_page_in_bytes_total", page_in_kib_per_s, KIB,
	       "Bytes read from block devices (/proc/vmstat pgpgin)."),
	PAGING("overtop_page_out_bytes_total", page_out_kib_per_s, KIB,
	       "Bytes written to block devices (/proc/vmstat pgpgout)."),
	PAGING("overtop_swap_in_bytes_total", swap_in_kib_per_s, KIB,
	       "Bytes swapped in (/proc/vmstat pswpin)."),
	PAGING("overtop_swap_out_bytes_total", swap_out_kib_per_s, KIB,
	       "Bytes swapped out (/proc/vmstat pswpout)."),
	PAGING("overtop_page_faults_total", fault_per_s, ONE,
	       "Page faults (/proc/vmstat pgfault)."),
	PAGING("overtop_major_page_faults_total", major_fault_per_s, ONE,
	       "Page faults that waited for a disk (/proc/vmstat pgmajfault)."),

	{"overtop_busy_seconds_total", "", METRIC_TIME, OF(machine_record, all.busy),
	 OF(machine_record, all.capacity_s), PERCENT,
	 "Time in which the CPUs, all together, were neither idle nor in iowait."},
	GAUGE("overtop_hottest_cpu_busy_ratio", hottest_busy, PERCENT,
	      "Share of the last interval in which the busiest CPU was busy."),
	GAUGE("overtop_cpu_unowned_ratio", totals.unowned_pct, PERCENT,
	      "Share of one CPU that was busy in the last interval with what is no task's row; "
	      "interrupts are not in it."),
	GAUGE("overtop_cpu_time_unseen", has_unseen, ONE,
	      "1: in the last interval some CPU was busy with what the tick did not see."),
	GAUGE("overtop_irq_time_hidden", hides_irq_time, ONE,
	      "1: the kernel does not account the time of interrupts; modes irq and softirq are "
	      "understated."),

	SOCKETS("overtop_tcp_retransmitted_segments_total", retrans_per_s,
		"TCP segments sent again (/proc/net/snmp RetransSegs)."),
	SOCKETS("overtop_tcp_listen_overflows_total", listen_overflows_per_s,
		"Connections that found the queue of their listener full (/proc/net/netstat "
		"ListenOverflows)."),

	FINDINGS(info, "Findings that stand; not there before the rules have looked."),
	FINDINGS(warn, NULL),
	FINDINGS(crit, NULL),

	LEFT_OUT(
		"cpu", cpus_left_out,
		"CPUs, softirq types on a CPU, interrupts and interfaces that are too many to have "
		"series."),
	LEFT_OUT("softirq", softirqs_left_out, NULL),
	LEFT_OUT("irq", irqs_left_out, NULL),
	LEFT_OUT("device", netdevs_left_out, NULL),
};

static const struct metric of_pressure[] = {
	{"overtop_pressure_ratio", "", METRIC_GAUGE, OF(pressure_record, avg10), METRIC_AS_IT_IS,
	 PERCENT,
	 "Share of the last 10 seconds in which some or all tasks waited for the resource "
	 "(/proc/pressure, avg10)."},
	{"overtop_pressure_seconds_total", "", METRIC_TOTAL, OF(pressure_record, total_us),
	 METRIC_AS_IT_IS, USEC,
	 "Time in which some or all tasks waited for the resource (/proc/pressure, total)."},
};

static const struct metric of_cpus[] = {
	MODE("user", us,
	     "What the CPU spent its time on (/proc/stat); user and nice without guests, unseen is "
	     "busy with what the tick did not see. The modes add up to the time that went by."),
	MODE("nice", ni, NULL),
	MODE("system", sy, NULL),
	MODE("idle", id, NULL),
	MODE("iowait", wa, NULL),
	MODE("irq", hi, NULL),
	MODE("softirq", si, NULL),
	MODE("steal", st, NULL),
	MODE("guest", gu, NULL),
	MODE("guest_nice", gn, NULL),
	MODE("unseen", unseen, NULL),
	{"overtop_cpu_context_switches_total", "", METRIC_COUNT, OF(cpu_record, cpu.cs_per_s),
	 OF(cpu_record, seconds), ONE,
	 "Context switches on the CPU while overtop ran: its first interval has none (perf "
	 "context-switches, where that is allowed)."},
	{"overtop_cpu_busy_ratio", "", METRIC_GAUGE, OF(cpu_record, cpu.busy), METRIC_AS_IT_IS,
	 PERCENT,
	 "Share of the last interval in which the CPU was neither idle nor in iowait; exact."},
};

static const struct metric of_softirqs[] = {
	{"overtop_softirqs_total", "", METRIC_COUNT, OF(softirq_record, count), METRIC_AS_IT_IS,
	 ONE, "Softirqs that ran (/proc/softirqs)."},
};

static const struct metric of_irqs[] = {
	{"overtop_irqs_total", "", METRIC_COUNT, OF(irq_interval, total), METRIC_AS_IT_IS, ONE,
	 "Interrupts by their line of /proc/interrupts, on all CPUs."},
};

static const struct metric of_softnets[] = {
	SOFTNET("overtop_softnet_processed_total", processed_per_s,
		"Packets that the CPU took in (/proc/net/softnet_stat)."),
	SOFTNET("overtop_softnet_dropped_total", dropped_per_s,
		"Packets lost, for the CPU's queue was full (netdev_max_backlog)."),
	SOFTNET("overtop_softnet_times_squeezed_total", squeezed_per_s,
		"Times the CPU stopped with packets left (netdev_budget)."),
};

static const struct metric of_netdevs[] = {
	NETDEV("overtop_network_receive_packets_total", rx_packets_per_s,
	       "Packets received (/proc/net/dev)."),
	NETDEV("overtop_network_transmit_packets_total", tx_packets_per_s, "Packets sent."),
	NETDEV("overtop_network_receive_bytes_total", rx_bytes_per_s, "Bytes received."),
	NETDEV("overtop_network_transmit_bytes_total", tx_bytes_per_s, "Bytes sent."),
	NETDEV("overtop_network_receive_drop_total", rx_dropped_per_s,
	       "Packets received but dropped, for want of room or of anybody who wanted them."),
	NETDEV("overtop_network_transmit_drop_total", tx_dropped_per_s,
	       "Packets dropped before they were sent."),
};

static const struct metric of_findings[] = {
	{"overtop_finding", "", METRIC_GAUGE, OF(finding_record, grade), METRIC_AS_IT_IS, ONE,
	 "A finding that stands: 0 info, 1 warn, 2 crit."},
};

#define KIND(label_names, lines, max)                                                              \
	{                                                                                          \
		.labels = label_names, .metrics = lines,                                           \
		.n_metrics = sizeof(lines) / sizeof(*(lines)), .max_subjects = max                 \
	}

const struct metric_kind metric_kinds[N_METRIC_KINDS] = {
	[METRICS_OF_MACHINE] = KIND("", of_machine, 1),
	[METRICS_OF_PRESSURE] = KIND("resource, kind", of_pressure, 2 * N_PRESSURES),
	[METRICS_OF_CPUS] = KIND("cpu", of_cpus, OPENMETRICS_MAX_CPUS),
	[METRICS_OF_SOFTIRQS] = KIND("type, cpu", of_softirqs, OPENMETRICS_MAX_SOFTIRQS),
	[METRICS_OF_IRQS] = KIND("irq, name", of_irqs, OPENMETRICS_MAX_IRQS),
	[METRICS_OF_SOFTNETS] = KIND("cpu", of_softnets, OPENMETRICS_MAX_CPUS),
	[METRICS_OF_NETDEVS] = KIND("device", of_netdevs, OPENMETRICS_MAX_NETDEVS),
	[METRICS_OF_FINDINGS] = KIND("rule, subject, grade", of_findings, OPENMETRICS_MAX_FINDINGS),
};
