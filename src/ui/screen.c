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
#include "ui/paint.h"
#include "ui/rescue.h"

/* How long the rest of a key's sequence may take after its ESC. */
#define ESCAPE_MS 25
/* Reads of a terminal that promised input and gave none, before it counts as gone. */
#define MAX_FAILED_READS 3

struct screen {
	SCREEN *curses;
	WINDOW *input; /* a pad: reading from it draws nothing */
	int width, height;
	struct grid shown; /* what the terminal shows */
	struct paint paint;
	bool has_hidden_cursor;
	bool is_behind; /* it does not wait (O_NONBLOCK) and had no room: what it shows is not known */
	bool is_gone; /* it could not be written to */
	struct click click;
	unsigned int n_failed_reads;
};

/* Parameters of SGR: in colour, and without. */
static const struct {
	const char *in_color, *alone;
} looks[N_STYLES] = {
	[STYLE_NORMAL] = {"", ""},       [STYLE_DIM] = {"2", "2"},
	[STYLE_TITLE] = {"30;46", "7"},  [STYLE_SORTED] = {"30;42", "1"},
	[STYLE_HEADER] = {"36", ""},     [STYLE_VALUE] = {"1", "1"},
	[STYLE_GOOD] = {"32", ""},       [STYLE_WARM] = {"33", ""},
	[STYLE_HOT] = {"1;31", "1"},     [STYLE_SELECTED] = {"7", "7"},
	[STYLE_FOUND] = {"1;35", "4"},   [STYLE_KEY] = {"1;36", "1"},
	[STYLE_MESSAGE] = {"1;33", "1"},
};

/* Characters do not wrap at the right edge while overtop draws. */
#define WRAP_OFF "\033[?7l"
#define WRAP_ON  "\033[?7h"

/* The control string of the terminal named so in terminfo; NULL. */
static const char *control_string(const char *name)
{
	char *text = tigetstr(name);

	return text == (char *)-1 ? NULL : text;
}

static void prepare_rescue(const struct screen *screen)
{
	static const char *const names[] = {"rmcup", "rmkx", "cnorm"};
	const char *mouse = control_string("XM");
	char last_line[32];

	/* Where there is no other screen to go back to, what follows stands below all. */
	snprintf(last_line, sizeof(last_line), "\033[m\033[%dH", screen->height);
	rescue_begin();
	if (control_string("kmous"))
		rescue_add(mouse ? tiparm(mouse, 0) : "\033[?1006;1000l");
	rescue_add(WRAP_ON);
	rescue_add(last_line);
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
	/* Of the language that ui/paint.c speaks: padding may follow. */
	const char *place = control_string("cup"), *ours = "\033[%i%p1%d;%p2%dH";
	bool can_paint = place && strncmp(place, ours, strlen(ours)) == 0;

	del_curterm(cur_term);
	return can_paint ? NULL : _("the terminal cannot be drawn on; -b needs none");
}

