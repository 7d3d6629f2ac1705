/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Shares of a CPU's time.
 *
 * idle and iowait come from the idle clock and are exact; us ni sy hi si are sampled at the tick, and
 * short work that timers start hides from it.  So busy = elapsed - idle - iowait.  Where the fields add up
 * to the elapsed time the shares are of their sum, as mpstat has them.  Where they fall short, the missing
 * part of busy is `unseen`; where they exceed it (the tick saw too much), they are scaled to busy.
 */
#include "config.h"

#include "interval/parts.h"

#include <string.h>

#include "base/counter.h"

/* Fields may miss the elapsed time by this share of it and by the rounding of the fields to ticks. */
static const double tolerance_share = 0.03;
static const double tolerance_ticks = 2;

/* What each field grew by, in ticks; unknown ones are NAN. */
struct growth {
	double field[N_CPU_FIELDS];
	double sum;     /* of all but guest times, which are in user and nice */
	double elapsed; /* by the clock; NAN: not known, the sum stands for it */
};

static double known(double value)
{
	return isnan(value) ? 0 : value;
}

/* iowait and steal do run backwards: a fallen field counts as 0. */
static double field_growth(uint64_t before, uint64_t after)
{
	if (before == COUNTER_UNKNOWN || after == COUNTER_UNKNOWN)
		return (double)NAN;
	return after < before ? 0 : (double)(after - before);
}

static struct growth growth_of(const struct cpu_ticks *before, const struct cpu_ticks *after)
{
	struct growth growth = {.sum = 0, .elapsed = (double)NAN};

	for (int i = 0; i < N_CPU_FIELDS; i++) {
		growth.field[i] = field_growth(before ? before->field[i] : 0, after->field[i]);
		if (i < CPU_GUEST)
			growth.sum += known(growth.field[i]);
	}
	return growth;
}

static struct cpu_interval unknown_cpu(int cpu)
{
	const double nan_value = (double)NAN;

	return (struct cpu_interval){
		.cpu = cpu,
		.us = nan_value,
		.ni = nan_value,
		.sy = nan_value,
		.id = nan_value,
		.wa = nan_value,
		.hi = nan_value,
		.si = nan_value,
		.st = nan_value,
		.unseen = nan_value,
		.gu = nan_value,
		.gn = nan_value,
		.busy = nan_value,
		.cs_per_s = nan_value,
		.in_per_s = nan_value,
		.sirq_per_s = nan_value,
		.capacity_s = nan_value,
	};
}

/* Guest time is part of user time: taken out, but never below nothing. */
static double without_guest(double time, double guest)
{
	double own = time - known(guest);

	return own < 0 ? 0 : own;
}

/* How much of the whole there is, how much of it was busy, and what the fields are scaled by. */
struct scale {
	double whole, busy, field, unseen;
};

static struct scale scale_of(const struct growth *growth)
{
	double idle = known(growth->field[CPU_IDLE]) + known(growth->field[CPU_IOWAIT]);
	double seen = growth->sum - idle;
	double gap = growth->elapsed - growth->sum;
	double tolerance = tolerance_share * growth->elapsed + tolerance_ticks;
	struct scale scale = {.whole = growth->sum, .busy = seen, .field = 1, .unseen = 0};

	if (isnan(growth->elapsed))
		scale.unseen = (double)NAN;
	else if (fabs(gap) > tolerance && idle <= growth->elapsed + tolerance) {
		scale.whole = fmax(growth->elapsed, idle);
		scale.busy = scale.whole - idle;
		scale.field = seen > scale.busy ? scale.busy / seen : 1;
		scale.unseen = scale.busy - seen * scale.field;
	}
	return scale;
}

static struct cpu_interval shares_of(int cpu, const struct growth *growth, double ticks_per_s)
{
	struct cpu_interval shares = unknown_cpu(cpu);
	struct scale scale = scale_of(growth);
	const double *field = growth->field;
	double pct = 100 / scale.whole;
	double busy_pct = pct * scale.field;

	/* A row that did not move at all says nothing: no CPU stands still for whole ticks. */
	if (growth->sum <= 0)
		return shares;
	shares.us = without_guest(field[CPU_USER], field[CPU_GUEST]) * busy_pct;
	shares.ni = without_guest(field[CPU_NICE], field[CPU_GUEST_NICE]) * busy_pct;
	shares.gu = fmin(field[CPU_GUEST], field[CPU_USER]) * busy_pct;
	shares.gn = fmin(field[CPU_GUEST_NICE], field[CPU_NICE]) * busy_pct;
	if (isnan(field[CPU_GUEST]))
		shares.gu = (double)NAN;
	if (isnan(field[CPU_GUEST_NICE]))
		shares.gn = (double)NAN;
	shares.sy = field[CPU_SYSTEM] * busy_pct;
	shares.hi = field[CPU_IRQ] * busy_pct;
	shares.si = field[CPU_SOFTIRQ] * busy_pct;
	shares.st = field[CPU_STEAL] * busy_pct;
	shares.id = field[CPU_IDLE] * pct;
	shares.wa = field[CPU_IOWAIT] * pct;
	shares.busy = scale.busy * pct;
	shares.unseen = scale.unseen * pct;
	shares.capacity_s = scale.whole / ticks_per_s;
	return shares;
}

