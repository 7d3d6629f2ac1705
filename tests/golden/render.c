/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A recording as it is seen: plays it to its end, presses keys there, and prints the screen.
 *
 *     render [-s] RECORDING WIDTHxHEIGHT [KEYS]
 *
 * KEYS are characters, and keys of names as in "2<Down><Enter>"; <lt> is '<'.  With -s the letters
 * of the styles follow, a line for each line.  There is no terminal and no clock: the output depends
 * on the arguments, the locale and the time zone only.
 */
#include "config.h"

#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checks.h"
#include "options.h"
#include "session.h"
#include "stage.h"
#include "ui/control.h"
#include "ui/event.h"
#include "ui/frame.h"

struct rendering {
	struct stage stage;
	int width, height;
};

static const struct key_name {
	const char *name;
	int key;
} key_names[] = {
	{"Up", EVENT_KEY_UP},
	{"Down", EVENT_KEY_DOWN},
	{"Left", EVENT_KEY_LEFT},
	{"Right", EVENT_KEY_RIGHT},
	{"PageUp", EVENT_KEY_PAGE_UP},
	{"PageDown", EVENT_KEY_PAGE_DOWN},
	{"Home", EVENT_KEY_HOME},
	{"End", EVENT_KEY_END},
	{"Enter", EVENT_KEY_ENTER},
	{"Esc", EVENT_KEY_ESCAPE},
	{"Tab", EVENT_KEY_TAB},
	{"BackTab", EVENT_KEY_BACKTAB},
	{"Backspace", EVENT_KEY_BACKSPACE},
	{"Space", ' '},
	{"lt", '<'},
};

static void draw(struct rendering *rendering)
{
	struct stage *stage = &rendering->stage;
	struct view view = session_view(stage->session, &stage->ui.choice);
	const char *host = session_machine(stage->session).host;

	stage->facts.host = host ? host : "";
	stage->facts.playback = session_playback(stage->session);
	stage->facts.own_cpu_pct = 0.4;
	arena_reset(&stage->frame);
	grid_resize(&stage->grid, rendering->width, rendering->height);
	frame_draw(&stage->grid, &stage->ui, &view, &stage->facts, &stage->frame);
}

static void arrive(struct rendering *rendering)
{
	while (!session_step(rendering->stage.session, UINT64_MAX))
		;
	ui_next_interval(&rendering->stage.ui);
}

/* Each interval is drawn: what stands still on a screen depends on those before. */
static bool play(struct rendering *rendering)
{
	struct session *session = rendering->stage.session;

	session_begin(session, 0);
	arrive(rendering);
	while (session_has_interval(session) && !session_playback(session).is_at_end) {
		draw(rendering);
		session_move(session, 1);
		arrive(rendering);
	}
	return session_has_interval(session);
}

static void press(struct rendering *rendering, int key)
{
	struct stage *stage = &rendering->stage;
	struct view view = session_view(stage->session, &stage->ui.choice);
	struct event event = {.kind = EVENT_KEY, .key = key};
	unsigned int requests = control_event(&stage->ui, &view, &stage->facts, &event,
					      rendering->width, rendering->height);

	if (requests & UI_REQUEST_TIME)
		session_move_to(stage->session, stage->ui.move_to_ns);
	if (requests & UI_REQUEST_MOVE)
		session_move(stage->session, stage->ui.move_by);
	stage->ui.move_by = 0;
	if (requests & (UI_REQUEST_TIME | UI_REQUEST_MOVE))
		arrive(rendering);
	draw(rendering);
}

/* Takes a key off the front of @keys; 0: there is none of that name. */
static int next_key(const char **keys)
{
	const char *name = *keys + 1, *end = strchr(name, '>');

	if (**keys != '<')
		return *(*keys)++;
	for (size_t i = 0; end && i < sizeof(key_names) / sizeof(*key_names); i++) {
		size_t len = strlen(key_names[i].name);

		if ((size_t)(end - name) != len || memcmp(name, key_names[i].name, len) != 0)
			continue;
		*keys = end + 1;
		return key_names[i].key;
	}
	return 0;
}

static int press_all(struct rendering *rendering, const char *keys)
{
	while (*keys) {
		int key = next_key(&keys);

		if (!key) {
			fprintf(stderr, "render: no such key: %s\n", keys);
			return STATUS_USAGE;
		}
		press(rendering, key);
	}
	return STATUS_OK;
}

static int render(struct rendering *rendering, const char *keys, bool styles)
{
	int status = stage_open(&rendering->stage);

	if (status != STATUS_OK)
		return status;
	if (!play(rendering))
		return STATUS_FAILED;
	draw(rendering);
	status = press_all(rendering, keys);
	if (status == STATUS_OK)
		grid_dump(&rendering->stage.grid, stdout, styles);
	return status;
}

static bool parse_size(const char *text, struct rendering *rendering)
{
	char *end;

	rendering->width = (int)strtol(text, &end, 10);
	if (*end != 'x')
		return false;
	rendering->height = (int)strtol(end + 1, &end, 10);
	return !*end && rendering->width > 0 && rendering->height > 0;
}

int main(int argc, char **argv)
{
	struct rendering rendering;
	struct options options = {.interval_s = 1};
	const struct choice choice = {0};
	bool styles = argc > 1 && strcmp(argv[1], "-s") == 0;
	int status;

	argv += styles;
	argc -= styles;
	if (argc < 3 || argc > 4 || !parse_size(argv[2], &rendering)) {
		fprintf(stderr, "usage: render [-s] RECORDING WIDTHxHEIGHT [KEYS]\n");
		return STATUS_USAGE;
	}
	setlocale(LC_ALL, "");
	options.replay = argv[1];
	stage_init(&rendering.stage, &options, &choice);
	status = render(&rendering, argc > 3 ? argv[3] : "", styles);
	return stage_close(&rendering.stage, status);
}
