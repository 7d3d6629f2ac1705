/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a rule says: into the arena of the judging. */
#include "config.h"

#include "rule/rule.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/cpuset.h"
#include "base/shell.h"
#include "join/plan.h"
#include "ui/format.h"

double rule_threshold(const struct judging *judging, size_t i)
{
	assert(i < judging->rule->n_thresholds);
	return judging->thresholds[i];
}

static void make_room(struct judging *judging)
{
	struct finding **more;

	if (judging->n_found < judging->capacity)
		return;
	judging->capacity = judging->capacity ? 2 * judging->capacity : 8;
	more = arena_alloc(judging->arena, judging->capacity, sizeof(*more));
	for (size_t i = 0; i < judging->n_found; i++)
		more[i] = judging->found[i];
	judging->found = more;
}

static struct finding *add(struct judging *judging, enum grade grade, const char *subject)
{
	struct finding *finding = arena_alloc(judging->arena, 1, sizeof(*finding));

	finding->rule = judging->rule;
	finding->grade = grade;
	finding->subject = subject;
	finding->stake_pct = (double)NAN;
	make_room(judging);
	judging->found[judging->n_found++] = finding;
	return finding;
}

struct finding *rule_find(struct judging *judging, enum grade grade, const char *subject, ...)
{
	const char *name;
	va_list arguments;

	va_start(arguments, subject);
	name = arena_vprintf(judging->arena, subject, arguments);
	va_end(arguments);
	return add(judging, grade, name);
}

struct finding *rule_find_machine(struct judging *judging, enum grade grade)
{
	return add(judging, grade, "");
}

void rule_say(struct judging *judging, struct finding *finding, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	finding->sentence = arena_vprintf(judging->arena, format, arguments);
	va_end(arguments);
}

void rule_show(struct judging *judging, struct finding *finding, const char *name,
	       const char *format, ...)
{
	va_list arguments;

	if (finding->n_evidence == MAX_EVIDENCE)
		return;
	va_start(arguments, format);
	finding->evidence[finding->n_evidence++] = (struct evidence){
		.name = arena_strdup(judging->arena, name),
		.value = arena_vprintf(judging->arena, format, arguments),
	};
	va_end(arguments);
}

void rule_show_count(struct judging *judging, struct finding *finding, const char *name,
		     double count)
{
	if (isnan(count))
		rule_show(judging, finding, name, "-");
	else
		rule_show(judging, finding, name, "%.0f", count);
}

void rule_cause(struct judging *judging, struct finding *finding, const char *format, ...)
{
	va_list arguments;

	if (finding->n_causes == MAX_CAUSES)
		return;
	va_start(arguments, format);
	finding->causes[finding->n_causes++] = arena_vprintf(judging->arena, format, arguments);
	va_end(arguments);
}

void rule_lack(struct judging *judging, struct finding *finding, const char *format, ...)
{
	va_list arguments;

	if (finding->n_lacks == MAX_LACKS)
		return;
	va_start(arguments, format);
	finding->lacks[finding->n_lacks++] = arena_vprintf(judging->arena, format, arguments);
	va_end(arguments);
}

void rule_confirm(struct judging *judging, struct finding *finding, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	finding->confirm = arena_vprintf(judging->arena, format, arguments);
	va_end(arguments);
}

void rule_mend(struct judging *judging, struct finding *finding, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	finding->mend = arena_vprintf(judging->arena, format, arguments);
	va_end(arguments);
}

void rule_undo(struct judging *judging, struct finding *finding, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	finding->undo = arena_vprintf(judging->arena, format, arguments);
	va_end(arguments);
}

void rule_mend_by(struct finding *finding, const struct plan *plan)
{
	finding->mend = plan_mend(plan);
	finding->undo = finding->mend ? plan_undo(plan) : NULL;
}

void rule_point(struct judging *judging, struct finding *finding, const char *pane, const char *row)
{
	finding->pane = pane;
	finding->row = row ? arena_strdup(judging->arena, row) : NULL;
}

const char *rule_quote(const struct judging *judging, const char *word)
{
	return shell_quote(judging->arena, word);
}

static const char *format(const struct judging *judging, double value, enum unit unit)
{
	char text[FORMAT_SIZE];

	format_screen(value, unit, text);
	return arena_strdup(judging->arena, text);
}

const char *rule_rate(const struct judging *judging, double per_s)
{
	return format(judging, per_s, UNIT_RATE);
}

const char *rule_pct(const struct judging *judging, double pct)
{
	return format(judging, pct, UNIT_PCT);
}

const char *rule_cpus(const struct judging *judging, const struct cpuset *cpus)
{
	size_t len = cpuset_format(cpus, NULL, 0);
	char *list = arena_alloc(judging->arena, len + 1, 1);

	cpuset_format(cpus, list, len + 1);
	return list;
}
