/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A user in front of a screen of 80x24 that shows the tasks of a handmade machine: what happens there
 * is an event, then a frame.  60 processes of 2 threads, 4 CPUs; the state of cmocka is the desk.
 */
#ifndef OVERTOP_TESTS_DESK_H
#define OVERTOP_TESTS_DESK_H

#include "base/arena.h"
#include "handmade.h"
#include "ui/event.h"
#include "ui/grid.h"
#include "ui/ui.h"

struct desk {
	struct handmade machine;
	struct ui ui;
	struct ui_facts facts;
	struct grid grid;
	struct arena arena;
	int width, height;
};

int desk_setup(void **state);
int desk_teardown(void **state);

#define DESK_TEST(function) cmocka_unit_test_setup_teardown(function, desk_setup, desk_teardown)

void desk_draw(struct desk *desk);
/* Each returns the requests. */
unsigned int desk_event(struct desk *desk, struct event event);
unsigned int desk_press(struct desk *desk, int key);
/* ASCII, then Enter. */
unsigned int desk_type(struct desk *desk, const char *text);

/* Does a line of the screen have this ASCII text?  The first such line, or -1. */
int desk_line_of(const struct desk *desk, const char *text);
bool desk_shows(const struct desk *desk, const char *text);
/* Asked by opening its details and closing them; 0: none. */
int desk_selected_pid(struct desk *desk);

#endif
