/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/procps.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <libproc2/meminfo.h>
#include <libproc2/misc.h>
#include <libproc2/pids.h>
#include <libproc2/vmstat.h>

#include "base/clock.h"
#include "base/counter.h"
#include "base/xalloc.h"

struct procps {
	struct meminfo_info *meminfo;
	struct vmstat_info *vmstat;
	struct pids_info *pids;
};

struct procps *procps_new(void)
{
	return xcalloc(1, sizeof(struct procps));
}

void procps_free(struct procps *procps)
{
	if (!procps)
		return;
	if (procps->meminfo)
		procps_meminfo_unref(&procps->meminfo);
	if (procps->vmstat)
		procps_vmstat_unref(&procps->vmstat);
	if (procps->pids)
		procps_pids_unref(&procps->pids);
	free(procps);
}

/* libproc2 answers with NULL and leaves errno, at times at 0. */
static int last_error(void)
{
	return errno ? -errno : -EIO;
}

static void forget_memory(struct memory *memory)
{
	*memory = (struct memory){
		.total_kib = COUNTER_UNKNOWN,
		.used_kib = COUNTER_UNKNOWN,
		.free_kib = COUNTER_UNKNOWN,
		.available_kib = COUNTER_UNKNOWN,
		.buffers_kib = COUNTER_UNKNOWN,
		.cached_kib = COUNTER_UNKNOWN,
		.swap_total_kib = COUNTER_UNKNOWN,
		.swap_used_kib = COUNTER_UNKNOWN,
	};
}

/*
 * libproc2 takes free memory for available where the kernel (before 3.14) does not say; used is then
 * what free(1) made of it before there was MemAvailable.
 */
static void settle_available(struct memory *memory, uint64_t cached_and_slab_kib)
{
	uint64_t unused_kib = memory->available_kib;

	if (memory->available_kib == memory->free_kib) {
		unused_kib = memory->free_kib + memory->buffers_kib + cached_and_slab_kib;
		memory->available_kib = COUNTER_UNKNOWN;
	}
	memory->used_kib = memory->total_kib - unused_kib;
	if (unused_kib > memory->total_kib)
		memory->used_kib = COUNTER_UNKNOWN;
}

int procps_read_memory(struct procps *procps, struct memory *memory)
{
	enum { TOTAL, FREE, AVAILABLE, BUFFERS, CACHED_SLAB, SWAP_TOTAL, SWAP_USED, N };
	enum meminfo_item items[N] = {
		[TOTAL] = MEMINFO_MEM_TOTAL,
		[FREE] = MEMINFO_MEM_FREE,
		[AVAILABLE] = MEMINFO_MEM_AVAILABLE,
		[BUFFERS] = MEMINFO_MEM_BUFFERS,
		[CACHED_SLAB] = MEMINFO_MEM_CACHED_ALL,
		[SWAP_TOTAL] = MEMINFO_SWAP_TOTAL,
		[SWAP_USED] = MEMINFO_SWAP_USED,
	};
	struct meminfo_stack *stack;
	int error = procps->meminfo ? 0 : procps_meminfo_new(&procps->meminfo);

	forget_memory(memory);
	if (error < 0)
		return error;
	errno = 0;
	stack = procps_meminfo_select(procps->meminfo, items, N);
	if (!stack)
		return last_error();
	/* Without a total nothing in the file is to be believed; with it, 0 is a fact. */
	if (stack->head[TOTAL].result.ul_int == 0 || stack->head[FREE].result.ul_int == 0)
		return -EINVAL;
	memory->total_kib = stack->head[TOTAL].result.ul_int;
	memory->free_kib = stack->head[FREE].result.ul_int;
	memory->available_kib = stack->head[AVAILABLE].result.ul_int;
	memory->buffers_kib = stack->head[BUFFERS].result.ul_int;
	/* As vmstat and free have it: slabs that can be given up are cache, too. */
	memory->cached_kib = stack->head[CACHED_SLAB].result.ul_int;
	memory->swap_total_kib = stack->head[SWAP_TOTAL].result.ul_int;
	memory->swap_used_kib = stack->head[SWAP_USED].result.ul_int;
	settle_available(memory, stack->head[CACHED_SLAB].result.ul_int);
	return 0;
}

int procps_read_paging(struct procps *procps, struct paging *paging)
{
	enum { IN, OUT, SWAP_IN, SWAP_OUT, FAULTS, MAJOR_FAULTS, N };
	enum vmstat_item items[N] = {
		[IN] = VMSTAT_PGPGIN,      [OUT] = VMSTAT_PGPGOUT,
		[SWAP_IN] = VMSTAT_PSWPIN, [SWAP_OUT] = VMSTAT_PSWPOUT,
		[FAULTS] = VMSTAT_PGFAULT, [MAJOR_FAULTS] = VMSTAT_PGMAJFAULT,
	};
	struct vmstat_stack *stack;
	int error = procps->vmstat ? 0 : procps_vmstat_new(&procps->vmstat);

	*paging = (struct paging){
		.in_kib = COUNTER_UNKNOWN,
		.out_kib = COUNTER_UNKNOWN,
		.swap_in = COUNTER_UNKNOWN,
		.swap_out = COUNTER_UNKNOWN,
		.faults = COUNTER_UNKNOWN,
		.major_faults = COUNTER_UNKNOWN,
	};
	if (error < 0)
		return error;
	errno = 0;
	stack = procps_vmstat_select(procps->vmstat, items, N);
	if (!stack)
		return last_error();
	/* No machine came up without a page fault: the file has no counters of events. */
	if (stack->head[FAULTS].result.ul_int == 0)
		return -EINVAL;
	paging->read_ns = clock_monotonic_ns();
	paging->in_kib = stack->head[IN].result.ul_int;
	paging->out_kib = stack->head[OUT].result.ul_int;
	paging->swap_in = stack->head[SWAP_IN].result.ul_int;
	paging->swap_out = stack->head[SWAP_OUT].result.ul_int;
	paging->faults = stack->head[FAULTS].result.ul_int;
	paging->major_faults = stack->head[MAJOR_FAULTS].result.ul_int;
	return 0;
}

