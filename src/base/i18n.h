/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gettext: N_() marks in tables, _() translates when drawn.  Needs config.h before it. */
#ifndef OVERTOP_BASE_I18N_H
#define OVERTOP_BASE_I18N_H

#ifdef ENABLE_NLS
#include <libintl.h>
#define _(text) gettext(text)
#else
#define _(text)                (text)
#define ngettext(one, many, n) ((n) == 1 ? (one) : (many))
#endif
#define N_(text) text

#endif
