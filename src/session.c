/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "session.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "interval.h"
#include "judge.h"
#include "live.h"
#include "lookback.h"
#include "past.h"
#include "pricing.h"
#include "replay.h"
#include "sample.h"
#include "source/host.h"
#include "ui/ui.h"
#include "view/findings.h"

struct session {
	struct live *live;     /* NULL: a recording */
	struct replay *replay; /* NULL: this machine */
	struct past *past;     /* with live, as is judge */
	struct judge *judge;
	const struct tuning *tuning;
	bool is_live, has_machine;
	char *host,
		*boot_id; /* of this machine, if has_machine: they are read when they are asked for */
	struct pricing *pricing;  /* of this machine; NULL: not asked for yet */
	struct lookback lookback; /* into past */
	bool found_nothing;       /* looking back for a finding */
	bool is_adding;           /* not making another interval */
	bool remembers, with_command_lines;
	bool needs_prices; /* something shown does */
};

struct session *session_new(struct access access)
{
	struct session *session = xcalloc(1, sizeof(*session));

	session->live = live_new(access);
	session->past = past_new(0, 0);
	session->judge = judge_new();
	lookback_init(&session->lookback);
	session->is_live = access.is_live;
	return session;
}

struct session *session_new_replay(struct tape *tape)
{
	struct session *session = xcalloc(1, sizeof(*session));

	session->replay = replay_new(tape);
	return session;
}

void session_free(struct session *session)
{
	if (!session)
		return;
	lookback_fini(&session->lookback);
	live_free(session->live);
	replay_free(session->replay);
	past_free(session->past);
	judge_free(session->judge);
	pricing_free(session->pricing);
	free(session->host);
	free(session->boot_id);
	free(session);
}

void session_tune(struct session *session, const struct tuning *tuning)
{
	session->tuning = tuning;
	if (session->replay)
		replay_tune(session->replay, tuning);
}

void session_remember(struct session *session, size_t max_bytes, double max_seconds,
		      bool with_command_lines)
{
	if (session->replay) {
		replay_remember(session->replay, max_bytes);
		return;
	}
	past_free(session->past);
	session->past = past_new(max_bytes, max_seconds);
	session->remembers = max_bytes > 0;
	session->with_command_lines = with_command_lines;
}

bool session_remembers(const struct session *session)
{
	return session->remembers;
}

bool session_is_following(const struct session *session)
{
	const struct replay *replay = session->replay;

	return replay && replay_is_stream(replay) && replay_is_at_newest(replay);
}

void session_begin(struct session *session, unsigned int needs)
{
	session->is_adding = false;
	session->needs_prices |= needs & NEED_PRICES;
	if (session->live)
		live_begin(session->live, needs);
	else
		replay_move(session->replay, 1);
}

static const struct choice any;

static void mark(struct session *session)
{
	struct view view = session_newest(session, &any);
	struct rule_facts facts = findings_facts(&view);

	judge_next(session->judge, live_interval(session->live), &facts);
}

static void remember(struct session *session)
{
	struct view view = live_view(session->live, &any);

	if (session->with_command_lines)
		live_begin_record(session->live);
	past_add(session->past, view.interval, session->with_command_lines ? &view : NULL);
}

bool session_step(struct session *session, uint64_t budget_ns)
{
	bool was_busy;

	if (session->replay)
		return replay_step(session->replay, budget_ns);
	was_busy = live_is_busy(session->live);
	if (!live_step(session->live, budget_ns))
		return false;
	if (was_busy && session->is_adding) {
		judge_again(session->judge, live_interval(session->live));
	} else if (was_busy) {
		mark(session);
		remember(session);
	}
	session->is_adding = false;
	return true;
}

bool session_is_busy(const struct session *session)
{
	return session->live ? live_is_busy(session->live) : replay_is_busy(session->replay);
}

int session_fd(const struct session *session)
{
	return session->live ? -1 : replay_fd(session->replay);
}

void session_progress(const struct session *session, size_t *done, size_t *total)
{
	*done = *total = 0;
	if (session->live)
		live_progress(session->live, done, total);
}

void session_add(struct session *session, unsigned int needs)
{
	session->needs_prices |= needs & NEED_PRICES;
	if (!session->live)
		return;
	session->is_adding |= !live_is_busy(session->live);
	live_add(session->live, needs);
	judge_again(session->judge, live_interval(session->live));
}

void session_move(struct session *session, long by)
{
	if (session->replay)
		replay_move(session->replay, by);
	else
		lookback_move(&session->lookback, session->past, by);
}