/* libproc2 reads both in the C locale, whatever ours is. */
int procps_read_load(struct procps *procps, struct load *load)
{
	double one, five, fifteen, uptime_s;
	int error;

	(void)procps;
	*load = (struct load){
		.average = {(double)NAN, (double)NAN, (double)NAN},
		.uptime_s = (double)NAN,
	};
	error = procps_loadavg(&one, &five, &fifteen);
	if (error >= 0) {
		load->average[0] = one;
		load->average[1] = five;
		load->average[2] = fifteen;
	}
	if (procps_uptime(&uptime_s, NULL) >= 0 && uptime_s > 0)
		load->uptime_s = uptime_s;
	else if (error < 0)
		return error;
	return 0;
}

void task_words_fini(struct task_words *words)
{
	free(words->command_line);
	free(words->cgroup);
	free(words->wchan);
	*words = (struct task_words){.tid = words->tid};
}

enum { WORD_TID, WORD_START, WORD_NAME, WORD_COMMAND_LINE, WORD_CGROUP, WORD_WCHAN, N_WORDS };

static int open_pids(struct procps *procps)
{
	enum pids_item items[N_WORDS] = {
		[WORD_TID] = PIDS_ID_TID,    [WORD_START] = PIDS_TICS_BEGAN,
		[WORD_NAME] = PIDS_CMD,      [WORD_COMMAND_LINE] = PIDS_CMDLINE,
		[WORD_CGROUP] = PIDS_CGROUP, [WORD_WCHAN] = PIDS_WCHAN_NAME,
	};

	return procps->pids ? 0 : procps_pids_new(&procps->pids, items, N_WORDS);
}

/* libproc2 says "[name]" for a task without arguments: a kernel thread, a zombie. */
static bool is_bracketed(const char *text, const char *name)
{
	size_t len = strlen(name);

	return text[0] == '[' && strncmp(text + 1, name, len) == 0 &&
	       strcmp(text + 1 + len, "]") == 0;
}

/* All hierarchies in one text, "12:pids:/a,0::/b": the path in that of v2, if it is there. */
static const char *v2_path(const char *cgroup)
{
	const char *later = strstr(cgroup, ",0::");

	if (strncmp(cgroup, "0::", 3) == 0)
		return cgroup + 3;
	return later ? later + 4 : cgroup;
}

/* "-" and "?" stand for nothing. */
static char *dup_unless_blank(const char *text)
{
	return *text == '\0' || strcmp(text, "-") == 0 || strcmp(text, "?") == 0 ? NULL
										 : xstrdup(text);
}

/* Never NULL. */
static const char *text_of(const struct pids_result *results, int word)
{
	return results[word].result.str ? results[word].result.str : "";
}

static void set_words(struct task_words *words, const struct pids_result *results)
{
	const char *command_line = text_of(results, WORD_COMMAND_LINE);

	words->start_ticks = results[WORD_START].result.ull_int;
	if (!is_bracketed(command_line, text_of(results, WORD_NAME)))
		words->command_line = dup_unless_blank(command_line);
	words->cgroup = dup_unless_blank(v2_path(text_of(results, WORD_CGROUP)));
	words->wchan = dup_unless_blank(text_of(results, WORD_WCHAN));
}

/* More at once libproc2 refuses. */
#define CHUNK 255

/* The answers come in the order of the questions, without the tasks that are gone. */
static int describe(struct procps *procps, struct task_words *words, size_t n)
{
	unsigned int tids[CHUNK];
	struct pids_fetch *fetch;
	size_t next = 0;

	for (size_t i = 0; i < n; i++)
		tids[i] = (unsigned int)words[i].tid;
	errno = 0;
	fetch = procps_pids_select(procps->pids, tids, (int)n, PIDS_SELECT_PID);
	if (!fetch)
		return last_error();
	for (int i = 0; i < fetch->counts->total; i++) {
		const struct pids_result *results = fetch->stacks[i]->head;

		while (next < n && words[next].tid != results[WORD_TID].result.s_int)
			next++;
		if (next == n)
			break;
		set_words(&words[next++], results);
	}
	return 0;
}

int procps_describe(struct procps *procps, struct task_words *words, size_t n)
{
	int error = open_pids(procps);

	for (size_t i = 0; i < n; i++)
		task_words_fini(&words[i]);
	for (size_t done = 0; !error && done < n; done += CHUNK)
		error = describe(procps, words + done, n - done < CHUNK ? n - done : CHUNK);
	return error;
}
