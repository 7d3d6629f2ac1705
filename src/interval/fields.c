/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the members of an interval's records are called, and where in the kernel they come from. */
#include "config.h"

#include "base/i18n.h"
#include "interval.h"

#define CPU(member, key, title, unit, help)                                                        \
	{                                                                                          \
		key, title, unit, offsetof(struct cpu_interval, member), help                      \
	}
#define SOFTIRQ(member, key, title, unit, help)                                                    \
	{                                                                                          \
		key, title, unit, offsetof(struct softirq_interval, member), help                  \
	}
#define IRQ(member, key, title, unit, help)                                                        \
	{                                                                                          \
		key, title, unit, offsetof(struct irq_interval, member), help                      \
	}
#define TASK(member, key, title, unit, help)                                                       \
	{                                                                                          \
		key, title, unit, offsetof(struct task_interval, member), help                     \
	}
#define TOTAL(member, key, title, unit, help)                                                      \
	{                                                                                          \
		key, title, unit, offsetof(struct totals, member), help                            \
	}

const struct field cpu_fields[] = {
	CPU(us, "us", "us", UNIT_PCT,
	    N_("user code, guests not counted (/proc/stat user - guest)")),
	CPU(ni, "ni", "ni", UNIT_PCT, N_("user code at a raised nice value (/proc/stat nice)")),
	CPU(sy, "sy", "sy", UNIT_PCT, N_("kernel, on behalf of tasks (/proc/stat system)")),
	CPU(id, "id", "id", UNIT_PCT, N_("idle; exact (/proc/stat idle)")),
	CPU(wa, "wa", "wa", UNIT_PCT, N_("idle while a task waits for a disk (/proc/stat iowait)")),
	CPU(hi, "hi", "hi", UNIT_PCT, N_("hardware interrupts (/proc/stat irq)")),
	CPU(si, "si", "si", UNIT_PCT, N_("softirqs (/proc/stat softirq)")),
	CPU(st, "st", "st", UNIT_PCT, N_("taken by the hypervisor (/proc/stat steal)")),
	CPU(unseen, "unseen", "??", UNIT_PCT,
	    N_("busy by the idle clock, but the tick did not see with what")),
	CPU(gu, "gu", "gu", UNIT_PCT, N_("running guests (/proc/stat guest)")),
	CPU(gn, "gn", "gn", UNIT_PCT, N_("running niced guests (/proc/stat guest_nice)")),
	CPU(cs_per_s, "cs", "cs/s", UNIT_RATE,
	    N_("context switches on this CPU, unless it is nohz_full (perf context-switches; needs "
	       "CAP_PERFMON or kernel.perf_event_paranoid <= 0)")),
	CPU(in_per_s, "in", "in/s", UNIT_RATE,
	    N_("interrupts that came to this CPU (/proc/interrupts)")),
	CPU(sirq_per_s, "sirq", "sirq/s", UNIT_RATE,
	    N_("softirqs of all types on this CPU (/proc/softirqs)")),
	CPU(busy, "busy", "busy", UNIT_PCT, N_("100 - id - wa; exact")),
	CPU(capacity_s, "capacity", "capacity", UNIT_SECONDS,
	    N_("seconds of CPU time that the percentages are of")),
};
const size_t n_cpu_fields = sizeof(cpu_fields) / sizeof(*cpu_fields);

const struct field softirq_fields[] = {
	SOFTIRQ(total, "total", "total", UNIT_COUNT,
		N_("how many ran in the interval, on all CPUs (/proc/softirqs)")),
	SOFTIRQ(per_s, "per_s", "/s", UNIT_RATE, N_("how many ran per second")),
	SOFTIRQ(hottest_pct, "hottest_pct", "hottest%", UNIT_PCT,
		N_("the share of the CPU that ran most of them")),
};
const size_t n_softirq_fields = sizeof(softirq_fields) / sizeof(*softirq_fields);

