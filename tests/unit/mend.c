/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "recording.h"

#include <errno.h>

/* Lines of a file that is cut off or damaged, whatever they are. */
static size_t count_lines(const char *path, enum tape_result *end)
{
	struct tape *tape = tape_open(path);
	struct span line;
	size_t n_lines = 0;

	assert_non_null(tape);
	while ((*end = next_line(tape, &line)) == TAPE_LINE)
		n_lines++;
	tape_close(tape);
	return n_lines;
}

/*
 * Cut at each byte that is @step further: what could still be read of it is there after a line was
 * appended, and that line, and nothing else.
 */
static void append_after_every_cut(const char *path, size_t n_noise, size_t step)
{
	size_t len;
	char *whole = get_file(path, &len);

	for (size_t cut = 0; cut <= len; cut += step) {
		enum tape_result end;
		size_t n_lines;

		put_file(path, whole, cut);
		n_lines = count_lines(path, &end);
		assert_true(end == TAPE_CUT || end == TAPE_END);
		record_lines(path, n_lines, n_lines + 1, n_noise);
		expect_lines(path, n_lines + 1, n_noise, TAPE_END);
	}
	free(whole);
}

static void what_is_whole_before_any_cut_stays(void **state)
{
	struct folder *folder = *state;

	for (size_t i = 0; i < N_KINDS; i++) {
		record_lines(folder->paths[i], 0, 5, 40);
		record_lines(folder->paths[i], 5, 9, 40);
		append_after_every_cut(folder->paths[i], 40, 1);
	}
}

static void lines_of_many_blocks_stay_whole(void **state)
{
	struct folder *folder = *state;

	for (size_t i = 0; i < N_KINDS; i++) {
		record_lines(folder->paths[i], 0, 2, 300000);
		append_after_every_cut(folder->paths[i], 300000, 31013);
	}
}

/* As after a SIGKILL: each line was flushed, the frame was not ended. */
static void lines_of_a_program_that_was_killed_are_kept(void **state)
{
	struct folder *folder = *state;

	for (size_t i = 0; i < N_KINDS; i++) {
		struct recorder *recorder = open_recorder(folder->paths[i]);
		char *bytes;
		size_t len;

		for (size_t number = 0; number < 70; number++)
			add_line(recorder, number, 500);
		bytes = get_file(folder->paths[i], &len);
		recorder_free(recorder);
		put_file(folder->paths[i], bytes, len);
		expect_lines(folder->paths[i], 70, 500, TAPE_END);
		record_lines(folder->paths[i], 70, 71, 500);
		expect_lines(folder->paths[i], 71, 500, TAPE_END);
		free(bytes);
	}
}

/* Whatever the state between writing over the torn frame and cutting off its rest is, it is mended. */
static void mending_may_be_interrupted(void **state)
{
	struct folder *folder = *state;

	for (size_t i = 1; i < N_KINDS; i++) {
		size_t torn_len, mended_len;
		char *torn, *mended;

		record_lines(folder->paths[i], 0, 3, 100);
		torn = get_file(folder->paths[i], &torn_len);
		put_file(folder->paths[i], torn, torn_len - 20);
		recorder_free(open_recorder(folder->paths[i]));
		mended = get_file(folder->paths[i], &mended_len);
		expect_lines(folder->paths[i], 2, 100, TAPE_END);
		for (size_t n_over = 0; n_over <= mended_len; n_over++) {
			memcpy(torn, mended, n_over);
			put_file(folder->paths[i], torn, torn_len - 20);
			record_lines(folder->paths[i], 2, 3, 100);
			expect_lines(folder->paths[i], 3, 100, TAPE_END);
		}
		free(torn);
		free(mended);
	}
}

