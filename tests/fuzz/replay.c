/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Feeds a fuzz target with the files of the folders named, or of its own corpus: each file, and each
 * prefix of the small ones, for a read that ends anywhere.
 */
#include "config.h"

#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/textfile.h"
#include "base/xalloc.h"

#define PREFIXES_UP_TO 4096

/* In memory of just this size, so that a byte read beyond it is seen. */
static void feed(const char *text, size_t len)
{
	uint8_t *exact = xmalloc(len);

	memcpy(exact, text, len);
	LLVMFuzzerTestOneInput(exact, len);
	free(exact);
}

static void feed_file(const struct textfile *file)
{
	if (file->len <= PREFIXES_UP_TO)
		for (size_t len = 0; len < file->len; len++)
			feed(file->text, len);
	feed(file->text, file->len);
}

/* Returns how many files there were. */
static int replay(const char *folder)
{
	DIR *dir = opendir(folder);
	struct textfile file;
	int n_files = 0;

	if (!dir) {
		perror(folder);
		return 0;
	}
	textfile_init(&file);
	for (struct dirent *entry; (entry = readdir(dir));) {
		if (entry->d_name[0] == '.')
			continue;
		if (textfile_read_once(&file, dirfd(dir), entry->d_name) < 0) {
			perror(entry->d_name);
			continue;
		}
		feed_file(&file);
		n_files++;
	}
	textfile_fini(&file);
	closedir(dir);
	return n_files;
}

static int replay_own(const char *program)
{
	const char *slash = strrchr(program, '/');
	const char *source = getenv("top_srcdir");
	struct arena arena = {0};
	int n_files = replay(arena_printf(&arena, "%s/tests/fuzz/corpus/%s", source ? source : ".",
					  slash ? slash + 1 : program));

	arena_fini(&arena);
	return n_files;
}

int main(int argc, char **argv)
{
	int n_files = argc < 2 ? replay_own(argv[0]) : 0;

	for (int i = 1; i < argc; i++)
		n_files += replay(argv[i]);
	printf("%d files\n", n_files);
	return n_files > 0 ? 0 : 1;
}
