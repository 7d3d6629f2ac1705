/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A ring of processes or threads on one CPU that pass on a token by pipes, as lmbench's lat_ctx.
 *
 * Each waits for the token at its own pipe, touches its own memory and writes the token to the pipe
 * of the next.  On one CPU that makes exactly one switch a hand-over.  The first is who calls.
 */
#ifndef OVERTOP_RELAY_RING_H
#define OVERTOP_RELAY_RING_H

#include <stdbool.h>
#include <stddef.h>

struct ring;

/* 0 or -errno; each of @n_members (2 or more) touches @kib KiB whenever it has the token. */
int ring_new(struct ring **ring, size_t n_members, size_t kib, bool is_threads);

/* The token @n times around: @n * n_members hand-overs. */
bool ring_turn(struct ring *ring, size_t n);
/* What that is but the switches: as much written, read and touched, by the first member alone. */
bool ring_turn_alone(struct ring *ring, size_t n);

void ring_free(struct ring *ring);

#endif
