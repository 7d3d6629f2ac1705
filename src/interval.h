/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What happened between two samples: the one thing every later step eats.
 *
 * Deltas are joined by identity: CPU number, softirq type, IRQ label and name, tid and start time.
 * Everything unknown is NAN.  The first interval is since boot: the same sums over the time from boot
 * (for a task, from its start) to the sample.  An interval is a value: it points at nothing but its
 * own arena, and making one touches no file and asks no clock.
 */
#ifndef OVERTOP_INTERVAL_H
#define OVERTOP_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/cpuset.h"
#include "field.h"
#include "interval/network.h"
#include "interval/standing.h"
#include "source/pressure.h"

struct sample;
struct affinities;
struct cards;
struct irq_owners;
struct peers;
struct pairs;

/*
 * How one CPU, or a group of them, spent its time, in percent of it.  busy = 100 - id - wa, from the
 * idle clock, is exact; us ni sy hi si are sampled at the tick.  Where they do not add up to busy, the
 * missing part is `unseen`.
 */
struct cpu_interval {
	int cpu; /* -1: a group or the whole machine */
	double us, ni, sy, id, wa, hi, si, st;
	double unseen;     /* busy, but the tick did not see what; 0 when the fields add up */
	double gu, gn;     /* running guests; not in us and ni */
	double busy;       /* 100 - id - wa */
	double cs_per_s;   /* context switches; of `all`: totals.cs_per_s */
	double in_per_s;   /* interrupts, device and architecture's own; /proc/interrupts */
	double sirq_per_s; /* softirqs of all types; /proc/softirqs */
	double capacity_s; /* seconds of CPU time that the percentages are of: weight when summed */
};

/* One softirq type; counts are of this interval. */
struct softirq_interval {
	const char *name; /* raw */
	double total;     /* over the CPUs shown */
	double per_s;
	int hottest_cpu;       /* -1: none ran */
	double hottest_pct;    /* its share of total; NAN when nothing ran */
	const double *per_cpu; /* counts, in the order of interval.cpu_numbers */
};

/* One line of /proc/interrupts. */
struct irq_interval {
	const char *label; /* "30", "LOC"; raw */
	const char *chip;  /* raw; "" for an architecture row */
	const char *name;  /* raw */
	int irq;           /* -1: architecture row */
	double total;      /* in this interval, all CPUs shown */
	double per_s;
	double since_boot; /* counts since boot */
	int hottest_cpu;   /* -1: none, or the row counts for the whole machine */
	double hottest_pct;
	const double *per_cpu;      /* as above; NULL for a row without a count per CPU */
	const struct cpuset *on;    /* CPUs it came to in this interval */
	const struct cpuset *asked; /* NULL: unknown */
	const struct cpuset *effective;
	int node;           /* -1: none or unknown */
	const char *device; /* whose it is, "eth0", "nvme0"; raw; NULL: unknown */
	char queue_kind;    /* 'r', 't', 'b' for both, or 0: no queue, or unknown */
	int queue;          /* -1: none or unknown */
	double unhandled;   /* that nobody wanted, of the last 100,000 (/proc/irq/N/spurious) */
};

/* A thread, or a process that sums its threads. */
struct task_interval {
	int tid; /* 0: a process row */
	int pid, ppid;
	int cpu; /* last ran on; -1: unknown */
	uint64_t start_ticks;
	uint32_t uid;
	int16_t nice, rt_priority;
	uint8_t policy;
	char state;
	bool is_kernel;
	bool ran;                 /* used CPU or switched in this interval, or is new in it */
	const char *name;         /* raw */
	const char *command_line; /* raw; NULL unless it came with a recording */
	size_t n_threads;         /* living threads of its process */
	size_t first, n_listed;   /* process rows: its rows in interval.threads */
	double seconds;           /* between the two reads of this task, or of its life */
	double usr_pct, sys_pct;  /* cpu_pct, split as its ticks are */
	double cpu_pct;           /* from the ns clock */
	double wait_pct;          /* ready, but waiting for a CPU */
	double cswch_per_s, nvcswch_per_s;
	double switches_per_s; /* both kinds */
	double cswch, nvcswch; /* since the task started; process rows: of all threads seen */
	double cpu_s;          /* used since it started */
	/*
	 * CPU of its children that exited and were waited for in the interval, but for what was on rows of their
	 * own before.  Of a process; among threads on the row of its leader, NAN on the others.
	 */
	double child_pct;
	double total_pct; /* cpu_pct and child_pct */
	/* Looked at more closely than others, for it waits, or switches much: NULL if it was not. */
	const char *wchan;            /* in which function of the kernel it sleeps; raw */
	const struct cpuset *allowed; /* the CPUs it may run on */
};

/* The whole machine. */
struct totals {
	double seconds; /* that ctxt, in, fork, sirq were counted over; NAN: unknown */
	double running, blocked;
	double cs_per_s, in_per_s, fork_per_s, sirq_per_s;
	double load1, load5, load15, uptime_s;
	double mem_total_kib, mem_used_kib, mem_free_kib, mem_available_kib, mem_buffers_kib,
		mem_cached_kib, swap_total_kib, swap_used_kib;
	double paging_seconds; /* that page_in to major_fault were counted over; NAN: unknown */
	double page_in_kib_per_s, page_out_kib_per_s, swap_in_kib_per_s, swap_out_kib_per_s;
	double fault_per_s, major_fault_per_s;
	double n_tasks, n_threads; /* NAN until the first scan is done */
	double n_all_threads;      /* there are, seen or hidden (/proc/loadavg) */
	/* Of one CPU: busy, but on no row of a task; what interrupts took is not in it. */
	double unowned_pct;
	double exit_seconds; /* that exit and exits_lost were counted over; NAN: unknown */
	double exit_per_s; /* processes that exited, as far as the kernel told; NAN: it does not */
	double exits_lost_per_s; /* of tasks that it had no room to tell of */
};

