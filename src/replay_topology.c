/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "replay_topology.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/xalloc.h"
#include "record/record.h"

/* Of the texts together; one of a thousand CPUs has some hundred kB. */
static const size_t most_bytes = 8 << 20;

/* A record of nothing but the topology, and its line: topologies that are written alike are the same. */
struct landmark {
	size_t line;
	struct record record;
	struct arena arena; /* of the text */
	const char *text;
	size_t len;
};

struct replay_topology {
	struct landmark *landmarks; /* ascending by line */
	size_t n, capacity;
	size_t bytes; /* of their texts */
};

struct replay_topology *replay_topology_new(void)
{
	return xcalloc(1, sizeof(struct replay_topology));
}

static void fini_landmark(struct landmark *landmark)
{
	record_fini(&landmark->record);
	arena_fini(&landmark->arena);
}

void replay_topology_free(struct replay_topology *topologies)
{
	if (!topologies)
		return;
	for (size_t i = 0; i < topologies->n; i++)
		fini_landmark(&topologies->landmarks[i]);
	free(topologies->landmarks);
	free(topologies);
}

static struct landmark *landmark_at(const struct replay_topology *topologies, size_t line)
{
	size_t n = topologies->n;

	while (n && topologies->landmarks[n - 1].line > line)
		n--;
	return n ? &topologies->landmarks[n - 1] : NULL;
}

static bool is_same(const struct landmark *a, const struct landmark *b)
{
	return a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}

static void forget_first(struct replay_topology *topologies)
{
	struct landmark *landmarks = topologies->landmarks;

	topologies->bytes -= landmarks[0].len;
	fini_landmark(&landmarks[0]);
	topologies->n--;
	memmove(landmarks, landmarks + 1, topologies->n * sizeof(*landmarks));
}

static void keep(struct replay_topology *topologies, const struct landmark *landmark)
{
	topologies->landmarks = xgrow(topologies->landmarks, &topologies->capacity,
				      topologies->n + 1, sizeof(*topologies->landmarks));
	topologies->landmarks[topologies->n++] = *landmark;
	topologies->bytes += landmark->len;
	while (topologies->n > 1 && topologies->bytes > most_bytes)
		forget_first(topologies);
}

void replay_topology_add(struct replay_topology *topologies, size_t line,
			 const struct topology *topology)
{
	struct record only = {.topology = topology};
	const struct landmark *known = landmark_at(topologies, line);
	struct landmark landmark = {.line = line};
	const char *why;

	if (!topology)
		return;
	record_init(&landmark.record);
	landmark.text = record_write(&only, &landmark.arena, &landmark.len);
	if ((known && is_same(known, &landmark)) ||
	    record_read(&landmark.record, landmark.text, landmark.len, &why) < 0)
		fini_landmark(&landmark);
	else
		keep(topologies, &landmark);
}

const struct topology *replay_topology_at(const struct replay_topology *topologies, size_t line)
{
	const struct landmark *landmark = landmark_at(topologies, line);

	return landmark ? landmark->record.topology : NULL;
}
