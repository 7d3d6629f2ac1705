/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vanish [-i] [-n] COMMAND [ARGUMENT...]
 *
 * Runs the command on a terminal of its own, waits until it has drawn something there, and takes the
 * terminal away.  -i: the command ignores SIGHUP.  -n: the terminal is not its controlling one, so that
 * no signal comes at all.  Succeeds if the command then ends within 5 seconds, using less than half a
 * second of CPU; else says what happened.
 */
#include "config.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_MS  5000
#define MAX_CPU_S    0.5
#define MIN_BYTES    200 /* a frame has begun */
#define DRAW_WAIT_MS 60000

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static int open_terminal(char *name, size_t size)
{
	struct winsize window = {.ws_row = 24, .ws_col = 80};
	int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (fd < 0 || grantpt(fd) < 0 || unlockpt(fd) < 0 || ptsname_r(fd, name, size) != 0)
		fail("pty");
	ioctl(fd, TIOCSWINSZ, &window);
	return fd;
}

static void become(char **command, const char *terminal, bool ignores_hup, bool is_controlling)
{
	int fd;

	setsid();
	fd = open(terminal, O_RDWR | O_NOCTTY);
	if (fd < 0)
		fail(terminal);
	if (is_controlling)
		ioctl(fd, TIOCSCTTY, 0);
	for (int i = 0; i < 3; i++)
		dup2(fd, i);
	if (ignores_hup)
		signal(SIGHUP, SIG_IGN);
	setenv("TERM", "xterm", 1);
	execvp(command[0], command);
	_exit(127);
}

static void await_drawing(int fd)
{
	char bytes[4096];
	size_t total = 0;

	while (total < MIN_BYTES) {
		struct pollfd input = {.fd = fd, .events = POLLIN};
		ssize_t n;

		if (poll(&input, 1, DRAW_WAIT_MS) <= 0) {
			fputs("it draws nothing\n", stderr);
			exit(1);
		}
		n = read(fd, bytes, sizeof(bytes));
		if (n <= 0) {
			fputs("it ended too early\n", stderr);
			exit(1);
		}
		total += (size_t)n;
	}
}

/* 0 when it ended of itself in time. */
static int await_end(pid_t pid)
{
	sigset_t set;
	struct timespec patience = {.tv_sec = PATIENCE_MS / 1000};
	struct rusage usage;
	int status;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigtimedwait(&set, NULL, &patience);
	if (waitpid(pid, &status, WNOHANG) != pid) {
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
		fputs("it goes on without a terminal\n", stderr);
		return 1;
	}
	getrusage(RUSAGE_CHILDREN, &usage);
	double cpu_s = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
		       1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);

	if (cpu_s < MAX_CPU_S)
		return 0;
	fprintf(stderr, "it used %.2f s of CPU\n", cpu_s);
	return 1;
}

int main(int argc, char **argv)
{
	bool ignores_hup = false, is_controlling = true;
	char terminal[64];
	sigset_t set;
	int option;

	while ((option = getopt(argc, argv, "+in")) != -1) {
		ignores_hup |= option == 'i';
		is_controlling &= option != 'n';
	}
	if (optind == argc) {
		fputs("usage: vanish [-i] [-n] COMMAND [ARGUMENT...]\n", stderr);
		return 2;
	}
	int fd = open_terminal(terminal, sizeof(terminal));
	pid_t pid = fork();

	if (pid < 0)
		fail("fork");
	if (pid == 0)
		become(argv + optind, terminal, ignores_hup, is_controlling);
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	await_drawing(fd);
	close(fd);
	return await_end(pid);
}
