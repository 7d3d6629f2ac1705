/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/task_rows.h"

#include <math.h>
#include <stdlib.h>

#include "view/exited_groups.h"
#include "view/unowned.h"

struct rows {
	struct task_row *items;
	size_t n;
};

/* The threads of a process stand together; none for a thread. */
static size_t threads_of(const struct interval *interval, const struct task_interval *process,
			 const struct task_interval **threads)
{
	if (process->tid != 0 || process->n_listed == 0)
		return 0;
	*threads = &interval->threads[process->first];
	return process->n_listed;
}

static bool is_named(const struct choice *choice, int id)
{
	for (size_t i = 0; i < choice->n_pids; i++)
		if (choice->pids[i] == id)
			return true;
	return false;
}

/* A process is also asked for by any of its threads. */
static bool is_asked_for(const struct view *view, const struct task_interval *task)
{
	const struct choice *choice = view->choice;
	const struct task_interval *threads;
	size_t n;

	if (task_is_chosen(choice, task))
		return true;
	if (choice->has_uid && task->uid != choice->uid)
		return false;
	n = threads_of(view->interval, task, &threads);
	for (size_t i = 0; i < n; i++)
		if (is_named(choice, threads[i].tid))
			return true;
	return false;
}

bool task_is_chosen(const struct choice *choice, const struct task_interval *task)
{
	if (choice->has_uid && task->uid != choice->uid)
		return false;
	return choice->n_pids == 0 || is_named(choice, task->pid) || is_named(choice, task->tid);
}

static bool is_shown(const struct view *view, const struct task_interval *task)
{
	const struct choice *choice = view->choice;

	if (choice->hides_kernel && task->is_kernel)
		return false;
	if (choice->hides_idle && !task->ran)
		return false;
	return is_asked_for(view, task);
}

static bool add_row(const struct view *view, const struct task_interval *task, int depth,
		    struct rows *rows)
{
	if (!is_shown(view, task))
		return false;
	rows->items[rows->n++] = (struct task_row){.task = task, .depth = depth};
	return true;
}

/* Since boot the time used: over a life, the share is highest for those that were born just now. */
static double used(const struct task_interval *task, bool is_since_boot)
{
	double used = is_since_boot ? task->cpu_s : task->cpu_pct;

	return isnan(used) ? -1 : used;
}

/* Most CPU first, unknown last; then by number, so that idle tasks stand still. */
static int by_cpu(const void *a, const void *b, void *is_since_boot)
{
	const struct task_interval *x = *(const struct task_interval *const *)a;
	const struct task_interval *y = *(const struct task_interval *const *)b;
	double x_used = used(x, *(const bool *)is_since_boot);
	double y_used = used(y, *(const bool *)is_since_boot);

	if (x_used != y_used)
		return x_used < y_used ? 1 : -1;
	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return (x->tid > y->tid) - (x->tid < y->tid);
}

static const struct task_interval **sorted_by_cpu(const struct task_interval *tasks, size_t n,
						  bool is_since_boot, struct arena *arena)
{
	const struct task_interval **sorted = arena_alloc(arena, n, sizeof(*sorted));

	for (size_t i = 0; i < n; i++)
		sorted[i] = &tasks[i];
	if (n > 1)
		qsort_r(sorted, n, sizeof(*sorted), by_cpu, &is_since_boot);
	return sorted;
}

/*
 * The tree as lists: a process's first child and its next sibling, as positions in interval.processes
 * plus 1, 0 for none.  The list of those without a parent begins in the node after the last.
 */
struct node {
	size_t child, sibling;
};

/*
 * A parent is older than its child.  Where it is not, the number has passed to another process since;
 * to insist on it also means that no process is its own ancestor.
 */
static const struct task_interval *parent_of(const struct interval *interval,
					     const struct task_interval *process)
{
	const struct task_interval *parent = interval_process(interval, process->ppid);

	if (!parent || parent->start_ticks > process->start_ticks)
		return NULL;
	return parent->start_ticks < process->start_ticks || parent->pid < process->pid ? parent
											: NULL;
}

