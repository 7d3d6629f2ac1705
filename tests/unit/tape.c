/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "recording.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>

#include "record/record.h"

static void what_is_no_file_is_an_error(void **state)
{
	struct folder *folder = *state;

	assert_null(tape_open("no/such/file"));
	assert_int_equal(errno, ENOENT);
	assert_null(tape_open(folder->name));
	assert_int_equal(errno, EISDIR);
	tape_close(NULL);
}

static void append(const char *path, const char *text)
{
	FILE *out = fopen(path, "a");

	assert_non_null(out);
	fputs(text, out);
	assert_int_equal(fclose(out), 0);
}

static void a_file_that_grows_is_read_on(void **state)
{
	struct folder *folder = *state;
	const char *path = folder->paths[2];
	struct tape *tape;
	struct span line;

	put_file(path, "", 0);
	tape = tape_open(path);
	for (int i = 0; i < 20; i++)
		assert_int_equal(tape_next(tape, &line), TAPE_END);
	assert_int_equal(tape_position(tape), 0);
	assert_true(tape_done_pct(tape) >= 100);
	append(path, "{");
	assert_int_equal(tape_next(tape, &line), TAPE_CUT);
	append(path, "}\n\nab");
	expect_text(tape, "{}");
	expect_text(tape, "");
	assert_int_equal(tape_next(tape, &line), TAPE_CUT);
	append(path, "c\n");
	expect_text(tape, "abc");
	assert_int_equal(tape_next(tape, &line), TAPE_END);
	assert_int_equal(tape_seek(tape, 1), 0);
	expect_text(tape, "");
	expect_text(tape, "abc");
	tape_close(tape);
}

static void a_recording_is_read_while_it_is_made(void **state)
{
	struct folder *folder = *state;

	for (size_t i = 0; i < N_KINDS; i++) {
		struct recorder *recorder = open_recorder(folder->paths[i]);
		struct tape *tape = tape_open(folder->paths[i]);

		for (size_t n = 0; n < 150; n++) {
			struct span line;

			add_line(recorder, n, 100);
			expect_line(tape, n, 100);
			/* However often it is asked. */
			for (int k = 0; k < 20; k++)
				assert_int_equal(next_line(tape, &line), TAPE_END);
		}
		recorder_free(recorder);
		tape_close(tape);
	}
}

enum { N_RUNS = 2, RUN_LINES = 3, N_ENDS = N_RUNS * (RUN_LINES + 1), N_NOISE = 60 };

static size_t size_of(const char *path)
{
	struct stat status;

	assert_int_equal(stat(path, &status), 0);
	return (size_t)status.st_size;
}

/* Notes where the file is whole: after each line, and after the frame that ends a run. */
static void record_runs(const char *path, size_t ends[N_ENDS])
{
	for (size_t run = 0; run < N_RUNS; run++) {
		struct recorder *recorder = open_recorder(path);

		for (size_t n = 0; n < RUN_LINES; n++) {
			add_line(recorder, run * RUN_LINES + n, N_NOISE);
			*ends++ = size_of(path);
		}
		recorder_free(recorder);
		*ends++ = size_of(path);
	}
}

static bool is_one_of(size_t at, const size_t ends[N_ENDS])
{
	for (size_t i = 0; i < N_ENDS; i++)
		if (ends[i] == at)
			return true;
	return false;
}

/* The lines that come next, and how it ends. */
static enum tape_result play(struct tape *tape)
{
	enum tape_result end;
	struct span line;

	for (size_t n = tape_position(tape); (end = next_line(tape, &line)) == TAPE_LINE; n++)
		assert_line(line, n, N_NOISE);
	return end;
}

/*
 * Byte by byte, for a tape that reads on and for one that begins.  A flush of gzip adds an empty block (RFC
 * 1951 3.2.4), of five bytes if those of the line end with a byte: then all is whole before it, too.
 */
