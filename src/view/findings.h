/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The findings of an interval, as panes, the dashboard and --check say them. */
#ifndef OVERTOP_VIEW_FINDINGS_H
#define OVERTOP_VIEW_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "interval.h"
#include "pane/pane.h"
#include "rule/engine.h"
#include "ui/style.h"

/* What the interval of a view is judged with. */
struct rule_facts findings_facts(const struct view *view);

/* "crit", not translated; and a mark of two cells that is told apart without colours: "!!", "! ", "i ". */
const char *findings_grade(int grade);
const char *findings_sign(int grade);
enum style findings_style(int grade);

bool findings_has_cleared(const struct mark *mark);
/* How many of this grade stand. */
size_t findings_count(const struct interval *interval, int grade);

/* What is wrong: in words of today if the rule can make them, else as they were recorded; raw. */
const char *findings_sentence(const struct standing *standing);
/* "14:02:09", local; of another day than @interval with the date. */
const char *findings_time(uint64_t wall_ns, const struct interval *interval, struct arena *arena);
/* So long it has stood, or stood until it cleared; NAN: unknown. */
double findings_seconds(const struct mark *mark, const struct interval *interval);

/* A line each for the details of one. */
size_t findings_details(const struct standing *standing, const struct interval *interval,
			struct arena *arena, const struct detail **details);

#endif
