/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages as the kernel tells of threads, put together by hand. */
#ifndef OVERTOP_TEST_NETLINK_MESSAGE_H
#define OVERTOP_TEST_NETLINK_MESSAGE_H

#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/taskstats.h>
#include <stdint.h>
#include <string.h>

struct netlink_message {
	union {
		struct nlmsghdr header;
		char bytes[4096];
	};
	size_t len;
};

static inline void *message_put(struct netlink_message *message, const void *data, size_t len)
{
	void *place = message->bytes + message->len;

	if (len)
		memcpy(place, data, len);
	message->len += NLMSG_ALIGN(len);
	message->header.nlmsg_len = (uint32_t)message->len;
	return place;
}

static inline void message_begin(struct netlink_message *message, uint16_t type, uint32_t sequence)
{
	struct genlmsghdr genl = {.cmd = TASKSTATS_CMD_NEW, .version = TASKSTATS_GENL_VERSION};

	memset(message, 0, sizeof(*message));
	message->len = NLMSG_HDRLEN;
	message->header.nlmsg_type = type;
	message->header.nlmsg_seq = sequence;
	message_put(message, &genl, sizeof(genl));
}

static inline struct nlattr *message_attribute(struct netlink_message *message, uint16_t type,
					       const void *data, size_t len)
{
	struct nlattr attribute = {.nla_type = type, .nla_len = (uint16_t)(NLA_HDRLEN + len)};
	struct nlattr *place = message_put(message, &attribute, sizeof(attribute));

	message_put(message, data, len);
	return place;
}

/* A TASKSTATS_TYPE_AGGR_PID or _TGID: a number and a struct. */
static inline void message_aggregate(struct netlink_message *message, uint16_t type,
				     uint32_t number, const void *stats, size_t len)
{
	uint16_t inner = type == TASKSTATS_TYPE_AGGR_PID ? TASKSTATS_TYPE_PID : TASKSTATS_TYPE_TGID;
	size_t begin = message->len;
	struct nlattr *nest = message_attribute(message, type, NULL, 0);

	message_attribute(message, inner, &number, sizeof(number));
	message_attribute(message, TASKSTATS_TYPE_STATS, stats, len);
	nest->nla_len = (uint16_t)(message->len - begin);
}

#endif
