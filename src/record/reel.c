/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "record/reel.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "record/record.h"
#include "record/unpack.h"

/* Bytes read, and text made of them, at a time. */
enum { RAW_PIECE = 64 << 10, TEXT_PIECE = 64 << 10 };

struct reel {
	int fd;
	bool is_file;
	int error; /* of REEL_BAD */

	/* Bytes read and not yet eaten: [raw_at, raw_len). */
	unsigned char raw[RAW_PIECE];
	size_t raw_at;
	size_t raw_len;
	uint64_t offset; /* in the file, of raw_at */

	enum packing packing;
	struct unpacker *unpacker; /* NULL until the packing is sure */
	bool is_in_frame;
	uint64_t frame_offset; /* in the file, where it began */
	uint64_t frame_text;   /* bytes that have come of it */

	/* Text not yet given out: [text_at, text_len), of which the first @searched bytes are no newline. */
	char *text;
	size_t text_at;
	size_t text_len;
	size_t text_capacity;
	size_t searched;
};

struct reel *reel_new(int fd, bool is_file, uint64_t offset)
{
	struct reel *reel = xcalloc(1, sizeof(*reel));

	reel->fd = fd;
	reel->is_file = is_file;
	reel->text = xgrow(NULL, &reel->text_capacity, TEXT_PIECE, 1);
	reel_go(reel, offset);
	return reel;
}

void reel_free(struct reel *reel)
{
	if (!reel)
		return;
	unpacker_free(reel->unpacker);
	free(reel->text);
	free(reel);
}

static enum reel_result fail(struct reel *reel, int error)
{
	reel->error = error;
	return REEL_BAD;
}

/* Nothing but a file is read before it says that it will not wait. */
static bool is_ready(const struct reel *reel)
{
	struct pollfd poll_fd = {.fd = reel->fd, .events = POLLIN};

	return reel->is_file || poll(&poll_fd, 1, 0) > 0;
}

static ssize_t read_raw(struct reel *reel)
{
	unsigned char *raw = reel->raw + reel->raw_len;
	size_t room = sizeof(reel->raw) - reel->raw_len;
	uint64_t offset = reel->offset + reel->raw_len - reel->raw_at;
	ssize_t got;

	do
		got = reel->is_file ? pread(reel->fd, raw, room, (off_t)offset)
				    : read(reel->fd, raw, room);
	while (got < 0 && errno == EINTR);
	return got;
}

static enum reel_result fill(struct reel *reel)
{
	ssize_t got;

	if (reel->raw_at == reel->raw_len)
		reel->raw_at = reel->raw_len = 0;
	if (!is_ready(reel))
		return REEL_LATER;
	got = read_raw(reel);
	if (got < 0)
		return errno == EAGAIN ? REEL_LATER : fail(reel, errno);
	if (got == 0)
		return REEL_END;
	reel->raw_len += (size_t)got;
	return REEL_MORE;
}

/* Once there are enough bytes to tell which. */
static enum reel_result find_unpacker(struct reel *reel)
{
	size_t len = reel->raw_len - reel->raw_at;

	reel->packing = packing_of_bytes(reel->raw + reel->raw_at, len);
	if (reel->packing != PACKING_PLAIN && len < PACKING_TELLING_BYTES)
		return REEL_MORE;
	reel->unpacker = unpacker_new(reel->packing);
	return reel->unpacker ? REEL_MORE : fail(reel, ENOMEM);
}

static void make_room(struct reel *reel)
{
	if (reel->text_at) {
		reel->text_len -= reel->text_at;
		memmove(reel->text, reel->text + reel->text_at, reel->text_len);
		reel->text_at = 0;
	}
	reel->text = xgrow(reel->text, &reel->text_capacity, reel->text_len + TEXT_PIECE, 1);
}

static void begin_frame(struct reel *reel)
{
	reel->is_in_frame = reel->packing != PACKING_PLAIN;
	reel->frame_offset = reel->offset;
	reel->frame_text = 0;
}

