/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "bench/bench.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/xalloc.h"
#include "relay/partner.h"

/* How often to yield goes to the other thread through a pair of sockets, and back when it has. */
struct crossing {
	int here, there;
	struct partner partner;
};

static void yield(size_t n)
{
	for (size_t i = 0; i < n; i++)
		sched_yield();
}

static void partner_work(void *data)
{
	const struct crossing *crossing = data;
	size_t n;

	while (read(crossing->there, &n, sizeof(n)) == sizeof(n)) {
		yield(n);
		if (write(crossing->there, &n, sizeof(n)) != sizeof(n))
			return;
	}
}

static int yield_begin(const struct bench *bench, struct bench_site *site)
{
	int ends[2];

	(void)bench;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
		return -errno;
	struct crossing *crossing = xcalloc(1, sizeof(*crossing));

	crossing->here = ends[0];
	crossing->there = ends[1];
	int error = partner_start_thread(&crossing->partner, -1, partner_work, crossing);

	if (!error) {
		site->data = crossing;
		return 0;
	}
	close(crossing->here);
	close(crossing->there);
	free(crossing);
	return error;
}

static bool yield_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	const struct crossing *crossing = site->data;
	size_t done;

	(void)bench;
	if (write(crossing->here, &n, sizeof(n)) != sizeof(n))
		return false;
	yield(n);
	return read(crossing->here, &done, sizeof(done)) == sizeof(done) && done == n;
}

static void yield_end(const struct bench *bench, struct bench_site *site)
{
	struct crossing *crossing = site->data;

	(void)bench;
	/* The end of file is what ends the other. */
	close(crossing->here);
	partner_end(&crossing->partner);
	close(crossing->there);
	free(crossing);
}

const struct bench yield_bench = {
	.key = "yield",
	.title = N_("sched_yield"),
	.help = N_(
		"sched_yield() of each of two threads on one CPU that have nothing else to do: a "
		"system "
		"call and, mostly, a switch.  What a spinning lock that yields costs per attempt."),
	.elsewhere = "2.0 us",
	.sets = BENCH_QUICK | BENCH_ALL,
	.begin = yield_begin,
	.run = yield_run,
	.end = yield_end,
	.per_run = 2,
};
