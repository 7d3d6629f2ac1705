/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every rule finds in any line of a recording can be shown. */
#include "config.h"

#include "fuzz.h"

#include <assert.h>
#include <math.h>

#include "../unit/priced.h"
#include "record/record.h"
#include "rule/engine.h"
#include "sample.h"

static void check_finding(const struct finding *finding)
{
	assert(finding->grade <= GRADE_CRIT);
	assert(finding->subject && finding->sentence && *finding->sentence && finding->pane);
	for (size_t i = 0; i < finding->n_evidence; i++)
		assert(finding->evidence[i].name && finding->evidence[i].value);
	for (size_t i = 0; i < finding->n_causes; i++)
		assert(finding->causes[i]);
}

static void check_rules(const struct interval *interval, const struct rule_facts *facts)
{
	struct arena arena = {0};

	for (size_t i = 0; i < 2 * n_rules; i++) {
		struct finds finds = rule_judge(rules[i / 2], interval, facts, i % 2, &arena);

		for (size_t k = 0; k < finds.n; k++) {
			check_finding(finds.items[k]);
			assert(finds_get(&finds, finds.items[k]->subject) == k);
		}
		arena_reset(&arena);
	}
	arena_fini(&arena);
}

static void check_engine(struct interval *interval, const struct rule_facts *facts)
{
	struct engine *engine = engine_new();
	const struct standing *standing;
	struct arena arena = {0};
	size_t n;

	findings_of(interval, facts, &arena, &standing);
	interval->seconds = 2;
	for (int i = 0; i < 4; i++)
		engine_judge(engine, interval, facts);
	n = findings_of(interval, facts, &arena, &standing);
	for (size_t i = 0; i < n; i++)
		assert(standing[i].finding && isnan(standing[i].mark->cleared_s));
	arena_fini(&arena);
	engine_free(engine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rule_facts facts = {.has = NEED_EVERYTHING | NEED_PRICES};
	struct price_list prices;
	struct record record;
	const char *why;

	record_init(&record);
	priced_init(&prices);
	priced_put(&prices, "switch.thread", 1000);
	priced_put(&prices, "switch.process", 3000);
	priced_put(&prices, "softirq.net_rx", 2000);
	if (record_read(&record, (const char *)data, size, &why) == 0) {
		facts.topology = record.topology;
		facts.prices = &prices;
		check_rules(&record.interval, &facts);
		check_engine(&record.interval, &facts);
	}
	price_list_fini(&prices);
	record_fini(&record);
	return 0;
}
