/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A benchmark: what one operation of some kind costs on this machine, here and now.
 *
 * Each is one file in bench/ that ends with a const struct bench, named in bench/benches.c.  It runs in a
 * forked child that is pinned to one CPU (two for those that wake another), and knows nothing of batches,
 * medians or pipes: it only does so many operations, timed by the runner.
 *
 * It may block, and fork.  It does not leave its process group, nor touch SIGALRM: that is how the runner
 * ends one that hangs, with all it forked.
 */
#ifndef OVERTOP_BENCH_BENCH_H
#define OVERTOP_BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Which sets a benchmark belongs to. */
enum bench_set {
	BENCH_QUICK = 1 << 0, /* all of them within 2 s */
	BENCH_ALL = 1 << 1,   /* within 15 s */
};

/* Where the second CPU of a pair is, seen from the first. */
enum bench_place {
	PLACE_ALONE,   /* one CPU */
	PLACE_SIBLING, /* the same core */
	PLACE_CACHE,   /* another core of the same last-level cache */
	PLACE_REMOTE,  /* another last-level cache */
};

/* What a benchmark is given; in the child. */
struct bench_site {
	int cpu;    /* it is pinned to */
	int other;  /* the second one, or -1 */
	void *data; /* its own, from begin() to end() */
};

struct bench {
	const char *key;   /* "switch.process"; never renamed */
	const char *title; /* N_(): three words */
	const char *help;  /* N_(): what one operation is, how it is measured, what it leaves out */
	const char
		*elsewhere; /* what it was on other machines, to compare; NULL: nothing is known */
	unsigned int sets;
	enum bench_place place;
	int n, kib;   /* parameters of those that come in several sizes: 8 processes, 64 KiB */
	size_t least; /* n of a batch; 0: 1000 */
	/* 0 or -errno (-ENOSYS and the like: it cannot be measured here).  NULL: nothing to do. */
	int (*begin)(const struct bench *bench, struct bench_site *site);
	/* Does @n operations, or @n times as many as per_run says; false: it failed. */
	bool (*run)(const struct bench *bench, struct bench_site *site, size_t n);
	/*
	 * Does @n times what run() does beside the operation: measured in turns with it, and taken off.  NULL:
	 * nothing is taken off.
	 */
	bool (*base)(const struct bench *bench, struct bench_site *site, size_t n);
	/* Ends what begin() began: children, descriptors, memory. */
	void (*end)(const struct bench *bench, struct bench_site *site);
	double per_run; /* operations that one of run() is: 2 switches of a round trip; 0: 1 */
};

/* All, in the order of the price list. */
extern const struct bench *const benches[];
extern const size_t n_benches;

const struct bench *bench_by_key(const char *key, size_t len);

/*
 * For processes of a benchmark's own.  The first thing one does after fork(): from now on it ends when
 * @parent, which forked it, ends, however that ends.
 */
void bench_child(pid_t parent);
/* The last thing it does, if it does not exec. */
_Noreturn void bench_child_end(void);

/* Binds the calling thread to @cpu.  0 or -errno. */
int bench_pin(int cpu);

#endif
