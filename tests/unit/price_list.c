/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prices are kept for the machine they were measured on, and for no other. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "near.h"
#include "price_list.h"
#include "source/fingerprint.h"

static char cpu_model[] = "Imaginary 9000", kernel[] = "6.1.0 #1", mitigations[] = "meltdown: PTI";
static const struct fingerprint machine = {cpu_model, kernel, mitigations};

/* A cache of our own. */
static int make_cache(void **state)
{
	static char path[] = "/tmp/overtop-cache.XXXXXX";

	memcpy(path + sizeof(path) - 7, "XXXXXX", 6);
	if (!mkdtemp(path))
		return -1;
	*state = path;
	return setenv("XDG_CACHE_HOME", path, 1);
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status;
	(void)type;
	(void)walk;
	return remove(path);
}

static int remove_cache(void **state)
{
	return nftw(*state, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static struct price priced(const char *key, int capacity, double median_ns, uint64_t wall_ns)
{
	struct price price = price_unknown(key);

	price.cpu = 3;
	price.capacity = capacity;
	price.median_ns = median_ns;
	price.wall_ns = wall_ns;
	return price;
}

static void put(struct price_list *list, const char *key, int capacity, double median_ns,
		uint64_t wall_ns)
{
	struct price price = priced(key, capacity, median_ns, wall_ns);

	price_list_put(list, &price);
}

static double median_of(const struct price_list *list, const char *key, int capacity)
{
	const struct price *price = price_list_find(list, key, capacity);

	return price ? price->median_ns : -1;
}

static void newer_ones_replace_older_ones_of_their_kind(void **state)
{
	(void)state;
	struct price_list list;

	price_list_init(&list, &machine);
	put(&list, "fork", 512, 900, 10);
	put(&list, "fork", 1024, 500, 10);
	put(&list, "exec", -1, 1000, 10);
	put(&list, "fork", 1024, 600, 11);
	put(&list, "exec", -1, 2000, 9);
	assert_int_equal(list.n_prices, 3);
	assert_near(median_of(&list, "fork", 512), 900);
	assert_near(median_of(&list, "fork", 1024), 600);
	assert_near(median_of(&list, "fork", -1), 900);
	assert_near(median_of(&list, "exec", -1), 1000);
	assert_null(price_list_find(&list, "fork", 7));
	assert_null(price_list_find(&list, "for", -1));
	price_list_fini(&list);
}

static void what_is_unknown_replaces_nothing_known(void **state)
{
	(void)state;
	struct price_list list;

	price_list_init(&list, &machine);
	put(&list, "fork", -1, (double)NAN, 10);
	assert_int_equal(list.n_prices, 1);
	put(&list, "fork", -1, 500, 5);
	assert_near(median_of(&list, "fork", -1), 500);
	put(&list, "fork", -1, (double)NAN, 20);
	assert_near(median_of(&list, "fork", -1), 500);
	price_list_fini(&list);
}

static void keys_are_its_own(void **state)
{
	(void)state;
	struct price_list list;
	char key[] = "fork";

	price_list_init(&list, &machine);
	put(&list, key, -1, 500, 1);
	memcpy(key, "exec", 4);
	assert_near(median_of(&list, "fork", -1), 500);
	price_list_fini(&list);
}

/* A list with one price that has all there is, and one that has nothing. */
static void save_two(void)
{
	struct price_list list;
	struct price full = {
		"switch.process",   2, 1024, 4300.25, 4100, 7.5, 3e10, 1000, (double)NAN, true,
		1796059533123456789};

	price_list_init(&list, &machine);
	price_list_put(&list, &full);
	put(&list, "fork", -1, (double)NAN, 0);
	assert_int_equal(price_list_save(&list), 0);
	price_list_fini(&list);
}

static int load(struct price_list *list, const struct fingerprint *fingerprint)
{
	price_list_init(list, fingerprint);
	return price_list_load(list);
}

static void what_is_kept_comes_back(void **state)
{
	(void)state;
	struct price_list list;
	const struct price *price;

	save_two();
	assert_int_equal(load(&list, &machine), 0);
	assert_int_equal(list.n_prices, 2);
	price = price_list_find(&list, "switch.process", 1024);
	assert_non_null(price);
	assert_int_equal(price->cpu, 2);
	assert_near(price->median_ns, 4300.25);
	assert_near(price->min_ns, 4100);
	assert_near(price->spread_pct, 7.5);
	assert_near(price->operations, 3e10);
	assert_near(price->instructions, 1000);
	assert_true(isnan(price->cycles));
	assert_true(price->is_disturbed);
	assert_true(price->wall_ns == 1796059533123456789);
	price = price_list_find(&list, "fork", -1);
	assert_int_equal(price->capacity, -1);
	assert_true(isnan(price->median_ns));
	assert_false(price->is_disturbed);
	price_list_fini(&list);
}

static void nobody_else_can_read_it(void **state)
{
	struct price_list list;
	struct stat status;
	char *path;

	save_two();
	price_list_init(&list, &machine);
	path = price_list_path_dup(&list);
	assert_memory_equal(path, *state, strlen(*state));
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 07777, 0600);
	*strrchr(path, '/') = '\0';
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 07777, 0700);
	/* Itself, its folder and the folder above: nothing was left beside it. */
	assert_int_equal(status.st_nlink, 2);
	free(path);
	price_list_fini(&list);
}

