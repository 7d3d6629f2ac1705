/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two threads that hand over to each other by futex: on one CPU, or across two at some distance. */
#include "config.h"

#include "bench/bench.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/xalloc.h"
#include "relay/partner.h"

enum turn { TURN_OURS, TURN_PARTNER, TURN_OVER };

struct handover {
	_Atomic(unsigned int) turn; /* whose; the futex */
	struct partner partner;
};

static void wait_while(struct handover *handover, unsigned int turn)
{
	while (atomic_load(&handover->turn) == turn)
		syscall(SYS_futex, &handover->turn, FUTEX_WAIT_PRIVATE, turn, NULL, NULL, 0);
}

static void hand_to(struct handover *handover, unsigned int turn)
{
	atomic_store(&handover->turn, turn);
	syscall(SYS_futex, &handover->turn, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void partner_work(void *data)
{
	struct handover *handover = data;

	for (;;) {
		wait_while(handover, TURN_OURS);
		if (atomic_load(&handover->turn) == TURN_OVER)
			return;
		hand_to(handover, TURN_OURS);
	}
}

static int begin(struct bench_site *site, int cpu)
{
	struct handover *handover = xcalloc(1, sizeof(*handover));
	int error = partner_start_thread(&handover->partner, cpu, partner_work, handover);

	if (error)
		free(handover);
	else
		site->data = handover;
	return error;
}

static int alone_begin(const struct bench *bench, struct bench_site *site)
{
	(void)bench;
	return begin(site, -1);
}

static int across_begin(const struct bench *bench, struct bench_site *site)
{
	(void)bench;
	return site->other < 0 ? -ENXIO : begin(site, site->other);
}

static bool futex_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	struct handover *handover = site->data;

	(void)bench;
	for (size_t i = 0; i < n; i++) {
		hand_to(handover, TURN_PARTNER);
		wait_while(handover, TURN_PARTNER);
	}
	return true;
}

static void futex_end(const struct bench *bench, struct bench_site *site)
{
	struct handover *handover = site->data;

	(void)bench;
	hand_to(handover, TURN_OVER);
	partner_end(&handover->partner);
	free(handover);
}

const struct bench switch_futex_bench = {
	.key = "switch.futex",
	.title = N_("hand-over by futex"),
	.help = N_("One thread wakes another on the same CPU and goes to sleep itself: the "
		   "switch with its system calls and the wake-up, all that a mutex or a "
		   "condition variable costs that must wait."),
	.elsewhere = "3.3 us",
	.sets = BENCH_ALL,
	.least = 500,
	.begin = alone_begin,
	.run = futex_run,
	.end = futex_end,
	.per_run = 2,
};

const struct bench wake_sibling_bench = {
	.key = "wake.sibling",
	.title = N_("wake, same core"),
	.help = N_(
		"From waking a thread on the other hardware thread of this core until it runs: "
		"system "
		"call, inter-processor interrupt, the end of idling.  A delay more than used CPU."),
	.sets = BENCH_ALL,
	.place = PLACE_SIBLING,
	.least = 100,
	.begin = across_begin,
	.run = futex_run,
	.end = futex_end,
	.per_run = 2,
};

const struct bench wake_llc_bench = {
	.key = "wake.llc",
	.title = N_("wake, same cache"),
	.help = N_("As wake.sibling, on another core that shares the last-level cache."),
	.sets = BENCH_ALL,
	.place = PLACE_CACHE,
	.least = 100,
	.begin = across_begin,
	.run = futex_run,
	.end = futex_end,
	.per_run = 2,
};

const struct bench wake_remote_bench = {
	.key = "wake.remote",
	.title = N_("wake, other cache"),
	.help = N_("As wake.sibling, on a core behind another last-level cache."),
	.sets = BENCH_ALL,
	.place = PLACE_REMOTE,
	.least = 100,
	.begin = across_begin,
	.run = futex_run,
	.end = futex_end,
	.per_run = 2,
};
