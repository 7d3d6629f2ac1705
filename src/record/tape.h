/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines read from a recording: a file, plain or compressed (told by its first bytes, not by its name), or a
 * stream that is still being written.  What the lines say is not its business.
 *
 * Of a file it remembers where frames begin, so that going back costs one frame at most.
 *
 * While a compressed file is written, and after its writer was killed, the last frame has no end.  Where it
 * was flushed after a line nothing is missing, and that is as good an end as that of a plain file.
 */
#ifndef OVERTOP_RECORD_TAPE_H
#define OVERTOP_RECORD_TAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/scan.h"

struct tape;

enum tape_result {
	TAPE_LINE,  /* *line is the next one */
	TAPE_END,   /* there is no more (of a file that grows: for now) */
	TAPE_LATER, /* a stream: nothing has come yet */
	TAPE_CUT,   /* the file ends in the middle of a line or block: all whole lines were read */
	TAPE_BAD,   /* it cannot be read on: see tape_problem() */
};

/* @path "-": standard input.  NULL and errno. */
struct tape *tape_open(const char *path);
void tape_close(struct tape *tape);

/*
 * The next line, without its newline, borrowed until the next call.  Never waits.  Does a bounded amount of
 * work at a time where lines are long or there are none: TAPE_LATER may come from a file too, and means
 * "call again".
 */
enum tape_result tape_next(struct tape *tape, struct span *line);

/* The number (from 0) of the line that comes next. */
size_t tape_position(const struct tape *tape);
/* Goes to a line that was read before, or the one after the last of them.  0 or -ESPIPE: a stream. */
int tape_seek(struct tape *tape, size_t line);

/* To wait for, for a stream; -1 for a file. */
int tape_fd(const struct tape *tape);
/* How much of the file has been read where the next line begins, in percent; NAN for a stream. */
double tape_done_pct(const struct tape *tape);
/* What is wrong, after TAPE_BAD: a translated text. */
const char *tape_problem(const struct tape *tape);

#endif
