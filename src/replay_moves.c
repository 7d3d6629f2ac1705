/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a recording is to go next. */
#include "config.h"

#include "replay_parts.h"

#include "past.h"
#include "replay_findings.h"

bool replay_is_search(const struct target *target)
{
	return target->by_time || target->by_finding;
}

void replay_go(struct replay *replay, struct target target)
{
	replay->found_nothing = false;
	replay->target = target;
	replay->is_going = true;
	replay->is_waiting = false;
}

/* What it waits for is not there yet: who goes on from here goes on from what is shown. */
void replay_move(struct replay *replay, long by)
{
	bool is_going = replay_is_busy(replay) && !replay_is_search(&replay->target);
	size_t line = is_going ? replay->target.line : replay->at;

	if (!replay->has_interval)
		line = by > 0 ? (size_t)by - 1 : 0;
	else if (by < 0)
		line = (size_t)-by < line ? line + (size_t)by : 0;
	else
		line += (size_t)by;
	replay_go(replay, (struct target){.line = line});
}

void replay_move_to(struct replay *replay, uint64_t wall_ns)
{
	size_t line = 0;

	/* Only what lies behind all that was read must be searched for on the tape. */
	while (line < replay->n_times && replay->times[line] < wall_ns)
		line++;
	if (line < replay->n_times)
		replay_go(replay, (struct target){.line = line});
	else
		replay_go(replay, (struct target){.by_time = true, .wall_ns = wall_ns});
}

void replay_move_to_finding(struct replay *replay, int direction)
{
	size_t line = replay_findings_find(replay->findings, replay->at, direction);

	if (line != SIZE_MAX) {
		replay_go(replay, (struct target){.line = line});
		return;
	}
	if (direction > 0)
		replay_go(replay, (struct target){.by_finding = true, .line = replay->at});
	replay->found_nothing = direction < 0;
}

bool replay_found_nothing(const struct replay *replay)
{
	return replay->found_nothing;
}

void replay_take_in(struct replay *replay)
{
	if (past_end(replay->past) > past_first(replay->past))
		replay_go(replay, (struct target){.line = replay->n_times, .stays = true});
}