static void nothing_is_cut_off_where_a_line_ends(void **state)
{
	struct folder *folder = *state;

	for (size_t i = 0; i < N_KINDS; i++) {
		size_t ends[N_ENDS];
		struct tape *growing;
		size_t len;
		char *bytes;
		int fd;

		record_runs(folder->paths[i], ends);
		bytes = get_file(folder->paths[i], &len);
		put_file(folder->paths[i], "", 0);
		growing = tape_open(folder->paths[i]);
		fd = open(folder->paths[i], O_WRONLY | O_APPEND);
		for (size_t cut = 1; cut <= len; cut++) {
			struct tape *tape = tape_open(folder->paths[i]);
			enum tape_result end;

			assert_int_equal(write(fd, bytes + cut - 1, 1), 1);
			end = play(tape);
			if (i != 1 || !is_one_of(cut + 5, ends))
				assert_int_equal(end, is_one_of(cut, ends) ? TAPE_END : TAPE_CUT);
			assert_int_equal(play(growing), end);
			assert_int_equal(tape_position(growing), tape_position(tape));
			tape_close(tape);
		}
		assert_int_equal(tape_position(growing), N_RUNS * RUN_LINES);
		tape_close(growing);
		close(fd);
		free(bytes);
	}
}

/* Each block of zstd is whole, and the line is not. */
static void a_line_is_cut_off_between_its_blocks(void **state)
{
	struct folder *folder = *state;
	const char *path = folder->paths[2];
	enum { HEADER = 6, BLOCK_HEADER = 3 }; /* RFC 8878 3.1.1.1, of an unknown size; 3.1.1.2 */
	const unsigned char *header;
	size_t len, cut;
	char *bytes;

	record_lines(path, 0, 1, 300000);
	bytes = get_file(path, &len);
	header = (const unsigned char *)bytes + HEADER;
	cut = HEADER + BLOCK_HEADER + ((header[0] | header[1] << 8 | header[2] << 16) >> 3);
	assert_in_range(cut, 50000, len - 50000);
	put_file(path, bytes, cut);
	expect_lines(path, 0, 0, TAPE_CUT);
	free(bytes);
}

/* Any line that was read can be gone to, also while the rest is still unread. */
static void going_anywhere_gives_the_line_that_is_there(void **state)
{
	struct folder *folder = *state;
	enum { N_LINES = 400 };

	for (size_t i = 0; i < N_KINDS; i++) {
		struct tape *tape;
		uint32_t random = 7;
		size_t n_known = 0;
		size_t at = 0;

		for (size_t n = 0; n < N_LINES; n += 100)
			record_lines(folder->paths[i], n, n + 100, 700);
		tape = tape_open(folder->paths[i]);
		for (int step = 0; step < 3000; step++) {
			random = random * 1664525 + 1013904223;
			if ((random >> 16) % 8 == 0) {
				at = (random >> 20) % (n_known + 1);
				assert_int_equal(tape_seek(tape, at), 0);
			}
			assert_int_equal(tape_position(tape), at);
			if (at == N_LINES)
				continue;
			expect_line(tape, at++, 700);
			n_known = at > n_known ? at : n_known;
		}
		assert_true(n_known > 200);
		tape_close(tape);
	}
}

static void going_back_reads_one_frame_only(void **state)
{
	struct folder *folder = *state;

	for (size_t i = 0; i < N_KINDS; i++) {
		struct tape *tape;
		FILE *out;

		record_lines(folder->paths[i], 0, 200, 2000);
		tape = tape_open(folder->paths[i]);
		for (size_t n = 0; n < 200; n++)
			expect_line(tape, n, 2000);
		/* Nobody could come through there any more. */
		out = fopen(folder->paths[i], "r+");
		for (int n = 0; n < 100000; n++)
			putc('\n', out);
		fclose(out);
		assert_int_equal(tape_seek(tape, 195), 0);
		expect_line(tape, 195, 2000);
		assert_int_equal(tape_seek(tape, 128), 0);
		expect_line(tape, 128, 2000);
		tape_close(tape);
	}
}

static void how_far_it_is_grows_to_all(void **state)
{
	struct folder *folder = *state;

	for (size_t i = 0; i < N_KINDS; i++) {
		struct tape *tape;
		double before = -1;

		record_lines(folder->paths[i], 0, 200, 1000);
		tape = tape_open(folder->paths[i]);
		for (size_t n = 0; n < 200; n++) {
			double done = tape_done_pct(tape);

			assert_true(done > before && fabs(done - (double)n / 2) < 2);
			before = done;
			expect_line(tape, n, 1000);
		}
		assert_true(tape_done_pct(tape) >= 100);
		assert_int_equal(tape_fd(tape), -1);
		tape_close(tape);
	}
}

