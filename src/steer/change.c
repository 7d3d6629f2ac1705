/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "steer/change.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/shell.h"
#include "base/xalloc.h"

static const char *command_with(const struct steer_target *target, const struct cpuset *cpus,
				struct arena *arena)
{
	const char *text = placement_text(target, cpus, arena);

	if (target->kind == STEER_TASK)
		return arena_printf(arena, "taskset -cp %s %d", text, target->number);
	if (target->kind == STEER_PROCESS)
		return arena_printf(arena, "taskset -acp %s %d", text, target->number);
	return arena_printf(arena, "echo %s >%s", text,
			    shell_quote(arena, placement_path(target, arena)));
}

const char *change_command(const struct change *change, struct arena *arena)
{
	return command_with(&change->target, &change->after, arena);
}

const char *change_undo_command(const struct change *change, struct arena *arena)
{
	return command_with(&change->target, &change->before, arena);
}

int change_init(struct change *change, const struct steer_target *target,
		const struct cpuset *after)
{
	int error;

	*change = (struct change){.target = *target};
	change->target.device = target->device ? xstrdup(target->device) : NULL;
	error = placement_read(target, &change->before);
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
	enum steer_kind kind = placement_is_task(target) ? STEER_TASK : target->kind;

	for (size_t i = 0; i < sizeof(explanations) / sizeof(*explanations); i++)
		if (explanations[i].kind == kind && explanations[i].error == -error)
			return _(explanations[i].words);
	if (error == -EPERM || error == -EACCES || error == -EROFS)
		return _(
			"that may not be changed from here: it needs root, outside of a container");
	return strerror(-error);
}
