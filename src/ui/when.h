/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A moment as the user writes it: "14:05", "14:05:30" (the nearest such time, today's or
 * yesterday's or tomorrow's), "2026-11-30 14:05",
 * "-30", "+5m", "-1h" (from what is shown; seconds unless said).
 */
#ifndef OVERTOP_UI_WHEN_H
#define OVERTOP_UI_WHEN_H

#include <stdbool.h>
#include <stdint.h>

/* @now_ns: CLOCK_REALTIME of what is shown; local time.  False: it is none of these. */
bool when_parse(const char *text, uint64_t now_ns, uint64_t *wall_ns);

/* The same, but a time of day is the first that is not before @now_ns: perhaps tomorrow's. */
bool when_parse_next(const char *text, uint64_t now_ns, uint64_t *wall_ns);

#endif
