/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "output/prices.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "output/json.h"
#include "price_list.h"

static const char *word(struct arena *arena, double value, int decimals)
{
	return isnan(value) ? "-" : arena_printf(arena, "%.*f", decimals, value);
}

/* Three digits at least, where there are so many. */
static const char *time_word(struct arena *arena, double ns)
{
	return word(arena, ns, ns < 10 ? 3 : ns < 1000 ? 2 : 0);
}

static const char *key_of(struct arena *arena, const struct price *price)
{
	(void)arena;
	return price->key;
}

static const char *median_of(struct arena *arena, const struct price *price)
{
	return time_word(arena, price->median_ns);
}

static const char *min_of(struct arena *arena, const struct price *price)
{
	return time_word(arena, price->min_ns);
}

static const char *spread_of(struct arena *arena, const struct price *price)
{
	return word(arena, price->spread_pct, 1);
}

static const char *unit_of(struct arena *arena, const struct price *price)
{
	(void)arena;
	(void)price;
	return "ns";
}

static const char *cpu_of(struct arena *arena, const struct price *price)
{
	return price->cpu < 0 ? "-" : arena_printf(arena, "%d", price->cpu);
}

static const char *operations_of(struct arena *arena, const struct price *price)
{
	return word(arena, price->operations, 0);
}

static const char *instructions_of(struct arena *arena, const struct price *price)
{
	return word(arena, price->instructions, 0);
}

static const char *cycles_of(struct arena *arena, const struct price *price)
{
	return word(arena, price->cycles, 0);
}

static const char *note_of(struct arena *arena, const struct price *price)
{
	(void)arena;
	return price->is_disturbed ? "disturbed" : "-";
}

static const struct price_column {
	const char *title; /* not translated */
	const char *(*word)(struct arena *arena, const struct price *price);
	bool is_left;
} columns[] = {
	{"KEY", key_of, true},
	{"MEDIAN", median_of, false},
	{"MIN", min_of, false},
	{"UNIT", unit_of, true},
	{"SPREAD%", spread_of, false},
	{"CPU", cpu_of, false},
	{"OPERATIONS", operations_of, false},
	{"INSTR", instructions_of, false},
	{"CYCLES", cycles_of, false},
	{"NOTE", note_of, true},
};

enum { N_COLUMNS = sizeof(columns) / sizeof(*columns) };

/* All that it prints is ASCII. */
struct sheet {
	struct arena arena;
	const char **words; /* [row * N_COLUMNS + column]; the first row has the titles */
	size_t n_rows;
	int widths[N_COLUMNS];
};

static void set_word(struct sheet *sheet, size_t row, size_t column, const char *text)
{
	int width = (int)strlen(text);

	sheet->words[row * N_COLUMNS + column] = text;
	if (width > sheet->widths[column])
		sheet->widths[column] = width;
}

static void fill_sheet(struct sheet *sheet, const struct price_list *list)
{
	sheet->n_rows = list->n_prices + 1;
	sheet->words = arena_alloc(&sheet->arena, sheet->n_rows * N_COLUMNS, sizeof(*sheet->words));
	for (size_t column = 0; column < N_COLUMNS; column++) {
		set_word(sheet, 0, column, columns[column].title);
		for (size_t i = 0; i < list->n_prices; i++)
			set_word(sheet, i + 1, column,
				 columns[column].word(&sheet->arena, &list->prices[i]));
	}
}

static void print_row(FILE *out, const struct sheet *sheet, size_t row)
{
	for (size_t column = 0; column < N_COLUMNS; column++) {
		const char *text = sheet->words[row * N_COLUMNS + column];
		int width =
			columns[column].is_left ? -sheet->widths[column] : sheet->widths[column];

		if (column + 1 == N_COLUMNS)
			fprintf(out, " %s\n", text);
		else
			fprintf(out, "%s%*s", column ? " " : "", width, text);
	}
}

void prices_print(FILE *out, const struct price_list *list)
{
	struct sheet sheet = {0};

	arena_init(&sheet.arena);
	fill_sheet(&sheet, list);
	for (size_t row = 0; row < sheet.n_rows; row++)
		print_row(out, &sheet, row);
	arena_fini(&sheet.arena);
}

void prices_print_json(FILE *out, const struct price_list *list)
{
	struct arena arena;
	const char *line;
	size_t len;

	arena_init(&arena);
	line = json_write(&price_list_shape, NULL, list, &arena, &len);
	fwrite(line, 1, len, out);
	fputc('\n', out);
	arena_fini(&arena);
}
