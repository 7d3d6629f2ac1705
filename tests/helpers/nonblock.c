/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nonblock COMMAND [ARGUMENT...]: runs it on a terminal whose reads and writes do not wait. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int flags = fcntl(STDIN_FILENO, F_GETFL);

	if (argc < 2 || flags < 0 || fcntl(STDIN_FILENO, F_SETFL, flags | O_NONBLOCK) < 0) {
		perror("nonblock");
		return 1;
	}
	execvp(argv[1], argv + 1);
	perror(argv[1]);
	return 127;
}
