/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/cgroups.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/scan.h"
#include "base/textfile.h"
#include "base/xalloc.h"
#include "cgroup/place.h"
#include "cgroup/walk.h"

enum { MOST_WATCHED = 256 };

static const uint64_t walk_period_ns = 10000000000;
static const uint64_t slice_ns = 500000, first_slice_ns = 20000000;

struct watched {
	char *path;
	int stat_fd,
		usage_fd; /* kept; a removed cgroup answers ENODEV.  usage_fd -1: in cpu.stat */
	uint64_t inode;
	struct cgroup_limit limit;
	uint64_t found_in; /* number of the walk that last found it */
};

struct cgroup_watch {
	bool is_tried, is_v1;
	int dirfd, usage_dirfd; /* roots of the trees; -1: none */
	struct watched *items;  /* ascending by path */
	size_t n, capacity;
	struct cgroup_walk walk;
	bool is_walking;
	uint64_t n_walks, walk_begun_ns;
};

void cgroups_fini(struct cgroups *cgroups)
{
	free(cgroups->items);
	arena_fini(&cgroups->arena);
	*cgroups = (struct cgroups){0};
}

struct cgroup_watch *cgroup_watch_new(void)
{
	struct cgroup_watch *watch = xcalloc(1, sizeof(*watch));

	watch->dirfd = watch->usage_dirfd = -1;
	return watch;
}

static void close_if_open(int fd)
{
	if (fd >= 0)
		close(fd);
}

static void forget(struct cgroup_watch *watch, size_t index)
{
	struct watched *item = &watch->items[index];

	close_if_open(item->stat_fd);
	close_if_open(item->usage_fd);
	free(item->path);
	watch->n--;
	memmove(item, item + 1, (watch->n - index) * sizeof(*item));
}

void cgroup_watch_free(struct cgroup_watch *watch)
{
	if (!watch)
		return;
	while (watch->n)
		forget(watch, watch->n - 1);
	free(watch->items);
	cgroup_walk_fini(&watch->walk);
	close_if_open(watch->dirfd);
	close_if_open(watch->usage_dirfd);
	free(watch);
}

