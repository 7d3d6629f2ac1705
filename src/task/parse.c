/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "task/parse.h"

#include <errno.h>
#include <string.h>

#include "base/scan.h"
#include "task/task.h"

/* include/linux/sched.h of the kernel; part of the ABI of stat's field 9. */
#define PF_KTHREAD 0x00200000

/* Fields of stat that are numbers, counted from 1 as proc(5) does. */
enum {
	STAT_PPID = 4,
	STAT_FLAGS = 9,
	STAT_UTIME = 14,
	STAT_STIME = 15,
	STAT_CUTIME = 16,
	STAT_CSTIME = 17,
	STAT_NICE = 19,
	STAT_NUM_THREADS = 20,
	STAT_STARTTIME = 22,
	STAT_PROCESSOR = 39,
	STAT_RT_PRIORITY = 40,
	STAT_POLICY = 41,
	STAT_END,
};

/* A number that is seen to end. */
static bool whole_u64(struct scan *scan, uint64_t *value)
{
	return scan_u64(scan, value) && scan->at < scan->end &&
	       (*scan->at < '0' || *scan->at > '9');
}

static bool whole_i64(struct scan *scan, int64_t *value)
{
	return scan_i64(scan, value) && scan->at < scan->end &&
	       (*scan->at < '0' || *scan->at > '9');
}

/*
 * "12 (name) ": the name may hold blanks, newlines and both parentheses, and nothing after it holds
 * one, so it ends at the last of them.
 */
static bool take_name(struct scan *scan, struct task *task)
{
	const char *close = memrchr(scan->at, ')', (size_t)(scan->end - scan->at));
	uint64_t tid;

	if (!close || !scan_u64(scan, &tid) || tid > INT32_MAX || !scan_literal(scan, " (") ||
	    scan->at > close)
		return false;

	size_t len = (size_t)(close - scan->at);

	if (len >= TASK_NAME_SIZE)
		len = TASK_NAME_SIZE - 1;
	memcpy(task->name, scan->at, len);
	task->name[len] = '\0';
	task->tid = (int)tid;
	scan->at = close + 1;
	return true;
}

static bool take_state(struct scan *scan, struct task *task)
{
	struct span state;

	if (!scan_word(scan, &state) || state.len != 1)
		return false;
	task->state = state.text[0];
	return true;
}

static void set_task(struct task *task, int field, int64_t value)
{
	if (field == STAT_PPID)
		task->ppid = (int)value;
	else if (field == STAT_FLAGS)
		task->is_kernel = value & PF_KTHREAD;
	else if (field == STAT_UTIME)
		task->utime_ticks = (uint64_t)value;
	else if (field == STAT_STIME)
		task->stime_ticks = (uint64_t)value;
	else if (field == STAT_NICE)
		task->nice = (int16_t)value;
	else if (field == STAT_STARTTIME)
		task->start_ticks = (uint64_t)value;
	else if (field == STAT_PROCESSOR)
		task->cpu = (int)value;
	else if (field == STAT_RT_PRIORITY)
		task->rt_priority = (int16_t)value;
	else if (field == STAT_POLICY)
		task->policy = (uint8_t)value;
}

static void set_group(struct process *group, int field, int64_t value)
{
	if (field == STAT_UTIME)
		group->utime_ticks = (uint64_t)value;
	else if (field == STAT_STIME)
		group->stime_ticks = (uint64_t)value;
	else if (field == STAT_CUTIME)
		group->child_utime_ticks = (uint64_t)value;
	else if (field == STAT_CSTIME)
		group->child_stime_ticks = (uint64_t)value;
	else if (field == STAT_NUM_THREADS)
		group->n_threads = (size_t)value;
	else if (field == STAT_STARTTIME)
		group->start_ticks = (uint64_t)value;
}

int task_parse_stat(const char *text, size_t len, struct task *task, struct process *group)
{
	struct scan scan = scan_of(text, len);
	int64_t value;

	if (!len || !take_name(&scan, task) || !take_state(&scan, task))
		return -EINVAL;
	if (group)
		group->pid = task->tid;
	for (int field = STAT_PPID; field < STAT_END && whole_i64(&scan, &value); field++) {
		/* Of the fields that are used only nice may be below 0. */
		if (value < 0 && field != STAT_NICE)
			continue;
		set_task(task, field, value);
		if (group)
			set_group(group, field, value);
	}
	return 0;
}

/* "Uid:	real	effective	saved	filesystem" */
static bool take_uid(struct scan *line, struct task *task)
{
	uint64_t real, effective;

	if (!whole_u64(line, &real) || !whole_u64(line, &effective) || effective > UINT32_MAX)
		return false;
	task->uid = (uint32_t)effective;
	return true;
}

static bool take_count(struct scan *line, uint64_t *count)
{
	uint64_t value;

	if (!whole_u64(line, &value))
		return false;
	*count = value;
	return true;
}

int task_parse_status(const char *text, size_t len, struct task *task)
{
	struct scan scan = scan_of(text, len), line;
	bool found = false;

	while (scan_line(&scan, &line)) {
		/* The newline, if there is one, shows that the last number on the line is whole. */
		line.end = scan.at;
		if (scan_literal(&line, "Uid:"))
			found |= take_uid(&line, task);
		else if (scan_literal(&line, "voluntary_ctxt_switches:"))
			found |= take_count(&line, &task->cswch);
		else if (scan_literal(&line, "nonvoluntary_ctxt_switches:"))
			found |= take_count(&line, &task->nvcswch);
	}
	return found ? 0 : -EINVAL;
}

int task_parse_schedstat(const char *text, size_t len, struct task *task)
{
	struct scan scan = scan_of(text, len);
	uint64_t run, wait, switches;

	if (!whole_u64(&scan, &run) || !whole_u64(&scan, &wait) || !whole_u64(&scan, &switches))
		return -EINVAL;
	task->run_ns = run;
	task->wait_ns = wait;
	task->switches = switches;
	return 0;
}
