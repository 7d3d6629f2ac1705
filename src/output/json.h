/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * JSON both ways: structs described by shapes, as text, and back.  Only the two files behind it know the library.
 *
 * Numbers are written with as many digits as those of an interval have, so that reading these gives the same
 * double to the last bit; whole ones as integers.
 * Texts are raw: bytes that are not UTF-8 become '?', as they would on the screen.
 */
#ifndef OVERTOP_OUTPUT_JSON_H
#define OVERTOP_OUTPUT_JSON_H

#include <stddef.h>

#include "base/arena.h"
#include "record/shape.h"

/* One line without a newline, in @arena; what is not there is left out. */
const char *json_write(const struct shape *shape, const struct axis *axis, const void *root,
		       struct arena *arena, size_t *len);

/*
 * Fills @root, all zero before, from an object; everything it points to is in @arena.  What is not there
 * is unknown, 0, false, NULL or no rows; what is there and not known is ignored.  0, or -EINVAL with *why
 * set to a text in @arena: no JSON, or a member of another kind than the shape says ("cpus[3].us: not a
 * number").
 */
int json_read(const struct shape *shape, const struct axis *axis, void *root, const char *text,
	      size_t len, struct arena *arena, const char **why);

#endif
