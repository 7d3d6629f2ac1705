/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "base/userfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/xalloc.h"

/* A path that is not absolute is none, says the specification. */
static const char *absolute(const char *name)
{
	const char *path = getenv(name);

	return path && *path == '/' ? path : NULL;
}

char *userfile_path_dup(const char *variable, const char *folder, const char *name)
{
	const char *place = absolute(variable), *home = absolute("HOME");
	struct buffer path = {0};

	if (!place && !home)
		return NULL;
	buffer_add_text(&path, place ? place : home);
	if (!place) {
		buffer_add_text(&path, "/");
		buffer_add_text(&path, folder);
	}
	buffer_add_text(&path, "/");
	buffer_add_text(&path, name);
	buffer_add(&path, "", 1);
	return path.text;
}

/* Something may lie there that is no file of ours, or no file; /dev/null is an empty one. */
static bool is_file(const struct stat *status)
{
	return (S_ISREG(status->st_mode) || S_ISCHR(status->st_mode)) &&
	       status->st_size <= USERFILE_MOST_BYTES;
}

static int open_file(const char *path, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat status;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &status) == 0 && is_file(&status)) {
		*len = (size_t)status.st_size;
		return fd;
	}
	close(fd);
	return -EINVAL;
}

int userfile_read(const char *path, struct arena *arena, char **text, size_t *len)
{
	int fd = open_file(path, len);
	ssize_t n;

	if (fd < 0)
		return fd;
	*text = arena_alloc(arena, *len + 1, 1);
	n = read(fd, *text, *len);
	close(fd);
	*len = n < 0 ? 0 : (size_t)n;
	return n < 0 ? -EIO : 0;
}

void userfile_make_folders(const char *path)
{
	char *folder = xstrdup(path);

	for (char *slash = folder + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(folder, 0700);
		*slash = '/';
	}
	free(folder);
}

int userfile_write(int fd, const char *text, size_t len)
{
	while (len > 0) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		text += n;
		len -= (size_t)n;
	}
	return 0;
}
