/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "bench/bench.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/xalloc.h"

#define PAGES 512

/* Memory to touch for the first time, which is given back when all of it was. */
struct ground {
	char *memory;
	size_t page_size, size;
	size_t next; /* offset of the first page that was not touched */
};

static int fault_begin(const struct bench *bench, struct bench_site *site)
{
	size_t page_size = (size_t)sysconf(_SC_PAGESIZE);
	size_t size = PAGES * page_size;
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)bench;
	if (memory == MAP_FAILED)
		return -errno;
	/* Fails where the kernel knows no huge pages, and then there are none. */
	madvise(memory, size, MADV_NOHUGEPAGE);
	struct ground *ground = xmalloc(sizeof(*ground));

	*ground = (struct ground){.memory = memory, .page_size = page_size, .size = size};
	site->data = ground;
	return 0;
}

static bool fault_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	struct ground *ground = site->data;

	(void)bench;
	for (size_t i = 0; i < n; i++) {
		ground->memory[ground->next] = 1;
		ground->next += ground->page_size;
		if (ground->next < ground->size)
			continue;
		if (madvise(ground->memory, ground->size, MADV_DONTNEED) < 0)
			return false;
		ground->next = 0;
	}
	return true;
}

static void fault_end(const struct bench *bench, struct bench_site *site)
{
	struct ground *ground = site->data;

	(void)bench;
	munmap(ground->memory, ground->size);
	free(ground);
}

const struct bench fault_minor_bench = {
	.key = "fault.minor",
	.title = N_("first touch of a page"),
	.help = N_(
		"A page of new memory written to for the first time: the fault, a page filled with "
		"zeros, "
		"and its being given back later.  Huge pages are kept out.  Faults that map a page "
		"of a file that is in memory already cost less."),
	.elsewhere = "18 us",
	.sets = BENCH_QUICK | BENCH_ALL,
	.least = PAGES,
	.begin = fault_begin,
	.run = fault_run,
	.end = fault_end,
};
