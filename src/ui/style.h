/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a piece of the screen means; ui/screen.c decides how that looks on this terminal.  Colour never
 * carries meaning alone: what is HOT is also a large number.
 */
#ifndef OVERTOP_UI_STYLE_H
#define OVERTOP_UI_STYLE_H

/* The letter of each is what ui/grid.c's dump and the golden screens show. */
enum style {
	STYLE_NORMAL,   /* '.' */
	STYLE_DIM,      /* 'd' unknown, zero, idle, decoration */
	STYLE_TITLE,    /* 't' the line over a table */
	STYLE_SORTED,   /* 's' the title of the column sorted by */
	STYLE_HEADER,   /* 'h' names in the first two lines */
	STYLE_VALUE,    /* 'v' numbers to be seen first */
	STYLE_GOOD,     /* 'g' */
	STYLE_WARM,     /* 'w' a good deal */
	STYLE_HOT,      /* 'x' too much */
	STYLE_SELECTED, /* 'S' the selected row */
	STYLE_FOUND,    /* 'f' matches what is searched */
	STYLE_KEY,      /* 'k' a key in the footer or help */
	STYLE_MESSAGE,  /* 'm' says something to the user */
	N_STYLES,
};

char style_letter(enum style style);

/* NORMAL, WARM or HOT for a percentage; DIM for one that is 0 when written, or unknown. */
enum style style_of_pct(double pct, double warm, double hot);

#endif
