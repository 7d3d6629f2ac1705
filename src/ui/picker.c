/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/picker.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "interval.h"
#include "source/topology.h"
#include "steer/warnings.h"
#include "ui/format.h"
#include "view/topology_rows.h"

size_t picks_of(const struct view *view, struct arena *arena, const struct pick **picks)
{
	const struct interval *interval = view->interval;
	const struct topology *topology = topology_of(view);
	size_t n_places = topology ? topology->n_cpus : 0, n = 0, place = 0;
	struct pick *made = arena_alloc(arena, n_places + interval->n_cpus + 1, sizeof(*made));

	/* Both ascend. */
	for (size_t i = 0; i < interval->n_cpus || place < n_places;) {
		struct pick *pick = &made[n++];
		int a = i < interval->n_cpus ? interval->cpu_numbers[i] : CPUSET_MAX + 1;
		int b = place < n_places ? topology->cpus[place].cpu : CPUSET_MAX + 1;

		pick->cpu = a < b ? a : b;
		if (b == pick->cpu)
			pick->place = &topology->cpus[place++];
		if (a == pick->cpu)
			pick->load = &interval->cpus[i++];
		pick->is_online = steer_is_online(interval, topology, pick->cpu);
		pick->is_isolated = topology && topology->has_isolated &&
				    cpuset_has(&topology->isolated, (unsigned int)pick->cpu);
	}
	*picks = made;
	return n;
}

size_t pick_find(const struct pick *picks, size_t n, int cpu)
{
	for (size_t i = 0; i < n; i++)
		if (picks[i].cpu == cpu)
			return i;
	return 0;
}

int picks_missing(const struct view *view, const struct cpuset *chosen, const struct cpuset *before,
		  struct arena *arena)
{
	const struct pick *picks;
	size_t n = picks_of(view, arena, &picks);

	for (int cpu = cpuset_next(chosen, -1); cpu >= 0 && n > 0; cpu = cpuset_next(chosen, cpu)) {
		bool is_known = picks[pick_find(picks, n, cpu)].cpu == cpu;

		if (!is_known && !cpuset_has(before, (unsigned int)cpu))
			return cpu;
	}
	return -1;
}

enum { MARK, CPU, NODE, SOCKET, CORE, SIBLINGS, BUSY, SI, IN, NOTE, N_COLUMNS };

/* Those that stay longest come first in @rank. */
static const struct {
	const char *title;
	int width, rank;
} columns[N_COLUMNS] = {
	[MARK] = {"", 3, 0},       [CPU] = {"CPU", 4, 1},   [NODE] = {"node", 4, 3},
	[SOCKET] = {"sock", 4, 7}, [CORE] = {"core", 4, 6}, [SIBLINGS] = {"SMT", 9, 8},
	[BUSY] = {"busy", 5, 2},   [SI] = {"si", 5, 4},     [IN] = {"in/s", 6, 5},
	[NOTE] = {"", 18, 9},
};

/* Which have room; those left out have width 0. */
static void fit(int width, int widths[N_COLUMNS])
{
	int used = 0;
	bool is_full = false;

	memset(widths, 0, N_COLUMNS * sizeof(*widths));
	for (int rank = 0; rank < N_COLUMNS; rank++)
		for (int i = 0; i < N_COLUMNS; i++) {
			if (columns[i].rank != rank)
				continue;
			is_full = is_full || used + columns[i].width > width;
			if (is_full)
				continue;
			widths[i] = columns[i].width;
			used += columns[i].width + 1;
		}
}

static const char *id_text(int id, struct arena *arena)
{
	return id < 0 ? "-" : arena_printf(arena, "%d", id);
}

static const char *number_text(double number, enum unit unit, struct arena *arena)
{
	char text[FORMAT_SIZE];

	format_screen(number, unit, text);
	return arena_strdup(arena, text);
}

static const char *note_of(const struct pick *pick)
{
	if (!pick->is_online)
		return _("offline");
	return pick->is_isolated ? _("isolated") : "";
}

