/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "bill.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "interval.h"
#include "price_list.h"

#define BILL(member, key, title, unit, help)                                                       \
	{                                                                                          \
		key, title, unit, offsetof(struct bill_item, member), help                         \
	}

const struct field bill_fields[] = {
	BILL(per_s, "per_s", "/s", UNIT_RATE, N_("how many per second")),
	BILL(low_ns, "low_ns", "lo.ns", UNIT_COUNT,
	     N_("what one costs at least, as it was measured on this machine, in ns; a switch: "
		"switch.thread, or yield if that is less")),
	BILL(high_ns, "high_ns", "hi.ns", UNIT_COUNT,
	     N_("what one costs at most, in ns; a switch: switch.process or switch.ring.16x64, "
		"with caches to fill again; a fork: exec")),
	BILL(low_ms, "low_ms", "~lo.ms", UNIT_RATE,
	     N_("estimate: what all of them cost at least, in ms of CPU per second; no more than "
		"the "
		"CPUs were busy")),
	BILL(high_ms, "high_ms", "~hi.ms", UNIT_RATE,
	     N_("estimate: what all of them cost at most, in ms of CPU per second; no more than "
		"the "
		"CPUs were busy")),
	BILL(low_pct, "low_pct", "~lo%", UNIT_PCT,
	     N_("estimate: the same in percent of all CPUs, at least")),
	BILL(high_pct, "high_pct", "~hi%", UNIT_PCT,
	     N_("estimate: the same in percent of all CPUs, at most")),
};
const size_t n_bill_fields = sizeof(bill_fields) / sizeof(*bill_fields);

static double cost_ms(double per_s, double ns)
{
	return per_s * ns / 1e6;
}

static double share_pct(double ms, size_t n_cpus)
{
	return n_cpus ? ms / 10 / (double)n_cpus : (double)NAN;
}

/* Of all CPUs: ms of a second, in percent and back. */
static double least_ms(const struct interval *interval, double ms)
{
	double per_pct = 10 * (double)interval->n_cpus;

	return per_pct > 0 ? bill_least_pct(&interval->all, ms / per_pct) * per_pct : ms;
}

static double most_ms(const struct interval *interval, double ms)
{
	double per_pct = 10 * (double)interval->n_cpus;

	return per_pct > 0 ? bill_most_pct(&interval->all, ms / per_pct) * per_pct : ms;
}

/* What is made, and of what. */
struct draft {
	struct bill *bill;
	const struct interval *interval;
	const struct price_list *prices;
	struct arena *arena;
};

static void add_at(const struct draft *draft, const char *key, const char *title, double per_s,
		   struct bill_range range, const char *payer)
{
	struct bill_item *item = &draft->bill->items[draft->bill->n_items++];
	size_t n_cpus = draft->interval->n_cpus;

	*item = (struct bill_item){
		.key = key,
		.title = title,
		.per_s = per_s,
		.low_ns = range.low_ns,
		.high_ns = range.high_ns,
		.low_ms = least_ms(draft->interval, cost_ms(per_s, range.low_ns)),
		.high_ms = most_ms(draft->interval, cost_ms(per_s, range.high_ns)),
		.payer = payer,
	};
	item->low_pct = share_pct(item->low_ms, n_cpus);
	item->high_pct = share_pct(item->high_ms, n_cpus);
}

static void add(const struct draft *draft, const char *key, const char *title, double per_s,
		const char *payer)
{
	add_at(draft, key, title, per_s, bill_range(draft->prices, key, -1), payer);
}

/* " 97% cpu1" */
static const char *payer(const struct draft *draft, double pct, const char *who)
{
	return isnan(pct) ? who : arena_printf(draft->arena, "%3.0f%% %s", pct, who);
}

/* Since boot all that it ever made: its rate is over its own life. */
static double switches_per_s(const struct interval *interval, const struct task_interval *task)
{
	if (interval->is_since_boot)
		return (task->cswch + task->nvcswch) / interval->totals.seconds;
	return task->switches_per_s;
}

static const char *most_switching(const struct draft *draft)
{
	const struct interval *interval = draft->interval;
	const struct task_interval *most = NULL;
	double most_per_s = 0;

	for (size_t i = 0; i < interval->n_processes; i++) {
		double per_s = switches_per_s(interval, &interval->processes[i]);

		if (!(per_s > most_per_s))
			continue;
		most = &interval->processes[i];
		most_per_s = per_s;
	}
	if (!most)
		return NULL;
	return payer(draft, 100 * most_per_s / interval->totals.cs_per_s,
		     arena_printf(draft->arena, "%s (%d)", most->name, most->pid));
}

static const char *hottest(const struct draft *draft, int cpu, double pct)
{
	return cpu < 0 ? NULL : payer(draft, pct, arena_printf(draft->arena, "cpu%d", cpu));
}

/* "softirq.net_rx" */
static const char *key_of(struct arena *arena, const char *kind, const char *name)
{
	char *key = arena_printf(arena, "%s.%s", kind, name);

	for (char *at = key; *at; at++)
		if (*at >= 'A' && *at <= 'Z')
			*at = (char)(*at - 'A' + 'a');
	return key;
}

/*
 * What a softirq of any type cost on the average in this interval, by the kernel's own account: si of
 * /proc/stat over /proc/softirqs.  Where it does not account the time of interrupts nobody knows.
 */
