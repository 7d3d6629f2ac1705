/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "netlink/socket.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "base/xalloc.h"

struct netlink {
	struct mnl_socket *socket;
	uint32_t sequence;
	size_t n_messages, message_size;
	char *room; /* [n_messages * message_size] */
	struct iovec *pieces;
	struct mmsghdr *headers;
};

static void make_room(struct netlink *netlink, size_t n_messages, size_t message_size)
{
	netlink->n_messages = n_messages;
	netlink->message_size = MNL_ALIGN(message_size);
	netlink->room = xmalloc(xalloc_size(n_messages, netlink->message_size));
	netlink->pieces = xcalloc(n_messages, sizeof(*netlink->pieces));
	netlink->headers = xcalloc(n_messages, sizeof(*netlink->headers));
	for (size_t i = 0; i < n_messages; i++) {
		netlink->pieces[i].iov_base = netlink->room + i * netlink->message_size;
		netlink->pieces[i].iov_len = netlink->message_size;
		netlink->headers[i].msg_hdr.msg_iov = &netlink->pieces[i];
		netlink->headers[i].msg_hdr.msg_iovlen = 1;
	}
}

struct netlink *netlink_new(int protocol, size_t n_messages, size_t message_size)
{
	struct mnl_socket *socket = mnl_socket_open2(protocol, SOCK_CLOEXEC | SOCK_NONBLOCK);
	struct netlink *netlink;

	if (!socket)
		return NULL;
	if (mnl_socket_bind(socket, 0, MNL_SOCKET_AUTOPID) < 0) {
		mnl_socket_close(socket);
		return NULL;
	}
	netlink = xcalloc(1, sizeof(*netlink));
	netlink->socket = socket;
	make_room(netlink, n_messages, message_size);
	return netlink;
}

void netlink_free(struct netlink *netlink)
{
	if (!netlink)
		return;
	mnl_socket_close(netlink->socket);
	free(netlink->headers);
	free(netlink->pieces);
	free(netlink->room);
	free(netlink);
}

int netlink_fd(const struct netlink *netlink)
{
	return mnl_socket_get_fd(netlink->socket);
}

/* 0 is that of messages that nobody asked for. */
uint32_t netlink_next_sequence(struct netlink *netlink)
{
	if (!++netlink->sequence)
		netlink->sequence++;
	return netlink->sequence;
}

int netlink_send(struct netlink *netlink, const void *requests, size_t len)
{
	return mnl_socket_sendto(netlink->socket, requests, len) < 0 ? -errno : 0;
}

int netlink_receive(struct netlink *netlink)
{
	int n = recvmmsg(netlink_fd(netlink), netlink->headers, (unsigned int)netlink->n_messages,
			 MSG_DONTWAIT, NULL);

	if (n >= 0)
		return n;
	return errno == EAGAIN ? 0 : -errno;
}

const struct nlmsghdr *netlink_message(const struct netlink *netlink, size_t i, int *len)
{
	const struct mmsghdr *header = &netlink->headers[i];

	if (header->msg_hdr.msg_flags & MSG_TRUNC)
		return NULL;
	*len = (int)header->msg_len;
	return netlink->pieces[i].iov_base;
}
