/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "scribe.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/cpuset.h"
#include "base/xalloc.h"
#include "record/record.h"
#include "view/task_details.h"
#include "view/task_rows.h"

/* Bytes of a line that stay for the next. */
static const size_t most_kept = 1 << 20;

struct scribe {
	struct scribe_rules rules;
	struct interval kept;
	struct arena line;
	struct cpuset online; /* of the topology that was written last */
};

struct scribe *scribe_new(struct scribe_rules rules)
{
	struct scribe *scribe = xcalloc(1, sizeof(*scribe));

	scribe->rules = rules;
	interval_init(&scribe->kept);
	arena_init(&scribe->line);
	cpuset_init(&scribe->online);
	return scribe;
}

void scribe_free(struct scribe *scribe)
{
	if (!scribe)
		return;
	interval_fini(&scribe->kept);
	arena_fini(&scribe->line);
	cpuset_fini(&scribe->online);
	free(scribe);
}

static bool is_asked_for(const struct choice *choice, const struct task_interval *task)
{
	return choice && choice->n_pids > 0 && task_is_chosen(choice, task);
}

static bool is_written(const void *data, const struct task_interval *task)
{
	const struct scribe_rules *rules = data;

	if (rules->only && !task_is_chosen(rules->only, task))
		return false;
	return rules->all_tasks || task_interval_is_active(task) || is_asked_for(rules->also, task);
}

static int by_uid(const void *a, const void *b)
{
	const struct record_user *x = a, *y = b;

	return (x->uid > y->uid) - (x->uid < y->uid);
}

/* Each user of a process once. */
static void write_users(struct scribe *scribe, const struct view *view, struct record *record)
{
	const struct interval *kept = &scribe->kept;
	struct record_user *users;
	size_t n = 0;

	if (!scribe->rules.with_command_lines || !view->words || !kept->n_processes)
		return;
	users = arena_alloc(&scribe->line, kept->n_processes, sizeof(*users));
	for (size_t i = 0; i < kept->n_processes; i++)
		users[i].uid = kept->processes[i].uid;
	qsort(users, kept->n_processes, sizeof(*users), by_uid);
	for (size_t i = 0; i < kept->n_processes; i++)
		if (users[i].uid != UINT32_MAX && (!n || users[i].uid != users[n - 1].uid))
			users[n++] = users[i];
	for (size_t i = 0; i < n; i++)
		users[i].name = arena_strdup(&scribe->line,
					     view->words->user(view->words->data, users[i].uid));
	record->users = users;
	record->n_users = n;
}

static void write_topology(struct scribe *scribe, const struct topology *topology, bool is_first,
			   struct record *record)
{
	if (!topology || !topology->is_read)
		return;
	if (!is_first && cpuset_equal(&scribe->online, &topology->online))
		return;
	cpuset_copy(&scribe->online, &topology->online);
	record->topology = topology;
}

/* The first line may be a hundred times longer than all others: its room is given back. */
static void forget_line(struct scribe *scribe)
{
	if (scribe->line.total > most_kept) {
		arena_fini(&scribe->line);
		interval_fini(&scribe->kept);
		interval_init(&scribe->kept);
	}
	arena_reset(&scribe->line);
}

const char *scribe_line(struct scribe *scribe, const struct view *view, struct machine machine,
			bool is_first, size_t *len)
{
	struct record record = {
		.format = RECORD_FORMAT,
		.host = machine.host,
		.boot_id = machine.boot_id,
	};

	forget_line(scribe);
	interval_keep(&scribe->kept, view->interval, is_written, &scribe->rules);
	task_keep_command_lines(&scribe->kept, scribe->rules.with_command_lines ? view : NULL);
	write_users(scribe, view, &record);
	write_topology(scribe, view->topology, is_first, &record);
	/* Borrowed: only the scribe finishes it. */
	record.interval = scribe->kept;
	return record_write(&record, &scribe->line, len);
}
