/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/order.h"

/* One number, one text, and a text that is sorted by its number. */
struct row {
	double number;
	const char *text;
	double weight;
};

static void row_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct row *what = (const struct row *)model->data + row;
	const char *text = column == 1 ? what->text : "0-3";

	if (column == 0) {
		cell->kind = CELL_NUMBER;
		cell->number = what->number;
		return;
	}
	cell->kind = *text ? CELL_TEXT : CELL_EMPTY;
	cell->text = (struct span){text, strlen(text)};
	cell->number = column == 2 ? what->weight : (double)NAN;
}

static const struct column columns[] = {
	{.key = "rate", .title = "/s", .unit = UNIT_RATE},
	{.key = "name", .title = "COMMAND", .unit = UNIT_TEXT},
	{.key = "cpus", .title = "on", .unit = UNIT_TEXT},
};

static struct model model_of(const struct row *rows, size_t n)
{
	return (struct model){
		.columns = columns,
		.n_columns = 3,
		.n_rows = n,
		.cell = row_cell,
		.data = rows,
	};
}

static const struct row rows[] = {
	{5, "sshd", 3},   {(double)NAN, "bash", (double)NAN}, {70, "Xorg", 1}, {5, "", 2},
	{0, "apache", 0},
};
#define N_ROWS 5

/* The order as digits, one per row. */
static void assert_order(const struct model *model, const char *key, bool is_reversed,
			 const char *filter, const char *expected)
{
	struct arena arena;
	regex_t regex;
	char got[16] = "";

	arena_init(&arena);
	if (filter)
		assert_int_equal(regcomp(&regex, filter, REG_EXTENDED | REG_ICASE), 0);
	struct order order =
		order_rows(model, key, is_reversed, ORDER_EXACT, filter ? &regex : NULL, &arena);

	for (size_t i = 0; i < order.n_rows; i++)
		got[i] = (char)('0' + order.rows[i]);
	assert_string_equal(got, expected);
	if (filter)
		regfree(&regex);
	arena_fini(&arena);
}

static void numbers_from_the_largest(void **state)
{
	struct model model = model_of(rows, N_ROWS);

	(void)state;
	assert_order(&model, "rate", false, NULL, "20341");
	assert_order(&model, "RATE", true, NULL, "40321");
	assert_order(&model, "/s", false, NULL, "20341");
}

/* 5.04 and 4.96 are both written 5.0: whoever came first stays first. */
static void what_is_written_alike_keeps_its_order(void **state)
{
	static const struct row close[] = {{4.96, "a", 0}, {5.04, "b", 0}, {5.06, "c", 0}};
	static const struct column shares[] = {{.key = "cpu", .title = "%", .unit = UNIT_PCT}};
	struct model model = model_of(close, 3);
	struct arena arena;
	struct order order;

	(void)state;
	model.columns = shares;
	model.n_columns = 1;
	arena_init(&arena);
	order = order_rows(&model, "cpu", false, ORDER_AS_SHOWN, NULL, &arena);
	assert_int_equal(order.rows[0], 2);
	assert_int_equal(order.rows[1], 0);
	order = order_rows(&model, "cpu", false, ORDER_EXACT, NULL, &arena);
	assert_int_equal(order.rows[1], 1);
	arena_fini(&arena);
}

static double tie_of_row(const struct model *model, size_t row)
{
	static const double ties[] = {0, 7, 3};

	(void)model;
	return ties[row];
}

static void tied_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	(void)model;
	(void)column;
	cell->kind = CELL_NUMBER;
	cell->number = 0.11 * (double)row;
}

/* What a screen writes alike is told apart by what changes slowly; output for programs is not. */
static void equals_are_told_apart_by_the_tie(void **state)
{
	static const struct column shares[] = {{.key = "cpu", .title = "%", .unit = UNIT_PCT}};
	struct model model = {.columns = shares,
			      .n_columns = 1,
			      .n_rows = 3,
			      .cell = tied_cell,
			      .tie = tie_of_row};
	struct arena arena;
	struct order order;

	(void)state;
	arena_init(&arena);
	order = order_rows(&model, "cpu", false, ORDER_AS_SHOWN, NULL, &arena);
	assert_int_equal(order.rows[0], 1);
	assert_int_equal(order.rows[1], 2);
	order = order_rows(&model, "cpu", false, ORDER_EXACT, NULL, &arena);
	assert_int_equal(order.rows[0], 2);
	/* Without a tie, small shares are told apart as they are written. */
	model.tie = NULL;
	order = order_rows(&model, "cpu", false, ORDER_AS_SHOWN, NULL, &arena);
	assert_int_equal(order.rows[0], 2);
	arena_fini(&arena);
}

static void texts_from_a(void **state)
{
	struct model model = model_of(rows, N_ROWS);

	(void)state;
	assert_order(&model, "command", false, NULL, "41023");
	assert_order(&model, "name", true, NULL, "20143");
}

static void a_text_may_be_sorted_by_a_number(void **state)
{
	struct model model = model_of(rows, N_ROWS);

	(void)state;
	assert_order(&model, "cpus", false, NULL, "03241");
	assert_order(&model, "on", true, NULL, "42301");
}

