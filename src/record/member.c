/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "record/shape.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/cpuset.h"
#include "base/i18n.h"
#include "base/scan.h"
#include "base/text.h"
#include "base/timestamp.h"

/* The kinds that are whole numbers: what is in memory beyond @least and @most is unknown. */
static const struct {
	int64_t least, most;
	int64_t none; /* in place of one that is not there */
} wholes[] = {
	[MEMBER_INT] = {INT_MIN, INT_MAX, 0},     [MEMBER_ID] = {0, INT_MAX, -1},
	[MEMBER_I16] = {INT16_MIN, INT16_MAX, 0}, [MEMBER_U8] = {0, UINT8_MAX, 0},
	[MEMBER_U32] = {0, UINT32_MAX - 1LL, -1}, [MEMBER_U64] = {0, INT64_MAX, -1},
	[MEMBER_SIZE] = {0, INT64_MAX, 0},
};

static void *place(void *record, size_t offset)
{
	return (char *)record + offset;
}

bool axis_find(const struct axis *axis, const void *root, const char *number, size_t *at)
{
	const int *cpus = axis_numbers(axis, root);
	struct scan scan = scan_of(number, strlen(number));
	size_t low = 0, high = axis_size(axis, root), n = high;
	uint64_t cpu;

	if (!scan_u64(&scan, &cpu) || !scan_is_at_end(&scan))
		return false;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if ((uint64_t)cpus[middle] < cpu)
			low = middle + 1;
		else
			high = middle;
	}
	*at = low;
	return low < n && (uint64_t)cpus[low] == cpu;
}

bool member_is_whole(const struct member *member)
{
	return member->kind < sizeof(wholes) / sizeof(*wholes);
}

static int64_t load(enum member_kind kind, const void *at)
{
	switch (kind) {
	case MEMBER_I16:
		return *(const int16_t *)at;
	case MEMBER_U8:
		return *(const uint8_t *)at;
	case MEMBER_U32:
		return *(const uint32_t *)at;
	case MEMBER_U64:
		/* Beyond INT64_MAX no counter is; it becomes less than the least. */
		return (int64_t)(*(const uint64_t *)at);
	case MEMBER_SIZE:
		return (int64_t)(*(const size_t *)at);
	default:
		return *(const int *)at;
	}
}

static void store(enum member_kind kind, void *at, int64_t number)
{
	switch (kind) {
	case MEMBER_I16:
		*(int16_t *)at = (int16_t)number;
		break;
	case MEMBER_U8:
		*(uint8_t *)at = (uint8_t)number;
		break;
	case MEMBER_U32:
		*(uint32_t *)at = (uint32_t)number;
		break;
	case MEMBER_U64:
		*(uint64_t *)at = (uint64_t)number;
		break;
	case MEMBER_SIZE:
		*(size_t *)at = (size_t)number;
		break;
	default:
		*(int *)at = (int)number;
	}
}

static bool is_in_range(enum member_kind kind, int64_t number)
{
	return number >= wholes[kind].least && number <= wholes[kind].most;
}

bool member_get_whole(const struct member *member, const void *record, int64_t *number)
{
	*number = load(member->kind, member_at(record, member->offset));
	return is_in_range(member->kind, *number);
}

bool member_set_whole(const struct member *member, void *record, int64_t number)
{
	if (!is_in_range(member->kind, number))
		return false;
	store(member->kind, place(record, member->offset), number);
	return true;
}

bool member_is_optional(const struct member *member)
{
	if (member->is_seldom)
		return true;
	switch (member->kind) {
	case MEMBER_TEXT:
	case MEMBER_CPUS_IF_KNOWN:
	case MEMBER_CPUS_IF_ANY:
	case MEMBER_COUNTS:
	case MEMBER_POINTER:
	case MEMBER_CPU_ROWS:
		return true;
	default:
		return false;
	}
}

/* All but one of them are pointers. */
bool member_is_there(const struct member *member, const void *record)
{
	int64_t number;

	if (member->is_seldom && member->kind == MEMBER_BOOL)
		return *(const bool *)member_at(record, member->offset);
	if (member->is_seldom && member->kind == MEMBER_CHAR)
		return *(const char *)member_at(record, member->offset) != '\0';
	if (member->is_seldom)
		return !member_get_whole(member, record, &number) || number;
	if (!member_is_optional(member))
		return true;
	if (member->kind == MEMBER_CPUS_IF_KNOWN)
		return *(const bool *)member_at(record, member->n_offset);
	return *(const void *const *)member_at(record, member->offset) != NULL;
}

