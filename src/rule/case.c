/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "rule/case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

enum { NO_GRADE = -1 };

/* Five seconds are five intervals of a second, though each is measured and may be a little short of it. */
static const struct spell to_stand = {3, 4.9}, to_lapse = {2, 1.9};
/* A case that cannot be looked at is given up. */
static const struct spell to_give_up = {3, 10};
static const double remembered_s = 60;

static void text_set(struct case_text *text, const char *bytes)
{
	size_t size = strlen(bytes) + 1;

	text->bytes = xgrow(text->bytes, &text->capacity, size, 1);
	memcpy(text->bytes, bytes, size);
}

static void spell_add(struct spell *spell, double seconds)
{
	spell->n++;
	spell->seconds += seconds;
}

static bool is_long_enough(const struct spell *spell, const struct spell *least)
{
	return spell->n >= least->n && spell->seconds >= least->seconds;
}

static int grade_of(const struct finding *finding)
{
	return finding ? (int)finding->grade : NO_GRADE;
}

/* A recording may say anything. */
static uint64_t beginning_of(const struct hearing *hearing)
{
	double ns = hearing->seconds * 1e9;

	return ns < (double)hearing->wall_ns ? hearing->wall_ns - (uint64_t)ns : 0;
}

static void hold(struct mark_case *item, const struct hearing *hearing)
{
	for (int grade = GRADE_INFO; grade < N_GRADES; grade++) {
		if (grade_of(hearing->strict) >= grade)
			spell_add(&item->held[grade], hearing->seconds);
		else
			item->held[grade] = (struct spell){0, 0};
	}
	if (item->held[GRADE_INFO].n == 1)
		item->held_since_ns = beginning_of(hearing);
}

/* The gravest that it has held for long enough. */
static int earned_grade(const struct mark_case *item)
{
	int grade = GRADE_CRIT;

	while (grade >= GRADE_INFO && !is_long_enough(&item->held[grade], &to_stand))
		grade--;
	return grade;
}

static void begin(struct mark_case *item, int grade)
{
	item->phase = STANDING;
	item->grade = grade;
	item->since_ns = item->held_since_ns;
	item->lapsed = (struct spell){0, 0};
}

static void end(struct mark_case *item)
{
	item->phase = CLEARED;
	item->cleared_s = 0;
}

/* Of one that stands: does it fall, or clear? */
static void lapse(struct mark_case *item, const struct hearing *hearing)
{
	int strict = grade_of(hearing->strict), eased = grade_of(hearing->eased);
	int grade = strict > eased ? strict : eased;

	if (grade >= item->grade) {
		item->lapsed = (struct spell){0, 0};
		return;
	}
	if (item->lapsed.n == 0 || grade > item->lapsed_to)
		item->lapsed_to = grade;
	spell_add(&item->lapsed, hearing->seconds);
	if (!is_long_enough(&item->lapsed, &to_lapse))
		return;
	item->lapsed = (struct spell){0, 0};
	if (item->lapsed_to == NO_GRADE)
		end(item);
	else
		item->grade = item->lapsed_to;
}

static void keep_words(struct mark_case *item, const struct hearing *hearing)
{
	const struct finding *finding = hearing->eased ? hearing->eased : hearing->strict;

	if (!finding || item->phase != STANDING)
		return;
	text_set(&item->sentence, finding->sentence ? finding->sentence : "");
	item->stake_pct = finding->stake_pct;
}

static void age(struct mark_case *item, double seconds)
{
	item->cleared_s += seconds;
	if (item->cleared_s <= remembered_s)
		return;
	item->phase = PENDING;
	item->is_over = item->held[GRADE_INFO].n == 0;
}

void case_hear(struct mark_case *item, const struct hearing *hearing)
{
	int earned;

	hold(item, hearing);
	item->unasked = (struct spell){0, 0};
	earned = earned_grade(item);
	switch (item->phase) {
	case PENDING:
		item->is_over = !hearing->strict;
		if (earned != NO_GRADE)
			begin(item, earned);
		break;
	case STANDING:
		if (earned > item->grade)
			item->grade = earned;
		lapse(item, hearing);
		break;
	case CLEARED:
		age(item, hearing->seconds);
		if (earned != NO_GRADE)
			begin(item, earned);
		break;
	}
	keep_words(item, hearing);
}

void case_wait(struct mark_case *item, double seconds)
{
	if (item->phase == CLEARED) {
		age(item, seconds);
		return;
	}
	spell_add(&item->unasked, seconds);
	item->is_over = is_long_enough(&item->unasked, &to_give_up);
}

void case_open(struct mark_case *item, const struct finding *finding)
{
	struct case_text subject = item->subject, sentence = item->sentence;

	*item = (struct mark_case){
		.rule = finding->rule,
		.subject = subject,
		.sentence = sentence,
		.stake_pct = (double)NAN,
	};
	text_set(&item->subject, finding->subject);
}

void case_fini(struct mark_case *item)
{
	free(item->subject.bytes);
	free(item->sentence.bytes);
}
