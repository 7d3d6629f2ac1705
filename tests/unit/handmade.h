/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A machine made by hand, for tests of what is shown of one: so many CPUs, processes and threads. */
#ifndef OVERTOP_TESTS_HANDMADE_H
#define OVERTOP_TESTS_HANDMADE_H

#include <stddef.h>

#include "history.h"
#include "interval.h"
#include "pane/pane.h"
#include "ui/ui.h"

struct handmade {
	struct interval interval;
	struct history history;
	struct choice choice;
	struct words words;
	struct view view; /* of all of the above */
};

/*
 * Process @i of @n_processes has pid 100 + 10 i, uid 1000 + i modulo 3 and the name "workI", and uses
 * less CPU and switches more the larger @i is.  Its threads are its pid and the numbers after it.
 */
void handmade_init(struct handmade *handmade, size_t n_cpus, size_t n_processes, size_t n_threads);
void handmade_fini(struct handmade *handmade);

/* The process and its threads are no more. */
void handmade_remove(struct handmade *handmade, size_t process);
/* Process and threads get this name, of any bytes. */
void handmade_rename(struct handmade *handmade, size_t process, const char *name);

#endif
