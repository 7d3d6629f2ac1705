/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "recording.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>

/* Standard input is @fd until the tape is closed. */
static struct tape *open_stdin(int fd, int *old)
{
	struct tape *tape;

	*old = dup(STDIN_FILENO);
	assert_int_equal(dup2(fd, STDIN_FILENO), STDIN_FILENO);
	tape = tape_open("-");
	assert_non_null(tape);
	return tape;
}

static void close_stdin(struct tape *tape, int old)
{
	tape_close(tape);
	assert_true(fcntl(STDIN_FILENO, F_GETFD) >= 0);
	dup2(old, STDIN_FILENO);
	close(old);
}

/* Each line comes with its last byte at the latest, and nothing waits for more. */
static void a_stream_is_read_as_it_comes(void **state)
{
	struct folder *folder = *state;

	for (size_t i = 0; i < N_KINDS; i++) {
		int fds[2], old, flags;
		size_t n_lines = 0;
		size_t len;
		char *bytes;
		struct tape *tape;
		struct span line;

		record_lines(folder->paths[i], 0, 70, 50);
		bytes = get_file(folder->paths[i], &len);
		assert_int_equal(pipe(fds), 0);
		flags = fcntl(fds[0], F_GETFL);
		tape = open_stdin(fds[0], &old);
		assert_true(tape_fd(tape) > STDERR_FILENO);
		assert_true(fcntl(tape_fd(tape), F_GETFD) & FD_CLOEXEC);
		for (size_t at = 0; at < len; at++) {
			enum tape_result result;

			assert_int_equal(write(fds[1], bytes + at, 1), 1);
			while ((result = tape_next(tape, &line)) == TAPE_LINE)
				assert_line(line, n_lines++, 50);
			assert_int_equal(result, TAPE_LATER);
		}
		assert_int_equal(n_lines, 70);
		assert_int_equal(tape_seek(tape, 0), -ESPIPE);
		assert_true(isnan(tape_done_pct(tape)));
		assert_int_equal(fcntl(fds[0], F_GETFL), flags);
		close(fds[1]);
		assert_int_equal(tape_next(tape, &line), TAPE_END);
		close_stdin(tape, old);
		close(fds[0]);
		free(bytes);
	}
}

/* The reader waits for more to come, and what is here already does not come again. */
static void nothing_that_came_is_left_for_later(void **state)
{
	struct folder *folder = *state;
	enum { LEN = 3 << 20 };
	char *text = xmalloc(LEN);

	memset(text, 'x', LEN - 1);
	text[LEN - 1] = '\n';
	for (size_t i = 1; i < N_KINDS; i++) {
		struct recorder *recorder = open_recorder(folder->paths[i]);
		int fds[2], old;
		size_t len;
		char *bytes;
		struct tape *tape;
		struct span line;

		assert_int_equal(recorder_add(recorder, text, LEN), 0);
		recorder_free(recorder);
		bytes = get_file(folder->paths[i], &len);
		assert_int_equal(pipe(fds), 0);
		assert_in_range(len, 1, 1 << 15);
		assert_int_equal(write(fds[1], bytes, len), len);
		tape = open_stdin(fds[0], &old);
		assert_int_equal(tape_next(tape, &line), TAPE_LINE);
		assert_int_equal(line.len, LEN - 1);
		close_stdin(tape, old);
		close(fds[0]);
		close(fds[1]);
		free(bytes);
	}
	free(text);
}

static void a_stream_that_breaks_off_is_cut(void **state)
{
	int fds[2], old;
	struct tape *tape;
	struct span line;

	(void)state;
	assert_int_equal(pipe(fds), 0);
	tape = open_stdin(fds[0], &old);
	assert_int_equal(write(fds[1], "{}\n{", 4), 4);
	close(fds[1]);
	expect_text(tape, "{}");
	assert_int_equal(tape_next(tape, &line), TAPE_CUT);
	close_stdin(tape, old);
	close(fds[0]);
}

static void a_file_on_standard_input_is_a_file(void **state)
{
	struct folder *folder = *state;
	struct tape *tape;
	int fd, old;

	put_file(folder->paths[0], "a\nb\nc\n", 6);
	fd = open(folder->paths[0], O_RDONLY);
	assert_int_equal(lseek(fd, 2, SEEK_SET), 2);
	tape = open_stdin(fd, &old);
	assert_int_equal(tape_fd(tape), -1);
	expect_text(tape, "b");
	expect_text(tape, "c");
	assert_int_equal(tape_seek(tape, 0), 0);
	expect_text(tape, "b");
	assert_int_equal(lseek(fd, 0, SEEK_CUR), 2);
	close_stdin(tape, old);
	close(fd);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_setup, folder_teardown)
	const struct CMUnitTest tests[] = {
		TEST(a_stream_is_read_as_it_comes),
		TEST(nothing_that_came_is_left_for_later),
		TEST(a_stream_that_breaks_off_is_cut),
		TEST(a_file_on_standard_input_is_a_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
