/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file of a price list. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/hash.h"
#include "base/userfile.h"
#include "base/xalloc.h"
#include "output/json.h"
#include "price_list.h"

static uint64_t hash_of(const struct price_list *list)
{
	uint64_t hash = HASH_START;

	hash = hash_text(hash, list->cpu_model);
	hash = hash_text(hash, list->kernel);
	return hash_text(hash, list->mitigations);
}

char *price_list_path_dup(const struct price_list *list)
{
	char name[48];

	snprintf(name, sizeof(name), "overtop/prices-%016" PRIx64 ".json", hash_of(list));
	return userfile_path_dup("XDG_CACHE_HOME", ".cache", name);
}

static bool is_same(const char *own, const char *kept)
{
	return kept && strcmp(own, kept) == 0;
}

static bool is_price(double value)
{
	return isnan(value) || (value > 0 && isfinite(value));
}

static bool is_sound(const struct price *price)
{
	return price->key && *price->key && is_price(price->median_ns) && is_price(price->min_ns) &&
	       is_price(price->operations) && is_price(price->instructions) &&
	       is_price(price->cycles) && !(price->spread_pct < 0);
}

static bool is_of(const struct price_list *kept, const struct price_list *list)
{
	for (size_t i = 0; i < kept->n_prices; i++)
		if (!is_sound(&kept->prices[i]))
			return false;
	return kept->format == list->format && is_same(list->cpu_model, kept->cpu_model) &&
	       is_same(list->kernel, kept->kernel) && is_same(list->mitigations, kept->mitigations);
}

static int load_from(struct price_list *list, const char *path, struct arena *arena)
{
	struct price_list kept = {0};
	const char *why;
	size_t len = 0;
	char *text;
	int error = userfile_read(path, arena, &text, &len);

	if (!error)
		error = json_read(&price_list_shape, NULL, &kept, text, len, arena, &why);
	if (!error && !is_of(&kept, list))
		error = -EINVAL;
	for (size_t i = 0; !error && i < kept.n_prices; i++)
		price_list_put(list, &kept.prices[i]);
	return error;
}

int price_list_load(struct price_list *list)
{
	char *path = price_list_path_dup(list);
	struct arena arena;
	int error;

	if (!path)
		return -ENOENT;
	arena_init(&arena);
	error = load_from(list, path, &arena);
	arena_fini(&arena);
	free(path);
	return error;
}

/*
 * Whoever reads it has the one before or all of this one.  It is not synced: what a crash of the machine
 * leaves half written is measured again.
 */
static int replace(const char *path, const char *text, size_t len)
{
	static const char suffix[] = ".XXXXXX";
	struct buffer temporary = {0};
	int fd, error;

	buffer_add_text(&temporary, path);
	buffer_add(&temporary, suffix, sizeof(suffix));
	fd = mkostemp(temporary.text, O_CLOEXEC);
	error = fd < 0 ? -errno : userfile_write(fd, text, len);
	if (fd >= 0 && close(fd) < 0 && !error)
		error = -errno;
	if (!error && rename(temporary.text, path) < 0)
		error = -errno;
	if (error && fd >= 0)
		unlink(temporary.text);
	buffer_fini(&temporary);
	return error;
}

int price_list_save(const struct price_list *list)
{
	char *path = price_list_path_dup(list);
	struct arena arena;
	const char *text;
	size_t len;
	int error;

	if (!path)
		return -ENOENT;
	arena_init(&arena);
	text = json_write(&price_list_shape, NULL, list, &arena, &len);
	userfile_make_folders(path);
	error = replace(path, text, len);
	arena_fini(&arena);
	free(path);
	return error;
}
