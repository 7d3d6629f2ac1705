/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A file that lines are appended to, compressed if its name ends in .zst or .gz.
 *
 * Every line can be read as soon as recorder_add() returned: what is there is whole up to the last line,
 * whenever the program ends.  A disk that is full (or a FIFO whose reader is slow) loses nothing at
 * first: bytes wait in memory, up to a limit, and go when there is room; then whole lines are lost, and
 * counted.  Compressed files are made of independent frames (gzip: members) of some dozen lines, so that
 * a reader can begin in the middle.
 */
#ifndef OVERTOP_RECORD_RECORDER_H
#define OVERTOP_RECORD_RECORDER_H

#include <stdbool.h>
#include <stddef.h>

struct recorder;

/* Lines of a frame; the line that begins one should have what the others leave out (the topology). */
enum { RECORDER_FRAME_LINES = 64 };

/*
 * Opens @path to append, or makes it, readable by its owner alone if @is_private.  Of a file whose end is cut
 * off in the middle of a line or frame, the whole lines are kept and the rest is cut away.  NULL with *why
 * set to a translated text (static) and errno, 0 if it says nothing: cannot be opened, holds something
 * that is no recording, is written by another process (it is locked), is not compressed as its name says.
 */
struct recorder *recorder_new(const char *path, bool is_private, const char **why);

/* Ends the frame and closes; what still waits is tried once more.  0 or -errno if any of it is lost. */
int recorder_free(struct recorder *recorder);

/* Is the next line the first of a frame? */
bool recorder_is_at_frame(const struct recorder *recorder);

/* Appends @len bytes, which end with a newline.  0, or -errno while not all could be written. */
int recorder_add(struct recorder *recorder, const char *line, size_t len);

/* Lines that could not be kept. */
size_t recorder_lost(const struct recorder *recorder);

#endif
