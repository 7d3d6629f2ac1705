/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * breeder KIND N MS
 *
 * A parent of N children, one after the other, 400 a second at most, each a program of its own (fork and exec)
 * that uses MS milliseconds of CPU.  KIND says who waits for them:
 *
 *   waits    it does
 *   reaps    each is the child of a child that exits at once, and this one is their subreaper
 *   ignores  nobody: it ignores SIGCHLD
 *
 * Prints "PID" and waits for SIGUSR1.  When the last child is gone, prints "PID SECONDS": what it and the kernel
 * know them to have used, with those between, all their lives; of those that nobody waits for N times MS.  Then
 * waits to be killed; ends, too, when its parent dies.
 */
#include "config.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RATE = 400 };

static long own_cpu_us(void)
{
	struct timespec used;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	return used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

static void work(long ms)
{
	while (own_cpu_us() < ms * 1000)
		;
}

static void become_worker(char **argv)
{
	char kind[] = "works";
	char *args[] = {argv[0], kind, argv[3], NULL};

	execv("/proc/self/exe", args);
	_exit(127);
}

static void breed(char **argv, bool is_daemon)
{
	pid_t pid = fork();

	if (pid < 0) {
		perror("breeder: fork");
		exit(1);
	}
	if (pid > 0)
		return;
	if (is_daemon && fork() > 0)
		_exit(0);
	become_worker(argv);
}

static void pace(struct timespec *next)
{
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, next, NULL);
	next->tv_nsec += 1000000000 / RATE;
	next->tv_sec += next->tv_nsec / 1000000000;
	next->tv_nsec %= 1000000000;
}

/* Until there is no child any more; those that nobody waits for are gone then, too. */
static void await_all(void)
{
	while (wait(NULL) > 0)
		;
}

static double children_s(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void await_signal(void)
{
	sigset_t set;
	int got;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	printf("%d\n", (int)getpid());
	fflush(stdout);
	sigwait(&set, &got);
	/* Or it would be blocked in all of them. */
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

int main(int argc, char **argv)
{
	struct timespec next;
	bool is_daemon, is_ignored;
	long n, ms;

	if (argc == 3 && strcmp(argv[1], "works") == 0) {
		work(atol(argv[2]));
		return 0;
	}
	if (argc != 4 || (n = atol(argv[2])) < 1 || (ms = atol(argv[3])) < 1) {
		fprintf(stderr, "usage: breeder waits|reaps|ignores N MS\n");
		return 2;
	}
	is_daemon = strcmp(argv[1], "reaps") == 0;
	is_ignored = strcmp(argv[1], "ignores") == 0;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (is_daemon)
		prctl(PR_SET_CHILD_SUBREAPER, 1);
	if (is_ignored)
		signal(SIGCHLD, SIG_IGN);
	await_signal();
	clock_gettime(CLOCK_MONOTONIC, &next);
	for (long i = 0; i < n; i++) {
		pace(&next);
		breed(argv, is_daemon);
		await_all();
	}
	printf("%d %.3f\n", (int)getpid(), is_ignored ? (double)(n * ms) / 1e3 : children_s());
	fflush(stdout);
	pause();
	return 0;
}
