/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine whose files are read: what it is called, and whether somebody is on it. */
#ifndef OVERTOP_SOURCE_HOST_H
#define OVERTOP_SOURCE_HOST_H

#include <stdbool.h>

/* A new string, raw, or NULL: a dump without /proc/sys/kernel/hostname. */
char *host_name_dup(bool is_live);

/* A new string that names this boot of the kernel, or NULL: unknown. */
char *host_boot_id_dup(void);

/* Of this process; a number that tells those of a kind apart: "net", "pid".  0: unknown. */
unsigned long long host_namespace(const char *kind);

/* Is there a process, or a thread of this machine, with this number? */
bool host_has_task(int pid);

#endif
