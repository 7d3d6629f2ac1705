/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a machine is read: what was said on the command line about it. */
#ifndef OVERTOP_ACCESS_H
#define OVERTOP_ACCESS_H

#include <stdbool.h>

struct access {
	bool is_live;    /* false: files of another machine (--root) */
	bool no_netlink; /* files only, though the kernel would tell more (--no-netlink) */
};

#endif
