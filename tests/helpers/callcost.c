/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * callcost getpid|futex|socket|pipe
 *
 * What a system call costs that neither waits nor wakes anybody, in ns: getpid; futex, a wait for what is
 * already so and a wake of nobody, in turns; socket and pipe, the write of a few bytes and the read of
 * them, by one and the same process.  Prints "MEDIAN MIN" of short batches, per call.
 */
#include "config.h"

#include <linux/futex.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { N_BATCHES = 51, N_PAIRS = 2500 };

struct ends {
	int in, out;
	size_t size;
};

static void getpid_pair(const struct ends *ends)
{
	(void)ends;
	syscall(SYS_getpid);
	syscall(SYS_getpid);
}

static void futex_pair(const struct ends *ends)
{
	unsigned int word = 0;

	(void)ends;
	syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
	syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void bytes_pair(const struct ends *ends)
{
	char bytes[8] = {0};

	if (write(ends->out, bytes, ends->size) != (ssize_t)ends->size ||
	    read(ends->in, bytes, ends->size) != (ssize_t)ends->size)
		_exit(1);
}

static int64_t now_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static double batch_ns(void (*pair)(const struct ends *), const struct ends *ends)
{
	int64_t begin = now_ns();

	for (int i = 0; i < N_PAIRS; i++)
		pair(ends);
	return (double)(now_ns() - begin) / (2.0 * N_PAIRS);
}

static int by_value(const void *left, const void *right)
{
	double difference = *(const double *)left - *(const double *)right;

	return difference < 0 ? -1 : difference > 0;
}

static void (*pair_of(const char *name, struct ends *ends))(const struct ends *)
{
	int fds[2] = {-1, -1};

	if (strcmp(name, "getpid") == 0)
		return getpid_pair;
	if (strcmp(name, "futex") == 0)
		return futex_pair;
	if (strcmp(name, "socket") == 0 && socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds) == 0)
		*ends = (struct ends){fds[0], fds[1], 8};
	else if (strcmp(name, "pipe") == 0 && pipe(fds) == 0)
		*ends = (struct ends){fds[0], fds[1], 4};
	return fds[0] < 0 ? NULL : bytes_pair;
}

int main(int argc, char **argv)
{
	struct ends ends = {-1, -1, 0};
	void (*pair)(const struct ends *) = argc == 2 ? pair_of(argv[1], &ends) : NULL;
	double ns[N_BATCHES];

	if (!pair) {
		fprintf(stderr, "usage: callcost getpid|futex|socket|pipe\n");
		return 2;
	}
	batch_ns(pair, &ends);
	for (int i = 0; i < N_BATCHES; i++)
		ns[i] = batch_ns(pair, &ends);
	qsort(ns, N_BATCHES, sizeof(*ns), by_value);
	printf("%.1f %.1f\n", ns[N_BATCHES / 2], ns[0]);
	return 0;
}
