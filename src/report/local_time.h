/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Seconds since 1970 as people say them, where the page is made.  Unknown, or beyond any date, is "-". */
#ifndef OVERTOP_REPORT_LOCAL_TIME_H
#define OVERTOP_REPORT_LOCAL_TIME_H

#include <stdbool.h>

#include "base/arena.h"

const char *local_time_date(double time_s, struct arena *arena);    /* "2026-11-30" */
const char *local_time_day(double time_s, struct arena *arena);     /* "11-30" */
const char *local_time_seconds(double time_s, struct arena *arena); /* "16:05:33" */
const char *local_time_minutes(double time_s, struct arena *arena); /* "16:05" */
const char *local_time_zone(double time_s, struct arena *arena);    /* "CET (+0100)" */

bool local_time_is_same_day(double a_s, double b_s);
bool local_time_is_midnight(double time_s);
/* East of Greenwich. */
double local_time_offset_s(double time_s);

#endif