static double seen_ns(const struct interval *interval)
{
	double n = 0, si_s = interval->all.si / 100 * interval->all.capacity_s;

	for (size_t i = 0; i < interval->n_softirqs; i++)
		n += interval->softirqs[i].total;
	return interval->hides_irq_time || !(n > 0) || !(si_s > 0) ? (double)NAN : si_s / n * 1e9;
}

static void add_softirqs(const struct draft *draft)
{
	const struct interval *interval = draft->interval;
	const double seen = seen_ns(interval);

	for (size_t i = 0; i < interval->n_softirqs; i++) {
		const struct softirq_interval *type = &interval->softirqs[i];
		const char *key = key_of(draft->arena, "softirq", type->name);
		struct bill_range range = bill_range(draft->prices, key, -1);

		if (isnan(range.low_ns) && isnan(range.high_ns))
			range = (struct bill_range){seen, seen};
		if (type->total != 0)
			add_at(draft, key, arena_printf(draft->arena, "softirq %s", type->name),
			       type->per_s, range,
			       hottest(draft, type->hottest_cpu, type->hottest_pct));
	}
}

/* Those with a number are of devices: one item, as long as none has a price. */
static void add_device_irqs(const struct draft *draft)
{
	const struct interval *interval = draft->interval;
	const struct irq_interval *most = NULL;
	const char *who = NULL;
	double per_s = 0;

	for (size_t i = 0; i < interval->n_irqs; i++) {
		const struct irq_interval *irq = &interval->irqs[i];

		if (irq->irq < 0)
			continue;
		per_s += irq->per_s;
		if (irq->per_s > (most ? most->per_s : 0))
			most = irq;
	}
	if (per_s == 0)
		return;
	if (most)
		who = payer(draft, 100 * most->per_s / per_s,
			    arena_printf(draft->arena, "%s %s", most->label, most->name));
	add(draft, "irq.device", "interrupts", per_s, who);
}

/* The architecture's own: RES, CAL, TLB, LOC.  What is not counted per CPU is no interrupt. */
static void add_arch_irqs(const struct draft *draft)
{
	const struct interval *interval = draft->interval;

	for (size_t i = 0; i < interval->n_irqs; i++) {
		const struct irq_interval *irq = &interval->irqs[i];

		if (irq->irq < 0 && irq->per_cpu && irq->total != 0)
			add(draft, key_of(draft->arena, "irq", irq->label),
			    arena_printf(draft->arena, "interrupts %s", irq->label), irq->per_s,
			    hottest(draft, irq->hottest_cpu, irq->hottest_pct));
	}
}

static bool has_price(const struct bill_item *item)
{
	return !isnan(item->low_ns) || !isnan(item->high_ns);
}

/* At least what is known; at most nobody knows, if of one item nobody does. */
static void add_to(struct bill_item *total, double low_ms, double high_ms, bool is_first)
{
	if (!isnan(low_ms))
		total->low_ms = isnan(total->low_ms) ? low_ms : total->low_ms + low_ms;
	total->high_ms = is_first ? high_ms : total->high_ms + high_ms;
}

/*
 * Of what has a price.  The price of a fork has the faults and switches in it that it makes, which are in
 * their own items too, and threads, which are counted with forks, cost less: at least, forks add nothing.
 */
static void add_up(struct bill *bill, const struct interval *interval)
{
	struct bill_item *total = &bill->total;
	bool is_first = true;

	*total = (struct bill_item){
		.key = "all",
		.title = "all",
		.per_s = (double)NAN,
		.low_ns = (double)NAN,
		.high_ns = (double)NAN,
		.low_ms = (double)NAN,
		.high_ms = (double)NAN,
	};
	for (size_t i = 0; i < bill->n_items; i++) {
		const struct bill_item *item = &bill->items[i];
		bool is_fork = strcmp(item->key, "fork") == 0;

		if (!has_price(item))
			continue;
		add_to(total, is_fork ? (double)NAN : item->low_ms, item->high_ms, is_first);
		is_first = false;
	}
	total->low_ms = least_ms(interval, total->low_ms);
	total->high_ms = most_ms(interval, total->high_ms);
	total->low_pct = share_pct(total->low_ms, interval->n_cpus);
	total->high_pct = share_pct(total->high_ms, interval->n_cpus);
}

void bill_make(struct bill *bill, const struct interval *interval, const struct price_list *prices,
	       struct arena *arena)
{
	const struct draft draft = {bill, interval, prices, arena};
	const struct totals *totals = &interval->totals;
	double minor_per_s = fmax(totals->fault_per_s - totals->major_fault_per_s, 0);

	if (isnan(totals->fault_per_s) || isnan(totals->major_fault_per_s))
		minor_per_s = (double)NAN;
	bill->n_items = 0;
	bill->items = arena_alloc(arena, 4 + interval->n_softirqs + interval->n_irqs,
				  sizeof(*bill->items));
	add(&draft, "cs", "context switches", totals->cs_per_s, most_switching(&draft));
	add(&draft, "fault", "minor faults", minor_per_s, NULL);
	add(&draft, "fork", "forks", totals->fork_per_s, NULL);
	add_softirqs(&draft);
	add_device_irqs(&draft);
	add_arch_irqs(&draft);
	add_up(bill, interval);
}
