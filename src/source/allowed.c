/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/allowed.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

#include "base/cpuset.h"
#include "base/scan.h"
#include "base/textfile.h"

/* status escapes a newline in the name, so no name can pose as this line. */
static int parse(const char *text, size_t len, struct cpuset *allowed)
{
	struct scan rest = scan_of(text, len), line;

	while (scan_line(&rest, &line)) {
		if (!scan_literal(&line, "Cpus_allowed_list:"))
			continue;

		struct span list = scan_rest(&line);

		return cpuset_parse_list(allowed, list.text, list.len);
	}
	cpuset_clear(allowed);
	return -EINVAL;
}

int allowed_read(int pid, int tid, struct cpuset *allowed)
{
	struct textfile file;
	char path[64];
	int error;

	/* A dump may have no folder of threads: what it says of the process is true of the leader. */
	if (tid == pid)
		snprintf(path, sizeof(path), "/proc/%d/status", pid);
	else
		snprintf(path, sizeof(path), "/proc/%d/task/%d/status", pid, tid);
	textfile_init(&file);
	error = textfile_read_once(&file, AT_FDCWD, path);
	if (error)
		cpuset_clear(allowed);
	else
		error = parse(file.text, file.len, allowed);
	textfile_fini(&file);
	return error;
}
