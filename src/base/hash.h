/* SPDX-License-Identifier: GPL-2.0-or-later */
/* FNV-1a of 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
#ifndef OVERTOP_BASE_HASH_H
#define OVERTOP_BASE_HASH_H

#include <stdint.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)

/* Of what @hash is of, and of @text with its NUL: "ab" and "c" are not "a" and "bc". */
static inline uint64_t hash_text(uint64_t hash, const char *text)
{
	do
		hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	while (*text++);
	return hash;
}

#endif
