/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/confines.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/attributes.h"
#include "base/counter.h"
#include "base/mountinfo.h"
#include "base/pairs.h"
#include "base/textfile.h"
#include "cgroup/limit.h"
#include "cgroup/place.h"

/* Of the first namespaces: PROC_PID_INIT_INO and PROC_USER_INIT_INO of include/linux/proc_ns.h. */
static const ino_t first_pid_namespace = 4026531836, first_user_namespace = 4026531837;

/* Numbers until 5.8, since then words. */
static const struct {
	const char *word;
	int number;
} hidepids[] = {
	{"0", 0}, {"off", 0},       {"1", 1}, {"noaccess", 1},
	{"2", 2}, {"invisible", 2}, {"4", 4}, {"ptraceable", 4},
};

static void add_hidepid(struct span options, struct pairs *settings)
{
	struct span value = {0};

	/* Not said: it hides nothing. */
	if (!mountinfo_option(options, "hidepid", &value))
		value = (struct span){.text = "0", .len = 1};
	for (size_t i = 0; i < sizeof(hidepids) / sizeof(*hidepids); i++)
		if (span_is(value, hidepids[i].word))
			pairs_add_number(settings, "proc.hidepid", hidepids[i].number);
	if (mountinfo_option(options, "subset", &value))
		pairs_add(settings, "proc.subset", value.text, value.len);
}

void confines_parse_proc(const char *text, size_t len, struct pairs *settings)
{
	struct scan rest = scan_of(text, len);
	struct mount mount, seen = {0};

	while (mountinfo_next(&rest, &mount))
		if (span_is(mount.point, "/proc"))
			seen = mount;
	if (seen.type.text && span_is(seen.type, "proc"))
		add_hidepid(seen.options, settings);
}

static bool open_cgroup(struct attributes *files, const struct cgroup_mount *mount,
			const char *path)
{
	char whole[PATH_MAX];
	int len = snprintf(whole, sizeof(whole), "%s%s", mount->point, path);

	return len < (int)sizeof(whole) && attributes_open(files, whole) == 0;
}

/* In the cgroup, or where that has no controller of CPU sets in the nearest above it. */
static void add_cpus(struct attributes *files, const struct cgroup_mount *mount, char *path,
		     const char *name, struct pairs *settings)
{
	struct span text;

	if (!path)
		return;
	do {
		if (open_cgroup(files, mount, path) && attributes_text(files, NULL, name, &text) &&
		    text.len) {
			pairs_add(settings, "cgroup.cpus", text.text, text.len);
			return;
		}
	} while (cgroup_path_to_parent(path));
}

static double read_max(struct attributes *files)
{
	struct span text;

	return attributes_text(files, NULL, "cpu.max", &text)
		       ? cgroup_parse_max(files->file.text, files->file.len).quota_cpus
		       : (double)NAN;
}

static double read_cfs(struct attributes *files)
{
	uint64_t quota_us = attributes_count(files, NULL, "cpu.cfs_quota_us");
	uint64_t period_us = attributes_count(files, NULL, "cpu.cfs_period_us");

	return counter_value(quota_us) / counter_value(period_us);
}

/* fmin() passes over what is unknown. */
static void add_quota(struct attributes *files, const struct cgroup_mount *mount, char *path,
		      double (*read_quota)(struct attributes *files), struct pairs *settings)
{
	double least = (double)NAN;

	if (!path)
		return;
	do
		if (open_cgroup(files, mount, path))
			least = fmin(least, read_quota(files));
	while (cgroup_path_to_parent(path));
	if (isnan(least) || least > CPUSET_MAX)
		return;

	/* Whatever the locale makes of a decimal point. */
	unsigned int hundredths = (unsigned int)lround(least * 100);
	char text[32];
	int len = snprintf(text, sizeof(text), "%u.%02u", hundredths / 100, hundredths % 100);

	pairs_add(settings, "cgroup.quota", text, (size_t)len);
}

static void add_cgroup(const struct cgroup_mounts *mounts, struct pairs *settings)
{
	bool has_v1_cpu = mounts->cpu.point, has_v1_cpuset = mounts->cpuset.point;
	const struct cgroup_mount *cpu = has_v1_cpu ? &mounts->cpu : &mounts->unified;
	const struct cgroup_mount *cpuset = has_v1_cpuset ? &mounts->cpuset : &mounts->unified;
	struct attributes files;
	struct textfile own;
	char *path;

	attributes_init(&files);
	textfile_init(&own);
	if (textfile_read_once(&own, AT_FDCWD, "/proc/self/cgroup") == 0) {
		path = cgroup_path_dup(own.text, own.len, has_v1_cpuset ? "cpuset" : "", cpuset);
		add_cpus(&files, cpuset, path,
			 has_v1_cpuset ? "cpuset.effective_cpus" : "cpuset.cpus.effective",
			 settings);
		free(path);
		path = cgroup_path_dup(own.text, own.len, has_v1_cpu ? "cpu" : "", cpu);
		add_quota(&files, cpu, path, has_v1_cpu ? read_cfs : read_max, settings);
		free(path);
	}
	textfile_fini(&own);
	attributes_fini(&files);
}

/* Where the limits of all cgroups are. */
static void add_tree(const struct cgroup_mounts *mounts, struct pairs *settings)
{
	const char *name = mounts->cpu.point ? "cgroup.v1" : "cgroup.v2";
	const char *tree = mounts->cpu.point ? mounts->cpu.point : mounts->unified.point;

	if (tree)
		pairs_add(settings, name, tree, strlen(tree));
}

static bool is_namespace(const char *path, ino_t inode)
{
	struct stat status;

	return stat(path, &status) == 0 && status.st_ino == inode;
}

/* "CapEff:\t000001ffffffffff" */
static bool may_trace(void)
{
	struct textfile status;
	uint64_t capabilities = 0;

	textfile_init(&status);
	textfile_read_once(&status, AT_FDCWD, "/proc/self/status");

	struct scan rest = scan_of(status.text, status.len), line;

	while (scan_line(&rest, &line))
		if (scan_literal(&line, "CapEff:")) {
			scan_blanks(&line);
			scan_hex(&line, &capabilities);
		}
	textfile_fini(&status);
	return capabilities >> CAP_SYS_PTRACE & 1;
}

static void add_own(struct pairs *settings)
{
	pairs_add_number(settings, "pidns.is_first",
			 is_namespace("/proc/self/ns/pid", first_pid_namespace));
	pairs_add_number(settings, "overtop.pid", getpid());
	pairs_add_number(settings, "overtop.uid", geteuid());
	pairs_add_number(settings, "overtop.is_privileged",
			 is_namespace("/proc/self/ns/user", first_user_namespace) && may_trace());
}

void confines_read(struct pairs *settings, bool is_live)
{
	struct cgroup_mounts mounts = {0};
	struct textfile mountinfo;

	textfile_init(&mountinfo);
	if (textfile_read_once(&mountinfo, AT_FDCWD, "/proc/self/mountinfo") == 0) {
		confines_parse_proc(mountinfo.text, mountinfo.len, settings);
		cgroup_mounts_parse(&mounts, mountinfo.text, mountinfo.len);
		add_cgroup(&mounts, settings);
		add_tree(&mounts, settings);
	}
	cgroup_mounts_fini(&mounts);
	textfile_fini(&mountinfo);
	if (is_live)
		add_own(settings);
}
