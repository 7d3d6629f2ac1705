/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "steer/undo_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/userfile.h"
#include "source/host.h"
#include "steer/undo_line.h"

static const char *path_of(struct undo_file *file, const char *name)
{
	return arena_printf(&file->arena, "%s/%s", file->directory, name);
}

static void take_own_name(struct undo_file *file)
{
	file->path = path_of(file, arena_printf(&file->arena, "%s%d", file->prefix, (int)getpid()));
}

bool undo_file_init(struct undo_file *file, const char *boot_id)
{
	*file = (struct undo_file){.fd = -1};
	arena_init(&file->arena);
	file->directory = userfile_path_dup("XDG_STATE_HOME", ".local/state", "overtop");
	if (!file->directory)
		return false;
	file->boot = boot_id ? arena_printf(&file->arena, UNDO_PREFIX "%s-", boot_id) : NULL;
	file->prefix =
		arena_printf(&file->arena, "%s%llx-%llx-", boot_id ? file->boot : UNDO_PREFIX "-",
			     host_namespace("net"), host_namespace("pid"));
	take_own_name(file);
	return true;
}

void undo_file_fini(struct undo_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	free(file->directory);
	arena_fini(&file->arena);
	*file = (struct undo_file){.fd = -1};
}

/* It is of this user, nobody has it open, and whoever had it has not removed it. */
static bool is_left(int fd)
{
	struct stat status;

	return flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &status) == 0 &&
	       S_ISREG(status.st_mode) && status.st_nlink == 1 && status.st_uid == geteuid() &&
	       !(status.st_mode & (S_IWGRP | S_IWOTH));
}

static int open_left(const char *path)
{
	int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);

	if (fd < 0 || is_left(fd))
		return fd;
	close(fd);
	return -1;
}

static bool begins_with(const char *name, const char *prefix)
{
	return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* Those of an earlier boot tell of changes that are no more; a second one of this boot waits for the next run. */
static void look_at(struct undo_file *file, const char *name)
{
	bool is_of_boot = begins_with(name, file->boot);
	const char *path = path_of(file, name);
	int fd;

	if (is_of_boot && (file->fd >= 0 || !begins_with(name, file->prefix)))
		return;
	fd = open_left(path);
	if (fd < 0)
		return;
	if (is_of_boot) {
		file->fd = fd;
		file->path = path;
		return;
	}
	unlink(path);
	close(fd);
}

static void look_for_left(struct undo_file *file)
{
	DIR *directory = opendir(file->directory);
	struct dirent *entry;

	while (directory && (entry = readdir(directory)))
		if (begins_with(entry->d_name, UNDO_PREFIX))
			look_at(file, entry->d_name);
	if (directory)
		closedir(directory);
}

bool undo_file_inherit(struct undo_file *file, const char **text, size_t *len)
{
	struct stat status;
	char *all;

	if (file->boot)
		look_for_left(file);
	if (file->fd < 0)
		return false;
	if (fstat(file->fd, &status) == 0) {
		*len = (size_t)status.st_size;
		*text = all = arena_alloc(&file->arena, *len + 1, 1);
		if (pread(file->fd, all, *len, 0) == (ssize_t)*len)
			return true;
	}
	undo_file_leave(file);
	return false;
}

void undo_file_leave(struct undo_file *file)
{
	close(file->fd);
	file->fd = -1;
	take_own_name(file);
}

static int make(struct undo_file *file)
{
	int error;

	userfile_make_folders(file->path);
	file->fd = open(file->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (file->fd < 0)
		return -errno;
	if (flock(file->fd, LOCK_EX | LOCK_NB) == 0)
		return 0;
	error = -errno;
	undo_file_cut(file, 0);
	return error;
}

int undo_file_append(struct undo_file *file, const char *text, size_t len, off_t *offset)
{
	int error = file->fd < 0 ? make(file) : 0;

	if (error)
		return error;
	*offset = lseek(file->fd, 0, SEEK_END);
	if (*offset < 0)
		return -errno;
	error = userfile_write(file->fd, text, len);
	if (!error && fsync(file->fd) < 0)
		error = -errno;
	if (error)
		undo_file_cut(file, *offset);
	return error;
}

void undo_file_cut(struct undo_file *file, off_t offset)
{
	if (file->fd < 0)
		return;
	/* A line too many is harmless: it tells of a state that once was. */
	if (offset > 0 && ftruncate(file->fd, offset) < 0)
		return;
	if (offset > 0)
		return;
	unlink(file->path);
	close(file->fd);
	file->fd = -1;
}