static const char *load_text(const struct pick *pick, int column, struct arena *arena)
{
	const struct cpu_interval *load = pick->load;

	if (!load)
		return "-";
	if (column == IN)
		return number_text(load->in_per_s, UNIT_RATE, arena);
	return number_text(column == BUSY ? load->busy : load->si, UNIT_PCT, arena);
}

static const char *text_of(const struct pick *pick, int column, const struct view *view,
			   bool is_chosen, struct arena *arena)
{
	const struct topology_cpu *place = pick->place;
	const char *siblings;

	switch (column) {
	case MARK:
		return is_chosen ? "[x]" : "[ ]";
	case CPU:
		return id_text(pick->cpu, arena);
	case NODE:
		return id_text(place ? place->node : -1, arena);
	case SOCKET:
		return id_text(place ? place->socket : -1, arena);
	case CORE:
		return id_text(place ? place->core : -1, arena);
	case SIBLINGS:
		siblings = place ? topology_siblings(topology_of(view), place, arena) : NULL;
		return siblings ? siblings : "-";
	case NOTE:
		return note_of(pick);
	default:
		return load_text(pick, column, arena);
	}
}

static enum style style_of(const struct pick *pick, int column, bool is_chosen)
{
	if (column == NOTE)
		return STYLE_WARM;
	if (column == BUSY && pick->load)
		return style_of_pct(pick->load->busy, 80, 95);
	if (column == SI && pick->load)
		return style_of_pct(pick->load->si, 10, 30);
	if (!pick->is_online)
		return STYLE_DIM;
	return is_chosen ? STYLE_VALUE : STYLE_NORMAL;
}

static void draw_cell(struct grid *grid, int x, int y, int column, int width, const char *text,
		      enum style style)
{
	if (column == NOTE || column == MARK || column == SIBLINGS)
		grid_string(grid, x, y, width, text, style);
	else
		grid_string_right(grid, x, y, width, text, style);
}

static void draw_titles(struct grid *grid, struct rect rect, const int widths[N_COLUMNS])
{
	int x = rect.x;

	for (int i = 0; i < N_COLUMNS; i++) {
		if (!widths[i])
			continue;
		draw_cell(grid, x, rect.y, i, widths[i], columns[i].title, STYLE_TITLE);
		x += widths[i] + 1;
	}
	grid_restyle(grid, rect.x, rect.y, rect.width, STYLE_TITLE);
}

static void draw_row(struct grid *grid, int x, int y, const struct pick *pick,
		     const struct view *view, bool is_chosen, const int widths[N_COLUMNS],
		     struct arena *arena)
{
	for (int i = 0; i < N_COLUMNS; i++) {
		if (!widths[i])
			continue;
		draw_cell(grid, x, y, i, widths[i], text_of(pick, i, view, is_chosen, arena),
			  style_of(pick, i, is_chosen));
		x += widths[i] + 1;
	}
}

void picker_draw(struct grid *grid, struct rect rect, const struct view *view,
		 const struct cpuset *chosen, int cpu, struct arena *arena)
{
	const struct pick *picks;
	size_t n = picks_of(view, arena, &picks), at = pick_find(picks, n, cpu), top, rows;
	int widths[N_COLUMNS];

	fit(rect.width, widths);
	if (rect.height > 1) {
		draw_titles(grid, rect, widths);
		rect.y++;
		rect.height--;
	}
	rows = rect.height > 0 ? (size_t)rect.height : 0;
	top = at > rows / 2 ? at - rows / 2 : 0;
	if (top + rows > n)
		top = n > rows ? n - rows : 0;
	for (size_t i = 0; i < rows && top + i < n; i++) {
		const struct pick *pick = &picks[top + i];

		draw_row(grid, rect.x, rect.y + (int)i, pick, view,
			 cpuset_has(chosen, (unsigned int)pick->cpu), widths, arena);
		if (top + i == at)
			grid_restyle(grid, rect.x, rect.y + (int)i, rect.width, STYLE_SELECTED);
	}
}
