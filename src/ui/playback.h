/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Going back and forth in time: among the intervals remembered of this machine, or in a recording.
 *
 * What is looked at in the past of this machine stands still while new intervals come.  A recording is
 * stopped by whoever goes about in it.  Each function is what a key does, and returns a set of enum
 * ui_request.
 */
#ifndef OVERTOP_UI_PLAYBACK_H
#define OVERTOP_UI_PLAYBACK_H

#include <stdbool.h>

#include "ui/navigate.h"

/* To the next interval in which a finding begins, or (-1) the last before. */
unsigned int playback_to_finding(struct navigation *nav, int direction);

/* @by intervals later, or earlier. */
unsigned int playback_step(struct navigation *nav, int by);
/* To the interval of a moment. */
unsigned int playback_to(struct navigation *nav, uint64_t wall_ns);
/* To the moment that was typed: see ui/when.h. */
unsigned int playback_to_time(struct navigation *nav, const char *text);
/* Is an interval of this machine's past shown, or just asked for? */
bool playback_is_past(const struct navigation *nav);
/* From the past to the present. */
unsigned int playback_to_now(struct navigation *nav);
/* Stops and goes on; what goes on from the past goes on with the present. */
unsigned int playback_pause(struct navigation *nav, int unused);
/* Twice as fast (1) or half as fast (-1). */
unsigned int playback_change_speed(struct navigation *nav, int direction);

#endif
