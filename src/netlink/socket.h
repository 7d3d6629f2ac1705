/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A netlink socket that never waits: what it was asked the kernel answers before the sending returns, and
 * what it tells by itself is there or is not.
 *
 * Many messages are taken in one system call.  Each lies in room of its own until the next call.
 */
#ifndef OVERTOP_NETLINK_SOCKET_H
#define OVERTOP_NETLINK_SOCKET_H

#include <stddef.h>
#include <stdint.h>

struct netlink;
struct nlmsghdr;

/*
 * Of NETLINK_GENERIC or another @protocol, with room for @n_messages of @message_size bytes at a time.
 * NULL: the kernel has none, or does not let us.
 */
struct netlink *netlink_new(int protocol, size_t n_messages, size_t message_size);
void netlink_free(struct netlink *netlink);

int netlink_fd(const struct netlink *netlink);

/* For requests: no two have the same. */
uint32_t netlink_next_sequence(struct netlink *netlink);

/* All of @requests at once.  0 or -errno. */
int netlink_send(struct netlink *netlink, const void *requests, size_t len);

/*
 * Takes what is there: how many messages, up to n_messages; 0: none; or -errno.  -ENOBUFS is no end: there was
 * no room for some.
 */
int netlink_receive(struct netlink *netlink);

/*
 * The @i-th that was taken, and in @len its bytes: one message or, of a dump, several.  NULL: it did not fit into
 * its room.
 */
const struct nlmsghdr *netlink_message(const struct netlink *netlink, size_t i, int *len);

#endif
