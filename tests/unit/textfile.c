/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/textfile.h"

struct fixture {
	char folder[32];
	char path[64];
	struct textfile file;
};

static int setup(void **state)
{
	struct fixture *fixture = calloc(1, sizeof(*fixture));

	if (!fixture)
		return -1;
	snprintf(fixture->folder, sizeof(fixture->folder), "textfile-XXXXXX");
	if (!mkdtemp(fixture->folder))
		return -1;
	snprintf(fixture->path, sizeof(fixture->path), "%s/file", fixture->folder);
	textfile_init(&fixture->file);
	*state = fixture;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *fixture = *state;

	textfile_fini(&fixture->file);
	unlink(fixture->path);
	rmdir(fixture->folder);
	free(fixture);
	return 0;
}

/* Overwritten in place. */
static void put(const char *path, char fill, size_t len)
{
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	for (size_t i = 0; i < len; i++)
		putc(fill, out);
	assert_int_equal(fclose(out), 0);
}

static void assert_text(const struct textfile *file, char fill, size_t len)
{
	assert_int_equal(file->len, len);
	assert_int_equal(strlen(file->text), len);
	for (size_t i = 0; i < len; i++)
		assert_int_equal(file->text[i], fill);
}

static void a_file_of_any_size_is_read_whole(void **state)
{
	struct fixture *fixture = *state;
	static const size_t sizes[] = {0, 1, 4094, 4095, 4096, 4097, 8191, 8192, 200000, 3};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		put(fixture->path, (char)('a' + i), sizes[i]);
		assert_int_equal(textfile_read(&fixture->file, fixture->path), 0);
		assert_text(&fixture->file, (char)('a' + i), sizes[i]);
	}
}

static void a_value_of_any_size_is_read_whole(void **state)
{
	struct fixture *fixture = *state;
	static const size_t sizes[] = {0, 1, 4095, 4096, 6143, 6144, 200000, 3};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		put(fixture->path, (char)('a' + i), sizes[i]);
		assert_int_equal(textfile_read_value(&fixture->file, AT_FDCWD, fixture->path), 0);
		assert_text(&fixture->file, (char)('a' + i), sizes[i]);
		assert_int_equal(fixture->file.fd, -1);
	}
	assert_int_equal(textfile_read_value(&fixture->file, AT_FDCWD, "/proc/no such"), -ENOENT);
}

static void the_descriptor_and_the_buffer_are_kept(void **state)
{
	struct fixture *fixture = *state;

	put(fixture->path, 'x', 5000);
	assert_int_equal(textfile_read(&fixture->file, fixture->path), 0);

	int fd = fixture->file.fd;
	const char *text = fixture->file.text;

	assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	for (int i = 0; i < 3; i++)
		assert_int_equal(textfile_read(&fixture->file, fixture->path), 0);
	assert_int_equal(fixture->file.fd, fd);
	assert_ptr_equal(fixture->file.text, text);
}

static void a_file_that_was_replaced_is_opened_anew(void **state)
{
	struct fixture *fixture = *state;
	char other[80];

	put(fixture->path, 'x', 5);
	assert_int_equal(textfile_read(&fixture->file, fixture->path), 0);
	snprintf(other, sizeof(other), "%s/other", fixture->folder);
	put(other, 'y', 7);
	assert_int_equal(rename(other, fixture->path), 0);
	assert_int_equal(textfile_read(&fixture->file, fixture->path), 0);
	assert_text(&fixture->file, 'y', 7);
}

/* Nobody asks of it again whether it was replaced. */
static void what_the_kernel_writes_itself_is_known(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(textfile_read(&fixture->file, "/proc/self/status"), 0);
	assert_true(fixture->file.is_of_proc);
	assert_int_equal(textfile_read(&fixture->file, "/proc/self/status"), 0);
	assert_true(fixture->file.len > 0);
	textfile_fini(&fixture->file);
	put(fixture->path, 'x', 5);
	assert_int_equal(textfile_read(&fixture->file, fixture->path), 0);
	assert_false(fixture->file.is_of_proc);
}

static void a_file_that_is_gone_is_an_error_until_it_returns(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(textfile_read(&fixture->file, fixture->path), -ENOENT);
	put(fixture->path, 'x', 5);
	assert_int_equal(textfile_read(&fixture->file, fixture->path), 0);
	unlink(fixture->path);
	assert_int_equal(textfile_read(&fixture->file, fixture->path), -ENOENT);
	assert_int_equal(fixture->file.len, 0);
	assert_int_equal(fixture->file.fd, -1);
	put(fixture->path, 'z', 6);
	assert_int_equal(textfile_read(&fixture->file, fixture->path), 0);
	assert_text(&fixture->file, 'z', 6);
}

static void a_stale_descriptor_is_opened_anew(void **state)
{
	struct fixture *fixture = *state;

	put(fixture->path, 'x', 5);
	assert_int_equal(textfile_read(&fixture->file, fixture->path), 0);
	/* As one that the kernel answers with an error: it can only be written. */
	int fd = open("/dev/null", O_WRONLY);

	assert_int_equal(dup2(fd, fixture->file.fd), fixture->file.fd);
	close(fd);
	assert_int_equal(textfile_read(&fixture->file, fixture->path), 0);
	assert_text(&fixture->file, 'x', 5);
}

static void a_folder_is_an_error(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(textfile_read(&fixture->file, fixture->folder), -EISDIR);
	assert_int_equal(fixture->file.fd, -1);
}

static void a_file_read_once_is_closed(void **state)
{
	struct fixture *fixture = *state;
	int dirfd = open(fixture->folder, O_RDONLY | O_DIRECTORY);

	put(fixture->path, 'x', 5);
	assert_int_equal(textfile_read_once(&fixture->file, dirfd, "file"), 0);
	assert_text(&fixture->file, 'x', 5);
	assert_int_equal(fixture->file.fd, -1);
	assert_int_equal(textfile_read_once(&fixture->file, dirfd, "none"), -ENOENT);
	assert_int_equal(fixture->file.len, 0);
	close(dirfd);
}

static void a_file_of_proc_is_read_whole(void **state)
{
	struct fixture *fixture = *state;

	for (int i = 0; i < 2; i++) {
		assert_int_equal(textfile_read(&fixture->file, "/proc/self/status"), 0);
		assert_true(strncmp(fixture->file.text, "Name:", 5) == 0);
		assert_non_null(strstr(fixture->file.text, "nonvoluntary_ctxt_switches:"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_file_of_any_size_is_read_whole, setup, teardown),
		cmocka_unit_test_setup_teardown(a_value_of_any_size_is_read_whole, setup, teardown),
		cmocka_unit_test_setup_teardown(the_descriptor_and_the_buffer_are_kept, setup,
						teardown),
		cmocka_unit_test_setup_teardown(a_file_that_was_replaced_is_opened_anew, setup,
						teardown),
		cmocka_unit_test_setup_teardown(what_the_kernel_writes_itself_is_known, setup,
						teardown),
		cmocka_unit_test_setup_teardown(a_file_that_is_gone_is_an_error_until_it_returns,
						setup, teardown),
		cmocka_unit_test_setup_teardown(a_stale_descriptor_is_opened_anew, setup, teardown),
		cmocka_unit_test_setup_teardown(a_folder_is_an_error, setup, teardown),
		cmocka_unit_test_setup_teardown(a_file_read_once_is_closed, setup, teardown),
		cmocka_unit_test_setup_teardown(a_file_of_proc_is_read_whole, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
