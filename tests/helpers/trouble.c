/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trouble pingpong | convoy THREADS | forks PER_S | realtime CPU
 *
 * What a finding is about, without end: two processes that hand a byte back and forth by pipes; threads that
 * queue for one lock, for a microsecond each; so many children a second that start /bin/true; a process
 * of SCHED_FIFO, priority 1, that uses one CPU, beside an ordinary one that wants the same.
 *
 * Prints a line of pids, its own first, and ends when its parent does; the last one by itself after 30 s.
 */
#include "config.h"

#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static _Noreturn void fail(const char *what)
{
	perror(what);
	exit(1);
}

/* A child that does not outlive us: 0 in it. */
static pid_t fork_child(void)
{
	pid_t parent = getpid(), pid = fork();

	if (pid < 0)
		fail("trouble: fork");
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
	}
	return pid;
}

static void announce(pid_t child)
{
	printf(child ? "%d %d\n" : "%d\n", (int)getpid(), (int)child);
	fflush(stdout);
}

static _Noreturn void hand_on(int from, int to)
{
	char byte = 0;

	while (read(from, &byte, 1) == 1 && write(to, &byte, 1) == 1)
		;
	_exit(1);
}

static void pingpong(long unused)
{
	int there[2], back[2];
	pid_t child;

	(void)unused;
	if (pipe(there) < 0 || pipe(back) < 0 || write(back[1], "x", 1) != 1)
		fail("trouble: pipe");
	child = fork_child();
	if (child == 0)
		hand_on(there[0], back[1]);
	announce(child);
	hand_on(back[0], there[1]);
}

static void work(int rounds)
{
	for (volatile int i = 0; i < rounds; i++)
		;
}

/* A lock that goes to whoever has waited longest: each has its place in the queue. */
struct place {
	sem_t turn;
	struct place *next;
};

static void *stand_in_queue(void *data)
{
	struct place *place = data;

	for (;;) {
		while (sem_wait(&place->turn) < 0)
			;
		work(1000);
		sem_post(&place->next->turn);
	}
	return NULL;
}

static void convoy(long n)
{
	struct place *places = calloc((size_t)n, sizeof(*places));

	for (long i = 0; places && i < n; i++) {
		pthread_t thread;

		places[i].next = &places[(i + 1) % n];
		if (sem_init(&places[i].turn, 0, 0) < 0 ||
		    pthread_create(&thread, NULL, stand_in_queue, &places[i]))
			fail("trouble: pthread_create");
	}
	if (!places || sem_post(&places[0].turn) < 0)
		fail("trouble");
	announce(0);
	for (;;)
		pause();
}

static void forks(long per_s)
{
	char name[] = "true", *const arguments[] = {name, NULL};
	struct timespec next;

	announce(0);
	clock_gettime(CLOCK_MONOTONIC, &next);
	for (;;) {
		pid_t pid;

		if (posix_spawn(&pid, "/bin/true", NULL, NULL, arguments, environ))
			fail("trouble: posix_spawn");
		while (waitpid(pid, NULL, 0) < 0)
			;
		next.tv_nsec += 1000000000 / per_s;
		next.tv_sec += next.tv_nsec / 1000000000;
		next.tv_nsec %= 1000000000;
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
	}
}

static void pin_to(size_t cpu)
{
	cpu_set_t *set = CPU_ALLOC(cpu + 1);
	size_t size = CPU_ALLOC_SIZE(cpu + 1);

	if (!set)
		fail("trouble");
	CPU_ZERO_S(size, set);
	CPU_SET_S(cpu, size, set);
	if (sched_setaffinity(0, size, set) < 0)
		fail("trouble: sched_setaffinity");
	CPU_FREE(set);
}

static void realtime(long cpu)
{
	const struct sched_param lowest = {.sched_priority = 1};
	pid_t child;

	alarm(30);
	pin_to((size_t)cpu);
	child = fork_child();
	if (child && sched_setscheduler(0, SCHED_FIFO, &lowest) < 0)
		fail("trouble: sched_setscheduler");
	if (child)
		announce(child);
	for (;;)
		work(INT_MAX);
}

static const struct {
	const char *name;
	int has_number;
	void (*make)(long number);
} kinds[] = {
	{"pingpong", 0, pingpong},
	{"convoy", 1, convoy},
	{"forks", 1, forks},
	{"realtime", 1, realtime},
};

static long number_of(const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);

	return *text && !*end && value >= 0 && value <= INT_MAX ? value : -1;
}

int main(int argc, char **argv)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (size_t i = 0; argc > 1 && i < sizeof(kinds) / sizeof(*kinds); i++) {
		long number = argc == 3 ? number_of(argv[2]) : -1;

		if (strcmp(argv[1], kinds[i].name) == 0 && argc == 2 + kinds[i].has_number &&
		    (number >= 0) == kinds[i].has_number)
			kinds[i].make(number);
	}
	fprintf(stderr, "usage: trouble pingpong | convoy THREADS | forks PER_S | realtime CPU\n");
	return 2;
}
