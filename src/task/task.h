/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is known of tasks: one thread, one process, all of them.  Absolute counters; who reads them is
 * source/tasks.h.
 */
#ifndef OVERTOP_TASK_TASK_H
#define OVERTOP_TASK_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kernel workers have names of up to 63 bytes in stat; others 15. */
#define TASK_NAME_SIZE 64

/* One thread at one moment: counters since it started.  COUNTER_UNKNOWN where unknown. */
struct task {
	int tid, pid, ppid;
	int cpu;              /* last ran on; stat field 39; -1: unknown */
	uint64_t start_ticks; /* stat field 22, CLOCK_BOOTTIME; with tid the identity */
	uint64_t utime_ticks, stime_ticks; /* stat fields 14, 15: of this thread */
	uint64_t run_ns;                   /* schedstat 1: on a CPU */
	uint64_t wait_ns;                  /* schedstat 2: ready, waiting for a CPU */
	uint64_t switches;                 /* schedstat 3: times it was put on a CPU */
	uint64_t cswch, nvcswch;           /* status: voluntary_, nonvoluntary_ctxt_switches */
	uint64_t seen_ns;                  /* CLOCK_MONOTONIC when all this was true */
	uint32_t uid;                      /* status: effective; UINT32_MAX: unknown */
	int16_t nice;
	int16_t rt_priority; /* 0 unless real-time */
	char state;          /* R S D T t Z I X; '?' unknown */
	uint8_t policy;      /* SCHED_OTHER ... */
	bool is_kernel;      /* PF_KTHREAD */
	bool is_settled; /* off the CPU when read, all its counts made: its clock tells when it runs */
	uint8_t idle_scans;        /* scans since it last ran; stays at 255 */
	char name[TASK_NAME_SIZE]; /* raw bytes, NUL-terminated */
};

/* A thread group.  Its threads stand together in tasks.threads. */
struct process {
	int pid;
	bool is_settled; /* all its threads are */
	uint64_t start_ticks;
	/*
	 * Its CPU clock, exited threads included, no younger than what is known of its threads: when the
	 * clock still says this, none has run since.  COUNTER_UNKNOWN: refused.
	 */
	uint64_t cpu_ns;
	/* /proc/PID/stat: of the group, exited threads included. */
	uint64_t utime_ticks, stime_ticks;
	/* cutime, cstime: children that were waited for. */
	uint64_t child_utime_ticks, child_stime_ticks;
	/* Carried from scan to scan: task/reaped.h. */
	uint64_t reaped_ns; /* of that, what was on no row of its own; COUNTER_UNKNOWN: unknown */
	uint64_t owed_ns;   /* was on rows, and is still to come in its child times */
	/* And task/vanished.h: switches of threads that are gone, as far as they were seen. */
	uint64_t gone_cswch, gone_nvcswch;
	uint64_t seen_ns;
	size_t first, n_threads;
};

/* What one scan found.  All zero is valid and empty. */
struct tasks {
	struct process *processes; /* ascending by pid */
	size_t n_processes, processes_capacity;
	struct task *threads; /* by process, ascending by tid within it */
	size_t n_threads, threads_capacity;
	/* Before the first thing was read: births are after it.  CLOCK_BOOTTIME and CLOCK_MONOTONIC. */
	uint64_t begun_boot_ns, begun_ns;
	uint64_t n_all_threads; /* of the whole machine, hidden ones too; COUNTER_UNKNOWN */
	bool is_complete;       /* false: the scan is not done or could not be */
	bool has_wait;          /* false: schedstat says nothing here (no SCHED_INFO) */
};

/* Everything unknown. */
void task_init(struct task *task);
void process_init(struct process *process);
/*
 * When a thread other than the leader calls exec, it takes the leader's number and start time and brings
 * its own counters: @after is the same task as @before by name only.
 */
bool task_was_taken_over(const struct process *then, const struct process *now,
			 const struct task *before, const struct task *after);
/* It was seen at @seen_ns, and has not run since it was seen before. */
void task_stay_idle(struct task *task, uint64_t seen_ns);

void tasks_init(struct tasks *tasks);
void tasks_fini(struct tasks *tasks);
/* Empties it and keeps the memory. */
void tasks_clear(struct tasks *tasks);

/* NULL: there is none of that number. */
const struct process *tasks_find_process(const struct tasks *tasks, int pid);
const struct task *tasks_find_thread(const struct tasks *tasks, int pid, int tid);
/*
 * The same one, pid and start time, as @process of another scan, or NULL.  @next, 0 at first, is where to look:
 * for one after the other in ascending order.
 */
const struct process *tasks_same_process(const struct tasks *tasks, const struct process *process,
					 size_t *next);
/* Of a thread among those of @then, likewise. */
const struct task *tasks_same_thread(const struct tasks *tasks, const struct process *then,
				     const struct task *thread, size_t *next);

/* One more at the end, everything unknown; borrowed until the next. */
struct process *tasks_add_process(struct tasks *tasks);
/* @n more at the end, not set at all; borrowed until the next. */
struct task *tasks_add_threads(struct tasks *tasks, size_t n);

#endif
