/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "player.h"

#include <math.h>

#include "interval.h"
#include "options.h"
#include "past.h"
#include "session.h"
#include "ui/ui.h"

/* Frames that follow each other faster than this are not seen. */
static const double least_s = 0.03;

static double asked_s(struct session *session, double speed)
{
	static const struct choice any;
	const struct interval *shown = session_view(session, &any).interval;
	double seconds = shown->is_since_boot || !(shown->seconds > 0) ? 1 : shown->seconds;

	return fmin(seconds / speed, options_max_interval_s);
}

double player_pace_s(struct session *session, double speed)
{
	return fmax(asked_s(session, speed), least_s);
}

void player_go_on(struct session *session, double speed)
{
	double n = ceil(least_s / asked_s(session, speed));

	session_move(session, n > 1 ? (long)n : 1);
}

bool player_takes_in(const struct session *session)
{
	const struct playback playback = session_playback(session);
	const struct past *past = session_past(session);

	return playback.is_stream && !playback.is_whole && past_end(past) > past_first(past);
}
