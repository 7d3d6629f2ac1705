/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "base/cpuset.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/scan.h"
#include "base/xalloc.h"

#define WORD_BITS (sizeof(unsigned long) * CHAR_BIT)

static_assert(CPUSET_MAX < INT_MAX, "cpuset_next() returns an int");

static unsigned long word_of(const struct cpuset *set, size_t word)
{
	return word < set->n_words ? set->words[word] : 0;
}

static void reserve(struct cpuset *set, size_t n_words)
{
	size_t had = set->n_words;

	if (n_words <= had)
		return;
	set->words = xgrow(set->words, &set->n_words, n_words, sizeof(*set->words));
	memset(set->words + had, 0, (set->n_words - had) * sizeof(*set->words));
}

void cpuset_init(struct cpuset *set)
{
	*set = (struct cpuset){0};
}

void cpuset_fini(struct cpuset *set)
{
	free(set->words);
	cpuset_init(set);
}

void cpuset_clear(struct cpuset *set)
{
	if (set->n_words)
		memset(set->words, 0, set->n_words * sizeof(*set->words));
}

void cpuset_copy(struct cpuset *to, const struct cpuset *from)
{
	reserve(to, from->n_words);
	for (size_t i = 0; i < to->n_words; i++)
		to->words[i] = word_of(from, i);
}

const struct cpuset *cpuset_keep(const struct cpuset *set, struct arena *arena)
{
	struct cpuset *kept = arena_alloc(arena, 1, sizeof(*kept));

	kept->n_words = set->n_words;
	kept->words = arena_alloc(arena, set->n_words, sizeof(*kept->words));
	if (set->n_words)
		memcpy(kept->words, set->words, set->n_words * sizeof(*kept->words));
	return kept;
}

void cpuset_add(struct cpuset *set, unsigned int cpu)
{
	assert(cpu <= CPUSET_MAX);
	reserve(set, cpu / WORD_BITS + 1);
	set->words[cpu / WORD_BITS] |= 1UL << cpu % WORD_BITS;
}

bool cpuset_has(const struct cpuset *set, unsigned int cpu)
{
	return word_of(set, cpu / WORD_BITS) >> cpu % WORD_BITS & 1;
}

size_t cpuset_count(const struct cpuset *set)
{
	size_t count = 0;

	for (size_t i = 0; i < set->n_words; i++)
		count += (size_t)__builtin_popcountl(set->words[i]);
	return count;
}

bool cpuset_equal(const struct cpuset *a, const struct cpuset *b)
{
	size_t n_words = a->n_words > b->n_words ? a->n_words : b->n_words;

	for (size_t i = 0; i < n_words; i++)
		if (word_of(a, i) != word_of(b, i))
			return false;
	return true;
}

int cpuset_next(const struct cpuset *set, int after)
{
	size_t first = (size_t)(after + 1);
	unsigned long skipped = ~0UL << first % WORD_BITS;

	for (size_t i = first / WORD_BITS; i < set->n_words; i++) {
		unsigned long left = set->words[i] & skipped;

		if (left)
			return (int)(i * WORD_BITS) + __builtin_ctzl(left);
		skipped = ~0UL;
	}
	return -1;
}

static size_t trimmed(const char *text, size_t len)
{
	while (len > 0 && strchr(" \t\n", text[len - 1]) && text[len - 1])
		len--;
	return len;
}

static bool scan_cpu(struct scan *scan, unsigned int *cpu)
{
	uint64_t number;

	if (!scan_u64(scan, &number) || number > CPUSET_MAX)
		return false;
	*cpu = (unsigned int)number;
	return true;
}

static bool scan_range(struct scan *scan, struct cpuset *set)
{
	unsigned int first, last;

	if (!scan_cpu(scan, &first))
		return false;
	last = first;
	if (scan_literal(scan, "-") && (!scan_cpu(scan, &last) || last < first))
		return false;
	for (unsigned int cpu = first; cpu <= last; cpu++)
		cpuset_add(set, cpu);
	return true;
}

int cpuset_parse_list(struct cpuset *set, const char *text, size_t len)
{
	struct scan scan = scan_of(text, trimmed(text, len));

	cpuset_clear(set);
	if (scan_is_at_end(&scan))
		return 0;
	do {
		if (!scan_range(&scan, set))
			break;
		if (scan_is_at_end(&scan))
			return 0;
	} while (scan_literal(&scan, ","));
	cpuset_clear(set);
	return -EINVAL;
}

/* The CPUs of one hexadecimal digit, @cpu the lowest. */
static bool add_digit(struct cpuset *set, char c, unsigned int cpu)
{
	struct scan scan = scan_of(&c, 1);
	uint64_t bits;

	if (c == ' ' || c == '\t' || !scan_hex(&scan, &bits))
		return false;
	if (bits && cpu + 3 > CPUSET_MAX)
		return false;
	for (unsigned int i = 0; i < 4; i++)
		if (bits >> i & 1)
			cpuset_add(set, cpu + i);
	return true;
}

/* From the end: that is where CPU 0 is.  A comma stands after each 32 CPUs. */
static int parse_mask(struct cpuset *set, const char *text, size_t len)
{
	unsigned int group = 0, digits = 0;

	while (len-- > 0) {
		if (text[len] == ',' && digits > 0) {
			group++;
			digits = 0;
			continue;
		}
		if (digits == 8 || !add_digit(set, text[len], group * 32 + digits * 4))
			return -EINVAL;
		digits++;
	}
	return digits > 0 || group == 0 ? 0 : -EINVAL;
}

int cpuset_parse_mask(struct cpuset *set, const char *text, size_t len)
{
	cpuset_clear(set);

	int error = parse_mask(set, text, trimmed(text, len));

	if (error)
		cpuset_clear(set);
	return error;
}

static int run_end(const struct cpuset *set, int cpu)
{
	while (cpuset_has(set, (unsigned int)cpu + 1))
		cpu++;
	return cpu;
}

size_t cpuset_format(const struct cpuset *set, char *out, size_t size)
{
	size_t len = 0;

	if (size > 0)
		out[0] = '\0';
	for (int first = cpuset_next(set, -1); first >= 0;) {
		int last = run_end(set, first);
		const char *comma = len ? "," : "";
		char *at = len < size ? out + len : NULL;
		size_t room = len < size ? size - len : 0;

		if (first == last)
			len += (size_t)snprintf(at, room, "%s%d", comma, first);
		else
			len += (size_t)snprintf(at, room, "%s%d-%d", comma, first, last);
		first = cpuset_next(set, last);
	}
	return len;
}

/* Bits 32 @group to 32 @group + 31. */
static unsigned int group_of(const struct cpuset *set, unsigned int group)
{
	unsigned int bits = 0;

	for (unsigned int i = 0; i < 32; i++)
		bits |= (unsigned int)cpuset_has(set, 32 * group + i) << i;
	return bits;
}

size_t cpuset_format_mask(const struct cpuset *set, char *out, size_t size)
{
	unsigned int group = (unsigned int)(set->n_words * sizeof(*set->words) * 8 / 32);
	size_t len;

	while (group > 0 && !group_of(set, group))
		group--;
	len = (size_t)snprintf(out, size, "%x", group_of(set, group));
	while (group-- > 0) {
		char *at = len < size ? out + len : NULL;
		size_t room = len < size ? size - len : 0;

		len += (size_t)snprintf(at, room, ",%08x", group_of(set, group));
	}
	return len;
}
