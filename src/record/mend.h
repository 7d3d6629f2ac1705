/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes a recording one that can be appended to.
 *
 * What a killed program or a full disk left behind is whole up to some line, and then torn: what follows
 * it would be part of a line that nobody can read, or of a frame that nobody can unpack.
 */
#ifndef OVERTOP_RECORD_MEND_H
#define OVERTOP_RECORD_MEND_H

#include "record/pack.h"

/*
 * @out is the file opened for writing, @in the same opened for reading.  NULL, or what is wrong with it: a
 * translated text, and errno, 0 if it says nothing; then its lines are what they were.
 */
const char *mend(int out, int in, enum packing packing);

#endif
