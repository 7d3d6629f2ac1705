/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "interval/parts.h"

#include <string.h>

#include "base/counter.h"
#include "source/affinity.h"

/* The two reads of /proc/interrupts and how their columns map to the interval's CPUs. */
struct reads {
	const struct interrupts *then, *now; /* then NULL: since boot */
	const long *then_map, *now_map;
	double seconds;
	const double *none; /* a zero for each CPU: most lines stand still */
};

static bool same_text(const struct interrupts *a, size_t a_at, size_t a_len,
		      const struct interrupts *b, size_t b_at, size_t b_len)
{
	return a_len == b_len && memcmp(a->text + a_at, b->text + b_at, a_len) == 0;
}

/* Label and name: a number can pass from one device to another. */
static bool same_row(const struct interrupts *a, const struct interrupt *x,
		     const struct interrupts *b, const struct interrupt *y)
{
	return same_text(a, x->label, x->label_len, b, y->label, y->label_len) &&
	       same_text(a, x->name, x->name_len, b, y->name, y->name_len);
}

/* Rows keep their order, so the one after the last found is nearly always it. */
static const struct interrupt *find_row(const struct reads *reads, const struct interrupt *row,
					size_t *next)
{
	const struct interrupts *then = reads->then;

	for (size_t step = 0; step < then->n_rows; step++) {
		size_t at = (*next + step) % then->n_rows;

		if (same_row(reads->now, row, then, &then->rows[at])) {
			*next = at + 1;
			return &then->rows[at];
		}
	}
	return NULL;
}

static uint64_t count_at(const struct interrupts *interrupts, const struct interrupt *row, long cpu)
{
	if (cpu < 0 || (size_t)cpu >= row->n_counts)
		return COUNTER_UNKNOWN;
	return interrupts->counts[row->counts + (size_t)cpu];
}

/* ERR and MIS have one count for the machine. */
static bool is_per_cpu(const struct interrupts *interrupts, const struct interrupt *row)
{
	return row->n_counts > 1 || (row->n_counts == 1 && interrupts->n_cpus == 1);
}

static double growth_at(const struct reads *reads, const struct interrupt *then,
			const struct interrupt *row, long then_cpu, long now_cpu)
{
	uint64_t now = count_at(reads->now, row, now_cpu);

	if (!reads->then)
		return counter_value(now);
	return then ? counter_delta32(count_at(reads->then, then, then_cpu), now) : (double)NAN;
}

static void fill_per_cpu(struct interval *interval, const struct reads *reads,
			 const struct interrupt *then, const struct interrupt *row,
			 struct irq_interval *irq)
{
	double *counts = NULL;
	struct hottest hottest;

	irq->per_cpu = reads->none;
	for (size_t i = 0; i < interval->n_cpus; i++) {
		double growth = growth_at(reads, then, row, then ? reads->then_map[i] : -1,
					  reads->now_map[i]);

		if (growth == 0)
			continue;
		if (!counts)
			counts = arena_alloc(&interval->arena, interval->n_cpus, sizeof(*counts));
		counts[i] = growth;
		irq->per_cpu = counts;
	}
	hottest = interval_hottest(irq->per_cpu, interval->cpu_numbers, interval->n_cpus);
	irq->total = hottest.total;
	irq->hottest_cpu = hottest.cpu;
	irq->hottest_pct = hottest.pct;
}

static double sum_of_row(const struct interrupts *interrupts, const struct interrupt *row)
{
	double sum = row->n_counts ? 0 : (double)NAN;

	for (size_t i = 0; i < row->n_counts; i++)
		if (interrupts->counts[row->counts + i] != COUNTER_UNKNOWN)
			sum += (double)interrupts->counts[row->counts + i];
	return sum;
}

static const struct cpuset *cpus_it_came_to(struct interval *interval, const double *per_cpu)
{
	const size_t bits = 8 * sizeof(unsigned long);
	struct cpuset *on = arena_alloc(&interval->arena, 1, sizeof(*on));
	int last = -1;

	for (size_t i = 0; per_cpu && i < interval->n_cpus; i++)
		if (per_cpu[i] > 0 && interval->cpu_numbers[i] > last)
			last = interval->cpu_numbers[i];
	on->n_words = ((size_t)(last + 1) + bits - 1) / bits;
	on->words = arena_alloc(&interval->arena, on->n_words, sizeof(*on->words));
	for (size_t i = 0; per_cpu && i < interval->n_cpus; i++)
		if (per_cpu[i] > 0)
			cpuset_add(on, (unsigned int)interval->cpu_numbers[i]);
	return on;
}

static void fill_row(struct interval *interval, const struct reads *reads, size_t at, size_t *next)
{
	const struct interrupts *now = reads->now;
	const struct interrupt *row = &now->rows[at];
	const struct interrupt *then = reads->then ? find_row(reads, row, next) : NULL;
	struct irq_interval *irq = &interval->irqs[at];
	struct arena *arena = &interval->arena;

	irq->label = arena_strndup(arena, now->text + row->label, row->label_len);
	irq->chip = arena_strndup(arena, now->text + row->chip, row->chip_len);
	irq->name = arena_strndup(arena, now->text + row->name, row->name_len);
	irq->irq = row->irq;
	irq->node = irq->queue = -1;
	irq->unhandled = (double)NAN;
	irq->since_boot = sum_of_row(now, row);
	if (is_per_cpu(now, row)) {
		fill_per_cpu(interval, reads, then, row, irq);
	} else {
		irq->total = growth_at(reads, then, row, 0, 0);
		irq->hottest_cpu = -1;
		irq->hottest_pct = (double)NAN;
	}
	irq->per_s = irq->total / reads->seconds;
	irq->on = cpus_it_came_to(interval, irq->per_cpu);
}

void interval_fill_irqs(struct interval *interval, const struct sample *before,
			const struct sample *after)
{
	static const struct interrupts nothing;
	const struct interrupts *now = &after->interrupts;
	const struct interrupts *then = before ? &before->interrupts : NULL;
	struct reads reads = {.now = now};
	size_t next = 0;

	if (!(after->has & NEED_INTERRUPTS))
		return;
	if (before && !(before->has & NEED_INTERRUPTS))
		then = &nothing;
	reads.then = then;
	reads.now_map = interval_map_cpus(interval, now->cpus, now->n_cpus);
	if (then)
		reads.then_map = interval_map_cpus(interval, then->cpus, then->n_cpus);
	reads.seconds =
		then ? interval_seconds(then->read_ns, now->read_ns) : interval->totals.uptime_s;
	reads.none = arena_alloc(&interval->arena, interval->n_cpus, sizeof(double));
	interval->n_irqs = now->n_rows;
	interval->irqs = arena_alloc(&interval->arena, now->n_rows, sizeof(*interval->irqs));
	for (size_t i = 0; i < now->n_rows; i++)
		fill_row(interval, &reads, i, &next);
}

void interval_add_affinities(struct interval *interval, const struct affinities *affinities)
{
	for (size_t i = 0; i < interval->n_irqs; i++) {
		struct irq_interval *irq = &interval->irqs[i];
		const struct affinity *affinity =
			irq->irq >= 0 ? affinities_find(affinities, irq->irq) : NULL;

		if (!affinity)
			continue;
		/* Copies: the cache goes on changing. */
		if (affinity->has_asked)
			irq->asked = cpuset_keep(&affinity->asked, &interval->arena);
		if (affinity->has_effective)
			irq->effective = cpuset_keep(&affinity->effective, &interval->arena);
		irq->node = affinity->node;
		irq->unhandled = counter_value(affinity->unhandled);
	}
}