/* As file systems leave it when the power fails. */
static void zeros_at_the_end_are_cut_off(void **state)
{
	struct folder *folder = *state;
	static const size_t lengths[] = {1, 5, 4096, 100000};

	for (size_t i = 0; i < N_KINDS; i++)
		for (size_t k = 0; k < sizeof(lengths) / sizeof(*lengths); k++) {
			struct stat status;

			unlink(folder->paths[i]);
			record_lines(folder->paths[i], 0, 3, 100);
			assert_int_equal(stat(folder->paths[i], &status), 0);
			assert_int_equal(
				truncate(folder->paths[i], status.st_size + (off_t)lengths[k]), 0);
			record_lines(folder->paths[i], 3, 5, 100);
			expect_lines(folder->paths[i], 5, 100, TAPE_END);
		}
}

/* Packed by another program: longer frames, and a line that ends in the next frame. */
static void frames_of_others_are_mended(void **state)
{
	struct folder *folder = *state;
	static const char *const commands[] = {NULL, "gzip -9 -c", "zstd -q -19 -c"};

	for (size_t i = 1; i < N_KINDS; i++) {
		char command[400];
		const char *plain = folder->paths[0];

		unlink(plain);
		record_lines(plain, 0, 200, 100);
		snprintf(command, sizeof(command),
			 "head -c 9999 %s | %s >%s && tail -c +10000 %s | head -c 9000 | %s >>%s",
			 plain, commands[i], folder->paths[i], plain, commands[i],
			 folder->paths[i]);
		if (system(command) != 0)
			skip();

		enum tape_result end;
		size_t n_lines = count_lines(folder->paths[i], &end);

		assert_int_equal(end, TAPE_CUT);
		assert_in_range(n_lines, 100, 199);
		record_lines(folder->paths[i], n_lines, n_lines + 1, 100);
		expect_lines(folder->paths[i], n_lines + 1, 100, TAPE_END);
		append_after_every_cut(folder->paths[i], 100, 997);
	}
}

/* What a frame begins with, and a frame without a checksum, in the packed text of the last one. */
static void what_only_looks_like_a_frame_is_none(void **state)
{
	struct folder *folder = *state;
	static const struct span looks[] = {
		{NULL, 0}, {"\x1f\x8b\x08\x1f\x8b\x08", 6}, {"\x28\xb5\x2f\xfd\0\x58\1\0\0", 9}};

	for (size_t i = 1; i < N_KINDS; i++) {
		struct recorder *recorder = open_recorder(folder->paths[i]);
		char noise[3000] = "{\"overtop\":";
		uint32_t seed = 1;
		size_t whole_len;
		char *whole;

		/* Nothing repeats, so that it is stored as it is. */
		for (size_t at = strlen(noise); at < sizeof(noise); at++) {
			seed = seed * 1664525 + 1013904223;
			noise[at] = seed >> 24 == '\n' ? ' ' : (char)(seed >> 24);
		}
		memcpy(noise + 2000, looks[i].text, looks[i].len);
		noise[sizeof(noise) - 1] = '\n';
		assert_int_equal(recorder_add(recorder, noise, sizeof(noise)), 0);
		assert_int_equal(recorder_free(recorder), 0);
		whole = get_file(folder->paths[i], &whole_len);
		assert_non_null(memmem(whole + 10, whole_len - 10, looks[i].text, looks[i].len));
		for (size_t cut = whole_len - 1200; cut <= whole_len; cut++) {
			enum tape_result end;
			size_t n_lines;

			put_file(folder->paths[i], whole, cut);
			n_lines = count_lines(folder->paths[i], &end);
			recorder_free(open_recorder(folder->paths[i]));
			assert_int_equal(count_lines(folder->paths[i], &end), n_lines);
			assert_int_equal(end, TAPE_END);
		}
		free(whole);
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_setup, folder_teardown)
	const struct CMUnitTest tests[] = {
		TEST(what_is_whole_before_any_cut_stays),
		TEST(lines_of_many_blocks_stay_whole),
		TEST(lines_of_a_program_that_was_killed_are_kept),
		TEST(mending_may_be_interrupted),
		TEST(zeros_at_the_end_are_cut_off),
		TEST(frames_of_others_are_mended),
		TEST(what_only_looks_like_a_frame_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
