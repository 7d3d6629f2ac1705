/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "record/unpack.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "base/xalloc.h"

/* zlib: the largest window; 16 more expects the frame of gzip and nothing else. */
enum { GZIP_WINDOW = 15 + 16 };

/* zlib: data_type after inflate(): a block has ended, not the last, and no bit of the next has come. */
enum { GZIP_BETWEEN_BLOCKS = 128 };

/* RFC 8878: of the header of a block, and of the beginning of a frame. */
enum { ZSTD_HEADER_LEN = 3, ZSTD_FIRST_LEN = 5 };

/* RFC 8878 3.1.1.2.1: in the first byte of the header of a block. */
enum { ZSTD_LAST_BLOCK = 1 };

struct unpacker {
	enum packing packing;
	z_stream gzip;
	ZSTD_DCtx *zstd;
	size_t zstd_likes; /* bytes, next */
	bool zstd_is_between_blocks;
	bool zstd_is_last_block; /* it has begun: no header of one will follow */
	bool holds_text;
};

struct magic {
	enum packing packing;
	unsigned char bytes[PACKING_TELLING_BYTES];
	unsigned char mask[PACKING_TELLING_BYTES];
};

static const struct magic magics[] = {
	/* RFC 1952; 8 is the only method there is */
	{PACKING_GZIP, {0x1f, 0x8b, 8, 0}, {0xff, 0xff, 0xff, 0}},
	/* RFC 8878 3.1.1, and the frames that are to be skipped of 3.1.2 */
	{PACKING_ZSTD, {0x28, 0xb5, 0x2f, 0xfd}, {0xff, 0xff, 0xff, 0xff}},
	{PACKING_ZSTD, {0x50, 0x2a, 0x4d, 0x18}, {0xf0, 0xff, 0xff, 0xff}},
};

static bool agrees(const struct magic *magic, const unsigned char *bytes, size_t len)
{
	for (size_t i = 0; i < len && i < PACKING_TELLING_BYTES; i++)
		if ((bytes[i] & magic->mask[i]) != magic->bytes[i])
			return false;
	return true;
}

enum packing packing_of_bytes(const unsigned char *bytes, size_t len)
{
	assert(len > 0);
	for (size_t i = 0; i < sizeof(magics) / sizeof(*magics); i++)
		if (agrees(&magics[i], bytes, len))
			return magics[i].packing;
	return PACKING_PLAIN;
}

struct unpacker *unpacker_new(enum packing packing)
{
	struct unpacker *unpacker = xcalloc(1, sizeof(*unpacker));
	bool is_good = true;

	unpacker->packing = packing;
	if (packing == PACKING_GZIP)
		is_good = inflateInit2(&unpacker->gzip, GZIP_WINDOW) == Z_OK;
	if (packing == PACKING_ZSTD) {
		unpacker->zstd = ZSTD_createDCtx();
		unpacker->zstd_likes = ZSTD_FIRST_LEN;
		is_good = unpacker->zstd != NULL;
	}
	if (is_good)
		return unpacker;
	unpacker_free(unpacker);
	return NULL;
}

void unpacker_free(struct unpacker *unpacker)
{
	if (!unpacker)
		return;
	if (unpacker->packing == PACKING_GZIP)
		inflateEnd(&unpacker->gzip);
	ZSTD_freeDCtx(unpacker->zstd);
	free(unpacker);
}

void unpacker_restart(struct unpacker *unpacker)
{
	unpacker->holds_text = false;
	unpacker->zstd_likes = ZSTD_FIRST_LEN;
	unpacker->zstd_is_between_blocks = unpacker->zstd_is_last_block = false;
	if (unpacker->packing == PACKING_GZIP)
		inflateReset(&unpacker->gzip);
	if (unpacker->packing == PACKING_ZSTD)
		ZSTD_DCtx_reset(unpacker->zstd, ZSTD_reset_session_only);
}

static enum unpack_result copy(struct unpack_io *io)
{
	size_t len = io->in_len < io->room ? io->in_len : io->room;

	memcpy(io->out, io->in, len);
	io->in += len;
	io->in_len -= len;
	io->out += len;
	io->room -= len;
	return UNPACK_MORE;
}

