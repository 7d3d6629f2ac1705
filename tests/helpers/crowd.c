/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * crowd THREADS N M
 *
 * THREADS threads besides the main one, which sleep.  On the first SIGUSR1 each of them switches N times, and sleeps
 * again; on the second M times, and exits.  Prints "PID SWITCHES", what all of them have made by then, when they
 * are there, after the first and when the last is gone.  Then waits to be killed; ends, too, when its parent dies.
 */
#include "config.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define STACK_SIZE 65536

struct crowd {
	pthread_barrier_t barrier;
	long n, m;
	atomic_long switches; /* by those that have counted since the main thread last looked */
};

static void count(struct crowd *crowd)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	atomic_fetch_add(&crowd->switches, usage.ru_nvcsw + usage.ru_nivcsw);
}

static void switch_often(long n)
{
	struct timespec nap = {.tv_nsec = 1000};

	for (long i = 0; i < n; i++)
		nanosleep(&nap, NULL);
}

static void *be_one(void *data)
{
	struct crowd *crowd = data;

	count(crowd);
	pthread_barrier_wait(&crowd->barrier);
	pthread_barrier_wait(&crowd->barrier);
	switch_often(crowd->n);
	count(crowd);
	pthread_barrier_wait(&crowd->barrier);
	pthread_barrier_wait(&crowd->barrier);
	switch_often(crowd->m);
	count(crowd);
	return NULL;
}

static void say(struct crowd *crowd)
{
	printf("%d %ld\n", (int)getpid(), atomic_exchange(&crowd->switches, 0));
	fflush(stdout);
}

static void await_signal(const sigset_t *set)
{
	int got;

	sigwait(set, &got);
}

static void start(struct crowd *crowd, pthread_t *threads, long n_threads)
{
	pthread_attr_t attributes;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	for (long i = 0; i < n_threads; i++) {
		if (pthread_create(&threads[i], &attributes, be_one, crowd) != 0) {
			fputs("crowd: no more threads\n", stderr);
			exit(1);
		}
	}
	pthread_attr_destroy(&attributes);
}

int main(int argc, char **argv)
{
	struct crowd crowd = {.n = argc == 4 ? atol(argv[2]) : 0};
	long n_threads = argc == 4 ? atol(argv[1]) : 0;
	pthread_t *threads = calloc((size_t)n_threads + 1, sizeof(*threads));
	sigset_t set;

	if (n_threads < 1 || crowd.n < 1 || !threads) {
		fputs("usage: crowd THREADS N M\n", stderr);
		return 2;
	}
	crowd.m = atol(argv[3]);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_barrier_init(&crowd.barrier, NULL, (unsigned int)n_threads + 1);
	start(&crowd, threads, n_threads);
	pthread_barrier_wait(&crowd.barrier);
	say(&crowd);
	await_signal(&set);
	pthread_barrier_wait(&crowd.barrier);
	pthread_barrier_wait(&crowd.barrier);
	say(&crowd);
	await_signal(&set);
	pthread_barrier_wait(&crowd.barrier);
	for (long i = 0; i < n_threads; i++)
		pthread_join(threads[i], NULL);
	say(&crowd);
	pause();
	free(threads);
	return 0;
}
