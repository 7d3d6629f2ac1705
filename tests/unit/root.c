/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pwd.h>
#include <sys/wait.h>

#include "dump.h"
#include "source/root.h"

/* What a child that could not enter says, for want of privilege. */
#define MAY_NOT 77

static struct dump dump;

static bool is_there(const char *path)
{
	return access(path, F_OK) == 0;
}

static bool holds(const char *path, const char *text)
{
	char found[64] = "";
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool is_same = fd >= 0 && read(fd, found, sizeof(found) - 1) >= 0 && !strcmp(found, text);

	if (fd >= 0)
		close(fd);
	return is_same;
}

/* Enters @dir in a child and asks @question there: entering is for good. */
static int ask_within(const char *dir, bool (*question)(void))
{
	int status;
	pid_t child = fork();

	if (child == 0) {
		const char *why = NULL;
		int error = root_enter(dir, &why);

		if (error)
			_exit(error == -EPERM || error == -EACCES ? MAY_NOT : 1);
		_exit(question() ? 0 : 2);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void assert_yes(int answer)
{
	if (answer == MAY_NOT)
		skip();
	assert_int_equal(answer, 0);
}

static int setup(void **state)
{
	(void)state;
	dump_init(&dump);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	dump_remove(&dump, "");
	return 0;
}

static bool is_the_dump(void)
{
	return holds("/proc/version", "a dump\n") && holds("/sys/file", "of the dump\n") &&
	       !is_there("/proc/self") && !is_there("/sys/kernel");
}

static void put_dump(void)
{
	dump_put(&dump, "proc/version", "a dump\n");
	dump_put(&dump, "sys/file", "of the dump\n");
}

static void the_files_of_the_dump_are_read(void **state)
{
	(void)state;
	put_dump();
	assert_yes(ask_within(dump.path, is_the_dump));
	/* And this machine is as it was for everybody else. */
	assert_true(is_there("/proc/self"));
	assert_false(is_there("/sys/file"));
}

static void a_path_may_be_relative_or_below_what_is_covered(void **state)
{
	(void)state;
	char before[PATH_MAX];

	put_dump();
	assert_non_null(getcwd(before, sizeof(before)));
	assert_int_equal(chdir(dump.path), 0);

	int here = ask_within(".", is_the_dump), below = ask_within("/proc/self/cwd", is_the_dump);

	assert_int_equal(chdir(before), 0);
	assert_yes(here);
	assert_yes(below);
}

static bool is_sys_bare(void)
{
	return holds("/proc/version", "a dump\n") && !is_there("/sys/kernel") &&
	       mkdir("/sys/kernel", 0755) < 0 && errno == EROFS;
}

static bool is_proc_bare(void)
{
	return holds("/sys/file", "of the dump\n") && !is_there("/proc/version") &&
	       !is_there("/proc/self");
}

static void nothing_of_this_machine_shines_through(void **state)
{
	(void)state;
	put_dump();
	dump_remove(&dump, "sys");
	assert_yes(ask_within(dump.path, is_sys_bare));
	put_dump();
	dump_remove(&dump, "proc");
	assert_yes(ask_within(dump.path, is_proc_bare));
}

/* Of user 1, for the C library may know root by itself. */
static bool is_named_by_the_dump(void)
{
	const struct passwd *entry = getpwuid(1);

	return entry && !strcmp(entry->pw_name, "chief");
}

static bool is_nameless(void)
{
	return !getpwuid(1);
}

static void users_are_those_of_the_dump(void **state)
{
	(void)state;
	assert_yes(ask_within(dump.path, is_nameless));
	dump_put(&dump, "etc/passwd", "chief:x:1:1::/:/bin/sh\n");
	assert_yes(ask_within(dump.path, is_named_by_the_dump));
}

static char before[PATH_MAX];

static bool is_where_it_was(void)
{
	char now[PATH_MAX];

	return getcwd(now, sizeof(now)) && !strcmp(now, before);
}

static void the_working_directory_stays(void **state)
{
	(void)state;
	assert_non_null(getcwd(before, sizeof(before)));
	assert_yes(ask_within(dump.path, is_where_it_was));
}

static void assert_refused(const char *name, int expected)
{
	const char *why = NULL;
	char path[PATH_MAX];

	dump_path(&dump, name, path);
	assert_int_equal(root_enter(path, &why), expected);
	assert_non_null(why);
	assert_true(is_there("/proc/self"));
}

/* All before anything is done that cannot be undone. */
static void what_is_no_dump_is_refused(void **state)
{
	(void)state;
	dump_put(&dump, "file", "");
	dump_put(&dump, "empty/", "");
	dump_put(&dump, "odd/proc", "a file\n");
	assert_refused("missing", -ENOENT);
	assert_refused("file", -ENOTDIR);
	assert_refused("empty", -ENOENT);
	assert_refused("odd", -ENOTDIR);
}

/* Root may read anything, so it is asked as somebody else. */
static void a_folder_that_may_not_be_entered_is_refused(void **state)
{
	(void)state;
	int status;
	pid_t child;

	put_dump();
	assert_int_equal(chmod(dump.path, 0), 0);
	child = fork();
	if (child == 0) {
		const char *why = NULL;

		if (geteuid() == 0 && setresuid(65534, 65534, 65534) < 0)
			_exit(MAY_NOT);
		_exit(root_enter(dump.path, &why) == -EACCES && why ? 0 : 2);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(chmod(dump.path, 0755), 0);
	assert_true(WIFEXITED(status));
	assert_yes(WEXITSTATUS(status));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_files_of_the_dump_are_read),
		TEST(a_path_may_be_relative_or_below_what_is_covered),
		TEST(nothing_of_this_machine_shines_through),
		TEST(users_are_those_of_the_dump),
		TEST(the_working_directory_stays),
		TEST(what_is_no_dump_is_refused),
		TEST(a_folder_that_may_not_be_entered_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
