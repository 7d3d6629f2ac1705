/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/host.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/textfile.h"
#include "base/xalloc.h"

char *host_name_dup(bool is_live)
{
	struct textfile file;
	char name[256] = "";

	textfile_init(&file);
	if (textfile_read(&file, "/proc/sys/kernel/hostname") == 0) {
		char *read = xstrndup(file.text, strcspn(file.text, "\n"));

		textfile_fini(&file);
		return read;
	}
	textfile_fini(&file);
	if (!is_live || gethostname(name, sizeof(name) - 1) < 0)
		return NULL;
	return xstrdup(name);
}

bool host_has_task(int pid)
{
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d", pid);
	return access(path, F_OK) == 0 || (errno != ENOENT && errno != ESRCH);
}
