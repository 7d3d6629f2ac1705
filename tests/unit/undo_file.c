/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "steer/undo_file.h"

static const char line[] = "echo 1 >/proc/irq/30/smp_affinity_list # irq 30 1 2\n";

struct here {
	char state[64];
	char *path; /* of the file that was left */
};

/* Makes it with its line, and leaves it behind. */
static char *leave_one(const char *boot)
{
	struct undo_file file;
	off_t offset;
	char *path;

	assert_true(undo_file_init(&file, boot));
	assert_int_equal(undo_file_append(&file, line, strlen(line), &offset), 0);
	assert_int_equal(offset, 0);
	path = xstrdup(file.path);
	undo_file_fini(&file);
	return path;
}

static int setup(void **state)
{
	struct here *here = xcalloc(1, sizeof(*here));

	snprintf(here->state, sizeof(here->state), "/tmp/overtop-undo-XXXXXX");
	assert_non_null(mkdtemp(here->state));
	setenv("XDG_STATE_HOME", here->state, 1);
	here->path = leave_one("boot");
	*state = here;
	return 0;
}

static int teardown(void **state)
{
	struct here *here = *state;

	unlink(here->path);
	*strrchr(here->path, '/') = '\0';
	rmdir(here->path);
	rmdir(here->state);
	free(here->path);
	free(here);
	return 0;
}

static bool is_there(const struct here *here)
{
	return access(here->path, F_OK) == 0;
}

/* Whether the line is inherited by a run of that boot. */
static bool is_inherited(const char *boot)
{
	struct undo_file file;
	const char *text;
	size_t len;
	bool is_so;

	assert_true(undo_file_init(&file, boot));
	is_so = undo_file_inherit(&file, &text, &len);
	if (is_so) {
		assert_int_equal(len, strlen(line));
		assert_memory_equal(text, line, len);
	}
	undo_file_fini(&file);
	return is_so;
}

static void one_that_was_left_is_gone_on_with(void **state)
{
	struct here *here = *state;
	struct undo_file file;
	const char *text;
	size_t len;
	off_t offset;

	assert_true(undo_file_init(&file, "boot"));
	assert_true(undo_file_inherit(&file, &text, &len));
	assert_string_equal(file.path, here->path);
	assert_int_equal(undo_file_append(&file, "more\n", 5, &offset), 0);
	assert_int_equal(offset, strlen(line));
	/* As long as it is open it is nobody else's, of this boot or, as it seems, of another. */
	assert_false(is_inherited("boot"));
	assert_false(is_inherited("later"));
	undo_file_cut(&file, offset);
	undo_file_fini(&file);
	assert_true(is_inherited("boot"));
}

static void without_anything_in_it_there_is_none(void **state)
{
	struct here *here = *state;
	struct undo_file file;
	const char *text;
	size_t len;

	assert_true(undo_file_init(&file, "boot"));
	assert_true(undo_file_inherit(&file, &text, &len));
	undo_file_cut(&file, 0);
	assert_false(is_there(here));
	undo_file_fini(&file);
}

static void an_earlier_boot_is_forgotten(void **state)
{
	assert_false(is_inherited("later"));
	assert_false(is_there(*state));
}

/* Nobody knows then which files are of another. */
static void a_boot_without_a_name_leaves_all_alone(void **state)
{
	(void)state;
	assert_false(is_inherited(NULL));
	assert_true(is_inherited("boot"));
}

static void a_network_of_its_own_has_its_own_file(void **state)
{
	int home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);

	(void)state;
	if (home < 0 || unshare(CLONE_NEWNET) < 0)
		skip();
	assert_false(is_inherited("boot"));
	assert_int_equal(setns(home, CLONE_NEWNET), 0);
	close(home);
	assert_true(is_inherited("boot"));
}

static void one_that_others_may_write_is_not_trusted(void **state)
{
	struct here *here = *state;

	assert_int_equal(chmod(here->path, 0620), 0);
	assert_false(is_inherited("boot"));
	assert_int_equal(chmod(here->path, 0602), 0);
	assert_false(is_inherited("later"));
	assert_true(is_there(here));
	assert_int_equal(chmod(here->path, 0600), 0);
	if (geteuid() == 0) {
		assert_int_equal(chown(here->path, 65534, (gid_t)-1), 0);
		assert_false(is_inherited("boot"));
		assert_int_equal(chown(here->path, 0, (gid_t)-1), 0);
	}
	assert_true(is_inherited("boot"));
}

/* What has its name may be anything. */
static void what_is_no_file_of_ours_is_left_alone(void **state)
{
	struct here *here = *state;
	char other[sizeof(here->state) + 8];

	snprintf(other, sizeof(other), "%s/other", here->state);
	assert_int_equal(link(here->path, other), 0);
	assert_false(is_inherited("boot"));
	assert_int_equal(unlink(here->path), 0);
	assert_int_equal(symlink(other, here->path), 0);
	assert_false(is_inherited("boot"));
	assert_int_equal(unlink(other), 0);
	assert_int_equal(unlink(here->path), 0);
	assert_int_equal(mkfifo(here->path, 0600), 0);
	assert_false(is_inherited("boot"));
	assert_true(is_there(here));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(one_that_was_left_is_gone_on_with),
		TEST(without_anything_in_it_there_is_none),
		TEST(an_earlier_boot_is_forgotten),
		TEST(a_boot_without_a_name_leaves_all_alone),
		TEST(a_network_of_its_own_has_its_own_file),
		TEST(one_that_others_may_write_is_not_trusted),
		TEST(what_is_no_file_of_ours_is_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
