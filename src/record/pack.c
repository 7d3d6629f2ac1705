/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "record/pack.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "base/xalloc.h"
#include "record/recorder.h"

/*
 * What lines of 33 kB (30 processes and 30 threads) and of 208 kB became, and the CPU that took, each line
 * flushed, on a machine of 2 CPUs:
 *
 *	zstd 1   3.3 kB  0.08 ms   22 kB  0.4 ms	gzip 1   6.7 kB  0.25 ms   37 kB  1.3 ms
 *	zstd 3   3.5 kB  0.14 ms   25 kB  0.9 ms	gzip 4   5.7 kB  0.38 ms   32 kB  2.2 ms
 *	zstd 9   3.0 kB  0.63 ms   21 kB  4.0 ms	gzip 6   5.1 kB  0.73 ms   29 kB  4.1 ms
 *
 * Of zstd the fastest level is smaller than those up to 5 as well: what repeats are whole texts of the line
 * before, which are easily found.  gzip looks back over 32 KiB only; 4 is its last level before twice the
 * time buys a tenth.
 */
enum { ZSTD_LEVEL = 1, GZIP_LEVEL = 4 };

/* zlib: the largest window and memory for it; 16 more asks for the frame of gzip. */
enum { GZIP_WINDOW = 15 + 16, GZIP_MEMORY = 8 };

/* Room that is made in the output at a time.  Always the same, for the output of zlib depends on it. */
enum { PIECE = 64 << 10 };

struct packer {
	enum packing packing;
	z_stream gzip;
	ZSTD_CCtx *zstd;
	size_t n_lines; /* in this frame */
	size_t n_text;  /* bytes of them */
};

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text);
	size_t end_len = strlen(end);

	return len > end_len && memcmp(text + len - end_len, end, end_len) == 0;
}

enum packing packing_of_name(const char *name)
{
	if (ends_with(name, ".zst"))
		return PACKING_ZSTD;
	return ends_with(name, ".gz") ? PACKING_GZIP : PACKING_PLAIN;
}

static unsigned char *make_room(struct bytes *out, size_t room)
{
	out->bytes = xgrow(out->bytes, &out->capacity, out->len + room, 1);
	return out->bytes + out->len;
}

static void pack_plain(const char *text, size_t len, struct bytes *out)
{
	if (!len)
		return;
	memcpy(make_room(out, len), text, len);
	out->len += len;
}

static void pack_gzip(z_stream *gzip, const char *text, size_t len, bool is_end, struct bytes *out)
{
	assert(len <= UINT_MAX);
	/* zlib does not write there, it only does not say so. */
	gzip->next_in = (Bytef *)(uintptr_t)text;
	gzip->avail_in = (uInt)len;
	do {
		gzip->next_out = make_room(out, PIECE);
		gzip->avail_out = PIECE;
		deflate(gzip, is_end ? Z_FINISH : Z_SYNC_FLUSH);
		out->len += PIECE - gzip->avail_out;
	} while (gzip->avail_out == 0);
	if (is_end)
		deflateReset(gzip);
}

/* Returns whether it could. */
static bool pack_zstd(ZSTD_CCtx *zstd, const char *text, size_t len, bool is_end, struct bytes *out)
{
	ZSTD_inBuffer in = {.src = text, .size = len};
	size_t left;

	do {
		ZSTD_outBuffer piece = {.dst = make_room(out, PIECE), .size = PIECE};

		left = ZSTD_compressStream2(zstd, &piece, &in, is_end ? ZSTD_e_end : ZSTD_e_flush);
		out->len += piece.pos;
	} while (left && !ZSTD_isError(left));
	return !ZSTD_isError(left);
}

static void pack(struct packer *packer, const char *text, size_t len, bool is_end,
		 struct bytes *out)
{
	bool is_done = true;

	switch (packer->packing) {
	case PACKING_PLAIN:
		pack_plain(text, len, out);
		break;
	case PACKING_GZIP:
		pack_gzip(&packer->gzip, text, len, is_end, out);
		break;
	case PACKING_ZSTD:
		is_done = pack_zstd(packer->zstd, text, len, is_end, out);
		break;
	}
	assert(is_done);
	(void)is_done;
}

/* The library gets its memory when the first frame begins: one that holds nothing shows whether it can. */
static bool begin_zstd(struct packer *packer)
{
	struct bytes none = {0};
	bool is_good;

	packer->zstd = ZSTD_createCCtx();
	if (!packer->zstd)
		return false;
	ZSTD_CCtx_setParameter(packer->zstd, ZSTD_c_compressionLevel, ZSTD_LEVEL);
	ZSTD_CCtx_setParameter(packer->zstd, ZSTD_c_checksumFlag, 1);
	is_good = pack_zstd(packer->zstd, "", 0, false, &none) &&
		  pack_zstd(packer->zstd, "", 0, true, &none);
	free(none.bytes);
	return is_good;
}

static bool begin(struct packer *packer)
{
	switch (packer->packing) {
	case PACKING_PLAIN:
		return true;
	case PACKING_GZIP:
		return deflateInit2(&packer->gzip, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY,
				    Z_DEFAULT_STRATEGY) == Z_OK;
	case PACKING_ZSTD:
		return begin_zstd(packer);
	}
	return false;
}

struct packer *packer_new(enum packing packing)
{
	struct packer *packer = xcalloc(1, sizeof(*packer));

	packer->packing = packing;
	if (begin(packer))
		return packer;
	packer_free(packer);
	return NULL;
}

void packer_free(struct packer *packer)
{
	if (!packer)
		return;
	if (packer->packing == PACKING_GZIP)
		deflateEnd(&packer->gzip);
	ZSTD_freeCCtx(packer->zstd);
	free(packer);
}

bool packer_is_at_frame(const struct packer *packer)
{
	return packer->n_lines == 0;
}

void packer_add(struct packer *packer, const char *line, size_t len, struct bytes *out)
{
	assert(len > 0 && line[len - 1] == '\n');
	pack(packer, line, len, false, out);
	packer->n_lines++;
	packer->n_text += len;
	if (packer->n_lines == RECORDER_FRAME_LINES || packer->n_text >= PACKER_FRAME_TEXT)
		packer_end(packer, out);
}

void packer_end(struct packer *packer, struct bytes *out)
{
	if (packer_is_at_frame(packer))
		return;
	pack(packer, "", 0, true, out);
	packer->n_lines = 0;
	packer->n_text = 0;
}
