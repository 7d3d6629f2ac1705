/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/sockets_rows.h"

#include <math.h>

#include "base/i18n.h"
#include "interval.h"
#include "ui/format.h"
#include "view/cell.h"

enum { COL_WHAT, COL_RATE, COL_NOTE, N_COLUMNS };

static const struct column columns[N_COLUMNS] = {
	[COL_WHAT] = {.key = "sockets",
		      .title = "SOCKETS",
		      .unit = UNIT_TEXT,
		      .help = N_("what is counted of TCP and UDP sockets"),
		      .min_width = 14,
		      .is_left = true},
	[COL_RATE] = {.key = "rate",
		      .title = "",
		      .unit = UNIT_RATE,
		      .help = N_("per second, or how many there are"),
		      .min_width = 6},
	[COL_NOTE] = {.key = "note",
		      .title = "",
		      .unit = UNIT_TEXT,
		      .help = N_("more about it"),
		      .is_left = true,
		      .grows = true},
};

struct sockets_data {
	const struct sockets_interval *sockets;
	struct arena *arena;
};

static const char *short_text(double number, enum unit unit, struct arena *arena)
{
	char text[FORMAT_SIZE];

	format_screen(number, unit, text);
	return arena_strdup(arena, text);
}

static const char *segments_note(const struct sockets_interval *sockets, struct arena *arena)
{
	/* Translators: segments that TCP sent per second. */
	return arena_printf(arena, _("%s/s out"),
			    short_text(sockets->out_segs_per_s, UNIT_RATE, arena));
}

static const char *retrans_note(const struct sockets_interval *sockets, struct arena *arena)
{
	if (isnan(sockets->retrans_pct))
		return NULL;
	return arena_printf(arena, _("%s%% of those sent"),
			    short_text(sockets->retrans_pct, UNIT_PCT, arena));
}

static const char *listen_note(const struct sockets_interval *sockets, struct arena *arena)
{
	if (!sockets->listener || isnan(sockets->listen_queue + sockets->listen_queue_most))
		return NULL;
	/* Translators: so many connections wait of so many that can, at this address. */
	return arena_printf(arena, _("%.0f of %.0f wait at %s"), sockets->listen_queue,
			    sockets->listen_queue_most, sockets->listener);
}

static const char *open_note(const struct sockets_interval *sockets, struct arena *arena)
{
	/* Translators: connections opened from elsewhere, and those that are established. */
	return arena_printf(arena, _("%s/s accepted, %s established"),
			    short_text(sockets->passive_opens_per_s, UNIT_RATE, arena),
			    short_text(sockets->established, UNIT_COUNT, arena));
}

static const char *ports_note(const struct sockets_interval *sockets, struct arena *arena)
{
	if (!sockets->top || isnan(sockets->ports + sockets->top_ports))
		return NULL;
	/* Translators: so many of so many local ports are used for connections to this address. */
	return arena_printf(arena, _("%.0f of %.0f ports to %s"), sockets->top_ports,
			    sockets->ports, sockets->top);
}

static const char *udp_note(const struct sockets_interval *sockets, struct arena *arena)
{
	return arena_printf(arena, _("%s/s out, %s/s lost to a full buffer"),
			    short_text(sockets->udp_out_per_s, UNIT_RATE, arena),
			    short_text(sockets->udp_full_per_s, UNIT_RATE, arena));
}

/* warm, hot: amounts that are trouble; 0: none is. */
static const struct row {
	const char *name; /* N_() */
	size_t offset;
	double warm, hot;
	const char *(*note)(const struct sockets_interval *sockets, struct arena *arena);
} rows[N_SOCKETS_ROWS] = {
	{N_("TCP in"), offsetof(struct sockets_interval, in_segs_per_s), 0, 0, segments_note},
	{N_("retransmits"), offsetof(struct sockets_interval, retrans_per_s), 0, 0, retrans_note},
	{N_("opened out"), offsetof(struct sockets_interval, active_opens_per_s), 0, 0, open_note},
	{N_("overflows"), offsetof(struct sockets_interval, listen_overflows_per_s), 0.1, 5,
	 listen_note},
	{N_("TIME_WAIT"), offsetof(struct sockets_interval, time_wait), 0, 0, ports_note},
	{N_("UDP in"), offsetof(struct sockets_interval, udp_in_per_s), 0, 0, udp_note},
};

static void sockets_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct sockets_data *data = model->data;
	const struct row *shown = &rows[row];
	double number = number_at(data->sockets, shown->offset);

	if (column == COL_WHAT)
		cell_text(cell, _(shown->name));
	else if (column == COL_NOTE)
		cell_text(cell, shown->note(data->sockets, data->arena));
	else if (shown->hot > 0)
		cell_heat(cell, number, shown->warm, shown->hot);
	else
		cell_amount(cell, number);
}

void sockets_rows_build(const struct view *view, struct arena *arena, struct model *model)
{
	struct sockets_data *data = arena_alloc(arena, 1, sizeof(*data));

	data->sockets = &view->interval->sockets;
	data->arena = arena;
	model->columns = columns;
	model->n_columns = N_COLUMNS;
	model->n_rows = N_SOCKETS_ROWS;
	model->cell = sockets_cell;
	model->data = data;
	model->is_ordered = true;
}
