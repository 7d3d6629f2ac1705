/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "base/attributes.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/counter.h"

void attributes_init(struct attributes *attributes)
{
	attributes->dirfd = -1;
	textfile_init(&attributes->file);
}

static void close_directory(struct attributes *attributes)
{
	if (attributes->dirfd >= 0)
		close(attributes->dirfd);
	attributes->dirfd = -1;
}

void attributes_fini(struct attributes *attributes)
{
	close_directory(attributes);
	textfile_fini(&attributes->file);
}

int attributes_open(struct attributes *attributes, const char *path)
{
	close_directory(attributes);
	attributes->dirfd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return attributes->dirfd < 0 ? -errno : 0;
}

static bool read_file(struct attributes *attributes, const char *directory, const char *name)
{
	char path[256];
	int len = snprintf(path, sizeof(path), "%s%s%s", directory ? directory : "",
			   directory ? "/" : "", name);

	return attributes->dirfd >= 0 && len < (int)sizeof(path) &&
	       textfile_read_value(&attributes->file, attributes->dirfd, path) == 0;
}

bool attributes_text(struct attributes *attributes, const char *directory, const char *name,
		     struct span *text)
{
	if (!read_file(attributes, directory, name))
		return false;

	struct scan rest = scan_of(attributes->file.text, attributes->file.len), line = rest;

	scan_line(&rest, &line);
	*text = scan_rest(&line);
	return true;
}

int attributes_id(struct attributes *attributes, const char *directory, const char *name)
{
	struct span text;
	int64_t id;

	if (!attributes_text(attributes, directory, name, &text))
		return -1;

	struct scan scan = scan_of(text.text, text.len);

	return scan_i64(&scan, &id) && id >= 0 && id <= INT_MAX ? (int)id : -1;
}

uint64_t attributes_count(struct attributes *attributes, const char *directory, const char *name)
{
	struct span text;
	uint64_t count;

	if (!attributes_text(attributes, directory, name, &text))
		return COUNTER_UNKNOWN;

	struct scan scan = scan_of(text.text, text.len);

	return scan_u64(&scan, &count) && count > 0 ? count : COUNTER_UNKNOWN;
}

bool attributes_list(struct attributes *attributes, const char *directory, const char *name,
		     struct cpuset *set)
{
	struct span text;

	cpuset_clear(set);
	return attributes_text(attributes, directory, name, &text) &&
	       cpuset_parse_list(set, text.text, text.len) == 0;
}

bool attributes_mask(struct attributes *attributes, const char *directory, const char *name,
		     struct cpuset *set)
{
	struct span text;

	cpuset_clear(set);
	return attributes_text(attributes, directory, name, &text) &&
	       cpuset_parse_mask(set, text.text, text.len) == 0;
}

static void add_number(const char *entry, const char *prefix, struct cpuset *numbers)
{
	struct scan name = scan_of(entry, strlen(entry));
	uint64_t number;

	if (scan_literal(&name, prefix) && scan_u64(&name, &number) && scan_is_at_end(&name) &&
	    number <= CPUSET_MAX)
		cpuset_add(numbers, (unsigned int)number);
}

void attributes_numbers(struct attributes *attributes, const char *prefix, struct cpuset *numbers)
{
	int fd = openat(attributes->dirfd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *directory = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;

	if (!directory) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((entry = readdir(directory)))
		add_number(entry->d_name, prefix, numbers);
	closedir(directory);
}
