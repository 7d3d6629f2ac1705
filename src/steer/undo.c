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
};

struct undo {
	struct arena arena;
	struct item *items;
	size_t n, capacity, n_inherited;
	char *directory, *prefix; /* of the files of this boot */
	char *path;
	int fd; /* -1: there is no file yet */
};

static void add_item(struct undo *undo, struct change *change, off_t offset)
{
	undo->items = xgrow(undo->items, &undo->capacity, undo->n + 1, sizeof(*undo->items));
	undo->items[undo->n++] = (struct item){
		.change = *change,
		.command = change_undo_command(change, &undo->arena),
		.offset = offset,
	};
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

/* Takes over what stands in it. */
static void inherit_lines(struct undo *undo, const struct textfile *file)
{
	struct scan text = scan_of(file->text, file->len), line;

	while (scan_line(&text, &line)) {
		struct span span = scan_rest(&line);
		struct change change;

		if (span.text + span.len == file->text + file->len)
			break; /* without its end */
		if (undo_line_parse(span.text, span.len, &change) == 0)
			add_item(undo, &change, (off_t)(span.text - file->text));
	}
}

/* One file of an earlier run becomes that of this one; another waits for the next. */
static void inherit(struct undo *undo, const char *name)
{
	struct textfile file;

	undo->fd = open_left(undo, name);
	if (undo->fd < 0) {
		undo->fd = -1;
		return;
	}
	textfile_init(&file);
	free(undo->path);
	undo->path = path_dup(undo, name);
	if (textfile_read_once(&file, AT_FDCWD, undo->path) == 0)
		inherit_lines(undo, &file);
	textfile_fini(&file);
	undo->n_inherited = undo->n;
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
	return undo->n;
}

size_t undo_count_inherited(const struct undo *undo)
{
	return undo->n_inherited;
}

const char *undo_command(const struct undo *undo, size_t i)
{
	return undo->items[i].command;
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

static int keep_line(struct undo *undo, const struct change *change, off_t *offset)
{
	const char *line = undo_line_format(change, &undo->arena);
	int error = undo->fd < 0 ? make_file(undo) : 0;

	if (error)
		return error;
	*offset = lseek(undo->fd, 0, SEEK_END);
	if (*offset < 0)
		return -errno;
	error = userfile_write(undo->fd, line, strlen(line));
	return !error && fsync(undo->fd) < 0 ? -errno : error;
}

/* The file ends before the line at @offset; without a line it is not needed. */
static void drop_line(struct undo *undo, off_t offset)
{
	if (undo->fd < 0)
		return;
	/* A line too many is harmless: it tells of a state that once was. */
	if (undo->n > 0 && ftruncate(undo->fd, offset) <= 0)
		return;
	unlink(undo->path);
	close(undo->fd);
	undo->fd = -1;
}

static void copy_change(struct change *to, const struct change *from)
{
	*to = (struct change){.target = from->target};
	to->target.device = from->target.device ? xstrdup(from->target.device) : NULL;
	cpuset_copy(&to->before, &from->before);
	cpuset_copy(&to->after, &from->after);
}

int undo_apply(struct undo *undo, const struct change *change)
{
	struct change kept;
	off_t offset = 0;
	int error = keep_line(undo, change, &offset);

	if (!error)
		error = steer_apply(&change->target, &change->after);
	if (error) {
		drop_line(undo, offset);
		return error;
	}
	copy_change(&kept, change);
	add_item(undo, &kept, offset);
	return 0;
}

static bool is_gone(int error)
{
	return error == -ENOENT || error == -ESRCH;
}

int undo_last(struct undo *undo)
{
	struct item *item;
	off_t offset;
	int error;

	if (!undo->n)
		return -ENOENT;
	item = &undo->items[undo->n - 1];
	error = steer_apply(&item->change.target, &item->change.before);
	if (error && !is_gone(error))
		return error;
	offset = item->offset;
	change_fini(&item->change);
	undo->n--;
	if (undo->n_inherited > undo->n)
		undo->n_inherited = undo->n;
	drop_line(undo, offset);
	return 0;
}
