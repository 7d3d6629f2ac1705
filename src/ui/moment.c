/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/moment.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
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

static void begin_right(struct line *line, int priority, int slot)
{
	line_begin(line, priority, slot)->is_right = true;
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

static void add_speed(struct line *line, double speed)
{
	const char *text = speed > 1 ? arena_printf(line->arena, "x%.0f", speed)
				     : arena_printf(line->arena, "x1/%.0f", 1 / speed);

	if (speed > 1 || speed < 1) {
		begin_right(line, 2, 0);
		line_add(line, STYLE_VALUE, text);
	}
}

/* Why a recording does not go on: comes and goes, so it is the last, and its place is kept. */
static void add_standstill(struct line *line, const struct ui *ui, const struct playback *playback)
{
	const struct {
		const char *word;
		bool is_so;
	} reasons[] = {
		{_("reading"), playback->is_reading},
		{_("end"), playback->is_at_end},
		{_("paused"), ui->is_paused},
	};
	const char *reason = NULL;
	int slot = 0;

	for (size_t i = 0; i < sizeof(reasons) / sizeof(*reasons); i++) {
		int width = (int)text_width(reasons[i].word, strlen(reasons[i].word));

		slot = width > slot ? width : slot;
		if (!reason && reasons[i].is_so)
			reason = reasons[i].word;
	}
	begin_right(line, 1, slot);
	if (reason)
		line_add(line, STYLE_MESSAGE, reason);
}

static void add_replay(struct line *line, const struct playback *playback)
{
	const char *word = _("replay"), *all = arena_printf(line->arena, "%s 100%%", word);
	bool is_known = !isnan(playback->done_pct);

	begin_right(line, 0, is_known ? (int)text_width(all, strlen(all)) : 0);
	line_add(line, STYLE_MESSAGE, word);
	if (is_known)
		line_add(line, STYLE_MESSAGE,
			 arena_printf(line->arena, " %.0f%%", floor(playback->done_pct)));
}

static const char *past_words(struct line *line, const char *duration)
{
	/* Translators: so long before the present, as "12s" or "3h07m"; at most 10 cells in all. */
	return arena_printf(line->arena, _("%s ago"), duration);
}

static void add_past(struct line *line, const struct playback *playback)
{
	const char *widest = past_words(line, "59m59s");
	char duration[FORMAT_SIZE];

	format_duration(playback->behind_s, duration);
	begin_right(line, 0, (int)text_width(widest, strlen(widest)));
	line_add(line, STYLE_MESSAGE, past_words(line, duration));
}

void moment_add_state(struct line *line, const struct ui *ui, const struct ui_facts *facts,
		      const struct interval *interval)
{
	const struct playback *playback = &facts->playback;

	/* From the right to the left. */
	begin_right(line, playback->is_replay ? 2 : 1, 0);
	if (ui->is_paused && !playback->is_replay)
		line_add(line, STYLE_MESSAGE, arena_printf(line->arena, "%s ", _("paused")));
	if (facts->is_dump)
		line_add(line, STYLE_MESSAGE, arena_printf(line->arena, "%s ", _("dump")));
	add_length(line, ui, interval);
	if (playback->is_replay) {
		add_speed(line, ui->speed);
		add_replay(line, playback);
		add_standstill(line, ui, playback);
	} else if (playback->is_past) {
		add_past(line, playback);
	}
	if (facts->is_recording) {
		begin_right(line, 3, 0);
		line_add(line, STYLE_WARM, _("rec"));
	}
}

const char *moment_word(const struct playback *playback)
{
	if (playback->is_replay)
		return _("REPLAY");
	return playback->is_past ? _("PAST") : "";
}
