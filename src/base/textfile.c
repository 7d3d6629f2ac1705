/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "base/textfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/xalloc.h"

#define LEAST_ROOM 4096

void textfile_init(struct textfile *file)
{
	*file = (struct textfile){.fd = -1};
}

static void close_file(struct textfile *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
}

void textfile_fini(struct textfile *file)
{
	close_file(file);
	free(file->text);
	textfile_init(file);
}

static int open_file(struct textfile *file, int dirfd, const char *path)
{
	do
		file->fd = openat(dirfd, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	while (file->fd < 0 && errno == EINTR);
	return file->fd < 0 ? -errno : 0;
}

/*
 * A file of /proc comes in pieces; only a read of nothing is its end.  One that @is_value comes whole, or in pieces of
 * a page: a list of thousands of CPUs in /sys.
 */
static int read_whole(struct textfile *file, bool is_value)
{
	size_t len = 0;

	file->len = 0;
	for (;;) {
		file->text = xgrow(file->text, &file->capacity, len + LEAST_ROOM, 1);

		size_t room = file->capacity - len - 1;
		ssize_t got = pread(file->fd, file->text + len, room, (off_t)len);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		len += (size_t)got;
		if (got == 0 || (is_value && got < LEAST_ROOM - 1))
			break;
	}
	file->text[len] = '\0';
	file->len = len;
	return 0;
}

static bool is_of_proc(int fd)
{
	struct statfs status;

	return fstatfs(fd, &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
}

/* By another of its name, as a file of a dump may be. */
static bool is_replaced(const struct textfile *file)
{
	struct stat status;

	return !file->is_of_proc && fstat(file->fd, &status) == 0 && status.st_nlink == 0;
}

int textfile_read(struct textfile *file, const char *path)
{
	int error;

	file->len = 0;
	if (file->fd >= 0) {
		if (!is_replaced(file) && read_whole(file, false) == 0)
			return 0;
		close_file(file);
	}
	error = open_file(file, AT_FDCWD, path);
	if (error)
		return error;
	file->is_of_proc = is_of_proc(file->fd);
	error = read_whole(file, false);
	if (error)
		close_file(file);
	return error;
}

static int read_and_close(struct textfile *file, int dirfd, const char *path, bool is_value)
{
	int error;

	file->len = 0;
	close_file(file);
	error = open_file(file, dirfd, path);
	if (error)
		return error;
	error = read_whole(file, is_value);
	close_file(file);
	return error;
}

int textfile_read_once(struct textfile *file, int dirfd, const char *path)
{
	return read_and_close(file, dirfd, path, false);
}

int textfile_read_value(struct textfile *file, int dirfd, const char *path)
{
	return read_and_close(file, dirfd, path, true);
}
