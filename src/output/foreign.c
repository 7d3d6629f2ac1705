/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "output/foreign.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool foreign_file(const char *path, const char *beginning)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	size_t len = strlen(beginning);
	bool is_foreign = false;
	struct stat status;
	char text[64];

	if (fd < 0)
		return false;
	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
		ssize_t n = read(fd, text, len < sizeof(text) ? len : sizeof(text));

		is_foreign = n > 0 && memcmp(text, beginning, (size_t)n) != 0;
	}
	close(fd);
	return is_foreign;
}
