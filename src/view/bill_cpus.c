/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/bill_cpus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "bill.h"
#include "interval.h"
#include "view/cell.h"
#include "view/cpu_costs.h"

/* What is counted and has a price, and what that is in ms of CPU per second. */
struct charge {
	double per_s;
	double low_ms, high_ms;
	bool has_price;
};

/* Of one kind of CPU. */
struct tariff {
	int capacity; /* -1: unknown */
	struct bill_range of_switch, of_packet;
};

struct row {
	const struct cpu_interval *cpu;
	struct charge switches, packets;
	double low_pct, high_pct; /* of both, of this CPU */
};

#define NUMBER(name, text, of, member, words, leaves)                                              \
	{                                                                                          \
		.key = (name), .title = (text), .unit = (of), .help = (words),                     \
		.priority = (leaves), .offset = offsetof(struct row, member)                       \
	}

enum {
	COL_CPU,
	COL_CS,
	COL_CS_LOW,
	COL_CS_HIGH,
	COL_SIRQ,
	COL_RX,
	COL_RX_LOW,
	COL_RX_HIGH,
	COL_LOW,
	COL_HIGH,
	N_COLUMNS
};

static const struct column columns[N_COLUMNS] = {
	[COL_CPU] = {.key = "cpu", .title = "CPU", .unit = UNIT_ID, .help = N_("the CPU's number")},
	[COL_CS] = NUMBER("cs", "cs/s", UNIT_RATE, switches.per_s,
			  N_("context switches per second"), 3),
	[COL_CS_LOW] = NUMBER("cs_low", "~cs.lo", UNIT_RATE, switches.low_ms,
			      N_("estimate: what they cost at least, in ms of CPU per second"), 2),
	[COL_CS_HIGH] = NUMBER("cs_high", "~cs.hi", UNIT_RATE, switches.high_ms,
			       N_("estimate: what they cost at most, in ms of CPU per second"), 2),
	[COL_SIRQ] = {.key = "sirq",
		      .title = "sirq/s",
		      .unit = UNIT_RATE,
		      .help = N_("softirqs of all types per second"),
		      .priority = 5},
	[COL_RX] = NUMBER("rx", "rx/s", UNIT_RATE, packets.per_s,
			  N_("softirqs NET_RX per second, the only ones that are measured"), 4),
	[COL_RX_LOW] = NUMBER("rx_low", "~rx.lo", UNIT_RATE, packets.low_ms,
			      N_("estimate: what they cost at least, in ms of CPU per second"), 4),
	[COL_RX_HIGH] = NUMBER("rx_high", "~rx.hi", UNIT_RATE, packets.high_ms,
			       N_("estimate: what they cost at most, in ms of CPU per second"), 4),
	[COL_LOW] = NUMBER(
		"low_pct", "~lo%", UNIT_PCT, low_pct,
		N_("estimate: both in percent of this CPU, at least; no more than it was busy"), 1),
	[COL_HIGH] = NUMBER(
		"high_pct", "~hi%", UNIT_PCT, high_pct,
		N_("estimate: both in percent of this CPU, at most; no more than it was busy"), 1),
};

static struct tariff tariff_of(const struct view *view, int capacity)
{
	return (struct tariff){
		.capacity = capacity,
		.of_switch = bill_range(view->prices, "cs", capacity),
		.of_packet = bill_range(view->prices, "softirq.net_rx", capacity),
	};
}

static struct charge charge(double per_s, const struct bill_range *range)
{
	return (struct charge){
		.per_s = per_s,
		.low_ms = per_s * range->low_ns / 1e6,
		.high_ms = per_s * range->high_ns / 1e6,
		.has_price = !isnan(range->low_ns) || !isnan(range->high_ns),
	};
}

static const struct softirq_interval *find_packets(const struct interval *interval)
{
	for (size_t i = 0; i < interval->n_softirqs; i++)
		if (strcmp(interval->softirqs[i].name, "NET_RX") == 0)
			return &interval->softirqs[i];
	return NULL;
}

