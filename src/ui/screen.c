/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/screen.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS
#include <curses.h>
#include <term.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "base/xalloc.h"
#include "ui/click.h"
#include "ui/rescue.h"

/* How long the rest of a key's sequence may take after its ESC. */
#define ESCAPE_MS 25
/* Reads of a terminal that promised input and gave none, before it counts as gone. */
#define MAX_FAILED_READS 3

struct screen {
	SCREEN *curses;
	int width, height;
	struct grid shown; /* what curses was given last */
	cchar_t *line;     /* [width], a line in the form curses wants */
	size_t line_capacity;
	attr_t attributes[N_STYLES];
	short pairs[N_STYLES];
	bool is_colored;
	struct click click;
	unsigned int n_failed_reads;
};

struct look {
	short foreground, background; /* -1: the terminal's own */
	attr_t in_color, alone;       /* with colours, without */
};

static const struct look looks[N_STYLES] = {
	[STYLE_NORMAL] = {-1, -1, A_NORMAL, A_NORMAL},
	[STYLE_DIM] = {-1, -1, A_DIM, A_DIM},
	[STYLE_TITLE] = {COLOR_BLACK, COLOR_CYAN, A_NORMAL, A_REVERSE},
	[STYLE_SORTED] = {COLOR_BLACK, COLOR_GREEN, A_NORMAL, A_BOLD},
	[STYLE_HEADER] = {COLOR_CYAN, -1, A_NORMAL, A_NORMAL},
	[STYLE_VALUE] = {-1, -1, A_BOLD, A_BOLD},
	[STYLE_GOOD] = {COLOR_GREEN, -1, A_NORMAL, A_NORMAL},
	[STYLE_WARM] = {COLOR_YELLOW, -1, A_NORMAL, A_NORMAL},
	[STYLE_HOT] = {COLOR_RED, -1, A_BOLD, A_BOLD},
	[STYLE_SELECTED] = {-1, -1, A_REVERSE, A_REVERSE},
	[STYLE_FOUND] = {COLOR_MAGENTA, -1, A_BOLD, A_UNDERLINE},
	[STYLE_KEY] = {COLOR_CYAN, -1, A_BOLD, A_BOLD},
	[STYLE_MESSAGE] = {COLOR_YELLOW, -1, A_BOLD, A_BOLD},
};

/* The control string of the terminal named so in terminfo; NULL. */
static const char *control_string(const char *name)
{
	char *text = tigetstr(name);

	return text == (char *)-1 ? NULL : text;
}

static void prepare_rescue(const struct screen *screen)
{
	static const char *const names[] = {"sgr0", "rmcup", "rmkx", "cnorm"};
	const char *mouse = control_string("XM"), *place = control_string("cup");

	rescue_begin();
	if (control_string("kmous"))
		rescue_add(mouse ? tiparm(mouse, 0) : "\033[?1006;1000l");
	if (screen->is_colored)
		rescue_add(control_string("op"));
	/* Where there is no other screen to go back to, below all. */
	rescue_add(tiparm(place, screen->height - 1, 0));
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		rescue_add(control_string(names[i]));
	rescue_add("\r");
	rescue_arm(true);
}

void screen_emergency(void)
{
	rescue_terminal();
}

/* Why the terminal cannot be used, or NULL; prints nothing. */
static const char *find_obstacle(void)
{
	const char *name = getenv("TERM");
	int status;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return _("standard input and output are not a terminal; -b needs none");
	if (!name || !*name)
		return _("TERM is not set; -b needs no terminal");
	if (setupterm(NULL, STDOUT_FILENO, &status) != OK)
		return status == 1 ? _("the terminal cannot be drawn on; -b needs none")
				   : _("the terminal named by TERM is unknown; -b needs none");
	bool can_place = control_string("cup");

	del_curterm(cur_term);
	return can_place ? NULL : _("the terminal cannot be drawn on; -b needs none");
}