static const struct cpu_ticks *find_ticks(const struct procstat *stat, size_t hint, int cpu)
{
	if (hint < stat->n_cpus && stat->cpus[hint].cpu == cpu)
		return &stat->cpus[hint];
	for (size_t i = 0; i < stat->n_cpus; i++)
		if (stat->cpus[i].cpu == cpu)
			return &stat->cpus[i];
	return NULL;
}

/*
 * The idle clock of a CPU that was taken offline begins anew (before Linux 6.8).  Nothing else sets it
 * back by a second.
 */
static bool was_offline(const struct cpu_ticks *then, const struct cpu_ticks *now,
			double ticks_per_s)
{
	double before = counter_value(then->field[CPU_IDLE]);
	double after = counter_value(now->field[CPU_IDLE]);

	return before - after > ticks_per_s;
}

static struct cpu_interval cpu_between(const struct sample *before, const struct sample *after,
				       size_t at)
{
	const struct cpu_ticks *now = &after->stat.cpus[at];
	const struct cpu_ticks *then = before ? find_ticks(&before->stat, at, now->cpu) : NULL;
	struct growth growth;

	/* It came online within the interval and starts afresh. */
	if (before && (!then || was_offline(then, now, after->ticks_per_s)))
		return unknown_cpu(now->cpu);
	growth = growth_of(then, now);
	if (before && after->is_live)
		growth.elapsed = after->ticks_per_s *
				 interval_seconds(before->stat.read_ns, after->stat.read_ns);
	return shares_of(now->cpu, &growth, after->ticks_per_s);
}

/*
 * TLB shootdowns are function calls (CAL) and counted there too, since 4.8; performance monitoring
 * interrupts (PMI) are among the NMI.
 */
static bool is_part_of_another(const struct irq_interval *irq)
{
	return irq->irq < 0 && (strcmp(irq->label, "TLB") == 0 || strcmp(irq->label, "PMI") == 0);
}

static double known_sum(double sum, double count)
{
	return isnan(count) ? sum : known(sum) + count;
}

/* Row by row: a machine may have a thousand CPUs and more rows, most of them the same row of zeros. */
static void add_interrupts(struct interval *interval, double seconds)
{
	for (size_t i = 0; i < interval->n_irqs; i++) {
		const struct irq_interval *irq = &interval->irqs[i];

		if (!irq->per_cpu || is_part_of_another(irq))
			continue;
		for (size_t at = 0; at < interval->n_cpus; at++)
			interval->cpus[at].in_per_s =
				known_sum(interval->cpus[at].in_per_s, irq->per_cpu[at]);
	}
	for (size_t at = 0; at < interval->n_cpus; at++)
		interval->cpus[at].in_per_s /= seconds;
}

static void add_softirqs(struct interval *interval, double seconds)
{
	for (size_t i = 0; i < interval->n_softirqs; i++)
		for (size_t at = 0; at < interval->n_cpus; at++)
			interval->cpus[at].sirq_per_s = known_sum(
				interval->cpus[at].sirq_per_s, interval->softirqs[i].per_cpu[at]);
	for (size_t at = 0; at < interval->n_cpus; at++)
		interval->cpus[at].sirq_per_s /= seconds;
}

static const struct cpuswitch_count *find_count(const struct cpuswitches *switches, size_t hint,
						int cpu)
{
	if (hint < switches->n_cpus && switches->cpus[hint].cpu == cpu)
		return &switches->cpus[hint];
	for (size_t i = 0; i < switches->n_cpus; i++)
		if (switches->cpus[i].cpu == cpu)
			return &switches->cpus[i];
	return NULL;
}

/* Counts that did not begin together say nothing, and none began at boot. */
static double switches_per_s(const struct cpuswitch_count *then, const struct cpuswitch_count *now)
{
	if (!then || !now || then->opened_ns != now->opened_ns)
		return (double)NAN;
	return counter_delta(then->count, now->count) /
	       interval_seconds(then->counted_ns, now->counted_ns);
}

static void add_switches(struct interval *interval, const struct sample *before,
			 const struct sample *after)
{
	if (!before || !(before->has & after->has & NEED_CPU_SWITCHES))
		return;
	for (size_t at = 0; at < interval->n_cpus; at++) {
		int cpu = interval->cpus[at].cpu;

		interval->cpus[at].cs_per_s = switches_per_s(find_count(&before->switches, at, cpu),
							     find_count(&after->switches, at, cpu));
	}
}

