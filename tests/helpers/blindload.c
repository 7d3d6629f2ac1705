/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * blindload SECONDS [RATE]
 *
 * A load that the tick does not see: spawns the program "nothing", found beside it, and waits for it,
 * RATE times a second (250), each time begun by a timer.  At the end prints the truth by rusage: the CPU
 * seconds that it and its children used, the wall seconds, the percentage, and the spawns.
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double seconds_of(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static double used_s(int who)
{
	struct rusage usage;

	getrusage(who, &usage);
	return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

static void add_ns(struct timespec *time, long ns)
{
	time->tv_nsec += ns;
	time->tv_sec += time->tv_nsec / 1000000000;
	time->tv_nsec %= 1000000000;
}

static int spawn_once(const char *path)
{
	char *arguments[] = {(char *)"nothing", NULL};
	char *environment[] = {NULL};
	pid_t pid;
	int error = posix_spawn(&pid, path, NULL, NULL, arguments, environment);

	if (error)
		return error;
	while (waitpid(pid, NULL, 0) < 0)
		if (errno != EINTR)
			return errno;
	return 0;
}

/* The path of "nothing" in the folder of this program. */
static int find_nothing(char *path, size_t size)
{
	ssize_t len = readlink("/proc/self/exe", path, size - 1);
	char *slash;

	if (len < 0)
		return -1;
	path[len] = '\0';
	slash = strrchr(path, '/');
	if (!slash || (size_t)(slash + 1 - path) + sizeof("nothing") > size)
		return -1;
	memcpy(slash + 1, "nothing", sizeof("nothing"));
	return 0;
}

int main(int argc, char **argv)
{
	double seconds = argc > 1 ? strtod(argv[1], NULL) : 0;
	long rate = argc > 2 ? strtol(argv[2], NULL, 10) : 250;
	double begun = now_s(), wall, used;
	long n_spawned = 0;
	char path[PATH_MAX];
	struct timespec next;

	if (seconds <= 0 || rate < 1 || argc > 3) {
		fprintf(stderr, "usage: blindload SECONDS [RATE]\n");
		return 2;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (find_nothing(path, sizeof(path)) < 0)
		return 1;
	clock_gettime(CLOCK_MONOTONIC, &next);
	for (; now_s() - begun < seconds; n_spawned++) {
		int error = spawn_once(path);

		if (error) {
			fprintf(stderr, "blindload: %s: %s\n", path, strerror(error));
			return 1;
		}
		add_ns(&next, 1000000000 / rate);
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
	}
	wall = now_s() - begun;
	used = used_s(RUSAGE_SELF) + used_s(RUSAGE_CHILDREN);
	printf("cpu_s %.3f wall_s %.3f pct %.2f spawned %ld\n", used, wall, 100 * used / wall,
	       n_spawned);
	return 0;
}
