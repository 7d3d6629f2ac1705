/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests of recordings: files of each kind in a folder of their own, and lines that tell their number. */
#ifndef OVERTOP_TEST_RECORDING_H
#define OVERTOP_TEST_RECORDING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/scan.h"
#include "base/xalloc.h"
#include "record/recorder.h"
#include "record/tape.h"

enum { N_KINDS = 3 };

struct folder {
	char name[32];
	char paths[N_KINDS][64]; /* plain, gzip, zstd */
};

static inline int folder_setup(void **state)
{
	static const char *const names[N_KINDS] = {"plain.json", "a.gz", "a.zst"};
	struct folder *folder = xcalloc(1, sizeof(*folder));

	snprintf(folder->name, sizeof(folder->name), "recording-XXXXXX");
	if (!mkdtemp(folder->name))
		return -1;
	for (size_t i = 0; i < N_KINDS; i++)
		snprintf(folder->paths[i], sizeof(folder->paths[i]), "%s/%s", folder->name,
			 names[i]);
	*state = folder;
	return 0;
}

static inline int folder_teardown(void **state)
{
	struct folder *folder = *state;

	for (size_t i = 0; i < N_KINDS; i++)
		unlink(folder->paths[i]);
	rmdir(folder->name);
	free(folder);
	return 0;
}

/* A line that numbers itself, with some bytes that do not pack well, and its newline; to be freed. */
static inline char *make_line(size_t number, size_t n_noise, size_t *len)
{
	char *line = xmalloc(n_noise + 64);
	uint32_t noise = (uint32_t)number * 2654435761u + 1;
	size_t at = (size_t)snprintf(line, 64, "{\"overtop\":1,\"n\":%zu,\"noise\":\"", number);

	for (size_t i = 0; i < n_noise; i++) {
		noise = noise * 1664525 + 1013904223;
		line[at++] = (char)('#' + (noise >> 24) % 56);
	}
	memcpy(line + at, "\"}\n", 4);
	*len = at + 3;
	return line;
}

static inline void add_line(struct recorder *recorder, size_t number, size_t n_noise)
{
	size_t len;
	char *line = make_line(number, n_noise, &len);

	assert_int_equal(recorder_add(recorder, line, len), 0);
	free(line);
}

static inline struct recorder *open_recorder(const char *path)
{
	const char *why = NULL;
	struct recorder *recorder = recorder_new(path, false, &why);

	if (!recorder)
		print_error("%s: %s\n", path, why);
	assert_non_null(recorder);
	return recorder;
}

/* Appends the lines [@from, @to). */
static inline void record_lines(const char *path, size_t from, size_t to, size_t n_noise)
{
	struct recorder *recorder = open_recorder(path);

	for (size_t i = from; i < to; i++)
		add_line(recorder, i, n_noise);
	assert_int_equal(recorder_free(recorder), 0);
}

static inline enum tape_result next_line(struct tape *tape, struct span *line)
{
	enum tape_result result;

	do
		result = tape_next(tape, line);
	while (result == TAPE_LATER);
	return result;
}

static inline void assert_line(struct span line, size_t number, size_t n_noise)
{
	size_t len;
	char *expected = make_line(number, n_noise, &len);

	assert_int_equal(line.len, len - 1);
	assert_memory_equal(line.text, expected, len - 1);
	free(expected);
}

static inline void expect_line(struct tape *tape, size_t number, size_t n_noise)
{
	struct span line;

	assert_int_equal(next_line(tape, &line), TAPE_LINE);
	assert_line(line, number, n_noise);
}

static inline void expect_text(struct tape *tape, const char *text)
{
	struct span line;

	assert_int_equal(next_line(tape, &line), TAPE_LINE);
	assert_int_equal(line.len, strlen(text));
	assert_memory_equal(line.text, text, line.len);
}

/* There are just the lines [0, @n_lines), and then that. */
static inline void expect_lines(const char *path, size_t n_lines, size_t n_noise,
				enum tape_result end)
{
	struct tape *tape = tape_open(path);
	struct span line;

	assert_non_null(tape);
	for (size_t i = 0; i < n_lines; i++)
		expect_line(tape, i, n_noise);
	assert_int_equal(next_line(tape, &line), end);
	assert_int_equal(tape_position(tape), n_lines);
	tape_close(tape);
}

/* A new file each time: some file systems write one out at once that was cut to nothing. */
static inline void put_file(const char *path, const void *bytes, size_t len)
{
	FILE *out;

	unlink(path);
	out = fopen(path, "w");
	assert_non_null(out);
	assert_int_equal(fwrite(bytes, 1, len, out), len);
	assert_int_equal(fclose(out), 0);
}

/* To be freed. */
static inline char *get_file(const char *path, size_t *len)
{
	FILE *in = fopen(path, "r");
	struct stat status;
	char *bytes;

	assert_non_null(in);
	assert_int_equal(fstat(fileno(in), &status), 0);
	*len = (size_t)status.st_size;
	bytes = xmalloc(*len);
	assert_int_equal(fread(bytes, 1, *len, in), *len);
	fclose(in);
	return bytes;
}

#endif
