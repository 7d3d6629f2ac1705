/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Telling two clicks from a double click. */
#ifndef OVERTOP_UI_CLICK_H
#define OVERTOP_UI_CLICK_H

#include <stdint.h>

#include "ui/event.h"

/* The press before; all zero: none. */
struct click {
	uint64_t pressed_ns;
	int x, y;
};

/* What a press of the button is at this time: EVENT_CLICK or EVENT_DOUBLE_CLICK. */
enum event_kind click_kind(struct click *click, int x, int y, uint64_t now_ns);

#endif