const struct field irq_fields[] = {
	IRQ(total, "total", "total", UNIT_COUNT,
	    N_("how many came in the interval, to all CPUs (/proc/interrupts)")),
	IRQ(per_s, "per_s", "/s", UNIT_RATE, N_("how many came per second")),
	IRQ(since_boot, "since_boot", "since boot", UNIT_COUNT, N_("how many came since boot")),
	IRQ(hottest_pct, "hottest_pct", "hottest%", UNIT_PCT,
	    N_("the share of the CPU that most of them came to")),
	IRQ(unhandled, "unhandled", "unhandled", UNIT_COUNT,
	    N_("how many nobody wanted, of the last 100,000 (/proc/irq/N/spurious)")),
};
const size_t n_irq_fields = sizeof(irq_fields) / sizeof(*irq_fields);

const struct field task_fields[] = {
	TASK(seconds, "seconds", "seconds", UNIT_SECONDS,
	     N_("the time between the two looks at this task; since boot: its age")),
	TASK(usr_pct, "usr", "%usr", UNIT_PCT,
	     N_("%CPU spent in user code (split by stat utime and stime)")),
	TASK(sys_pct, "sys", "%sys", UNIT_PCT,
	     N_("%CPU spent in the kernel (split by stat utime and stime)")),
	TASK(wait_pct, "wait", "%wait", UNIT_PCT,
	     N_("ready to run, but waiting for a CPU (schedstat run delay)")),
	TASK(cpu_pct, "cpu", "%CPU", UNIT_PCT,
	     N_("CPU used, of one CPU, exact (schedstat run time; the CPU clock of a process)")),
	TASK(cswch_per_s, "cswch", "cswch/s", UNIT_RATE,
	     N_("voluntary switches: it went to sleep (status voluntary_ctxt_switches)")),
	TASK(nvcswch_per_s, "nvcswch", "nvcswch/s", UNIT_RATE,
	     N_("involuntary switches: it was put off its CPU (status "
		"nonvoluntary_ctxt_switches)")),
	TASK(switches_per_s, "switches", "cs/s", UNIT_RATE, N_("switches of both kinds")),
	TASK(cswch, "cswch_life", "cswch", UNIT_COUNT, N_("voluntary switches since it started")),
	TASK(nvcswch, "nvcswch_life", "nvcswch", UNIT_COUNT,
	     N_("involuntary switches since it started")),
	TASK(child_pct, "chld", "%chld", UNIT_PCT,
	     N_("CPU of children that exited and were waited for in the interval, but for what was "
		"on rows of their own (stat cutime and cstime)")),
	TASK(total_pct, "total", "%tot", UNIT_PCT, N_("%CPU and %chld")),
	TASK(cpu_s, "time", "TIME+", UNIT_SECONDS, N_("CPU used since it started")),
};
const size_t n_task_fields = sizeof(task_fields) / sizeof(*task_fields);

