/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes the man page: copies a template to stdout, and in place of each line that is only @OPTIONS@,
 * @PANES@, @KEYS@, @COLUMNS@, @MARKS@, @PRICES@ or @RULES@ writes what the program's own tables say.
 *
 *   generate TEMPLATE > overtop.1
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "bench/bench.h"
#include "options.h"
#include "pane/pane.h"
#include "rule/engine.h"
#include "ui/action.h"
#include "ui/help.h"

/* Text as roff takes it literally. */
static void put(const char *text)
{
	for (; *text; text++) {
		if (*text == '\\')
			fputs("\\e", stdout);
		else if (*text == '-')
			fputs("\\-", stdout);
		else
			putchar(*text);
	}
}

/* A line of its own that does not begin like a request. */
static void put_line(const char *text)
{
	fputs("\\&", stdout);
	put(text);
	putchar('\n');
}

static void put_options(void)
{
	for (size_t i = 0; i < n_option_entries; i++) {
		const struct option_entry *entry = &option_entries[i];

		fputs(".TP\n", stdout);
		if (entry->letter)
			printf("\\fB\\-%c\\fR, ", entry->letter);
		fputs("\\fB\\-\\-", stdout);
		put(entry->name);
		fputs("\\fR", stdout);
		if (entry->value && *entry->value == '[')
			printf("[=\\fI%.*s\\fR]", (int)strcspn(entry->value + 1, "]"),
			       entry->value + 1);
		else if (entry->value)
			printf("=\\fI%s\\fR", entry->value);
		putchar('\n');
		put_line(entry->help);
	}
}

static void put_panes(void)
{
	for (size_t i = 0; i < n_panes; i++) {
		printf(".TP\n\\fB%c\\fR  \\fB%s\\fR\n", panes[i]->key, panes[i]->name);
		put_line(panes[i]->help);
	}
}

static void put_keys(void)
{
	for (size_t i = 0; i < n_actions; i++) {
		fputs(".TP\n\\fB", stdout);
		put(actions[i].keys_text);
		fputs("\\fR\n", stdout);
		put_line(actions[i].help);
	}
}

static void put_column(const struct column *column)
{
	fputs(".TP\n\\fB", stdout);
	put(column->title);
	fputs("\\fR (", stdout);
	put(column->key);
	fputs(")\n", stdout);
	put_line(column->help);
}

static void put_columns(void)
{
	struct arena arena = {0};

	for (size_t i = 0; i < n_panes; i++) {
		const struct column *columns;
		size_t n = pane_columns(panes[i], &arena, &columns);

		if (n > 0)
			printf(".SS %s\n", panes[i]->name);
		for (size_t j = 0; j < n; j++)
			put_column(&columns[j]);
	}
	arena_fini(&arena);
}

static void put_marks(void)
{
	for (size_t i = 0; i < n_help_marks; i++) {
		fputs(".TP\n\\fB", stdout);
		put(help_marks[i].name);
		fputs("\\fR\n", stdout);
		put_line(help_marks[i].help);
	}
}

/* The sizes of one have one help. */
static bool is_same_help(size_t i, size_t j)
{
	return j < n_benches && strcmp(benches[i]->help, benches[j]->help) == 0;
}

static void put_prices(void)
{
	for (size_t i = 0; i < n_benches; i++) {
		fputs(i > 0 && is_same_help(i, i - 1) ? ".TQ\n\\fB" : ".TP\n\\fB", stdout);
		put(benches[i]->key);
		fputs(benches[i]->sets & BENCH_QUICK ? "\\fR *\n" : "\\fR\n", stdout);
		if (!is_same_help(i, i + 1))
			put_line(benches[i]->help);
	}
}

static void put_rules(void)
{
	for (size_t i = 0; i < n_rules; i++) {
		const struct rule *rule = rules[i];

		printf(".TP\n\\fB%s\\fR  ", rule->id);
		put(rule->title);
		putchar('\n');
		put_line(rule->help);
		for (size_t k = 0; k < rule->n_thresholds; k++) {
			fputs(".br\n", stdout);
			printf("\\fI%s.", rule->id);
			put(rule->thresholds[k].name);
			printf("\\fR %g: ", rule->thresholds[k].value);
			put(rule->thresholds[k].help);
			putchar('\n');
		}
	}
}

static const struct part {
	const char *mark;
	void (*put)(void);
} parts[] = {
	{"@OPTIONS@\n", put_options}, {"@PANES@\n", put_panes}, {"@KEYS@\n", put_keys},
	{"@COLUMNS@\n", put_columns}, {"@MARKS@\n", put_marks}, {"@PRICES@\n", put_prices},
	{"@RULES@\n", put_rules},
};

static void put_template_line(const char *line)
{
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		if (strcmp(line, parts[i].mark) == 0) {
			parts[i].put();
			return;
		}
	}
	fputs(line, stdout);
}

int main(int argc, char **argv)
{
	FILE *template = argc == 2 ? fopen(argv[1], "r") : NULL;
	char *line = NULL;
	size_t size = 0;

	if (!template) {
		fprintf(stderr, "usage: generate TEMPLATE (%s)\n", strerror(errno));
		return 2;
	}
	while (getline(&line, &size, template) >= 0)
		put_template_line(line);
	free(line);
	fclose(template);
	return fflush(stdout) == 0 ? 0 : 1;
}