void session_move_to(struct session *session, uint64_t wall_ns)
{
	if (session->replay)
		replay_move_to(session->replay, wall_ns);
	else
		lookback_to(&session->lookback, session->past, past_find(session->past, wall_ns));
}

/* NULL: the newest is. */
static const struct interval *looked_at(const struct session *session)
{
	return session->lookback.is_back ? &session->lookback.on : NULL;
}

void session_move_to_finding(struct session *session, int direction)
{
	if (session->replay)
		replay_move_to_finding(session->replay, direction);
	else
		session->found_nothing =
			!lookback_to_finding(&session->lookback, session->past, direction);
}

bool session_found_nothing(const struct session *session)
{
	return session->replay ? replay_found_nothing(session->replay) : session->found_nothing;
}

struct playback session_playback(const struct session *session)
{
	const struct replay *replay = session->replay;

	if (!replay)
		return (struct playback){
			.is_past = session->lookback.is_back,
			.is_at_start = !lookback_can_go_back(&session->lookback, session->past),
			.behind_s = lookback_behind_s(&session->lookback, session->past),
			.done_pct = (double)NAN,
		};
	return (struct playback){
		.is_replay = true,
		.is_stream = replay_is_stream(replay),
		.is_at_start = replay_is_at_start(replay),
		.is_at_end = replay_is_at_end(replay),
		.is_whole = replay_is_whole(replay),
		.is_reading = replay_is_busy(replay),
		.done_pct = replay_done_pct(replay),
	};
}

bool session_has_interval(const struct session *session)
{
	return session->live || replay_has_interval(session->replay);
}

const char *session_problem(const struct session *session)
{
	return session->live ? NULL : replay_problem(session->replay);
}

static struct machine own_machine(struct session *session)
{
	if (!session->has_machine) {
		session->host = host_name_dup(session->is_live);
		session->boot_id = host_boot_id_dup();
		session->has_machine = true;
	}
	return (struct machine){.host = session->host, .boot_id = session->boot_id};
}

struct machine session_machine(struct session *session)
{
	return session->replay ? replay_machine(session->replay) : own_machine(session);
}

/* Another boot may be of another kernel, or of another machine. */
static bool is_of_this_boot(struct session *session)
{
	const char *own, *recorded;

	if (session->live)
		return session->is_live;
	own = own_machine(session).boot_id;
	recorded = replay_machine(session->replay).boot_id;
	return own && recorded && strcmp(own, recorded) == 0;
}

struct pricing *session_pricing(struct session *session)
{
	if (!is_of_this_boot(session))
		return NULL;
	if (!session->pricing)
		session->pricing = pricing_new();
	return session->pricing;
}

static struct view newest(struct session *session, const struct choice *choice)
{
	if (session->replay)
		return replay_view(session->replay, choice);
	live_hide_history(session->live, 0);
	return live_view(session->live, choice);
}

struct view session_newest(struct session *session, const struct choice *choice)
{
	struct view view = newest(session, choice);
	const struct pricing *pricing = session->needs_prices ? session_pricing(session) : NULL;

	view.prices = pricing ? pricing_list(pricing) : NULL;
	view.tuning = session->tuning;
	if (session->live) {
		view.looked_s = judge_looked_s(session->judge);
		view.last_words = judge_last_words(session->judge);
	}
	return view;
}

struct view session_view(struct session *session, const struct choice *choice)
{
	struct view view = session_newest(session, choice);
	const struct interval *then = looked_at(session);

	if (then) {
		view.interval = then;
		view.has = NEED_EVERYTHING;
		view.looked_s = (double)NAN;
		live_hide_history(session->live,
				  past_end(session->past) - 1 - session->lookback.at);
	}
	return view;
}

void session_take_in(struct session *session)
{
	replay_take_in(session->replay);
}

const struct past *session_past(const struct session *session)
{
	return session->replay ? replay_past(session->replay) : session->past;
}

void session_forget_places(struct session *session)
{
	if (session->live)
		live_forget_places(session->live);
}

void session_read_all_affinities(struct session *session)
{
	if (session->live)
		live_read_all_affinities(session->live);
}

void session_begin_frame(struct session *session)
{
	if (session->live)
		live_begin_frame(session->live);
}

void session_begin_record(struct session *session)
{
	if (session->live)
		live_begin_record(session->live);
}

size_t session_task_details(struct session *session, int pid, int tid, struct arena *arena,
			    const struct detail **details)
{
	if (!session->live || looked_at(session))
		return 0;
	return live_task_details(session->live, pid, tid, arena, details);
}
