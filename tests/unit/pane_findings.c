/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The findings pane: its rows, what it says without any, and the details of one. */
#include "config.h"

#include "pane_story.h"

#include <stdlib.h>
#include <time.h>

#include "rule/engine.h"

#define SECOND 1000000000ULL

enum { NOON = 12 * 3600 };

static uint64_t at(int seconds)
{
	return (uint64_t)(10 * 24 * 3600 + NOON + seconds) * SECOND;
}

static int setup(void **state)
{
	struct story *story;

	setenv("TZ", "UTC", 1);
	tzset();
	story_setup(state);
	story = *state;
	story->interval.wall_ns = at(100);
	story->interval.has_marks = true;
	story->view.looked_s = 100;
	return 0;
}

/* One of a rule that no version has. */
static struct mark mark_of(const char *subject, int grade, int since)
{
	return (struct mark){
		.rule = "R91",
		.subject = subject,
		.text = "as it was recorded",
		.grade = grade,
		.since_ns = at(since),
		.cleared_s = UNKNOWN,
	};
}

static void give(struct story *story, struct mark *marks, size_t n)
{
	story->interval.marks = marks;
	story->interval.n_marks = n;
}

static void a_row_says_what_is_wrong_since_when(void **state)
{
	struct story *story = *state;
	struct mark marks[] = {mark_of("cpu1", GRADE_CRIT, 10), mark_of("", GRADE_INFO, -86400)};
	struct model model;

	give(story, marks, 2);
	model = story_main(story, "findings");
	assert_string_equal(story_titles(story, &model), "GRADE RULE SUBJECT SINCE LASTED FINDING");
	assert_string_equal(story_row(story, &model, 0),
			    "crit R91 cpu1 12:00:10 90.00 as it was recorded");
	assert_string_equal(story_row(story, &model, 1),
			    "info R91 - 01-10 12:00 86500.00 as it was recorded");
	assert_int_equal(story_cell(&model, 0, "grade").style, STYLE_HOT);
	assert_true(model.row_id(&model, 0) != model.row_id(&model, 1));
}

static void what_was_not_recorded_is_unknown(void **state)
{
	struct story *story = *state;
	struct mark mark = mark_of("cpu1", GRADE_CRIT, 10);
	struct model model;

	mark.since_ns = 0;
	give(story, &mark, 1);
	model = story_main(story, "findings");
	assert_string_equal(story_text(story, &model, 0, "since"), "-");
	assert_string_equal(story_text(story, &model, 0, "lasted"), "-");
}

static void what_has_cleared_is_last_and_dim(void **state)
{
	struct story *story = *state;
	struct mark marks[] = {mark_of("cpu1", GRADE_CRIT, 10), mark_of("cpu2", GRADE_WARN, 20)};
	struct model model;

	marks[0].cleared_s = 30;
	give(story, marks, 2);
	model = story_main(story, "findings");
	assert_int_equal(model.n_rows, 2);
	assert_string_equal(story_text(story, &model, 0, "subject"), "cpu2");
	assert_string_equal(story_text(story, &model, 1, "grade"), "ok");
	assert_string_equal(story_text(story, &model, 1, "finding"),
			    "cleared 30.0s ago: as it was recorded");
	/* It stood from 10 to 70. */
	assert_string_equal(story_text(story, &model, 1, "lasted"), "60.00");
	for (size_t i = 0; i < model.n_columns; i++)
		assert_int_equal(story_cell_at(&model, 1, i).style, STYLE_DIM);
}

static const char *note(struct story *story)
{
	struct model model = story_main(story, "findings");

	assert_int_equal(model.n_rows, 0);
	return model.note;
}

static void without_any_it_says_how_long_was_looked(void **state)
{
	struct story *story = *state;

	assert_non_null(strstr(note(story), "have looked for 1m40s."));
	story->view.looked_s = 4;
	assert_string_equal(note(story),
			    "Looking: a finding needs three intervals and five seconds.");
	/* It was judged when it was recorded. */
	story->view.looked_s = UNKNOWN;
	assert_string_equal(note(story), "Nothing found.");
	story->interval.is_since_boot = true;
	assert_string_equal(note(story),
			    "Looking: a finding needs three intervals and five seconds.");
}

