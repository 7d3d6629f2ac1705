/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "task/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "task/numbers.h"
#include "task/parse.h"
#include "task/task.h"

/* Room for two numbers and the longest name: "2147483647/task/2147483647/schedstat". */
#define PATH_SIZE 64
/* All three files fit into this but for a status that lists hundreds of groups. */
#define TEXT_ROOM 8192

void task_reader_init(struct task_reader *reader, bool is_live)
{
	*reader = (struct task_reader){.proc = -1, .is_live = is_live};
}

void task_reader_fini(struct task_reader *reader)
{
	free(reader->text);
	task_reader_init(reader, reader->is_live);
}

static char *put_text(char *at, const char *text)
{
	return stpcpy(at, text);
}

static char *put_number(char *at, int number)
{
	char digits[12];
	size_t n = 0;

	do
		digits[n++] = (char)('0' + number % 10);
	while (number /= 10);
	while (n)
		*at++ = digits[--n];
	return at;
}

static void put_path(char path[PATH_SIZE], const struct task_place *place, const char *file)
{
	char *at = put_number(path, place->pid);

	if (!place->is_flat)
		at = put_number(put_text(at, "/task/"), place->tid);
	put_text(put_text(at, "/"), file);
}

/*
 * A file of a task comes whole in one read if there is room for it: only a read that fills the buffer
 * is followed by another, which saves a system call per file.
 */
static int read_text(struct task_reader *reader, int fd)
{
	reader->len = 0;
	for (;;) {
		reader->text = xgrow(reader->text, &reader->capacity, reader->len + TEXT_ROOM, 1);

		size_t room = reader->capacity - reader->len;
		ssize_t got = read(fd, reader->text + reader->len, room);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		reader->len += (size_t)got;
		if ((size_t)got < room)
			return 0;
	}
}

static int read_file(struct task_reader *reader, const struct task_place *place, const char *file)
{
	char path[PATH_SIZE];
	int fd, error;

	put_path(path, place, file);
	do
		fd = openat(reader->proc, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		return -errno;
	error = read_text(reader, fd);
	close(fd);
	return error;
}

int task_reader_group(struct task_reader *reader, int pid, struct task *leader,
		      struct process *group)
{
	struct task_place place = {.pid = pid, .is_flat = true};
	int error = read_file(reader, &place, "stat");

	return error ? error : task_parse_stat(reader->text, reader->len, leader, group);
}

int task_reader_threads(struct task_reader *reader, int pid, struct numbers *tids)
{
	char path[PATH_SIZE];
	int fd, error;

	tids->n = 0;
	put_text(put_number(path, pid), "/task");
	fd = openat(reader->proc, path, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
	if (fd < 0)
		return -errno;
	error = numbers_list(tids, fd);
	close(fd);
	return error;
}

int task_reader_gate(struct task_reader *reader, const struct task_place *place, struct task *task)
{
	int error = read_file(reader, place, "schedstat");

	return error ? error : task_parse_schedstat(reader->text, reader->len, task);
}

static bool is_gone(const struct task_reader *reader, int error)
{
	return reader->is_live && (error == -ENOENT || error == -ESRCH);
}

int task_reader_stat(struct task_reader *reader, const struct task_place *place, struct task *task)
{
	int error = read_file(reader, place, "stat");

	return error ? error : task_parse_stat(reader->text, reader->len, task, NULL);
}

int task_reader_status(struct task_reader *reader, const struct task_place *place,
		       struct task *task)
{
	int error = read_file(reader, place, "status");

	if (error)
		return is_gone(reader, error) ? error : 0;
	task_parse_status(reader->text, reader->len, task);
	return 0;
}
