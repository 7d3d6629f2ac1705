/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "interval/ending.h"

#include "interval/scans.h"
#include "task/usage.h"

static const struct task *seen_in(const struct scans *scans, const struct tasks *tasks,
				  const struct task_usage *usage)
{
	struct task_sighting sighting = {
		.tasks = tasks,
		.ticks_per_s = scans->ticks_per_s,
		.told_ns = scans->exits->read_ns,
	};

	return task_usage_find(usage, &sighting);
}

static bool was_born_before(const struct scans *scans, const struct task_usage *usage)
{
	uint64_t span_ns = scans->exits->read_ns - scans->then->begun_ns;

	return usage->age_us == COUNTER_UNKNOWN || usage->age_us > span_ns / 1000;
}

bool ending_of(const struct scans *scans, const struct task_usage *usage, struct ending *ending)
{
	const struct task *then;

	if (!scans->exits || !scans->then || seen_in(scans, scans->now, usage))
		return false;
	then = seen_in(scans, scans->then, usage);
	if (!then && was_born_before(scans, usage))
		return false;
	*ending = (struct ending){
		.run_ns = grown(then ? &then->run_ns : NULL, usage->run_ns),
		.wait_ns = grown(then ? &then->wait_ns : NULL, usage->wait_ns),
		.cswch = grown(then ? &then->cswch : NULL, usage->cswch),
		.nvcswch = grown(then ? &then->nvcswch : NULL, usage->nvcswch),
	};
	return true;
}
