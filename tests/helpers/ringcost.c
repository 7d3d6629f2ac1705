/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ringcost MEMBERS KIB
 *
 * A switch as it has been measured since the nineties: MEMBERS processes hand a token around by pipes,
 * each sums up an array of KIB KiB when it has it; less what it takes one process to send the token
 * through all the same pipes and sum up its array each time.  Prints "MEDIAN MIN" of short batches, in ns
 * a switch.  On one CPU: taskset -c N ringcost ...
 */
#include "config.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 64, N_BATCHES = 51, SWITCHES = 2000 };

struct ring {
	size_t n, n_numbers;
	long *numbers;
	int pipes[MOST][2];
	pid_t pids[MOST]; /* not of the first */
};

static long volatile sink;

static void sum_up(const struct ring *ring)
{
	long sum = 0;

	for (size_t i = 0; i < ring->n_numbers; i++)
		sum += ring->numbers[i];
	sink = sum;
}

/* From the pipe of member @from to that of member @to. */
static void pass(const struct ring *ring, size_t from, size_t to)
{
	int token = 0;

	if (read(ring->pipes[from][0], &token, sizeof(token)) != sizeof(token))
		_exit(1);
	sum_up(ring);
	if (write(ring->pipes[to][1], &token, sizeof(token)) != sizeof(token))
		_exit(1);
}

static _Noreturn void member(const struct ring *ring, size_t i)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* Its own copy. */
	if (ring->n_numbers)
		memset(ring->numbers, (int)i, ring->n_numbers * sizeof(long));
	for (;;)
		pass(ring, i, (i + 1) % ring->n);
}

static int64_t now_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int by_value(const void *left, const void *right)
{
	double difference = *(const double *)left - *(const double *)right;

	return difference < 0 ? -1 : difference > 0;
}

static double alone_ns(const struct ring *ring, size_t turns)
{
	int64_t begin = now_ns();

	for (size_t i = 0; i < turns * ring->n; i++)
		pass(ring, i % ring->n, (i + 1) % ring->n);
	return (double)(now_ns() - begin);
}

static double around_ns(const struct ring *ring, size_t turns)
{
	int64_t begin = now_ns();

	for (size_t i = 0; i < turns; i++)
		pass(ring, 0, 1 % ring->n);
	return (double)(now_ns() - begin);
}

static void print(double *around, double *alone, size_t turns, size_t n)
{
	double per = (double)(turns * n);

	qsort(around, N_BATCHES, sizeof(*around), by_value);
	qsort(alone, N_BATCHES, sizeof(*alone), by_value);
	printf("%.1f %.1f\n", (around[N_BATCHES / 2] - alone[N_BATCHES / 2]) / per,
	       (around[0] - alone[0]) / per);
}

int main(int argc, char **argv)
{
	struct ring ring = {.n = argc == 3 ? strtoul(argv[1], NULL, 10) : 0};
	double around[N_BATCHES], alone[N_BATCHES];
	int token = 0;

	if (ring.n < 2 || ring.n > MOST) {
		fprintf(stderr, "usage: ringcost MEMBERS KIB\n");
		return 2;
	}
	ring.n_numbers = strtoul(argv[2], NULL, 10) * 1024 / sizeof(long);
	ring.numbers = malloc(ring.n_numbers * sizeof(long) + 1);
	for (size_t i = 0; i < ring.n; i++)
		if (!ring.numbers || pipe(ring.pipes[i]) < 0)
			return 1;
	if (ring.n_numbers)
		memset(ring.numbers, 0, ring.n_numbers * sizeof(long));
	if (write(ring.pipes[0][1], &token, sizeof(token)) != sizeof(token))
		return 1;
	size_t turns = SWITCHES / ring.n;

	/* Before there is anybody else to read from them. */
	for (int i = 0; i < N_BATCHES; i++)
		alone[i] = alone_ns(&ring, turns);
	for (size_t i = 1; i < ring.n; i++) {
		ring.pids[i] = fork();
		if (ring.pids[i] == 0)
			member(&ring, i);
	}
	around_ns(&ring, turns);
	for (int i = 0; i < N_BATCHES; i++)
		around[i] = around_ns(&ring, turns);
	for (size_t i = 1; i < ring.n; i++)
		if (ring.pids[i] > 0)
			kill(ring.pids[i], SIGKILL);
	while (wait(NULL) > 0)
		;
	print(around, alone, turns, ring.n);
	return 0;
}