struct interval {
	struct arena arena;
	bool is_since_boot;
	bool is_live;       /* false: of the files of another machine (--root) */
	uint64_t wall_ns;   /* CLOCK_REALTIME of its end */
	double ticks_per_s; /* that start_ticks of tasks count in */
	double seconds; /* measured, between the two reads of /proc/stat; since boot: the uptime */
	struct totals totals;
	struct pressure pressure;

	/* The CPUs there are: rows of /proc/stat, or where that is missing the header of interrupts. */
	int *cpu_numbers;
	size_t n_cpus;
	struct cpu_interval all;   /* the sum of the CPUs */
	struct cpu_interval *cpus; /* [n_cpus] */

	struct softirq_interval *softirqs;
	size_t n_softirqs;
	struct irq_interval *irqs;
	size_t n_irqs;

	/* Both in the order of pid, tid.  has_tasks is false until a scan of them is done. */
	bool has_tasks, has_wait;
	struct task_interval *processes;
	size_t n_processes;
	struct task_interval *threads;
	size_t n_threads;

	/* Most CPU first.  has_exits: the kernel tells of each exit (taskstats), if there is any. */
	bool has_exits;
	struct exited_interval *exited;
	size_t n_exited;

	struct softnet_interval *softnets; /* those that /proc/net/softnet_stat has, ascending */
	size_t n_softnets;
	struct netdev_interval *netdevs;
	size_t n_netdevs;
	struct sockets_interval sockets;

	struct cgroup_interval *cgroups;
	size_t n_cgroups;
	struct setting *settings; /* ascending by name */
	size_t n_settings;

	bool has_marks; /* the rules have judged it */
	struct mark *marks;
	size_t n_marks;

	bool has_unseen;     /* some CPU's fields do not add up: say once why */
	bool hides_irq_time; /* hi is 0 since boot while interrupts come: hi and si are understated */
};

/* Tables that describe the members of type double. */
extern const struct field cpu_fields[], softirq_fields[], irq_fields[], task_fields[],
	totals_fields[], exited_fields[], softnet_fields[], queue_fields[], netdev_fields[],
	sockets_fields[], cgroup_fields[];
extern const size_t n_cpu_fields, n_softirq_fields, n_irq_fields, n_task_fields, n_totals_fields,
	n_exited_fields, n_softnet_fields, n_queue_fields, n_netdev_fields, n_sockets_fields,
	n_cgroup_fields;

void interval_init(struct interval *interval);
void interval_fini(struct interval *interval);

/*
 * Replaces @interval by what happened from @before to @after; @before NULL: since boot.  A part that
 * @after lacks is empty; one that only @before lacks has its rows, with every rate unknown.
 */
void interval_between(struct interval *interval, const struct sample *before,
		      const struct sample *after);

/* Says of every IRQ where it may go and does go, as far as @affinities knows. */
void interval_add_affinities(struct interval *interval, const struct affinities *affinities);

/* Says whose each IRQ is, and of every interface what @cards knows and which IRQs announce its queues. */
void interval_add_cards(struct interval *interval, const struct cards *cards,
			const struct irq_owners *owners);

/* Puts what was counted one by one beside the other numbers of the sockets. */
void interval_add_peers(struct interval *interval, const struct peers *peers);

/* Its settings are those of the @n lists, in which no name is twice. */
void interval_add_settings(struct interval *interval, const struct pairs *const lists[], size_t n);

/*
 * Replaces @to by a copy of @from with only those tasks that @is_kept says, and the process of each such
 * thread.  n_threads of a process stays what it was.
 */
void interval_keep(struct interval *to, const struct interval *from,
		   bool (*is_kept)(const void *data, const struct task_interval *task),
		   const void *data);

/* Only the marks, in place of those that @to has; into its arena. */
void interval_keep_marks(struct interval *to, const struct interval *from);

/* NULL, or NAN: there is no such setting, or it is no number. */
const char *interval_setting(const struct interval *interval, const char *name);
double interval_setting_number(const struct interval *interval, const char *name);

/* The row of a process; NULL: it has none. */
const struct task_interval *interval_process(const struct interval *interval, int pid);

/*
 * The same in @arena with active tasks only (and the processes of active threads), as a recording has it; all
 * else is borrowed.
 */
const struct interval *interval_of_active(const struct interval *interval, struct arena *arena);

/* It ran, or it is ready to run, or waits uninterruptibly: what an incident is made of. */
bool task_interval_is_active(const struct task_interval *task);

/*
 * The sum of @n CPUs (a core, a socket, the machine): shares are weighted by the time they are of,
 * rates add up; of context switches only if all are known.
 */
struct cpu_interval cpu_interval_sum(const struct cpu_interval *const cpus[], size_t n);

#endif