const struct field totals_fields[] = {
	TOTAL(seconds, "seconds", "seconds", UNIT_SECONDS,
	      N_("the time that cs, in, fork and sirq were counted over")),
	TOTAL(running, "r", "r", UNIT_COUNT,
	      N_("tasks running or ready, overtop not counted (/proc/stat procs_running)")),
	TOTAL(blocked, "b", "b", UNIT_COUNT,
	      N_("tasks that sleep uninterruptibly (/proc/stat procs_blocked)")),
	TOTAL(cs_per_s, "cs", "cs/s", UNIT_RATE, N_("context switches (/proc/stat ctxt)")),
	TOTAL(in_per_s, "in", "in/s", UNIT_RATE, N_("interrupts (/proc/stat intr)")),
	TOTAL(fork_per_s, "fork", "fork/s", UNIT_RATE,
	      N_("processes and threads created (/proc/stat processes)")),
	TOTAL(sirq_per_s, "sirq", "sirq/s", UNIT_RATE, N_("softirqs (/proc/stat softirq)")),
	TOTAL(load1, "load1", "load1", UNIT_DECIMAL, N_("load, 1 minute (/proc/loadavg)")),
	TOTAL(load5, "load5", "load5", UNIT_DECIMAL, N_("load, 5 minutes (/proc/loadavg)")),
	TOTAL(load15, "load15", "load15", UNIT_DECIMAL, N_("load, 15 minutes (/proc/loadavg)")),
	TOTAL(uptime_s, "uptime", "uptime", UNIT_SECONDS, N_("time since boot (/proc/uptime)")),
	TOTAL(mem_total_kib, "mem_total", "total", UNIT_KIB, N_("memory (MemTotal)")),
	TOTAL(mem_used_kib, "mem_used", "used", UNIT_KIB,
	      N_("memory in use (MemTotal - MemAvailable)")),
	TOTAL(mem_available_kib, "mem_available", "avail", UNIT_KIB,
	      N_("memory that programs can still have (MemAvailable)")),
	TOTAL(swap_total_kib, "swap_total", "swap", UNIT_KIB, N_("swap space (SwapTotal)")),
	TOTAL(swap_used_kib, "swpd", "swpd", UNIT_KIB, N_("swap in use (/proc/meminfo)")),
	TOTAL(mem_free_kib, "free", "free", UNIT_KIB, N_("memory not used at all (MemFree)")),
	TOTAL(mem_buffers_kib, "buff", "buff", UNIT_KIB, N_("memory of block devices (Buffers)")),
	TOTAL(mem_cached_kib, "cache", "cache", UNIT_KIB,
	      N_("memory of files and slabs that can be given up (Cached, SReclaimable)")),
	TOTAL(paging_seconds, "paging_seconds", "seconds", UNIT_SECONDS,
	      N_("the time that si, so, bi, bo, fault and major were counted over")),
	TOTAL(swap_in_kib_per_s, "si", "si", UNIT_KIB, N_("KiB swapped in per second (pswpin)")),
	TOTAL(swap_out_kib_per_s, "so", "so", UNIT_KIB, N_("KiB swapped out per second (pswpout)")),
	TOTAL(page_in_kib_per_s, "bi", "bi", UNIT_KIB,
	      N_("KiB per second from block devices (pgpgin)")),
	TOTAL(page_out_kib_per_s, "bo", "bo", UNIT_KIB,
	      N_("KiB per second to block devices (pgpgout)")),
	TOTAL(fault_per_s, "fault", "flt/s", UNIT_RATE, N_("page faults (/proc/vmstat pgfault)")),
	TOTAL(major_fault_per_s, "major", "maj/s", UNIT_RATE,
	      N_("page faults that waited for a disk (/proc/vmstat pgmajfault)")),
	TOTAL(n_tasks, "processes", "processes", UNIT_COUNT, N_("processes there are")),
	TOTAL(n_threads, "threads", "threads", UNIT_COUNT, N_("threads there are")),
	TOTAL(n_all_threads, "all_threads", "all threads", UNIT_COUNT,
	      N_("threads there are, those too that may not be seen (/proc/loadavg)")),
	TOTAL(unowned_pct, "unowned", "unowned", UNIT_PCT,
	      N_("busy, of one CPU, but on no row of a task; interrupts are not in it")),
	TOTAL(exit_seconds, "exit_seconds", "seconds", UNIT_SECONDS,
	      N_("the time that exit and exits_lost were counted over")),
	TOTAL(exit_per_s, "exit", "exit/s", UNIT_RATE,
	      N_("processes that exited (taskstats; needs CAP_NET_ADMIN)")),
	TOTAL(exits_lost_per_s, "exits_lost", "lost/s", UNIT_RATE,
	      N_("exits that the kernel had no room to tell of")),
};
const size_t n_totals_fields = sizeof(totals_fields) / sizeof(*totals_fields);
