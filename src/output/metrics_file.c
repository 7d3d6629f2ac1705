/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who holds the lock on the file that carries the name is its only writer.  A lock belongs to a file, not
 * to a name, so each new file is locked before it takes the name over, and the lock on the one before
 * is let go only then; until there is a first file, the lock is on the temporary one.  A lock ends with
 * its process, and what a crash leaves behind is a temporary file that nobody has locked.
 *
 * Nothing is synced to the disk: the file is written anew every interval, and when the machine has
 * crashed its counters begin anew too, so the last one would be of no use.
 */
#include "config.h"

#include "output/openmetrics.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/xalloc.h"

struct metrics_file {
	char *path;
	char *temporary; /* not *.prom, which is what the textfile collector reads */
	int fd;          /* the file at @path, locked; -1: none yet */
	int next_fd;     /* the file at @temporary, empty and locked; -1: none */
};

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static bool is_at(int fd, const char *path)
{
	struct stat file, named;

	return fstat(fd, &file) == 0 && lstat(path, &named) == 0 && file.st_dev == named.st_dev &&
	       file.st_ino == named.st_ino;
}

/*
 * Opens and locks the file at @path: 1.  0: another file took the name meanwhile, look again.  -errno;
 * -EWOULDBLOCK: another process has locked it.
 */
static int open_locked(const char *path, int flags, int *fd)
{
	int result;

	*fd = open(path, flags | O_NOFOLLOW | O_CLOEXEC, 0644);
	if (*fd < 0)
		return -errno;
	result = flock(*fd, LOCK_EX | LOCK_NB) < 0 ? -errno : is_at(*fd, path);
	if (result != 1)
		close_fd(fd);
	return result;
}

/* Of what is no regular file: a rename would replace the device or the link itself. */
static int refuse(const struct stat *status)
{
	if (S_ISREG(status->st_mode))
		return 0;
	return S_ISDIR(status->st_mode) ? -EISDIR : -EINVAL;
}

/* Locks the file at @path; if there is none, *fd is -1.  0 or -errno. */
static int lock_existing(const char *path, int *fd)
{
	int result = 0;

	*fd = -1;
	while (result == 0) {
		struct stat status;

		if (lstat(path, &status) < 0)
			return errno == ENOENT ? 0 : -errno;
		result = refuse(&status);
		if (!result)
			result = open_locked(path, O_RDWR | O_NONBLOCK, fd);
		if (result == -ENOENT)
			result = 0;
	}
	return result < 0 ? result : 0;
}

/* Makes a file there, in place of one that was left behind: its mode and owner are those of a new one. */
static int make_locked(const char *path, int *fd)
{
	int result = 0;

	while (result == 0) {
		int stale;

		result = lock_existing(path, &stale);
		if (!result && stale >= 0 && unlink(path) < 0)
			result = -errno;
		close_fd(&stale);
		if (!result)
			result = open_locked(path, O_WRONLY | O_CREAT | O_EXCL, fd);
		if (result == -EEXIST)
			result = 0;
	}
	return result < 0 ? result : 0;
}

/* That the file with the name is ours, or there is none; it may have been removed or replaced. */
static int hold_name(struct metrics_file *file)
{
	if (file->fd >= 0 && is_at(file->fd, file->path))
		return 0;
	close_fd(&file->fd);
	return lock_existing(file->path, &file->fd);
}

struct metrics_file *metrics_file_new(const char *path)
{
	static const char suffix[] = ".new";
	struct metrics_file *file = xcalloc(1, sizeof(*file));
	size_t len = strlen(path);
	int error;

	file->path = xstrdup(path);
	file->temporary = xmalloc(len + sizeof(suffix));
	memcpy(file->temporary, path, len);
	memcpy(file->temporary + len, suffix, sizeof(suffix));
	file->fd = file->next_fd = -1;
	error = hold_name(file);
	/* Now, not when it is written: whoever may not write here should be told. */
	if (!error)
		error = make_locked(file->temporary, &file->next_fd);
	/* Another writer may have had the temporary file before, and made it the first one. */
	if (!error)
		error = hold_name(file);
	if (!error)
		return file;
	metrics_file_free(file);
	errno = -error;
	return NULL;
}

static void discard_next(struct metrics_file *file)
{
	if (file->next_fd >= 0 && is_at(file->next_fd, file->temporary))
		unlink(file->temporary);
	close_fd(&file->next_fd);
}

void metrics_file_free(struct metrics_file *file)
{
	if (!file)
		return;
	discard_next(file);
	close_fd(&file->fd);
	free(file->temporary);
	free(file->path);
	free(file);
}

/* Through another descriptor of the same open file: the lock stays when this one is closed. */
static int print_to(int fd, const struct openmetrics *metrics)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	FILE *out = copy < 0 ? NULL : fdopen(copy, "w");
	bool has_failed;

	if (!out) {
		int error = -errno;

		close_fd(&copy);
		return error;
	}
	errno = 0;
	openmetrics_print(metrics, out);
	has_failed = fflush(out) != 0 || ferror(out);
	has_failed |= fclose(out) != 0;
	if (!has_failed)
		return 0;
	return errno ? -errno : -EIO;
}

int metrics_file_write(struct metrics_file *file, const struct openmetrics *metrics)
{
	int error = hold_name(file);

	if (!error && file->next_fd < 0)
		error = make_locked(file->temporary, &file->next_fd);
	if (!error)
		error = print_to(file->next_fd, metrics);
	if (!error && rename(file->temporary, file->path) < 0)
		error = -errno;
	if (error) {
		discard_next(file);
		return error;
	}
	close_fd(&file->fd);
	file->fd = file->next_fd;
	file->next_fd = -1;
	return 0;
}