/* Lines of frames before the damage are as they were; and it never loops, nor reads beyond anything. */
static void damage_anywhere_is_survived(void **state)
{
	struct folder *folder = *state;

	for (size_t i = 0; i < N_KINDS; i++) {
		struct stat status;
		size_t len;
		char *bytes;

		record_lines(folder->paths[i], 0, 4, 60);
		assert_int_equal(stat(folder->paths[i], &status), 0);
		record_lines(folder->paths[i], 4, 8, 60);
		bytes = get_file(folder->paths[i], &len);
		for (size_t bit = (size_t)status.st_size * 8; bit < len * 8; bit++) {
			size_t n_lines = 0;
			enum tape_result end;
			struct tape *tape;
			struct span line;

			bytes[bit / 8] ^= (char)(1 << bit % 8);
			put_file(folder->paths[i], bytes, len);
			bytes[bit / 8] ^= (char)(1 << bit % 8);
			tape = tape_open(folder->paths[i]);
			for (; (end = next_line(tape, &line)) == TAPE_LINE; n_lines++)
				if (n_lines < 4)
					assert_line(line, n_lines, 60);
			assert_true(n_lines >= 4);
			assert_int_equal(next_line(tape, &line), end);
			if (end == TAPE_BAD)
				assert_non_null(strstr(tape_problem(tape), "damaged after byte"));
			assert_int_equal(tape_seek(tape, 2), 0);
			expect_line(tape, 2, 60);
			tape_close(tape);
		}
		free(bytes);
	}
}

/* What follows them in the same frame is none of their business. */
static void lines_before_the_damage_are_read(void **state)
{
	struct folder *folder = *state;

	for (size_t i = 1; i < N_KINDS; i++) {
		struct recorder *recorder = open_recorder(folder->paths[i]);
		size_t len;
		char *bytes;

		add_line(recorder, 0, 60);
		add_line(recorder, 1, 60);
		free(get_file(folder->paths[i], &len));
		add_line(recorder, 2, 60);
		recorder_free(recorder);
		bytes = get_file(folder->paths[i], &(size_t){0});
		memset(bytes + len, 0xff, 10);
		put_file(folder->paths[i], bytes, len + 20);
		expect_lines(folder->paths[i], 2, 60, TAPE_BAD);
		free(bytes);
	}
}

/* A line as long as may be, and one that is longer by a byte. */
static void a_line_has_a_limit(void **state)
{
	struct folder *folder = *state;
	const char *path = folder->paths[0];

	for (int over = 0; over < 2; over++) {
		FILE *out = fopen(path, "w");
		struct tape *tape;
		struct span line;
		enum tape_result result;
		int n_later = 0;

		fputs("{}\n", out);
		fseek(out, RECORD_MAX_LINE + over, SEEK_CUR);
		fputs("\n", out);
		fclose(out);
		tape = tape_open(path);
		expect_text(tape, "{}");
		while ((result = tape_next(tape, &line)) == TAPE_LATER)
			n_later++;
		assert_in_range(n_later, 50, 70);
		assert_int_equal(result, over ? TAPE_BAD : TAPE_LINE);
		if (over)
			assert_string_equal(tape_problem(tape), "a line is too long");
		else
			assert_int_equal(line.len, RECORD_MAX_LINE);
		assert_int_equal(tape_seek(tape, 0), 0);
		expect_text(tape, "{}");
		tape_close(tape);
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_setup, folder_teardown)
	const struct CMUnitTest tests[] = {
		TEST(what_is_no_file_is_an_error),
		TEST(a_file_that_grows_is_read_on),
		TEST(a_recording_is_read_while_it_is_made),
		TEST(nothing_is_cut_off_where_a_line_ends),
		TEST(a_line_is_cut_off_between_its_blocks),
		TEST(going_anywhere_gives_the_line_that_is_there),
		TEST(going_back_reads_one_frame_only),
		TEST(how_far_it_is_grows_to_all),
		TEST(damage_anywhere_is_survived),
		TEST(lines_before_the_damage_are_read),
		TEST(a_line_has_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