/* Curses takes these signals for itself; they are the session's. */
static const int signals[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
#define N_SIGNALS (sizeof(signals) / sizeof(signals[0]))

static SCREEN *take_terminal(void)
{
	struct sigaction actions[N_SIGNALS];

	use_env(FALSE); /* LINES and COLUMNS would freeze the size */
	use_tioctl(TRUE);
	for (size_t i = 0; i < N_SIGNALS; i++)
		sigaction(signals[i], NULL, &actions[i]);
	SCREEN *curses = newterm(NULL, stdout, stdin);

	for (size_t i = 0; i < N_SIGNALS; i++)
		sigaction(signals[i], &actions[i], NULL);
	return curses;
}

static void prepare_input(void)
{
	cbreak();
	noecho();
	nonl();
	intrflush(stdscr, FALSE);
	typeahead(-1); /* a frame is drawn whole, whatever is typed */
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(ESCAPE_MS);
	mouseinterval(0); /* or curses waits for a release */
	mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
}

static void prepare_styles(struct screen *screen, bool has_color)
{
	screen->is_colored = has_color && has_colors() && start_color() == OK && COLORS >= 8 &&
			     use_default_colors() == OK;
	for (short i = 0; i < N_STYLES; i++) {
		const struct look *look = &looks[i];
		bool has_pair = look->foreground >= 0 || look->background >= 0;
		short pair = (short)(i + 1);

		screen->attributes[i] = screen->is_colored ? look->in_color : look->alone;
		if (screen->is_colored && has_pair &&
		    init_pair(pair, look->foreground, look->background) == OK)
			screen->pairs[i] = pair;
	}
}

struct screen *screen_new(bool has_color, const char **why)
{
	*why = find_obstacle();
	if (*why)
		return NULL;
	rescue_remember_modes();
	SCREEN *curses = take_terminal();

	if (!curses) {
		*why = _("the terminal cannot be drawn on; -b needs none");
		return NULL;
	}
	struct screen *screen = xcalloc(1, sizeof(*screen));

	screen->curses = curses;
	grid_init(&screen->shown);
	prepare_input();
	/* A cursor that cannot be hidden must not be left where the last change was. */
	leaveok(stdscr, curs_set(0) != ERR);
	prepare_styles(screen, has_color);
	screen_resized(screen);
	return screen;
}

/* Where there is no other screen to go back to, what was drawn stays: free the line of the prompt. */
static void leave_terminal(void)
{
	if (!control_string("rmcup")) {
		move(LINES - 1, 0);
		clrtoeol();
		refresh();
	}
	endwin();
}

void screen_free(struct screen *screen)
{
	if (!screen)
		return;
	leave_terminal();
	rescue_arm(false);
	delscreen(screen->curses);
	grid_fini(&screen->shown);
	free(screen->line);
	free(screen);
}

void screen_size(const struct screen *screen, int *width, int *height)
{
	*width = screen->width;
	*height = screen->height;
}

int screen_fd(const struct screen *screen)
{
	(void)screen;
	return STDIN_FILENO;
}

/* Curses wants a wide character once, and knows itself that it takes two cells. */
static void show_line(struct screen *screen, const struct grid *grid, int y)
{
	int n = 0;

	for (int x = 0; x < grid->width; x++) {
		const struct grid_cell *cell = grid_at(grid, x, y);
		wchar_t text[2] = {cell->ch, L'\0'};

		if (cell->ch != 0)
			setcchar(&screen->line[n++], text, screen->attributes[cell->style],
				 screen->pairs[cell->style], NULL);
	}
	mvadd_wchnstr(y, 0, screen->line, n);
}

/* Curses compares the lines it is given with the terminal's, so that only changed cells travel. */
void screen_show(struct screen *screen, const struct grid *grid, bool repaint)
{
	struct grid *shown = &screen->shown;
	bool is_new = shown->width != grid->width || shown->height != grid->height;
	int height = grid->height < screen->height ? grid->height : screen->height;

	if (grid->width <= 0 || height <= 0)
		return;
	screen->line = xgrow(screen->line, &screen->line_capacity, (size_t)grid->width,
			     sizeof(*screen->line));
	if (is_new)
		grid_resize(shown, grid->width, grid->height);
	for (int y = 0; y < height; y++) {
		size_t first = (size_t)y * (size_t)grid->width;
		size_t size = (size_t)grid->width * sizeof(*grid->cells);

		if (is_new || repaint || memcmp(shown->cells + first, grid->cells + first, size))
			show_line(screen, grid, y);
		memcpy(shown->cells + first, grid->cells + first, size);
	}
	if (repaint)
		clearok(curscr, TRUE);
	refresh();
}

bool screen_resized(struct screen *screen)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
		resizeterm(size.ws_row, size.ws_col);
	getmaxyx(stdscr, screen->height, screen->width);
	prepare_rescue(screen);
	return true;
}

