/* SPDX-License-Identifier: GPL-2.0-or-later */
/* As interval/fields.c, of the network. */
#include "config.h"

#include "base/i18n.h"
#include "interval.h"

#define SOFTNET(member, key, title, unit, help)                                                    \
	{                                                                                          \
		key, title, unit, offsetof(struct softnet_interval, member), help                  \
	}
#define QUEUE(member, key, title, unit, help)                                                      \
	{                                                                                          \
		key, title, unit, offsetof(struct queue_interval, member), help                    \
	}
#define NETDEV(member, key, title, unit, help)                                                     \
	{                                                                                          \
		key, title, unit, offsetof(struct netdev_interval, member), help                   \
	}
#define SOCKETS(member, key, title, unit, help)                                                    \
	{                                                                                          \
		key, title, unit, offsetof(struct sockets_interval, member), help                  \
	}

const struct field softnet_fields[] = {
	SOFTNET(seconds, "seconds", "seconds", UNIT_SECONDS,
		N_("the time that the rates are over")),
	SOFTNET(processed_per_s, "processed", "packets/s", UNIT_RATE,
		N_("packets that this CPU took in (softnet_stat, column 1)")),
	SOFTNET(dropped_per_s, "dropped", "drop/s", UNIT_RATE,
		N_("packets lost, for the CPU's queue was full (softnet_stat, column 2)")),
	SOFTNET(squeezed_per_s, "squeezed", "squeeze/s", UNIT_RATE,
		N_("times it stopped with packets left (softnet_stat, column 3)")),
	SOFTNET(rps_per_s, "rps", "rps/s", UNIT_RATE,
		N_("times another CPU gave it packets to take in (softnet_stat, column 10)")),
	SOFTNET(flow_limit_per_s, "flow_limit", "limit/s", UNIT_RATE,
		N_("packets lost to the flow limit (softnet_stat, column 11)")),
	SOFTNET(backlog, "backlog", "backlog", UNIT_COUNT,
		N_("packets that wait in its queue (softnet_stat, column 12)")),
};
const size_t n_softnet_fields = sizeof(softnet_fields) / sizeof(*softnet_fields);

const struct field queue_fields[] = {
	QUEUE(flow_cnt, "flow_cnt", "flows", UNIT_COUNT,
	      N_("room for so many flows that RFS keeps with their program (rps_flow_cnt)")),
};
const size_t n_queue_fields = sizeof(queue_fields) / sizeof(*queue_fields);

const struct field netdev_fields[] = {
	NETDEV(seconds, "seconds", "seconds", UNIT_SECONDS, N_("the time that the rates are over")),
	NETDEV(rx_packets_per_s, "rxpck", "rxpck/s", UNIT_RATE,
	       N_("packets received (/proc/net/dev)")),
	NETDEV(tx_packets_per_s, "txpck", "txpck/s", UNIT_RATE, N_("packets sent")),
	NETDEV(rx_bytes_per_s, "rxbyte", "rxB/s", UNIT_RATE, N_("bytes received")),
	NETDEV(tx_bytes_per_s, "txbyte", "txB/s", UNIT_RATE, N_("bytes sent")),
	NETDEV(rx_dropped_per_s, "rxdrop", "rxdrop/s", UNIT_RATE,
	       N_("packets received but dropped, for want of room or of anybody who wanted them")),
	NETDEV(tx_dropped_per_s, "txdrop", "txdrop/s", UNIT_RATE,
	       N_("packets dropped before they were sent")),
	NETDEV(rx_errors_per_s, "rxerr", "rxerr/s", UNIT_RATE, N_("packets received damaged")),
	NETDEV(tx_errors_per_s, "txerr", "txerr/s", UNIT_RATE, N_("packets not sent for an error")),
	NETDEV(speed_mbit, "speed", "Mbit/s", UNIT_COUNT, N_("speed of the link (sysfs speed)")),
	NETDEV(n_rx, "rxq", "rxq", UNIT_COUNT, N_("receive queues (sysfs queues)")),
	NETDEV(n_tx, "txq", "txq", UNIT_COUNT, N_("transmit queues (sysfs queues)")),
	NETDEV(channels, "channels", "chan", UNIT_COUNT,
	       N_("queue pairs in use (ethtool -l, combined)")),
	NETDEV(channels_most, "channels_most", "most", UNIT_COUNT,
	       N_("queue pairs that the card can have")),
};
const size_t n_netdev_fields = sizeof(netdev_fields) / sizeof(*netdev_fields);

