/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file has a line for each change, the newest last: a shell line, and behind a # what it is made of, to be
 * read back.  A line is written and synced before its change is made; one without its end was never made.
 */
#include "config.h"

#include "steer/undo.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/scan.h"
#include "base/xalloc.h"
#include "source/placement.h"
#include "steer/undo_file.h"
#include "steer/undo_line.h"

struct item {
	struct change change;
	const char *command; /* that undoes it; in the arena */
	off_t offset;        /* of its line in the file */
	bool is_joined;      /* to the one before: both are of one step */
};

struct undo {
	struct arena arena;
	struct item *items;
	size_t n, capacity;
	size_t n_steps, n_inherited; /* steps of an earlier run */
	struct undo_file file;
};

/* Takes what @change owns. */
static void add_item(struct undo *undo, const struct change *change, bool is_joined, off_t offset)
{
	is_joined = is_joined && undo->n > 0;
	undo->items = xgrow(undo->items, &undo->capacity, undo->n + 1, sizeof(*undo->items));
	undo->items[undo->n++] = (struct item){
		.change = *change,
		.command = change_undo_command(change, &undo->arena),
		.offset = offset,
		.is_joined = is_joined,
	};
	undo->n_steps += !is_joined;
}

/* Takes over what stands in it, and returns how long that is: a last line without its end was never made. */
static off_t inherit_lines(struct undo *undo, const char *all, size_t len)
{
	struct scan text = scan_of(all, len), line;
	const char *end = all;

	while (scan_line(&text, &line) && line.end < all + len) {
		off_t offset = (off_t)(line.at - all);
		struct change change;
		bool is_joined;

		end = line.end + 1;
		if (undo_line_parse(line.at, (size_t)(line.end - line.at), &change, &is_joined) ==
		    0)
			add_item(undo, &change, is_joined, offset);
	}
	return (off_t)(end - all);
}

void undo_free(struct undo *undo)
{
	if (!undo)
		return;
	for (size_t i = 0; i < undo->n; i++)
		change_fini(&undo->items[i].change);
	undo_file_fini(&undo->file);
	free(undo->items);
	arena_fini(&undo->arena);
	free(undo);
}

size_t undo_count(const struct undo *undo)
{
	return undo->n_steps;
}

size_t undo_count_inherited(const struct undo *undo)
{
	return undo->n_inherited;
}

size_t undo_count_lines(const struct undo *undo)
{
	return undo->n;
}

const char *undo_line(const struct undo *undo, size_t i)
{
	return undo->items[i].command;
}

size_t undo_count_newest(const struct undo *undo)
{
	size_t first = undo->n;

	while (first > 0 && undo->items[first - 1].is_joined)
		first--;
	return undo->n - first + (first > 0);
}

const struct change *undo_change(const struct undo *undo)
{
	return undo->n ? &undo->items[undo->n - undo_count_newest(undo)].change : NULL;
}

const char *undo_path(const struct undo *undo)
{
	return undo->file.path;
}

/* All at once: they are made together. */
static char *lines_of(struct undo *undo, const struct change *changes, size_t n, size_t *len)
{
	const char **lines = arena_alloc(&undo->arena, n, sizeof(*lines));
	char *text;

	*len = 0;
	for (size_t i = 0; i < n; i++) {
		lines[i] = undo_line_format(&changes[i], i > 0, &undo->arena);
		*len += strlen(lines[i]);
	}
	text = arena_alloc(&undo->arena, *len + 1, 1);
	for (size_t i = 0, at = 0; i < n; i++) {
		memcpy(text + at, lines[i], strlen(lines[i]));
		at += strlen(lines[i]);
	}
	return text;
}

/* Without a line no file is needed, whatever else may stand in it. */
static void drop_lines(struct undo *undo, off_t offset)
{
	undo_file_cut(&undo->file, undo->n > 0 ? offset : 0);
}

static bool is_gone(int error)
{
	return error == -ENOENT || error == -ESRCH;
}

/* As it was, the last first. */
static void take_back(const struct change *changes, size_t n)
{
	while (n-- > 0)
		placement_apply(&changes[n].target, &changes[n].before);
}

static int apply_all(const struct change *changes, size_t n)
{
	size_t n_gone = 0;
	int error = 0;

	for (size_t i = 0; i < n; i++) {
		error = placement_apply(&changes[i].target, &changes[i].after);
		n_gone += is_gone(error);
		if (!error || is_gone(error))
			continue;
		take_back(changes, i);
		return error;
	}
	return n_gone == n ? error : 0;
}

static void copy_change(struct change *to, const struct change *from)
{
	*to = (struct change){.target = from->target};
	to->target.device = from->target.device ? xstrdup(from->target.device) : NULL;
	cpuset_copy(&to->before, &from->before);
	cpuset_copy(&to->after, &from->after);
}