static void without_a_key_they_come_as_they_are(void **state)
{
	struct model model = model_of(rows, N_ROWS);

	(void)state;
	assert_order(&model, NULL, false, NULL, "01234");
	assert_order(&model, "nonsense", true, NULL, "01234");
	model.sort_key = "rate";
	assert_order(&model, NULL, false, NULL, "20341");
	assert_order(&model, "nonsense", false, NULL, "20341");
	model.is_ordered = true;
	assert_order(&model, "rate", true, NULL, "01234");
}

static void pinned_rows_stay(void **state)
{
	struct model model = model_of(rows, N_ROWS);

	(void)state;
	model.n_pinned = 2;
	assert_order(&model, "rate", false, NULL, "01234");
	assert_order(&model, "rate", true, NULL, "01432");
	assert_order(&model, "rate", true, "xorg", "012");
	model.n_pinned = 9;
	assert_order(&model, "rate", true, NULL, "01234");
}

static void a_filter_is_matched_against_texts(void **state)
{
	struct model model = model_of(rows, N_ROWS);

	(void)state;
	assert_order(&model, "rate", false, "s", "01");
	assert_order(&model, "rate", false, "^xor", "2");
	assert_order(&model, "rate", false, "0-3", "20341");
	assert_order(&model, "rate", false, "70", "");
	model.is_ordered = true;
	assert_order(&model, "rate", false, "a", "14");
}

/* Only the span counts: what stands behind it in memory is not its text. */
/* All of a number that names something, and no part of it. */
static void a_filter_is_matched_against_names_that_are_numbers(void **state)
{
	const struct row processes[] = {{70, "Xorg", 1}, {5, "sshd", 3}, {705, "bash", 3}};
	struct column numbered[] = {columns[0], columns[1], columns[2]};
	struct model model = model_of(processes, 3);

	(void)state;
	assert_order(&model, NULL, false, "70", "");
	numbered[0].unit = UNIT_ID;
	model.columns = numbered;
	assert_order(&model, NULL, false, "70", "0");
	assert_order(&model, NULL, false, "705?", "02");
	assert_order(&model, NULL, false, "70|sshd", "01");
}

static void a_match_ends_with_its_text(void **state)
{
	regex_t regex;

	(void)state;
	assert_int_equal(regcomp(&regex, "b$", REG_EXTENDED | REG_NOSUB), 0);
	assert_true(order_text_matches((struct span){"abc", 2}, &regex));
	assert_false(order_text_matches((struct span){"abc", 3}, &regex));
	assert_false(order_text_matches((struct span){"abc", 1}, &regex));
	assert_false(order_text_matches((struct span){NULL, 0}, &regex));
	regfree(&regex);
}

static void many_rows_are_sorted_and_equal_ones_keep_their_order(void **state)
{
	const size_t n = 30000;
	struct row *many = calloc(n, sizeof(*many));
	struct model model = model_of(many, n);
	struct arena arena;
	uint32_t seed = 1;

	(void)state;
	arena_init(&arena);
	for (size_t i = 0; i < n; i++) {
		seed = seed * 1664525 + 1013904223;
		many[i].number = seed >> 24;
		many[i].text = "x";
	}
	struct order order = order_rows(&model, "rate", false, ORDER_EXACT, NULL, &arena);

	assert_int_equal(order.n_rows, n);
	assert_int_equal(order.column, 0);
	for (size_t i = 1; i < n; i++) {
		size_t a = order.rows[i - 1], b = order.rows[i];

		assert_true(many[a].number > many[b].number ||
			    (many[a].number == many[b].number && a < b));
	}
	arena_fini(&arena);
	free(many);
}

static void no_rows_no_order(void **state)
{
	struct model model = model_of(NULL, 0);

	(void)state;
	assert_order(&model, "rate", false, NULL, "");
	assert_int_equal(model_find_column(&model, "name"), 1);
	assert_int_equal(model_find_column(&model, "NaMe"), 1);
	assert_int_equal(model_find_column(&model, "command"), 1);
	assert_int_equal(model_find_column(&model, "nam"), -1);
	assert_int_equal(model_find_column(&model, "names"), -1);
	assert_int_equal(model_find_column(&model, ""), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_from_the_largest),
		cmocka_unit_test(what_is_written_alike_keeps_its_order),
		cmocka_unit_test(equals_are_told_apart_by_the_tie),
		cmocka_unit_test(texts_from_a),
		cmocka_unit_test(a_text_may_be_sorted_by_a_number),
		cmocka_unit_test(without_a_key_they_come_as_they_are),
		cmocka_unit_test(pinned_rows_stay),
		cmocka_unit_test(a_filter_is_matched_against_texts),
		cmocka_unit_test(a_filter_is_matched_against_names_that_are_numbers),
		cmocka_unit_test(a_match_ends_with_its_text),
		cmocka_unit_test(many_rows_are_sorted_and_equal_ones_keep_their_order),
		cmocka_unit_test(no_rows_no_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
