/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which machine, and which of its boots, an interval is of. */
#ifndef OVERTOP_MACHINE_H
#define OVERTOP_MACHINE_H

struct machine {
	const char *host;    /* raw; NULL: unknown */
	const char *boot_id; /* NULL: unknown */
};

#endif
