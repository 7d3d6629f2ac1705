/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the prompts ask, and what is done with what is typed.  Each returns a set of enum ui_request. */
#ifndef OVERTOP_UI_ANSWER_H
#define OVERTOP_UI_ANSWER_H

#include <stdint.h>

#include "ui/navigate.h"
#include "ui/prompt.h"

/* Opens the prompt of this enum prompt_kind, or says why it makes no sense now. */
unsigned int answer_ask(struct navigation *nav, int kind);

/* Takes what stands in the prompt. */
unsigned int answer_take(struct navigation *nav, const struct prompt *prompt);

#endif
