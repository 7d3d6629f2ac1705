/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel tells of a socket, its range of ports, and what it says of an interrupt nobody wanted. */
#include "config.h"

#include "fuzz.h"

#include <assert.h>
#include <string.h>

#include "netlink/diag.h"
#include "source/affinity.h"
#include "source/peers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	char address[DIAG_TEXT_SIZE];
	struct diag_socket socket;
	unsigned int first, last;
	uint64_t unhandled;

	if (diag_parse(data, size, &socket)) {
		diag_address_format(&socket.remote, address);
		assert(strchr(address, ':'));
	}
	if (peers_parse_range(text, size, &first, &last))
		assert(first <= last && last <= UINT16_MAX);
	affinity_parse_spurious(text, size, &unhandled);
	return 0;
}
