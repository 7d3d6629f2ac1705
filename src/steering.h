/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the editor of the screen asks of the machine: reading where something runs, changing it, undoing that. */
#ifndef OVERTOP_STEERING_H
#define OVERTOP_STEERING_H

#include <stdbool.h>
#include <stdio.h>

struct options;
struct steering;
struct ui;
struct ui_facts;

/* With what an earlier run left behind; @boot_id may be NULL. */
struct steering *steering_new(const struct options *options, const char *boot_id);
void steering_free(struct steering *steering);

/* What the screen is to know of it; borrowed until the next of what follows. */
void steering_facts(const struct steering *steering, struct ui_facts *facts);
/* That something was left behind, if it was. */
void steering_tell_inherited(const struct steering *steering, struct ui *ui);

/* Does what @requests (a set of enum ui_request) say about steering, and says how it went. */
void steering_serve(struct steering *steering, struct ui *ui, unsigned int requests);

/* What is still changed, and how it is undone; nothing if nothing is. */
void steering_tell_left(struct steering *steering, FILE *out);

#endif