/* How many of @type per second came to the CPU at @at. */
static double rate_at(const struct softirq_interval *type, size_t at)
{
	if (!type)
		return (double)NAN;
	return type->total > 0 ? type->per_s * type->per_cpu[at] / type->total : type->per_s;
}

/* At least what is known. */
static double lower_sum(const struct charge *a, const struct charge *b)
{
	if (isnan(a->low_ms))
		return b->low_ms;
	return isnan(b->low_ms) ? a->low_ms : a->low_ms + b->low_ms;
}

/* At most nobody knows, if of one that has a price nobody does. */
static double upper_sum(const struct charge *a, const struct charge *b)
{
	if (!a->has_price)
		return b->high_ms;
	return b->has_price ? a->high_ms + b->high_ms : a->high_ms;
}

static bool is_paid(const struct row *row)
{
	return !isnan(row->low_pct) || !isnan(row->high_pct);
}

static struct row row_of(const struct cpu_interval *cpu, double packets_per_s,
			 const struct tariff *tariff)
{
	struct row row = {
		.cpu = cpu,
		.switches = charge(cpu->cs_per_s, &tariff->of_switch),
		.packets = charge(packets_per_s, &tariff->of_packet),
	};

	row.low_pct = bill_least_pct(cpu, lower_sum(&row.switches, &row.packets) / 10);
	row.high_pct = bill_most_pct(cpu, upper_sum(&row.switches, &row.packets) / 10);
	return row;
}

/* Unknown is least. */
static int compare(double x, double y)
{
	x = isnan(x) ? -1 : x;
	y = isnan(y) ? -1 : y;
	return (x < y) - (x > y);
}

static int by_payment(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int order = compare(x->high_pct, y->high_pct);

	if (order == 0)
		order = compare(x->low_pct, y->low_pct);
	if (order == 0)
		order = compare(x->cpu->busy, y->cpu->busy);
	return order ? order : (x->cpu->cpu > y->cpu->cpu) - (x->cpu->cpu < y->cpu->cpu);
}

static void row_cell(const struct model *model, size_t at, size_t column, struct cell *cell)
{
	const struct row *row = (const struct row *)model->data + at;
	switch (column) {
	case COL_CPU:
		cell_number(cell, row->cpu->cpu);
		break;
	case COL_SIRQ:
		cell_amount(cell, row->cpu->sirq_per_s);
		break;
	case COL_LOW:
	case COL_HIGH:
		cell_heat(cell, number_at(row, columns[column].offset), 5, 20);
		break;
	default:
		cell_amount(cell, number_at(row, columns[column].offset));
	}
}

void bill_cpus_build(const struct view *view, struct arena *arena, struct model *model)
{
	const struct interval *interval = view->interval;
	const struct softirq_interval *packets = find_packets(interval);
	struct tariff tariff = tariff_of(view, -1);
	size_t n = interval->n_cpus, n_paid = 0;
	struct row *rows = arena_alloc(arena, n, sizeof(*rows));

	for (size_t i = 0; i < n; i++) {
		int capacity = cpu_costs_kind(view, interval->cpus[i].cpu);

		/* Neighbours mostly are of one kind. */
		if (capacity != tariff.capacity)
			tariff = tariff_of(view, capacity);
		rows[i] = row_of(&interval->cpus[i], rate_at(packets, i), &tariff);
		n_paid += is_paid(&rows[i]);
	}
	if (n > MOST_BILL_CPUS)
		qsort(rows, n, sizeof(*rows), by_payment);
	model->columns = columns;
	model->n_columns = N_COLUMNS;
	model->cell = row_cell;
	model->data = rows;
	if (n > 1 && n_paid > 0)
		model->n_rows = n < MOST_BILL_CPUS ? n : MOST_BILL_CPUS;
}
