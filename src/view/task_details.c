/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/task_details.h"

#include <math.h>
#include <sched.h>

#include "base/counter.h"
#include "base/i18n.h"
#include "ui/format.h"

#define MAX_DETAILS 16

const char *task_user(const struct view *view, uint32_t uid, struct arena *arena)
{
	const struct words *words = view->words;

	if (words && words->user)
		return words->user(words->data, uid);
	return uid == UINT32_MAX ? "-" : arena_printf(arena, "%u", uid);
}

const char *task_known_command_line(const struct view *view, const struct task_interval *task)
{
	const struct words *words = view->words;

	if (task->command_line)
		return task->command_line;
	if (!words || !words->command_line)
		return NULL;
	return words->command_line(words->data, task->tid ? task->tid : task->pid,
				   task->start_ticks);
}

const char *task_command_line(const struct view *view, const struct task_interval *task)
{
	const char *line = task_known_command_line(view, task);

	return line && *line ? line : task->name;
}

void task_keep_command_lines(struct interval *kept, const struct view *view)
{
	for (size_t i = 0; i < kept->n_processes; i++) {
		struct task_interval *process = &kept->processes[i];
		const char *line = view ? task_known_command_line(view, process) : NULL;

		process->command_line = line ? arena_strdup(&kept->arena, line) : NULL;
		for (size_t k = 0; k < process->n_listed; k++)
			kept->threads[process->first + k].command_line = process->command_line;
	}
}

static const struct {
	char state;
	const char *words;
} states[] = {
	{'R', N_("running, or ready to run")},
	{'S', N_("sleeping")},
	{'D', N_("sleeping uninterruptibly")},
	{'T', N_("stopped")},
	{'t', N_("stopped by a tracer")},
	{'Z', N_("exited, not yet waited for")},
	{'X', N_("exiting")},
	{'I', N_("idle kernel thread")},
	{'P', N_("parked")},
};

static const char *state_words(char state)
{
	for (size_t i = 0; i < sizeof(states) / sizeof(*states); i++)
		if (states[i].state == state)
			return _(states[i].words);
	return _("unknown");
}

/* include/uapi/linux/sched.h; EXT is newer than many C libraries. */
static const char *policy_name(unsigned int policy)
{
	switch (policy) {
	case SCHED_OTHER:
		return "SCHED_OTHER";
	case SCHED_FIFO:
		return "SCHED_FIFO";
	case SCHED_RR:
		return "SCHED_RR";
	case SCHED_BATCH:
		return "SCHED_BATCH";
	case SCHED_IDLE:
		return "SCHED_IDLE";
	case SCHED_DEADLINE:
		return "SCHED_DEADLINE";
	case 7:
		return "SCHED_EXT";
	default:
		return _("unknown");
	}
}

static const char *policy_words(const struct task_interval *task, struct arena *arena)
{
	const char *name = policy_name(task->policy);

	if (task->policy == SCHED_FIFO || task->policy == SCHED_RR)
		return arena_printf(arena, _("%s, priority %d"), name, task->rt_priority);
	if (task->policy == SCHED_DEADLINE)
		return name;
	return arena_printf(arena, _("%s, nice %d"), name, task->nice);
}

static const char *number_words(double number, enum unit unit, struct arena *arena)
{
	char text[FORMAT_SIZE];

	format_batch(number, unit, text);
	return arena_strdup(arena, text);
}

/* As TIME+ has it. */
static const char *time_words(double seconds, struct arena *arena)
{
	char text[FORMAT_SIZE];

	format_screen(seconds, UNIT_SECONDS, text);
	return arena_strdup(arena, text);
}

static const char *duration_words(double seconds, struct arena *arena)
{
	char text[FORMAT_SIZE];

	format_duration(seconds, text);
	return arena_strdup(arena, text);
}

static double age_s(const struct interval *interval, const struct task_interval *task)
{
	double age = interval->totals.uptime_s -
		     counter_value(task->start_ticks) / interval->ticks_per_s;

	return age < 0 ? 0 : age;
}

static const char *switches_words(const struct task_interval *task, struct arena *arena)
{
	return arena_printf(arena, _("%s voluntary, %s involuntary"),
			    number_words(task->cswch, UNIT_COUNT, arena),
			    number_words(task->nvcswch, UNIT_COUNT, arena));
}

static const char *id_words(const struct task_interval *task, struct arena *arena)
{
	if (task->tid == 0)
		return arena_printf(arena, "%d", task->pid);
	return arena_printf(arena, _("%d of process %d"), task->tid, task->pid);
}

struct details {
	struct detail *items;
	size_t n;
};

static void add(struct details *details, const char *name, const char *value)
{
	details->items[details->n++] = (struct detail){.name = name, .value = value};
}

size_t task_details(const struct view *view, const struct task_interval *task, struct arena *arena,
		    const struct detail **details)
{
	struct details made = {.items = arena_alloc(arena, MAX_DETAILS, sizeof(*made.items))};
	double cpu = task->cpu < 0 ? (double)NAN : task->cpu;

	add(&made, task->tid ? _("thread") : _("process"), id_words(task, arena));
	add(&made, _("name"), task->name);
	add(&made, _("user"), task_user(view, task->uid, arena));
	add(&made, _("state"), state_words(task->state));
	add(&made, _("policy"), policy_words(task, arena));
	add(&made, _("last CPU"), number_words(cpu, UNIT_ID, arena));
	add(&made, _("parent"), arena_printf(arena, "%d", task->ppid));
	if (task->tid == 0)
		add(&made, _("threads"), arena_printf(arena, "%zu", task->n_threads));
	add(&made, _("switches since start"), switches_words(task, arena));
	add(&made, _("CPU time"), time_words(task->cpu_s, arena));
	add(&made, _("age"), duration_words(age_s(view->interval, task), arena));
	if (task->command_line)
		add(&made, _("command line"), task->command_line);
	*details = made.items;
	return made.n;
}