const struct field sockets_fields[] = {
	SOCKETS(seconds, "seconds", "seconds", UNIT_SECONDS,
		N_("the time that the rates are over")),
	SOCKETS(in_segs_per_s, "iseg", "iseg/s", UNIT_RATE,
		N_("TCP segments received (snmp InSegs)")),
	SOCKETS(out_segs_per_s, "oseg", "oseg/s", UNIT_RATE,
		N_("TCP segments sent (snmp OutSegs)")),
	SOCKETS(retrans_per_s, "retrans", "retrans/s", UNIT_RATE,
		N_("TCP segments sent again (snmp RetransSegs)")),
	SOCKETS(retrans_pct, "retrans_pct", "retrans%", UNIT_PCT,
		N_("segments sent again, of those sent")),
	SOCKETS(active_opens_per_s, "active", "active/s", UNIT_RATE,
		N_("TCP connections opened from here (snmp ActiveOpens)")),
	SOCKETS(passive_opens_per_s, "passive", "passive/s", UNIT_RATE,
		N_("TCP connections opened from elsewhere (snmp PassiveOpens)")),
	SOCKETS(listen_overflows_per_s, "overflow", "overflow/s", UNIT_RATE,
		N_("connections that found the queue of a listener full (netstat "
		   "ListenOverflows)")),
	SOCKETS(listen_drops_per_s, "listen_drop", "lsdrop/s", UNIT_RATE,
		N_("connections that a listener lost for any reason (netstat ListenDrops)")),
	SOCKETS(syn_cookies_per_s, "cookies", "cookies/s", UNIT_RATE,
		N_("SYN cookies sent, for the SYN queue was full (netstat TCPReqQFullDoCookies)")),
	SOCKETS(syn_drops_per_s, "syn_drop", "syndrop/s", UNIT_RATE,
		N_("SYNs lost, for the SYN queue was full (netstat TCPReqQFullDrop)")),
	SOCKETS(udp_in_per_s, "udp_in", "idgm/s", UNIT_RATE,
		N_("UDP datagrams received (snmp and snmp6 InDatagrams)")),
	SOCKETS(udp_out_per_s, "udp_out", "odgm/s", UNIT_RATE,
		N_("UDP datagrams sent (snmp and snmp6 OutDatagrams)")),
	SOCKETS(udp_full_per_s, "udp_full", "rcvbuf/s", UNIT_RATE,
		N_("UDP datagrams lost to a full receive buffer (snmp and snmp6 RcvbufErrors)")),
	SOCKETS(tcp_inuse, "tcp_inuse", "tcp", UNIT_COUNT,
		N_("TCP sockets in use (sockstat and sockstat6 inuse)")),
	SOCKETS(tcp_orphans, "orphans", "orphans", UNIT_COUNT,
		N_("TCP sockets that no process has any more (sockstat orphan)")),
	SOCKETS(time_wait, "time_wait", "tw", UNIT_COUNT,
		N_("TCP connections in TIME_WAIT (sockstat tw)")),
	SOCKETS(tcp_mem_kib, "tcp_mem", "tcp mem", UNIT_KIB,
		N_("memory of TCP sockets (sockstat mem)")),
	SOCKETS(established, "established", "estab", UNIT_COUNT,
		N_("TCP connections established (inet_diag)")),
	SOCKETS(ports, "ports", "ports", UNIT_COUNT,
		N_("ephemeral ports there are (ip_local_port_range)")),
	SOCKETS(top_ports, "top_ports", "used", UNIT_COUNT,
		N_("ephemeral ports that the connections to one destination hold (inet_diag)")),
	SOCKETS(listen_queue, "listen_queue", "queue", UNIT_COUNT,
		N_("connections that wait at the fullest listener (inet_diag)")),
	SOCKETS(listen_queue_most, "listen_queue_most", "room", UNIT_COUNT,
		N_("how many can wait there")),
};
const size_t n_sockets_fields = sizeof(sockets_fields) / sizeof(*sockets_fields);
