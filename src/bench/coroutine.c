/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "bench/bench.h"

#include <errno.h>
#include <stdlib.h>
#include <ucontext.h>

#include "base/i18n.h"
#include "base/xalloc.h"

#define STACK_SIZE (64 * 1024)

struct routine {
	ucontext_t ours, its;
	char *stack;
};

/* makecontext() passes nothing wider than an int. */
static void routine_work(unsigned int high, unsigned int low)
{
	struct routine *routine = (struct routine *)(uintptr_t)((uint64_t)high << 32 | low);

	for (;;)
		swapcontext(&routine->its, &routine->ours);
}

static int coroutine_begin(const struct bench *bench, struct bench_site *site)
{
	struct routine *routine = xcalloc(1, sizeof(*routine));
	uint64_t address = (uintptr_t)routine;

	(void)bench;
	if (getcontext(&routine->its) < 0) {
		int error = -errno;

		free(routine);
		return error;
	}
	routine->stack = xmalloc(STACK_SIZE);
	routine->its.uc_stack.ss_sp = routine->stack;
	routine->its.uc_stack.ss_size = STACK_SIZE;
	makecontext(&routine->its, (void (*)(void))routine_work, 2, (unsigned int)(address >> 32),
		    (unsigned int)address);
	site->data = routine;
	return 0;
}

static bool coroutine_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	struct routine *routine = site->data;
	bool is_right = true;

	(void)bench;
	for (size_t i = 0; i < n; i++)
		is_right &= swapcontext(&routine->ours, &routine->its) == 0;
	return is_right;
}

static void coroutine_end(const struct bench *bench, struct bench_site *site)
{
	struct routine *routine = site->data;

	(void)bench;
	free(routine->stack);
	free(routine);
}

const struct bench coroutine_bench = {
	.key = "coroutine",
	.title = N_("switch without kernel"),
	.help = N_("swapcontext() to another stack of the same thread.  Nearly all of it is the "
		   "system call that saves the signal mask: run-times that need none switch in a "
		   "tenth of it."),
	.elsewhere = "120 ns-1.0 us",
	.sets = BENCH_ALL,
	.begin = coroutine_begin,
	.run = coroutine_run,
	.end = coroutine_end,
	.per_run = 2,
};
