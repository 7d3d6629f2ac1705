/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "crash.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>

#include "base/xalloc.h"

/* A handler has no argument of ours: set once, before the handlers are. */
static void (*restore_terminal)(void);

static void on_crash(int signal_number)
{
	restore_terminal();
	/* SA_RESETHAND has put the default back: this ends the program, with a core if wanted. */
	raise(signal_number);
}

void crash_restores(void (*restore)(void))
{
	static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	struct sigaction action;

	restore_terminal = restore;
	xalloc_at_failure(restore);
	memset(&action, 0, sizeof(action));
	action.sa_handler = on_crash;
	action.sa_flags = SA_RESETHAND | SA_NODEFER;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(crashes) / sizeof(*crashes); i++)
		sigaction(crashes[i], &action, NULL);
}
