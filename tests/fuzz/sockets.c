/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each file that sockets are counted in. */
#include "config.h"

#include "fuzz.h"

#include <assert.h>

#include "base/counter.h"
#include "source/sockets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sockets sockets;
	uint64_t ports;

	sockets_init(&sockets);
	for (size_t file = 0; file < N_SOCKETS_FILES; file++)
		sockets_parse(file, (const char *)data, size, &sockets);
	ports = sockets.counts[SOCKETS_PORTS];
	assert(ports == COUNTER_UNKNOWN || (ports > 0 && ports <= UINT16_MAX + 1));
	return 0;
}
