/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Making names fit to be shown.
 *
 * The name of a task, an IRQ or an interface may hold any byte.  Before it reaches a terminal or a
 * file, everything that is not one printable character of width 1 or 2 in this locale (control
 * characters, C1, invalid UTF-8, bidirectional marks, characters of width 0) becomes one '?'.
 * A name is never a format.
 */
#ifndef OVERTOP_BASE_TEXT_H
#define OVERTOP_BASE_TEXT_H

#include <stddef.h>
#include <wchar.h>

/*
 * Takes one character off the front of @text (@len > 0): stores it in @out, '?' for one that may not
 * be shown, and its width in cells (1 or 2) in @width.  Returns the bytes taken, at least 1.
 */
size_t text_next(const char *text, size_t len, wchar_t *out, int *width);

/* Cleans @len bytes of @raw into @out (NUL-terminated, cut at a whole character).  Returns bytes. */
size_t text_clean(const char *raw, size_t len, char *out, size_t size);

/* Cells that @len bytes of @raw take once cleaned. */
size_t text_width(const char *raw, size_t len);

/*
 * Takes one character of UTF-8 of two bytes or more off the front of @text (@len > 0), whatever the
 * locale is.  Returns its bytes; 0: it is none, and @out is left as it was.
 */
size_t text_decode(const char *text, size_t len, wchar_t *out);

#endif
