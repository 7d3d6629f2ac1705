/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "netlink/taskstats.h"

#include <assert.h>
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/taskstats.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "netlink/genl.h"
#include "netlink/socket.h"

/* struct taskstats has 560 bytes in version 16: room for what comes. */
enum { MESSAGE_SIZE = 2048 };
/* A request: two headers and a number. */
enum { REQUEST_SIZE = 64 };

struct taskstats_link {
	struct netlink *netlink;
	int family;
	char requests[TASKSTATS_BATCH * REQUEST_SIZE] __attribute__((aligned(MNL_ALIGNTO)));
};

void taskstats_free(struct taskstats_link *link)
{
	if (!link)
		return;
	netlink_free(link->netlink);
	free(link);
}

/* Without the privilege the family is there, but every question is refused. */
struct taskstats_link *taskstats_new(void)
{
	struct netlink *netlink = netlink_new(NETLINK_GENERIC, TASKSTATS_BATCH, MESSAGE_SIZE);
	struct taskstats_link *link;
	struct task_usage usage;
	int self = getpid();

	if (!netlink)
		return NULL;
	link = xcalloc(1, sizeof(*link));
	link->netlink = netlink;
	link->family = genl_resolve(netlink, TASKSTATS_GENL_NAME);
	if (link->family >= 0 && taskstats_ask(link, &self, 1, &usage) == 0 && usage.tid == self)
		return link;
	taskstats_free(link);
	return NULL;
}

/* The sequence number of the first; the others follow it. */
static uint32_t put_requests(struct taskstats_link *link, const int *tids, size_t n, size_t *len)
{
	uint32_t first = 0;

	*len = 0;
	for (size_t i = 0; i < n; i++) {
		uint32_t sequence = netlink_next_sequence(link->netlink);
		struct nlmsghdr *request =
			genl_request(link->requests + *len, link->family, TASKSTATS_CMD_GET,
				     TASKSTATS_GENL_VERSION, sequence);

		mnl_attr_put_u32(request, TASKSTATS_CMD_ATTR_PID, (uint32_t)tids[i]);
		*len += MNL_ALIGN(request->nlmsg_len);
		if (!i)
			first = sequence;
	}
	return first;
}

/* 0: an answer; else why there is none; -ESTALE: that of an earlier question. */
static int take_answer(const struct taskstats_link *link, size_t at, uint32_t first,
		       const int *tids, size_t n, struct task_usage *usages)
{
	int len, error;
	const struct nlmsghdr *message = netlink_message(link->netlink, at, &len);
	struct task_usage usage;
	uint32_t sequence;

	if (!message)
		return -EMSGSIZE;
	error = taskstats_parse_message(message, (size_t)len, &sequence, &usage);
	if (sequence - first >= n)
		return -ESTALE;
	if (!error && usage.tid == tids[sequence - first])
		usages[sequence - first] = usage;
	return error;
}

/* The answers are there when the request has been sent; one that is missing is not waited for. */
int taskstats_ask(struct taskstats_link *link, const int *tids, size_t n, struct task_usage *usages)
{
	size_t len, n_taken = 0, n_answered = 0;
	uint32_t first;
	int error, n_there, refused = -ENODATA;

	assert(n <= TASKSTATS_BATCH);
	for (size_t i = 0; i < n; i++)
		usages[i] = (struct task_usage){.pid = -1};
	first = put_requests(link, tids, n, &len);
	error = n ? netlink_send(link->netlink, link->requests, len) : 0;
	if (error)
		return error;
	while (n_taken < n && (n_there = netlink_receive(link->netlink)) > 0) {
		for (int i = 0; i < n_there; i++) {
			error = take_answer(link, (size_t)i, first, tids, n, usages);
			n_taken += error != -ESTALE;
			n_answered += !error || error == -ESRCH;
			if (error && error != -ESTALE && error != -ESRCH)
				refused = error;
		}
	}
	return n_answered || !n ? 0 : refused;
}
