/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The TCP sockets of this network namespace, as ss lists them (NETLINK_SOCK_DIAG, inet_diag), a slice per
 * call.  The kernel goes on with a list only as it is taken, and filters it by state.
 */
#ifndef OVERTOP_NETLINK_DIAG_H
#define OVERTOP_NETLINK_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DIAG_ADDRESS_SIZE 16

/* An IPv4 address is ::ffff:a.b.c.d, as it is for a socket that speaks both. */
struct diag_address {
	uint8_t bytes[DIAG_ADDRESS_SIZE];
	uint16_t port;
};

struct diag_socket {
	uint8_t state; /* enum tcp state of netinet/tcp.h: TCP_ESTABLISHED ... */
	struct diag_address local, remote;
	uint32_t rqueue, wqueue; /* of a listener: connections that wait, and how many may */
};

typedef void diag_told(void *data, const struct diag_socket *socket);

struct diag;

/* NULL: the kernel has none. */
struct diag *diag_new(void);
void diag_free(struct diag *diag);

/* Asks for the sockets of @family in @states (1 << TCP_LISTEN ...).  0 or -errno. */
int diag_ask(struct diag *diag, int family, uint32_t states);

/* Tells the next of them.  1: there may be more; 0: that was all; or -errno, and there are no more. */
int diag_take(struct diag *diag, diag_told *told, void *data);

/* One message of the answer; pure.  False: it is no socket. */
bool diag_parse(const void *message, size_t len, struct diag_socket *socket);

/* "192.0.2.7:443", "[2001:db8::1]:443". */
#define DIAG_TEXT_SIZE 56
void diag_address_format(const struct diag_address *address, char text[DIAG_TEXT_SIZE]);

#endif
