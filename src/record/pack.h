/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines made small, for the recorder and for mending what it left behind.
 *
 * What a line became is whole in the buffer when packer_add() returns: a reader that has all of the
 * buffer can read the line.  Frames (of zstd; gzip calls them members) are independent of each other and
 * end by themselves, after RECORDER_FRAME_LINES lines or PACKER_FRAME_TEXT bytes of them.  The same lines
 * make the same bytes.
 */
#ifndef OVERTOP_RECORD_PACK_H
#define OVERTOP_RECORD_PACK_H

#include <stdbool.h>
#include <stddef.h>

enum { PACKER_FRAME_TEXT = 4 << 20 };

enum packing { PACKING_PLAIN, PACKING_GZIP, PACKING_ZSTD };

/* All zero is none; what it holds is freed by its owner. */
struct bytes {
	unsigned char *bytes;
	size_t len;
	size_t capacity;
};

struct packer;

/* What the end of the name asks for: .zst, .gz or neither. */
enum packing packing_of_name(const char *name);

/* NULL if the library has no memory for it; later it needs no more. */
struct packer *packer_new(enum packing packing);
void packer_free(struct packer *packer);

/* Is the next line the first of a frame? */
bool packer_is_at_frame(const struct packer *packer);
/* @line ends with a newline; what it becomes is appended to @out. */
void packer_add(struct packer *packer, const char *line, size_t len, struct bytes *out);
/* Ends the frame, if one has begun. */
void packer_end(struct packer *packer, struct bytes *out);

#endif
