/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every rule of the table, by its descriptor and its own examples. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "exampled.h"
#include "pane/pane.h"
#include "rule/engine.h"
#include "sample.h"

/* Judged by one rule: @eased by that much. */
static struct judging judged(const struct rule *rule, const struct exampled *exampled,
			     struct arena *arena, double eased)
{
	double *thresholds = arena_alloc(arena, rule->n_thresholds, sizeof(*thresholds));
	struct judging judging = {
		.rule = rule,
		.interval = &exampled->record.interval,
		.topology = exampled->record.topology,
		.prices = exampled->has_prices ? &exampled->prices : NULL,
		.arena = arena,
		.thresholds = thresholds,
	};

	for (size_t i = 0; i < rule->n_thresholds; i++)
		thresholds[i] = rule->thresholds[i].bound == AT_LEAST
					? rule->thresholds[i].value * (1 - eased)
					: rule->thresholds[i].value / (1 - eased);
	rule->judge(&judging);
	return judging;
}

static const struct finding *found(const struct judging *judging, const char *subject)
{
	for (size_t i = 0; i < judging->n_found; i++)
		if (strcmp(judging->found[i]->subject, subject) == 0)
			return judging->found[i];
	return NULL;
}

/* An unknown number was printed. */
static bool has_nan(const char *text)
{
	for (const char *at = strstr(text, "nan"); at; at = strstr(at + 1, "nan"))
		if ((at == text || !isalpha((unsigned char)at[-1])) &&
		    !isalpha((unsigned char)at[3]))
			return true;
	return false;
}

static bool is_text(const char *text)
{
	return text && *text && !strchr(text, '\n') && !has_nan(text);
}

static bool is_command(const char *text)
{
	return !text || is_text(text);
}

static void assert_whole(const struct finding *finding)
{
	assert_true(finding->grade <= GRADE_CRIT);
	assert_true(is_text(finding->sentence));
	assert_true(finding->n_evidence > 0);
	for (size_t i = 0; i < finding->n_evidence; i++)
		if (!finding->evidence[i].name[0] || has_nan(finding->evidence[i].value))
			fail_msg("%s: %s: %s", finding->rule->id, finding->evidence[i].name,
				 finding->evidence[i].value);
	for (size_t i = 0; i < finding->n_causes; i++)
		assert_true(is_text(finding->causes[i]));
	for (size_t i = 0; i < finding->n_lacks; i++)
		assert_true(is_text(finding->lacks[i]));
	assert_true(is_command(finding->confirm) && is_command(finding->mend));
	assert_true(is_command(finding->undo));
	assert_true(!finding->undo || finding->mend);
	assert_non_null(finding->pane);
	if (!pane_by_name(finding->pane, strlen(finding->pane)))
		fail_msg("%s: there is no pane '%s'", finding->rule->id, finding->pane);
}

static void assert_all_whole(const struct judging *judging)
{
	for (size_t i = 0; i < judging->n_found; i++)
		assert_whole(judging->found[i]);
}

static void assert_example(const struct rule *rule, const struct example *example)
{
	struct exampled exampled;
	struct arena arena = {0};
	const char *problem = exampled_init(&exampled, example->text);
	struct judging strict, eased;

	if (problem)
		fail_msg("%s: %s\n%s", rule->id, problem, example->text);
	strict = judged(rule, &exampled, &arena, 0);
	eased = judged(rule, &exampled, &arena, 0.2);
	assert_all_whole(&strict);
	assert_all_whole(&eased);
	if (!example->subject && strict.n_found)
		fail_msg("%s: a near miss is found: %s\n%s", rule->id, strict.found[0]->sentence,
			 example->text);
	if (example->subject && !found(&strict, example->subject))
		fail_msg("%s: '%s' is not found in\n%s", rule->id, example->subject, example->text);
	if (exampled.needs & ~(rule->needs | rule->helps))
		fail_msg("%s: an example tells what is not read for it (%#x)\n%s", rule->id,
			 exampled.needs & ~(rule->needs | rule->helps), example->text);
	exampled_fini(&exampled);
	arena_fini(&arena);
}

static void examples_are_found_and_near_misses_are_not(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_rules; i++)
		for (size_t k = 0; k < rules[i]->n_examples; k++)
			assert_example(rules[i], &rules[i]->examples[k]);
}

static void every_rule_has_both(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_rules; i++) {
		size_t n_fires = 0;

		for (size_t k = 0; k < rules[i]->n_examples; k++)
			n_fires += rules[i]->examples[k].subject != NULL;
		if (n_fires == 0 || n_fires == rules[i]->n_examples)
			fail_msg("%s: no example, or no near miss", rules[i]->id);
	}
}

