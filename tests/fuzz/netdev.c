/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "fuzz.h"

#include <assert.h>
#include <string.h>

#include "source/netdev.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct netdevs netdevs;

	netdevs_init(&netdevs);
	netdevs_parse((const char *)data, size, &netdevs);
	for (size_t i = 0; i < netdevs.n_rows; i++) {
		const struct netdev *row = &netdevs.rows[i];

		assert(row->name_len > 0 && row->name + row->name_len <= netdevs.text_len);
		assert(!memchr(netdevs.text + row->name, '\n', row->name_len));
	}
	netdevs_fini(&netdevs);
	return 0;
}
