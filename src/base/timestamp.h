/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A moment as text that every program reads: "2026-11-30T16:05:33.123456789Z" (RFC 3339, UTC). */
#ifndef OVERTOP_BASE_TIMESTAMP_H
#define OVERTOP_BASE_TIMESTAMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TIMESTAMP_SIZE 32

/* @ns since 1970. */
void timestamp_format(uint64_t ns, char out[TIMESTAMP_SIZE]);

/* With any number of decimals, or none; false when @text is no such thing. */
bool timestamp_parse(const char *text, size_t len, uint64_t *ns);

#endif
