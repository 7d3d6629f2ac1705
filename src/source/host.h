/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The name of the machine whose files are read. */
#ifndef OVERTOP_SOURCE_HOST_H
#define OVERTOP_SOURCE_HOST_H

#include <stdbool.h>

/* A new string, raw, or NULL: a dump without /proc/sys/kernel/hostname. */
char *host_name_dup(bool is_live);

#endif
