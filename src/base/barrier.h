/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What keeps a compiler from removing the work that is measured, at no cost of its own. */
#ifndef OVERTOP_BASE_BARRIER_H
#define OVERTOP_BASE_BARRIER_H

#include <stdint.h>

/* All memory may be read and written here. */
static inline void barrier(void)
{
	__asm__ volatile("" : : : "memory");
}

/* The number is needed here. */
static inline void barrier_keep(uintptr_t number)
{
	__asm__ volatile("" : : "r"(number));
}

#endif
