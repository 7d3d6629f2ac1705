/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Users of the machine that was recorded: by the names that the recording has, or by ours if it was made
 * on this very machine since its boot; else by their numbers, for our names are not theirs.
 */
#ifndef OVERTOP_REPLAY_USERS_H
#define OVERTOP_REPLAY_USERS_H

#include "pane/pane.h"

struct record;
struct replay_users;

struct replay_users *replay_users_new(void);
void replay_users_free(struct replay_users *users);

/* For panes, as long as @users; of @record, which must outlive what is asked of them. */
const struct words *replay_users_words(struct replay_users *users, const struct record *record);

#endif
