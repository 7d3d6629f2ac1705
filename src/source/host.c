/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/host.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/textfile.h"
#include "base/xalloc.h"

/* The first line of a file, a new string; NULL. */
static char *first_line_dup(const char *path)
{
	struct textfile file;
	char *line = NULL;

	textfile_init(&file);
	if (textfile_read(&file, path) == 0)
		line = xstrndup(file.text, strcspn(file.text, "\n"));
	textfile_fini(&file);
	return line;
}

char *host_name_dup(bool is_live)
{
	char *read = first_line_dup("/proc/sys/kernel/hostname");
	char name[256] = "";

	if (read || !is_live || gethostname(name, sizeof(name) - 1) < 0)
		return read;
	return xstrdup(name);
}

char *host_boot_id_dup(void)
{
	return first_line_dup("/proc/sys/kernel/random/boot_id");
}

unsigned long long host_namespace(const char *kind)
{
	char path[32];
	struct stat status;

	snprintf(path, sizeof(path), "/proc/self/ns/%s", kind);
	return stat(path, &status) == 0 ? (unsigned long long)status.st_ino : 0;
}

bool host_has_task(int pid)
{
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d", pid);
	return access(path, F_OK) == 0 || (errno != ENOENT && errno != ESRCH);
}
