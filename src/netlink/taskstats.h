/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the kernel's taskstats interface says of tasks, over generic netlink: in nanoseconds, binary, many
 * tasks in one system call.  Needs CAP_NET_ADMIN in the first user namespace.
 *
 * include/uapi/linux/taskstats.h; the struct grows at its end from version to version.
 */
#ifndef OVERTOP_NETLINK_TASKSTATS_H
#define OVERTOP_NETLINK_TASKSTATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most that are asked for at once: their answers fit into one receive buffer. */
enum { TASKSTATS_BATCH = 64 };

/* Room for a name and its NUL. */
enum { TASKSTATS_NAME_SIZE = 32 };

/* One thread; COUNTER_UNKNOWN where this kernel does not tell. */
struct task_usage {
	int tid; /* 0: it is gone */
	int pid; /* its process (ac_tgid, since version 11); -1: unknown */
	int ppid;
	uint32_t uid;      /* real user */
	uint64_t run_ns;   /* cpu_run_virtual_total: on a CPU; as schedstat 1 */
	uint64_t wait_ns;  /* cpu_delay_total: ready, waiting for a CPU; as schedstat 2 */
	uint64_t switches; /* cpu_count: times it was put on a CPU; as schedstat 3 */
	uint64_t cswch, nvcswch;
	uint64_t usr_us, sys_us;        /* ac_utime, ac_stime: counted at the tick */
	uint64_t begun_s;               /* ac_btime: seconds since 1970 */
	char name[TASKSTATS_NAME_SIZE]; /* raw */
};

/* One struct taskstats of @len bytes, as version says. 0, or -EINVAL: it is too short. */
int taskstats_parse(const void *stats, size_t len, struct task_usage *usage);

/* A connection for asking about living threads. */
struct taskstats;

/* NULL: the kernel has no taskstats, or we may not ask. */
struct taskstats *taskstats_new(void);
void taskstats_free(struct taskstats *taskstats);

/*
 * Asks about the @n threads (TASKSTATS_BATCH at most) in one batch; usages[i] is of tids[i].  0 or -errno: none
 * of them could be asked about.
 */
int taskstats_ask(struct taskstats *taskstats, const int *tids, size_t n,
		  struct task_usage *usages);

#endif