static void forget_member(const struct member *member, void *record)
{
	void *at = place(record, member->offset);

	if (member_is_whole(member))
		store(member->kind, at, wholes[member->kind].none);
	else if (member->kind == MEMBER_NUMBER)
		*(double *)at = (double)NAN;
	else if (member->kind == MEMBER_STRUCT)
		shape_forget(member->shape, at);
}

void shape_forget(const struct shape *shape, void *record)
{
	const double unknown = (double)NAN;

	for (size_t i = 0; i < shape->n_members; i++)
		forget_member(&shape->members[i], record);
	for (size_t i = 0; i < shape_n_fields(shape); i++)
		memcpy(place(record, shape->fields_offset + shape->fields[i].offset), &unknown,
		       sizeof(unknown));
}

/* Every byte that is no part of UTF-8 becomes one '?', as on the screen. */
static const char *utf8_of(const char *raw, struct arena *arena)
{
	size_t len = strlen(raw), n;
	char *text = arena_strndup(arena, raw, len);

	for (size_t i = 0; i < len; i += n) {
		wchar_t ch;

		n = (unsigned char)text[i] < 0x80 ? 1 : text_decode(text + i, len - i, &ch);
		if (n > 0)
			continue;
		text[i] = '?';
		n = 1;
	}
	return text;
}

static const char *list_of(const struct cpuset *set, struct arena *arena)
{
	size_t len = cpuset_format(set, NULL, 0);
	char *list = arena_alloc(arena, len + 1, 1);

	cpuset_format(set, list, len + 1);
	return list;
}

static const char *time_of(uint64_t ns, struct arena *arena)
{
	char *text = arena_alloc(arena, TIMESTAMP_SIZE, 1);

	timestamp_format(ns, text);
	return text;
}

static const char *char_of(char ch, struct arena *arena)
{
	return arena_strndup(arena, ch >= ' ' && ch <= '~' ? &ch : "?", 1);
}

const char *member_get_text(const struct member *member, const void *record, struct arena *arena)
{
	const void *at = member_at(record, member->offset);

	switch (member->kind) {
	case MEMBER_CHAR:
		return char_of(*(const char *)at, arena);
	case MEMBER_WORD:
		return member->words[*(const unsigned int *)at];
	case MEMBER_TIME:
		return time_of(*(const uint64_t *)at, arena);
	case MEMBER_TEXT:
		return utf8_of(*(const char *const *)at, arena);
	case MEMBER_CPUS_IF_ANY:
		return list_of(*(const struct cpuset *const *)at, arena);
	default:
		return list_of(at, arena);
	}
}

static const char *set_word(const struct member *member, void *at, const char *text)
{
	for (unsigned int i = 0; member->words[i]; i++) {
		if (strcmp(member->words[i], text) == 0) {
			*(unsigned int *)at = i;
			return NULL;
		}
	}
	return _("not a known word");
}

static const char *set_cpus(const struct member *member, void *record, const char *text, size_t len,
			    struct arena *arena)
{
	void *at = place(record, member->offset);
	struct cpuset set = {0};
	const struct cpuset *kept;

	if (cpuset_parse_list(&set, text, len) < 0) {
		cpuset_fini(&set);
		return _("not a list of CPUs");
	}
	kept = cpuset_keep(&set, arena);
	cpuset_fini(&set);
	if (member->kind == MEMBER_CPUS_IF_ANY)
		*(const struct cpuset **)at = kept;
	else
		*(struct cpuset *)at = *kept;
	if (member->kind == MEMBER_CPUS_IF_KNOWN)
		*(bool *)place(record, member->n_offset) = true;
	return NULL;
}

const char *member_set_text(const struct member *member, void *record, const char *text, size_t len,
			    struct arena *arena)
{
	void *at = place(record, member->offset);

	switch (member->kind) {
	case MEMBER_CHAR:
		*(char *)at = *text;
		return len == 1 ? NULL : _("not one character");
	case MEMBER_WORD:
		return set_word(member, at, text);
	case MEMBER_TIME:
		return timestamp_parse(text, len, at) ? NULL : _("not a time");
	case MEMBER_TEXT:
		*(const char **)at = arena_strndup(arena, text, len);
		return NULL;
	default:
		return set_cpus(member, record, text, len, arena);
	}
}
