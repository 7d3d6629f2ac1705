/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef OVERTOP_REPLAY_H
#define OVERTOP_REPLAY_H

#endif