int undo_apply(struct undo *undo, const struct change *changes, size_t n, const char **why)
{
	size_t len;
	const char *text = lines_of(undo, changes, n, &len);
	off_t offset;
	int error = undo_file_append(&undo->file, text, len, &offset);

	if (error) {
		*why = arena_printf(&undo->arena,
				    _("not changed: what undoes it cannot be kept: %s (%s)"),
				    strerror(-error), undo->file.directory);
		return error;
	}
	error = apply_all(changes, n);
	if (error) {
		*why = steer_explain(&changes[0].target, error);
		drop_lines(undo, offset);
		return error;
	}
	for (size_t i = 0; i < n; i++) {
		struct change kept;

		copy_change(&kept, &changes[i]);
		add_item(undo, &kept, i > 0, offset);
		offset += (off_t)strlen(undo_line_format(&kept, i > 0, &undo->arena));
	}
	return 0;
}

static void drop_newest(struct undo *undo)
{
	size_t first = undo->n - undo_count_newest(undo);
	off_t offset = undo->items[first].offset;

	while (undo->n > first)
		change_fini(&undo->items[--undo->n].change);
	undo->n_steps--;
	if (undo->n_inherited > undo->n_steps)
		undo->n_inherited = undo->n_steps;
	drop_lines(undo, offset);
}

static bool is_in_step(const struct undo *undo, size_t first, int number)
{
	for (size_t i = first; i < undo->n; i++)
		if (undo->items[i].change.target.number == number)
			return true;
	return false;
}

/* Threads that a process has made since then run where those did that made them, on @cpus. */
static void undo_heirs(const struct undo *undo, size_t first, const struct cpuset *cpus)
{
	const struct change *change = &undo->items[first].change;
	struct steer_target process = change->target;
	const struct steer_target *threads;
	struct arena arena;
	struct cpuset now;
	size_t n;

	arena_init(&arena);
	cpuset_init(&now);
	process.kind = STEER_PROCESS;
	if (placement_targets(&process, &arena, &threads, &n) < 0)
		n = 0;
	for (size_t i = 0; i < n; i++)
		if (!is_in_step(undo, first, threads[i].number) &&
		    placement_read(&threads[i], &now) == 0 && cpuset_equal(&now, cpus))
			placement_apply(&threads[i], &change->before);
	cpuset_fini(&now);
	arena_fini(&arena);
}

/* Each line of the newest step, the last first; what is gone is passed over. */
static int undo_lines(const struct undo *undo, size_t first)
{
	for (size_t i = undo->n; i-- > first;) {
		const struct change *change = &undo->items[i].change;
		int error = placement_apply(&change->target, &change->before);

		if (error && !is_gone(error))
			return error;
	}
	return 0;
}

int undo_last(struct undo *undo)
{
	size_t n = undo_count_newest(undo), first = undo->n - n;
	struct cpuset set;
	bool has_heirs;
	int error;

	if (undo->n == 0)
		return -ENOENT;
	cpuset_init(&set);
	/* Steps of several lines are of all the threads that a process had. */
	has_heirs = n > 1 && placement_read(&undo->items[first].change.target, &set) == 0;
	error = undo_lines(undo, first);
	if (!error && has_heirs)
		undo_heirs(undo, first, &set);
	if (!error)
		drop_newest(undo);
	cpuset_fini(&set);
	return error;
}

/* The newest step: by the lines themselves, or as what it was of is gone; or it was never made. */
static bool is_undone(const struct undo *undo)
{
	struct cpuset now;
	bool is_so = true;

	cpuset_init(&now);
	for (size_t i = undo->n - undo_count_newest(undo); is_so && i < undo->n; i++) {
		const struct change *change = &undo->items[i].change;
		int error = placement_read(&change->target, &now);

		is_so = is_gone(error) || (!error && cpuset_equal(&now, &change->before));
	}
	cpuset_fini(&now);
	return is_so;
}

static void inherit(struct undo *undo)
{
	const char *text;
	size_t len;
	off_t end;

	if (!undo_file_inherit(&undo->file, &text, &len))
		return;
	end = inherit_lines(undo, text, len);
	/* What is not understood is left for whoever does; what is added must not continue half a line. */
	if (undo->n == 0 && end > 0)
		undo_file_leave(&undo->file);
	else
		undo_file_cut(&undo->file, end);
	while (undo->n > 0 && is_undone(undo))
		drop_newest(undo);
	undo->n_inherited = undo->n_steps;
}

struct undo *undo_new(const char *boot_id, char **why)
{
	struct undo *undo = xcalloc(1, sizeof(*undo));

	*why = NULL;
	arena_init(&undo->arena);
	if (undo_file_init(&undo->file, boot_id)) {
		inherit(undo);
		return undo;
	}
	*why = xstrdup(_("nothing can be changed: neither HOME nor XDG_STATE_HOME is set, so "
			 "nothing could be undone after a crash"));
	undo_free(undo);
	return NULL;
}