void screen_suspend(struct screen *screen)
{
	(void)screen;
	leave_terminal();
	rescue_arm(false);
}

void screen_resume(struct screen *screen)
{
	clearok(curscr, TRUE);
	refresh();
	screen_resized(screen);
}

static const struct {
	int code, key;
} keys[] = {
	{KEY_UP, EVENT_KEY_UP},         {KEY_DOWN, EVENT_KEY_DOWN},
	{KEY_LEFT, EVENT_KEY_LEFT},     {KEY_RIGHT, EVENT_KEY_RIGHT},
	{KEY_PPAGE, EVENT_KEY_PAGE_UP}, {KEY_NPAGE, EVENT_KEY_PAGE_DOWN},
	{KEY_HOME, EVENT_KEY_HOME},     {KEY_END, EVENT_KEY_END},
	{KEY_ENTER, EVENT_KEY_ENTER},   {KEY_BACKSPACE, EVENT_KEY_BACKSPACE},
	{KEY_DC, EVENT_KEY_DELETE},     {KEY_BTAB, EVENT_KEY_BACKTAB},
	{KEY_F(1), EVENT_KEY_F1},
};

static struct event mouse_event(struct screen *screen)
{
	struct event event = {EVENT_NONE, 0, 0, 0};
	MEVENT mouse;

	if (getmouse(&mouse) != OK)
		return event;
	event.x = mouse.x;
	event.y = mouse.y;
	if (mouse.bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED)) {
		event.kind = EVENT_WHEEL;
		event.key = mouse.bstate & BUTTON4_PRESSED ? -1 : 1;
	} else if (mouse.bstate & BUTTON1_PRESSED) {
		event.kind = click_kind(&screen->click, mouse.x, mouse.y, clock_monotonic_ns());
	}
	return event;
}

static struct event code_event(struct screen *screen, int code)
{
	if (code == KEY_MOUSE)
		return mouse_event(screen);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (keys[i].code == code)
			return (struct event){.kind = EVENT_KEY, .key = keys[i].key};
	return (struct event){.kind = EVENT_NONE};
}

/* ESC alone is a key; a sequence that terminfo does not know is taken away whole. */
static struct event escape_event(void)
{
	wint_t next;
	int status = get_wch(&next);

	if (status == OK && (next == L'[' || next == L'O')) {
		do
			status = get_wch(&next);
		while (status == OK && (next < 0x40 || next > 0x7e));
		return (struct event){.kind = EVENT_NONE};
	}
	if (status == OK)
		unget_wch((wchar_t)next);
	else if (status == KEY_CODE_YES)
		ungetch((int)next);
	return (struct event){.kind = EVENT_KEY, .key = EVENT_KEY_ESCAPE};
}

static struct event character_event(wint_t character)
{
	struct event event = {.kind = EVENT_KEY, .key = (int)character};

	switch (character) {
	case L'\033':
		return escape_event();
	case L'\r':
	case L'\n':
		event.key = EVENT_KEY_ENTER;
		break;
	case L'\t':
		event.key = EVENT_KEY_TAB;
		break;
	case L'\b':
	case 0x7f:
		event.key = EVENT_KEY_BACKSPACE;
		break;
	}
	return event;
}

/* Curses says the same of no input and of a terminal that is no more. */
static struct event no_event(struct screen *screen, int error)
{
	struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
	bool is_ready = poll(&input, 1, 0) > 0;

	screen->n_failed_reads = is_ready ? screen->n_failed_reads + 1 : 0;
	if (error == EIO || screen->n_failed_reads > MAX_FAILED_READS ||
	    (is_ready && input.revents & (POLLHUP | POLLERR | POLLNVAL)))
		return (struct event){.kind = EVENT_GONE};
	return (struct event){.kind = EVENT_NONE};
}

struct event screen_read(struct screen *screen)
{
	struct event event = {.kind = EVENT_NONE};

	while (event.kind == EVENT_NONE) {
		wint_t input;

		errno = 0;
		int status = get_wch(&input);

		if (status == ERR)
			return no_event(screen, errno);
		screen->n_failed_reads = 0;
		event = status == KEY_CODE_YES ? code_event(screen, (int)input)
					       : character_event(input);
	}
	return event;
}
