/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "facts.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/clock.h"
#include "interval.h"
#include "source/confines.h"
#include "source/cpuspeed.h"
#include "source/settings.h"

static const uint64_t standing_max_age_ns = 10000000000;

/* Of another CPU it is not read at once either: the busiest may be another each second. */
static const uint64_t speed_max_age_ns = 3000000000;

/* The clock of a CPU that is less busy is low for a good reason. */
static const double busy_pct = 80;

void facts_fini(struct facts *facts)
{
	pairs_fini(&facts->standing);
	pairs_fini(&facts->speed);
	pairs_fini(&facts->found);
	*facts = (struct facts){0};
}

static bool is_old(uint64_t read_ns, uint64_t max_age_ns)
{
	return !read_ns || clock_monotonic_ns() - read_ns >= max_age_ns;
}

static void read_standing(struct facts *facts, bool is_live)
{
	pairs_clear(&facts->standing);
	settings_read(&facts->standing, is_live);
	confines_read(&facts->standing, is_live);
	facts->read_ns = clock_monotonic_ns();
}

/* The one it was, while that is busy; -1: none is. */
static int busy_cpu(const struct facts *facts, const struct interval *interval)
{
	double most = busy_pct;
	int busiest = -1;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		const struct cpu_interval *cpu = &interval->cpus[i];

		if (isnan(cpu->busy) || cpu->busy < most)
			continue;
		if (facts->speed_read_ns && cpu->cpu == facts->speed_cpu)
			return cpu->cpu;
		most = cpu->busy;
		busiest = cpu->cpu;
	}
	return busiest;
}

static void read_speed(struct facts *facts, const struct interval *interval)
{
	int cpu = interval->is_since_boot ? -1 : busy_cpu(facts, interval);

	if (cpu < 0 || cpu != facts->speed_cpu)
		pairs_clear(&facts->speed);
	if (cpu < 0 || !is_old(facts->speed_read_ns, speed_max_age_ns))
		return;
	pairs_clear(&facts->speed);
	cpuspeed_read(&facts->speed, cpu);
	facts->speed_cpu = cpu;
	facts->speed_read_ns = clock_monotonic_ns();
}

/* Of the files of a machine as of a live one: what is no task cannot move interrupts. */
static void find_irqbalance(struct facts *facts, const struct interval *interval)
{
	pairs_clear(&facts->found);
	for (size_t i = 0; i < interval->n_processes; i++)
		if (strcmp(interval->processes[i].name, "irqbalance") == 0) {
			pairs_add_number(&facts->found, "irqbalance.pid",
					 interval->processes[i].pid);
			return;
		}
}

void facts_add(struct facts *facts, struct interval *interval)
{
	const struct pairs *lists[] = {&facts->standing, &facts->speed, &facts->found};

	if (is_old(facts->read_ns, standing_max_age_ns))
		read_standing(facts, interval->is_live);
	read_speed(facts, interval);
	find_irqbalance(facts, interval);
	interval_add_settings(interval, lists, sizeof(lists) / sizeof(*lists));
}