/* Each kind of row there is, of which nothing is known. */
static const char *const unknowns[] = {
	"",
	"'cpus': [{'cpu': 0}, {'cpu': 1}], 'softirqs': [{'name': 'NET_RX'}],"
	"'irqs': [{'label': '30', 'irq': 30}, {'label': 'LOC'}],"
	"'processes': [{'pid': 7}], 'threads': [{'tid': 7, 'pid': 7}, {'tid': 8, 'pid': 7}],"
	"'exited': [{}], 'softnets': [{'cpu': 0}], 'netdevs': [{'name': 'eth0'}], 'cgroups': [{}],"
	"'sockets': {}, 'topology': {}, 'prices': {}",
};

static void of_what_is_unknown_nothing_is_found(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2 * n_rules; i++) {
		const struct rule *rule = rules[i / 2];
		struct exampled exampled;
		struct arena arena = {0};
		struct judging judging;

		assert_null(exampled_init(&exampled, unknowns[i % 2]));
		judging = judged(rule, &exampled, &arena, 0);
		if (judging.n_found)
			fail_msg("%s: %s", rule->id, judging.found[0]->sentence);
		exampled_fini(&exampled);
		arena_fini(&arena);
	}
}

/* What one rule was made for, another may find something in; it then says it as a whole. */
static void whatever_is_found_is_whole(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_rules; i++)
		for (size_t k = 0; k < rules[i]->n_examples; k++) {
			struct exampled exampled;
			struct arena arena = {0};

			assert_null(exampled_init(&exampled, rules[i]->examples[k].text));
			for (size_t other = 0; other < n_rules; other++) {
				struct judging judging =
					judged(rules[other], &exampled, &arena, 0.2);

				assert_all_whole(&judging);
			}
			exampled_fini(&exampled);
			arena_fini(&arena);
		}
}

static bool has_unit(const char *name)
{
	static const char *const units[] = {"pct",     "per_s", "s",     "ms",    "us",
					    "ns",      "kib",   "bytes", "times", "cpus",
					    "threads", "tasks", "irqs"};
	const size_t len = strlen(name);

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		size_t n = strlen(units[i]);

		if (len >= n && strcmp(name + len - n, units[i]) == 0 &&
		    (len == n || name[len - n - 1] == '_'))
			return true;
	}
	return false;
}

static bool is_sentence(const char *text)
{
	return is_text(text) && text[strlen(text) - 1] == '.';
}

static void descriptors_are_whole(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_rules; i++) {
		const struct rule *rule = rules[i];

		assert_ptr_equal(rule_by_id(rule->id), rule);
		assert_true(is_text(rule->title) && is_sentence(rule->help));
		assert_true(rule->needs && !(rule->needs & rule->helps));
		assert_true(rule->is_validity == (rule->id[0] == 'V'));
		for (size_t k = 0; k < rule->n_thresholds; k++) {
			if (!has_unit(rule->thresholds[k].name))
				fail_msg("%s.%s: in what unit?", rule->id,
					 rule->thresholds[k].name);
			assert_true(is_text(rule->thresholds[k].help));
			for (size_t other = 0; other < k; other++)
				assert_string_not_equal(rule->thresholds[k].name,
							rule->thresholds[other].name);
		}
	}
}

static void an_example_of_what_no_recording_has_is_refused(void **state)
{
	static const char *const wrong[] = {
		"'nothing': 1",
		"'all': {'uss': 1}",
		"'cpus': [{'cpu': 0, 'bussy': 1}]",
		"'irqs': [{'queues': 1}]",
		"'all': {'us': }",
		"'totals': {'load1': 'x'}",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		struct exampled exampled;

		assert_non_null(exampled_init(&exampled, wrong[i]));
		exampled_fini(&exampled);
	}
}

static void words_for_a_shell_are_quoted(void **state)
{
	static const struct {
		const char *word, *quoted;
	} cases[] = {
		{"eth0", "eth0"},
		{"/sys/class/net/eth0:1", "/sys/class/net/eth0:1"},
		{"", "''"},
		{"a b", "'a b'"},
		{"$(reboot)", "'$(reboot)'"},
		{"it's", "'it'\\''s'"},
		{"a\nb", "$'a\\012b'"},
		{"\xff'\\", "$'\\377\\'\\\\'"},
	};
	struct arena arena = {0};
	const struct judging judging = {.arena = &arena};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_string_equal(rule_quote(&judging, cases[i].word), cases[i].quoted);
	assert_string_equal(rule_rate(&judging, 139000), "139k");
	assert_string_equal(rule_pct(&judging, 11.24), "11.2");
	arena_fini(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(examples_are_found_and_near_misses_are_not),
		cmocka_unit_test(every_rule_has_both),
		cmocka_unit_test(of_what_is_unknown_nothing_is_found),
		cmocka_unit_test(whatever_is_found_is_whole),
		cmocka_unit_test(descriptors_are_whole),
		cmocka_unit_test(an_example_of_what_no_recording_has_is_refused),
		cmocka_unit_test(words_for_a_shell_are_quoted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
