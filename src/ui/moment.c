/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/moment.h"

#include <math.h>
#include <stdio.h>

#include "base/i18n.h"
#include "interval.h"
#include "ui/format.h"

static bool is_present(const struct playback *playback)
{
	return !playback->is_replay && !playback->is_past;
}

bool moment_local(const struct interval *interval, struct tm *tm)
{
	time_t seconds = (time_t)(interval->wall_ns / 1000000000);

	return localtime_r(&seconds, tm);
}

/* In the present who looks has a clock of his own. */
void moment_add_clock(struct line *line, const struct ui_facts *facts,
		      const struct interval *interval)
{
	const struct playback *playback = &facts->playback;
	struct tm tm;

	/* The clock of this machine says nothing about a dump. */
	if (facts->is_dump || !moment_local(interval, &tm))
		return;
	if (playback->is_replay) {
		line_begin(line, 3, 0);
		line_add(line, STYLE_VALUE,
			 arena_printf(line->arena, "%04d-%02d-%02d", tm.tm_year + 1900,
				      tm.tm_mon + 1, tm.tm_mday));
	}
	line_begin(line, is_present(playback) ? 6 : 1, 0);
	line_add(line, STYLE_VALUE,
		 arena_printf(line->arena, "%02d:%02d:%02d", tm.tm_hour, tm.tm_min, tm.tm_sec));
}

static void begin_right(struct line *line, int priority)
{
	line_begin(line, priority, 0)->is_right = true;
}

static void add_length(struct line *line, const struct ui *ui, const struct interval *interval)
{
	char text[FORMAT_SIZE];
	double seconds = interval->seconds;

	if (interval->is_since_boot) {
		line_add(line, STYLE_MESSAGE, _("(since boot)"));
		return;
	}
	format_screen(isnan(seconds) ? ui->interval_s : seconds, UNIT_SECONDS, text);
	line_add(line, STYLE_VALUE, arena_strdup(line->arena, text));
}

/* What keeps a recording from going on; NULL: it does. */
static const char *standstill(const struct ui *ui, const struct playback *playback)
{
	if (playback->is_reading)
		return _("reading");
	if (playback->is_at_end)
		return _("end");
	return ui->is_paused ? _("paused") : NULL;
}

static void add_playing(struct line *line, const struct ui *ui, const struct playback *playback)
{
	const char *why = standstill(ui, playback);

	if (why) {
		begin_right(line, 1);
		line_add(line, STYLE_MESSAGE, why);
	}
	if (ui->speed > 1) {
		begin_right(line, 2);
		line_add(line, STYLE_VALUE, arena_printf(line->arena, "x%.0f", ui->speed));
	} else if (ui->speed < 1) {
		begin_right(line, 2);
		line_add(line, STYLE_VALUE, arena_printf(line->arena, "x1/%.0f", 1 / ui->speed));
	}
	begin_right(line, 0);
	line_add(line, STYLE_MESSAGE, _("replay"));
	if (!isnan(playback->done_pct))
		line_add(line, STYLE_MESSAGE,
			 arena_printf(line->arena, " %.0f%%", floor(playback->done_pct)));
}

static void add_past(struct line *line, const struct playback *playback)
{
	char text[FORMAT_SIZE];

	format_duration(playback->behind_s, text);
	begin_right(line, 0);
	/* Translators: so long before the present, as "12s" or "3h07m"; at most 12 cells in all. */
	line_add(line, STYLE_MESSAGE, arena_printf(line->arena, _("%s ago"), text));
}

void moment_add_state(struct line *line, const struct ui *ui, const struct ui_facts *facts,
		      const struct interval *interval)
{
	const struct playback *playback = &facts->playback;

	/* From the right to the left. */
	begin_right(line, playback->is_replay ? 2 : 1);
	if (ui->is_paused && !playback->is_replay)
		line_add(line, STYLE_MESSAGE, arena_printf(line->arena, "%s ", _("paused")));
	if (facts->is_dump)
		line_add(line, STYLE_MESSAGE, arena_printf(line->arena, "%s ", _("dump")));
	add_length(line, ui, interval);
	if (playback->is_replay)
		add_playing(line, ui, playback);
	else if (playback->is_past)
		add_past(line, playback);
	if (facts->is_recording) {
		begin_right(line, 3);
		line_add(line, STYLE_WARM, _("rec"));
	}
}

const char *moment_word(const struct playback *playback)
{
	if (playback->is_replay)
		return _("REPLAY");
	return playback->is_past ? _("PAST") : "";
}
