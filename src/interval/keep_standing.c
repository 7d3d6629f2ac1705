/* SPDX-License-Identifier: GPL-2.0-or-later */
/* As interval/keep.c, of what stands beside the counts. */
#include "config.h"

#include "interval/parts.h"

static void keep_exited(struct interval *to, const struct interval *from)
{
	to->exited = arena_alloc(&to->arena, from->n_exited, sizeof(*to->exited));
	for (size_t i = 0; i < from->n_exited; i++) {
		struct exited_interval *row = &to->exited[i];

		*row = from->exited[i];
		row->name = interval_keep_text(row->name, &to->arena);
		row->parent_name = interval_keep_text(row->parent_name, &to->arena);
	}
}

static void keep_cgroups(struct interval *to, const struct interval *from)
{
	to->cgroups = arena_alloc(&to->arena, from->n_cgroups, sizeof(*to->cgroups));
	for (size_t i = 0; i < from->n_cgroups; i++) {
		to->cgroups[i] = from->cgroups[i];
		to->cgroups[i].path = interval_keep_text(from->cgroups[i].path, &to->arena);
	}
}

static void keep_settings(struct interval *to, const struct interval *from)
{
	to->settings = arena_alloc(&to->arena, from->n_settings, sizeof(*to->settings));
	for (size_t i = 0; i < from->n_settings; i++) {
		to->settings[i].name = interval_keep_text(from->settings[i].name, &to->arena);
		to->settings[i].value = interval_keep_text(from->settings[i].value, &to->arena);
	}
}

void interval_keep_marks(struct interval *to, const struct interval *from)
{
	to->has_marks = from->has_marks;
	to->n_marks = from->n_marks;
	to->marks = arena_alloc(&to->arena, from->n_marks, sizeof(*to->marks));
	for (size_t i = 0; i < from->n_marks; i++) {
		struct mark *row = &to->marks[i];

		*row = from->marks[i];
		row->rule = interval_keep_text(row->rule, &to->arena);
		row->subject = interval_keep_text(row->subject, &to->arena);
		row->text = interval_keep_text(row->text, &to->arena);
	}
}

void interval_keep_standing(struct interval *to, const struct interval *from)
{
	keep_exited(to, from);
	keep_cgroups(to, from);
	keep_settings(to, from);
	interval_keep_marks(to, from);
}
