/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * brood NAME THREADS
 *
 * For each number N that it reads: forks N children of that NAME, of which each starts so many threads one after
 * another and exits; waits for them all, and prints N.  Ends when there is nothing more to read.
 */
#include "config.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void *do_nothing(void *unused)
{
	return unused;
}

static void live(const char *name, long n_threads)
{
	prctl(PR_SET_NAME, name);
	for (long i = 0; i < n_threads; i++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, do_nothing, NULL) != 0)
			_exit(1);
		pthread_join(thread, NULL);
	}
	_exit(0);
}

static bool breed(const char *name, long n_threads)
{
	int status;
	pid_t pid = fork();

	if (pid == 0)
		live(name, n_threads);
	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

int main(int argc, char **argv)
{
	long n_threads = argc == 3 ? strtol(argv[2], NULL, 10) : -1;
	char line[32];

	if (n_threads < 0) {
		fprintf(stderr, "usage: brood NAME THREADS\n");
		return 2;
	}
	while (fgets(line, sizeof(line), stdin)) {
		long n = strtol(line, NULL, 10);

		for (long i = 0; i < n; i++) {
			if (breed(argv[1], n_threads))
				continue;
			perror("brood");
			return 1;
		}
		printf("%ld\n", n);
		fflush(stdout);
	}
	return 0;
}
