/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "interval/parts.h"

#include <string.h>

#include "base/counter.h"

static void fill_unknown(struct totals *totals)
{
	double *members = (double *)totals;

	for (size_t i = 0; i < sizeof(*totals) / sizeof(double); i++)
		members[i] = (double)NAN;
}

static double per_s(uint64_t before, uint64_t after, bool has_before, double seconds)
{
	return (has_before ? counter_delta(before, after) : counter_value(after)) / seconds;
}

/* The kernel counts the reader itself as running, as vmstat knows too. */
static double others_running(uint64_t running)
{
	if (running == COUNTER_UNKNOWN)
		return (double)NAN;
	return running ? (double)(running - 1) : 0;
}

static void fill_stat(struct totals *totals, const struct procstat *then,
		      const struct procstat *now, double seconds)
{
	static const struct procstat nothing;
	const struct procstat *from = then ? then : &nothing;

	totals->running = others_running(now->running);
	totals->blocked = counter_value(now->blocked);
	totals->cs_per_s = per_s(from->ctxt, now->ctxt, then, seconds);
	totals->in_per_s = per_s(from->intr, now->intr, then, seconds);
	totals->fork_per_s = per_s(from->forks, now->forks, then, seconds);
	totals->sirq_per_s = per_s(from->softirqs, now->softirqs, then, seconds);
}

static void fill_memory(struct totals *totals, const struct memory *memory)
{
	totals->mem_total_kib = counter_value(memory->total_kib);
	totals->mem_used_kib = counter_value(memory->used_kib);
	totals->mem_free_kib = counter_value(memory->free_kib);
	totals->mem_available_kib = counter_value(memory->available_kib);
	totals->mem_buffers_kib = counter_value(memory->buffers_kib);
	totals->mem_cached_kib = counter_value(memory->cached_kib);
	totals->swap_total_kib = counter_value(memory->swap_total_kib);
	totals->swap_used_kib = counter_value(memory->swap_used_kib);
}

static void fill_paging(struct totals *totals, const struct paging *then, const struct paging *now,
			double seconds, double page_kib)
{
	static const struct paging nothing;
	const struct paging *from = then ? then : &nothing;

	totals->paging_seconds = seconds;
	totals->page_in_kib_per_s = per_s(from->in_kib, now->in_kib, then, seconds);
	totals->page_out_kib_per_s = per_s(from->out_kib, now->out_kib, then, seconds);
	totals->swap_in_kib_per_s = page_kib * per_s(from->swap_in, now->swap_in, then, seconds);
	totals->swap_out_kib_per_s = page_kib * per_s(from->swap_out, now->swap_out, then, seconds);
	totals->fault_per_s = per_s(from->faults, now->faults, then, seconds);
	totals->major_fault_per_s = per_s(from->major_faults, now->major_faults, then, seconds);
}

static bool both_have(const struct sample *before, const struct sample *after, unsigned int need)
{
	return (after->has & need) && (!before || (before->has & need));
}

void interval_fill_totals(struct interval *interval, const struct sample *before,
			  const struct sample *after)
{
	struct totals *totals = &interval->totals;
	double uptime = (double)NAN;
	double seconds;

	fill_unknown(totals);
	if (after->has & NEED_LOAD) {
		totals->load1 = after->load.average[0];
		totals->load5 = after->load.average[1];
		totals->load15 = after->load.average[2];
		totals->uptime_s = uptime = after->load.uptime_s;
	}
	seconds = before ? interval_seconds(before->stat.read_ns, after->stat.read_ns) : uptime;
	totals->seconds = seconds;
	interval->seconds = seconds;
	if (before && isnan(seconds))
		interval->seconds = interval_seconds(before->read_ns, after->read_ns);
	if (both_have(before, after, NEED_STAT))
		fill_stat(totals, before ? &before->stat : NULL, &after->stat, seconds);
	if (after->has & NEED_MEMORY)
		fill_memory(totals, &after->memory);
	if (both_have(before, after, NEED_PAGING)) {
		seconds = before ? interval_seconds(before->paging.read_ns, after->paging.read_ns)
				 : uptime;
		fill_paging(totals, before ? &before->paging : NULL, &after->paging, seconds,
			    after->page_kib);
	}
	if (after->has & NEED_TASKS) {
		totals->n_tasks = (double)after->tasks.n_processes;
		totals->n_threads = (double)after->tasks.n_threads;
		totals->n_all_threads = counter_value(after->tasks.n_all_threads);
	}
}
