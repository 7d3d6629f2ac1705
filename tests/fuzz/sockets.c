/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each file that sockets are counted in. */
#include "config.h"

#include "fuzz.h"

#include "source/sockets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sockets sockets;

	sockets_init(&sockets);
	for (size_t file = 0; file < N_SOCKETS_FILES; file++)
		sockets_parse(file, (const char *)data, size, &sockets);
	return 0;
}
