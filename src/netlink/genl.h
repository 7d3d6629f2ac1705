/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Generic netlink: families of commands, which the kernel numbers when they come. */
#ifndef OVERTOP_NETLINK_GENL_H
#define OVERTOP_NETLINK_GENL_H

#include <stdint.h>

struct netlink;
struct nlmsghdr;

/* The number of the family @name, or -errno: -ENOENT, this kernel has no such family. */
int genl_resolve(struct netlink *netlink, const char *name);

/* Begins a request in @room, which then grows by its attributes. */
struct nlmsghdr *genl_request(void *room, int family, uint8_t command, uint8_t version,
			      uint32_t sequence);

#endif