static const struct detail *detail_of(const struct detail *details, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (details[i].name && strcmp(details[i].name, name) == 0)
			return &details[i];
	return NULL;
}

static size_t details_of(struct story *story, const struct detail **details)
{
	const struct pane *pane = pane_by_key('9');
	struct model model = story_main(story, "findings");

	return pane->details(&story->view, &model, 0, &story->arena, details);
}

/* A CPU that works for the kernel only: R29. */
static void make_busy_in_kernel(struct story *story, struct mark *mark)
{
	story_add_cpus(story, NULL, 2);
	story->interval.cpus[1].us = 5;
	story->interval.cpus[1].ni = 0;
	story->interval.cpus[1].sy = 90;
	story->interval.cpus[1].busy = 95;
	story->view.has = UINT32_MAX;
	*mark = mark_of("cpu1", GRADE_INFO, 10);
	mark->rule = "R29";
	give(story, mark, 1);
}

static void details_have_evidence_and_commands(void **state)
{
	struct story *story = *state;
	const struct detail *details, *confirm;
	struct mark mark;
	size_t n;

	make_busy_in_kernel(story, &mark);
	n = details_of(story, &details);
	assert_non_null(strstr(detail_of(details, n, "info")->value, "cpu1"));
	assert_string_equal(detail_of(details, n, "since")->value, "12:00:10  (1m30s)");
	assert_null(detail_of(details, n, "evidence")->value);
	assert_non_null(detail_of(details, n, "1"));
	/* A command has lines of its own. */
	confirm = detail_of(details, n, "to confirm");
	assert_null(confirm[0].value);
	assert_null(confirm[1].name);
	assert_non_null(strstr(confirm[1].value, "-C 1"));
	assert_string_equal(detail_of(details, n, "Enter")->value, "to the pane cpus");
	/* What to do stands above why. */
	assert_true(confirm < detail_of(details, n, "1"));
	assert_true(detail_of(details, n, "1") < detail_of(details, n, "evidence"));
}

static void what_no_rule_knows_any_more_has_its_recorded_words(void **state)
{
	struct story *story = *state;
	struct mark mark = mark_of("cpu1", GRADE_WARN, 10);
	const struct detail *details;
	size_t n;

	give(story, &mark, 1);
	n = details_of(story, &details);
	assert_string_equal(detail_of(details, n, "warn")->value, "as it was recorded");
	assert_string_equal(detail_of(details, n, "rule")->value, "R91");
	assert_null(detail_of(details, n, "to confirm"));
	assert_null(detail_of(details, n, "Enter"));
}

static void a_row_tells_where_to_look(void **state)
{
	struct story *story = *state;
	const char *text = "";
	struct model model;
	struct mark mark;

	make_busy_in_kernel(story, &mark);
	model = story_main(story, "findings");
	assert_string_equal(pane_by_key('9')->place(&model, 0, &text), "cpus");
	assert_string_equal(text, "1");
	mark.rule = "R91";
	model = story_main(story, "findings");
	assert_null(pane_by_key('9')->place(&model, 0, &text));
}

/* What the rules need is read for it, and for the dashboard. */
static void all_that_rules_need_is_read(void **state)
{
	struct story *story = *state;

	assert_int_equal(pane_needs(pane_by_key('9'), &story->choice) & rules_needs(),
			 rules_needs());
	assert_int_equal(pane_needs(pane_by_key('0'), &story->choice) & rules_needs(),
			 rules_needs());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, story_teardown)
		TEST(a_row_says_what_is_wrong_since_when),
		TEST(what_was_not_recorded_is_unknown),
		TEST(what_has_cleared_is_last_and_dim),
		TEST(without_any_it_says_how_long_was_looked),
		TEST(details_have_evidence_and_commands),
		TEST(what_no_rule_knows_any_more_has_its_recorded_words),
		TEST(a_row_tells_where_to_look),
		TEST(all_that_rules_need_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
