/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "interval.h"
#include "view/findings.h"

const unsigned long verdict_intervals = 10;

/* What a finding must hold for: with less, that there is none says nothing. */
static const double least_s = 5;
static const size_t least_intervals = 3;

struct verdict {
	struct interval last;
	size_t n; /* measured ones */
	double looked_s;
};

struct verdict *verdict_new(void)
{
	struct verdict *verdict = xcalloc(1, sizeof(*verdict));

	interval_init(&verdict->last);
	return verdict;
}

void verdict_free(struct verdict *verdict)
{
	if (!verdict)
		return;
	interval_fini(&verdict->last);
	free(verdict);
}

static bool is_any(const void *data, const struct task_interval *task)
{
	(void)data;
	(void)task;
	return true;
}

void verdict_add(struct verdict *verdict, const struct view *view)
{
	interval_keep(&verdict->last, view->interval, is_any, NULL);
	verdict->looked_s = view->looked_s;
	verdict->n += !view->interval->is_since_boot;
}

/* Why nothing can be said if nothing was found; NULL: it can.  What was judged when it was recorded was judged. */
static const char *why_unknown(const struct verdict *verdict)
{
	const struct interval *last = &verdict->last;

	if (verdict->n == 0 || last->is_since_boot)
		return _("there is nothing but what was counted since boot");
	if (last->n_cpus == 0 || !last->has_marks)
		return _("nothing could be read");
	if (!isnan(verdict->looked_s) &&
	    (verdict->looked_s < least_s || verdict->n < least_intervals))
		return _("a finding needs three intervals and five seconds");
	return NULL;
}

/* As it may be printed. */
static const char *clean(const char *raw, struct arena *arena)
{
	size_t size = strlen(raw) + 1;
	char *text = arena_alloc(arena, size, 1);

	text_clean(raw, size - 1, text, size);
	return text;
}

/* In the first line a bar begins the numbers. */
static const char *without_bars(const char *text, struct arena *arena)
{
	char *copy = arena_strdup(arena, text);

	for (char *at = copy; (at = strchr(at, '|'));)
		*at = '/';
	return copy;
}

/* What is printed with. */
struct printing {
	FILE *out;
	const struct interval *interval;
	const struct standing *standing;
	size_t n;
	struct arena *arena;
};

static const char *first_sentence(const struct printing *printing)
{
	const char *sentence = clean(findings_sentence(&printing->standing[0]), printing->arena);

	return without_bars(sentence, printing->arena);
}

static void print_numbers(const struct printing *printing)
{
	fputs(" |", printing->out);
	for (int grade = GRADE_INFO; grade <= GRADE_CRIT; grade++)
		fprintf(printing->out, " %s=%zu", findings_grade(grade),
			findings_count(printing->interval, grade));
	fputc('\n', printing->out);
}

/* Returns the exit status. */
static int print_summary(const struct printing *printing, const char *why)
{
	static const char *const words[] = {"OK", "WARN", "CRIT"};
	int status = VERDICT_OK;

	if (findings_count(printing->interval, GRADE_WARN))
		status = VERDICT_WARN;
	if (findings_count(printing->interval, GRADE_CRIT))
		status = VERDICT_CRIT;
	if (status == VERDICT_OK && why) {
		fprintf(printing->out, "OVERTOP UNKNOWN: %s", why);
		status = VERDICT_UNKNOWN;
	} else if (printing->n) {
		fprintf(printing->out, "OVERTOP %s: ", words[status]);
		fprintf(printing->out, ngettext("%zu finding", "%zu findings", printing->n),
			printing->n);
		fprintf(printing->out, ": %s", first_sentence(printing));
	} else {
		fprintf(printing->out, "OVERTOP OK: %s", _("nothing found"));
	}
	print_numbers(printing);
	return status;
}

/* Nothing where there is no text. */
static void print_line(const struct printing *printing, const char *name, const char *text)
{
	if (text)
		fprintf(printing->out, "  %s: %s\n", name, clean(text, printing->arena));
}

static void print_words(const struct printing *printing, const struct finding *finding)
{
	for (size_t i = 0; i < finding->n_evidence; i++)
		print_line(printing, clean(finding->evidence[i].name, printing->arena),
			   finding->evidence[i].value);
	for (size_t i = 0; i < finding->n_causes; i++)
		print_line(printing, "cause", finding->causes[i]);
	print_line(printing, "confirm", finding->confirm);
	print_line(printing, "mend", finding->mend);
	print_line(printing, "undo", finding->undo);
	for (size_t i = 0; i < finding->n_lacks; i++)
		print_line(printing, "less sure", finding->lacks[i]);
}

static void print_finding(const struct printing *printing, const struct standing *standing)
{
	const struct mark *mark = standing->mark;
	const char *since = findings_time(mark->since_ns, printing->interval, printing->arena);

	fprintf(printing->out, "\n%s %s", findings_grade(mark->grade),
		clean(mark->rule, printing->arena));
	if (*mark->subject)
		fprintf(printing->out, " %s", clean(mark->subject, printing->arena));
	fprintf(printing->out, " since %s: %s\n", since,
		clean(findings_sentence(standing), printing->arena));
	if (standing->said_ns)
		print_line(printing, "as of",
			   findings_time(standing->said_ns, printing->interval, printing->arena));
	if (standing->finding)
		print_words(printing, standing->finding);
}

/* What stands comes before what has cleared. */
static size_t count_standing(const struct interval *interval)
{
	size_t n = 0;

	for (int grade = GRADE_INFO; grade <= GRADE_CRIT; grade++)
		n += findings_count(interval, grade);
	return n;
}

int verdict_print(const struct verdict *verdict, const struct view *view, FILE *out)
{
	struct arena arena = {0};
	struct rule_facts facts = findings_facts(view);
	struct printing printing = {.out = out, .interval = &verdict->last, .arena = &arena};
	int status;

	if (verdict->n == 0 && !verdict->last.n_cpus)
		return verdict_print_nothing(out);
	findings_of(&verdict->last, &facts, &arena, &printing.standing);
	printing.n = count_standing(&verdict->last);
	status = print_summary(&printing, why_unknown(verdict));
	for (size_t i = 0; i < printing.n; i++)
		print_finding(&printing, &printing.standing[i]);
	arena_fini(&arena);
	return status;
}

int verdict_print_nothing(FILE *out)
{
	fprintf(out, "OVERTOP UNKNOWN: %s\n", _("there is no interval"));
	return VERDICT_UNKNOWN;
}
