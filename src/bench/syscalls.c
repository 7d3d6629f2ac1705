/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "bench/bench.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/xalloc.h"

/* Two names and a change of file system: the walk of a short path. */
static const char some_path[] = "/dev/null";
static const char some_device[] = "/dev/zero";

static bool getpid_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	bool is_right = true;

	(void)bench;
	(void)site;
	for (size_t i = 0; i < n; i++)
		is_right &= syscall(SYS_getpid) > 0;
	return is_right;
}

/* Of a pipe, which is there whatever files there are. */
static int read0_begin(const struct bench *bench, struct bench_site *site)
{
	int *ends = xcalloc(2, sizeof(*ends));

	(void)bench;
	if (pipe2(ends, O_CLOEXEC) < 0) {
		int error = -errno;

		free(ends);
		return error;
	}
	site->data = ends;
	return 0;
}

static bool read0_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	const int *ends = site->data;
	bool is_right = true;
	char byte;

	(void)bench;
	for (size_t i = 0; i < n; i++)
		is_right &= syscall(SYS_read, ends[0], &byte, 0) == 0;
	return is_right;
}

static void read0_end(const struct bench *bench, struct bench_site *site)
{
	int *ends = site->data;

	(void)bench;
	close(ends[0]);
	close(ends[1]);
	free(ends);
}

/* A device whose bytes are made on the spot: nothing is looked for. */
static int read1_begin(const struct bench *bench, struct bench_site *site)
{
	int *fd = xcalloc(1, sizeof(*fd));

	(void)bench;
	*fd = open(some_device, O_RDONLY | O_CLOEXEC);
	if (*fd < 0) {
		int error = -errno;

		free(fd);
		return error;
	}
	site->data = fd;
	return 0;
}

static bool read1_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	const int *fd = site->data;
	bool is_right = true;
	char byte;

	(void)bench;
	for (size_t i = 0; i < n; i++)
		is_right &= syscall(SYS_read, *fd, &byte, 1) == 1;
	return is_right;
}

static void read1_end(const struct bench *bench, struct bench_site *site)
{
	int *fd = site->data;

	(void)bench;
	close(*fd);
	free(fd);
}

/* Its number and its struct differ between architectures; the C library keeps nothing of it. */
static bool lstat_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	bool is_right = true;
	struct stat status;

	(void)bench;
	(void)site;
	for (size_t i = 0; i < n; i++)
		is_right &= lstat(some_path, &status) == 0;
	return is_right;
}

static int lstat_begin(const struct bench *bench, struct bench_site *site)
{
	struct stat status;

	(void)bench;
	(void)site;
	return lstat(some_path, &status) < 0 ? -errno : 0;
}

const struct bench syscall_getpid_bench = {
	.key = "syscall.getpid",
	.title = N_("smallest system call"),
	.help = N_("getpid(), asked of the kernel each time: the way in and out, with what the "
		   "kernel does there against the faults of this processor."),
	.elsewhere = "60 ns-1.1 us",
	.sets = BENCH_QUICK | BENCH_ALL,
	.least = 10000,
	.run = getpid_run,
};

const struct bench syscall_read0_bench = {
	.key = "syscall.read0",
	.title = N_("read of nothing"),
	.help = N_("read() of 0 bytes from a pipe: a system call that looks up a descriptor and "
		   "passes through the layer of files; no data is copied."),
	.elsewhere = "75-164 ns",
	.sets = BENCH_QUICK | BENCH_ALL,
	.least = 10000,
	.begin = read0_begin,
	.run = read0_run,
	.end = read0_end,
};

const struct bench syscall_read1_bench = {
	.key = "syscall.read1",
	.title = N_("read of a byte"),
	.help = N_("read() of 1 byte from /dev/zero: the same, and a byte is copied."),
	.elsewhere = "200 ns",
	.sets = BENCH_ALL,
	.least = 10000,
	.begin = read1_begin,
	.run = read1_run,
	.end = read1_end,
};

const struct bench syscall_lstat_bench = {
	.key = "syscall.lstat",
	.title = N_("lstat of a file"),
	.help = N_("lstat() of /dev/null: a system call that walks a short path, all of it "
		   "cached by the kernel."),
	.elsewhere = "200-221 ns",
	.sets = BENCH_ALL,
	.least = 10000,
	.begin = lstat_begin,
	.run = lstat_run,
};