static enum unpack_result run_gzip(z_stream *gzip, struct unpack_io *io)
{
	uInt in_len = (uInt)(io->in_len < UINT_MAX ? io->in_len : UINT_MAX);
	uInt room = (uInt)(io->room < UINT_MAX ? io->room : UINT_MAX);
	int result;

	/* zlib does not write there, it only does not say so. */
	gzip->next_in = (Bytef *)(uintptr_t)io->in;
	gzip->avail_in = in_len;
	gzip->next_out = (Bytef *)io->out;
	gzip->avail_out = room;
	result = inflate(gzip, Z_NO_FLUSH);
	io->in += in_len - gzip->avail_in;
	io->in_len -= in_len - gzip->avail_in;
	io->out += room - gzip->avail_out;
	io->room -= room - gzip->avail_out;
	if (result == Z_STREAM_END)
		return inflateReset(gzip) == Z_OK ? UNPACK_FRAME : UNPACK_BAD;
	/* The latter when there was nothing to do. */
	return result == Z_OK || result == Z_BUF_ERROR ? UNPACK_MORE : UNPACK_BAD;
}

/* Returns what ZSTD_decompressStream() does: how much it likes to be given next, or an error. */
static size_t step_zstd(ZSTD_DCtx *zstd, struct unpack_io *io, size_t in_len)
{
	ZSTD_inBuffer in = {.src = io->in, .size = in_len};
	ZSTD_outBuffer out = {.dst = io->out, .size = io->room};
	size_t left = ZSTD_decompressStream(zstd, &out, &in);

	io->in += in.pos;
	io->in_len -= in.pos;
	io->out += out.pos;
	io->room -= out.pos;
	return left;
}

/*
 * After a step from @from to @to.  As much as the header of a block is liked for what is left of a checksum,
 * too; but that comes after the last block.
 */
static void note_border(struct unpacker *unpacker, const unsigned char *from,
			const unsigned char *to, size_t left)
{
	if (unpacker->zstd_is_between_blocks && to > from)
		unpacker->zstd_is_last_block = *from & ZSTD_LAST_BLOCK;
	if (left == 0)
		unpacker->zstd_is_last_block = false;
	unpacker->zstd_is_between_blocks = left == ZSTD_HEADER_LEN && !unpacker->zstd_is_last_block;
}

/*
 * Of a step that fails nothing is given out, not even what came before the damage.  So that this is no
 * more than a block, it never gets a block together with the header of the next one, as it likes to.
 */
static enum unpack_result run_zstd(struct unpacker *unpacker, struct unpack_io *io)
{
	size_t left;

	do {
		const unsigned char *from = io->in;
		size_t liked = unpacker->zstd_likes;

		if (liked > ZSTD_HEADER_LEN)
			liked -= ZSTD_HEADER_LEN;
		left = step_zstd(unpacker->zstd, io, liked < io->in_len ? liked : io->in_len);
		if (ZSTD_isError(left))
			return UNPACK_BAD;
		note_border(unpacker, from, io->in, left);
		unpacker->zstd_likes = left ? left : ZSTD_FIRST_LEN;
	} while (left && io->in_len && io->room);
	return left ? UNPACK_MORE : UNPACK_FRAME;
}

enum unpack_result unpacker_run(struct unpacker *unpacker, struct unpack_io *io)
{
	enum unpack_result result = UNPACK_BAD;

	switch (unpacker->packing) {
	case PACKING_PLAIN:
		return copy(io);
	case PACKING_GZIP:
		result = run_gzip(&unpacker->gzip, io);
		break;
	case PACKING_ZSTD:
		result = run_zstd(unpacker, io);
		break;
	}
	unpacker->holds_text = result == UNPACK_MORE && io->room == 0;
	return result;
}

bool unpacker_holds_text(const struct unpacker *unpacker)
{
	return unpacker->holds_text;
}

bool unpacker_is_between_blocks(const struct unpacker *unpacker)
{
	if (unpacker->packing == PACKING_GZIP)
		return unpacker->gzip.data_type == GZIP_BETWEEN_BLOCKS;
	return unpacker->zstd_is_between_blocks;
}
