/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "record/tape.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/xalloc.h"
#include "record/reel.h"

/* Steps of a reel in one call: a mebibyte of text. */
enum { MOST_STEPS = 16 };

/* Lines of a plain file between two marks. */
enum { PLAIN_MARK_LINES = 64 };

/* A place where reading can begin. */
struct mark {
	size_t line;
	uint64_t offset; /* in the file */
};

struct tape {
	int fd;
	bool is_file;
	struct reel *reel;
	size_t reel_line;   /* that the reel gives next; up to the wanted one they are skipped */
	size_t next_line;   /* that is wanted next */
	size_t n_known;     /* lines that were read */
	struct mark *marks; /* ascending; the first is the beginning */
	size_t n_marks;
	size_t marks_capacity;
	struct arena arena; /* of the problem */
	const char *problem;
};

/* A FIFO is opened without waiting for who writes it; standard input may be shared, and is left as it is. */
static int open_fd(const char *path)
{
	int fd;

	if (strcmp(path, "-") == 0)
		return fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	do
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	while (fd < 0 && errno == EINTR);
	return fd;
}

static void put_mark(struct tape *tape, size_t line, uint64_t offset)
{
	tape->marks =
		xgrow(tape->marks, &tape->marks_capacity, tape->n_marks + 1, sizeof(*tape->marks));
	tape->marks[tape->n_marks++] = (struct mark){.line = line, .offset = offset};
}

static struct tape *tape_of(int fd, bool is_file)
{
	struct tape *tape = xcalloc(1, sizeof(*tape));
	off_t at = is_file ? lseek(fd, 0, SEEK_CUR) : 0;
	uint64_t offset = at > 0 ? (uint64_t)at : 0;

	tape->fd = fd;
	tape->is_file = is_file;
	tape->reel = reel_new(fd, is_file, offset);
	arena_init(&tape->arena);
	put_mark(tape, 0, offset);
	return tape;
}

struct tape *tape_open(const char *path)
{
	struct stat status;
	int fd = open_fd(path);
	int error = 0;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &status) < 0)
		error = errno;
	else if (S_ISDIR(status.st_mode))
		error = EISDIR;
	if (!error)
		return tape_of(fd, S_ISREG(status.st_mode));
	close(fd);
	errno = error;
	return NULL;
}

void tape_close(struct tape *tape)
{
	if (!tape)
		return;
	reel_free(tape->reel);
	close(tape->fd);
	free(tape->marks);
	arena_fini(&tape->arena);
	free(tape);
}

/* Frames have their lines' worth of work in them; lines of a plain file do not. */
static void mark(struct tape *tape)
{
	size_t marked = tape->marks[tape->n_marks - 1].line;
	size_t distance = reel_packing(tape->reel) == PACKING_PLAIN ? PLAIN_MARK_LINES : 1;
	uint64_t offset;

	if (!tape->is_file || tape->reel_line < marked + distance)
		return;
	if (reel_is_at_start(tape->reel, &offset))
		put_mark(tape, tape->reel_line, offset);
}

/* Returns whether it is the one that is wanted. */
static bool count_line(struct tape *tape)
{
	tape->reel_line++;
	if (tape->n_known < tape->reel_line)
		tape->n_known = tape->reel_line;
	if (tape->reel_line <= tape->next_line)
		return false;
	tape->next_line = tape->reel_line;
	return true;
}

static void tell_problem(struct tape *tape)
{
	int error = reel_error(tape->reel);

	arena_reset(&tape->arena);
	if (error == EMSGSIZE)
		tape->problem = _("a line is too long");
	else if (error == EBADMSG)
		tape->problem = arena_printf(&tape->arena, _("damaged after byte %" PRIu64),
					     reel_frame(tape->reel));
	else
		tape->problem = arena_strdup(&tape->arena, strerror(error));
}

enum tape_result tape_next(struct tape *tape, struct span *line)
{
	for (int n_steps = 0;;) {
		mark(tape);
		switch (reel_next(tape->reel, line)) {
		case REEL_LINE:
			if (count_line(tape))
				return TAPE_LINE;
			break;
		case REEL_MORE:
			/* What has been read from a stream will not wake who waits for it. */
			if (++n_steps >= MOST_STEPS && reel_is_empty(tape->reel))
				return TAPE_LATER;
			break;
		case REEL_END:
			return reel_is_within(tape->reel) ? TAPE_CUT : TAPE_END;
		case REEL_LATER:
			return TAPE_LATER;
		case REEL_BAD:
			tell_problem(tape);
			return TAPE_BAD;
		}
	}
}

size_t tape_position(const struct tape *tape)
{
	return tape->next_line;
}

/* The last one that is not behind the line. */
static const struct mark *find_mark(const struct tape *tape, size_t line)
{
	size_t low = 0;
	size_t high = tape->n_marks;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (tape->marks[middle].line <= line)
			low = middle;
		else
			high = middle;
	}
	return &tape->marks[low];
}

int tape_seek(struct tape *tape, size_t line)
{
	const struct mark *from = find_mark(tape, line);

	if (!tape->is_file)
		return -ESPIPE;
	assert(line <= tape->n_known);
	tape->next_line = line;
	/* Forward within what is read anyway. */
	if (tape->reel_line >= from->line && tape->reel_line <= line)
		return 0;
	reel_go(tape->reel, from->offset);
	tape->reel_line = from->line;
	return 0;
}

int tape_fd(const struct tape *tape)
{
	return tape->is_file ? -1 : tape->fd;
}

double tape_done_pct(const struct tape *tape)
{
	struct stat status;
	double done;

	if (!tape->is_file || fstat(tape->fd, &status) < 0)
		return (double)NAN;
	if (status.st_size == 0)
		return 100;
	done = 100 * reel_position(tape->reel) / (double)status.st_size;
	return done < 100 ? done : 100;
}

const char *tape_problem(const struct tape *tape)
{
	return tape->problem ? tape->problem : "";
}
