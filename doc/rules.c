/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "rules.h"

#include <stdio.h>
#include <string.h>

#include "../tests/unit/exampled.h"
#include "rule/engine.h"
#include "sample.h"

/* A '|' would end the cell of a table. */
static void put_cell(const char *text)
{
	for (; *text; text++) {
		if (*text == '|')
			putchar('\\');
		putchar(*text);
	}
}

static void put_needs(const char *title, unsigned int needs)
{
	const char *before = title;

	for (unsigned int bit = 1; bit && bit <= needs; bit <<= 1) {
		if (!(needs & bit))
			continue;
		printf("%s%s", before, need_words(bit));
		before = ", ";
	}
	if (needs)
		puts(".");
}

static void put_thresholds(const struct rule *rule)
{
	if (!rule->n_thresholds)
		return;
	puts("\n| threshold | is | of what |\n|---|---|---|");
	for (size_t i = 0; i < rule->n_thresholds; i++) {
		const struct threshold *threshold = &rule->thresholds[i];

		printf("| `%s.%s` | %s %g | ", rule->id, threshold->name,
		       threshold->bound == AT_LEAST ? "at least" : "at most", threshold->value);
		put_cell(threshold->help);
		puts(" |");
	}
}

static void put_command(const char *title, const char *command)
{
	if (command)
		printf("    %s: %s\n", title, command);
}

static const struct finding *find(const struct finds *finds, const char *subject)
{
	size_t at = finds_get(finds, subject);

	return at < finds->n ? finds->items[at] : NULL;
}

/* What it says of the first of its examples. */
static void put_example(const struct rule *rule)
{
	static const char *const grades[] = {"info", "warn", "crit"};
	const struct example *example = rule->examples;
	struct rule_facts facts = {.has = NEED_EVERYTHING | NEED_PRICES};
	const struct finding *finding = NULL;
	struct exampled exampled;
	struct arena arena = {0};
	struct finds finds;

	while (!example->subject)
		example++;
	if (!exampled_init(&exampled, example->text)) {
		facts.topology = exampled.record.topology;
		facts.prices = exampled.has_prices ? &exampled.prices : NULL;
		finds = rule_judge(rule, &exampled.record.interval, &facts, false, &arena);
		finding = find(&finds, example->subject);
	}
	if (finding) {
		printf("\nFor example:\n\n    %s %s\n", grades[finding->grade], finding->sentence);
		put_command("to confirm", finding->confirm);
		put_command("to mend", finding->mend);
		put_command("to undo", finding->undo);
	}
	exampled_fini(&exampled);
	arena_fini(&arena);
}

static void put_rule(const struct rule *rule)
{
	printf("### %s: %s\n\n%s\n\n", rule->id, rule->title, rule->help);
	put_needs("Needs: ", rule->needs);
	put_needs("Surer with: ", rule->helps);
	put_thresholds(rule);
	put_example(rule);
}

void put_rules(void)
{
	for (size_t i = 0; i < n_rules; i++) {
		if (i > 0)
			putchar('\n');
		put_rule(rules[i]);
	}
}
