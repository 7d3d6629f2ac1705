/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "measure/calm.h"

#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/counter.h"
#include "base/textfile.h"

/* Of the time, taken by the hypervisor. */
static const double most_steal_pct = 2;

/* What switches by design is put off its CPU in each operation or so; this rarely, it is others' doing. */
static const double least_operations_per_switch = 100;

/* Others may have the CPU once in so many batches. */
static const double least_batches_per_switch = 10;

static void read_stat(struct calm *calm)
{
	struct textfile file;

	textfile_init(&file);
	procstat_read(&file, &calm->stat);
	textfile_fini(&file);
}

static uint64_t steal_ticks(const struct calm *calm)
{
	for (size_t i = 0; i < calm->stat.n_cpus; i++)
		if (calm->stat.cpus[i].cpu == calm->cpu)
			return calm->stat.cpus[i].field[CPU_STEAL];
	return COUNTER_UNKNOWN;
}

static long n_preempted(void)
{
	struct rusage usage = {0};

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_nivcsw;
}

void calm_begin(struct calm *calm, int cpu)
{
	*calm = (struct calm){.cpu = cpu};
	procstat_init(&calm->stat);
	read_stat(calm);
	calm->steal = steal_ticks(calm);
	/* Beside this process somebody runs on each CPU. */
	calm->was_loaded = counter_value(calm->stat.running) > (double)calm->stat.n_cpus;
	calm->preempted = n_preempted();
	calm->begun_ns = clock_monotonic_ns();
}

static bool was_preempted(const struct calm *calm, double operations, size_t n_batches)
{
	double n = (double)(n_preempted() - calm->preempted);

	return n * least_operations_per_switch < operations &&
	       n * least_batches_per_switch > (double)n_batches;
}

static bool was_stolen(const struct calm *calm)
{
	double ticks = counter_delta(calm->steal, steal_ticks(calm));
	double seconds = (double)(clock_monotonic_ns() - calm->begun_ns) / 1e9;

	/* Unknown is not stolen. */
	return 100 * ticks / (double)sysconf(_SC_CLK_TCK) > most_steal_pct * seconds;
}

bool calm_end(struct calm *calm, double operations, size_t n_batches)
{
	bool is_calm;

	read_stat(calm);
	is_calm = !calm->was_loaded && !was_preempted(calm, operations, n_batches) &&
		  !was_stolen(calm);
	procstat_fini(&calm->stat);
	return is_calm;
}
