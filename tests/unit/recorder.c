/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "recording.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

static void what_was_recorded_is_read_back(void **state)
{
	struct folder *folder = *state;
	static const size_t counts[] = {0, 1, 63, 64, 65, 128, 200};

	for (size_t i = 0; i < N_KINDS; i++)
		for (size_t k = 0; k < sizeof(counts) / sizeof(*counts); k++) {
			unlink(folder->paths[i]);
			record_lines(folder->paths[i], 0, counts[k], 300);
			expect_lines(folder->paths[i], counts[k], 300, TAPE_END);
			record_lines(folder->paths[i], counts[k], counts[k] + 65, 300);
			expect_lines(folder->paths[i], counts[k] + 65, 300, TAPE_END);
		}
}

static void what_is_named_so_is_compressed(void **state)
{
	struct folder *folder = *state;
	static const char *const magics[N_KINDS] = {"{\"overtop\":", "\x1f\x8b\x08",
						    "\x28\xb5\x2f\xfd"};

	for (size_t i = 0; i < N_KINDS; i++) {
		size_t len;
		char *bytes;

		record_lines(folder->paths[i], 0, 3, 50);
		bytes = get_file(folder->paths[i], &len);
		assert_memory_equal(bytes, magics[i], strlen(magics[i]));
		free(bytes);
	}
}

static void a_line_can_be_read_as_soon_as_it_was_added(void **state)
{
	struct folder *folder = *state;

	for (size_t i = 0; i < N_KINDS; i++) {
		struct recorder *recorder = open_recorder(folder->paths[i]);

		for (size_t n = 0; n < 70; n++) {
			add_line(recorder, n, 5000);
			expect_lines(folder->paths[i], n + 1, 5000, TAPE_END);
		}
		assert_int_equal(recorder_free(recorder), 0);
	}
}

static void a_frame_ends_after_some_lines_or_much_text(void **state)
{
	struct folder *folder = *state;

	for (size_t i = 0; i < N_KINDS; i++) {
		struct recorder *recorder = open_recorder(folder->paths[i]);

		for (size_t n = 0; n < 2 * RECORDER_FRAME_LINES; n++) {
			assert_int_equal(recorder_is_at_frame(recorder),
					 n % RECORDER_FRAME_LINES == 0);
			add_line(recorder, n, 10);
		}
		add_line(recorder, 0, 3 << 20);
		assert_false(recorder_is_at_frame(recorder));
		add_line(recorder, 0, 3 << 20);
		assert_true(recorder_is_at_frame(recorder));
		recorder_free(recorder);
	}
}

static mode_t mode_of(const char *path)
{
	struct stat status;

	assert_int_equal(stat(path, &status), 0);
	return status.st_mode & 0777;
}

static void only_its_owner_may_read_what_is_private(void **state)
{
	struct folder *folder = *state;
	mode_t mask = umask(022);
	const char *why;

	recorder_free(recorder_new(folder->paths[0], true, &why));
	assert_int_equal(mode_of(folder->paths[0]), 0600);
	recorder_free(recorder_new(folder->paths[1], false, &why));
	assert_int_equal(mode_of(folder->paths[1]), 0644);
	/* One that others could read is private from now on. */
	recorder_free(recorder_new(folder->paths[1], true, &why));
	assert_int_equal(mode_of(folder->paths[1]), 0600);
	recorder_free(recorder_new(folder->paths[1], false, &why));
	assert_int_equal(mode_of(folder->paths[1]), 0600);
	umask(mask);
}

static void refuse(const char *path, const char *expected, int error)
{
	const char *why = NULL;

	errno = -1;
	assert_null(recorder_new(path, false, &why));
	assert_int_equal(errno, error);
	assert_string_equal(why, expected);
}

