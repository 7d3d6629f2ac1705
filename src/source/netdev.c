/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/netdev.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/counter.h"
#include "base/scan.h"
#include "base/textfile.h"
#include "base/xalloc.h"

/* bytes packets errs drop fifo frame compressed multicast, and again eight of what was sent. */
static const size_t columns[N_NETDEV_COUNTS] = {
	[NETDEV_RX_BYTES] = 0,   [NETDEV_RX_PACKETS] = 1,  [NETDEV_RX_ERRORS] = 2,
	[NETDEV_RX_DROPPED] = 3, [NETDEV_TX_BYTES] = 8,    [NETDEV_TX_PACKETS] = 9,
	[NETDEV_TX_ERRORS] = 10, [NETDEV_TX_DROPPED] = 11,
};

enum { N_COLUMNS = 16 };

static void forget(struct netdevs *netdevs)
{
	netdevs->text_len = 0;
	netdevs->n_rows = 0;
	netdevs->read_ns = 0;
}

void netdevs_init(struct netdevs *netdevs)
{
	*netdevs = (struct netdevs){0};
}

void netdevs_fini(struct netdevs *netdevs)
{
	free(netdevs->text);
	free(netdevs->rows);
	netdevs_init(netdevs);
}

static void keep_name(struct netdevs *netdevs, struct span name, struct netdev *row)
{
	netdevs->text =
		xgrow(netdevs->text, &netdevs->text_capacity, netdevs->text_len + name.len, 1);
	memcpy(netdevs->text + netdevs->text_len, name.text, name.len);
	row->name = netdevs->text_len;
	row->name_len = name.len;
	netdevs->text_len += name.len;
}

static void parse_counts(struct scan line, struct netdev *row)
{
	uint64_t numbers[N_COLUMNS];
	size_t n = 0;

	while (n < N_COLUMNS && scan_u64(&line, &numbers[n]))
		n++;
	for (size_t i = 0; i < N_NETDEV_COUNTS; i++)
		row->counts[i] = columns[i] < n ? numbers[columns[i]] : COUNTER_UNKNOWN;
}

/* The name ends at the last ':': no count has one. */
static void parse_row(struct scan line, struct netdevs *netdevs)
{
	const char *colon = memrchr(line.at, ':', (size_t)(line.end - line.at));
	struct netdev row;

	if (!colon)
		return;

	struct scan before = scan_of(line.at, (size_t)(colon - line.at));
	struct span name = scan_rest(&before);

	if (name.len == 0)
		return;
	line.at = colon + 1;
	keep_name(netdevs, name, &row);
	parse_counts(line, &row);
	netdevs->rows = xgrow(netdevs->rows, &netdevs->capacity, netdevs->n_rows + 1,
			      sizeof(*netdevs->rows));
	netdevs->rows[netdevs->n_rows++] = row;
}

int netdevs_parse(const char *text, size_t len, struct netdevs *netdevs)
{
	struct scan rest = scan_of(text, len), line;
	bool has_titles = scan_literal(&rest, "Inter-|");

	forget(netdevs);
	while (scan_line(&rest, &line))
		parse_row(line, netdevs);
	return has_titles || netdevs->n_rows ? 0 : -EINVAL;
}

int netdevs_read(struct textfile *file, struct netdevs *netdevs)
{
	int error = textfile_read(file, "/proc/net/dev");

	if (error) {
		forget(netdevs);
		return error;
	}

	uint64_t read_ns = clock_monotonic_ns();

	error = netdevs_parse(file->text, file->len, netdevs);
	netdevs->read_ns = error ? 0 : read_ns;
	return error;
}
