/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "interval/parts.h"

#include <math.h>
#include <string.h>

#include "base/counter.h"

/* The counts of two moments and the time between them; then NULL: since boot. */
struct growth {
	const uint64_t *then, *now;
	double seconds;
};

/* Old kernels do not name the CPU of a row: it is one of those online, in order. */
static int cpu_of_row(const struct sample *sample, size_t row)
{
	const struct softnets *softnets = &sample->softnets;

	if (softnets->names_cpus)
		return softnets->rows[row].cpu;
	if ((sample->has & NEED_STAT) && sample->stat.n_cpus == softnets->n_rows)
		return sample->stat.cpus[row].cpu;
	if ((sample->has & NEED_INTERRUPTS) && sample->interrupts.n_cpus == softnets->n_rows)
		return sample->interrupts.cpus[row];
	return -1;
}

/* Rows keep their order, so the one after the last found is nearly always it. */
static const struct softnet *find_softnet(const struct sample *sample, int cpu, size_t *next)
{
	const struct softnets *softnets = &sample->softnets;

	for (size_t step = 0; cpu >= 0 && step < softnets->n_rows; step++) {
		size_t at = (*next + step) % softnets->n_rows;

		if (cpu_of_row(sample, at) == cpu) {
			*next = at + 1;
			return &softnets->rows[at];
		}
	}
	return NULL;
}

static double softnet_rate(const struct growth *growth, enum softnet_count count)
{
	uint64_t now = growth->now[count];

	return (growth->then ? counter_delta32(growth->then[count], now) : counter_value(now)) /
	       growth->seconds;
}

static struct softnet_interval softnet_between(int cpu, const struct growth *growth)
{
	return (struct softnet_interval){
		.cpu = cpu,
		.seconds = growth->seconds,
		.processed_per_s = softnet_rate(growth, SOFTNET_PROCESSED),
		.dropped_per_s = softnet_rate(growth, SOFTNET_DROPPED),
		.squeezed_per_s = softnet_rate(growth, SOFTNET_SQUEEZED),
		.rps_per_s = softnet_rate(growth, SOFTNET_RPS),
		.flow_limit_per_s = softnet_rate(growth, SOFTNET_FLOW_LIMIT),
		.backlog = counter_value(growth->now[SOFTNET_BACKLOG]),
	};
}

/* In ascending order; of a CPU that is there twice the first row counts. */
static void insert_softnet(struct interval *interval, struct softnet_interval row)
{
	struct softnet_interval *rows = interval->softnets;
	size_t at = interval->n_softnets;

	while (at && rows[at - 1].cpu > row.cpu)
		at--;
	if (at && row.cpu >= 0 && rows[at - 1].cpu == row.cpu)
		return;
	memmove(&rows[at + 1], &rows[at], (interval->n_softnets - at) * sizeof(*rows));
	rows[at] = row;
	interval->n_softnets++;
}

/* What every count of a row that was not there before is compared with. */
static const uint64_t *unknown_counts(struct interval *interval, size_t n)
{
	uint64_t *unknown = arena_alloc(&interval->arena, n, sizeof(*unknown));

	for (size_t i = 0; i < n; i++)
		unknown[i] = COUNTER_UNKNOWN;
	return unknown;
}

static bool has(const struct sample *sample, enum need need)
{
	return sample && (sample->has & need);
}

static double seconds_between(const struct interval *interval, const struct sample *before,
			      uint64_t then_ns, uint64_t now_ns)
{
	return before ? interval_seconds(then_ns, now_ns) : interval->totals.uptime_s;
}

static void fill_softnets(struct interval *interval, const struct sample *before,
			  const struct sample *after)
{
	const struct softnets *now = &after->softnets;
	const bool is_known = has(before, NEED_SOFTNETS);
	const uint64_t *unknown = unknown_counts(interval, N_SOFTNET_COUNTS);
	struct growth growth;
	size_t next = 0;

	growth.seconds = seconds_between(interval, before, is_known ? before->softnets.read_ns : 0,
					 now->read_ns);
	interval->softnets =
		arena_alloc(&interval->arena, now->n_rows, sizeof(*interval->softnets));
	for (size_t i = 0; i < now->n_rows; i++) {
		int cpu = cpu_of_row(after, i);
		const struct softnet *then = is_known ? find_softnet(before, cpu, &next) : NULL;

		growth.now = now->rows[i].counts;
		growth.then = then ? then->counts : before ? unknown : NULL;
		insert_softnet(interval, softnet_between(cpu, &growth));
	}
}

static const struct netdev *find_netdev(const struct netdevs *then, const struct netdevs *now,
					const struct netdev *row, size_t *next)
{
	const char *name = now->text + row->name;

	for (size_t step = 0; step < then->n_rows; step++) {
		size_t at = (*next + step) % then->n_rows;
		const struct netdev *one = &then->rows[at];

		if (one->name_len == row->name_len &&
		    !memcmp(then->text + one->name, name, row->name_len)) {
			*next = at + 1;
			return one;
		}
	}
	return NULL;
}

/* What it carried ran back: it is another of the same name. */
static bool is_another(const struct netdev *then, const struct netdev *now)
{
	for (size_t i = 0; i < N_NETDEV_CARRIED; i++)
		if (isnan(counter_delta(then->counts[i], now->counts[i])))
			return true;
	return false;
}

static double growth_rate(const struct growth *growth, size_t count)
{
	uint64_t now = growth->now[count];

	return (growth->then ? counter_delta(growth->then[count], now) : counter_value(now)) /
	       growth->seconds;
}

