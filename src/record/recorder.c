/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "record/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/xalloc.h"
#include "record/mend.h"
#include "record/pack.h"

/* Packed bytes that may wait: more than that, and lines are lost. */
enum { MOST_WAITING = 4 << 20 };

struct recorder {
	int fd;
	struct packer *packer;
	/*
	 * What could not be written yet.  It goes first and from the very byte where writing stopped, so that
	 * what is in the file is always the beginning of what was packed.
	 */
	struct bytes waiting;
	size_t n_lost;
};

/* A FIFO that nobody reads is an error, not something to wait for. */
static int open_to_append(const char *path, bool is_private)
{
	int fd;

	do
		fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK,
			  is_private ? 0600 : 0666);
	while (fd < 0 && errno == EINTR);
	return fd;
}

/* The file that @status is of, and not another that has got its name since; -1 and errno. */
static int open_to_read(const char *path, const struct stat *status)
{
	struct stat other;
	int fd;

	do
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		return -1;
	if (fstat(fd, &other) == 0 && other.st_dev == status->st_dev &&
	    other.st_ino == status->st_ino)
		return fd;
	close(fd);
	errno = ESTALE;
	return -1;
}

/* NULL if lines can be appended to what @path, opened as @fd, holds. */
static const char *prepare(int fd, const char *path, enum packing packing)
{
	const char *why;
	struct stat status;
	int error;
	int in;

	if (fstat(fd, &status) < 0)
		return _("it cannot be read");
	/* Whatever a device or FIFO is given goes on at once. */
	if (!S_ISREG(status.st_mode))
		return NULL;
	/* Some file systems have no locks. */
	if (flock(fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK) {
		errno = 0;
		return _("another process records to it");
	}
	in = open_to_read(path, &status);
	if (in < 0)
		return _("it cannot be read");
	why = mend(fd, in, packing);
	error = errno;
	close(in);
	errno = error;
	return why;
}

/* A file that others could read so far is its owner's alone from now on. */
static int make_private(int fd)
{
	struct stat status;

	if (fstat(fd, &status) < 0)
		return -1;
	if (!S_ISREG(status.st_mode) || !(status.st_mode & (S_IRWXG | S_IRWXO)))
		return 0;
	return fchmod(fd, status.st_mode & S_IRWXU);
}

static const char *open_recorder(struct recorder *recorder, const char *path, bool is_private)
{
	enum packing packing = packing_of_name(path);
	const char *why;

	recorder->fd = open_to_append(path, is_private);
	if (recorder->fd < 0 && errno == ENXIO) {
		errno = 0;
		return _("nobody reads from it");
	}
	if (recorder->fd < 0)
		return _("it cannot be written");
	why = prepare(recorder->fd, path, packing);
	if (why)
		return why;
	if (is_private && make_private(recorder->fd) < 0)
		return _("others can read it");
	recorder->packer = packer_new(packing);
	if (recorder->packer)
		return NULL;
	errno = ENOMEM;
	return _("it cannot be written");
}

struct recorder *recorder_new(const char *path, bool is_private, const char **why)
{
	struct recorder *recorder = xcalloc(1, sizeof(*recorder));
	int error;

	*why = open_recorder(recorder, path, is_private);
	if (!*why)
		return recorder;
	error = errno;
	if (recorder->fd >= 0)
		close(recorder->fd);
	free(recorder);
	errno = error;
	return NULL;
}

/* Takes what has been written from the front. */
static void shift(struct bytes *waiting, size_t n_written)
{
	waiting->len -= n_written;
	memmove(waiting->bytes, waiting->bytes + n_written, waiting->len);
}

static int write_waiting(struct recorder *recorder)
{
	struct bytes *waiting = &recorder->waiting;
	size_t n_written = 0;
	int error = 0;

	while (n_written < waiting->len && !error) {
		ssize_t put =
			write(recorder->fd, waiting->bytes + n_written, waiting->len - n_written);

		if (put > 0)
			n_written += (size_t)put;
		else if (put == 0)
			error = -ENOSPC;
		else if (errno != EINTR)
			error = -errno;
	}
	if (n_written)
		shift(waiting, n_written);
	return error;
}

int recorder_free(struct recorder *recorder)
{
	int error;

	if (!recorder)
		return 0;
	packer_end(recorder->packer, &recorder->waiting);
	error = write_waiting(recorder);
	/* NFS says only here that there was no room. */
	if (close(recorder->fd) < 0 && errno != EINTR && !error)
		error = -errno;
	packer_free(recorder->packer);
	free(recorder->waiting.bytes);
	free(recorder);
	return error;
}

bool recorder_is_at_frame(const struct recorder *recorder)
{
	return packer_is_at_frame(recorder->packer);
}

int recorder_add(struct recorder *recorder, const char *line, size_t len)
{
	int error = 0;

	if (recorder->waiting.len > MOST_WAITING)
		error = write_waiting(recorder);
	if (recorder->waiting.len > MOST_WAITING) {
		recorder->n_lost++;
		return error;
	}
	packer_add(recorder->packer, line, len, &recorder->waiting);
	return write_waiting(recorder);
}

size_t recorder_lost(const struct recorder *recorder)
{
	return recorder->n_lost;
}
