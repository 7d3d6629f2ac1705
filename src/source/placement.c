/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/placement.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/scan.h"
#include "base/textfile.h"
#include "base/xalloc.h"
#include "task/parse.h"
#include "task/task.h"

/* Where the kernel takes CPUs, and how it writes them.  Of a thread there is a system call instead. */
const char *placement_path(const struct steer_target *target, struct arena *arena)
{
	switch (target->kind) {
	case STEER_IRQ:
		return arena_printf(arena, "/proc/irq/%d/smp_affinity_list", target->number);
	case STEER_RPS:
		return arena_printf(arena, "/sys/class/net/%s/queues/rx-%d/rps_cpus",
				    target->device, target->number);
	case STEER_XPS:
		return arena_printf(arena, "/sys/class/net/%s/queues/tx-%d/xps_cpus",
				    target->device, target->number);
	default:
		return NULL;
	}
}

bool placement_is_task(const struct steer_target *target)
{
	return target->kind == STEER_TASK || target->kind == STEER_PROCESS;
}

static bool is_mask(const struct steer_target *target)
{
	return target->kind == STEER_RPS || target->kind == STEER_XPS;
}

const char *placement_text(const struct steer_target *target, const struct cpuset *cpus,
			   struct arena *arena)
{
	size_t (*format)(const struct cpuset *set, char *out, size_t size) =
		is_mask(target) ? cpuset_format_mask : cpuset_format;
	size_t size = format(cpus, NULL, 0) + 1;
	char *text = arena_alloc(arena, size, 1);

	format(cpus, text, size);
	return text;
}

static int read_file(const char *path, bool as_mask, struct cpuset *cpus)
{
	struct textfile file;
	int error;

	textfile_init(&file);
	error = textfile_read_once(&file, AT_FDCWD, path);
	if (!error)
		error = as_mask ? cpuset_parse_mask(cpus, file.text, file.len)
				: cpuset_parse_list(cpus, file.text, file.len);
	textfile_fini(&file);
	return error;
}

/* Another may have been given its number. */
static int check_thread(const struct steer_target *target)
{
	struct textfile file;
	struct arena arena;
	struct task task;
	int error;

	arena_init(&arena);
	textfile_init(&file);
	task_init(&task);
	/* The one below task/ does not sum up the whole process. */
	error = textfile_read_once(
		&file, AT_FDCWD,
		arena_printf(&arena, "/proc/%d/task/%d/stat", target->number, target->number));
	if (!error)
		error = task_parse_stat(file.text, file.len, &task, NULL);
	if (error == -ENOENT || (!error && task.start_ticks != target->start_ticks))
		error = -ESRCH;
	textfile_fini(&file);
	arena_fini(&arena);
	return error;
}

/* The kernel wants room for all the CPUs that it could have. */
static int read_thread(const struct steer_target *target, struct cpuset *cpus)
{
	const size_t n = CPUSET_MAX + 1;
	cpu_set_t *mask = CPU_ALLOC(n);
	int error = check_thread(target);

	cpuset_clear(cpus);
	if (!mask)
		xalloc_die();
	if (!error && sched_getaffinity(target->number, CPU_ALLOC_SIZE(n), mask) < 0)
		error = -errno;
	for (size_t i = 0; !error && i < n; i++)
		if (CPU_ISSET_S(i, CPU_ALLOC_SIZE(n), mask))
			cpuset_add(cpus, (unsigned int)i);
	CPU_FREE(mask);
	return error;
}

static int apply_to_thread(const struct steer_target *target, const struct cpuset *cpus)
{
	const size_t n = CPUSET_MAX + 1;
	cpu_set_t *mask = CPU_ALLOC(n);
	int error = check_thread(target);

	if (!mask)
		xalloc_die();
	CPU_ZERO_S(CPU_ALLOC_SIZE(n), mask);
	for (int cpu = cpuset_next(cpus, -1); cpu >= 0; cpu = cpuset_next(cpus, cpu))
		CPU_SET_S((size_t)cpu, CPU_ALLOC_SIZE(n), mask);
	if (!error && sched_setaffinity(target->number, CPU_ALLOC_SIZE(n), mask) < 0)
		error = -errno;
	CPU_FREE(mask);
	return error;
}

int placement_read(const struct steer_target *target, struct cpuset *cpus)
{
	struct arena arena;
	int error;

	if (placement_is_task(target))
		return read_thread(target, cpus);
	arena_init(&arena);
	error = read_file(placement_path(target, &arena), is_mask(target), cpus);
	arena_fini(&arena);
	return error;
}

int placement_read_effective(const struct steer_target *target, struct cpuset *cpus)
{
	struct arena arena;
	int error;

	if (target->kind != STEER_IRQ)
		return -ENOENT;
	arena_init(&arena);
	error = read_file(
		arena_printf(&arena, "/proc/irq/%d/effective_affinity_list", target->number), false,
		cpus);
	arena_fini(&arena);
	return error;
}

static int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	int error = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		error = -errno;
	close(fd);
	return error;
}

int placement_apply(const struct steer_target *target, const struct cpuset *cpus)
{
	struct arena arena;
	int error;

	assert(target->kind != STEER_PROCESS);
	if (target->kind == STEER_TASK)
		return apply_to_thread(target, cpus);
	arena_init(&arena);
	error = write_file(placement_path(target, &arena), placement_text(target, cpus, &arena));
	arena_fini(&arena);
	return error;
}

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

int placement_check(const struct steer_target *target)
{
	struct arena arena;
	uid_t uid;
	int error = 0;

	if (placement_is_task(target)) {
		error = owner_of(target, &uid);
		return !error && uid != geteuid() && geteuid() != 0 ? -EPERM : error;
	}
	arena_init(&arena);
	error = check_file(placement_path(target, &arena));
	arena_fini(&arena);
	return error;
}

bool placement_is_own(const struct steer_target *target)
{
	uid_t uid;

	return placement_is_task(target) && owner_of(target, &uid) == 0 && uid == getuid();
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

int placement_targets(const struct steer_target *target, struct arena *arena,
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
