/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * named NAME
 *
 * A process called NAME, which may hold any byte: \xHH is that byte, \\ a backslash; the kernel keeps 15.
 * Uses a twentieth of a CPU, so that it is among the tasks that run.  Prints its pid; ends when killed
 * or when its parent dies.
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

/* The byte that @text begins with, and where it ends. */
static char byte_of(const char *text, const char **rest)
{
	char digits[3] = "";

	if (text[0] == '\\' && text[1] == 'x' && text[2] && text[3]) {
		memcpy(digits, text + 2, 2);
		*rest = text + 4;
		return (char)strtol(digits, NULL, 16);
	}
	if (text[0] == '\\' && text[1] == '\\')
		text++;
	*rest = text + 1;
	return text[0];
}

static void work_for_a_moment(void)
{
	clock_t until = clock() + CLOCKS_PER_SEC / 400;

	while (clock() < until)
		;
}

int main(int argc, char **argv)
{
	struct timespec nap = {.tv_nsec = 47500000};
	char name[16] = "";
	size_t len = 0;

	if (argc != 2) {
		fprintf(stderr, "usage: named NAME\n");
		return 2;
	}
	for (const char *at = argv[1]; *at && len < sizeof(name) - 1;)
		name[len++] = byte_of(at, &at);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_NAME, name);
	printf("%d\n", (int)getpid());
	fflush(stdout);
	for (;;) {
		work_for_a_moment();
		nanosleep(&nap, NULL);
	}
}
