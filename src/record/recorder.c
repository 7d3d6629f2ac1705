/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "record/recorder.h"

#include <errno.h>

struct recorder *recorder_new(const char *path, bool is_private, const char **why)
{
	(void)path, (void)is_private;
	errno = ENOSYS;
	*why = "stub";
	return NULL;
}

int recorder_free(struct recorder *recorder)
{
	(void)recorder;
	return 0;
}

bool recorder_is_at_frame(const struct recorder *recorder)
{
	(void)recorder;
	return true;
}

int recorder_add(struct recorder *recorder, const char *line, size_t len)
{
	(void)recorder, (void)line, (void)len;
	return 0;
}

size_t recorder_lost(const struct recorder *recorder)
{
	(void)recorder;
	return 0;
}
