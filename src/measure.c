/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "measure.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cpuset.h"
#include "base/i18n.h"
#include "bench/bench.h"
#include "bench/runner.h"
#include "checks.h"
#include "loop.h"
#include "measure/place.h"
#include "options.h"
#include "output/prices.h"
#include "price_list.h"
#include "source/fingerprint.h"
#include "source/topology.h"

/* Nothing here happens by the clock. */
static const double long_s = 3600;

static int fail(int error)
{
	fprintf(stderr, "overtop: %s\n", strerror(error));
	return STATUS_FAILED;
}

/* "3/12 switch.process", over what was there before; NULL: nothing. */
static void show_progress(const struct runner_progress *progress)
{
	if (!isatty(STDERR_FILENO))
		return;
	fputs("\r\033[K", stderr);
	if (progress && progress->now)
		fprintf(stderr, "%zu/%zu %s", progress->n_done + 1, progress->n_all,
			progress->now->key);
	fflush(stderr);
}

/* False: an end came first. */
static bool wait_for_all(struct loop *loop, struct runner *runner)
{
	struct wake wake = {0};

	while (!wake.end_signal && !wake.is_closed && runner_step(runner)) {
		struct runner_progress progress = runner_progress(runner);

		show_progress(&progress);
		wake = loop_wait(loop, false);
	}
	show_progress(NULL);
	return !wake.end_signal && !wake.is_closed;
}

/* An exit status; *prices is what was measured. */
static int measure(struct loop *loop, const struct runner_plan *plan, struct price_list *list)
{
	struct runner *runner = runner_new(plan);
	const struct price *prices;
	size_t n = 0;
	int status = STATUS_FAILED;

	if (!runner)
		return fail(errno);
	if (loop_watch_feed(loop, runner_fd(runner), true) == 0 && wait_for_all(loop, runner))
		status = STATUS_OK;
	prices = runner_prices(runner, &n);
	for (size_t i = 0; i < n; i++)
		price_list_put(list, &prices[i]);
	loop_watch_feed(loop, runner_fd(runner), false);
	runner_free(runner);
	return status;
}

static int measure_here(const struct options *options, struct price_list *list)
{
	struct topology topology;
	struct cpuset allowed;
	struct runner_plan plan = {
		.benches = options->benches,
		.n_benches = options->n_benches,
		.seconds = options->is_quick ? runner_quick_s : runner_all_s,
		.allowed = &allowed,
		.topology = &topology,
	};
	struct loop *loop = loop_new(long_s, false);
	int status;

	if (!loop)
		return fail(errno);
	cpuset_init(&allowed);
	topology_init(&topology);
	topology_read(&topology);
	place_allowed(&allowed);
	status = measure(loop, &plan, list);
	topology_fini(&topology);
	cpuset_fini(&allowed);
	loop_free(loop);
	return status;
}

static bool has_price(const struct price_list *list)
{
	for (size_t i = 0; i < list->n_prices; i++)
		if (!isnan(list->prices[i].median_ns))
			return true;
	return false;
}

/* Beside those that were measured before. */
static void keep(const struct price_list *list, const struct fingerprint *fingerprint)
{
	struct price_list kept;
	int error;

	price_list_init(&kept, fingerprint);
	price_list_load(&kept);
	for (size_t i = 0; i < list->n_prices; i++)
		price_list_put(&kept, &list->prices[i]);
	error = price_list_save(&kept);
	if (error)
		fprintf(stderr, _("overtop: the prices are not kept: %s\n"), strerror(-error));
	price_list_fini(&kept);
}

static int print(const struct options *options, const struct price_list *list)
{
	if (options->is_json)
		prices_print_json(stdout, list);
	else
		prices_print(stdout, list);
	return fflush(stdout) == 0 || errno == EPIPE ? STATUS_OK : fail(errno);
}

int measure_run(const struct options *options)
{
	struct fingerprint fingerprint;
	struct price_list list;
	int status;

	fingerprint_read(&fingerprint);
	price_list_init(&list, &fingerprint);
	status = measure_here(options, &list);
	if (status == STATUS_OK && !has_price(&list)) {
		fputs(_("overtop: nothing could be measured here\n"), stderr);
		status = STATUS_FAILED;
	} else if (status == STATUS_OK) {
		keep(&list, &fingerprint);
		status = print(options, &list);
	}
	price_list_fini(&list);
	fingerprint_fini(&fingerprint);
	return status;
}
