/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/counter.h"
#include "dump.h"
#include "source/cgroups.h"

static struct dump dump;
static struct cgroups cgroups;
static struct cgroup_watch *watch;

static void put(const char *cgroup, const char *name, const char *text)
{
	char path[128];

	snprintf(path, sizeof(path), "sys/fs/cgroup%s/%s", cgroup, name);
	dump_put(&dump, path, text);
}

static void put_unified(void)
{
	dump_put(&dump, "proc/self/mountinfo",
		 "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
}

static void put_limited(const char *cgroup, const char *max)
{
	put(cgroup, "cpu.max", max);
	put(cgroup, "cpu.stat",
	    "usage_usec 9000\nnr_periods 40\nnr_throttled 30\nthrottled_usec 123\n");
}

static int setup(void **state)
{
	(void)state;
	dump_empty(&dump, "proc");
	dump_empty(&dump, "sys");
	watch = cgroup_watch_new();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	cgroup_watch_free(watch);
	cgroups_fini(&cgroups);
	return 0;
}

static void without_a_tree_there_is_none(void **state)
{
	(void)state;
	assert_int_equal(cgroups_read(watch, &cgroups), -ENOENT);
	assert_int_equal(cgroups.n, 0);
}

static void those_with_a_limit_are_found_at_any_depth(void **state)
{
	(void)state;
	put_unified();
	put("", "cpu.stat", "usage_usec 1\n");
	put_limited("/b", "max 100000\n");
	put_limited("/b/c/d", "50000 100000\n");
	put_limited("/a", "250000 100000\n");
	put("/e", "cpu.stat", "usage_usec 1\n");
	assert_int_equal(cgroups_read(watch, &cgroups), 0);
	assert_int_equal(cgroups.n, 2);
	assert_string_equal(cgroups.items[0].path, "/a");
	assert_true(cgroups.items[0].limit.quota_cpus == 2.5);
	assert_string_equal(cgroups.items[1].path, "/b/c/d");
	assert_true(cgroups.items[1].limit.quota_cpus == 0.5);
	assert_true(cgroups.items[1].stat.usage_ns == 9000000);
	assert_true(cgroups.items[1].stat.periods == 40);
	assert_true(cgroups.items[1].stat.throttled == 30);
	assert_true(cgroups.items[1].stat.throttled_ns == 123000);
	assert_true(cgroups.items[1].read_ns > 0);
}

static void the_root_of_a_container_may_have_one(void **state)
{
	(void)state;
	put_unified();
	put_limited("", "200000 100000\n");
	assert_int_equal(cgroups_read(watch, &cgroups), 0);
	assert_int_equal(cgroups.n, 1);
	assert_string_equal(cgroups.items[0].path, "/");
}

static void usage_of_v1_is_of_another_tree(void **state)
{
	(void)state;
	dump_put(&dump, "proc/self/mountinfo",
		 "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
		 "33 31 0:30 / /sys/fs/cgroup/cpuacct rw - cgroup cgroup rw,cpuacct\n"
		 "34 31 0:31 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
	put("/cpu/a", "cpu.cfs_quota_us", "20000\n");
	put("/cpu/a", "cpu.cfs_period_us", "100000\n");
	put("/cpu/a", "cpu.stat", "nr_periods 3\nnr_throttled 2\nthrottled_time 77\n");
	put("/cpu/b", "cpu.cfs_quota_us", "-1\n");
	put("/cpu/b", "cpu.cfs_period_us", "100000\n");
	put("/cpuacct/a", "cpuacct.usage", "123456789\n");
	put_limited("/unified/c", "50000 100000\n");
	assert_int_equal(cgroups_read(watch, &cgroups), 0);
	assert_int_equal(cgroups.n, 1);
	assert_string_equal(cgroups.items[0].path, "/a");
	assert_true(cgroups.items[0].limit.quota_cpus == 0.2);
	assert_true(cgroups.items[0].stat.usage_ns == 123456789);
	assert_true(cgroups.items[0].stat.throttled_ns == 77);
}

static void counters_are_read_anew_and_what_vanished_is_dropped(void **state)
{
	(void)state;
	put_unified();
	put_limited("/a", "50000 100000\n");
	put_limited("/b", "50000 100000\n");
	cgroups_read(watch, &cgroups);
	assert_int_equal(cgroups.n, 2);
	put("/b", "cpu.stat", "nr_periods 41\n");
	dump_remove(&dump, "sys/fs/cgroup/a");
	cgroups_read(watch, &cgroups);
	assert_int_equal(cgroups.n, 1);
	assert_string_equal(cgroups.items[0].path, "/b");
	assert_true(cgroups.items[0].stat.periods == 41);
	assert_true(cgroups.items[0].stat.usage_ns == COUNTER_UNKNOWN);
}

/* One more of the same path is told by its inode; it is found when the tree is walked again. */
static void another_of_that_path_is_another(void **state)
{
	(void)state;
	uint64_t inode;

	put_unified();
	put_limited("/a", "50000 100000\n");
	cgroups_read(watch, &cgroups);
	inode = cgroups.items[0].inode;
	put_limited("/new", "50000 100000\n");
	dump_remove(&dump, "sys/fs/cgroup/a");
	put_limited("/a", "50000 100000\n");
	cgroups_read(watch, &cgroups);
	assert_int_equal(cgroups.n, 0);
	cgroup_watch_free(watch);
	watch = cgroup_watch_new();
	cgroups_read(watch, &cgroups);
	assert_int_equal(cgroups.n, 2);
	assert_true(inode != 0 && cgroups.items[0].inode != 0);
}

/* A dump that was made by copying may hold anything. */
static void links_are_not_followed(void **state)
{
	(void)state;
	char path[PATH_MAX];

	put_unified();
	put_limited("/a", "50000 100000\n");
	dump_path(&dump, "sys/fs/cgroup/a/loop", path);
	assert_int_equal(symlink("..", path), 0);
	assert_int_equal(cgroups_read(watch, &cgroups), 0);
	assert_int_equal(cgroups.n, 1);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(without_a_tree_there_is_none),
		TEST(those_with_a_limit_are_found_at_any_depth),
		TEST(the_root_of_a_container_may_have_one),
		TEST(usage_of_v1_is_of_another_tree),
		TEST(counters_are_read_anew_and_what_vanished_is_dropped),
		TEST(another_of_that_path_is_another),
		TEST(links_are_not_followed),
	};

	dump_init(&dump);
	dump_enter(&dump);

	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	dump_fini(&dump);
	return failed;
}
