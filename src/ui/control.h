/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events to changes of the ui: pure but for asking for a user's number and the time zone. */
#ifndef OVERTOP_UI_CONTROL_H
#define OVERTOP_UI_CONTROL_H

#include "ui/event.h"
#include "ui/ui.h"

/* Applies one event, seen on a screen of @width × @height; returns a set of enum ui_request. */
unsigned int control_event(struct ui *ui, const struct view *view, const struct ui_facts *facts,
			   const struct event *event, int width, int height);

#endif
