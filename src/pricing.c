/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "pricing.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/cpuset.h"
#include "base/xalloc.h"
#include "bench/bench.h"
#include "measure/place.h"
#include "pane/pane.h"
#include "price_list.h"
#include "source/fingerprint.h"
#include "source/topology.h"

struct pricing {
	struct price_list list;
	struct runner *runner; /* NULL: nothing is measured */
};

struct pricing *pricing_new(void)
{
	struct pricing *pricing = xcalloc(1, sizeof(*pricing));
	struct fingerprint fingerprint;

	fingerprint_read(&fingerprint);
	price_list_init(&pricing->list, &fingerprint);
	price_list_load(&pricing->list);
	fingerprint_fini(&fingerprint);
	return pricing;
}

void pricing_free(struct pricing *pricing)
{
	if (!pricing)
		return;
	runner_free(pricing->runner);
	price_list_fini(&pricing->list);
	free(pricing);
}

const struct price_list *pricing_list(const struct pricing *pricing)
{
	return &pricing->list;
}

/* Returns how many. */
static size_t choose(const struct bench **chosen, unsigned int sets)
{
	size_t n = 0;

	for (size_t i = 0; i < n_benches; i++)
		if (benches[i]->sets & sets)
			chosen[n++] = benches[i];
	return n;
}

int pricing_begin(struct pricing *pricing, bool is_quick, const struct view *view)
{
	const struct bench **chosen;
	struct cpuset allowed;
	struct topology unknown;
	struct runner_plan plan = {
		.seconds = is_quick ? runner_quick_s : runner_all_s,
		.allowed = &allowed,
		.topology = view->topology ? view->topology : &unknown,
		.interval = view->interval,
	};

	if (pricing->runner)
		return 0;
	chosen = xcalloc(n_benches, sizeof(*chosen));
	plan.n_benches = choose(chosen, is_quick ? BENCH_QUICK : BENCH_ALL);
	plan.benches = chosen;
	topology_init(&unknown);
	cpuset_init(&allowed);
	place_allowed(&allowed);
	pricing->runner = runner_new(&plan);
	int error = pricing->runner ? 0 : -errno;

	cpuset_fini(&allowed);
	topology_fini(&unknown);
	free(chosen);
	return error;
}

bool pricing_is_measuring(const struct pricing *pricing)
{
	return pricing->runner;
}

int pricing_fd(const struct pricing *pricing)
{
	return runner_fd(pricing->runner);
}

struct runner_progress pricing_progress(const struct pricing *pricing)
{
	return runner_progress(pricing->runner);
}

bool pricing_step(struct pricing *pricing)
{
	return runner_step(pricing->runner);
}

int pricing_end(struct pricing *pricing, size_t *n)
{
	size_t n_done;
	const struct price *prices = runner_prices(pricing->runner, &n_done);

	/* Another overtop may have measured meanwhile. */
	price_list_load(&pricing->list);
	*n = 0;
	for (size_t i = 0; i < n_done; i++) {
		price_list_put(&pricing->list, &prices[i]);
		*n += !isnan(prices[i].median_ns);
	}
	runner_free(pricing->runner);
	pricing->runner = NULL;
	return *n ? price_list_save(&pricing->list) : 0;
}
