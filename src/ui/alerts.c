/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/alerts.h"

#include "view/findings.h"

/* From so many lines of a body on there is room for the second, and for one that is only info. */
enum { ROOM_FOR_TWO = 14, ROOM_FOR_INFO = 20 };

enum { SIGN_WIDTH = 3 };

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* That something of the view is limited is for who asks; where it is, panes and header say so themselves. */
static size_t count_news(const struct interval *interval)
{
	size_t n = 0;

	for (size_t i = 0; i < interval->n_marks; i++) {
		const struct mark *mark = &interval->marks[i];

		n += mark->grade == GRADE_INFO && !findings_has_cleared(mark) &&
		     !mark_is_of_validity(mark);
	}
	return n;
}

/* What stands is listed by grade, the gravest first, so that these are the first of the list. */
static size_t count(const struct ui *ui, const struct view *view, struct rect body)
{
	const struct interval *interval = view->interval;
	size_t n_grave =
		findings_count(interval, GRADE_WARN) + findings_count(interval, GRADE_CRIT);

	if (!ui->pane->stack || body.height < 2)
		return 0;
	if (n_grave > 0)
		return least(n_grave, body.height >= ROOM_FOR_TWO ? 2 : 1);
	return body.height >= ROOM_FOR_INFO ? least(count_news(interval), 1) : 0;
}

struct rect alerts_leave(const struct ui *ui, const struct view *view, struct rect body)
{
	int n = (int)count(ui, view, body);

	body.y += n;
	body.height -= n;
	return body;
}

static void draw_line(struct grid *grid, struct rect line, const struct standing *standing)
{
	enum style style = findings_style(standing->mark->grade);
	const struct pane *pane = pane_by_name("findings", sizeof("findings") - 1);
	const char key[] = {pane->key, '\0'};

	grid_string(grid, line.x, line.y, SIGN_WIDTH, findings_sign(standing->mark->grade), style);
	grid_string(grid, line.x + SIGN_WIDTH, line.y, line.width - SIGN_WIDTH - 2,
		    findings_sentence(standing), style);
	grid_string_right(grid, line.x, line.y, line.width, key, STYLE_KEY);
}

void alerts_draw(struct grid *grid, struct rect body, const struct ui *ui, const struct view *view,
		 struct arena *arena)
{
	struct rule_facts facts = findings_facts(view);
	size_t n = count(ui, view, body);
	const struct standing *standing;

	if (n == 0)
		return;
	n = least(n, findings_of(view->interval, &facts, arena, &standing));
	for (size_t i = 0; i < n; i++) {
		struct rect line = {body.x, body.y + (int)i, body.width, 1};

		draw_line(grid, line, &standing[i]);
	}
}

void alerts_add_counts(struct line *line, const struct interval *interval)
{
	static const char *const signs[] = {[GRADE_WARN] = "!", [GRADE_CRIT] = "!!"};
	bool is_first = true;

	for (int grade = GRADE_CRIT; grade >= GRADE_WARN; grade--) {
		size_t n = findings_count(interval, grade);
		const char *blank = is_first ? "" : " ";

		if (n == 0)
			continue;
		if (is_first)
			line_begin(line, 1, 0);
		line_add(line, findings_style(grade),
			 arena_printf(line->arena, "%s%zu%s", blank, n, signs[grade]));
		is_first = false;
	}
}
