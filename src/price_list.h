/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The prices that were measured on this machine, and the file in which they are kept from one run to the next.
 *
 * The file is of one fingerprint: another CPU, kernel or boot option has another file, and none is ever used
 * for another.
 */
#ifndef OVERTOP_PRICE_LIST_H
#define OVERTOP_PRICE_LIST_H

#include <stddef.h>

#include "base/arena.h"
#include "price.h"
#include "record/shape.h"

struct fingerprint;

/* Its members are those of the file, and of --bench --json. */
struct price_list {
	int format; /* of the file: 1 */
	const char *cpu_model, *kernel, *mitigations;
	struct price *prices; /* in the order in which they were first put in */
	size_t n_prices, capacity;
	struct arena arena; /* has the texts */
};

extern const struct shape price_list_shape;

/* An empty one of the machine that @fingerprint is of. */
void price_list_init(struct price_list *list, const struct fingerprint *fingerprint);
void price_list_fini(struct price_list *list);

/*
 * In place of the one of the same key and kind of CPU, if there is one: a newer one replaces an older one,
 * but what is unknown replaces nothing that is known.
 */
void price_list_put(struct price_list *list, const struct price *price);

/* Borrowed until the next put; @capacity -1: the first kind of CPU there is.  NULL: never measured. */
const struct price *price_list_find(const struct price_list *list, const char *key, int capacity);

/*
 * Where it is kept, a new string: $XDG_CACHE_HOME/overtop/prices-HASH.json, or below ~/.cache.  NULL: the
 * user has no such place.
 */
char *price_list_path_dup(const struct price_list *list);

/* Puts in what is kept.  0 or -errno (-ENOENT: nothing is; -EINVAL: not by us, or of another machine). */
int price_list_load(struct price_list *list);
/* Replaces the file as a whole; nobody else can read it.  0 or -errno (-ENOENT: there is no place for it). */
int price_list_save(const struct price_list *list);

#endif
