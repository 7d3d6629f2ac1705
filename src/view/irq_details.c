/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/irq_details.h"

#include <math.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "ui/format.h"
#include "view/cpus.h"
#include "view/irq_joins.h"

/* CPUs with a line each; then their number must do. */
#define MOST_CPUS 32
/* What is told besides. */
#define OTHER_LINES 16

struct details {
	struct detail *items;
	size_t n;
};

static void add(struct details *details, const char *name, const char *value)
{
	details->items[details->n++] = (struct detail){.name = name, .value = value};
}

static const char *number_words(double number, enum unit unit, struct arena *arena)
{
	char text[FORMAT_SIZE];

	format_batch(number, unit, text);
	return arena_strdup(arena, text);
}

static const char *list_words(const struct cpuset *set, struct arena *arena)
{
	const char *list = cpus_list(arena, set);

	return list && *list ? list : "-";
}

struct cpu_count {
	int cpu;
	double count;
};

static int by_count(const void *a, const void *b)
{
	const struct cpu_count *x = a, *y = b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

/* The CPUs it came to, the busiest first; returns how many. */
static size_t sorted_counts(const struct interval *interval, const struct irq_interval *irq,
			    struct arena *arena, struct cpu_count **counts)
{
	size_t n = 0;

	*counts = arena_alloc(arena, interval->n_cpus, sizeof(**counts));
	for (size_t i = 0; irq->per_cpu && i < interval->n_cpus; i++)
		if (irq->per_cpu[i] > 0)
			(*counts)[n++] = (struct cpu_count){.cpu = interval->cpu_numbers[i],
							    .count = irq->per_cpu[i]};
	if (n > 1)
		qsort(*counts, n, sizeof(**counts), by_count);
	return n;
}

/* "3400/s"; the count alone where nobody knows over what time it came. */
static const char *often_words(const struct irq_interval *irq, double count, struct arena *arena)
{
	char rate[FORMAT_SIZE];

	if (isnan(irq->per_s))
		return number_words(count, UNIT_COUNT, arena);
	format_screen(count * (irq->per_s / irq->total), UNIT_RATE, rate);
	return arena_printf(arena, "%s/s", rate);
}

static void add_cpus(const struct interval *interval, const struct irq_interval *irq,
		     struct arena *arena, struct details *made)
{
	struct cpu_count *counts;
	size_t n = sorted_counts(interval, irq, arena, &counts);

	for (size_t i = 0; i < n && i < MOST_CPUS; i++)
		add(made, arena_printf(arena, "CPU %d", counts[i].cpu),
		    often_words(irq, counts[i].count, arena));
	if (n > MOST_CPUS)
		add(made, "",
		    arena_printf(arena,
				 ngettext("and %zu more CPU", "and %zu more CPUs", n - MOST_CPUS),
				 n - MOST_CPUS));
}

/* What only the interrupts of devices have. */
static void add_device(const struct view *view, const struct irq_interval *irq, struct arena *arena,
		       struct details *made)
{
	const struct interval *interval = view->interval;
	const char *queue = irq_queue_words(irq, arena);
	const char *steering = irq_steering(interval, irq, arena);
	double node = irq->node < 0 ? (double)NAN : irq->node;
	int ran_on = irq_node_of_cpu(view->topology, irq->hottest_cpu);

	add(made, _("asked to go to"), list_words(irq->asked, arena));
	add(made, _("allowed to go to"), list_words(irq->effective, arena));
	if (irq_is_pinned(interval, irq))
		add(made, _("pinned"),
		    _("by hand, a daemon or its driver: not where interrupts go by default"));
	if (queue)
		add(made, _("device and queue"), queue);
	if (steering)
		add(made, irq->queue_kind == 't' ? "XPS" : "RPS", steering);
	add(made, _("node"), number_words(node, UNIT_ID, arena));
	if (ran_on >= 0 && ran_on != irq->node)
		add(made, _("node of the CPU"), number_words(ran_on, UNIT_ID, arena));
	if (irq->unhandled > 0)
		add(made, _("nobody wanted"),
		    arena_printf(arena, _("%.0f of the last 100,000"), irq->unhandled));
}

size_t irq_details(const struct view *view, const struct irq_interval *irq, struct arena *arena,
		   const struct detail **details)
{
	struct details made = {
		.items = arena_alloc(arena, OTHER_LINES + MOST_CPUS + 1, sizeof(*made.items)),
	};

	add(&made, _("interrupt"), irq->label);
	add(&made, _("name"), irq->name);
	if (irq->irq >= 0)
		add(&made, _("controller"), irq->chip);
	add(&made, _("since boot"), number_words(irq->since_boot, UNIT_COUNT, arena));
	add(&made, _("per second"), number_words(irq->per_s, UNIT_RATE, arena));
	add(&made, _("came to CPUs"), list_words(irq->on, arena));
	if (irq->irq >= 0)
		add_device(view, irq, arena, &made);
	add_cpus(view->interval, irq, arena, &made);
	*details = made.items;
	return made.n;
}
