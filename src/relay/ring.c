/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "relay/ring.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/barrier.h"
#include "base/xalloc.h"
#include "relay/partner.h"

#define LINE 64 /* bytes that a cache fetches at once; nearly everywhere */

/* What is passed on. */
#define TOKEN_GO  'g'
#define TOKEN_END 'e'

struct member {
	int in, out; /* its own pipe */
	int next;    /* writes to the next member's */
	char *memory;
	size_t size;
	struct partner partner; /* not of the first */
};

struct ring {
	int policy; /* of the first member, as it was */
	size_t n_members;
	struct member members[];
};

static bool pass(const struct member *member, char token)
{
	return write(member->next, &token, 1) == 1;
}

static bool get(const struct member *member, char *token)
{
	return read(member->in, token, 1) == 1;
}

static void touch(const struct member *member)
{
	uintptr_t sum = 0;

	for (size_t at = 0; at < member->size; at += LINE)
		sum += (unsigned char)member->memory[at];
	barrier_keep(sum);
}

static void member_work(void *data)
{
	const struct member *member = data;
	char token;

	/* Written to, for pages that are the same zeros to all would stay in the cache. */
	if (member->size)
		memset(member->memory, 1, member->size);
	while (get(member, &token)) {
		touch(member);
		if (!pass(member, token) || token == TOKEN_END)
			return;
	}
}

static int open_pipe(struct member *member, size_t kib)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	member->in = ends[0];
	member->out = ends[1];
	member->size = kib * 1024;
	if (kib)
		member->memory = xmalloc(member->size);
	return 0;
}

static int open_pipes(struct ring *ring, size_t kib)
{
	int error = 0;

	for (size_t i = 0; i < ring->n_members; i++)
		ring->members[i].in = ring->members[i].out = -1;
	for (size_t i = 0; i < ring->n_members && !error; i++)
		error = open_pipe(&ring->members[i], kib);
	for (size_t i = 0; i < ring->n_members; i++)
		ring->members[i].next = ring->members[(i + 1) % ring->n_members].out;
	return error;
}

static int start_partners(struct ring *ring, bool is_threads)
{
	int error = 0;

	for (size_t i = 1; i < ring->n_members && !error; i++) {
		struct member *member = &ring->members[i];

		error = is_threads ? partner_start_thread(&member->partner, -1, member_work, member)
				   : partner_start_process(&member->partner, member_work, member);
	}
	return error;
}

static void set_policy(int policy)
{
	const struct sched_param none = {0};

	/* Without it there are a few switches more, and no more than that. */
	sched_setscheduler(0, policy, &none);
}

int ring_new(struct ring **made, size_t n_members, size_t kib, bool is_threads)
{
	assert(n_members >= 2);
	struct ring *ring = xcalloc(1, sizeof(*ring) + n_members * sizeof(*ring->members));
	struct member *first = &ring->members[0];

	ring->n_members = n_members;
	ring->policy = sched_getscheduler(0);
	/*
	 * Who is woken does not put off its waker, which then would have to run once more only to wait: in a
	 * ring of 16 that is every second switch.  The others inherit it.  Between two it is no more
	 * switches, and half of them put off the waker, as they do in programs: those cost less.
	 */
	if (n_members > 2)
		set_policy(SCHED_BATCH);
	int error = open_pipes(ring, kib);

	if (!error && kib)
		memset(first->memory, 1, first->size);
	if (!error)
		error = start_partners(ring, is_threads);
	/* The first time around, each comes to where it waits. */
	if (!error && !ring_turn(ring, 1))
		error = -EPIPE;
	if (error)
		ring_free(ring);
	else
		*made = ring;
	return error;
}

bool ring_turn(struct ring *ring, size_t n)
{
	const struct member *first = &ring->members[0];
	char token = TOKEN_GO;

	for (size_t i = 0; i < n; i++) {
		if (!pass(first, token) || !get(first, &token))
			return false;
		touch(first);
	}
	return true;
}

bool ring_turn_alone(struct ring *ring, size_t n)
{
	/* Nobody else reads from the first one's pipe: who writes there wakes nobody. */
	struct member alone = ring->members[0];
	char token = TOKEN_GO;

	alone.next = alone.out;
	for (size_t i = 0; i < n * ring->n_members; i++) {
		if (!pass(&alone, token) || !get(&alone, &token))
			return false;
		touch(&alone);
	}
	return true;
}

void ring_free(struct ring *ring)
{
	if (!ring)
		return;
	/* Threads hand the end on, as far as there are any. */
	if (ring->members[1].partner.is_started)
		pass(&ring->members[0], TOKEN_END);
	for (size_t i = 0; i < ring->n_members; i++) {
		struct member *member = &ring->members[i];

		partner_end(&member->partner);
		free(member->memory);
	}
	/* Only now: the end may still be on its way. */
	for (size_t i = 0; i < ring->n_members; i++) {
		if (ring->members[i].in < 0)
			continue;
		close(ring->members[i].in);
		close(ring->members[i].out);
	}
	set_policy(ring->policy);
	free(ring);
}
