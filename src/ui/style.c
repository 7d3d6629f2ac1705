/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/style.h"

#include <assert.h>

/* Less is written as 0.0. */
#define LEAST_PCT 0.05

static const char letters[N_STYLES] = {
	[STYLE_NORMAL] = '.',  [STYLE_DIM] = 'd',      [STYLE_TITLE] = 't', [STYLE_SORTED] = 's',
	[STYLE_HEADER] = 'h',  [STYLE_VALUE] = 'v',    [STYLE_GOOD] = 'g',  [STYLE_WARM] = 'w',
	[STYLE_HOT] = 'x',     [STYLE_SELECTED] = 'S', [STYLE_FOUND] = 'f', [STYLE_KEY] = 'k',
	[STYLE_MESSAGE] = 'm',
};

char style_letter(enum style style)
{
	assert(style < N_STYLES);
	return letters[style];
}

enum style style_of_pct(double pct, double warm, double hot)
{
	if (!(pct >= LEAST_PCT))
		return STYLE_DIM;
	if (pct >= hot)
		return STYLE_HOT;
	return pct >= warm ? STYLE_WARM : STYLE_NORMAL;
}
