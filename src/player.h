/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a recording is played: what comes next, and after how long. */
#ifndef OVERTOP_PLAYER_H
#define OVERTOP_PLAYER_H

#include <stdbool.h>

struct session;

/* How long the interval that is shown stays: as long as it was, by the speed; but long enough to be seen. */
double player_pace_s(struct session *session, double speed);

/* Begins to go on by one interval, or by several at once where one would not be seen. */
void player_go_on(struct session *session, double speed);

/* What comes in is read while it is not followed, too: the other end is not to wait. */
bool player_takes_in(const struct session *session);

#endif
