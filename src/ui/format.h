/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers as text.  Unknown (NAN) is "-".  '.' is the decimal point in every locale (main sets
 * LC_NUMERIC to C).
 */
#ifndef OVERTOP_UI_FORMAT_H
#define OVERTOP_UI_FORMAT_H

#include <stddef.h>

#include "field.h"

#define FORMAT_SIZE 32

/*
 * For a screen: short.  PCT "16.2", from 99.95 on "100"; RATE and COUNT whole up to 99999 with one
 * decimal below 10 for rates, then "139k" "1.2M" "45.0M"; KIB "5.2G"; SECONDS "13.4s", from a minute on
 * as a duration; never more than 6 characters for values that occur, so that columns stand still.
 */
void format_screen(double value, enum unit unit, char out[FORMAT_SIZE]);

/* For batch output: rates, shares, seconds and decimals with two decimals, ids and counts whole. */
void format_batch(double value, enum unit unit, char out[FORMAT_SIZE]);

/* "12d04h", "3h07m", "5m12s"; "-" when unknown. */
void format_duration(double seconds, char out[FORMAT_SIZE]);

#endif
