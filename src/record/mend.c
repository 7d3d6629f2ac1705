/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "record/mend.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "record/record.h"
#include "record/reel.h"

/* What each line of a recording begins with. */
static const char first_words[] = "{\"overtop\":";
enum { FIRST_LEN = sizeof(first_words) - 1 };

/* What is looked through at a time. */
enum { PIECE = 16 << 10 };

/* The most that is written again, packed; what the recorder leaves torn is far smaller. */
enum { MOST_AGAIN = RECORD_MAX_LINE };

struct mending {
	int out;
	int in;
	enum packing packing;
	struct reel *reel;
	uint64_t size;
};

/* Bytes that a frame begins with when the packer made it, a checksum of zstd being one of them. */
static bool begins_frame(enum packing packing, const unsigned char *bytes)
{
	static const unsigned char gzip[] = {0x1f, 0x8b, 8};
	static const unsigned char zstd[] = {0x28, 0xb5, 0x2f, 0xfd};
	const unsigned char zstd_has_checksum = 1 << 2; /* RFC 8878 3.1.1.1.1 */

	if (packing == PACKING_GZIP)
		return memcmp(bytes, gzip, sizeof(gzip)) == 0;
	return memcmp(bytes, zstd, sizeof(zstd)) == 0 && bytes[sizeof(zstd)] & zstd_has_checksum;
}

enum { BEGINNING_LEN = 5 };

/* Returns how many bytes there are, or -errno. */
static ssize_t read_at(int fd, unsigned char *bytes, size_t len, uint64_t offset)
{
	size_t n_read = 0;

	while (n_read < len) {
		ssize_t got = pread(fd, bytes + n_read, len - n_read, (off_t)(offset + n_read));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (got == 0)
			break;
		n_read += (size_t)got;
	}
	return (ssize_t)n_read;
}

/* The last byte of a line, or the first of a frame. */
static bool is_border(enum packing packing, const unsigned char *bytes, size_t len)
{
	if (packing == PACKING_PLAIN)
		return len > 0 && *bytes == '\n';
	return len >= BEGINNING_LEN && begins_frame(packing, bytes);
}

/* The last one before *offset; 0 if there is none. */
static int find_border(const struct mending *mending, uint64_t *offset)
{
	unsigned char piece[PIECE + BEGINNING_LEN];

	while (*offset > 0) {
		/* A border may reach into what was looked through before. */
		size_t looked = *offset > PIECE ? PIECE : (size_t)*offset;
		ssize_t len = read_at(mending->in, piece, looked + BEGINNING_LEN, *offset - looked);

		if (len < 0)
			return (int)len;
		*offset -= looked;
		while (looked-- > 0) {
			if ((size_t)len < looked ||
			    !is_border(mending->packing, piece + looked, (size_t)len - looked))
				continue;
			*offset += looked;
			return 0;
		}
	}
	return 0;
}

/* 0 unless the file could not be read. */
static int reading_error(const struct reel *reel)
{
	int error = reel_error(reel);

	return error == EBADMSG || error == EMSGSIZE ? 0 : -error;
}

/* How far all is whole if a frame begins at @from: @from if it does not, or is torn. */
static int find_whole(const struct mending *mending, uint64_t from, uint64_t *whole)
{
	enum reel_result result;
	struct span line;
	uint64_t offset;

	reel_go(mending->reel, from);
	do {
		if (reel_is_at_start(mending->reel, &offset))
			*whole = offset;
		result = reel_next(mending->reel, &line);
	} while (result == REEL_LINE || result == REEL_MORE);
	return reading_error(mending->reel);
}

/* The whole lines of the torn frame, as whole frames. */
static int pack_again(const struct mending *mending, uint64_t whole, struct bytes *again)
{
	struct packer *packer = packer_new(mending->packing);
	enum reel_result result;
	struct span line;

	if (!packer)
		return -ENOMEM;
	reel_go(mending->reel, whole);
	do {
		result = reel_next(mending->reel, &line);
		if (result == REEL_LINE)
			packer_add(packer, line.text, line.len + 1, again);
	} while ((result == REEL_LINE || result == REEL_MORE) && again->len <= MOST_AGAIN);
	packer_end(packer, again);
	packer_free(packer);
	return again->len > MOST_AGAIN ? -EFBIG : reading_error(mending->reel);
}

