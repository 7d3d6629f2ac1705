/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Getting about in the main table of the open pane (selection, scrolling, sorting, finding, details),
 * and in the lines of help and details.  ui/control.c decides which event means what; each function
 * here does one thing and returns a set of enum ui_request.
 */
#ifndef OVERTOP_UI_NAVIGATE_H
#define OVERTOP_UI_NAVIGATE_H

#include "base/arena.h"
#include "ui/shown.h"
#include "ui/ui.h"

/* One event: the screen it is seen on, and what is shown there once somebody has asked. */
struct navigation {
	struct ui *ui;
	const struct view *view;
	const struct ui_facts *facts;
	int width, height;
	struct arena arena;
	struct shown shown;
	bool is_built;
};

void navigation_init(struct navigation *nav, struct ui *ui, const struct view *view,
		     const struct ui_facts *facts, int width, int height);
void navigation_fini(struct navigation *nav);

/* What is shown, built once per event. */
const struct shown *navigate_shown(struct navigation *nav);

unsigned int navigate_rows(struct navigation *nav, int by);
unsigned int navigate_pages(struct navigation *nav, int by);
unsigned int navigate_to_end(struct navigation *nav, int direction);
unsigned int navigate_columns(struct navigation *nav, int by);
/* Scrolls without moving off the selection. */
unsigned int navigate_wheel(struct navigation *nav, int by);
/* Selects what was clicked, or sorts by its column. */
unsigned int navigate_click(struct navigation *nav, int x, int y);
/* Opens the details of the row that was clicked. */
unsigned int navigate_double_click(struct navigation *nav, int x, int y);

/* Selects the next row that matches, after the selected one if @skips, else from it on. */
unsigned int navigate_find(struct navigation *nav, int skips);

/* To the next column shown, on the left (-1) or right. */
unsigned int navigate_sort(struct navigation *nav, int by);
enum navigate_sort { NAVIGATE_CPU, NAVIGATE_PID, NAVIGATE_TIME, NAVIGATE_SWITCHES };
unsigned int navigate_sort_by(struct navigation *nav, int what);
unsigned int navigate_reverse(struct navigation *nav, int unused);

/* Opens the details of the selected row. */
unsigned int navigate_details(struct navigation *nav, int unused);

/* Within help and details. */
unsigned int navigate_lines(struct navigation *nav, int by);
unsigned int navigate_page_of_lines(struct navigation *nav, int by);
/* From help to what it covers, from details to the pane. */
unsigned int navigate_back(struct navigation *nav, int unused);
/* From wherever to the pane. */
void navigate_home(struct ui *ui);

#endif
