/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "join/broods.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "interval.h"

/* One whose name is not known is nobody else's namesake. */
static int by_parent(const struct exited_interval *a, const struct exited_interval *b)
{
	if (!a->parent_name || !b->parent_name)
		return a->parent_name || b->parent_name ? (a->parent_name ? -1 : 1)
							: (a->ppid > b->ppid) - (a->ppid < b->ppid);
	return strcmp(a->parent_name, b->parent_name);
}

static int by_parent_and_name(const void *a, const void *b)
{
	const struct exited_interval *one = *(const struct exited_interval *const *)a;
	const struct exited_interval *other = *(const struct exited_interval *const *)b;
	int order = by_parent(one, other);

	return order ? order : strcmp(one->name, other->name);
}

static int most_first(const void *a, const void *b)
{
	const struct brood *one = a, *other = b;
	int order;

	if (one->per_s != other->per_s)
		return one->per_s < other->per_s ? 1 : -1;
	order = strcmp(one->parent_name ? one->parent_name : "",
		       other->parent_name ? other->parent_name : "");
	return order ? order : strcmp(one->name, other->name);
}

/* Sums; cpu_ms is that of all until it is divided. */
static void add(struct brood *brood, const struct brood *more)
{
	if (!brood->name) {
		*brood = *more;
		return;
	}
	if (more->per_s > brood->name_per_s) {
		brood->name = more->name;
		brood->name_per_s = more->per_s;
	}
	if (more->ppid != brood->ppid)
		brood->ppid = -1;
	brood->n += more->n;
	brood->per_s += more->per_s;
	brood->cpu_pct += more->cpu_pct;
	brood->cpu_ms += more->cpu_ms;
}

static struct brood brood_of(const struct exited_interval *group)
{
	return (struct brood){
		.name = group->name,
		.parent_name = group->parent_name,
		.ppid = group->ppid,
		.n = group->n,
		.per_s = group->per_s > 0 ? group->per_s : 0,
		.cpu_pct = group->cpu_pct > 0 ? group->cpu_pct : 0,
		.cpu_ms = group->n * group->cpu_ms,
		.name_per_s = group->per_s > 0 ? group->per_s : 0,
	};
}

/* Of one name and parent's name; then their positions are those of `groups` that begin one. */
static struct broods sum_names(const struct exited_interval **groups, size_t n, struct arena *arena)
{
	struct broods broods = {arena_alloc(arena, n, sizeof(struct brood)), 0};

	for (size_t i = 0; i < n; i++) {
		struct brood more = brood_of(groups[i]);

		if (!i || by_parent_and_name(&groups[i - 1], &groups[i]) != 0)
			broods.n++;
		else
			more.name_per_s += broods.items[broods.n - 1].name_per_s;
		add(&broods.items[broods.n - 1], &more);
		broods.items[broods.n - 1].name_per_s = more.name_per_s;
	}
	return broods;
}

static bool is_of_parent(const struct brood *a, const struct brood *b)
{
	return a->parent_name && b->parent_name
		       ? strcmp(a->parent_name, b->parent_name) == 0
		       : a->parent_name == b->parent_name && a->ppid == b->ppid;
}

/* In place: those of one parent stand beside each other. */
static void sum_parents(struct broods *broods)
{
	size_t n = 0;

	for (size_t i = 0; i < broods->n; i++) {
		struct brood more = broods->items[i];

		if (n && is_of_parent(&broods->items[n - 1], &more))
			add(&broods->items[n - 1], &more);
		else
			broods->items[n++] = more;
	}
	broods->n = n;
}

static struct broods finish(struct broods broods)
{
	for (size_t i = 0; i < broods.n; i++)
		broods.items[i].cpu_ms /= broods.items[i].n;
	if (broods.n > 1)
		qsort(broods.items, broods.n, sizeof(*broods.items), most_first);
	return broods;
}

static struct broods names_of(const struct interval *interval, struct arena *arena)
{
	const struct exited_interval **groups =
		arena_alloc(arena, interval->n_exited, sizeof(struct exited_interval *));

	for (size_t i = 0; i < interval->n_exited; i++)
		groups[i] = &interval->exited[i];
	if (interval->n_exited > 1)
		qsort(groups, interval->n_exited, sizeof(*groups), by_parent_and_name);
	return sum_names(groups, interval->n_exited, arena);
}

struct broods broods_by_name(const struct interval *interval, struct arena *arena)
{
	return finish(names_of(interval, arena));
}

struct broods broods_by_parent(const struct interval *interval, struct arena *arena)
{
	struct broods broods = names_of(interval, arena);

	sum_parents(&broods);
	return finish(broods);
}