static int cut(const struct mending *mending, uint64_t size)
{
	int result;

	do
		result = ftruncate(mending->out, (off_t)size);
	while (result < 0 && errno == EINTR);
	return result < 0 ? -errno : 0;
}

static int write_at(int fd, const unsigned char *bytes, size_t len, uint64_t offset)
{
	size_t n_written = 0;

	while (n_written < len) {
		ssize_t put =
			pwrite(fd, bytes + n_written, len - n_written, (off_t)(offset + n_written));

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return put < 0 ? -errno : -ENOSPC;
		n_written += (size_t)put;
	}
	return 0;
}

/*
 * First over the torn frame, then what is left of it is cut away, so that there is never less in the
 * file than before.  Killed between the two, the file has its lines in whole frames and then bytes that
 * are no frame: the next mending cuts them off.  Killed while it is written over, nothing is lost either:
 * the packer makes the same bytes of the same lines as it did then, up to where the frame is ended.
 */
static int put_again(const struct mending *mending, uint64_t whole, const struct bytes *again)
{
	int flags = fcntl(mending->out, F_GETFL);
	int error;

	/* Where it is opened to append, even pwrite() does so. */
	if (flags < 0 || fcntl(mending->out, F_SETFL, flags & ~O_APPEND) < 0)
		return -errno;
	error = write_at(mending->out, again->bytes, again->len, whole);
	if (fcntl(mending->out, F_SETFL, flags) < 0 && !error)
		error = -errno;
	return error ? error : cut(mending, whole + again->len);
}

static int mend_plain(const struct mending *mending)
{
	uint64_t last = mending->size;
	int error = find_border(mending, &last);
	uint64_t whole = last ? last + 1 : 0;

	return error || whole == mending->size ? error : cut(mending, whole);
}

/*
 * What looks like the beginning of a frame may be packed text.  It is one if a whole frame follows it, for
 * that ends with a checksum; so the last one is believed only if the one before ends where it begins.
 */
static int mend_packed(const struct mending *mending)
{
	struct bytes again = {0};
	uint64_t begin = mending->size;
	uint64_t whole;
	int error;

	do {
		error = find_border(mending, &begin);
		whole = begin;
		if (!error)
			error = find_whole(mending, begin, &whole);
	} while (!error && whole == begin && begin > 0);
	if (error || whole == mending->size)
		return error;
	error = pack_again(mending, whole, &again);
	if (!error)
		error = put_again(mending, whole, &again);
	free(again.bytes);
	return error;
}

/* NULL if it is a recording, as far as it goes. */
static const char *find_fault(const struct mending *mending)
{
	struct reel *reel = mending->reel;
	enum reel_result result;
	struct span text;
	size_t len;

	do
		result = reel_next(reel, &text);
	while (result == REEL_MORE && reel_rest(reel).len < FIRST_LEN);
	errno = -reading_error(reel);
	if (errno)
		return _("it cannot be read");
	if (result != REEL_LINE)
		text = reel_rest(reel);
	len = result == REEL_LINE || text.len > FIRST_LEN ? FIRST_LEN : text.len;
	if (text.len < len || memcmp(text.text, first_words, len) != 0 ||
	    (result == REEL_BAD && len < FIRST_LEN))
		return _("it holds something that is no recording");
	if (reel_packing(reel) != mending->packing)
		return _("it is not compressed as its name says");
	return NULL;
}

static const char *mend_file(const struct mending *mending)
{
	const char *why = find_fault(mending);
	int error;

	if (why)
		return why;
	error = mending->packing == PACKING_PLAIN ? mend_plain(mending) : mend_packed(mending);
	errno = -error;
	return error ? _("its end is torn and cannot be mended") : NULL;
}

const char *mend(int out, int in, enum packing packing)
{
	struct mending mending = {.out = out, .in = in, .packing = packing};
	struct stat status;
	const char *why;
	int error;

	if (fstat(in, &status) < 0)
		return _("it cannot be read");
	if (status.st_size == 0)
		return NULL;
	mending.size = (uint64_t)status.st_size;
	mending.reel = reel_new(in, true, 0);
	why = mend_file(&mending);
	error = errno;
	reel_free(mending.reel);
	errno = error;
	return why;
}