static void another_machine_has_another_list(void **state)
{
	static char other[] = "other";
	const struct fingerprint others[] = {
		{other, kernel, mitigations},
		{cpu_model, other, mitigations},
		{cpu_model, kernel, other},
	};

	(void)state;
	save_two();
	for (int i = 0; i < 3; i++) {
		struct price_list list, own;
		char *path, *own_path;

		assert_int_equal(load(&list, &others[i]), -ENOENT);
		assert_int_equal(list.n_prices, 0);
		/* Not even where it lies under the name of that one. */
		price_list_init(&own, &machine);
		path = price_list_path_dup(&list);
		own_path = price_list_path_dup(&own);
		assert_int_equal(link(own_path, path), 0);
		assert_int_equal(price_list_load(&list), -EINVAL);
		assert_int_equal(list.n_prices, 0);
		free(path);
		free(own_path);
		price_list_fini(&own);
		price_list_fini(&list);
	}
}

static void write_kept(const char *text, size_t len)
{
	struct price_list list;
	char *path;
	FILE *file;

	price_list_init(&list, &machine);
	path = price_list_path_dup(&list);
	file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, len, file), len);
	fclose(file);
	free(path);
	price_list_fini(&list);
}

#define HEAD                                                                                       \
	"{\"overtop_prices\":1,\"cpu_model\":\"Imaginary 9000\",\"kernel\":\"6.1.0 #1\","          \
	"\"mitigations\":\"meltdown: PTI\",\"prices\":["

static void a_broken_file_is_ignored(void **state)
{
	static const char *const broken[] = {
		"",
		"[]",
		"{}",
		"\xff\xfe",
		HEAD,
		HEAD "{}]}",
		HEAD "{\"key\":\"\"}]}",
		HEAD "{\"key\":1}]}",
		HEAD "{\"key\":\"fork\",\"median_ns\":0}]}",
		HEAD "{\"key\":\"fork\",\"median_ns\":-5}]}",
		HEAD "{\"key\":\"fork\",\"median_ns\":\"5\"}]}",
		HEAD "{\"key\":\"fork\",\"spread_pct\":-5}]}",
		HEAD "{\"key\":\"fork\",\"median_ns\":5},{\"key\":\"exec\",\"min_ns\":-1}]}",
	};

	(void)state;
	save_two();
	for (size_t i = 0; i < sizeof(broken) / sizeof(*broken); i++) {
		struct price_list list;

		write_kept(broken[i], strlen(broken[i]));
		assert_int_equal(load(&list, &machine), -EINVAL);
		assert_int_equal(list.n_prices, 0);
		price_list_fini(&list);
	}
}

static void a_file_of_other_members_is_read(void **state)
{
	static const char text[] = HEAD "{\"key\":\"fork\",\"median_ns\":5,\"new\":[1]}],\"x\":{}}";
	struct price_list list;

	(void)state;
	save_two();
	write_kept(text, strlen(text));
	assert_int_equal(load(&list, &machine), 0);
	assert_near(median_of(&list, "fork", -1), 5);
	price_list_fini(&list);
}

/* It would be waited for. */
static void a_pipe_is_no_list(void **state)
{
	(void)state;
	struct price_list list;
	char *path;

	save_two();
	price_list_init(&list, &machine);
	path = price_list_path_dup(&list);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(price_list_load(&list), -EINVAL);
	free(path);
	price_list_fini(&list);
}

static void without_a_folder_nothing_is_kept(void **state)
{
	(void)state;
	struct price_list list;

	price_list_init(&list, &machine);
	setenv("XDG_CACHE_HOME", "relative", 1);
	setenv("HOME", "", 1);
	assert_null(price_list_path_dup(&list));
	assert_int_equal(price_list_load(&list), -ENOENT);
	assert_int_equal(price_list_save(&list), -ENOENT);
	setenv("HOME", "/proc/nowhere", 1);
	assert_int_not_equal(price_list_save(&list), 0);
	price_list_fini(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(newer_ones_replace_older_ones_of_their_kind),
		cmocka_unit_test(what_is_unknown_replaces_nothing_known),
		cmocka_unit_test(keys_are_its_own),
		cmocka_unit_test_setup_teardown(what_is_kept_comes_back, make_cache, remove_cache),
		cmocka_unit_test_setup_teardown(nobody_else_can_read_it, make_cache, remove_cache),
		cmocka_unit_test_setup_teardown(another_machine_has_another_list, make_cache,
						remove_cache),
		cmocka_unit_test_setup_teardown(a_broken_file_is_ignored, make_cache, remove_cache),
		cmocka_unit_test_setup_teardown(a_file_of_other_members_is_read, make_cache,
						remove_cache),
		cmocka_unit_test_setup_teardown(a_pipe_is_no_list, make_cache, remove_cache),
		cmocka_unit_test_setup_teardown(without_a_folder_nothing_is_kept, make_cache,
						remove_cache),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
