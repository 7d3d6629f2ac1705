/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/help.h"

#include <string.h>

#include "base/i18n.h"
#include "ui/action.h"
#include "ui/page.h"

const struct help_mark help_marks[] = {
	{"-", N_("unknown: not in this kernel, not permitted, or first seen just now")},
	{"k M G", N_("thousands, millions, 10^9; of memory KiB (K), MiB, GiB")},
	{N_("(since boot)"),
	 N_("all numbers are of the time since boot, of a task of its whole life; "
	    "the next will be of one interval")},
	{"??",
	 N_("busy, as the idle clock knows, but the timer tick that fills us sy hi si did not "
	    "see with what; above the table it is the share of all CPUs together")},
	{"~", N_("an estimate: how many there were, times what one was measured to cost here; "
		 "two numbers are the least and the most it may be")},
	{"! !!", N_("so many findings stand that should be looked at (!), or must be (!!); key 9 "
		    "shows them")},
	{N_("IRQ hidden"), N_("this kernel does not measure the time of interrupts: hi and si are "
			      "lower than they should be")},
	{"psi", N_("pressure: percent of the last ten seconds in which some task had to wait for a "
		   "CPU (cpu), a disk (io), memory (mem); irq: in which interrupts kept all from "
		   "running (/proc/pressure avg10)")},
	{N_("ago"), N_("numbers of the past: Esc goes back to the present")},
	{N_("replay"), N_("numbers of a recording (--replay), and how much of it has been played")},
	{N_("rec"), N_("what happens is being recorded (--record)")},
	{N_("scanning"), N_("tasks are being read for the first time: how many of how many")},
	{N_("own"), N_("what overtop itself uses, in percent of one CPU")},
};
const size_t n_help_marks = sizeof(help_marks) / sizeof(*help_marks);

struct help {
	struct page_item *items;
	size_t n_items;
};

static void add(struct help *help, const char *name, const char *text)
{
	help->items[help->n_items++] = (struct page_item){name, text};
}

static void add_panes(struct help *help, const struct ui *ui, struct arena *arena)
{
	add(help, _("Panes"), NULL);
	for (size_t i = 0; i < n_panes; i++) {
		const struct pane *pane = panes[i];
		const char *mark = pane == ui->pane ? "*" : "";

		add(help, arena_printf(arena, "%c %s%s", pane->key, _(pane->title), mark),
		    pane->help ? _(pane->help) : "");
	}
}

static void add_keys(struct help *help)
{
	add(help, _("Keys"), NULL);
	for (size_t i = 0; i < n_actions; i++)
		add(help, actions[i].keys_text, _(actions[i].help));
	add(help, _("mouse"),
	    _("click a row to select it, its title to sort, twice for details; the wheel scrolls"));
}

static bool is_listed(const struct help *help, size_t from, const struct column *column)
{
	for (size_t i = from; i < help->n_items; i++)
		if (strcmp(help->items[i].name, column->title) == 0 &&
		    strcmp(help->items[i].text, _(column->help)) == 0)
			return true;
	return false;
}

static void add_columns(struct help *help, const struct shown_block *block)
{
	size_t heading = help->n_items;

	add(help, _(block->pane->title), NULL);
	for (size_t i = 0; i < block->model.n_columns; i++) {
		const struct column *column = &block->model.columns[i];

		if (column->help && !is_listed(help, heading + 1, column))
			add(help, column->title, _(column->help));
	}
	if (help->n_items == heading + 1) /* no column had something to say */
		help->n_items = heading;
}

static void add_marks(struct help *help)
{
	add(help, _("Marks"), NULL);
	for (size_t i = 0; i < n_help_marks; i++)
		add(help, _(help_marks[i].name), _(help_marks[i].help));
}

void help_draw(struct grid *grid, struct rect rect, struct ui *ui, const struct shown *shown,
	       struct arena *arena)
{
	size_t most = n_panes + n_actions + n_help_marks + 4; /* headings, and the mouse */

	for (size_t i = 0; i < shown->n_blocks; i++)
		most += shown->blocks[i].model.n_columns + 1;
	struct help help = {.items = arena_alloc(arena, most, sizeof(*help.items))};

	add_panes(&help, ui, arena);
	add_keys(&help);
	add_marks(&help);
	for (size_t i = 0; i < shown->n_blocks; i++)
		add_columns(&help, &shown->blocks[i]);
	page_draw(grid, rect, _("help"), help.items, help.n_items, &ui->help_top);
}
