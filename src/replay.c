/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "replay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/i18n.h"
#include "base/xalloc.h"
#include "history.h"
#include "past.h"
#include "record/record.h"
#include "record/tape.h"
#include "replay_findings.h"
#include "replay_parts.h"
#include "replay_topology.h"
#include "replay_users.h"
#include "rule/engine.h"
#include "sample.h"

/* Lines of history kept: a day at one a second. */
enum { HISTORY_LINES = 86400 };

static struct record *record_new(void)
{
	struct record *record = xcalloc(1, sizeof(*record));

	record_init(record);
	return record;
}

static void record_free(struct record *record)
{
	record_fini(record);
	free(record);
}

struct replay *replay_new(struct tape *tape)
{
	struct replay *replay = xcalloc(1, sizeof(*replay));

	replay->tape = tape;
	replay->past = past_new(0, 0);
	replay->shown = record_new();
	replay->next = record_new();
	replay->topologies = replay_topology_new();
	replay->findings = replay_findings_new();
	history_init(&replay->history, HISTORY_LINES);
	arena_init(&replay->problem_arena);
	replay->done_pct = (double)NAN;
	replay->users = replay_users_new();
	return replay;
}

void replay_free(struct replay *replay)
{
	if (!replay)
		return;
	replay_topology_free(replay->topologies);
	replay_findings_free(replay->findings);
	free(replay->times);
	record_free(replay->shown);
	record_free(replay->next);
	history_fini(&replay->history);
	arena_fini(&replay->problem_arena);
	replay_users_free(replay->users);
	past_free(replay->past);
	tape_close(replay->tape);
	free(replay);
}

void replay_remember(struct replay *replay, size_t max_bytes)
{
	if (!replay_is_stream(replay))
		return;
	past_free(replay->past);
	replay->past = past_new(max_bytes, (double)INFINITY);
}

void replay_tune(struct replay *replay, const struct tuning *tuning)
{
	replay->tuning = tuning;
}

const struct past *replay_past(const struct replay *replay)
{
	return replay->past;
}

static void arrive(struct replay *replay)
{
	replay->is_going = replay->is_waiting = false;
}

static void end(struct replay *replay, const char *problem)
{
	bool searched = replay->is_going && replay->target.by_finding;

	replay->is_all_read = true;
	if (problem && !replay->problem)
		replay->problem = arena_strdup(&replay->problem_arena, problem);
	arrive(replay);
	if (!searched)
		return;
	replay_go(replay, (struct target){.line = replay->target.line});
	replay->found_nothing = true;
}

static void judge(struct replay *replay, size_t line, bool is_new)
{
	struct rule_facts facts = {
		.topology = replay_topology_at(replay->topologies, line),
		.tuning = replay->tuning,
		.has = NEED_EVERYTHING,
	};

	replay_findings_add(replay->findings, line, is_new, &replay->next->interval, &facts);
}

/* A line that was never read before. */
static void learn(struct replay *replay)
{
	const struct interval *interval = &replay->next->interval;

	replay->times = xgrow(replay->times, &replay->times_capacity, replay->n_times + 1,
			      sizeof(*replay->times));
	replay->times[replay->n_times++] = interval->wall_ns;
	history_add(&replay->history, interval);
	past_add(replay->past, interval, NULL);
}

static void show(struct replay *replay, size_t line)
{
	struct record *record = replay->shown;

	replay->shown = replay->next;
	replay->next = record;
	replay->at = line;
	replay->has_interval = true;
	replay->done_pct = tape_done_pct(replay->tape);
}

/* The line that was shown, or the oldest that is left. */
static size_t shown_still(const struct replay *replay)
{
	size_t first = past_first(replay->past);

	return replay->at > first ? replay->at : first;
}

static bool is_there(const struct replay *replay, size_t line)
{
	if (replay->target.by_finding)
		return line > replay->target.line &&
		       replay_findings_find(replay->findings, line - 1, 1) == line;
	if (replay->target.by_time)
		return replay->shown->interval.wall_ns >= replay->target.wall_ns;
	return line >= replay->target.line;
}

static void take_line(struct replay *replay, size_t line, struct span text)
{
	const char *why;
	bool is_new = line >= replay->n_times;

	if (record_read(replay->next, text.text, text.len, &why) < 0) {
		end(replay,
		    arena_printf(&replay->problem_arena, _("record %zu: %s"), line + 1, why));
		return;
	}
	if (is_new)
		replay_topology_add(replay->topologies, line, replay->next->topology);
	judge(replay, line, is_new);
	if (is_new)
		learn(replay);
	show(replay, replay->target.stays ? shown_still(replay) : line);
	if (is_there(replay, line))
		arrive(replay);
}

