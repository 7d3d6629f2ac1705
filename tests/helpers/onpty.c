/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * onpty COLUMNSxROWS WARM WINDOW KEYS HEAD ROW COMMAND [ARGUMENT...]
 *
 * Runs COMMAND on a terminal of its own of that size, for WARM + WINDOW seconds, then ends it, and prints
 * what it cost, as "name value" pairs on one line:
 *
 *   frame_ms   from the start to the first time that HEAD was in the output; - if it never was
 *   rows_ms    the same of ROW
 *   cpu_ms     CPU time a second in the window, by its CPU clock, exited threads included
 *   start_ms   CPU time of the warm-up
 *   rss_kib    at the end; peak_kib: at most
 *   bytes      written to the terminal a second in the window
 *   key_ms     the slowest answer to one of KEYS, which are pressed one every 100 ms, but never before
 *              the one before was answered, from 50 ms after the start; - if KEYS is ""
 */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FIRST_KEY_MS 50
#define KEY_EVERY_MS 100

struct run {
	int fd;
	pid_t pid;
	double begun_ms;
	double frame_ms, rows_ms;
	double key_ms;      /* the slowest answer */
	double pressed_ms;  /* of the key not answered yet; 0: none */
	double next_key_ms; /* from the start */
	const char *keys;   /* not pressed yet */
	const char *head, *row;
	char tail[64]; /* end of the output so far, for what comes in two reads */
	size_t tail_len;
	unsigned long bytes;
};

static double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static double cpu_ms(pid_t pid)
{
	struct timespec used = {0};
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) == 0)
		clock_gettime(clock, &used);
	return (double)used.tv_sec * 1e3 + (double)used.tv_nsec / 1e6;
}

static long kib_of(pid_t pid, const char *key)
{
	char path[64], line[256];
	long kib = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file))
		if (strncmp(line, key, strlen(key)) == 0)
			kib = strtol(line + strlen(key), NULL, 10);
	if (file)
		fclose(file);
	return kib;
}

static void look_for(const char *what, const char *text, size_t len, double since_ms, double *at_ms)
{
	if (*at_ms < 0 && memmem(text, len, what, strlen(what)))
		*at_ms = since_ms;
}

static void look_at(struct run *run, const char *text, size_t len)
{
	char joined[sizeof(run->tail) + 65536];
	size_t tail = run->tail_len, keep;

	memcpy(joined, run->tail, tail);
	memcpy(joined + tail, text, len);
	len += tail;
	look_for(run->head, joined, len, now_ms() - run->begun_ms, &run->frame_ms);
	look_for(run->row, joined, len, now_ms() - run->begun_ms, &run->rows_ms);
	keep = len < sizeof(run->tail) ? len : sizeof(run->tail);
	memcpy(run->tail, joined + len - keep, keep);
	run->tail_len = keep;
}

static void press_key(struct run *run)
{
	if (write(run->fd, run->keys++, 1) > 0)
		run->pressed_ms = now_ms();
	run->next_key_ms += KEY_EVERY_MS;
}

/* One wait for output; false: it has ended. */
static bool take_output(struct run *run)
{
	struct pollfd poll_fd = {.fd = run->fd, .events = POLLIN};
	char text[65536];
	ssize_t len;

	if (poll(&poll_fd, 1, 1) > 0) {
		len = read(run->fd, text, sizeof(text));
		if (len <= 0)
			return false;
		run->bytes += (unsigned long)len;
		if (run->pressed_ms > 0 && now_ms() - run->pressed_ms > run->key_ms)
			run->key_ms = now_ms() - run->pressed_ms;
		run->pressed_ms = 0;
		look_at(run, text, (size_t)len);
	}

	if (*run->keys && now_ms() - run->begun_ms > run->next_key_ms && !(run->pressed_ms > 0))
		press_key(run);
	return true;
}

static bool run_until(struct run *run, double since_ms)
{
	while (now_ms() - run->begun_ms < since_ms)
		if (!take_output(run))
			return false;
	return true;
}

static void start(struct run *run, const struct winsize *size, char **command)
{
	run->begun_ms = now_ms();
	run->pid = forkpty(&run->fd, NULL, NULL, size);
	if (run->pid == 0) {
		execvp(command[0], command);
		_exit(127);
	}
}

static void end(struct run *run)
{
	kill(run->pid, SIGTERM);
	for (int i = 0; i < 100; i++) {
		take_output(run);
		if (waitpid(run->pid, NULL, WNOHANG) == run->pid)
			return;
	}
	kill(run->pid, SIGKILL);
	waitpid(run->pid, NULL, 0);
}

static void print_ms(const char *name, double ms)
{
	if (ms < 0)
		printf("%s - ", name);
	else
		printf("%s %.2f ", name, ms);
}

int main(int argc, char **argv)
{
	struct run run = {.frame_ms = -1, .rows_ms = -1, .key_ms = -1, .next_key_ms = FIRST_KEY_MS};
	struct winsize size = {0};
	char *end_of_columns = NULL;

	if (argc > 7)
		size.ws_col = (unsigned short)strtol(argv[1], &end_of_columns, 10);
	if (!end_of_columns || *end_of_columns != 'x') {
		fprintf(stderr, "usage: onpty COLUMNSxROWS WARM WINDOW KEYS HEAD ROW COMMAND...\n");
		return 2;
	}
	size.ws_row = (unsigned short)strtol(end_of_columns + 1, NULL, 10);

	double warm_ms = strtod(argv[2], NULL) * 1e3, window_ms = strtod(argv[3], NULL) * 1e3;

	run.keys = argv[4];
	run.head = argv[5];
	run.row = argv[6];
	start(&run, &size, argv + 7);
	if (run.pid < 0 || !run_until(&run, warm_ms)) {
		fprintf(stderr, "onpty: %s ended early\n", argv[7]);
		return 1;
	}

	double warm_cpu_ms = cpu_ms(run.pid), begun_ms = now_ms(), window_s;
	unsigned long warm_bytes = run.bytes;

	if (!run_until(&run, warm_ms + window_ms))
		return 1;
	window_s = (now_ms() - begun_ms) / 1e3;
	print_ms("frame_ms", run.frame_ms);
	print_ms("rows_ms", run.rows_ms);
	print_ms("cpu_ms", (cpu_ms(run.pid) - warm_cpu_ms) / window_s);
	print_ms("start_ms", warm_cpu_ms);
	printf("rss_kib %ld peak_kib %ld bytes %.0f ", kib_of(run.pid, "VmRSS:"),
	       kib_of(run.pid, "VmHWM:"), (double)(run.bytes - warm_bytes) / window_s);
	print_ms("key_ms", run.key_ms);
	printf("\n");
	end(&run);
	return 0;
}
