/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "steer/change.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/shell.h"
#include "base/textfile.h"
#include "base/xalloc.h"
#include "task/parse.h"
#include "task/task.h"

/* Where the kernel takes CPUs, and how it writes them.  Of a thread there is a system call instead. */
const char *steer_path(const struct steer_target *target, struct arena *arena)
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

static bool is_task(const struct steer_target *target)
{
	return target->kind == STEER_TASK || target->kind == STEER_PROCESS;
}

static bool is_mask(const struct steer_target *target)
{
	return target->kind == STEER_RPS || target->kind == STEER_XPS;
}

static const char *cpus_text(const struct cpuset *cpus, bool as_mask, struct arena *arena)
{
	size_t (*format)(const struct cpuset *set, char *out, size_t size) =
		as_mask ? cpuset_format_mask : cpuset_format;
	size_t size = format(cpus, NULL, 0) + 1;
	char *text = arena_alloc(arena, size, 1);

	format(cpus, text, size);
	return text;
}

static const char *command_with(const struct steer_target *target, const struct cpuset *cpus,
				struct arena *arena)
{
	const char *text = cpus_text(cpus, is_mask(target), arena);

	if (target->kind == STEER_TASK)
		return arena_printf(arena, "taskset -cp %s %d", text, target->number);
	if (target->kind == STEER_PROCESS)
		return arena_printf(arena, "taskset -acp %s %d", text, target->number);
	return arena_printf(arena, "echo %s >%s", text,
			    shell_quote(arena, steer_path(target, arena)));
}

const char *change_command(const struct change *change, struct arena *arena)
{
	return command_with(&change->target, &change->after, arena);
}

const char *change_undo_command(const struct change *change, struct arena *arena)
{
	return command_with(&change->target, &change->before, arena);
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

int steer_read(const struct steer_target *target, struct cpuset *cpus)
{
	struct arena arena;
	int error;

	if (is_task(target))
		return read_thread(target, cpus);
	arena_init(&arena);
	error = read_file(steer_path(target, &arena), is_mask(target), cpus);
	arena_fini(&arena);
	return error;
}

int steer_read_effective(const struct steer_target *target, struct cpuset *cpus)
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

int steer_apply(const struct steer_target *target, const struct cpuset *cpus)
{
	struct arena arena;
	int error;

	assert(target->kind != STEER_PROCESS);
	if (target->kind == STEER_TASK)
		return apply_to_thread(target, cpus);
	arena_init(&arena);
	error = write_file(steer_path(target, &arena), cpus_text(cpus, is_mask(target), &arena));
	arena_fini(&arena);
	return error;
}

int change_init(struct change *change, const struct steer_target *target,
		const struct cpuset *after)
{
	int error;

	*change = (struct change){.target = *target};
	change->target.device = target->device ? xstrdup(target->device) : NULL;
	error = steer_read(target, &change->before);
	cpuset_copy(&change->after, after);
	if (error)
		change_fini(change);
	return error;
}

void change_fini(struct change *change)
{
	free((char *)change->target.device);
	cpuset_fini(&change->before);
	cpuset_fini(&change->after);
	*change = (struct change){0};
}

/* What the kernel means by an error differs from file to file. */
static const struct {
	enum steer_kind kind;
	int error;
	const char *words; /* N_() */
} explanations[] = {
	{STEER_IRQ, EIO, N_("the kernel manages this interrupt itself: it cannot be moved")},
	{STEER_IRQ, ENOSPC, N_("no interrupt vector is free on these CPUs")},
	{STEER_IRQ, EINVAL, N_("none of these CPUs is online")},
	{STEER_IRQ, EOVERFLOW, N_("there are no such CPUs")},
	{STEER_IRQ, ERANGE, N_("there are no such CPUs")},
	{STEER_IRQ, ENOENT, N_("there is no such interrupt any more")},
	{STEER_IRQ, EPERM,
	 N_("the kernel lets nobody move this interrupt: it manages it itself, or binds it")},
	{STEER_IRQ, EACCES, N_("only root may move interrupts")},
	{STEER_RPS, ENOENT, N_("there is no such queue any more")},
	{STEER_RPS, EINVAL, N_("none of these CPUs may take packets in")},
	{STEER_RPS, EOVERFLOW, N_("there are no such CPUs")},
	{STEER_RPS, EACCES, N_("only root may steer packets")},
	{STEER_XPS, ENOENT, N_("it has one queue only: there is nothing to choose")},
	{STEER_XPS, EOVERFLOW, N_("there are no such CPUs")},
	{STEER_XPS, EACCES, N_("only root may steer packets")},
	{STEER_TASK, ESRCH, N_("it has exited")},
	{STEER_TASK, EINVAL,
	 N_("its cpuset allows none of these CPUs, or it is a thread of the kernel that must stay "
	    "on its CPU")},
	{STEER_TASK, EPERM, N_("it is somebody else's: that needs CAP_SYS_NICE")},
};

const char *steer_explain(const struct steer_target *target, int error)
{
	enum steer_kind kind = is_task(target) ? STEER_TASK : target->kind;

	for (size_t i = 0; i < sizeof(explanations) / sizeof(*explanations); i++)
		if (explanations[i].kind == kind && explanations[i].error == -error)
			return _(explanations[i].words);
	if (error == -EPERM || error == -EACCES || error == -EROFS)
		return _(
			"that may not be changed from here: it needs root, outside of a container");
	return strerror(-error);
}
