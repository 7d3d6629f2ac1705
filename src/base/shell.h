/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words of commands that are shown for a shell. */
#ifndef OVERTOP_BASE_SHELL_H
#define OVERTOP_BASE_SHELL_H

#include "base/arena.h"

/* As one word, whatever bytes it has: as it is if it needs no quotes, and printable. */
const char *shell_quote(struct arena *arena, const char *word);

#endif
