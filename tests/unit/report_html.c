/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>

#include "printed.h"
#include "report/css.h"
#include "report/html.h"

static void is_text(const char *raw, const char *wanted)
{
	struct printed printed;

	printed_begin(&printed);
	html_text(printed.out, raw);
	printed_end(&printed);
	assert_string_equal(printed.text, wanted);
	printed_fini(&printed);
}

static void nothing_is_markup(void **state)
{
	(void)state;
	is_text("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;");
	is_text("a\" onclick='b", "a&quot; onclick=&#39;b");
	is_text("&lt;", "&amp;lt;");
	is_text("%s%n", "%s%n");
	is_text("", "");
}

static void no_byte_is_out_of_place(void **state)
{
	(void)state;
	is_text("a\x1b[31mb", "a?[31mb");
	is_text("a\nb\tc\r\x7f", "a?b?c??");
	/* Not UTF-8: too short, too long, a surrogate, beyond the last. */
	is_text("a\xff\xfe", "a??");
	is_text("a\xe2\x82", "a??");
	is_text("\xc0\xbc", "??");
	is_text("\xed\xa0\x80", "???");
	is_text("\xf4\x90\x80\x80", "????");
}

static void what_is_seen_stays(void **state)
{
	(void)state;
	is_text("caf\u00e9 \u65e5\u672c \U0001f600", "caf\u00e9 \u65e5\u672c \U0001f600");
}

static void what_is_not_seen_does_not(void **state)
{
	(void)state;
	is_text("a\u202eb", "a?b");
	is_text("a\u200bb", "a?b");
	is_text("a\ufeffb", "a?b");
	is_text("a\u2066b", "a?b");
	is_text("a\xc2\x85"
		"b",
		"a?b");
	/* XML does not have them. */
	is_text("a\xef\xbf\xbe"
		"b",
		"a?b");
	is_text("a\xf0\x9f\xbf\xbf"
		"b",
		"a?b");
}

/* Every single byte, and every pair, gives text that needs no more escaping. */
static void whatever_the_bytes_are(void **state)
{
	(void)state;
	for (int a = 1; a < 256; a++)
		for (int b = 1; b < 256; b += 3) {
			const char raw[] = {(char)a, (char)b, '\0'};
			struct printed printed;

			printed_begin(&printed);
			html_text(printed.out, raw);
			printed_end(&printed);
			assert_null(strpbrk(printed.text, "<>\"'\n\r\t\x1b\x7f"));
			assert_int_equal(mbstowcs(NULL, printed.text, 0) == (size_t)-1, 0);
			printed_fini(&printed);
		}
}

static void cells_say_unknown(void **state)
{
	const struct html_column number = {.is_chosen = true}, text = {.is_text = true};
	struct printed printed;

	(void)state;
	printed_begin(&printed);
	html_row_begin(printed.out, "a<b");
	html_cell_number(printed.out, &number, (double)NAN, UNIT_RATE);
	html_cell_number(printed.out, &number, 1234567, UNIT_RATE);
	html_cell_text(printed.out, &text, "");
	html_row_end(printed.out);
	printed_end(&printed);
	assert_string_equal(printed.text, "<tr><th scope=\"row\">a&lt;b</th>"
					  "<td class=\"chosen\">-</td>"
					  "<td class=\"chosen\">1.2M</td>"
					  "<td class=\"t\">-</td></tr>\n");
	printed_fini(&printed);
}

static void the_style_is_xml_and_fetches_nothing(void **state)
{
	(void)state;
	assert_null(strpbrk(css, "<&"));
	assert_null(strstr(css, "url("));
	assert_null(strstr(css, "@import"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_markup),
		cmocka_unit_test(no_byte_is_out_of_place),
		cmocka_unit_test(what_is_seen_stays),
		cmocka_unit_test(what_is_not_seen_does_not),
		cmocka_unit_test(whatever_the_bytes_are),
		cmocka_unit_test(cells_say_unknown),
		cmocka_unit_test(the_style_is_xml_and_fetches_nothing),
	};

	/* The page does not depend on it; reading the page back does. */
	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
