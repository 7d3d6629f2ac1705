/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "join/plan.h"

#include <string.h>

#include "base/cpuset.h"
#include "source/topology.h"

static void append(struct plan *plan, struct plan_text *text, const char *command)
{
	const char *between = text->len ? "; " : "";
	size_t n = strlen(between), len = strlen(command);
	size_t needed = text->len + n + len + 1;

	if (needed > text->capacity) {
		char *bytes = arena_alloc(plan->arena, 2 * needed, 1);

		if (text->len)
			memcpy(bytes, text->bytes, text->len);
		text->bytes = bytes;
		text->capacity = 2 * needed;
	}
	memcpy(text->bytes + text->len, between, n);
	memcpy(text->bytes + text->len + n, command, len + 1);
	text->len += n + len;
}

static const char *command_of(struct plan *plan, const struct irq_interval *irq, const char *cpus)
{
	return arena_printf(plan->arena, "echo %s >/proc/irq/%d/smp_affinity_list", cpus, irq->irq);
}

static const char *list_of(struct arena *arena, const struct cpuset *cpus)
{
	size_t len = cpuset_format(cpus, NULL, 0);
	char *list = arena_alloc(arena, len + 1, 1);

	cpuset_format(cpus, list, len + 1);
	return list;
}

void plan_move(struct plan *plan, const struct irq_interval *irq, const char *cpus)
{
	append(plan, &plan->mend, command_of(plan, irq, cpus));
	if (irq->asked && cpuset_count(irq->asked))
		append(plan, &plan->undo, command_of(plan, irq, list_of(plan->arena, irq->asked)));
	else
		plan->cannot_undo = true;
}

const char *plan_mend(const struct plan *plan)
{
	return plan->mend.bytes;
}

const char *plan_undo(const struct plan *plan)
{
	return plan->cannot_undo ? NULL : plan->undo.bytes;
}

static bool is_isolated(const struct topology *topology, unsigned int cpu)
{
	return topology && ((topology->has_isolated && cpuset_has(&topology->isolated, cpu)) ||
			    (topology->has_nohz_full && cpuset_has(&topology->nohz_full, cpu)));
}

const struct cpuset *plan_cpus(const struct interval *interval, const struct topology *topology,
			       int node, int except, struct arena *arena)
{
	const struct cpuset *kept;
	struct cpuset cpus;

	cpuset_init(&cpus);
	for (size_t i = 0; i < interval->n_cpus; i++) {
		int cpu = interval->cpu_numbers[i];
		const struct topology_cpu *place =
			topology && node >= 0 ? topology_find(topology, cpu) : NULL;

		if (cpu == except || (place && place->node >= 0 && place->node != node) ||
		    is_isolated(topology, (unsigned int)cpu))
			continue;
		cpuset_add(&cpus, (unsigned int)cpu);
	}
	kept = cpuset_keep(&cpus, arena);
	cpuset_fini(&cpus);
	return kept;
}

int plan_next(const struct cpuset *cpus, int cpu)
{
	int next = cpuset_next(cpus, cpu);

	return next >= 0 ? next : cpuset_next(cpus, -1);
}

const char *plan_mask(const struct cpuset *cpus, struct arena *arena)
{
	size_t len = cpuset_format_mask(cpus, NULL, 0);
	char *mask = arena_alloc(arena, len + 1, 1);

	cpuset_format_mask(cpus, mask, len + 1);
	return mask;
}