static int open_tree(const struct cgroup_mount *mount)
{
	return mount->point ? open(mount->point, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
}

/* A controller is in one tree only: where cpu is in one of v1, it is not in the unified one. */
static void find_trees(struct cgroup_watch *watch)
{
	struct cgroup_mounts mounts = {0};
	struct textfile mountinfo;

	watch->is_tried = true;
	textfile_init(&mountinfo);
	if (textfile_read_once(&mountinfo, AT_FDCWD, "/proc/self/mountinfo") == 0)
		cgroup_mounts_parse(&mounts, mountinfo.text, mountinfo.len);
	textfile_fini(&mountinfo);
	watch->is_v1 = mounts.cpu.point;
	watch->dirfd = open_tree(watch->is_v1 ? &mounts.cpu : &mounts.unified);
	watch->usage_dirfd = watch->is_v1 ? open_tree(&mounts.cpuacct) : -1;
	cgroup_mounts_fini(&mounts);
}

/* @path as it is below the root of a tree; -1: none. */
static int open_file(int dirfd, const char *path, const char *name)
{
	char whole[PATH_MAX];
	int len = snprintf(whole, sizeof(whole), "%s/%s", path, name);

	if (dirfd < 0 || len >= (int)sizeof(whole))
		return -1;
	return openat(dirfd, whole + 1, O_RDONLY | O_CLOEXEC | O_NOCTTY);
}

/* All of a small file, from its start.  -1: it is gone. */
static ssize_t read_file(int fd, char *text, size_t size)
{
	ssize_t len;

	do
		len = pread(fd, text, size, 0);
	while (len < 0 && errno == EINTR);
	return len;
}

static struct cgroup_limit read_limit(struct cgroup_watch *watch, const char *path)
{
	const struct cgroup_limit unknown = {(double)NAN, (double)NAN};
	const char *name = watch->is_v1 ? "cpu.cfs_quota_us" : "cpu.max";
	int fd = open_file(watch->dirfd, path, name), period_fd;
	char quota[64], period[32];
	ssize_t len = fd < 0 ? -1 : read_file(fd, quota, sizeof(quota)), period_len;

	close_if_open(fd);
	if (len <= 0)
		return unknown;
	if (!watch->is_v1)
		return cgroup_parse_max(quota, (size_t)len);
	if (*quota == '-')
		return unknown;
	period_fd = open_file(watch->dirfd, path, "cpu.cfs_period_us");
	period_len = period_fd < 0 ? -1 : read_file(period_fd, period, sizeof(period));
	close_if_open(period_fd);
	return period_len <= 0 ? unknown
			       : cgroup_parse_cfs(quota, (size_t)len, period, (size_t)period_len);
}

/* Where it is, or would be. */
static size_t place_of(const struct cgroup_watch *watch, const char *path)
{
	size_t low = 0, high = watch->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(watch->items[middle].path, path) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_at(const struct cgroup_watch *watch, size_t place, const char *path)
{
	return place < watch->n && strcmp(watch->items[place].path, path) == 0;
}

/* False: it is gone again. */
static bool add(struct cgroup_watch *watch, size_t place, const char *path)
{
	struct watched item = {.stat_fd = open_file(watch->dirfd, path, "cpu.stat")};
	struct stat status;

	if (item.stat_fd < 0 || fstat(item.stat_fd, &status) < 0) {
		close_if_open(item.stat_fd);
		return false;
	}
	item.inode = status.st_ino;
	item.usage_fd = open_file(watch->usage_dirfd, path, "cpuacct.usage");
	item.path = xstrdup(path);
	watch->items = xgrow(watch->items, &watch->capacity, watch->n + 1, sizeof(*watch->items));
	memmove(&watch->items[place + 1], &watch->items[place],
		(watch->n - place) * sizeof(*watch->items));
	watch->items[place] = item;
	watch->n++;
	return true;
}

static void visit(struct cgroup_watch *watch, const char *path)
{
	struct cgroup_limit limit = read_limit(watch, path);
	size_t place = place_of(watch, path);

	if (isnan(limit.quota_cpus))
		return;
	if (!is_at(watch, place, path) && (watch->n >= MOST_WATCHED || !add(watch, place, path)))
		return;
	watch->items[place].limit = limit;
	watch->items[place].found_in = watch->n_walks;
}

/* Those whose limit is gone, or that are gone themselves without saying so: files of a dump. */
static void forget_unfound(struct cgroup_watch *watch)
{
	for (size_t i = watch->n; i-- > 0;)
		if (watch->items[i].found_in != watch->n_walks)
			forget(watch, i);
}

static void walk(struct cgroup_watch *watch)
{
	uint64_t begun_ns = clock_monotonic_ns();
	uint64_t budget_ns = slice_ns;
	const char *path;

	if (!watch->n_walks)
		budget_ns = first_slice_ns;
	if (!watch->is_walking) {
		if (watch->n_walks && begun_ns - watch->walk_begun_ns < walk_period_ns)
			return;
		watch->is_walking = true;
		watch->walk_begun_ns = begun_ns;
		watch->n_walks++;
		cgroup_walk_begin(&watch->walk);
	}
	do {
		path = cgroup_walk_next(&watch->walk, watch->dirfd);
		if (path)
			visit(watch, path);
	} while (path && clock_monotonic_ns() - begun_ns < budget_ns);
	if (path)
		return;
	watch->is_walking = false;
	forget_unfound(watch);
}

/* A file that was replaced by another of its name, as that of a dump may be. */
static bool is_deleted(int fd)
{
	struct stat status;

	return fstat(fd, &status) < 0 || status.st_nlink == 0;
}

/* False: it is gone. */
static bool read_one(const struct watched *item, struct cgroup *cgroup)
{
	char text[2048];
	ssize_t len = read_file(item->stat_fd, text, sizeof(text));
	uint64_t usage_ns;

	if (len < 0 || is_deleted(item->stat_fd))
		return false;
	cgroup->read_ns = clock_monotonic_ns();
	cgroup_parse_stat(text, (size_t)len, &cgroup->stat);
	if (item->usage_fd < 0)
		return true;
	len = read_file(item->usage_fd, text, sizeof(text));

	struct scan scan = scan_of(text, len < 0 ? 0 : (size_t)len);

	if (scan_u64(&scan, &usage_ns) && !scan_is_at_end(&scan))
		cgroup->stat.usage_ns = usage_ns;
	return true;
}

int cgroups_read(struct cgroup_watch *watch, struct cgroups *cgroups)
{
	arena_reset(&cgroups->arena);
	cgroups->n = 0;
	if (!watch->is_tried)
		find_trees(watch);
	if (watch->dirfd < 0)
		return -ENOENT;
	walk(watch);
	cgroups->items =
		xgrow(cgroups->items, &cgroups->capacity, watch->n, sizeof(*cgroups->items));
	for (size_t i = 0; i < watch->n;) {
		const struct watched *item = &watch->items[i];
		struct cgroup cgroup = {.inode = item->inode, .limit = item->limit};

		if (!read_one(item, &cgroup)) {
			forget(watch, i);
			continue;
		}
		cgroup.path = arena_strdup(&cgroups->arena, *item->path ? item->path : "/");
		cgroups->items[cgroups->n++] = cgroup;
		i++;
	}
	return 0;
}
