/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "fuzz.h"

#include <assert.h>
#include <string.h>

#include "steer/undo_line.h"

/* What was read is written and read the same again, and names no file outside of its folder. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct change change, again;
	struct arena arena = {0};
	bool is_joined, was_joined;
	const char *line;

	if (undo_line_parse((const char *)data, size, &change, &is_joined) != 0)
		return 0;
	assert(change.target.number >= 0);
	assert(!change.target.device || !strchr(change.target.device, '/'));
	line = undo_line_format(&change, is_joined, &arena);
	assert(line[strlen(line) - 1] == '\n');
	/* A name with quotes may hold what ends the command. */
	if (undo_line_parse(line, strlen(line) - 1, &again, &was_joined) == 0) {
		assert(was_joined == is_joined);
		assert(cpuset_equal(&again.before, &change.before));
		change_fini(&again);
	}
	change_fini(&change);
	arena_fini(&arena);
	return 0;
}
