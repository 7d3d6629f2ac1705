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
	int pid; /* its process (ac_tgid, since version 12); -1: unknown */
	int ppid;
	uint32_t uid;      /* real user */
	uint64_t run_ns;   /* cpu_run_virtual_total: on a CPU; as schedstat 1 */
	uint64_t wait_ns;  /* cpu_delay_total: ready, waiting for a CPU; as schedstat 2 */
	uint64_t switches; /* cpu_count: times it was put on a CPU; as schedstat 3 */
	uint64_t cswch, nvcswch;
	uint64_t usr_us, sys_us;        /* ac_utime, ac_stime: counted at the tick */
	uint64_t begun_s;               /* ac_btime: seconds since 1970 */
	uint64_t age_us;                /* ac_etime: since it began, without time of suspend */
	bool is_last;                   /* it exits, and with it its process: none is left */
	char name[TASKSTATS_NAME_SIZE]; /* raw */
};

/* One struct taskstats of @len bytes, as version says. 0, or -EINVAL: it is too short. */
int taskstats_parse(const void *stats, size_t len, struct task_usage *usage);

/*
 * One message of the kernel, @len bytes at @message: a struct nlmsghdr and what follows.  Its sequence number,
 * 0 of one that tells of an exit, is stored when there is a message at all.  0; -EINVAL: this is nothing that
 * tells of a thread; or the -errno that the kernel answered with (-ESRCH: the thread is gone).
 */
int taskstats_parse_message(const void *message, size_t len, uint32_t *sequence,
			    struct task_usage *usage);

/* A connection for asking about living threads. */
struct taskstats_link;

/* NULL: the kernel has no taskstats, or we may not ask. */
struct taskstats_link *taskstats_new(void);
void taskstats_free(struct taskstats_link *link);

/*
 * Asks about the @n threads (TASKSTATS_BATCH at most) in one batch; usages[i] is of tids[i].  0 or -errno: none
 * of them could be asked about.
 */
int taskstats_ask(struct taskstats_link *link, const int *tids, size_t n,
		  struct task_usage *usages);

/* A connection on which the kernel tells of each thread that exits. */
struct taskstats_listener;

/*
 * Hears of exits on @cpus, a list as "0-127", from now on.  NULL: refused.  The connection is not for being woken
 * by: a wake-up for each exit costs thirty times what collecting them now and then does.
 */
struct taskstats_listener *taskstats_listen(const char *cpus);
void taskstats_listener_free(struct taskstats_listener *listener);

/*
 * The next exits in the order in which they happened; up to the number that is returned, in @usages, which
 * is borrowed until the next call.  0: there are no more.
 */
size_t taskstats_hear(struct taskstats_listener *listener, const struct task_usage **usages);

/* Exits since the beginning that there was no room to tell of; COUNTER_UNKNOWN before Linux 4.12. */
uint64_t taskstats_count_lost(const struct taskstats_listener *listener);

#endif
