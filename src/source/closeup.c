/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/closeup.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/scan.h"
#include "task/parse.h"
#include "task/task.h"

void closeup_init(struct closeup *closeup)
{
	char link[16];
	ssize_t len = readlink("/proc/self", link, sizeof(link));
	struct scan scan = scan_of(link, len < 0 ? 0 : (size_t)len);
	uint64_t pid = 0;

	*closeup = (struct closeup){0};
	textfile_init(&closeup->file);
	closeup->is_own_proc = scan_u64(&scan, &pid) && pid == (uint64_t)getpid();
}

void closeup_fini(struct closeup *closeup)
{
	textfile_fini(&closeup->file);
	cpuset_fini(&closeup->allowed);
}

void closeup_parse_wchan(const char *text, size_t len, struct closeup *closeup)
{
	struct scan scan = scan_of(text, len);
	struct span name = {0};

	closeup->has_wchan = scan_word(&scan, &name) && !span_is(name, "0");
	snprintf(closeup->wchan, sizeof(closeup->wchan), "%.*s",
		 closeup->has_wchan ? (int)name.len : 0, closeup->has_wchan ? name.text : "");
}

static bool read_file(struct closeup *closeup, int dirfd, const char *name)
{
	return textfile_read_once(&closeup->file, dirfd, name) == 0;
}

static bool is_it(struct closeup *closeup, int dirfd, uint64_t start_ticks)
{
	struct task task;

	task_init(&task);
	return read_file(closeup, dirfd, "stat") &&
	       task_parse_stat(closeup->file.text, closeup->file.len, &task, NULL) == 0 &&
	       task.start_ticks == start_ticks;
}

/* The kernel wants room for every CPU that it could have; a dozen bytes are a hundred. */
static bool ask_allowed(int tid, struct cpuset *allowed)
{
	unsigned long words[(CPUSET_MAX + 1) / (CHAR_BIT * sizeof(long))];
	const size_t bits = CHAR_BIT * sizeof(*words);
	long len = syscall(SYS_sched_getaffinity, tid, sizeof(words), words);

	cpuset_clear(allowed);
	for (size_t i = 0; len > 0 && i < (size_t)len / sizeof(*words); i++)
		for (size_t bit = 0; words[i] >> bit; bit++) {
			if (words[i] >> bit & 1)
				cpuset_add(allowed, (unsigned int)(i * bits + bit));
			if (bit + 1 == bits)
				break;
		}
	return len > 0;
}

static bool read_allowed(struct closeup *closeup, int dirfd)
{
	struct scan rest, line;

	if (!read_file(closeup, dirfd, "status"))
		return false;
	rest = scan_of(closeup->file.text, closeup->file.len);
	while (scan_line(&rest, &line))
		if (scan_literal(&line, "Cpus_allowed_list:")) {
			struct span list = scan_rest(&line);

			return cpuset_parse_list(&closeup->allowed, list.text, list.len) == 0;
		}
	return false;
}

bool closeup_read(struct closeup *closeup, int pid, int tid, uint64_t start_ticks)
{
	char path[64];
	int dirfd;
	bool is_found;

	closeup->has_wchan = closeup->has_allowed = false;
	snprintf(path, sizeof(path), "/proc/%d/task/%d", pid, tid);
	/* While it is open, no other thread can be read by it. */
	dirfd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dirfd < 0)
		return false;
	is_found = is_it(closeup, dirfd, start_ticks);
	if (is_found) {
		if (read_file(closeup, dirfd, "wchan"))
			closeup_parse_wchan(closeup->file.text, closeup->file.len, closeup);
		closeup->has_allowed = closeup->is_own_proc ? ask_allowed(tid, &closeup->allowed)
							    : read_allowed(closeup, dirfd);
	}
	close(dirfd);
	return is_found;
}
