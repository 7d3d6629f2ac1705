/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of rules: a new one is named here, and nowhere else. */
#include "config.h"

#include <string.h>

#include "rule/engine.h"

extern const struct rule r20_rule, r21_rule, r22_rule, r27_rule, r28_rule;
extern const struct rule r25_rule, r26_rule, r34_rule, r19_rule;
extern const struct rule r18_rule, r23_rule, r24_rule;
extern const struct rule r1_rule, r2_rule, r3_rule, r4_rule, r5_rule, r6_rule, r7_rule;
extern const struct rule r8_rule, r10_rule, r11_rule, r12_rule, r13_rule, r14_rule;
extern const struct rule r15_rule, r38_rule, r39_rule, r40_rule, r41_rule, r42_rule;
extern const struct rule r43_rule, r44_rule, r45_rule;
extern const struct rule v7_rule, r17_rule, r29_rule;
extern const struct rule v1_rule, v2_rule, v3_rule, v4_rule, v5_rule, v6_rule;
extern const struct rule r30_rule, r32_rule, r36_rule;

/* In the order of the catalogue. */
const struct rule *const rules[] = {
	&v1_rule,  &v2_rule,  &v3_rule,  &v4_rule,  &v5_rule,  &v6_rule,  &v7_rule,  &r1_rule,
	&r2_rule,  &r3_rule,  &r4_rule,  &r5_rule,  &r6_rule,  &r7_rule,  &r8_rule,  &r10_rule,
	&r11_rule, &r12_rule, &r13_rule, &r14_rule, &r15_rule, &r17_rule, &r18_rule, &r19_rule,
	&r20_rule, &r21_rule, &r22_rule, &r23_rule, &r24_rule, &r25_rule, &r26_rule, &r27_rule,
	&r28_rule, &r29_rule, &r30_rule, &r32_rule, &r34_rule, &r36_rule, &r38_rule, &r39_rule,
	&r40_rule, &r41_rule, &r42_rule, &r43_rule, &r44_rule, &r45_rule,
};
const size_t n_rules = sizeof(rules) / sizeof(*rules);

const struct rule *rule_by_id(const char *id)
{
	for (size_t i = 0; i < n_rules; i++)
		if (strcmp(rules[i]->id, id) == 0)
			return rules[i];
	return NULL;
}

unsigned int rules_needs(void)
{
	unsigned int needs = 0;

	for (size_t i = 0; i < n_rules; i++)
		needs |= rules[i]->needs | rules[i]->helps;
	return needs;
}
