/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What decides what an operation costs: the CPU, the kernel, and what it does against the faults of the CPU.
 * Prices measured under one fingerprint say nothing under another.
 */
#ifndef OVERTOP_SOURCE_FINGERPRINT_H
#define OVERTOP_SOURCE_FINGERPRINT_H

#include <stddef.h>

/* Owns its texts; none is NULL, an empty one is unknown. */
struct fingerprint {
	char *cpu_model;   /* /proc/cpuinfo, the first CPU */
	char *kernel;      /* release and version, as uname -rv */
	char *mitigations; /* /sys/devices/system/cpu/vulnerabilities: "l1tf: Not affected; ..." */
};

void fingerprint_read(struct fingerprint *fingerprint);
void fingerprint_fini(struct fingerprint *fingerprint);

/* A new string: what the text of /proc/cpuinfo calls its first CPU. */
char *fingerprint_cpu_model_dup(const char *text, size_t len);

#endif
