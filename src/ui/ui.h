/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All that the screen remembers between frames: which pane, what was chosen, sorted, selected, typed.
 * ui/control.c changes it, ui/frame.c draws it; neither reads the machine.
 */
#ifndef OVERTOP_UI_UI_H
#define OVERTOP_UI_UI_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pane/pane.h"
#include "ui/editor.h"
#include "ui/prompt.h"
#include "ui/table.h"

enum ui_mode {
	UI_PANE,
	UI_DETAILS,
	UI_HELP,
	UI_EDITOR, /* of where something may run */
	UI_UNDO,   /* undo the newest change? */
};

/* What the session must do after an event. */
enum ui_request {
	UI_REQUEST_NONE = 0,
	UI_REQUEST_QUIT = 1 << 0,
	UI_REQUEST_REDRAW = 1 << 1,   /* something to show changed; never a new sample */
	UI_REQUEST_REPAINT = 1 << 2,  /* the terminal's content cannot be trusted (Ctrl-L) */
	UI_REQUEST_INTERVAL = 1 << 3, /* interval_s changed */
	UI_REQUEST_PAUSE = 1 << 4,    /* is_paused changed */
	UI_REQUEST_NEEDS = 1 << 5,    /* another pane: what must be read has changed */
	UI_REQUEST_TIME = 1 << 6,  /* another interval: the first to end at or after move_to_ns */
	UI_REQUEST_MOVE = 1 << 7,  /* then move_by later, or earlier if it is negative */
	UI_REQUEST_SPEED = 1 << 8, /* speed changed */
	UI_REQUEST_WRITE = 1 << 9, /* what is remembered goes to the file write_path */
	UI_REQUEST_MEASURE = 1 << 10,     /* prices: the quick ones */
	UI_REQUEST_MEASURE_ALL = 1 << 11, /* all of them */
	UI_REQUEST_MEASURE_END = 1 << 12, /* no more of them */
	UI_REQUEST_FINDING =
		1 << 13, /* another interval: the next in which a finding begins, or if */
			 /* finding_direction is -1 the last before */
	UI_REQUEST_STEER_READ = 1 << 14, /* what the editor is about: editor_fill() */
	UI_REQUEST_STEER = 1 << 15,      /* the editor's thing goes where was chosen */
	UI_REQUEST_UNDO_READ = 1 << 16,  /* what became of the newest change */
	UI_REQUEST_UNDO = 1 << 17,       /* it is undone */
};

/* A move_to_ns that no interval has: the newest there is, and from now on those that follow it. */
#define UI_NEWEST_NS UINT64_MAX

/* Which interval is shown, where there are others. */
struct playback {
	bool is_replay;   /* a recording is shown, not this machine */
	bool is_stream;   /* it comes in: what is remembered of it can be written */
	bool is_whole;    /* replay: its last interval is known */
	bool is_past;     /* this machine, but an interval before the newest */
	bool is_at_start; /* nothing comes before it, or is not remembered */
	bool is_at_end;   /* replay: nothing comes after it */
	bool is_reading;  /* replay: on the way to the one that was asked for */
	double behind_s;  /* past: how long before the newest it ended */
	double done_pct;  /* replay: where in the recording; NAN: unknown (a stream) */
};

/* Facts of the session for the header and footer. */
struct ui_facts {
	const char *host;        /* raw */
	double own_cpu_pct;      /* overtop's own, of one CPU, NAN at first */
	bool is_scanning;        /* the first scan of tasks is still going on */
	size_t scanned, to_scan; /* threads or processes */
	bool is_dump;            /* --root */
	bool is_recording;       /* --record */
	bool is_measuring;       /* prices, in the background */
	size_t measured, to_measure;
	const char *measuring; /* key of the one that is under way */
	struct playback playback;
	bool is_read_only, is_secure; /* --read-only, --secure */
	const char *cannot_steer; /* why nothing can be changed here, translated; NULL: it can */
	size_t n_changes;         /* that stand and can be undone */
	const char *undo_line, *undo_path; /* of the newest; valid if there is one, raw */
	size_t n_undo_lines;               /* that the newest is undone by */
	const char *undo_meanwhile;        /* it is not as it was set, translated; NULL: it is */
};

struct ui {
	const struct pane *pane;
	enum ui_mode mode, below_help; /* below_help: where closing the help goes back to */
	struct choice choice;
	struct table_state *tables; /* [n_panes], by position of the pane */
	char **sort_keys;           /* [n_panes], what tables[].sort_key points to */
	struct prompt prompt;
	struct editor editor;             /* with UI_EDITOR */
	char *find;                       /* NULL: none */
	char *filter;                     /* NULL: none */
	regex_t find_regex, filter_regex; /* compiled when find, filter are not NULL */
	char *sort_key;                   /* --sort, for panes that have such a column; NULL */
	char message[160];                /* one line for the user; "" none */
	int message_age;                  /* intervals since it was said */
	bool is_paused;
	bool is_ascii;
	double interval_s;
	double speed; /* replay: 1 is as it happened; a power of 2 */
	/*
	 * Where to go, valid with the requests of these names.  Keys that come together add up: whoever
	 * went there sets move_by to 0 again.
	 */
	uint64_t move_to_ns;
	long move_by;
	int finding_direction;
	char *write_path; /* owned; what was typed */
	int help_top;     /* first line of help or details shown */
	/* Lines that the blocks had: kept while pane and size are the same, so that tables stand still. */
	const struct pane *lines_pane;
	int lines_width, lines_height;
	int *lines;
	size_t n_lines;
	/* The task whose details are open, for reading what is read about one task only. */
	bool has_task;
	int task_pid, task_tid;
	const struct detail *more_details; /* what was read about it; owned by the session */
	size_t n_more_details;
};

void ui_init(struct ui *ui, const struct pane *pane);
void ui_fini(struct ui *ui);

/* Of the pane that is open. */
struct table_state *ui_table(const struct ui *ui);

/* The column to sort @model by: what was chosen for this pane, else --sort; NULL: its own. */
const char *ui_sort_key(const struct ui *ui, const struct model *model);
/* Chooses a column for the pane that is open; NULL: the model's own. */
void ui_sort_by(struct ui *ui, const char *key);

/* How many lines block @i of the open pane had on a screen of this size; 0: not known. */
int ui_lines(const struct ui *ui, size_t i, int width, int height);
/* Remembers that it has that many; fewer than before are forgotten. */
void ui_keep_lines(struct ui *ui, size_t i, int width, int height, int lines);

/* Does the open pane show tasks, itself or in its stack? */
bool ui_shows_tasks(const struct ui *ui);

/* An interval has passed: what was said a few of them ago goes. */
void ui_next_interval(struct ui *ui);

/* Says something in the footer until the next key, or for a few intervals. */
void ui_say(struct ui *ui, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Compile and set, or clear (NULL or ""): 0, or a regcomp() error with its text in @error, and nothing
 * has changed.  Extended regular expressions, whatever the case of letters.
 */
int ui_set_filter(struct ui *ui, const char *regex, char *error, size_t size);
int ui_set_find(struct ui *ui, const char *regex, char *error, size_t size);

#endif
