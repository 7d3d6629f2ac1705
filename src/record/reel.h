/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines out of an open recording, in small steps: what the tape plays, and what is asked where to append.
 *
 * The file is plain or compressed, as its first bytes say; frames are read one after the other.  Of a
 * file the descriptor's own position is neither used nor moved; of anything else what is there is read,
 * and its flags are left alone, for others may share them.
 */
#ifndef OVERTOP_RECORD_REEL_H
#define OVERTOP_RECORD_REEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/scan.h"
#include "record/pack.h"

enum reel_result {
	REEL_LINE,  /* *line is the next one */
	REEL_MORE,  /* some work was done; no line is whole yet */
	REEL_END,   /* there is no more, for now */
	REEL_LATER, /* not a file: nothing has come yet */
	REEL_BAD,   /* reel_error() says why; until reel_go() */
};

struct reel;

/* @fd stays the caller's; a regular file is read from @offset, anything else from where it is. */
struct reel *reel_new(int fd, bool is_file, uint64_t offset);
void reel_free(struct reel *reel);

/*
 * One step.  The line is without its newline, which is in memory behind it; borrowed until the next step.
 */
enum reel_result reel_next(struct reel *reel, struct span *line);

/*
 * EBADMSG: what is there is damaged, EMSGSIZE: the line is longer than RECORD_MAX_LINE, else why it cannot
 * be read.
 */
int reel_error(const struct reel *reel);
/* Where in the file the frame began that was read last: what is before it is known to be good. */
uint64_t reel_frame(const struct reel *reel);

/* What has come of the next line. */
struct span reel_rest(const struct reel *reel);
/* Does what was read end in the middle of a line, or of something that a frame is made of? */
bool reel_is_within(const struct reel *reel);
/* Would the next step read from the descriptor? */
bool reel_is_empty(const struct reel *reel);
/* As the first bytes say, as far as they came. */
enum packing reel_packing(const struct reel *reel);

/* Can be read from the line that comes next on, with reel_go() to *offset. */
bool reel_is_at_start(const struct reel *reel, uint64_t *offset);
/* Goes on with the file at @offset, where a line begins, and a frame if it is made of them. */
void reel_go(struct reel *reel, uint64_t offset);
/* How far the file was read; within a frame what has been read of its text is all that is known. */
double reel_position(const struct reel *reel);

#endif
