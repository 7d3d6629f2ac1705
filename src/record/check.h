/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an interval promises to those who show it, made true of one that was read: order, numbers that
 * are used as positions, texts that are there.
 */
#ifndef OVERTOP_RECORD_CHECK_H
#define OVERTOP_RECORD_CHECK_H

#include "record/record.h"

/*
 * Completes @record with what is not recorded because it follows from the rest.  NULL, or what is wrong,
 * for the user: a text in the arena of the interval, or translated.
 */
const char *record_check(struct record *record);

#endif
