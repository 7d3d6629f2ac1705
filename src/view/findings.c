/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/findings.h"

#include <math.h>
#include <time.h>

#include "base/i18n.h"
#include "price_list.h"
#include "sample.h"
#include "ui/format.h"

struct rule_facts findings_facts(const struct view *view)
{
	bool has_prices = view->prices && view->prices->n_prices > 0;

	return (struct rule_facts){
		.topology = view->topology,
		.prices = view->prices,
		.tuning = view->tuning,
		.last_words = view->last_words,
		.has = view->has | (has_prices ? NEED_PRICES : 0),
	};
}

const char *findings_grade(int grade)
{
	static const char *const names[] = {"info", "warn", "crit"};

	return names[grade];
}

const char *findings_sign(int grade)
{
	static const char *const signs[] = {"i ", "! ", "!!"};

	return signs[grade];
}

enum style findings_style(int grade)
{
	static const enum style styles[] = {STYLE_NORMAL, STYLE_WARM, STYLE_HOT};

	return styles[grade];
}

bool findings_has_cleared(const struct mark *mark)
{
	return !isnan(mark->cleared_s);
}

size_t findings_count(const struct interval *interval, int grade)
{
	size_t n = 0;

	for (size_t i = 0; i < interval->n_marks; i++) {
		const struct mark *mark = &interval->marks[i];

		n += mark->grade == grade && !findings_has_cleared(mark);
	}
	return n;
}

const char *findings_sentence(const struct standing *standing)
{
	const struct finding *finding = standing->finding;

	return finding && finding->sentence ? finding->sentence : standing->mark->text;
}

static bool local_time(uint64_t wall_ns, struct tm *tm)
{
	time_t seconds = (time_t)(wall_ns / 1000000000);

	return localtime_r(&seconds, tm);
}

const char *findings_time(uint64_t wall_ns, const struct interval *interval, struct arena *arena)
{
	struct tm then, now;

	/* It was not recorded. */
	if (wall_ns == 0 || !local_time(wall_ns, &then) || !local_time(interval->wall_ns, &now))
		return "-";
	if (then.tm_yday == now.tm_yday && then.tm_year == now.tm_year)
		return arena_printf(arena, "%02d:%02d:%02d", then.tm_hour, then.tm_min,
				    then.tm_sec);
	return arena_printf(arena, "%02d-%02d %02d:%02d", then.tm_mon + 1, then.tm_mday,
			    then.tm_hour, then.tm_min);
}

double findings_seconds(const struct mark *mark, const struct interval *interval)
{
	double lasted = ((double)interval->wall_ns - (double)mark->since_ns) / 1e9;

	if (findings_has_cleared(mark))
		lasted -= mark->cleared_s;
	return mark->since_ns > 0 && lasted >= 0 ? lasted : (double)NAN;
}

/* The lines as they are added. */
struct lines {
	struct detail *details;
	size_t n;
	struct arena *arena;
};

static void add(struct lines *lines, const char *name, const char *value)
{
	lines->details[lines->n++] = (struct detail){.name = name, .value = value};
}

static void add_since(struct lines *lines, const struct mark *mark, const struct interval *interval)
{
	char lasted[FORMAT_SIZE], ago[FORMAT_SIZE];

	format_duration(findings_seconds(mark, interval), lasted);
	add(lines, _("since"),
	    arena_printf(lines->arena, "%s  (%s)",
			 findings_time(mark->since_ns, interval, lines->arena), lasted));
	if (!findings_has_cleared(mark))
		return;
	format_duration(mark->cleared_s, ago);
	add(lines, _("cleared"), arena_printf(lines->arena, _("%s ago"), ago));
}

/* It stands, but just now it is not so. */
static void add_said(struct lines *lines, uint64_t said_ns, const struct interval *interval)
{
	char ago[FORMAT_SIZE];

	if (said_ns == 0)
		return;
	format_duration(((double)interval->wall_ns - (double)said_ns) / 1e9, ago);
	add(lines, _("as of"),
	    arena_printf(lines->arena, "%s  (%s)", findings_time(said_ns, interval, lines->arena),
			 arena_printf(lines->arena, _("%s ago"), ago)));
}

/* How sure it is, and why no more than that. */
static void add_confidence(struct lines *lines, const struct finding *finding)
{
	if (finding->n_lacks == 0)
		add(lines, _("confidence"), _("all that it needs is known"));
	for (size_t i = 0; i < finding->n_lacks; i++)
		add(lines, i == 0 ? _("less sure") : "", finding->lacks[i]);
}

static void add_stake(struct lines *lines, double stake_pct)
{
	char pct[FORMAT_SIZE];

	if (isnan(stake_pct))
		return;
	format_screen(stake_pct, UNIT_PCT, pct);
	add(lines, _("at stake"), arena_printf(lines->arena, _("~%s%% of a CPU"), pct));
}

static void add_causes(struct lines *lines, const struct finding *finding)
{
	if (finding->n_causes == 0)
		return;
	add(lines, _("likely causes"), NULL);
	for (size_t i = 0; i < finding->n_causes; i++)
		add(lines, arena_printf(lines->arena, "%zu", i + 1), finding->causes[i]);
}

/* On lines of its own, to be copied. */
static void add_command(struct lines *lines, const char *heading, const char *command)
{
	if (!command)
		return;
	add(lines, heading, NULL);
	add(lines, NULL, command);
}

/* What to do comes first, and why second: of a long one only the beginning is on the screen. */
static void add_finding(struct lines *lines, const struct finding *finding)
{
	add_command(lines, _("to mend"), finding->mend);
	add_command(lines, _("to undo that"), finding->undo);
	add_command(lines, _("to confirm"), finding->confirm);
	add_causes(lines, finding);
	if (finding->n_evidence)
		add(lines, _("evidence"), NULL);
	for (size_t i = 0; i < finding->n_evidence; i++)
		add(lines, finding->evidence[i].name, finding->evidence[i].value);
	add_stake(lines, finding->stake_pct);
	add_confidence(lines, finding);
}

/* Sentence, grade, rule, since, cleared, as of, stake, four headings and a rule's help; three commands with theirs. */
enum { MOST_LINES = 20 + MAX_EVIDENCE + MAX_CAUSES + MAX_LACKS };

size_t findings_details(const struct standing *standing, const struct interval *interval,
			struct arena *arena, const struct detail **details)
{
	const struct mark *mark = standing->mark;
	const struct rule *rule = rule_by_id(mark->rule);
	struct lines lines = {.arena = arena};

	lines.details = arena_alloc(arena, MOST_LINES, sizeof(*lines.details));
	add(&lines, findings_grade(mark->grade), findings_sentence(standing));
	add(&lines, _("rule"),
	    rule ? arena_printf(arena, "%s  %s", rule->id, _(rule->title)) : mark->rule);
	add_since(&lines, mark, interval);
	add_said(&lines, standing->said_ns, interval);
	if (standing->finding)
		add_finding(&lines, standing->finding);
	if (rule) {
		add(&lines, _("about this rule"), NULL);
		add(&lines, NULL, _(rule->help));
	}
	if (standing->finding && standing->finding->pane) {
		add(&lines, _("where to look"), NULL);
		add(&lines, "Enter",
		    arena_printf(arena, _("to the pane %s"), standing->finding->pane));
	}
	*details = lines.details;
	return lines.n;
}