static void fill_netdev(struct netdev_interval *row, const struct growth *growth)
{
	interval_forget(row, netdev_fields, n_netdev_fields);
	row->node = -1;
	row->seconds = growth->seconds;
	row->rx_packets_per_s = growth_rate(growth, NETDEV_RX_PACKETS);
	row->tx_packets_per_s = growth_rate(growth, NETDEV_TX_PACKETS);
	row->rx_bytes_per_s = growth_rate(growth, NETDEV_RX_BYTES);
	row->tx_bytes_per_s = growth_rate(growth, NETDEV_TX_BYTES);
	row->rx_dropped_per_s = growth_rate(growth, NETDEV_RX_DROPPED);
	row->tx_dropped_per_s = growth_rate(growth, NETDEV_TX_DROPPED);
	row->rx_errors_per_s = growth_rate(growth, NETDEV_RX_ERRORS);
	row->tx_errors_per_s = growth_rate(growth, NETDEV_TX_ERRORS);
}

static void fill_netdevs(struct interval *interval, const struct sample *before,
			 const struct sample *after)
{
	const struct netdevs *now = &after->netdevs;
	const bool is_known = has(before, NEED_NETDEVS);
	const uint64_t *unknown = unknown_counts(interval, N_NETDEV_COUNTS);
	struct growth growth;
	size_t next = 0;

	growth.seconds = seconds_between(interval, before, is_known ? before->netdevs.read_ns : 0,
					 now->read_ns);
	interval->n_netdevs = now->n_rows;
	interval->netdevs = arena_alloc(&interval->arena, now->n_rows, sizeof(*interval->netdevs));
	for (size_t i = 0; i < now->n_rows; i++) {
		const struct netdev *row = &now->rows[i], *then = NULL;

		if (is_known)
			then = find_netdev(&before->netdevs, now, row, &next);
		if (then && is_another(then, row))
			then = NULL;
		growth.now = row->counts;
		growth.then = then ? then->counts : before ? unknown : NULL;
		fill_netdev(&interval->netdevs[i], &growth);
		interval->netdevs[i].name =
			arena_strndup(&interval->arena, now->text + row->name, row->name_len);
	}
}

static void fill_rates(struct sockets_interval *sockets, const struct growth *growth)
{
	static const struct {
		size_t offset;
		enum sockets_count count;
	} rates[] = {
		{offsetof(struct sockets_interval, in_segs_per_s), SOCKETS_IN_SEGS},
		{offsetof(struct sockets_interval, out_segs_per_s), SOCKETS_OUT_SEGS},
		{offsetof(struct sockets_interval, retrans_per_s), SOCKETS_RETRANS_SEGS},
		{offsetof(struct sockets_interval, active_opens_per_s), SOCKETS_ACTIVE_OPENS},
		{offsetof(struct sockets_interval, passive_opens_per_s), SOCKETS_PASSIVE_OPENS},
		{offsetof(struct sockets_interval, listen_overflows_per_s),
		 SOCKETS_LISTEN_OVERFLOWS},
		{offsetof(struct sockets_interval, listen_drops_per_s), SOCKETS_LISTEN_DROPS},
		{offsetof(struct sockets_interval, syn_cookies_per_s), SOCKETS_SYN_COOKIES},
		{offsetof(struct sockets_interval, syn_drops_per_s), SOCKETS_SYN_DROPS},
	};

	for (size_t i = 0; i < sizeof(rates) / sizeof(*rates); i++)
		*(double *)(void *)((char *)sockets + rates[i].offset) =
			growth_rate(growth, rates[i].count);
	/* OutSegs is of those that are sent for the first time. */
	sockets->retrans_pct =
		100 * sockets->retrans_per_s / (sockets->out_segs_per_s + sockets->retrans_per_s);
	sockets->udp_in_per_s =
		growth_rate(growth, SOCKETS_UDP_IN) + growth_rate(growth, SOCKETS_UDP6_IN);
	sockets->udp_out_per_s =
		growth_rate(growth, SOCKETS_UDP_OUT) + growth_rate(growth, SOCKETS_UDP6_OUT);
	sockets->udp_full_per_s =
		growth_rate(growth, SOCKETS_UDP_FULL) + growth_rate(growth, SOCKETS_UDP6_FULL);
}

static void fill_sockets(struct interval *interval, const struct sample *before,
			 const struct sample *after)
{
	struct sockets_interval *sockets = &interval->sockets;
	const uint64_t *now = after->sockets.counts;
	const bool is_known = has(before, NEED_SOCKETS);
	struct growth growth = {.now = now};

	growth.seconds = seconds_between(interval, before, is_known ? before->sockets.read_ns : 0,
					 after->sockets.read_ns);
	if (before)
		growth.then = is_known ? before->sockets.counts
				       : unknown_counts(interval, N_SOCKETS_COUNTS);
	sockets->seconds = growth.seconds;
	fill_rates(sockets, &growth);
	sockets->tcp_inuse =
		counter_value(now[SOCKETS_TCP_INUSE]) + counter_value(now[SOCKETS_TCP6_INUSE]);
	sockets->tcp_orphans = counter_value(now[SOCKETS_ORPHANS]);
	sockets->time_wait = counter_value(now[SOCKETS_TIME_WAIT]);
	sockets->tcp_mem_kib = counter_value(now[SOCKETS_TCP_PAGES]) * after->page_kib;
}

void interval_fill_network(struct interval *interval, const struct sample *before,
			   const struct sample *after)
{
	interval_forget(&interval->sockets, sockets_fields, n_sockets_fields);
	if (after->has & NEED_SOFTNETS)
		fill_softnets(interval, before, after);
	if (after->has & NEED_NETDEVS)
		fill_netdevs(interval, before, after);
	if (after->has & NEED_SOCKETS)
		fill_sockets(interval, before, after);
}
