/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "bench/bench.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/xalloc.h"

/* Two pairs of sockets: what one sends, the other receives. */
struct wire {
	int udp[2];   /* through the loopback interface */
	int local[2]; /* through nothing */
};

/* Bytes, of no meaning: their number hardly matters. */
static const char datagram[64];

/* A packet that is lost, or held back by a filter, is not waited for. */
static const struct timeval patience = {.tv_usec = 200000};

static bool send_through(const int ends[2], size_t n)
{
	char received[sizeof(datagram)];

	for (size_t i = 0; i < n; i++) {
		if (send(ends[0], datagram, sizeof(datagram), MSG_NOSIGNAL) < 0)
			return false;
		if (recv(ends[1], received, sizeof(received), 0) != (ssize_t)sizeof(datagram))
			return false;
	}
	return true;
}

static int open_udp(int ends[2])
{
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	struct sockaddr *any = (struct sockaddr *)&address;
	socklen_t len = sizeof(address);

	for (int i = 0; i < 2; i++)
		ends[i] = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (ends[0] < 0 || ends[1] < 0 || bind(ends[1], any, len) < 0 ||
	    getsockname(ends[1], any, &len) < 0 || connect(ends[0], any, len) < 0 ||
	    setsockopt(ends[1], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)) < 0)
		return -errno;
	/* What comes short sets none. */
	errno = EIO;
	return send_through(ends, 1) ? 0 : -errno;
}

static void close_both(int ends[2])
{
	for (int i = 0; i < 2; i++)
		if (ends[i] >= 0)
			close(ends[i]);
}

static void wire_free(struct wire *wire)
{
	close_both(wire->udp);
	close_both(wire->local);
	free(wire);
}

static int net_rx_begin(const struct bench *bench, struct bench_site *site)
{
	struct wire *wire = xmalloc(sizeof(*wire));
	int error;

	(void)bench;
	*wire = (struct wire){.udp = {-1, -1}, .local = {-1, -1}};
	error = open_udp(wire->udp);
	if (!error && socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, wire->local) < 0)
		error = -errno;
	if (error)
		wire_free(wire);
	else
		site->data = wire;
	return error;
}

static bool net_rx_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	const struct wire *wire = site->data;

	(void)bench;
	return send_through(wire->udp, n);
}

static bool net_rx_base(const struct bench *bench, struct bench_site *site, size_t n)
{
	const struct wire *wire = site->data;

	(void)bench;
	return send_through(wire->local, n);
}

static void net_rx_end(const struct bench *bench, struct bench_site *site)
{
	(void)bench;
	wire_free(site->data);
}

const struct bench softirq_net_rx_bench = {
	.key = "softirq.net_rx",
	.title = N_("packet through NET_RX"),
	.help = N_(
		"A UDP datagram of 64 bytes through the loopback interface, less the same through "
		"a UNIX "
		"socket: the IP stack both ways and one NET_RX softirq.  The driver and the "
		"interrupt "
		"of a real network card are not in it, nor are filters that only see its packets."),
	.elsewhere = "0.5-3.5 us",
	.sets = BENCH_QUICK | BENCH_ALL,
	.begin = net_rx_begin,
	.run = net_rx_run,
	.base = net_rx_base,
	.end = net_rx_end,
};
