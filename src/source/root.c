/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/root.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"

/* What the dump has; paths are below the dump, which is the working directory. */
struct dump {
	bool has_proc, has_sys, has_passwd;
};

static int fail(const char **why, const char *what)
{
	int error = -errno;

	*why = what;
	return error;
}

/* 0 with *has, or -errno where it cannot even be told. */
static int look_for(const char *path, mode_t type, bool *has)
{
	struct stat status;

	*has = stat(path, &status) == 0;
	if (*has && (status.st_mode & S_IFMT) != type) {
		errno = type == S_IFDIR ? ENOTDIR : EINVAL;
		return -errno;
	}
	return *has || errno == ENOENT ? 0 : -errno;
}

/* Moves into @dir, so that its files are found whatever is mounted over its path later. */
static int enter_dump(const char *dir, struct dump *dump, const char **why)
{
	if (chdir(dir) < 0)
		return fail(why, _("cannot enter the directory"));
	if (look_for("proc", S_IFDIR, &dump->has_proc) < 0)
		return fail(why, _("its proc cannot be used"));
	if (look_for("sys", S_IFDIR, &dump->has_sys) < 0)
		return fail(why, _("its sys cannot be used"));
	if (look_for("etc/passwd", S_IFREG, &dump->has_passwd) < 0)
		dump->has_passwd = false;
	if (dump->has_proc || dump->has_sys)
		return 0;
	errno = ENOENT;
	return fail(why, _("neither proc nor sys is in it"));
}

static int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t written;

	if (fd < 0)
		return -1;
	written = write(fd, text, strlen(text));
	close(fd);
	return written == (ssize_t)strlen(text) ? 0 : -1;
}

static int map_id(const char *path, unsigned int id)
{
	char line[64];

	snprintf(line, sizeof(line), "%u %u 1\n", id, id);
	return write_file(path, line);
}

/* A user namespace in which we are who we were, and may mount. */
static int unshare_as_user(const char **why)
{
	unsigned int uid = geteuid(), gid = getegid();

	if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0) {
		/* ENOSPC, EUSERS, EINVAL ... all say that user namespaces are switched off. */
		errno = EPERM;
		return fail(why, _("this system lets only root mount it"));
	}
	/* Before 3.19 there is no such file, and no need for it. */
	if (write_file("/proc/self/setgroups", "deny") < 0 && errno != ENOENT)
		return fail(why, _("cannot set up a user namespace"));
	if (map_id("/proc/self/uid_map", uid) < 0 || map_id("/proc/self/gid_map", gid) < 0)
		return fail(why, _("cannot set up a user namespace"));
	return 0;
}

/* Only with CAP_SYS_ADMIN is a mount namespace to be had alone; containers keep it even from root. */
static int unshare_mounts(const char **why)
{
	int error = unshare(CLONE_NEWNS) < 0 ? unshare_as_user(why) : 0;

	if (!error && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
		return fail(why, _("cannot make the mounts private"));
	return error;
}

/* With the mounts below it: a user namespace may not look under those. */
static int bind(const char *from, const char *over)
{
	return mount(from, over, NULL, MS_BIND | MS_REC, NULL);
}

/* A directory that is not there needs no cover. */
static int cover(const char *over)
{
	int result = mount("tmpfs", over, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC,
			   "mode=0555");

	return result < 0 && errno == ENOENT ? 0 : result;
}

/* /proc last, for the maps above are written there. */
static int mount_dump(const struct dump *dump, const char **why)
{
	const char *passwd = dump->has_passwd ? "etc/passwd" : "/dev/null";

	if (bind(passwd, "/etc/passwd") < 0 && errno != ENOENT)
		return fail(why, _("cannot mount its etc/passwd"));
	if ((dump->has_sys ? bind("sys", "/sys") : cover("/sys")) < 0)
		return fail(why, _("cannot mount its sys"));
	if ((dump->has_proc ? bind("proc", "/proc") : cover("/proc")) < 0)
		return fail(why, _("cannot mount its proc"));
	return 0;
}

int root_enter(const char *dir, const char **why)
{
	struct dump dump;
	int back = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	int error = enter_dump(dir, &dump, why);

	if (!error)
		error = unshare_mounts(why);
	if (!error)
		error = mount_dump(&dump, why);
	if (back >= 0) {
		if (fchdir(back) < 0 && !error)
			error = fail(why, _("cannot return to the working directory"));
		close(back);
	}
	return error;
}
