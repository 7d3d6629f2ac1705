/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A small text file read whole, again and again.
 *
 * The descriptor of a system file is kept and read from its start each time: opening /proc/softirqs
 * costs more than reading it.  The buffer grows to the file and stays.
 */
#ifndef OVERTOP_BASE_TEXTFILE_H
#define OVERTOP_BASE_TEXTFILE_H

#include <stdbool.h>
#include <stddef.h>

struct textfile {
	int fd;          /* -1: not open */
	bool is_of_proc; /* the kernel's own: no other file can take its place */
	char *text;      /* NUL-terminated after a successful read */
	size_t len;
	size_t capacity;
};

void textfile_init(struct textfile *file);
void textfile_fini(struct textfile *file);

/*
 * Reads @path from its start, through the kept descriptor if there is one; one that has gone stale
 * is opened anew.  0 or -errno; after an error len is 0.
 */
int textfile_read(struct textfile *file, const char *path);

/* Opens @path below @dirfd, reads it and closes it: for files that are read once. */
int textfile_read_once(struct textfile *file, int dirfd, const char *path);
/* The same for a file of one value: when less than a page has come, nobody asks for what is after it. */
int textfile_read_value(struct textfile *file, int dirfd, const char *path);

#endif
