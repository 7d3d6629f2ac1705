/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "steer/reach.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/scan.h"
#include "base/textfile.h"
#include "base/xalloc.h"
#include "task/parse.h"
#include "task/task.h"

static int owner_of(const struct steer_target *target, uid_t *uid)
{
	struct arena arena;
	struct stat status;
	int error = 0;

	arena_init(&arena);
	if (stat(arena_printf(&arena, "/proc/%d", target->number), &status) < 0)
		error = errno == ENOENT ? -ESRCH : -errno;
	else
		*uid = status.st_uid;
	arena_fini(&arena);
	return error;
}

static bool is_task(const struct steer_target *target)
{
	return target->kind == STEER_TASK || target->kind == STEER_PROCESS;
}

/*
 * Newer kernels give an interrupt that nobody may move a file that nobody may write (register_irq_proc()).  With
 * others only a write tells, and nothing is written that was not asked for.
 */
static int check_file(const char *path)
{
	struct stat status;

	if (stat(path, &status) < 0)
		return -errno;
	if (!(status.st_mode & S_IWUSR))
		return -EPERM;
	return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) < 0 ? -errno : 0;
}

int reach_check(const struct steer_target *target)
{
	struct arena arena;
	uid_t uid;
	int error = 0;

	if (is_task(target)) {
		error = owner_of(target, &uid);
		return !error && uid != geteuid() && geteuid() != 0 ? -EPERM : error;
	}
	arena_init(&arena);
	error = check_file(steer_path(target, &arena));
	arena_fini(&arena);
	return error;
}

bool reach_is_own(const struct steer_target *target)
{
	uid_t uid;

	return is_task(target) && owner_of(target, &uid) == 0 && uid == getuid();
}

/* Those that exit meanwhile are left out. */
static bool find_thread(int directory, const char *name, struct steer_target *target)
{
	struct scan scan = scan_of(name, strlen(name));
	struct textfile file;
	struct arena arena;
	struct task task;
	uint64_t tid;
	bool is_found;

	if (!scan_u64(&scan, &tid) || tid > INT_MAX)
		return false;
	arena_init(&arena);
	textfile_init(&file);
	task_init(&task);
	is_found =
		textfile_read_once(&file, directory, arena_printf(&arena, "%s/stat", name)) == 0 &&
		task_parse_stat(file.text, file.len, &task, NULL) == 0;
	*target = (struct steer_target){
		.kind = STEER_TASK,
		.number = (int)tid,
		.start_ticks = task.start_ticks,
	};
	textfile_fini(&file);
	arena_fini(&arena);
	return is_found;
}

struct threads {
	struct steer_target *targets;
	size_t n, capacity;
};

static void list_threads(DIR *directory, struct threads *threads)
{
	struct dirent *entry;

	while ((entry = readdir(directory))) {
		struct steer_target target;

		if (!find_thread(dirfd(directory), entry->d_name, &target))
			continue;
		threads->targets = xgrow(threads->targets, &threads->capacity, threads->n + 1,
					 sizeof(*threads->targets));
		threads->targets[threads->n++] = target;
	}
}

/* It is the process that was meant if its first thread is: that one stays till the end. */
static bool is_same(const struct threads *threads, const struct steer_target *process)
{
	for (size_t i = 0; i < threads->n; i++)
		if (threads->targets[i].number == process->number)
			return threads->targets[i].start_ticks == process->start_ticks;
	return false;
}

int reach_targets(const struct steer_target *target, struct arena *arena,
		  const struct steer_target **targets, size_t *n)
{
	struct threads threads = {0};
	struct steer_target *copies;
	DIR *directory;

	*targets = target;
	*n = 1;
	if (target->kind != STEER_PROCESS)
		return 0;
	directory = opendir(arena_printf(arena, "/proc/%d/task", target->number));
	if (!directory)
		return errno == ENOENT ? -ESRCH : -errno;
	list_threads(directory, &threads);
	closedir(directory);
	*n = is_same(&threads, target) ? threads.n : 0;
	copies = arena_alloc(arena, *n + 1, sizeof(*copies));
	if (*n)
		memcpy(copies, threads.targets, *n * sizeof(*copies));
	*targets = copies;
	free(threads.targets);
	return *n ? 0 : -ESRCH;
}
