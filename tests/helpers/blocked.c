/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * blocked
 *
 * Sleeps uninterruptibly, in state D, without a disk: its child, made by vfork(), never gives its memory back.
 * Prints its pid just before; ends on SIGKILL or when its parent dies, with its child.
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void)
{
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0)
		return 1;
	printf("%d\n", getpid());
	fflush(stdout);
	if (vfork() == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			pause();
	}
	return 1;
}
