/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "netlink/taskstats.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/sock_diag.h>
#include <linux/taskstats.h>
#include <stdlib.h>
#include <string.h>

#include "base/counter.h"
#include "base/xalloc.h"
#include "netlink/genl.h"
#include "netlink/socket.h"

enum { MESSAGES = 64, MESSAGE_SIZE = 2048 };

/* Bytes of the kernel's, which are used only while messages lie there. */
enum { BUFFER_SIZE = 16 << 20 };

struct taskstats_listener {
	struct netlink *netlink;
	int family;
	char *cpus;
	struct task_usage usages[MESSAGES];
};

/*
 * Without NETLINK_NO_ENOBUFS the kernel, once it had no room for one message, drops all until the last has
 * been taken.  It counts what it drops either way.
 */
static void make_room(struct netlink *netlink)
{
	int fd = netlink_fd(netlink), size = BUFFER_SIZE, on = 1;

	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size)) < 0)
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
	setsockopt(fd, SOL_NETLINK, NETLINK_NO_ENOBUFS, &on, sizeof(on));
}

/* TASKSTATS_CMD_ATTR_REGISTER_CPUMASK or the opposite, for all the CPUs. */
static int send_cpus(struct taskstats_listener *listener, uint16_t attribute)
{
	size_t len = strlen(listener->cpus) + 1;
	char *room = xmalloc(len + 128);
	struct nlmsghdr *request =
		genl_request(room, listener->family, TASKSTATS_CMD_GET, TASKSTATS_GENL_VERSION,
			     netlink_next_sequence(listener->netlink));
	int error;

	request->nlmsg_flags |= NLM_F_ACK;
	mnl_attr_put(request, attribute, len, listener->cpus);
	error = netlink_send(listener->netlink, request, request->nlmsg_len);
	free(room);
	return error;
}

/* -EAGAIN: it is none. */
static int parse_answer(const struct nlmsghdr *message, int len)
{
	const struct nlmsgerr *answer;

	if (!message || !mnl_nlmsg_ok(message, len) || message->nlmsg_type != NLMSG_ERROR ||
	    mnl_nlmsg_get_payload_len(message) < sizeof(*answer))
		return -EAGAIN;
	answer = mnl_nlmsg_get_payload(message);
	return answer->error;
}

/* The first exits may be told of before the answer. */
static int read_answer(struct taskstats_listener *listener)
{
	int n, len = 0, error = -EAGAIN;

	while (error == -EAGAIN && (n = netlink_receive(listener->netlink)) > 0) {
		for (int i = 0; i < n && error == -EAGAIN; i++) {
			const struct nlmsghdr *message =
				netlink_message(listener->netlink, (size_t)i, &len);

			error = parse_answer(message, len);
		}
	}
	return error;
}

static bool begin(struct taskstats_listener *listener)
{
	listener->family = genl_resolve(listener->netlink, TASKSTATS_GENL_NAME);
	if (listener->family < 0)
		return false;
	make_room(listener->netlink);
	return send_cpus(listener, TASKSTATS_CMD_ATTR_REGISTER_CPUMASK) == 0 &&
	       read_answer(listener) == 0;
}

struct taskstats_listener *taskstats_listen(const char *cpus)
{
	struct netlink *netlink = netlink_new(NETLINK_GENERIC, MESSAGES, MESSAGE_SIZE);
	struct taskstats_listener *listener;

	if (!netlink)
		return NULL;
	listener = xcalloc(1, sizeof(*listener));
	listener->netlink = netlink;
	listener->cpus = xstrdup(cpus);
	if (begin(listener))
		return listener;
	listener->family = -1;
	taskstats_listener_free(listener);
	return NULL;
}

void taskstats_listener_free(struct taskstats_listener *listener)
{
	if (!listener)
		return;
	if (listener->family >= 0)
		send_cpus(listener, TASKSTATS_CMD_ATTR_DEREGISTER_CPUMASK);
	netlink_free(listener->netlink);
	free(listener->cpus);
	free(listener);
}

static size_t parse_all(struct taskstats_listener *listener, int n_there)
{
	size_t n = 0;

	for (int i = 0; i < n_there; i++) {
		int len;
		const struct nlmsghdr *message =
			netlink_message(listener->netlink, (size_t)i, &len);
		uint32_t sequence;

		if (message && taskstats_parse_message(message, (size_t)len, &sequence,
						       &listener->usages[n]) == 0)
			n++;
	}
	return n;
}

size_t taskstats_hear(struct taskstats_listener *listener, const struct task_usage **usages)
{
	int n_there;

	*usages = listener->usages;
	while ((n_there = netlink_receive(listener->netlink)) != 0) {
		size_t n = n_there > 0 ? parse_all(listener, n_there) : 0;

		if (n || (n_there < 0 && n_there != -ENOBUFS))
			return n;
	}
	return 0;
}

uint64_t taskstats_count_lost(const struct taskstats_listener *listener)
{
	uint32_t values[SK_MEMINFO_DROPS + 1];
	socklen_t len = sizeof(values);

	if (getsockopt(netlink_fd(listener->netlink), SOL_SOCKET, SO_MEMINFO, values, &len) < 0 ||
	    len < sizeof(values))
		return COUNTER_UNKNOWN;
	return values[SK_MEMINFO_DROPS];
}
