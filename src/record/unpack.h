/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes of a recording made text again, piece by piece, whatever the bytes are. */
#ifndef OVERTOP_RECORD_UNPACK_H
#define OVERTOP_RECORD_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

#include "record/pack.h"

enum unpack_result {
	UNPACK_MORE,  /* all that came was eaten, or all room is filled */
	UNPACK_FRAME, /* a frame ends where @in is now */
	UNPACK_BAD,   /* that is no frame: not to be called again before unpacker_restart() */
};

/* From where and to where; both are moved on. */
struct unpack_io {
	const unsigned char *in;
	size_t in_len;
	char *out;
	size_t room;
};

struct unpacker;

/*
 * What a file is that begins with these bytes: one at least.  Of fewer than PACKING_TELLING_BYTES, all
 * that is sure is what is PACKING_PLAIN; the rest may still become so.
 */
enum { PACKING_TELLING_BYTES = 4 };
enum packing packing_of_bytes(const unsigned char *bytes, size_t len);

/* NULL if the library has no memory for it. */
struct unpacker *unpacker_new(enum packing packing);
void unpacker_free(struct unpacker *unpacker);
/* What comes next is the beginning of a frame. */
void unpacker_restart(struct unpacker *unpacker);

enum unpack_result unpacker_run(struct unpacker *unpacker, struct unpack_io *io);
/* Is there text that had no room yet? */
bool unpacker_holds_text(const struct unpacker *unpacker);
/*
 * In a frame: is all that has come of it whole, header and blocks, with another block to follow?  So it is
 * where the packer flushed.
 */
bool unpacker_is_between_blocks(const struct unpacker *unpacker);

#endif