static void take(struct replay *replay, size_t line, enum tape_result result, struct span text)
{
	switch (result) {
	case TAPE_LINE:
		take_line(replay, line, text);
		break;
	case TAPE_END:
		end(replay, line ? NULL : _("it is empty"));
		break;
	case TAPE_CUT:
		end(replay,
		    arena_printf(&replay->problem_arena, _("cut off after record %zu"), line));
		break;
	case TAPE_BAD:
		end(replay, tape_problem(replay->tape));
		break;
	case TAPE_LATER:
		replay->is_waiting = tape_fd(replay->tape) >= 0;
		break;
	}
}

/* Is it to be read on, from the last line that is known? */
static bool is_beyond(const struct replay *replay)
{
	return replay_is_search(&replay->target) || replay->target.line >= replay->n_times;
}

/* Of a stream: to what is remembered, from its oldest to what was read last. */
static void wind_stream(struct replay *replay)
{
	size_t newest = replay->n_times ? replay->n_times - 1 : 0;

	if (replay->target.stays)
		return;
	if (is_beyond(replay)) {
		replay->at = newest;
		return;
	}
	replay->at = replay->target.line;
	if (replay->at < past_first(replay->past))
		replay->at = past_first(replay->past);
	if (!past_get(replay->past, replay->at))
		replay->at = newest;
	arrive(replay);
}

/* Towards a line that is not the next one, the tape is wound. */
static void wind_tape(struct replay *replay)
{
	size_t line = replay->target.line;

	/* The last line that is known is read again, to be shown if no other comes. */
	if (is_beyond(replay))
		line = replay->n_times - (replay->n_times && replay->at + 1 != replay->n_times);
	if (line != tape_position(replay->tape) && tape_seek(replay->tape, line) < 0)
		arrive(replay);
}

bool replay_step(struct replay *replay, uint64_t budget_ns)
{
	uint64_t begun_ns = clock_monotonic_ns();

	replay->is_waiting = false;
	if (replay->is_going && replay_is_stream(replay))
		wind_stream(replay);
	else if (replay->is_going)
		wind_tape(replay);
	while (replay->is_going && !replay->is_waiting) {
		size_t line = tape_position(replay->tape);
		struct span text = {0};
		enum tape_result result = tape_next(replay->tape, &text);

		replay->is_all_read = false;
		take(replay, line, result, text);
		/* The way back from a search in vain begins with winding. */
		if (replay->found_nothing || clock_monotonic_ns() - begun_ns >= budget_ns)
			break;
	}
	return !replay->is_going;
}

bool replay_is_busy(const struct replay *replay)
{
	return replay->is_going && !replay->is_waiting;
}

int replay_fd(const struct replay *replay)
{
	return replay->is_going && replay->is_waiting ? tape_fd(replay->tape) : -1;
}

bool replay_has_interval(const struct replay *replay)
{
	return replay->has_interval;
}

bool replay_is_stream(const struct replay *replay)
{
	return tape_fd(replay->tape) >= 0;
}

bool replay_is_at_start(const struct replay *replay)
{
	return replay->at == past_first(replay->past);
}

bool replay_is_at_newest(const struct replay *replay)
{
	return replay->at + 1 >= replay->n_times;
}

bool replay_is_whole(const struct replay *replay)
{
	return replay->is_all_read;
}

bool replay_is_at_end(const struct replay *replay)
{
	return replay->is_all_read && replay_is_at_newest(replay);
}

double replay_done_pct(const struct replay *replay)
{
	return replay_is_at_end(replay) ? 100 : replay->done_pct;
}

const char *replay_problem(const struct replay *replay)
{
	return replay->problem;
}

struct view replay_view(struct replay *replay, const struct choice *choice)
{
	const struct interval *remembered = NULL;

	if (replay->at + 1 < replay->n_times)
		remembered = past_get(replay->past, replay->at);
	replay->history.n_hidden = replay->n_times - 1 - replay->at;
	return (struct view){
		.interval = remembered ? remembered : &replay->shown->interval,
		.history = &replay->history,
		.topology = replay_topology_at(replay->topologies, replay->at),
		.choice = choice,
		.words = replay_users_words(replay->users, replay->shown),
		.tuning = replay->tuning,
		.has = NEED_EVERYTHING,
		.last_words = replay_findings_last_words(replay->findings),
		.looked_s = replay_findings_looked_s(replay->findings),
	};
}

struct machine replay_machine(const struct replay *replay)
{
	return (struct machine){.host = replay->shown->host, .boot_id = replay->shown->boot_id};
}
