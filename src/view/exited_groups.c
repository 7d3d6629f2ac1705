/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/exited_groups.h"

#include <limits.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "ui/format.h"
#include "view/task_details.h"

#define MAX_DETAILS 8

static bool is_shown(const struct view *view, const struct exited_interval *exited)
{
	const struct choice *choice = view->choice;

	if (choice->hides_exited || (choice->has_uid && exited->uid != choice->uid))
		return false;
	for (size_t i = 0; i < choice->n_pids; i++)
		if (choice->pids[i] == exited->ppid)
			return true;
	return choice->n_pids == 0;
}

/* Of one parent, in the order of the interval. */
static int by_parent(const void *a, const void *b)
{
	const struct exited_interval *x = *(const struct exited_interval *const *)a;
	const struct exited_interval *y = *(const struct exited_interval *const *)b;

	if (x->ppid != y->ppid)
		return x->ppid < y->ppid ? -1 : 1;
	return (x > y) - (x < y);
}

struct exited_groups exited_groups_of(const struct view *view, struct arena *arena)
{
	const struct interval *interval = view->interval;
	struct exited_groups groups = {
		.items = arena_alloc(arena, interval->n_exited, sizeof(*groups.items)),
		.is_taken = arena_alloc(arena, interval->n_exited, sizeof(*groups.is_taken)),
	};

	for (size_t i = 0; i < interval->n_exited; i++)
		if (is_shown(view, &interval->exited[i]))
			groups.items[groups.n++] = &interval->exited[i];
	if (groups.n > 1)
		qsort(groups.items, groups.n, sizeof(*groups.items), by_parent);
	return groups;
}

static size_t first_of(const struct exited_groups *groups, int ppid)
{
	size_t low = 0, high = groups->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (groups->items[middle]->ppid < ppid)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct exited_interval *exited_groups_take(struct exited_groups *groups, int ppid)
{
	size_t at = ppid < 0 ? groups->next : first_of(groups, ppid);

	while (at < groups->n && groups->is_taken[at])
		at++;
	if (ppid < 0)
		groups->next = at;
	if (at == groups->n || (ppid >= 0 && groups->items[at]->ppid != ppid))
		return NULL;
	groups->is_taken[at] = true;
	return groups->items[at];
}

const char *exited_words(const struct exited_interval *exited, struct arena *arena)
{
	char rate[FORMAT_SIZE];

	format_screen(exited->per_s, UNIT_RATE, rate);
	return arena_printf(arena, "%s x%s/s", exited->name, rate);
}

struct details {
	struct detail *items;
	size_t n;
};

static void add(struct details *details, const char *name, const char *value)
{
	details->items[details->n++] = (struct detail){.name = name, .value = value};
}

static const char *parent_words(const struct exited_interval *exited, struct arena *arena)
{
	if (exited->ppid < 0)
		return "-";
	return arena_printf(arena, "%d %s", exited->ppid,
			    exited->parent_name ? exited->parent_name : "");
}

/* A recording may lack how many there were. */
static const char *state_words(const struct exited_interval *exited, struct arena *arena)
{
	unsigned long n;

	if (!(exited->n >= 0 && exited->n <= INT_MAX))
		return "-";
	n = (unsigned long)exited->n;
	return arena_printf(arena,
			    ngettext("exited: %lu process in this interval",
				     "exited: %lu processes in this interval", n),
			    n);
}

size_t exited_details(const struct view *view, const struct exited_interval *exited,
		      struct arena *arena, const struct detail **details)
{
	struct details made = {.items = arena_alloc(arena, MAX_DETAILS, sizeof(*made.items))};
	char ms[FORMAT_SIZE];

	format_batch(exited->cpu_ms, UNIT_DECIMAL, ms);
	add(&made, _("name"), exited->name);
	add(&made, _("state"), state_words(exited, arena));
	add(&made, _("parent"), parent_words(exited, arena));
	add(&made, _("user"), task_user(view, exited->uid, arena));
	/* Translators: milliseconds of CPU time of each process of a group. */
	add(&made, _("CPU of each"), arena_printf(arena, _("%s ms"), ms));
	*details = made.items;
	return made.n;
}