static struct node *make_tree(const struct interval *interval, struct arena *arena)
{
	const size_t n = interval->n_processes;
	const struct task_interval **sorted =
		sorted_by_cpu(interval->processes, n, interval->is_since_boot, arena);
	struct node *nodes = arena_alloc(arena, n + 1, sizeof(*nodes));

	/* From the last to the first, each before those that are there. */
	for (size_t i = n; i-- > 0;) {
		size_t at = (size_t)(sorted[i] - interval->processes);
		const struct task_interval *parent = parent_of(interval, sorted[i]);
		struct node *above = &nodes[parent ? (size_t)(parent - interval->processes) : n];

		nodes[at].sibling = above->child;
		above->child = at + 1;
	}
	return nodes;
}

static void add_threads(const struct view *view, const struct task_interval *process, int depth,
			struct arena *arena, struct rows *rows)
{
	const struct task_interval *threads;
	size_t n = threads_of(view->interval, process, &threads);
	const struct task_interval **sorted;

	/* A single thread is the process over again. */
	if (n < 2)
		return;
	sorted = sorted_by_cpu(threads, n, view->interval->is_since_boot, arena);
	for (size_t i = 0; i < n; i++)
		add_row(view, sorted[i], depth, rows);
}

/* What is still to be visited: a node, its siblings after it, and all below them. */
struct visit {
	size_t node; /* plus 1 */
	int depth;
};

static void add_exited(struct exited_groups *groups, int ppid, int depth, struct rows *rows)
{
	const struct exited_interval *exited;

	while ((exited = exited_groups_take(groups, ppid)))
		rows->items[rows->n++] = (struct task_row){.exited = exited, .depth = depth};
}

static void add_tree(const struct view *view, struct exited_groups *groups, struct arena *arena,
		     struct rows *rows)
{
	const struct interval *interval = view->interval;
	const struct node *nodes = make_tree(interval, arena);
	/* A visit takes one off and adds two at most. */
	struct visit *stack = arena_alloc(arena, interval->n_processes + 2, sizeof(*stack));
	size_t n = 0;

	stack[n++] = (struct visit){.node = nodes[interval->n_processes].child};
	while (n > 0) {
		struct visit visit = stack[--n];
		const struct task_interval *process;
		const struct node *node;

		if (visit.node == 0)
			continue;
		process = &interval->processes[visit.node - 1];
		node = &nodes[visit.node - 1];
		stack[n++] = (struct visit){.node = node->sibling, .depth = visit.depth};
		if (add_row(view, process, visit.depth, rows))
			visit.depth++;
		if (view->choice->threads)
			add_threads(view, process, visit.depth, arena, rows);
		add_exited(groups, process->pid, visit.depth, rows);
		stack[n++] = (struct visit){.node = node->child, .depth = visit.depth};
	}
}

static bool is_unowned_shown(const struct view *view)
{
	const struct choice *choice = view->choice;

	return !choice->hides_exited && !choice->has_uid && choice->n_pids == 0 &&
	       unowned_pct(view->interval) > 0;
}

size_t task_rows(const struct view *view, struct arena *arena, const struct task_row **items)
{
	const struct interval *interval = view->interval;
	bool threads = view->choice->threads;
	const struct task_interval *tasks = threads ? interval->threads : interval->processes;
	size_t n = threads ? interval->n_threads : interval->n_processes;
	size_t room = view->choice->tree ? interval->n_processes + interval->n_threads : n;
	struct exited_groups groups = exited_groups_of(view, arena);
	struct rows rows = {.items = arena_alloc(arena, room + groups.n + 1, sizeof(*rows.items))};

	if (view->choice->tree)
		add_tree(view, &groups, arena, &rows);
	for (size_t i = 0; i < n && !view->choice->tree; i++)
		add_row(view, &tasks[i], 0, &rows);
	add_exited(&groups, -1, 0, &rows);
	if (is_unowned_shown(view))
		rows.items[rows.n++] = (struct task_row){0};
	*items = rows.items;
	return rows.n;
}
