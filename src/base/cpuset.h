/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A set of CPU numbers of any size, and the two ways the kernel writes one: a list ("0-3,8") and a
 * mask of 32-bit groups ("00000002,00000000").
 */
#ifndef OVERTOP_BASE_CPUSET_H
#define OVERTOP_BASE_CPUSET_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* All zero is the empty set. */
struct cpuset {
	unsigned long *words;
	size_t n_words; /* beyond them no CPU is in the set */
};

void cpuset_init(struct cpuset *set);
void cpuset_fini(struct cpuset *set);
void cpuset_clear(struct cpuset *set);
void cpuset_copy(struct cpuset *to, const struct cpuset *from);
/* A copy that lives as long as the arena, and is never finished or changed. */
const struct cpuset *cpuset_keep(const struct cpuset *set, struct arena *arena);

/* @cpu is at most CPUSET_MAX: the caller looks. */
void cpuset_add(struct cpuset *set, unsigned int cpu);
bool cpuset_has(const struct cpuset *set, unsigned int cpu);
size_t cpuset_count(const struct cpuset *set);
bool cpuset_equal(const struct cpuset *a, const struct cpuset *b);
/* The first member above @after (-1 to begin), or -1. */
int cpuset_next(const struct cpuset *set, int after);

/*
 * Both replace the set and return 0, or -EINVAL on text that is no such thing (the set is then
 * empty).  Blanks and a newline at the end are ignored; an empty text is the empty set.  A CPU number
 * above CPUSET_MAX is -EINVAL: no file of the kernel can make us allocate without bound.
 */
#define CPUSET_MAX 65535
int cpuset_parse_list(struct cpuset *set, const char *text, size_t len);
int cpuset_parse_mask(struct cpuset *set, const char *text, size_t len);

/* As a list, like snprintf(): returns the length it has, writes what fits. */
size_t cpuset_format(const struct cpuset *set, char *out, size_t size);
/* The same as a mask: "3", "2,00000000"; "0" of the empty set. */
size_t cpuset_format_mask(const struct cpuset *set, char *out, size_t size);

#endif
