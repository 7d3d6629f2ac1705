/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What comes in and goes out: a row per interface as sar -n DEV and EDEV have it, above it which CPU takes the
 * packets in, and how the sockets fare.
 */
#include "config.h"

#include "pane/pane.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "interval.h"
#include "sample.h"
#include "view/cell.h"
#include "view/column.h"
#include "view/netdev_details.h"
#include "view/sockets_rows.h"
#include "view/softnet_rows.h"
#include "view/steerable.h"

enum {
	COL_IFACE,
	COL_RX_PACKETS,
	COL_TX_PACKETS,
	COL_RX_BYTES,
	COL_TX_BYTES,
	COL_SIZE,
	COL_RX_DROPPED,
	COL_TX_DROPPED,
	COL_RX_ERRORS,
	COL_TX_ERRORS,
	COL_USED,
	COL_RX_QUEUES,
	COL_TX_QUEUES,
	COL_SPEED,
	COL_NODE,
	COL_DRIVER,
	N_COLUMNS,
};

static const struct column plan[N_COLUMNS] = {
	[COL_IFACE] = {.key = "iface",
		       .title = "IFACE",
		       .unit = UNIT_TEXT,
		       .help = N_("name of the interface"),
		       .min_width = 8,
		       .max_width = 15,
		       .is_left = true},
	[COL_RX_PACKETS] = {.key = "rxpck", .priority = 1},
	[COL_TX_PACKETS] = {.key = "txpck", .priority = 1},
	[COL_RX_BYTES] = {.key = "rxbyte", .priority = 2, .min_width = 6},
	[COL_TX_BYTES] = {.key = "txbyte", .priority = 2, .min_width = 6},
	[COL_SIZE] = {.key = "bytes_per_packet",
		      .title = "B/pck",
		      .unit = UNIT_COUNT,
		      .help = N_("bytes of a packet, on average of both ways"),
		      .priority = 5},
	[COL_RX_DROPPED] = {.key = "rxdrop", .priority = 3},
	[COL_TX_DROPPED] = {.key = "txdrop", .priority = 4},
	[COL_RX_ERRORS] = {.key = "rxerr", .priority = 6},
	[COL_TX_ERRORS] = {.key = "txerr", .priority = 7},
	[COL_USED] = {.key = "ifutil",
		      .title = "%ifutil",
		      .unit = UNIT_PCT,
		      .help = N_("of the link's speed, in the busier of both ways"),
		      .priority = 8},
	[COL_RX_QUEUES] = {.key = "rxq", .priority = 4},
	[COL_TX_QUEUES] = {.key = "txq", .priority = 9},
	[COL_SPEED] = {.key = "speed", .priority = 11},
	[COL_NODE] = {.key = "node",
		      .title = "node",
		      .unit = UNIT_ID,
		      .help = N_("NUMA node of its device (sysfs device/numa_node)"),
		      .priority = 10},
	[COL_DRIVER] = {.key = "driver",
			.title = "DRIVER",
			.unit = UNIT_TEXT,
			.help = N_(
				"driver of its device; - where it has none (sysfs device/driver)"),
			.priority = 6,
			.min_width = 6,
			.is_left = true,
			.grows = true},
};

static struct column *columns_made(struct arena *arena)
{
	struct column *columns = columns_copy(arena, plan, N_COLUMNS);

	columns_complete(columns, N_COLUMNS, netdev_fields, n_netdev_fields, 0);
	return columns;
}

static size_t all_columns(struct arena *arena, const struct column **columns)
{
	*columns = columns_made(arena);
	return N_COLUMNS;
}

static double bytes_per_packet(const struct netdev_interval *netdev)
{
	double packets = netdev->rx_packets_per_s + netdev->tx_packets_per_s;

	return packets > 0 ? (netdev->rx_bytes_per_s + netdev->tx_bytes_per_s) / packets
			   : (double)NAN;
}

/* Most links send and receive at their full speed at once. */
static double used_pct(const struct netdev_interval *netdev)
{
	double bytes = fmax(netdev->rx_bytes_per_s, netdev->tx_bytes_per_s);

	return netdev->speed_mbit > 0 ? 100 * bytes * 8 / (netdev->speed_mbit * 1e6) : (double)NAN;
}

static void network_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct interval *interval = model->data;
	const struct netdev_interval *netdev = &interval->netdevs[row];

	switch (column) {
	case COL_IFACE:
		cell_text(cell, netdev->name);
		break;
	case COL_SIZE:
		cell_number(cell, bytes_per_packet(netdev));
		break;
	case COL_RX_DROPPED:
	case COL_TX_DROPPED:
	case COL_RX_ERRORS:
	case COL_TX_ERRORS:
		cell_heat(cell, number_at(netdev, model->columns[column].offset), 0.1, 10);
		break;
	case COL_USED:
		cell_heat(cell, used_pct(netdev), 70, 90);
		break;
	case COL_NODE:
		cell_number(cell, netdev->node < 0 ? (double)NAN : netdev->node);
		break;
	case COL_DRIVER:
		cell_text(cell, netdev->driver);
		break;
	default:
		cell_amount(cell, number_at(netdev, model->columns[column].offset));
	}
}

static uint64_t network_row_id(const struct model *model, size_t row)
{
	const struct interval *interval = model->data;

	return hash_text(HASH_START, interval->netdevs[row].name);
}

static void build(const struct view *view, struct arena *arena, struct model *model)
{
	model->columns = columns_made(arena);
	model->n_columns = N_COLUMNS;
	model->n_rows = view->interval->n_netdevs;
	model->cell = network_cell;
	model->row_id = network_row_id;
	model->data = view->interval;
	model->sort_key = "rxpck";
	model->note = _("no network interfaces are known here");
}

static size_t details(const struct view *view, const struct model *model, size_t row,
		      struct arena *arena, const struct detail **lines)
{
	(void)model;
	return netdev_details(view->interval, &view->interval->netdevs[row], arena, lines);
}

static size_t steerables(const struct model *model, size_t row, struct arena *arena,
			 const struct steerable **things)
{
	const struct interval *interval = model->data;

	return steerable_netdev(interval, &interval->netdevs[row], arena, things);
}

static const struct block blocks[] = {
	{.build = softnet_rows_build, .min_lines = 3, .want_lines = 1 + N_SOFTNET_ROWS},
	{.build = sockets_rows_build,
	 .min_lines = 3,
	 .want_lines = 1 + N_SOCKETS_ROWS,
	 .is_beside = true,
	 .min_width_beside = 110},
	{.build = build, .min_lines = 3},
};

const struct pane network_pane = {
	.name = "network",
	.key = '6',
	.title = N_("network"),
	.help = N_(
		"What each interface carries, drops and may carry, its queues and driver; which "
		"CPU takes the packets in, and where they are lost; how TCP and UDP fare.  "
		"Details tell of each queue which interrupt announces it and which CPUs serve it."),
	.needs = NEED_STAT | NEED_SOFTNETS | NEED_NETDEVS | NEED_SOCKETS | NEED_CARDS | NEED_PEERS |
		 NEED_INTERRUPTS | NEED_AFFINITY,
	.blocks = blocks,
	.n_blocks = sizeof(blocks) / sizeof(*blocks),
	.details = details,
	.steerables = steerables,
	.columns = all_columns,
};
