/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "report/html.h"

#include <string.h>
#include <wchar.h>

#include "base/text.h"
#include "report/css.h"
#include "ui/format.h"

/* Characters that no one sees, or that turn the direction of writing, or that XML does not have. */
static const struct {
	wchar_t first, last;
} hidden[] = {
	{0x0080, 0x009f},   {0x00ad, 0x00ad}, {0x034f, 0x034f}, {0x061c, 0x061c},
	{0x115f, 0x1160},   {0x180b, 0x180f}, {0x200b, 0x200f}, {0x2028, 0x202e},
	{0x2060, 0x206f},   {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff},
	{0xffa0, 0xffa0},   {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0x1d173, 0x1d17a},
	{0xe0000, 0xe0fff},
};

static bool is_seen(wchar_t ch)
{
	for (size_t i = 0; i < sizeof(hidden) / sizeof(*hidden); i++)
		if (ch >= hidden[i].first && ch <= hidden[i].last)
			return false;
	/* The last two of each plane are no characters. */
	return (ch & 0xfffe) != 0xfffe;
}

static void put_ascii(FILE *out, unsigned char ch)
{
	switch (ch) {
	case '&':
		fputs("&amp;", out);
		return;
	case '<':
		fputs("&lt;", out);
		return;
	case '>':
		fputs("&gt;", out);
		return;
	case '"':
		fputs("&quot;", out);
		return;
	case '\'':
		fputs("&#39;", out);
		return;
	default:
		fputc(ch >= 0x20 && ch < 0x7f ? ch : '?', out);
	}
}

/* What @text begins with; returns its bytes. */
static size_t put_character(FILE *out, const char *text, size_t len)
{
	wchar_t ch;
	size_t n = (unsigned char)*text < 0x80 ? 1 : text_decode(text, len, &ch);

	if (n == 1)
		put_ascii(out, (unsigned char)*text);
	else if (n > 1 && is_seen(ch))
		fwrite(text, 1, n, out);
	else
		fputc('?', out);
	return n ? n : 1;
}

void html_text(FILE *out, const char *raw)
{
	for (size_t len = strlen(raw); len > 0;) {
		size_t n = put_character(out, raw, len);

		raw += n;
		len -= n;
	}
}

void html_begin(FILE *out, const char *language, const char *title)
{
	fputs("<!DOCTYPE html>\n<html lang=\"", out);
	html_text(out, language);
	fputs("\">\n<head>\n<meta charset=\"utf-8\"/>\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	      "style-src 'unsafe-inline'; img-src data:\"/>\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
	      /* Else a browser asks the server for one. */
	      "<link rel=\"icon\" href=\"data:,\"/>\n<title>",
	      out);
	html_text(out, title);
	fputs("</title>\n<style>\n", out);
	fputs(css, out);
	fputs("</style>\n</head>\n<body>\n<main>\n", out);
}

void html_end(FILE *out)
{
	fputs("</main>\n</body>\n</html>\n", out);
}

/* " class=..." of a cell, if it needs one. */
static void put_class(FILE *out, const struct html_column *column)
{
	if (column->is_text)
		fputs(" class=\"t\"", out);
	else if (column->is_chosen)
		fputs(" class=\"chosen\"", out);
}

void html_table_begin(FILE *out, const struct html_column *columns, size_t n)
{
	fputs("<div class=\"table\"><table>\n<thead><tr>", out);
	for (size_t i = 0; i < n; i++) {
		fputs("<th scope=\"col\"", out);
		put_class(out, &columns[i]);
		fputc('>', out);
		html_text(out, columns[i].title);
		fputs("</th>", out);
	}
	fputs("</tr></thead>\n<tbody>\n", out);
}

void html_table_end(FILE *out)
{
	fputs("</tbody></table></div>\n", out);
}

void html_row_begin(FILE *out, const char *name)
{
	fputs("<tr><th scope=\"row\">", out);
	html_text(out, name);
	fputs("</th>", out);
}

void html_row_end(FILE *out)
{
	fputs("</tr>\n", out);
}

void html_cell_text(FILE *out, const struct html_column *column, const char *raw)
{
	fputs("<td", out);
	put_class(out, column);
	fputc('>', out);
	html_text(out, *raw ? raw : "-");
	fputs("</td>", out);
}

void html_cell_number(FILE *out, const struct html_column *column, double number, enum unit unit)
{
	char text[FORMAT_SIZE];

	format_screen(number, unit, text);
	html_cell_text(out, column, text);
}
