/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "netlink/diag.h"

#include <arpa/inet.h>
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "netlink/socket.h"

/* The kernel fills no more than 32 KiB at a time; some 300 sockets. */
#define SLICE_SIZE 32768

struct diag {
	struct netlink *netlink;
	uint32_t sequence;
	bool is_asked;
};

struct diag *diag_new(void)
{
	struct netlink *netlink = netlink_new(NETLINK_SOCK_DIAG, 1, SLICE_SIZE);
	struct diag *diag;

	if (!netlink)
		return NULL;
	diag = xcalloc(1, sizeof(*diag));
	diag->netlink = netlink;
	return diag;
}

void diag_free(struct diag *diag)
{
	if (!diag)
		return;
	netlink_free(diag->netlink);
	free(diag);
}

int diag_ask(struct diag *diag, int family, uint32_t states)
{
	struct {
		struct nlmsghdr header;
		struct inet_diag_req_v2 body;
	} request = {
		.header.nlmsg_len = sizeof(request),
		.header.nlmsg_type = SOCK_DIAG_BY_FAMILY,
		.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP,
		.header.nlmsg_seq = netlink_next_sequence(diag->netlink),
		.body.sdiag_family = (uint8_t)family,
		.body.sdiag_protocol = IPPROTO_TCP,
		.body.idiag_states = states,
	};
	int error = netlink_send(diag->netlink, &request, sizeof(request));

	diag->sequence = request.header.nlmsg_seq;
	diag->is_asked = error == 0;
	return error;
}

static void copy_address(uint8_t family, const uint32_t from[4], uint16_t port,
			 struct diag_address *to)
{
	static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

	if (family == AF_INET) {
		memcpy(to->bytes, mapped, sizeof(mapped));
		memcpy(to->bytes + sizeof(mapped), from, 4);
	} else {
		memcpy(to->bytes, from, DIAG_ADDRESS_SIZE);
	}
	to->port = ntohs(port);
}

bool diag_parse(const void *message, size_t len, struct diag_socket *socket)
{
	struct inet_diag_msg told;

	if (len < sizeof(told))
		return false;
	memcpy(&told, message, sizeof(told));
	if (told.idiag_family != AF_INET && told.idiag_family != AF_INET6)
		return false;
	socket->state = told.idiag_state;
	socket->rqueue = told.idiag_rqueue;
	socket->wqueue = told.idiag_wqueue;
	copy_address(told.idiag_family, told.id.idiag_src, told.id.idiag_sport, &socket->local);
	copy_address(told.idiag_family, told.id.idiag_dst, told.id.idiag_dport, &socket->remote);
	return true;
}

/* As diag_take(), of one message. */
static int take_message(const struct nlmsghdr *header, diag_told *told, void *data)
{
	struct diag_socket socket;

	if (header->nlmsg_type == NLMSG_DONE)
		return 0;
	if (header->nlmsg_type == NLMSG_ERROR) {
		const struct nlmsgerr *error = mnl_nlmsg_get_payload(header);

		return mnl_nlmsg_get_payload_len(header) >= sizeof(*error) && error->error < 0
			       ? error->error
			       : -EPROTO;
	}
	if (header->nlmsg_type == SOCK_DIAG_BY_FAMILY &&
	    diag_parse(mnl_nlmsg_get_payload(header), mnl_nlmsg_get_payload_len(header), &socket))
		told(data, &socket);
	return 1;
}

/* What is left of a list that was given up has another number. */
static int take_slice(struct diag *diag, diag_told *told, void *data)
{
	int n = netlink_receive(diag->netlink), len = 0, state = 1;
	const struct nlmsghdr *header;

	if (n <= 0)
		return n < 0 ? n : -ENODATA;
	header = netlink_message(diag->netlink, 0, &len);
	if (!header)
		return -EMSGSIZE;
	for (; state > 0 && mnl_nlmsg_ok(header, len); header = mnl_nlmsg_next(header, &len))
		if (header->nlmsg_seq == diag->sequence)
			state = take_message(header, told, data);
	return state;
}

int diag_take(struct diag *diag, diag_told *told, void *data)
{
	int state = diag->is_asked ? take_slice(diag, told, data) : -ENODATA;

	diag->is_asked = state > 0;
	return state;
}

void diag_address_format(const struct diag_address *address, char text[DIAG_TEXT_SIZE])
{
	char name[INET6_ADDRSTRLEN] = "";
	struct in6_addr six;

	memcpy(&six, address->bytes, sizeof(six));
	if (IN6_IS_ADDR_V4MAPPED(&six)) {
		inet_ntop(AF_INET, address->bytes + 12, name, sizeof(name));
		snprintf(text, DIAG_TEXT_SIZE, "%s:%u", name, address->port);
	} else {
		inet_ntop(AF_INET6, address->bytes, name, sizeof(name));
		snprintf(text, DIAG_TEXT_SIZE, "[%s]:%u", name, address->port);
	}
}
