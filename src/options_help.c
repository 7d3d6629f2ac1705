/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --help and --version, from the table of options. */
#include "config.h"

#include "base/i18n.h"
#include "options.h"
#include "pane/pane.h"

static void print_entry(FILE *out, const struct option_entry *entry)
{
	char name[64];

	/* "--pane=LIST", "--openmetrics[=FILE]" */
	if (entry->value && *entry->value == '[')
		snprintf(name, sizeof(name), "--%s[=%s", entry->name, entry->value + 1);
	else
		snprintf(name, sizeof(name), "--%s%s%s", entry->name, entry->value ? "=" : "",
			 entry->value ? entry->value : "");
	if (entry->letter)
		fprintf(out, "  -%c, %-20s %s\n", entry->letter, name, _(entry->help));
	else
		fprintf(out, "      %-20s %s\n", name, _(entry->help));
}

void options_print_help(FILE *out)
{
	fputs(_("Usage: overtop [OPTION]...\n"
		"Shows where the CPU goes that is not the programs' own work: switches,\n"
		"interrupts, softirqs, on which CPU and because of whom.\n\n"),
	      out);
	for (size_t i = 0; i < n_option_entries; i++)
		print_entry(out, &option_entries[i]);
	fputs(_("\nPanes (the digit opens one on the screen):\n"), out);
	for (size_t i = 0; i < n_panes; i++)
		fprintf(out, "  %c  %-12s %s\n", panes[i]->key, panes[i]->name, _(panes[i]->title));
	fputs(_("\nOn the screen, ? lists the keys. Exit status: 0; 1 a failure; 2 bad usage;\n"
		"of --check 0 nothing found, 1 warn, 2 crit, 3 unknown.\n"),
	      out);
}

void options_print_version(FILE *out)
{
	fprintf(out, "overtop %s\n", VERSION);
}
