/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "desk.h"

#include <assert.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "ui/control.h"
#include "ui/frame.h"

int desk_setup(void **state)
{
	struct desk *desk = xcalloc(1, sizeof(*desk));

	setlocale(LC_ALL, "C.UTF-8");
	handmade_init(&desk->machine, 4, 60, 2);
	ui_init(&desk->ui, pane_by_name("tasks", 5));
	desk->machine.view.choice = &desk->ui.choice;
	desk->facts.host = "host";
	desk->width = 80;
	desk->height = 24;
	grid_init(&desk->grid);
	arena_init(&desk->arena);
	desk_draw(desk);
	*state = desk;
	return 0;
}

int desk_teardown(void **state)
{
	struct desk *desk = *state;

	arena_fini(&desk->arena);
	grid_fini(&desk->grid);
	ui_fini(&desk->ui);
	handmade_fini(&desk->machine);
	free(desk);
	return 0;
}

void desk_draw(struct desk *desk)
{
	arena_reset(&desk->arena);
	grid_resize(&desk->grid, desk->width, desk->height);
	frame_draw(&desk->grid, &desk->ui, &desk->machine.view, &desk->facts, &desk->arena);
}

unsigned int desk_event(struct desk *desk, struct event event)
{
	unsigned int requests = control_event(&desk->ui, &desk->machine.view, &desk->facts, &event,
					      desk->width, desk->height);

	desk_draw(desk);
	return requests;
}

unsigned int desk_press(struct desk *desk, int key)
{
	return desk_event(desk, (struct event){.kind = EVENT_KEY, .key = key});
}

unsigned int desk_type(struct desk *desk, const char *text)
{
	while (*text)
		desk_press(desk, *text++);
	return desk_press(desk, EVENT_KEY_ENTER);
}

int desk_line_of(const struct desk *desk, const char *text)
{
	const struct grid *grid = &desk->grid;
	char *line = xcalloc((size_t)grid->width + 1, 1);
	int y;

	for (y = 0; y < grid->height; y++) {
		for (int x = 0; x < grid->width; x++) {
			wchar_t ch = grid_at(grid, x, y)->ch;

			line[x] = ch > 0 && ch < 0x80 ? (char)ch : '?';
		}
		if (strstr(line, text))
			break;
	}
	free(line);
	return y < grid->height ? y : -1;
}

bool desk_shows(const struct desk *desk, const char *text)
{
	return desk_line_of(desk, text) >= 0;
}

int desk_selected_pid(struct desk *desk)
{
	if (!ui_table(&desk->ui)->has_selection)
		return 0;
	desk_press(desk, EVENT_KEY_ENTER);
	int pid = desk->ui.has_task ? desk->ui.task_pid : 0;

	desk_press(desk, EVENT_KEY_ESCAPE);
	return pid;
}
