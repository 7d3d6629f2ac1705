/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/scan.h"
#include "base/xalloc.h"
#include "interval.h"
#include "ui/moment.h"
#include "ui/playback.h"

#define MIN_INTERVAL_S 0.1
#define MAX_INTERVAL_S 3600.0

/* Why a recording is not asked for this; NULL: it is. */
static const char *refusal(const struct navigation *nav, int kind)
{
	if (kind == PROMPT_FILE && nav->facts->is_read_only)
		return _("--read-only: no file is written");
	if (!nav->facts->playback.is_replay)
		return NULL;
	if (kind == PROMPT_INTERVAL)
		return _("a recording has its own interval");
	if (kind == PROMPT_FILE && !nav->facts->playback.is_stream)
		return _("this is a recording already");
	return NULL;
}

/* "overtop-20261130-160533.jsonl.zst", of the interval that is shown. */
static void suggest_file(const struct navigation *nav, char *out, size_t size)
{
	struct tm tm;

	if (moment_local(nav->view->interval, &tm))
		snprintf(out, size, PACKAGE "-%04d%02d%02d-%02d%02d%02d.jsonl.zst",
			 tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min,
			 tm.tm_sec);
	else
		snprintf(out, size, PACKAGE ".jsonl.zst");
}

static void write_time(const struct navigation *nav, char *out, size_t size)
{
	struct tm tm;

	/* The clock of this machine says nothing about a dump. */
	if (!nav->facts->is_dump && moment_local(nav->view->interval, &tm))
		snprintf(out, size, "%04d-%02d-%02d %02d:%02d:%02d", tm.tm_year + 1900,
			 tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

unsigned int answer_ask(struct navigation *nav, int kind)
{
	struct ui *ui = nav->ui;
	const char *why_not = refusal(nav, kind);
	char now[64] = "", file[96];
	const char *text = NULL;

	if (why_not) {
		ui_say(ui, "%s", why_not);
		return UI_REQUEST_REDRAW;
	}
	if (kind == PROMPT_INTERVAL)
		snprintf(now, sizeof(now), "%g", ui->interval_s);
	if (kind == PROMPT_TIME)
		write_time(nav, now, sizeof(now));
	if (kind == PROMPT_FILTER)
		text = ui->filter;
	if (kind == PROMPT_FILE) {
		suggest_file(nav, file, sizeof(file));
		text = file;
	}
	prompt_open(&ui->prompt, (enum prompt_kind)kind, text, now);
	return UI_REQUEST_REDRAW;
}

static void say_bad_regex(struct ui *ui, const char *why)
{
	/* Translators: why is the C library's message about a regular expression. */
	ui_say(ui, _("bad expression: %s"), why);
}

static unsigned int take_find(struct navigation *nav, const char *text)
{
	char why[128];

	if (*text == '\0')
		return navigate_find(nav, 1);
	if (ui_set_find(nav->ui, text, why, sizeof(why)) != 0)
		say_bad_regex(nav->ui, why);
	else
		navigate_find(nav, 0);
	return UI_REQUEST_REDRAW;
}

static unsigned int take_filter(struct ui *ui, const char *text)
{
	char why[128];

	if (ui_set_filter(ui, text, why, sizeof(why)) != 0)
		say_bad_regex(ui, why);
	return UI_REQUEST_REDRAW;
}

static unsigned int take_user(struct ui *ui, const struct words *words, const char *name)
{
	uint32_t uid;

	if (*name == '\0') {
		ui->choice.has_uid = false;
	} else if (words && words->find_user(words->data, name, &uid) == 0) {
		ui->choice.has_uid = true;
		ui->choice.uid = uid;
	} else {
		ui_say(ui, _("no such user: %s"), name);
	}
	return UI_REQUEST_REDRAW;
}

static unsigned int take_interval(struct ui *ui, const char *text)
{
	struct scan scan = scan_of(text, strlen(text));
	double seconds;

	if (*text == '\0')
		return UI_REQUEST_REDRAW;
	if (!scan_decimal(&scan, &seconds) || !scan_is_at_end(&scan) || seconds < MIN_INTERVAL_S ||
	    seconds > MAX_INTERVAL_S) {
		ui_say(ui, _("not a number from %g to %g: %s"), MIN_INTERVAL_S, MAX_INTERVAL_S,
		       text);
		return UI_REQUEST_REDRAW;
	}
	ui->interval_s = seconds;
	return UI_REQUEST_REDRAW | UI_REQUEST_INTERVAL;
}

static unsigned int take_file(struct ui *ui, const char *path)
{
	if (*path == '\0')
		return UI_REQUEST_REDRAW;
	free(ui->write_path);
	ui->write_path = xstrdup(path);
	return UI_REQUEST_REDRAW | UI_REQUEST_WRITE;
}

unsigned int answer_take(struct navigation *nav, const struct prompt *prompt)
{
	switch (prompt->kind) {
	case PROMPT_FIND:
		return take_find(nav, prompt->text);
	case PROMPT_FILTER:
		return take_filter(nav->ui, prompt->text);
	case PROMPT_USER:
		return take_user(nav->ui, nav->view->words, prompt->text);
	case PROMPT_INTERVAL:
		return take_interval(nav->ui, prompt->text);
	case PROMPT_TIME:
		return playback_to_time(nav, prompt->text);
	case PROMPT_FILE:
		return take_file(nav->ui, prompt->text);
	case PROMPT_CPUS:
	case PROMPT_NONE:
		break;
	}
	return UI_REQUEST_REDRAW;
}
