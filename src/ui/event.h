/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What comes from the terminal, without curses: ui/screen.c makes these, ui/control.c eats them. */
#ifndef OVERTOP_UI_EVENT_H
#define OVERTOP_UI_EVENT_H

/* Keys beyond Unicode. */
enum event_key {
	EVENT_KEY_UP = 0x110000,
	EVENT_KEY_DOWN,
	EVENT_KEY_LEFT,
	EVENT_KEY_RIGHT,
	EVENT_KEY_PAGE_UP,
	EVENT_KEY_PAGE_DOWN,
	EVENT_KEY_HOME,
	EVENT_KEY_END,
	EVENT_KEY_ENTER,
	EVENT_KEY_ESCAPE,
	EVENT_KEY_BACKSPACE,
	EVENT_KEY_DELETE,
	EVENT_KEY_TAB,
	EVENT_KEY_BACKTAB,
	EVENT_KEY_F1,
};

enum event_kind {
	EVENT_NONE,
	EVENT_KEY,   /* key: a Unicode character or one of the above; CTRL('L') is 0x0c */
	EVENT_CLICK, /* x, y */
	EVENT_DOUBLE_CLICK,
	EVENT_WHEEL,  /* x, y; key: -1 up, +1 down */
	EVENT_RESIZE, /* the terminal has a new size */
	EVENT_GONE,   /* the terminal is no more */
};

struct event {
	enum event_kind kind;
	int key;
	int x, y;
};

#endif