static bool hides_irq_time(const struct procstat *stat)
{
	if (!stat->n_cpus || !stat->intr || stat->intr == COUNTER_UNKNOWN)
		return false;
	for (size_t i = 0; i < stat->n_cpus; i++)
		if (stat->cpus[i].field[CPU_IRQ] != 0)
			return false;
	return true;
}

void interval_fill_cpus(struct interval *interval, const struct sample *before,
			const struct sample *after)
{
	const struct cpu_interval **parts =
		arena_alloc(&interval->arena, interval->n_cpus, sizeof(*parts));
	bool has_stat = (after->has & NEED_STAT) && (!before || (before->has & NEED_STAT));
	double uptime = interval->totals.uptime_s;
	double irq_seconds =
		before ? interval_seconds(before->interrupts.read_ns, after->interrupts.read_ns)
		       : uptime;
	double softirq_seconds =
		before ? interval_seconds(before->softirqs.read_ns, after->softirqs.read_ns)
		       : uptime;

	interval->cpus = arena_alloc(&interval->arena, interval->n_cpus, sizeof(*interval->cpus));
	for (size_t i = 0; i < interval->n_cpus; i++) {
		interval->cpus[i] = has_stat && after->stat.n_cpus
					    ? cpu_between(before, after, i)
					    : unknown_cpu(interval->cpu_numbers[i]);
		interval->has_unseen |= interval->cpus[i].unseen >= 1;
		parts[i] = &interval->cpus[i];
	}
	add_switches(interval, before, after);
	add_interrupts(interval, irq_seconds);
	add_softirqs(interval, softirq_seconds);
	interval->all = cpu_interval_sum(parts, interval->n_cpus);
	interval->all.cs_per_s = interval->totals.cs_per_s;
	interval->hides_irq_time = has_stat && hides_irq_time(&after->stat);
}

static void add_share(double *sum, double *weight, double share, double capacity)
{
	if (isnan(share) || isnan(capacity))
		return;
	*sum += share * capacity;
	*weight += capacity;
}

/* The members that are shares; the others are sums. */
static const size_t share_offsets[] = {
	offsetof(struct cpu_interval, us),     offsetof(struct cpu_interval, ni),
	offsetof(struct cpu_interval, sy),     offsetof(struct cpu_interval, id),
	offsetof(struct cpu_interval, wa),     offsetof(struct cpu_interval, hi),
	offsetof(struct cpu_interval, si),     offsetof(struct cpu_interval, st),
	offsetof(struct cpu_interval, unseen), offsetof(struct cpu_interval, gu),
	offsetof(struct cpu_interval, gn),     offsetof(struct cpu_interval, busy),
};

static const size_t sum_offsets[] = {
	offsetof(struct cpu_interval, in_per_s),
	offsetof(struct cpu_interval, sirq_per_s),
	offsetof(struct cpu_interval, capacity_s),
};

static double member(const struct cpu_interval *cpu, size_t offset)
{
	double value;

	memcpy(&value, (const char *)cpu + offset, sizeof(value));
	return value;
}

static void set_member(struct cpu_interval *cpu, size_t offset, double value)
{
	memcpy((char *)cpu + offset, &value, sizeof(value));
}

/* The kernel has their true total, which a sum of some would be taken for. */
static double sum_of_switches(const struct cpu_interval *const cpus[], size_t n)
{
	double sum = n ? 0 : (double)NAN;

	for (size_t i = 0; i < n; i++)
		sum += cpus[i]->cs_per_s;
	return sum;
}

struct cpu_interval cpu_interval_sum(const struct cpu_interval *const cpus[], size_t n)
{
	struct cpu_interval all = unknown_cpu(-1);

	for (size_t i = 0; i < sizeof(share_offsets) / sizeof(*share_offsets); i++) {
		double sum = 0, weight = 0;

		for (size_t j = 0; j < n; j++)
			add_share(&sum, &weight, member(cpus[j], share_offsets[i]),
				  cpus[j]->capacity_s);
		if (weight > 0)
			set_member(&all, share_offsets[i], sum / weight);
	}
	for (size_t i = 0; i < sizeof(sum_offsets) / sizeof(*sum_offsets); i++) {
		double sum = (double)NAN;

		for (size_t j = 0; j < n; j++)
			if (!isnan(member(cpus[j], sum_offsets[i])))
				sum = known(sum) + member(cpus[j], sum_offsets[i]);
		set_member(&all, sum_offsets[i], sum);
	}
	all.cs_per_s = sum_of_switches(cpus, n);
	return all;
}
