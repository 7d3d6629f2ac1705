/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "bench/bench.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "base/i18n.h"
#include "relay/partner.h"

/*
 * Linked to the C library, as nearly all that is ever started: most of what a start costs is that.
 * A system without it has no such price, rather than one of something that nobody runs.
 */
static const char smallest_program[] = "/bin/true";

static bool live_and_die(void (*life)(void *data), size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct partner partner;

		if (partner_start_process(&partner, life, NULL) < 0 || !partner_reap(partner.pid))
			return false;
	}
	return true;
}

static void do_nothing(void *data)
{
	(void)data;
}

static bool fork_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	(void)site;
	return live_and_die(do_nothing, n);
}

static void become_program(void *data)
{
	char name[] = "true";
	char *const arguments[] = {name, NULL}, *const environment[] = {NULL};

	(void)data;
	execve(smallest_program, arguments, environment);
	/* It is there no more; to be killed is no good end, and is noticed. */
	raise(SIGKILL);
}

static int exec_begin(const struct bench *bench, struct bench_site *site)
{
	(void)bench;
	(void)site;
	return access(smallest_program, X_OK) < 0 ? -errno : 0;
}

static bool exec_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	(void)site;
	return live_and_die(become_program, n);
}

const struct bench fork_bench = {
	.key = "fork",
	.title = N_("fork, exit, wait"),
	.help = N_("A process of a few megabytes is copied, the copy ends at once and is waited "
		   "for.  Its page faults and two switches are in it; a larger process costs "
		   "more to copy."),
	.elsewhere = "840 us",
	.sets = BENCH_QUICK | BENCH_ALL,
	.least = 10,
	.run = fork_run,
};

const struct bench exec_bench = {
	.key = "exec",
	.title = N_("fork, exec, wait"),
	.help = N_("A process is copied, the copy becomes /bin/true, which is linked to the C "
		   "library, ends and is waited for: the least that a command of a script costs.  "
		   "The fork, the page faults and two switches are in it."),
	.elsewhere = "1.9 ms",
	.sets = BENCH_QUICK | BENCH_ALL,
	.least = 5,
	.begin = exec_begin,
	.run = exec_run,
};
