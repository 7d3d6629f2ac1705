/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "steer/undo_line.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "base/scan.h"
#include "base/xalloc.h"

static const char *const kinds[] = {
	[STEER_IRQ] = "irq",
	[STEER_RPS] = "rps",
	[STEER_XPS] = "xps",
	[STEER_TASK] = "task",
};

static const char *list_of(const struct cpuset *cpus, struct arena *arena)
{
	size_t size = cpuset_format(cpus, NULL, 0) + 1;
	char *list = arena_alloc(arena, size, 1);

	cpuset_format(cpus, list, size);
	return *list ? list : "-";
}

/* What only some kinds have, after a blank; "": nothing. */
static const char *rest_of(const struct steer_target *target, struct arena *arena)
{
	if (target->kind == STEER_TASK)
		return arena_printf(arena, " %" PRIu64, target->start_ticks);
	return target->device ? arena_printf(arena, " %s", target->device) : "";
}

const char *undo_line_format(const struct change *change, bool is_joined, struct arena *arena)
{
	const struct steer_target *target = &change->target;

	return arena_printf(arena, "%s # %s %d %s %s%s%s\n", change_undo_command(change, arena),
			    kinds[target->kind], target->number, list_of(&change->before, arena),
			    list_of(&change->after, arena), rest_of(target, arena),
			    is_joined ? " +" : "");
}

static bool is_word(const struct span *word, const char *text)
{
	return word->len == strlen(text) && memcmp(word->text, text, word->len) == 0;
}

static bool parse_kind(struct scan *scan, enum steer_kind *kind)
{
	struct span word;

	if (!scan_word(scan, &word))
		return false;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		*kind = (enum steer_kind)i;
		if (is_word(&word, kinds[i]))
			return true;
	}
	return false;
}

static bool parse_number(struct scan *scan, int *number)
{
	uint64_t value;

	if (!scan_u64(scan, &value) || value > INT_MAX)
		return false;
	*number = (int)value;
	return true;
}

static bool parse_cpus(struct scan *scan, struct cpuset *cpus)
{
	struct span word;

	if (!scan_word(scan, &word))
		return false;
	return is_word(&word, "-") || cpuset_parse_list(cpus, word.text, word.len) == 0;
}

/* It becomes a part of a path. */
static bool parse_device(struct scan *scan, const char **device)
{
	struct span word;

	if (!scan_word(scan, &word) || memchr(word.text, '/', word.len) ||
	    memchr(word.text, '\0', word.len) || is_word(&word, ".") || is_word(&word, ".."))
		return false;
	*device = xstrndup(word.text, word.len);
	return true;
}

/* Nothing follows, or the + that joins it to the line before. */
static bool parse_end(struct scan *scan, bool *is_joined)
{
	struct span word;

	*is_joined = scan_word(scan, &word);
	return scan_is_at_end(scan) && (!*is_joined || is_word(&word, "+"));
}

static bool parse(struct scan *scan, struct change *change, bool *is_joined)
{
	struct steer_target *target = &change->target;

	if (!parse_kind(scan, &target->kind) || !parse_number(scan, &target->number) ||
	    !parse_cpus(scan, &change->before) || !parse_cpus(scan, &change->after))
		return false;
	if (target->kind == STEER_TASK && !scan_u64(scan, &target->start_ticks))
		return false;
	if ((target->kind == STEER_RPS || target->kind == STEER_XPS) &&
	    !parse_device(scan, &target->device))
		return false;
	return parse_end(scan, is_joined);
}

int undo_line_parse(const char *line, size_t len, struct change *change, bool *is_joined)
{
	const char *mark = memmem(line, len, " # ", 3);
	struct scan scan;

	*change = (struct change){0};
	if (!mark)
		return -EINVAL;
	scan = scan_of(mark + 3, len - (size_t)(mark + 3 - line));
	if (parse(&scan, change, is_joined))
		return 0;
	change_fini(change);
	return -EINVAL;
}