static void unpack(struct reel *reel)
{
	struct unpack_io io = {.in = reel->raw + reel->raw_at,
			       .in_len = reel->raw_len - reel->raw_at,
			       .out = reel->text + reel->text_len,
			       .room = TEXT_PIECE};
	enum unpack_result result = unpacker_run(reel->unpacker, &io);
	size_t eaten = reel->raw_len - reel->raw_at - io.in_len;

	reel->raw_at += eaten;
	reel->offset += eaten;
	reel->text_len += TEXT_PIECE - io.room;
	reel->frame_text += TEXT_PIECE - io.room;
	if (result == UNPACK_FRAME)
		reel->is_in_frame = false;
	/* Said when the lines before it are given out. */
	if (result == UNPACK_BAD)
		reel->error = EBADMSG;
}

static bool take_line(struct reel *reel, struct span *line)
{
	const char *text = reel->text + reel->text_at;
	size_t len = reel->text_len - reel->text_at;
	const char *newline = memchr(text + reel->searched, '\n', len - reel->searched);

	reel->searched = len;
	if (!newline || newline - text > RECORD_MAX_LINE)
		return false;
	*line = (struct span){.text = text, .len = (size_t)(newline - text)};
	reel->text_at += line->len + 1;
	reel->searched = 0;
	return true;
}

bool reel_is_empty(const struct reel *reel)
{
	return !reel->unpacker ||
	       (reel->raw_at == reel->raw_len && !unpacker_holds_text(reel->unpacker));
}

enum reel_result reel_next(struct reel *reel, struct span *line)
{
	enum reel_result result = REEL_MORE;

	if (take_line(reel, line))
		return REEL_LINE;
	if (reel->error)
		return REEL_BAD;
	if (reel->text_len - reel->text_at > RECORD_MAX_LINE)
		return fail(reel, EMSGSIZE);
	if (reel_is_empty(reel))
		result = fill(reel);
	if (result == REEL_MORE && !reel->unpacker)
		result = find_unpacker(reel);
	if (result != REEL_MORE || !reel->unpacker)
		return result;
	make_room(reel);
	if (!reel->is_in_frame && reel->packing != PACKING_PLAIN)
		begin_frame(reel);
	unpack(reel);
	return take_line(reel, line) ? REEL_LINE : REEL_MORE;
}

int reel_error(const struct reel *reel)
{
	return reel->error;
}

uint64_t reel_frame(const struct reel *reel)
{
	return reel->frame_offset;
}

struct span reel_rest(const struct reel *reel)
{
	return (struct span){.text = reel->text + reel->text_at,
			     .len = reel->text_len - reel->text_at};
}

/* Only the end of the frame is still to come.  Nobody flushes after a header alone. */
static bool is_flushed(const struct reel *reel)
{
	return reel->frame_text > 0 && unpacker_is_between_blocks(reel->unpacker);
}

bool reel_is_within(const struct reel *reel)
{
	bool is_untold = !reel->unpacker && reel->raw_at < reel->raw_len;

	return (reel->is_in_frame && !is_flushed(reel)) || reel->text_at < reel->text_len ||
	       is_untold;
}

enum packing reel_packing(const struct reel *reel)
{
	return reel->packing;
}

bool reel_is_at_start(const struct reel *reel, uint64_t *offset)
{
	size_t rest = reel->text_len - reel->text_at;

	*offset = reel->offset - rest;
	return reel->packing == PACKING_PLAIN || (!reel->is_in_frame && rest == 0);
}

void reel_go(struct reel *reel, uint64_t offset)
{
	reel->error = 0;
	reel->raw_at = reel->raw_len = 0;
	reel->text_at = reel->text_len = reel->searched = 0;
	reel->is_in_frame = false;
	reel->offset = reel->frame_offset = offset;
	reel->frame_text = 0;
	if (reel->unpacker)
		unpacker_restart(reel->unpacker);
}

double reel_position(const struct reel *reel)
{
	size_t rest = reel->text_len - reel->text_at;
	double left = 0;

	/* What is left of a line may have come from the frame before. */
	if (rest)
		left = rest < reel->frame_text ? (double)rest / (double)reel->frame_text : 1;
	return (double)reel->frame_offset +
	       (double)(reel->offset - reel->frame_offset) * (1 - left);
}
