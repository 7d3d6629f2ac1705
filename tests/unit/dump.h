/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For tests of what reads /proc and /sys: a machine made of files.  Its folder is mounted over those of
 * this machine, for the test program alone, so what is put there later is found there too.
 */
#ifndef OVERTOP_TEST_DUMP_H
#define OVERTOP_TEST_DUMP_H

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/root.h"

struct dump {
	char path[PATH_MAX / 2];
};

static inline void dump_die(const char *what)
{
	perror(what);
	exit(99);
}

/* The path of @name, a name below the folder. */
static inline void dump_path(const struct dump *dump, const char *name, char *path)
{
	snprintf(path, PATH_MAX, "%s/%s", dump->path, name);
}

static inline void dump_put(const struct dump *dump, const char *name, const char *text)
{
	char path[PATH_MAX];
	int fd;

	dump_path(dump, name, path);
	for (char *slash = path + strlen(dump->path) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		if (mkdir(path, 0755) < 0 && errno != EEXIST)
			dump_die(path);
		*slash = '/';
	}
	if (name[strlen(name) - 1] == '/')
		return;
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		dump_die(path);
	close(fd);
}

/* A symbolic link to @target. */
static inline void dump_link(const struct dump *dump, const char *name, const char *target)
{
	char path[PATH_MAX], folder[PATH_MAX / 4];

	snprintf(folder, sizeof(folder), "%.*s/", (int)(strrchr(name, '/') - name), name);
	dump_put(dump, folder, "");
	dump_path(dump, name, path);
	if (symlink(target, path) < 0)
		dump_die(path);
}

static inline int dump_remove_one(const char *path, const struct stat *status, int type,
				  struct FTW *walk)
{
	(void)status;
	(void)type;
	(void)walk;
	return remove(path);
}

/* What is not there need not be removed. */
static inline void dump_remove(const struct dump *dump, const char *name)
{
	char path[PATH_MAX];

	dump_path(dump, name, path);
	nftw(path, dump_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static inline int dump_remove_below(const char *path, const struct stat *status, int type,
				    struct FTW *walk)
{
	return walk->level ? dump_remove_one(path, status, type, walk) : 0;
}

/* All in @name but itself: it may be mounted. */
static inline void dump_empty(const struct dump *dump, const char *name)
{
	char path[PATH_MAX];

	dump_path(dump, name, path);
	nftw(path, dump_remove_below, 16, FTW_DEPTH | FTW_PHYS);
}

/* A folder with an empty proc and sys. */
static inline void dump_init(struct dump *dump)
{
	const char *folder = getenv("TMPDIR");

	snprintf(dump->path, sizeof(dump->path), "%s/overtop-dump.XXXXXX",
		 folder ? folder : "/tmp");
	if (!mkdtemp(dump->path))
		dump_die(dump->path);
	dump_put(dump, "proc/", "");
	dump_put(dump, "sys/", "");
}

/* Gives this machine back, which the sanitizers want to see at the end. */
static inline void dump_fini(struct dump *dump)
{
	umount2("/proc", MNT_DETACH);
	umount2("/sys", MNT_DETACH);
	umount2("/etc/passwd", MNT_DETACH);
	dump_remove(dump, "");
}

/* Skips the whole program where mounting is not allowed. */
static inline void dump_enter(struct dump *dump)
{
	const char *why = NULL;
	int error = root_enter(dump->path, &why);

	if (!error)
		return;
	dump_remove(dump, "");
	fprintf(stderr, "skipped: %s: %s\n", why, strerror(-error));
	exit(77);
}

#endif
