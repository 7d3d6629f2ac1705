/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file that is to be replaced as a whole: does it hold what somebody else put there, a recording perhaps? */
#ifndef OVERTOP_OUTPUT_FOREIGN_H
#define OVERTOP_OUTPUT_FOREIGN_H

#include <stdbool.h>

/* A regular file, not empty, that does not begin as ours do.  What cannot be read is not known to be. */
bool foreign_file(const char *path, const char *beginning);

#endif
