/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "cgroup/place.h"

#include <stdlib.h>
#include <string.h>

#include "base/mountinfo.h"
#include "base/xalloc.h"

/* Of several mounts of one tree that which shows all of it. */
static void take(struct cgroup_mount *to, const struct mount *mount)
{
	if (to->point && (strcmp(to->root, "/") == 0 || !span_is(mount->root, "/")))
		return;
	free(to->point);
	free(to->root);
	to->point = mountinfo_path_dup(mount->point);
	to->root = mountinfo_path_dup(mount->root);
}

void cgroup_mounts_parse(struct cgroup_mounts *mounts, const char *text, size_t len)
{
	struct scan rest = scan_of(text, len);
	struct mount mount;
	struct span value;

	cgroup_mounts_fini(mounts);
	while (mountinfo_next(&rest, &mount)) {
		if (span_is(mount.type, "cgroup2"))
			take(&mounts->unified, &mount);
		if (!span_is(mount.type, "cgroup"))
			continue;
		if (mountinfo_option(mount.options, "cpu", &value))
			take(&mounts->cpu, &mount);
		if (mountinfo_option(mount.options, "cpuacct", &value))
			take(&mounts->cpuacct, &mount);
		if (mountinfo_option(mount.options, "cpuset", &value))
			take(&mounts->cpuset, &mount);
	}
}

static void drop(struct cgroup_mount *mount)
{
	free(mount->point);
	free(mount->root);
	*mount = (struct cgroup_mount){0};
}

void cgroup_mounts_fini(struct cgroup_mounts *mounts)
{
	drop(&mounts->unified);
	drop(&mounts->cpu);
	drop(&mounts->cpuacct);
	drop(&mounts->cpuset);
}

/* "3:cpu,cpuacct:/system.slice": a path may hold colons itself. */
static bool parse_line(struct scan line, const char *controller, struct span *path)
{
	const char *first = memchr(line.at, ':', (size_t)(line.end - line.at));
	const char *second = first ? memchr(first + 1, ':', (size_t)(line.end - first - 1)) : NULL;
	struct span names, value;

	if (!second)
		return false;
	names = (struct span){.text = first + 1, .len = (size_t)(second - first - 1)};
	*path = (struct span){.text = second + 1, .len = (size_t)(line.end - second - 1)};
	if (!*controller)
		return names.len == 0;
	return mountinfo_option(names, controller, &value);
}

/* What of @path is below @root; a namespace shows what is above it as "/..". */
static char *below_dup(struct span path, const char *root)
{
	size_t skipped = strcmp(root, "/") == 0 ? 0 : strlen(root);

	if (path.len < skipped || memcmp(path.text, root, skipped) != 0)
		return NULL;
	if (path.len > skipped && path.text[skipped] != '/')
		return NULL;
	if (path.len - skipped >= 3 && memcmp(path.text + skipped, "/..", 3) == 0)
		return NULL;
	if (path.len - skipped == 1)
		skipped++;
	return xstrndup(path.text + skipped, path.len - skipped);
}

char *cgroup_path_dup(const char *text, size_t len, const char *controller,
		      const struct cgroup_mount *mount)
{
	struct scan rest = scan_of(text, len), line;
	struct span path;

	while (mount->point && scan_line(&rest, &line))
		if (parse_line(line, controller, &path))
			return below_dup(path, mount->root);
	return NULL;
}

bool cgroup_path_to_parent(char *path)
{
	char *slash = strrchr(path, '/');

	if (!slash)
		return false;
	*slash = '\0';
	return true;
}
