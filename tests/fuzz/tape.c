/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "fuzz.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "record/record.h"
#include "record/tape.h"

static int make_file(const uint8_t *data, size_t size)
{
	int fd = memfd_create("tape", MFD_CLOEXEC);

	assert(fd >= 0);
	assert(write(fd, data, size) == (ssize_t)size);
	return fd;
}

static struct tape *open_tape(int fd)
{
	char path[32];
	struct tape *tape;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	tape = tape_open(path);
	assert(tape);
	return tape;
}

static enum tape_result next_line(struct tape *tape, struct span *line)
{
	enum tape_result result;

	do
		result = tape_next(tape, line);
	while (result == TAPE_LATER);
	return result;
}

/* Enough to tell lines from each other. */
static uint32_t hash(struct span line)
{
	uint32_t value = 2166136261;

	assert(line.len <= RECORD_MAX_LINE);
	for (size_t i = 0; i < line.len; i++)
		value = (value ^ (unsigned char)line.text[i]) * 16777619;
	return value;
}

/* The same lines as the first time, from @first on. */
static void read_again(struct tape *tape, size_t first, const uint32_t *hashes, size_t n_lines,
		       enum tape_result end)
{
	struct span line;

	assert(tape_seek(tape, first) == 0);
	for (size_t i = first; i < n_lines; i++) {
		assert(tape_position(tape) == i);
		assert(next_line(tape, &line) == TAPE_LINE);
		assert(hash(line) == hashes[i]);
	}
	assert(next_line(tape, &line) == end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = make_file(data, size);
	struct tape *tape = open_tape(fd);
	uint32_t *hashes = NULL;
	size_t capacity = 0;
	size_t n_lines = 0;
	enum tape_result end;
	struct span line;

	while ((end = next_line(tape, &line)) == TAPE_LINE) {
		hashes = xgrow(hashes, &capacity, n_lines + 1, sizeof(*hashes));
		hashes[n_lines++] = hash(line);
		assert(tape_position(tape) == n_lines);
		assert(tape_done_pct(tape) >= 0 && tape_done_pct(tape) <= 100);
	}
	read_again(tape, 0, hashes, n_lines, end);
	read_again(tape, n_lines / 2, hashes, n_lines, end);
	read_again(tape, n_lines, hashes, n_lines, end);
	assert((end == TAPE_BAD) == (*tape_problem(tape) != '\0'));
	tape_close(tape);
	close(fd);
	free(hashes);
	return 0;
}
