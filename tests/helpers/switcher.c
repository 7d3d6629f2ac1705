/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * switcher N [THREADS [RATE]]
 *
 * THREADS threads (1) besides the main one, each of which makes exactly N voluntary context switches in
 * its life, RATE of them a second (as fast as can be), and then sleeps for good.  Once the kernel says
 * so in each thread's status, prints a line "PID TID N" for each and waits to be killed; ends, too, when
 * its parent dies.  With N 0 the threads never stop switching, and it prints "PID TID 0" at once.
 *
 * One sleep is one switch, the last one among them; a sleep whose time is up before it begins is none,
 * so a thread sleeps until its own count is right.
 */
#include "config.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

struct worker {
	pthread_t thread;
	long n, rate;
	volatile pid_t tid;
};

static long own_switches(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_nvcsw;
}

static void add_ns(struct timespec *time, long ns)
{
	time->tv_nsec += ns;
	time->tv_sec += time->tv_nsec / 1000000000;
	time->tv_nsec %= 1000000000;
}

/* Sleeps until @next and moves it on; one that was missed is made up for by the next. */
static void pace(struct timespec *next, long rate)
{
	struct timespec nap = {.tv_nsec = 1000};

	if (!rate) {
		nanosleep(&nap, NULL);
		return;
	}
	add_ns(next, 1000000000 / rate);
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, next, NULL);
}

static void *work(void *data)
{
	struct worker *worker = data;
	struct timespec next;

	worker->tid = gettid();
	clock_gettime(CLOCK_MONOTONIC, &next);
	while (!worker->n || own_switches() < worker->n - 1)
		pace(&next, worker->rate);
	for (;;)
		pause();
	return NULL;
}

/* voluntary_ctxt_switches of a thread of ours, or -1. */
static long counted_switches(pid_t tid)
{
	static const char key[] = "voluntary_ctxt_switches:";
	char path[64], line[256];
	long count = -1;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%d/status", (int)tid);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file))
		if (strncmp(line, key, strlen(key)) == 0)
			count = strtol(line + strlen(key), NULL, 10);
	if (file)
		fclose(file);
	return count;
}

static bool is_done(const struct worker *worker)
{
	return worker->tid && (!worker->n || counted_switches(worker->tid) >= worker->n);
}

static bool report(struct worker *worker)
{
	struct timespec nap = {.tv_nsec = 20000000};

	while (!is_done(worker))
		nanosleep(&nap, NULL);
	if (worker->n && counted_switches(worker->tid) != worker->n) {
		fprintf(stderr, "switcher: thread %d made %ld switches\n", (int)worker->tid,
			counted_switches(worker->tid));
		return false;
	}
	printf("%d %d %ld\n", (int)getpid(), (int)worker->tid, worker->n);
	fflush(stdout);
	return true;
}

static long number_of(const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);

	return *text && !*end && value >= 0 && value <= INT_MAX ? value : -1;
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? number_of(argv[1]) : -1;
	long n_threads = argc > 2 ? number_of(argv[2]) : 1;
	long rate = argc > 3 ? number_of(argv[3]) : 0;

	if (n < 0 || n_threads < 1 || rate < 0 || argc > 4) {
		fprintf(stderr, "usage: switcher N [THREADS [RATE]]\n");
		return 2;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);

	struct worker *workers = calloc((size_t)n_threads, sizeof(*workers));

	for (long i = 0; workers && i < n_threads; i++) {
		workers[i].n = n;
		workers[i].rate = rate;
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			return 1;
	}
	for (long i = 0; workers && i < n_threads; i++)
		if (!report(&workers[i]))
			return 1;
	for (;;)
		pause();
}
