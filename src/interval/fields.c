/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the members of an interval's records are called, and where in the kernel they come from. */
#include "config.h"

#include "base/i18n.h"
#include "interval.h"

#define CPU(member, key, title, unit, help)                                                        \
	{                                                                                          \
		key, title, unit, offsetof(struct cpu_interval, member), help                      \
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
	CPU(in_per_s, "in", "in/s", UNIT_RATE,
	    N_("interrupts that came to this CPU (/proc/interrupts)")),
	CPU(sirq_per_s, "sirq", "sirq/s", UNIT_RATE,
	    N_("softirqs of all types on this CPU (/proc/softirqs)")),
	CPU(busy, "busy", "busy", UNIT_PCT, N_("100 - id - wa; exact")),
};
const size_t n_cpu_fields = sizeof(cpu_fields) / sizeof(*cpu_fields);

const struct field task_fields[] = {
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
	TASK(cpu_s, "time", "TIME+", UNIT_SECONDS, N_("CPU used since it started")),
};
const size_t n_task_fields = sizeof(task_fields) / sizeof(*task_fields);

const struct field totals_fields[] = {
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
	TOTAL(swap_used_kib, "swpd", "swpd", UNIT_KIB, N_("swap in use (/proc/meminfo)")),
	TOTAL(mem_free_kib, "free", "free", UNIT_KIB, N_("memory not used at all (MemFree)")),
	TOTAL(mem_buffers_kib, "buff", "buff", UNIT_KIB, N_("memory of block devices (Buffers)")),
	TOTAL(mem_cached_kib, "cache", "cache", UNIT_KIB,
	      N_("memory of files and slabs that can be given up (Cached, SReclaimable)")),
	TOTAL(swap_in_kib_per_s, "si", "si", UNIT_KIB, N_("KiB swapped in per second (pswpin)")),
	TOTAL(swap_out_kib_per_s, "so", "so", UNIT_KIB, N_("KiB swapped out per second (pswpout)")),
	TOTAL(page_in_kib_per_s, "bi", "bi", UNIT_KIB,
	      N_("KiB per second from block devices (pgpgin)")),
	TOTAL(page_out_kib_per_s, "bo", "bo", UNIT_KIB,
	      N_("KiB per second to block devices (pgpgout)")),
	TOTAL(fault_per_s, "fault", "flt/s", UNIT_RATE, N_("page faults (/proc/vmstat pgfault)")),
	TOTAL(major_fault_per_s, "major", "maj/s", UNIT_RATE,
	      N_("page faults that waited for a disk (/proc/vmstat pgmajfault)")),
};
const size_t n_totals_fields = sizeof(totals_fields) / sizeof(*totals_fields);