static void a_file_is_recorded_to_by_one(void **state)
{
	struct folder *folder = *state;
	struct recorder *recorder = open_recorder(folder->paths[2]);

	add_line(recorder, 0, 10);
	refuse(folder->paths[2], "another process records to it", 0);
	add_line(recorder, 1, 10);
	recorder_free(recorder);
	record_lines(folder->paths[2], 2, 3, 10);
	expect_lines(folder->paths[2], 3, 10, TAPE_END);
}

static void refuse_bytes(const char *path, const char *bytes, size_t len, const char *expected)
{
	size_t left_len;
	char *left;

	put_file(path, bytes, len);
	refuse(path, expected, 0);
	left = get_file(path, &left_len);
	assert_int_equal(left_len, len);
	assert_memory_equal(left, bytes, len);
	free(left);
}

static void what_is_no_recording_is_left_alone(void **state)
{
	struct folder *folder = *state;
	const char *foreign = "it holds something that is no recording";
	static const char *const texts[] = {"\n", "root:x:0:0\n", "{\"overtop\"\n", "{}",
					    "{\"a\":1}\n"};

	for (size_t i = 0; i < N_KINDS; i++) {
		for (size_t k = 0; k < sizeof(texts) / sizeof(*texts); k++)
			refuse_bytes(folder->paths[i], texts[k], strlen(texts[k]), foreign);
		refuse_bytes(folder->paths[i], "\0\0\0\0\0", 5, foreign);
	}
	/* Frames of the right kind with the wrong thing in them: "hello" of gzip, and no header of zstd. */
	refuse_bytes(
		folder->paths[1],
		"\x1f\x8b\x08\0\0\0\0\0\0\x03\xcb\x48\xcd\xc9\xc9\x07\0\x86\xa6\x10\x36\x05\0\0\0",
		25, foreign);
	refuse_bytes(folder->paths[2],
		     "\x28\xb5\x2f\xfd\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
		     "\xff\xff\xff\xff\xff\xff",
		     20, foreign);
}

static void what_is_compressed_otherwise_is_left_alone(void **state)
{
	struct folder *folder = *state;

	for (size_t from = 0; from < N_KINDS; from++) {
		size_t len;
		char *bytes;

		unlink(folder->paths[from]);
		record_lines(folder->paths[from], 0, 3, 50);
		bytes = get_file(folder->paths[from], &len);
		for (size_t to = 0; to < N_KINDS; to++)
			if (to != from)
				refuse_bytes(folder->paths[to], bytes, len,
					     "it is not compressed as its name says");
		free(bytes);
	}
}

static void what_cannot_be_opened_is_said(void **state)
{
	struct folder *folder = *state;

	refuse(folder->name, "it cannot be written", EISDIR);
	refuse("no/such/folder", "it cannot be written", ENOENT);
	assert_int_equal(mkfifo(folder->paths[0], 0600), 0);
	refuse(folder->paths[0], "nobody reads from it", 0);
}

static rlim_t size_of(const char *path)
{
	struct stat status;

	assert_int_equal(stat(path, &status), 0);
	return (rlim_t)status.st_size;
}

/* What is there is the beginning of all, up to any byte. */
static void a_file_that_may_not_grow_loses_nothing(void **state)
{
	struct folder *folder = *state;
	struct rlimit old, now;

	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	now = old;
	for (size_t i = 0; i < N_KINDS; i++) {
		struct recorder *recorder = open_recorder(folder->paths[i]);

		for (size_t n = 0; n < 200; n++) {
			size_t len;
			char *line = make_line(n, 500, &len);
			bool is_full = n % 40 >= 20;

			/* It stops somewhere in the first line that is too much. */
			if (n % 40 == 20)
				now.rlim_cur = size_of(folder->paths[i]) + 1 + n;
			if (n % 40 == 0)
				now.rlim_cur = old.rlim_cur;
			setrlimit(RLIMIT_FSIZE, &now);
			assert_int_equal(recorder_add(recorder, line, len), is_full ? -EFBIG : 0);
			free(line);
		}
		setrlimit(RLIMIT_FSIZE, &old);
		assert_int_equal(recorder_lost(recorder), 0);
		assert_int_equal(recorder_free(recorder), 0);
		expect_lines(folder->paths[i], 200, 500, TAPE_END);
	}
	signal(SIGXFSZ, SIG_DFL);
}

