/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is wrong, the gravest first, and what was until a minute ago. */
#include "config.h"

#include "pane/pane.h"

#include "base/hash.h"
#include "base/i18n.h"
#include "sample.h"
#include "ui/format.h"
#include "view/cell.h"
#include "view/column.h"
#include "view/findings.h"

enum { COL_GRADE, COL_RULE, COL_SUBJECT, COL_SINCE, COL_LASTED, COL_SENTENCE, N_COLUMNS };

static const struct column plan[N_COLUMNS] = {
	[COL_GRADE] = {.key = "grade",
		       .title = "GRADE",
		       .unit = UNIT_TEXT,
		       .help = N_("how grave it is: crit, warn, info; ok: it has cleared"),
		       .is_left = true},
	[COL_RULE] = {.key = "rule",
		      .title = "RULE",
		      .unit = UNIT_TEXT,
		      .help = N_("the rule that found it"),
		      .priority = 3,
		      .is_left = true},
	[COL_SUBJECT] = {.key = "subject",
			 .title = "SUBJECT",
			 .unit = UNIT_TEXT,
			 .help = N_("what it is about: a CPU, an interrupt, a process"),
			 .priority = 4,
			 .min_width = 32, /* rather a longer sentence */
			 .is_left = true},
	[COL_SINCE] = {.key = "since",
		       .title = "SINCE",
		       .unit = UNIT_TEXT,
		       .help = N_("when it began"),
		       .priority = 1,
		       .min_width = 8,
		       .is_left = true},
	[COL_LASTED] = {.key = "lasted",
			.title = "LASTED",
			.unit = UNIT_SECONDS,
			.help = N_("how long it has stood, or stood until it cleared"),
			.priority = 5},
	[COL_SENTENCE] = {.key = "finding",
			  .title = "FINDING",
			  .unit = UNIT_TEXT,
			  .help = N_("what is wrong; Enter: the evidence, and what to do"),
			  .min_width = 34,
			  .is_left = true,
			  .grows = true},
};

struct findings_data {
	const struct standing *standing;
	const struct interval *interval;
	struct arena *arena;
};

static size_t all_columns(struct arena *arena, const struct column **columns)
{
	*columns = columns_copy(arena, plan, N_COLUMNS);
	return N_COLUMNS;
}

static const char *sentence_of(const struct findings_data *data, const struct standing *standing)
{
	const char *sentence = findings_sentence(standing);
	char ago[FORMAT_SIZE];

	if (!findings_has_cleared(standing->mark))
		return sentence;
	format_screen(standing->mark->cleared_s, UNIT_SECONDS, ago);
	/* Translators: "cleared 12s ago: 97% of ..." */
	return arena_printf(data->arena, _("cleared %s ago: %s"), ago, sentence);
}

static void text_cell(const struct findings_data *data, const struct standing *standing,
		      size_t column, struct cell *cell)
{
	const struct mark *mark = standing->mark;
	bool has_cleared = findings_has_cleared(mark);

	switch (column) {
	case COL_GRADE:
		cell_text_of(cell, has_cleared ? "ok" : findings_grade(mark->grade),
			     has_cleared ? -1 : mark->grade);
		cell->style = findings_style(mark->grade);
		break;
	case COL_RULE:
		cell_text(cell, mark->rule);
		break;
	case COL_SUBJECT:
		cell_text(cell, mark->subject);
		break;
	case COL_SINCE:
		cell_text_of(cell, findings_time(mark->since_ns, data->interval, data->arena),
			     (double)mark->since_ns);
		break;
	default:
		cell_text(cell, sentence_of(data, standing));
	}
}

static void row_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct findings_data *data = model->data;
	const struct standing *standing = &data->standing[row];

	if (column == COL_LASTED)
		cell_number(cell, findings_seconds(standing->mark, data->interval));
	else
		text_cell(data, standing, column, cell);
	if (findings_has_cleared(standing->mark))
		cell->style = STYLE_DIM;
}

static uint64_t row_id(const struct model *model, size_t row)
{
	const struct findings_data *data = model->data;
	const struct mark *mark = data->standing[row].mark;

	return hash_text(hash_text(HASH_START, mark->rule), mark->subject);
}

/* Why there are none. */
static const char *note_of(const struct view *view, struct arena *arena)
{
	const double least_s = 5;
	char looked[FORMAT_SIZE];

	if (view->interval->is_since_boot || !view->interval->has_marks || view->looked_s < least_s)
		return _("Looking: a finding needs three intervals and five seconds.");
	if (!(view->looked_s >= least_s))
		return _("Nothing found.");
	format_duration(view->looked_s, looked);
	return arena_printf(arena,
			    ngettext("Nothing found: %zu rule has looked for %s.",
				     "Nothing found: %zu rules have looked for %s.", n_rules),
			    n_rules, looked);
}

static void build(const struct view *view, struct arena *arena, struct model *model)
{
	struct findings_data *data = arena_alloc(arena, 1, sizeof(*data));
	struct rule_facts facts = findings_facts(view);

	data->interval = view->interval;
	data->arena = arena;
	model->n_rows = findings_of(view->interval, &facts, arena, &data->standing);
	model->n_columns = all_columns(arena, &model->columns);
	model->cell = row_cell;
	model->row_id = row_id;
	model->lets_go = true;
	model->data = data;
	model->note = note_of(view, arena);
}

static size_t details(const struct view *view, const struct model *model, size_t row,
		      struct arena *arena, const struct detail **lines)
{
	const struct findings_data *data = model->data;

	return findings_details(&data->standing[row], view->interval, arena, lines);
}

static const char *place(const struct model *model, size_t row, const char **text)
{
	const struct findings_data *data = model->data;
	const struct finding *finding = data->standing[row].finding;

	*text = finding ? finding->row : NULL;
	return finding ? finding->pane : NULL;
}

static const struct block block = {.build = build, .min_lines = 2};

const struct pane findings_pane = {
	.name = "findings",
	.key = '9',
	.title = N_("findings"),
	.help = N_("What is wrong, in plain words: the gravest first, what has cleared within the "
		   "last minute at the end.  Enter shows the evidence, the likely causes, and the "
		   "commands that confirm it, mend it and undo that; Enter again goes to where it "
		   "is to be seen.  What is found must hold for three intervals and five seconds.  "
		   "The dashboard has the gravest two."),
	.needs = NEED_STAT | NEED_PRICES,
	.needs_more = rules_needs,
	.blocks = &block,
	.n_blocks = 1,
	.details = details,
	.place = place,
	.columns = all_columns,
};
