/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "measure/trial.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>

#include "base/clock.h"
#include "base/counter.h"
#include "measure/calm.h"
#include "source/hardware.h"

static const double batch_ns = 1.2e6;
static const size_t usual_least = 1000;

/* Two batches that differ by less agree. */
static const double agreed_share = 0.05;
enum { MOST_WARM_UPS = 10 };

typedef bool (*operation)(const struct bench *bench, struct bench_site *site, size_t n);

/* The batches of run(), or those of base(). */
struct series {
	operation run;
	double means_ns[TRIAL_MOST_BATCHES];
	size_t n_means;
};

struct trial {
	const struct bench *bench;
	struct bench_site *site;
	uint64_t end_ns;
	size_t n; /* of a batch */
	struct series with, without;
};

static double operations_of(const struct trial *trial, size_t n)
{
	return (double)n * (trial->bench->per_run > 0 ? trial->bench->per_run : 1);
}

static double left_ns(const struct trial *trial)
{
	uint64_t now_ns = clock_monotonic_ns();

	return now_ns < trial->end_ns ? (double)(trial->end_ns - now_ns) : 0;
}

/* Once; NAN: it failed. */
static double time_run(const struct trial *trial, operation run, size_t n)
{
	uint64_t begun_ns = clock_monotonic_ns();

	if (!run(trial->bench, trial->site, n))
		return (double)NAN;
	return (double)(clock_monotonic_ns() - begun_ns);
}

/* How many operations a batch has, as some are timed: as many as fit into the time if there is little. */
static bool choose_size(struct trial *trial)
{
	size_t least = trial->bench->least ? trial->bench->least : usual_least;
	double budget_ns = left_ns(trial), one_ns, wanted, most;
	double n_runs = (TRIAL_LEAST_BATCHES + 3) * (trial->bench->base ? 2 : 1);
	double taken_ns = 0;
	size_t n = 1;

	for (;; n *= 2) {
		taken_ns = time_run(trial, trial->with.run, n);
		if (isnan(taken_ns))
			return false;
		if (taken_ns >= batch_ns / 4 || left_ns(trial) < budget_ns / 2)
			break;
	}
	one_ns = fmax(taken_ns, 1) / (double)n;
	wanted = fmax(ceil(batch_ns / one_ns), (double)least);
	most = floor(left_ns(trial) / n_runs / one_ns);
	trial->n = (size_t)fmax(1, fmin(wanted, most));
	return true;
}

static bool warm_up(const struct trial *trial)
{
	double budget_ns = left_ns(trial), before_ns = (double)NAN;

	for (int i = 0; i < MOST_WARM_UPS && left_ns(trial) > budget_ns * 3 / 4; i++) {
		double taken_ns = time_run(trial, trial->with.run, trial->n);

		if (isnan(taken_ns))
			return false;
		if (fabs(taken_ns - before_ns) <= agreed_share * taken_ns)
			break;
		before_ns = taken_ns;
	}
	return !trial->without.run || !isnan(time_run(trial, trial->without.run, trial->n));
}

static bool add_batch(const struct trial *trial, struct series *series)
{
	double taken_ns;

	if (!series->run)
		return true;
	taken_ns = time_run(trial, series->run, trial->n);
	if (isnan(taken_ns))
		return false;
	series->means_ns[series->n_means++] = taken_ns / operations_of(trial, trial->n);
	return true;
}

static bool run_batches(struct trial *trial)
{
	do {
		if (!add_batch(trial, &trial->with) || !add_batch(trial, &trial->without))
			return false;
	} while (trial->with.n_means < TRIAL_MOST_BATCHES && left_ns(trial) > 0);
	return true;
}

static struct price price_of_series(const struct trial *trial, struct series *series)
{
	struct price price = price_of(series->means_ns, series->n_means);

	price.operations = operations_of(trial, trial->n * series->n_means);
	return price;
}

static struct price reckon(struct trial *trial)
{
	struct price price = price_of_series(trial, &trial->with);

	if (trial->without.run) {
		struct price without = price_of_series(trial, &trial->without);

		price = price_less(&price, &without);
	}
	price.is_disturbed |= trial->with.n_means < TRIAL_LEAST_BATCHES;
	return price;
}

static int measure(struct trial *trial, struct price *price)
{
	struct calm calm;
	bool is_done, is_calm;

	if (!choose_size(trial) || !warm_up(trial))
		return -EIO;
	calm_begin(&calm, trial->site->cpu);
	is_done = run_batches(trial);
	is_calm = calm_end(&calm, operations_of(trial, trial->n * trial->with.n_means),
			   trial->with.n_means);
	if (!is_done)
		return -EIO;
	*price = reckon(trial);
	price->is_disturbed |= !is_calm;
	return 0;
}

static int begin(const struct trial *trial)
{
	return trial->bench->begin ? trial->bench->begin(trial->bench, trial->site) : 0;
}

static void end(const struct trial *trial)
{
	if (trial->bench->end)
		trial->bench->end(trial->bench, trial->site);
}

/* What an operation of a batch takes. */
struct effort {
	double instructions, cycles;
};

static struct effort effort_of(const struct trial *trial, const struct hardware *hardware,
			       operation run)
{
	struct hardware_counts before = hardware_read(hardware), after;
	double operations = operations_of(trial, trial->n);

	if (!run(trial->bench, trial->site, trial->n))
		operations = (double)NAN;
	after = hardware_read(hardware);
	return (struct effort){
		.instructions = counter_delta(before.instructions, after.instructions) / operations,
		.cycles = counter_delta(before.cycles, after.cycles) / operations,
	};
}

static double positive(double value)
{
	return value > 0 ? value : (double)NAN;
}

static void count_batch(const struct trial *trial, const struct hardware *hardware,
			struct price *price)
{
	struct effort with = effort_of(trial, hardware, trial->with.run), without = {0};

	if (trial->without.run)
		without = effort_of(trial, hardware, trial->without.run);
	price->instructions = positive(with.instructions - without.instructions);
	price->cycles = positive(with.cycles - without.cycles);
}

/*
 * Counters make each switch and each fork dearer, so they are open for no batch that is timed.  And they
 * count only processes that are forked once they are open: the benchmark begins anew.
 */
static void count(const struct trial *trial, struct price *price)
{
	struct hardware hardware;

	hardware_open(&hardware);
	if (hardware_is_open(&hardware) && begin(trial) == 0) {
		if (warm_up(trial))
			count_batch(trial, &hardware, price);
		end(trial);
	}
	hardware_close(&hardware);
}

int trial_run(const struct bench *bench, struct bench_site *site, uint64_t budget_ns,
	      struct price *price)
{
	struct trial trial = {
		.bench = bench,
		.site = site,
		.end_ns = clock_monotonic_ns() + budget_ns,
		.with.run = bench->run,
		.without.run = bench->base,
	};
	int error = begin(&trial);

	if (error)
		return error;
	error = measure(&trial, price);
	end(&trial);
	if (error)
		return error;
	price->key = bench->key;
	price->cpu = site->cpu;
	price->wall_ns = clock_wall_ns();
	if (left_ns(&trial) > 0)
		count(&trial, price);
	return 0;
}
