/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef OVERTOP_LIVE_H
#define OVERTOP_LIVE_H

#endif
