/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "cgroup/walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void cgroup_walk_fini(struct cgroup_walk *walk)
{
	buffer_fini(&walk->pending);
	buffer_fini(&walk->current);
}

void cgroup_walk_begin(struct cgroup_walk *walk)
{
	walk->pending.len = 0;
	buffer_add(&walk->pending, "", 1);
}

/* False: nothing is pending. */
static bool take(struct cgroup_walk *walk)
{
	struct buffer *pending = &walk->pending;
	size_t start;

	if (!pending->len)
		return false;
	for (start = pending->len - 1; start && pending->text[start - 1]; start--)
		;
	walk->current.len = 0;
	buffer_add(&walk->current, pending->text + start, pending->len - start);
	pending->len = start;
	return true;
}

static void push(struct cgroup_walk *walk, const char *name)
{
	buffer_add_text(&walk->pending, walk->current.text);
	buffer_add(&walk->pending, "/", 1);
	buffer_add(&walk->pending, name, strlen(name) + 1);
}

static bool is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static void push_below(struct cgroup_walk *walk, int dirfd, const char *path)
{
	int fd = openat(dirfd, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	DIR *directory = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;

	if (!directory) {
		if (fd >= 0)
			close(fd);
		return;
	}
	/* Where the type is not told, the visit asks. */
	while ((entry = readdir(directory)))
		if ((entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN) &&
		    !is_dots(entry->d_name))
			push(walk, entry->d_name);
	closedir(directory);
}

const char *cgroup_walk_next(struct cgroup_walk *walk, int dirfd)
{
	struct stat status;

	while (take(walk)) {
		const char *path = *walk->current.text ? walk->current.text + 1 : ".";

		if (fstatat(dirfd, path, &status, AT_SYMLINK_NOFOLLOW) < 0 ||
		    !S_ISDIR(status.st_mode))
			continue;
		if (status.st_nlink != 2)
			push_below(walk, dirfd, path);
		return walk->current.text;
	}
	return NULL;
}
