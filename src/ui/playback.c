/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/playback.h"

#include "base/i18n.h"
#include "interval.h"
#include "ui/when.h"

#define SLOWEST (1.0 / 16)
#define FASTEST 256.0

static bool is_replay(const struct navigation *nav)
{
	return nav->facts->playback.is_replay;
}

static unsigned int set_paused(struct ui *ui, bool is_paused)
{
	if (ui->is_paused == is_paused)
		return 0;
	ui->is_paused = is_paused;
	return UI_REQUEST_PAUSE;
}

/* Who goes about in a recording wants it to stand still. */
static unsigned int hold(struct navigation *nav)
{
	return is_replay(nav) ? set_paused(nav->ui, true) : 0;
}

static unsigned int go_to(struct ui *ui, uint64_t wall_ns)
{
	ui->move_to_ns = wall_ns;
	ui->move_by = 0;
	return UI_REQUEST_REDRAW | UI_REQUEST_TIME;
}

/* Why there is nothing @by further on; NULL: there is. */
static const char *limit(const struct playback *playback, int by)
{
	if (by < 0 && playback->is_at_start)
		return playback->is_replay ? _("this is the start of the recording")
					   : _("nothing earlier is remembered");
	if (by > 0 && playback->is_replay && playback->is_at_end)
		return _("this is the end of the recording");
	if (by > 0 && !playback->is_replay && !playback->is_past)
		return _("this is the present");
	return NULL;
}

unsigned int playback_step(struct navigation *nav, int by)
{
	struct ui *ui = nav->ui;
	const char *why = ui->move_by == 0 ? limit(&nav->facts->playback, by) : NULL;

	if (why) {
		ui_say(ui, "%s", why);
		return UI_REQUEST_REDRAW;
	}
	ui->move_by += by;
	return UI_REQUEST_REDRAW | UI_REQUEST_MOVE | hold(nav);
}

unsigned int playback_to(struct navigation *nav, uint64_t wall_ns)
{
	return go_to(nav->ui, wall_ns) | hold(nav);
}

unsigned int playback_to_time(struct navigation *nav, const char *text)
{
	uint64_t wall_ns;

	if (*text == '\0')
		return UI_REQUEST_REDRAW;
	if (!when_parse(text, nav->view->interval->wall_ns, &wall_ns)) {
		ui_say(nav->ui, _("not a time like 14:05:30, 2026-11-30 14:05, -30 or +5m: %s"),
		       text);
		return UI_REQUEST_REDRAW;
	}
	return playback_to(nav, wall_ns);
}

unsigned int playback_to_finding(struct navigation *nav, int direction)
{
	nav->ui->finding_direction = direction;
	nav->ui->move_by = 0;
	return UI_REQUEST_REDRAW | UI_REQUEST_FINDING | hold(nav);
}

bool playback_is_past(const struct navigation *nav)
{
	return !is_replay(nav) && (nav->facts->playback.is_past || nav->ui->move_by < 0);
}

unsigned int playback_to_now(struct navigation *nav)
{
	return go_to(nav->ui, UI_NEWEST_NS);
}

unsigned int playback_pause(struct navigation *nav, int unused)
{
	struct ui *ui = nav->ui;

	(void)unused;
	if (playback_is_past(nav))
		return playback_to_now(nav) | set_paused(ui, false);
	return UI_REQUEST_REDRAW | set_paused(ui, !ui->is_paused);
}

unsigned int playback_change_speed(struct navigation *nav, int direction)
{
	struct ui *ui = nav->ui;
	double speed = direction > 0 ? ui->speed * 2 : ui->speed / 2;

	if (!is_replay(nav)) {
		ui_say(ui, "%s", _("that key is for recordings (--replay)"));
		return UI_REQUEST_REDRAW;
	}
	if (speed < SLOWEST || speed > FASTEST) {
		ui_say(ui, "%s", direction > 0 ? _("it goes no faster") : _("it goes no slower"));
		return UI_REQUEST_REDRAW;
	}
	ui->speed = speed;
	return UI_REQUEST_REDRAW | UI_REQUEST_SPEED;
}
