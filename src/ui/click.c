/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/click.h"

/* Two presses at one place within this time are a double click. */
#define DOUBLE_CLICK_NS 400000000

enum event_kind click_kind(struct click *click, int x, int y, uint64_t now_ns)
{
	if (click->pressed_ns != 0 && now_ns - click->pressed_ns < DOUBLE_CLICK_NS &&
	    x == click->x && y == click->y) {
		click->pressed_ns = 0; /* a third press is a first one again */
		return EVENT_DOUBLE_CLICK;
	}
	*click = (struct click){now_ns, x, y};
	return EVENT_CLICK;
}
