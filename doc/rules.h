/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the rules say of themselves, as Markdown on stdout. */
#ifndef OVERTOP_DOC_RULES_H
#define OVERTOP_DOC_RULES_H

void put_rules(void);

#endif
