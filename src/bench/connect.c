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

struct service {
	int listener;
	struct sockaddr_in address;
};

/* A connection that a filter holds back is not waited for; of a listener, it bounds accept(). */
static const struct timeval patience = {.tv_usec = 200000};

/* Closed with a reset: neither end waits for the last packets of the other (TIME_WAIT). */
static bool reset(int fd)
{
	static const struct linger at_once = {.l_onoff = 1, .l_linger = 0};
	bool is_set = setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once)) == 0;

	return close(fd) == 0 && is_set;
}

static bool connect_to(const struct service *service, int fd)
{
	const struct sockaddr *address = (const struct sockaddr *)&service->address;

	if (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience)) < 0 ||
	    connect(fd, address, sizeof(service->address)) < 0)
		return false;
	int accepted = accept4(service->listener, NULL, NULL, SOCK_CLOEXEC);

	return accepted >= 0 && reset(accepted);
}

static bool connect_once(const struct service *service)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return false;
	bool is_connected = connect_to(service, fd);

	return reset(fd) && is_connected;
}

static int service_listen(struct service *service)
{
	struct sockaddr *any = (struct sockaddr *)&service->address;
	socklen_t len = sizeof(service->address);

	service->address.sin_family = AF_INET;
	service->address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	service->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (service->listener < 0 || bind(service->listener, any, len) < 0 ||
	    listen(service->listener, 1) < 0 || getsockname(service->listener, any, &len) < 0 ||
	    setsockopt(service->listener, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)) < 0)
		return -errno;
	/* What comes short sets none. */
	errno = EIO;
	return connect_once(service) ? 0 : -errno;
}

static void service_free(struct service *service)
{
	if (service->listener >= 0)
		close(service->listener);
	free(service);
}

static int connect_begin(const struct bench *bench, struct bench_site *site)
{
	struct service *service = xcalloc(1, sizeof(*service));
	int error = service_listen(service);

	(void)bench;
	if (error)
		service_free(service);
	else
		site->data = service;
	return error;
}

static bool connect_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	for (size_t i = 0; i < n; i++)
		if (!connect_once(site->data))
			return false;
	return true;
}

static void connect_end(const struct bench *bench, struct bench_site *site)
{
	(void)bench;
	service_free(site->data);
}

const struct bench connect_bench = {
	.key = "connect",
	.title = N_("TCP connection"),
	.help = N_("A TCP connection over the loopback interface is made, accepted and reset: "
		   "both ends of it, with their sockets.  No data is sent, and nothing is left "
		   "in TIME_WAIT."),
	.elsewhere = "12-22 us",
	.sets = BENCH_ALL,
	.least = 100,
	.begin = connect_begin,
	.run = connect_run,
	.end = connect_end,
};
