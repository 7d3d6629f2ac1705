/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "fuzz.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "record/mend.h"
#include "record/unpack.h"

static int make_file(const uint8_t *data, size_t size)
{
	int fd = memfd_create("mend", MFD_CLOEXEC);

	assert(fd >= 0);
	assert(write(fd, data, size) == (ssize_t)size);
	return fd;
}

static void assert_holds(int fd, const uint8_t *data, size_t size)
{
	uint8_t *bytes = xmalloc(size + 1);

	assert(pread(fd, bytes, size + 1, 0) == (ssize_t)size);
	assert(memcmp(bytes, data, size) == 0);
	free(bytes);
}

static void assert_needs_no_more(int fd, enum packing packing)
{
	off_t size = lseek(fd, 0, SEEK_END);
	uint8_t *bytes = xmalloc((size_t)size);

	assert(pread(fd, bytes, (size_t)size, 0) == size);
	assert(mend(fd, fd, packing) == NULL);
	assert_holds(fd, bytes, (size_t)size);
	free(bytes);
}

/* A file that is refused is not touched, and one that was mended is whole. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum packing packing = size ? packing_of_bytes(data, size) : PACKING_PLAIN;
	int fd = make_file(data, size);

	if (mend(fd, fd, packing))
		assert_holds(fd, data, size);
	else
		assert_needs_no_more(fd, packing);
	close(fd);
	return 0;
}
