/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hogs N CPU
 *
 * N processes, this one among them, that do nothing but use the one CPU they are all pinned to, so that
 * they take it from one another: involuntary context switches.  Prints the pids on one line; ends on
 * SIGTERM or when its parent dies, with all its children.
 */
#include "config.h"

#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

static long number_of(const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);

	return *text && !*end && value >= 0 && value <= INT_MAX ? value : -1;
}

static int pin_to(size_t cpu)
{
	cpu_set_t *set = CPU_ALLOC(cpu + 1);
	size_t size = CPU_ALLOC_SIZE(cpu + 1);
	int error;

	if (!set)
		return -1;
	CPU_ZERO_S(size, set);
	CPU_SET_S(cpu, size, set);
	error = sched_setaffinity(0, size, set);
	CPU_FREE(set);
	return error;
}

static void use_cpu(void)
{
	for (volatile unsigned long i = 0;; i++)
		;
}

int main(int argc, char **argv)
{
	long n = argc == 3 ? number_of(argv[1]) : -1, cpu = argc == 3 ? number_of(argv[2]) : -1;
	pid_t parent = getpid();

	if (n < 1 || cpu < 0) {
		fprintf(stderr, "usage: hogs N CPU\n");
		return 2;
	}
	if (pin_to((size_t)cpu) < 0) {
		perror("hogs: sched_setaffinity");
		return 1;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	printf("%d", (int)parent);
	for (long i = 1; i < n; i++) {
		pid_t pid = fork();

		if (pid == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			if (getppid() != parent)
				_exit(1);
			use_cpu();
		}
		printf(" %d", (int)pid);
	}
	printf("\n");
	fflush(stdout);
	use_cpu();
}
