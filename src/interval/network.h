/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an interval knows of the network: what each CPU took in, what each interface carried and which queues
 * feed it, how the sockets fared.  Included by interval.h.  Everything unknown is NAN, NULL or -1.
 */
#ifndef OVERTOP_INTERVAL_NETWORK_H
#define OVERTOP_INTERVAL_NETWORK_H

#include <stdbool.h>
#include <stddef.h>

struct cpuset;

/* What one CPU did with packets that had come in; /proc/net/softnet_stat. */
struct softnet_interval {
	int cpu;        /* -1: nobody says whose it is; such rows have no rates but since boot */
	double seconds; /* that the rates are over */
	double processed_per_s;
	double dropped_per_s;  /* its backlog queue was full (net.core.netdev_max_backlog) */
	double squeezed_per_s; /* NET_RX stopped with work left (net.core.netdev_budget) */
	double rps_per_s;      /* woken by another CPU to take packets over (RPS) */
	double flow_limit_per_s;
	double backlog; /* packets that waited in its queue when it was read */
};

/* One receive or transmit queue of an interface; /sys/class/net/IF/queues. */
struct queue_interval {
	char kind; /* 'r' or 't' */
	int number;
	const struct cpuset *cpus; /* rps_cpus or xps_cpus; empty: off; NULL: unknown */
	double flow_cnt;           /* rps_flow_cnt; of 'r' only */
	int irq;                   /* that announces it; -1: none or unknown */
};

/* One network interface; /proc/net/dev and /sys/class/net/IF. */
struct netdev_interval {
	const char *name;   /* raw */
	const char *driver; /* raw; NULL: it has no device (lo, veth, bridge), or unknown */
	int node;           /* NUMA node of the device; -1: none or unknown */
	double seconds;     /* that the rates are over */
	double rx_packets_per_s, tx_packets_per_s;
	double rx_bytes_per_s, tx_bytes_per_s;
	double rx_dropped_per_s, tx_dropped_per_s;
	double rx_errors_per_s, tx_errors_per_s;
	double speed_mbit;                   /* of the link */
	double n_rx, n_tx;                   /* queues that it has */
	double channels;                     /* queue pairs in use (ethtool -l, combined) */
	double channels_most;                /* that the card can have */
	const struct queue_interval *queues; /* receive queues first, ascending */
	size_t n_queues;
};

/* All sockets of this network namespace; /proc/net/{sockstat,netstat,snmp}. */
struct sockets_interval {
	double seconds;                                      /* that the rates are over */
	double in_segs_per_s, out_segs_per_s, retrans_per_s; /* TCP */
	double retrans_pct;                                  /* of the segments sent */
	double active_opens_per_s, passive_opens_per_s;
	double listen_overflows_per_s, listen_drops_per_s;
	double syn_cookies_per_s, syn_drops_per_s; /* TCPReqQFullDoCookies, TCPReqQFullDrop */
	double udp_in_per_s, udp_out_per_s;
	double udp_full_per_s; /* datagrams lost to a full receive buffer (RcvbufErrors) */
	double tcp_inuse, tcp_orphans, time_wait;
	double tcp_mem_kib;
	double established; /* counted one by one, as what follows (inet_diag) */
	double ports;       /* ephemeral: how many there are (ip_local_port_range) */
	double top_ports;   /* that the connections to one destination hold */
	double listen_queue, listen_queue_most; /* of the fullest listener: waiting, and room */
	const char *top;      /* that destination, "192.0.2.7:443"; NULL: unknown */
	const char *listener; /* that listener, "0.0.0.0:80"; NULL: none waits, or unknown */
};

#endif
