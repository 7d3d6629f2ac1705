/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "base/chase.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "base/xalloc.h"

#define LINE      64
#define PAGE      4096
#define HUGE_PAGE (2 * 1024 * 1024)

#if defined(__x86_64__)
#define CAN_FLUSH true
static void flush(const void *address)
{
	__builtin_ia32_clflush(address);
}
#elif defined(__aarch64__)
#define CAN_FLUSH true
static void flush(const void *address)
{
	__asm__ volatile("dc civac, %0" : : "r"(address) : "memory");
}
#else
#define CAN_FLUSH false
static void flush(const void *address)
{
	(void)address;
}
#endif

struct chase {
	void **at;            /* where it has come to */
	char *memory, *first; /* as mapped; where its first huge page begins */
	size_t mapped, n_items, stride;
	bool is_huge;
};

/* The same line of all pages would fall into few sets of a cache: another for each 64 pages. */
static void **item(const struct chase *chase, size_t i)
{
	size_t further = chase->stride < PAGE ? 0 : i / 64 * LINE % PAGE;

	return (void **)(void *)(chase->first + i * chase->stride + further);
}

/* Each goes behind any of those before it, which makes every circle as likely as any other. */
static void join(const struct chase *chase)
{
	uint64_t random = 88172645463325252; /* xorshift64 */

	for (size_t i = 0; i < chase->n_items; i++) {
		random ^= random << 13;
		random ^= random >> 7;
		random ^= random << 17;
		void **added = item(chase, i), **before = item(chase, i ? random % i : 0);

		*added = i ? *before : added;
		*before = added;
	}
}

static long faults(void)
{
	struct rusage usage;

	return getrusage(RUSAGE_SELF, &usage) < 0 ? 0 : usage.ru_minflt;
}

int chase_new(struct chase **made, size_t size, size_t stride, bool is_huge)
{
	size_t mapped = size + HUGE_PAGE;
	char *memory =
		mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return -errno;
	/* Fails where the kernel knows no huge pages: seen by the faults. */
	madvise(memory, mapped, is_huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
	struct chase *chase = xmalloc(sizeof(*chase));
	long before = faults();

	*chase = (struct chase){
		.memory = memory,
		.first = memory + (HUGE_PAGE - (uintptr_t)memory % HUGE_PAGE) % HUGE_PAGE,
		.mapped = mapped,
		.n_items = size / stride,
		.stride = stride,
	};
	join(chase);
	chase->at = item(chase, 0);
	chase->is_huge = is_huge && (size_t)(faults() - before) < size / PAGE / 8;
	*made = chase;
	return 0;
}

void chase_free(struct chase *chase)
{
	munmap(chase->memory, chase->mapped);
	free(chase);
}

bool chase_is_huge(const struct chase *chase)
{
	return chase->is_huge;
}

void chase_follow(struct chase *chase, size_t n)
{
	void **at = chase->at;

	for (size_t i = 0; i < n; i++)
		at = *at;
	chase->at = at;
}

int chase_flush_all(const struct chase *chase)
{
	for (size_t i = 0; CAN_FLUSH && i < chase->n_items; i++)
		flush(item(chase, i));
	return CAN_FLUSH ? 0 : -ENOTSUP;
}

void chase_follow_flushing(struct chase *chase, size_t n)
{
	void **at = chase->at;

	for (size_t i = 0; i < n; i++) {
		void **left = at;

		at = *at;
		flush(left);
	}
	chase->at = at;
}
