/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What time the numbers on the screen are of, in words: the interval's clock and length, and, before
 * anything else on any screen, whether it is the present at all.
 */
#ifndef OVERTOP_UI_MOMENT_H
#define OVERTOP_UI_MOMENT_H

#include <stdbool.h>
#include <time.h>

#include "ui/line.h"
#include "ui/ui.h"

struct interval;

/* When the interval ended, in local time; false where that cannot be said. */
bool moment_local(const struct interval *interval, struct tm *tm);

/* "16:05:33", of a recording "2026-11-30  16:05:33"; nothing of a dump. */
void moment_add_clock(struct line *line, const struct ui_facts *facts,
		      const struct interval *interval);

/*
 * At the right end: "1.0s", "12s ago  1.0s", "paused  replay 42%  x4  1.0s".  To be added before anything
 * else, for of equally important items the first stays.
 */
void moment_add_state(struct line *line, const struct ui *ui, const struct ui_facts *facts,
		      const struct interval *interval);

/* "REPLAY", "PAST", "" in the present. */
const char *moment_word(const struct playback *playback);

#endif
