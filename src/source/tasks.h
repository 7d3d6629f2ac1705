/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All tasks of the machine, read cheaply.
 *
 * A task that did not run did not switch, appear, exit or change its name, and the CPU clock of its
 * process (one system call, nothing opened, no privilege) then stands still.  A scan lists /proc, reads
 * each process's clock, copies from the scan before what has not run, and reads the files of the rest:
 * its threads are listed, each is gated by its own schedstat line, and only those that ran have their
 * stat and status read.  A thirtieth of the processes that stand still is read all the same each time,
 * for the kernel counts a switch just after it has stopped the clock.
 *
 * A scan goes in steps, so that a key is answered however many threads there are.
 */
#ifndef OVERTOP_SOURCE_TASKS_H
#define OVERTOP_SOURCE_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kernel workers have names of up to 63 bytes in stat; others 15. */
#define TASK_NAME_SIZE 64

/* One thread at one moment: counters since it started.  COUNTER_UNKNOWN where unknown. */
struct task {
	int tid, pid, ppid;
	int cpu;              /* last ran on; stat field 39; -1: unknown */
	uint64_t start_ticks; /* stat field 22, CLOCK_BOOTTIME in ticks; with tid the identity */
	uint64_t utime_ticks, stime_ticks; /* stat fields 14, 15: of this thread */
	uint64_t run_ns;                   /* schedstat 1: on a CPU */
	uint64_t wait_ns;                  /* schedstat 2: ready, waiting for a CPU */
	uint64_t switches;                 /* schedstat 3: times it was put on a CPU */
	uint64_t cswch, nvcswch;           /* status: voluntary_, nonvoluntary_ctxt_switches */
	uint64_t seen_ns;                  /* CLOCK_MONOTONIC when all this was true */
	uint32_t uid;                      /* status: effective; UINT32_MAX: unknown */
	int16_t nice;
	int16_t rt_priority;       /* 0 unless real-time */
	char state;                /* R S D T t Z I X; '?' unknown */
	uint8_t policy;            /* SCHED_OTHER ... */
	bool is_kernel;            /* PF_KTHREAD */
	char name[TASK_NAME_SIZE]; /* raw bytes, NUL-terminated */
};

/* A thread group.  Its threads stand together in tasks.threads. */
struct process {
	int pid;
	uint64_t start_ticks;
	uint64_t cpu_ns; /* its CPU clock, exited threads included; COUNTER_UNKNOWN: refused */
	uint64_t utime_ticks,
		stime_ticks; /* /proc/PID/stat: of the group, exited threads included */
	uint64_t child_utime_ticks,
		child_stime_ticks; /* cutime, cstime: children that were waited for */
	uint64_t seen_ns;
	size_t first, n_threads;
};

/* What one scan found.  All zero is valid and empty. */
struct tasks {
	struct process *processes; /* ascending by pid */
	size_t n_processes, processes_capacity;
	struct task *threads; /* by process, ascending by tid within it */
	size_t n_threads, threads_capacity;
	uint64_t
		begun_boot_ns; /* CLOCK_BOOTTIME before the first thing was read: births are after it */
	bool is_complete;      /* false: the scan is not done or could not be */
	bool has_wait;         /* false: schedstat says nothing here (no SCHED_INFO) */
};

struct task_scan;

/* @is_live false: a dump, where CPU clocks would speak of this machine; every file is read. */
struct task_scan *task_scan_new(bool is_live);
void task_scan_free(struct task_scan *scan);

/*
 * Begins a scan into @now.  @before is the scan before it, complete, or empty for the first; both must
 * stay until the scan is done.  0 or -errno (/proc cannot be listed).
 */
int task_scan_begin(struct task_scan *scan, const struct tasks *before, struct tasks *now);
/* Goes on for about @budget_ns; true when the scan is done and now->is_complete is set. */
bool task_scan_step(struct task_scan *scan, uint64_t budget_ns);
/* Processes done and found, for "scanning 12,000/30,000". */
void task_scan_progress(const struct task_scan *scan, size_t *done, size_t *total);

void tasks_init(struct tasks *tasks);
void tasks_fini(struct tasks *tasks);

/* Parsers, pure.  0 or -EINVAL; fields that are not there stay unknown. */
int task_parse_stat(const char *text, size_t len, struct task *task, struct process *group);
int task_parse_status(const char *text, size_t len, struct task *task);
int task_parse_schedstat(const char *text, size_t len, struct task *task);

#endif
