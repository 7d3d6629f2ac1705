/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The columns of interrupts: their order, and which leave first where there is no room. */
#ifndef OVERTOP_VIEW_IRQ_COLUMNS_H
#define OVERTOP_VIEW_IRQ_COLUMNS_H

#include "ui/model.h"

/* Positions; the names of the columns are their keys. */
enum irq_column {
	COL_IRQ,
	COL_TOTAL,
	COL_RATE,
	COL_ON,
	COL_HOTTEST,
	COL_SHARE,
	COL_ASKED,
	COL_EFFECTIVE,
	COL_PIN,
	COL_QUEUE,
	COL_STEERING,
	COL_NODE,
	COL_STRIP,
	COL_CHIP,
	COL_NAME,
	N_IRQ_COLUMNS,
};

extern const struct column irq_columns[N_IRQ_COLUMNS];

#endif