/* Curses takes these signals for itself; they are the session's. */
static const int signals[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
#define N_SIGNALS (sizeof(signals) / sizeof(signals[0]))

static SCREEN *take_terminal(void)
{
	struct sigaction actions[N_SIGNALS];

	use_env(FALSE); /* LINES and COLUMNS would freeze the size */
	use_tioctl(TRUE);
	setenv("NCURSES_GPM_TERMS", "", 1); /* the mouse speaks through the terminal only */
	for (size_t i = 0; i < N_SIGNALS; i++)
		sigaction(signals[i], NULL, &actions[i]);
	SCREEN *curses = newterm(NULL, stdout, stdin);

	for (size_t i = 0; i < N_SIGNALS; i++)
		sigaction(signals[i], &actions[i], NULL);
	return curses;
}

static void prepare_input(struct screen *screen)
{
	screen->input = newpad(1, 1);
	cbreak();
	noecho();
	nonl();
	intrflush(screen->input, FALSE);
	keypad(screen->input, TRUE);
	nodelay(screen->input, TRUE);
	set_escdelay(ESCAPE_MS);
	mouseinterval(0); /* or curses waits for a release */
	mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
}

static void prepare_paint(struct screen *screen, bool has_color)
{
	bool is_colored = has_color && tigetnum("colors") >= 8, has_dim = control_string("dim");
	const char *sgr[N_STYLES];

	for (size_t i = 0; i < N_STYLES; i++)
		sgr[i] = is_colored ? looks[i].in_color : looks[i].alone;
	if (!has_dim)
		sgr[STYLE_DIM] = "";
	paint_init(&screen->paint, sgr);
}

/* Sends what was painted. */
static void flush(struct screen *screen)
{
	struct paint *paint = &screen->paint;
	size_t sent = 0;

	while (sent < paint->len && !screen->is_gone) {
		ssize_t n = write(STDOUT_FILENO, paint->bytes + sent, paint->len - sent);

		if (n < 0 && errno == EAGAIN)
			break;
		screen->is_gone = n < 0 && errno != EINTR;
		sent += n > 0 ? (size_t)n : 0;
	}
	screen->is_behind = sent < paint->len;
	paint->len = 0;
}

/* Curses puts the terminal into its mode and on its screen; what is drawn there is ours. */
static void enter(struct screen *screen)
{
	refresh();
	screen->has_hidden_cursor = curs_set(0) != ERR;
	paint_forget(&screen->paint);
	paint_add(&screen->paint, WRAP_OFF);
	flush(screen);
	screen_resized(screen);
}

/* Where there is no other screen to go back to, what was drawn stays, but for the last line. */
static void leave(struct screen *screen)
{
	paint_style(&screen->paint, STYLE_NORMAL);
	paint_add(&screen->paint, WRAP_ON);
	if (!control_string("rmcup")) {
		paint_move(&screen->paint, 0, screen->height - 1);
		paint_add(&screen->paint, "\033[K");
	}
	flush(screen);
	endwin();
	rescue_arm(false);
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
	prepare_input(screen);
	prepare_paint(screen, has_color);
	enter(screen);
	return screen;
}

void screen_free(struct screen *screen)
{
	if (!screen)
		return;
	leave(screen);
	delwin(screen->input);
	delscreen(screen->curses);
	grid_fini(&screen->shown);
	paint_fini(&screen->paint);
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

void screen_show(struct screen *screen, const struct grid *grid, bool repaint)
{
	struct grid *shown = &screen->shown;
	struct paint *paint = &screen->paint;

	if (repaint || screen->is_behind || shown->width != grid->width ||
	    shown->height != grid->height) {
		paint_forget(paint);
		paint_clear(paint);
		grid_resize(shown, grid->width, grid->height);
	}
	paint_changes(paint, shown, grid);
	if (!screen->has_hidden_cursor && paint->len > 0)
		paint_move(paint, grid->width - 1, grid->height - 1);
	memcpy(shown->cells, grid->cells,
	       (size_t)grid->width * (size_t)grid->height * sizeof(*grid->cells));
	flush(screen);
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
	leave(screen);
}

void screen_resume(struct screen *screen)
{
	enter(screen);
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
static struct event escape_event(const struct screen *screen)
{
	wint_t next;
	int status = wget_wch(screen->input, &next);

	if (status == OK && (next == L'[' || next == L'O')) {
		do
			status = wget_wch(screen->input, &next);
		while (status == OK && (next < 0x40 || next > 0x7e));
		return (struct event){.kind = EVENT_NONE};
	}
	if (status == OK)
		unget_wch((wchar_t)next);
	else if (status == KEY_CODE_YES)
		ungetch((int)next);
	return (struct event){.kind = EVENT_KEY, .key = EVENT_KEY_ESCAPE};
}

static struct event character_event(const struct screen *screen, wint_t character)
{
	struct event event = {.kind = EVENT_KEY, .key = (int)character};

	switch (character) {
	case L'\033':
		return escape_event(screen);
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
	if (screen->is_gone || error == EIO || screen->n_failed_reads > MAX_FAILED_READS ||
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
		int status = wget_wch(screen->input, &input);

		if (status == ERR)
			return no_event(screen, errno);
		screen->n_failed_reads = 0;
		event = status == KEY_CODE_YES ? code_event(screen, (int)input)
					       : character_event(screen, input);
	}
	return event;
}
