/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef OVERTOP_PAST_H
#define OVERTOP_PAST_H

#endif
