/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "cgroup/place.h"
#include "prefixes.h"

static struct cgroup_mounts mounts;

static void parse(const char *text)
{
	cgroup_mounts_parse(&mounts, text, strlen(text));
}

static int teardown(void **state)
{
	(void)state;
	cgroup_mounts_fini(&mounts);
	return 0;
}

static void one_tree(void **state)
{
	(void)state;
	parse("30 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
	assert_string_equal(mounts.unified.point, "/sys/fs/cgroup");
	assert_null(mounts.cpu.point);
	assert_null(mounts.cpuset.point);
}

static void a_tree_for_each_controller_and_one_more(void **state)
{
	(void)state;
	parse("31 23 0:28 / /c rw - tmpfs tmpfs rw\n"
	      "32 31 0:29 / /c/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
	      "34 31 0:31 / /c/cpuset rw - cgroup cgroup rw,cpuset\n"
	      "41 31 0:38 / /c/unified rw - cgroup2 cgroup2 rw\n");
	assert_string_equal(mounts.cpu.point, "/c/cpu,cpuacct");
	assert_string_equal(mounts.cpuacct.point, "/c/cpu,cpuacct");
	assert_string_equal(mounts.cpuset.point, "/c/cpuset");
	assert_string_equal(mounts.unified.point, "/c/unified");
}

static void the_mount_of_all_of_it_is_taken(void **state)
{
	(void)state;
	parse("30 23 0:26 /box /box/cgroup rw - cgroup2 cgroup2 rw\n"
	      "31 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"
	      "32 23 0:26 /a /other rw - cgroup2 cgroup2 rw\n");
	assert_string_equal(mounts.unified.point, "/sys/fs/cgroup");
}

static void assert_path(const char *text, const char *controller, const char *root,
			const char *expected)
{
	char point[] = "/c", *copy = strdup(root);
	struct cgroup_mount mount = {.point = point, .root = copy};
	char *path = cgroup_path_dup(text, strlen(text), controller, &mount);

	if (expected)
		assert_string_equal(path, expected);
	else
		assert_null(path);
	free(path);
	free(copy);
}

static void the_own_cgroup_is_found_below_the_mount(void **state)
{
	(void)state;
	static const char text[] = "9:name=systemd:/x\n3:cpu,cpuacct:/a:b/c\n2:cpuset:/\n0::/u\n";

	assert_path(text, "", "/", "/u");
	assert_path(text, "cpu", "/", "/a:b/c");
	assert_path(text, "cpuacct", "/", "/a:b/c");
	assert_path(text, "cpuset", "/", "");
	assert_path(text, "memory", "/", NULL);
	/* A container that shows its own part of the tree. */
	assert_path(text, "cpu", "/a:b", "/c");
	assert_path(text, "cpu", "/a:b/c", "");
	assert_path(text, "cpu", "/a", NULL);
	assert_path("0::/../other\n", "", "/", NULL);
}

static void parents_end_at_the_mount(void **state)
{
	(void)state;
	char path[] = "/a/b";

	assert_true(cgroup_path_to_parent(path));
	assert_string_equal(path, "/a");
	assert_true(cgroup_path_to_parent(path));
	assert_string_equal(path, "");
	assert_false(cgroup_path_to_parent(path));
}

static void parse_path(const char *text, size_t len)
{
	char point[] = "/c", root[] = "/a";
	struct cgroup_mount mount = {.point = point, .root = root};

	free(cgroup_path_dup(text, len, "cpu", &mount));
	free(cgroup_path_dup(text, len, "", &mount));
}

static void a_text_may_end_anywhere(void **state)
{
	(void)state;
	for_each_prefix("3:cpu,cpuacct:/a/b\n0::/a/../x\n", parse_path);
}

#define TEST(function) cmocka_unit_test_teardown(function, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(one_tree),
		TEST(a_tree_for_each_controller_and_one_more),
		TEST(the_mount_of_all_of_it_is_taken),
		TEST(the_own_cgroup_is_found_below_the_mount),
		TEST(parents_end_at_the_mount),
		TEST(a_text_may_end_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
