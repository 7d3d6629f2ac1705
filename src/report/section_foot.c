/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who says so, and how the numbers are made. */
#include "config.h"

#include "base/i18n.h"
#include "report/html.h"
#include "report/parts.h"

static void print_paragraph(struct page *page, const char *text)
{
	fputs("<p>", page->out);
	html_text(page->out, text);
	fputs("</p>\n", page->out);
}

static void print(struct page *page)
{
	fputs("<footer>\n", page->out);
	print_paragraph(
		page,
		_("Rates are counts over the time that was measured between two readings. Shares "
		  "of a CPU are of its time; busy is what its idle clock leaves, while us, ni, sy, "
		  "hi, "
		  "si and st are what the timer tick saw, and ?? is the part of busy that it did "
		  "not see. Rates of threads are over the whole time of the report. What is "
		  "unknown is \"-\", never 0."));
	print_paragraph(page, PACKAGE " " VERSION);
	fputs("</footer>\n", page->out);
}

const struct section section_foot = {.print = print};
