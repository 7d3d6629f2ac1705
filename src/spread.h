/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --spread: says where the interrupts of a card should go, as a script for a shell, and with --apply does it. */
#ifndef OVERTOP_SPREAD_H
#define OVERTOP_SPREAD_H

struct options;

/* An exit status. */
int spread_run(const struct options *options);

#endif
