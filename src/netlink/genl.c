/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "netlink/genl.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <string.h>

#include "netlink/socket.h"

struct nlmsghdr *genl_request(void *room, int family, uint8_t command, uint8_t version,
			      uint32_t sequence)
{
	struct nlmsghdr *message = mnl_nlmsg_put_header(room);
	struct genlmsghdr *header = mnl_nlmsg_put_extra_header(message, sizeof(*header));

	message->nlmsg_type = (uint16_t)family;
	message->nlmsg_flags = NLM_F_REQUEST;
	message->nlmsg_seq = sequence;
	header->cmd = command;
	header->version = version;
	return message;
}

static int read_id(const struct nlattr *attribute, void *data)
{
	int *id = data;

	if (mnl_attr_get_type(attribute) == CTRL_ATTR_FAMILY_ID &&
	    mnl_attr_validate(attribute, MNL_TYPE_U16) == 0)
		*id = mnl_attr_get_u16(attribute);
	return MNL_CB_OK;
}

static int read_family(const struct nlmsghdr *message, void *data)
{
	return mnl_attr_parse(message, sizeof(struct genlmsghdr), read_id, data);
}

int genl_resolve(struct netlink *netlink, const char *name)
{
	char room[256] __attribute__((aligned(MNL_ALIGNTO)));
	uint32_t sequence = netlink_next_sequence(netlink);
	struct nlmsghdr *request =
		genl_request(room, GENL_ID_CTRL, CTRL_CMD_GETFAMILY, 1, sequence);
	const struct nlmsghdr *answer;
	int id = -ENOENT, error, len;

	if (!mnl_attr_put_check(request, sizeof(room), CTRL_ATTR_FAMILY_NAME, strlen(name) + 1,
				name))
		return -ENAMETOOLONG;
	error = netlink_send(netlink, request, request->nlmsg_len);
	if (error)
		return error;
	if (netlink_receive(netlink) < 1)
		return -ENODATA;
	answer = netlink_message(netlink, 0, &len);
	if (!answer)
		return -EMSGSIZE;
	if (mnl_cb_run(answer, (size_t)len, sequence, 0, read_family, &id) < 0)
		return -errno;
	return id;
}
