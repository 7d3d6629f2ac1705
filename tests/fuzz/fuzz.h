/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What each target in this folder defines: one parser fed with any bytes.  libFuzzer calls it when
 * configured with --enable-fuzzing, else tests/fuzz/replay.c does.
 */
#ifndef OVERTOP_FUZZ_H
#define OVERTOP_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
