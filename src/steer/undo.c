/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file has a line for each change, the newest last: a shell line, and behind a # what it is made of, to be
 * read back.  A line is written and synced before its change is made; one without its end was never made.
 * Whoever has the file open holds a lock on it: one without a lock was left behind.
 */
#include "config.h"

#include "steer/undo.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/scan.h"
#include "base/textfile.h"
#include "base/userfile.h"
#include "base/xalloc.h"
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
	char *directory, *prefix;    /* of the files of this boot */
	char *path;
	int fd; /* -1: there is no file yet */
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

/* Of a file in the directory; for the caller to free. */
static char *path_dup(const struct undo *undo, const char *name)
{
	struct arena arena;
	char *path;

	arena_init(&arena);
	path = xstrdup(arena_printf(&arena, "%s/%s", undo->directory, name));
	arena_fini(&arena);
	return path;
}

/* A file of ours, that nobody has open, or -errno. */
static int open_left(const struct undo *undo, const char *name)
{
	char *path = path_dup(undo, name);
	int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat status;

	free(path);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
	    !(status.st_mode & (S_IWGRP | S_IWOTH)) && flock(fd, LOCK_EX | LOCK_NB) == 0)
		return fd;
	close(fd);
	return -EPERM;
}

/* Takes over what stands in it, and returns how long that is: a last line without its end was never made. */
static off_t inherit_lines(struct undo *undo, const struct textfile *file)
{
	struct scan text = scan_of(file->text, file->len), line;
	const char *end = file->text;

	while (scan_line(&text, &line) && line.end < file->text + file->len) {
		off_t offset = (off_t)(line.at - file->text);
		struct change change;
		bool is_joined;

		end = line.end + 1;
		if (undo_line_parse(line.at, (size_t)(line.end - line.at), &change, &is_joined) ==
		    0)
			add_item(undo, &change, is_joined, offset);
	}
	return (off_t)(end - file->text);
}

static void remove_file(struct undo *undo)
{
	unlink(undo->path);
	close(undo->fd);
	undo->fd = -1;
}

/* One file of an earlier run becomes that of this one; another waits for the next. */
static void inherit(struct undo *undo, const char *name)
{
	struct textfile file;
	int error;

	undo->fd = open_left(undo, name);
	if (undo->fd < 0) {
		undo->fd = -1;
		return;
	}
	textfile_init(&file);
	free(undo->path);
	undo->path = path_dup(undo, name);
	error = textfile_read_once(&file, AT_FDCWD, undo->path);
	/* What is added must not continue half a line. */
	if (!error)
		error = ftruncate(undo->fd, inherit_lines(undo, &file));
	textfile_fini(&file);
	if (undo->n == 0)
		remove_file(undo);
	undo->n_inherited = undo->n_steps;
}

/* Those of an earlier boot tell of changes that are no more. */
static void forget_earlier_boot(const struct undo *undo, const char *name)
{
	char *path;
	int fd = open_left(undo, name);

	if (fd < 0)
		return;
	path = path_dup(undo, name);
	unlink(path);
	free(path);
	close(fd);
}

static void look_for_left(struct undo *undo)
{
	DIR *directory = opendir(undo->directory);
	struct dirent *entry;

	while (directory && (entry = readdir(directory))) {
		if (strncmp(entry->d_name, UNDO_PREFIX, strlen(UNDO_PREFIX)) != 0)
			continue;
		if (strncmp(entry->d_name, undo->prefix, strlen(undo->prefix)) != 0)
			forget_earlier_boot(undo, entry->d_name);
		else if (undo->fd < 0)
			inherit(undo, entry->d_name);
	}
	if (directory)
		closedir(directory);
}

struct undo *undo_new(const char *boot_id, char **why)
{
	struct undo *undo = xcalloc(1, sizeof(*undo));

	*why = NULL;
	arena_init(&undo->arena);
	undo->fd = -1;
	undo->directory = userfile_path_dup("XDG_STATE_HOME", ".local/state", "overtop");
	if (!undo->directory) {
		*why = xstrdup(
			_("nothing can be changed: neither HOME nor XDG_STATE_HOME is set, so "
			  "nothing could be undone after a crash"));
		undo_free(undo);
		return NULL;
	}
	undo->prefix = xstrdup(
		arena_printf(&undo->arena, UNDO_PREFIX "%s-", boot_id ? boot_id : "unknown"));
	undo->path =
		path_dup(undo, arena_printf(&undo->arena, "%s%d", undo->prefix, (int)getpid()));
	look_for_left(undo);
	return undo;
}

void undo_free(struct undo *undo)
{
	if (!undo)
		return;
	for (size_t i = 0; i < undo->n; i++)
		change_fini(&undo->items[i].change);
	if (undo->fd >= 0)
		close(undo->fd);
	free(undo->items);
	free(undo->directory);
	free(undo->prefix);
	free(undo->path);
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

const struct steer_target *undo_target(const struct undo *undo)
{
	return undo->n ? &undo->items[undo->n - undo_count_newest(undo)].change.target : NULL;
}

const char *undo_path(const struct undo *undo)
{
	return undo->path;
}

static int make_file(struct undo *undo)
{
	userfile_make_folders(undo->path);
	undo->fd = open(undo->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (undo->fd < 0)
		return -errno;
	return flock(undo->fd, LOCK_EX | LOCK_NB) < 0 ? -errno : 0;
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

static int keep_lines(struct undo *undo, const struct change *changes, size_t n, off_t *offset)
{
	size_t len;
	const char *text = lines_of(undo, changes, n, &len);
	int error = undo->fd < 0 ? make_file(undo) : 0;

	if (error)
		return error;
	*offset = lseek(undo->fd, 0, SEEK_END);
	if (*offset < 0)
		return -errno;
	error = userfile_write(undo->fd, text, len);
	return !error && fsync(undo->fd) < 0 ? -errno : error;
}

/* The file ends before the line at @offset; without a line it is not needed. */
static void drop_lines(struct undo *undo, off_t offset)
{
	if (undo->fd < 0)
		return;
	if (undo->n == 0)
		remove_file(undo);
	else if (ftruncate(undo->fd, offset) < 0)
		return; /* a line too many is harmless: it tells of a state that once was */
}

static bool is_gone(int error)
{
	return error == -ENOENT || error == -ESRCH;
}

/* As it was, the last first. */
static void take_back(const struct change *changes, size_t n)
{
	while (n-- > 0)
		steer_apply(&changes[n].target, &changes[n].before);
}

static int apply_all(const struct change *changes, size_t n)
{
	size_t n_gone = 0;
	int error = 0;

	for (size_t i = 0; i < n; i++) {
		error = steer_apply(&changes[i].target, &changes[i].after);
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

int undo_apply(struct undo *undo, const struct change *changes, size_t n)
{
	off_t offset = 0;
	int error = keep_lines(undo, changes, n, &offset);

	if (!error)
		error = apply_all(changes, n);
	if (error) {
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

int undo_last(struct undo *undo)
{
	size_t first = undo->n - undo_count_newest(undo);

	if (undo->n == 0)
		return -ENOENT;
	for (size_t i = undo->n; i-- > first;) {
		const struct change *change = &undo->items[i].change;
		int error = steer_apply(&change->target, &change->before);

		if (error && !is_gone(error))
			return error;
	}
	drop_newest(undo);
	return 0;
}
