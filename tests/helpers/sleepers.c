/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sleepers PROCESSES THREADS RUNNING
 *
 * PROCESSES processes of THREADS threads each, all asleep but RUNNING of them, which are spread evenly
 * over the processes, wake 10 to 100 times a second and do a little work.  Prints "ready" when every
 * thread is there, and ends, with all its children, on SIGTERM, SIGINT or when its parent dies.
 */
#include "config.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STACK_SIZE (64 * 1024)

static void *sleep_always(void *unused)
{
	(void)unused;
	for (;;)
		pause();
	return NULL;
}

static void work_a_little(void)
{
	for (volatile int i = 0; i < 2000; i++)
		;
}

/* @data: wakes a second. */
static void *wake_often(void *data)
{
	long per_s = (long)(intptr_t)data;
	struct timespec nap = {.tv_nsec = 1000000000 / per_s};

	for (;;) {
		nanosleep(&nap, NULL);
		work_a_little();
	}
	return NULL;
}

static bool start_thread(const pthread_attr_t *attr, long wakes_per_s)
{
	void *(*run)(void *) = wakes_per_s ? wake_often : sleep_always;
	pthread_t thread;

	return pthread_create(&thread, attr, run, (void *)(intptr_t)wakes_per_s) == 0;
}

/* One process: the main thread sleeps, or is the last of the running ones. */
static void be_process(long n_threads, long n_running, long number, int ready)
{
	long main_wakes = n_running == n_threads ? 10 + number % 91 : 0;
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_SIZE);
	for (long i = 0; i < n_threads - 1; i++) {
		if (!start_thread(&attr, i < n_running ? 10 + (number * 7 + i) % 91 : 0)) {
			perror("sleepers: pthread_create");
			_exit(1);
		}
	}
	if (write(ready, ".", 1) != 1)
		_exit(1);
	close(ready);
	if (main_wakes)
		wake_often((void *)(intptr_t)main_wakes);
	sleep_always(NULL);
}

static pid_t start_process(long n_threads, long n_running, long number, const int ready[2])
{
	pid_t parent = getpid(), pid = fork();

	if (pid)
		return pid;
	signal(SIGTERM, SIG_DFL);
	signal(SIGINT, SIG_DFL);
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	close(ready[0]);
	be_process(n_threads, n_running, number, ready[1]);
	_exit(0);
}

/* Waits until @n children have said that they are there; false: some cannot. */
static bool wait_ready(int fd, long n)
{
	char said[256];

	while (n > 0) {
		ssize_t got = read(fd, said, sizeof(said));

		if (got <= 0)
			return false;
		n -= got;
	}
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
	long n_processes = argc == 4 ? number_of(argv[1]) : -1;
	long n_threads = argc == 4 ? number_of(argv[2]) : -1;
	long n_running = argc == 4 ? number_of(argv[3]) : -1;
	int ready[2], signal_number, status = 0;
	sigset_t ends;

	if (n_processes < 1 || n_threads < 1 || n_running < 0 ||
	    n_running > n_processes * n_threads || pipe(ready)) {
		fprintf(stderr, "usage: sleepers PROCESSES THREADS RUNNING\n");
		return 2;
	}
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGINT);
	sigprocmask(SIG_BLOCK, &ends, NULL);

	pid_t *pids = calloc((size_t)n_processes, sizeof(*pids));

	for (long i = 0; pids && i < n_processes; i++) {
		/* Evenly: as many up to here as the share of the processes up to here. */
		long running = n_running * (i + 1) / n_processes - n_running * i / n_processes;

		pids[i] = start_process(n_threads, running, i, ready);
	}
	close(ready[1]);
	if (pids && wait_ready(ready[0], n_processes)) {
		printf("ready\n");
		fflush(stdout);
		sigwait(&ends, &signal_number);
	} else {
		fprintf(stderr, "sleepers: cannot start them all\n");
		status = 1;
	}
	for (long i = 0; pids && i < n_processes; i++)
		if (pids[i] > 0)
			kill(pids[i], SIGKILL);
	while (wait(NULL) > 0)
		;
	free(pids);
	return status;
}
