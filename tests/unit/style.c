/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "ui/style.h"

static void each_style_has_a_letter_of_its_own(void **state)
{
	char seen[N_STYLES + 1] = "";

	(void)state;
	for (int style = 0; style < N_STYLES; style++) {
		char letter = style_letter((enum style)style);

		assert_true(letter == '.' || (letter >= 'A' && letter <= 'z'));
		assert_null(strchr(seen, letter));
		seen[style] = letter;
	}
	assert_int_equal(style_letter(STYLE_NORMAL), '.');
	assert_int_equal(style_letter(STYLE_HOT), 'x');
	assert_int_equal(style_letter(STYLE_SELECTED), 'S');
}

static void a_percentage_warms_up(void **state)
{
	(void)state;
	assert_int_equal(style_of_pct((double)NAN, 50, 80), STYLE_DIM);
	assert_int_equal(style_of_pct(0, 50, 80), STYLE_DIM);
	assert_int_equal(style_of_pct(0.04, 50, 80), STYLE_DIM);
	assert_int_equal(style_of_pct(0.06, 50, 80), STYLE_NORMAL);
	assert_int_equal(style_of_pct(49.9, 50, 80), STYLE_NORMAL);
	assert_int_equal(style_of_pct(50, 50, 80), STYLE_WARM);
	assert_int_equal(style_of_pct(80, 50, 80), STYLE_HOT);
	assert_int_equal(style_of_pct(1000, 50, 80), STYLE_HOT);
	assert_int_equal(style_of_pct(99, (double)INFINITY, (double)INFINITY), STYLE_NORMAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_style_has_a_letter_of_its_own),
		cmocka_unit_test(a_percentage_warms_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