static void lines_are_lost_and_counted_when_too_many_wait(void **state)
{
	struct folder *folder = *state;
	struct rlimit old, now;

	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	now = old;
	now.rlim_cur = 10000;
	for (size_t i = 0; i < N_KINDS; i++) {
		struct recorder *recorder = open_recorder(folder->paths[i]);
		size_t n_kept = 0;

		setrlimit(RLIMIT_FSIZE, &now);
		for (size_t n = 0; n < 20; n++) {
			size_t len;
			char *line = make_line(n, 1 << 20, &len);

			assert_int_equal(recorder_add(recorder, line, len), -EFBIG);
			n_kept += recorder_lost(recorder) == 0;
			free(line);
		}
		assert_in_range(n_kept, 4, 10);
		assert_int_equal(recorder_lost(recorder), 20 - n_kept);
		setrlimit(RLIMIT_FSIZE, &old);
		add_line(recorder, n_kept, 1 << 20);
		assert_int_equal(recorder_lost(recorder), 20 - n_kept);
		assert_int_equal(recorder_free(recorder), 0);
		expect_lines(folder->paths[i], n_kept + 1, 1 << 20, TAPE_END);
	}
	signal(SIGXFSZ, SIG_DFL);
}

static void a_full_device_is_told(void **state)
{
	const char *why;
	struct recorder *recorder = recorder_new("/dev/full", false, &why);

	(void)state;
	if (!recorder)
		skip();
	assert_int_equal(recorder_add(recorder, "{}\n", 3), -ENOSPC);
	assert_int_equal(recorder_lost(recorder), 0);
	assert_int_equal(recorder_free(recorder), -ENOSPC);
}

static void a_fifo_may_be_read_slowly(void **state)
{
	struct folder *folder = *state;

	for (size_t i = 0; i < N_KINDS; i++) {
		struct tape *tape;
		struct recorder *recorder;
		size_t n_added = 0;
		int error = 0;

		assert_int_equal(mkfifo(folder->paths[i], 0600), 0);
		tape = tape_open(folder->paths[i]);
		assert_non_null(tape);
		recorder = open_recorder(folder->paths[i]);
		while (!error) {
			size_t len;
			char *line = make_line(n_added++, 5000, &len);

			error = recorder_add(recorder, line, len);
			free(line);
		}
		assert_int_equal(error, -EAGAIN);
		/* The last line is not all there. */
		for (size_t n = 0; n + 1 < n_added; n++)
			expect_line(tape, n, 5000);
		add_line(recorder, n_added, 5000);
		expect_line(tape, n_added - 1, 5000);
		expect_line(tape, n_added, 5000);
		assert_int_equal(recorder_free(recorder), 0);

		struct span line;

		assert_int_equal(next_line(tape, &line), TAPE_END);
		tape_close(tape);
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_setup, folder_teardown)
	const struct CMUnitTest tests[] = {
		TEST(what_was_recorded_is_read_back),
		TEST(what_is_named_so_is_compressed),
		TEST(a_line_can_be_read_as_soon_as_it_was_added),
		TEST(a_frame_ends_after_some_lines_or_much_text),
		TEST(only_its_owner_may_read_what_is_private),
		TEST(a_file_is_recorded_to_by_one),
		TEST(what_is_no_recording_is_left_alone),
		TEST(what_is_compressed_otherwise_is_left_alone),
		TEST(what_cannot_be_opened_is_said),
		TEST(a_file_that_may_not_grow_loses_nothing),
		TEST(lines_are_lost_and_counted_when_too_many_wait),
		TEST(a_full_device_is_told),
		TEST(a_fifo_may_be_read_slowly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
