/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the page looks: on a screen of any size, light or dark, and on paper. */
#ifndef OVERTOP_REPORT_CSS_H
#define OVERTOP_REPORT_CSS_H

extern const char css[];

#endif
