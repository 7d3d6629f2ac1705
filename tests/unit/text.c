/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static int use_utf8(void **state)
{
	(void)state;
	return setlocale(LC_ALL, "C.UTF-8") ? 0 : -1;
}

static int use_c(void **state)
{
	(void)state;
	return setlocale(LC_ALL, "C") ? 0 : -1;
}

static void assert_clean(const char *raw, const char *clean, size_t cells)
{
	char out[64];
	size_t len = strlen(raw);

	assert_int_equal(text_clean(raw, len, out, sizeof(out)), strlen(clean));
	assert_string_equal(out, clean);
	assert_int_equal(text_width(raw, len), cells);
	/* What is clean stays as it is. */
	assert_int_equal(text_width(out, strlen(out)), cells);
	text_clean(clean, strlen(clean), out, sizeof(out));
	assert_string_equal(out, clean);
}

static void ascii_stays(void **state)
{
	(void)state;
	assert_clean("", "", 0);
	assert_clean("tmux: server ~!", "tmux: server ~!", 15);
	assert_clean("%n%s%", "%n%s%", 5);
	assert_clean("?", "?", 1);
}

static void controls_are_marked(void **state)
{
	(void)state;
	assert_clean("\x1b[31mEVIL\x1b[0m", "?[31mEVIL?[0m", 13);
	assert_clean("a\rb\nc\td", "a?b?c?d", 7);
	assert_clean("\x7f\x01", "??", 2);
}

static void a_nul_is_a_control_too(void **state)
{
	(void)state;
	char out[8];

	assert_int_equal(text_clean("a\0b", 3, out, sizeof(out)), 3);
	assert_string_equal(out, "a?b");
}

static void wide_characters_are_two_cells(void **state)
{
	(void)state;
	wchar_t ch;
	int width;

	assert_clean("中文", "中文", 4);
	assert_clean("é中x", "é中x", 4);
	assert_clean("🔥", "🔥", 2);
	assert_int_equal(text_next("中文", 6, &ch, &width), 3);
	assert_int_equal(ch, 0x4e2d);
	assert_int_equal(width, 2);
}

static void what_has_no_width_is_marked(void **state)
{
	(void)state;
	assert_clean("e\u0301", "e?", 2);      /* combining acute */
	assert_clean("\u200b\u200d", "??", 2); /* zero width */
	assert_clean("\ufeff", "?", 1);
	assert_clean("\u200e\u200f\u061c", "???", 3); /* bidirectional marks */
	assert_clean("\u202a\u202b\u202c\u202d\u202e", "?????", 5);
	assert_clean("\u2066\u2067\u2068\u2069", "????", 4);
	assert_clean("\u2028\u2029", "??", 2);
	assert_clean("\xc2\x80\xc2\x9b\xc2\x9f", "???", 3); /* C1 */
}

static void invalid_bytes_are_marked(void **state)
{
	(void)state;
	assert_clean("a\xff", "a?", 2);
	assert_clean("\x80x", "?x", 2);
	assert_clean("\xc3", "?", 1);
	assert_clean("\xe4\xb8", "??", 2);
	assert_clean("\xe4\xb8z", "??z", 3);
	assert_clean("\xc0\xaf\xc1\xbf", "????", 4);      /* overlong */
	assert_clean("\xe0\x80\xaf", "???", 3);           /* overlong */
	assert_clean("\xf0\x80\x80\xaf", "????", 4);      /* overlong */
	assert_clean("\xed\xa0\x80", "???", 3);           /* surrogate */
	assert_clean("\xf4\x90\x80\x80", "????", 4);      /* above Unicode */
	assert_clean("\xf8\x88\x80\x80\x80", "?????", 5); /* five bytes */
	assert_clean("\xe4\xb8\xad\xe4\xb8", "中??", 4);  /* cut */
}

static void a_character_is_never_cut(void **state)
{
	(void)state;
	char out[8];

	assert_int_equal(text_clean("中文", 6, out, 7), 6);
	assert_string_equal(out, "中文");
	for (size_t size = 4; size < 7; size++) {
		assert_int_equal(text_clean("中文", 6, out, size), 3);
		assert_string_equal(out, "中");
	}
	assert_int_equal(text_clean("中文", 6, out, 3), 0);
	assert_string_equal(out, "");
	assert_int_equal(text_clean("x", 1, out, 1), 0);
	assert_string_equal(out, "");
	assert_int_equal(text_clean("x", 1, NULL, 0), 0);
}

static void without_utf8_only_ascii_is_shown(void **state)
{
	(void)state;
	assert_clean("abc\xff\x80", "abc??", 5);
	assert_clean("中", "???", 3);
	assert_clean("\x1b", "?", 1);
}

static void any_byte_makes_one_clean_cell_or_more(void **state)
{
	(void)state;
	srandom(7);
	for (int round = 0; round < 20000; round++) {
		char raw[8], out[16];
		size_t len = (size_t)random() % sizeof(raw) + 1;

		for (size_t i = 0; i < len; i++)
			raw[i] = (char)random();

		size_t n = text_clean(raw, len, out, sizeof(out));

		assert_true(n > 0 && n <= len);
		assert_true(text_width(out, n) == text_width(raw, len));
		for (size_t i = 0; i < n; i++)
			assert_false((unsigned char)out[i] < 0x20 || out[i] == 0x7f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(ascii_stays, use_utf8),
		cmocka_unit_test_setup(controls_are_marked, use_utf8),
		cmocka_unit_test_setup(a_nul_is_a_control_too, use_utf8),
		cmocka_unit_test_setup(wide_characters_are_two_cells, use_utf8),
		cmocka_unit_test_setup(what_has_no_width_is_marked, use_utf8),
		cmocka_unit_test_setup(invalid_bytes_are_marked, use_utf8),
		cmocka_unit_test_setup(a_character_is_never_cut, use_utf8),
		cmocka_unit_test_setup(any_byte_makes_one_clean_cell_or_more, use_utf8),
		cmocka_unit_test_setup(without_utf8_only_ascii_is_shown, use_c),
		cmocka_unit_test_setup(ascii_stays, use_c),
		cmocka_unit_test_setup(controls_are_marked, use_c),
		cmocka_unit_test_setup(any_byte_makes_one_clean_cell_or_more, use_c),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
