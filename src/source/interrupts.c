/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/interrupts.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/counter.h"
#include "base/cpuset.h"
#include "base/scan.h"
#include "base/textfile.h"
#include "base/xalloc.h"

static void forget(struct interrupts *interrupts)
{
	interrupts->text_len = 0;
	interrupts->n_cpus = 0;
	interrupts->n_rows = 0;
	interrupts->n_counts = 0;
	interrupts->read_ns = 0;
}

void interrupts_init(struct interrupts *interrupts)
{
	*interrupts = (struct interrupts){0};
}

void interrupts_fini(struct interrupts *interrupts)
{
	free(interrupts->text);
	free(interrupts->cpus);
	free(interrupts->rows);
	free(interrupts->counts);
	interrupts_init(interrupts);
}

static bool scan_cpu(struct scan *line, uint64_t *cpu)
{
	scan_blanks(line);
	return scan_literal(line, "CPU") && scan_u64(line, cpu) && *cpu <= CPUSET_MAX;
}

/* "CPU0  CPU1 ...": without it nobody can say whose the counts are. */
static int parse_header(struct scan line, struct interrupts *interrupts)
{
	uint64_t cpu;

	while (scan_cpu(&line, &cpu)) {
		interrupts->cpus = xgrow(interrupts->cpus, &interrupts->cpus_capacity,
					 interrupts->n_cpus + 1, sizeof(*interrupts->cpus));
		interrupts->cpus[interrupts->n_cpus++] = (int)cpu;
	}
	return interrupts->n_cpus ? 0 : -EINVAL;
}

static int irq_of(struct span label)
{
	struct scan scan = scan_of(label.text, label.len);
	uint64_t number;

	if (!scan_u64(&scan, &number) || !scan_is_at_end(&scan) || number > INT_MAX)
		return -1;
	return (int)number;
}

/* A number that is a whole word: "12" of "12  IO-APIC", not of "12000000.gpio". */
static bool scan_count(struct scan *line, uint64_t *count)
{
	struct scan ahead = *line;

	if (!scan_u64(&ahead, count))
		return false;
	if (!scan_is_at_end(&ahead) && *ahead.at != ' ' && *ahead.at != '\t')
		return false;
	*line = ahead;
	return true;
}

/*
 * A single count on an architecture row (ERR, MIS) is of the whole machine.  Where some are missing
 * they are unknown; those beyond the header's CPUs belong to nobody.
 */
static void parse_counts(struct scan *line, struct interrupts *interrupts, struct interrupt *row)
{
	uint64_t surplus;
	size_t n = 0;

	row->counts = interrupts->n_counts;
	interrupts->counts = xgrow(interrupts->counts, &interrupts->counts_capacity,
				   row->counts + interrupts->n_cpus, sizeof(*interrupts->counts));

	uint64_t *counts = interrupts->counts + row->counts;

	while (n < interrupts->n_cpus && scan_count(line, &counts[n]))
		n++;
	while (n == interrupts->n_cpus && scan_count(line, &surplus))
		;
	row->n_counts = n;
	if (n == 0 || (n == 1 && row->irq < 0))
		return;
	while (row->n_counts < interrupts->n_cpus)
		counts[row->n_counts++] = COUNTER_UNKNOWN;
}

static bool ends_with(struct span word, const char *end)
{
	size_t len = strlen(end);

	return word.len >= len && !memcmp(word.text + word.len - len, end, len);
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/*
 * How an interrupt is signalled stands between the controller and the actions:
 *
 *	IO-APIC   2-edge      timer		(hardware number, flow)
 *	GICv3  27 Level     arch_timer		(with CONFIG_GENERIC_IRQ_SHOW_LEVEL)
 *	PCI-MSI-edge      eth0-TxRx-0		(before 4.3)
 *	xen-dyn    -event     eth0-q0-tx	(no hardware number)
 *
 * An I2C client is named "1-0050": not a flow.
 */
static bool is_flow(struct span word)
{
	struct scan scan = scan_of(word.text, word.len);
	uint64_t hardware_irq;

	if (span_is(word, "Level") || span_is(word, "Edge"))
		return true;
	scan_u64(&scan, &hardware_irq);
	if (scan_literal(&scan, "-"))
		return !scan_is_at_end(&scan) && is_letter(*scan.at);
	return ends_with(word, "-edge") || ends_with(word, "-level") || ends_with(word, "-fasteoi");
}

/*
 * Without a flow ("MIPS   7  timer", "intel-gpio    9  ELAN0001:00", "xen-percpu-ipi       resched0")
 * the actions follow the first wide gap, or the hardware number after it.
 */
static struct scan after_gap(struct scan line)
{
	struct span word;
	uint64_t number;

	scan_word(&line, &word);
	while (line.end - line.at > 1 && line.at[1] != ' ')
		scan_word(&line, &word);
	if (line.end - line.at <= 1)
		line.at = line.end;
	scan_count(&line, &number);
	return line;
}

static struct scan after_chip(struct scan line)
{
	struct scan rest = line, ahead;
	struct span word;

	while (scan_word(&rest, &word)) {
		if (!is_flow(word))
			continue;
		/* "Level    -fasteoi" */
		ahead = rest;
		if (scan_word(&ahead, &word) && *word.text == '-' && is_flow(word))
			return ahead;
		return rest;
	}
	return after_gap(line);
}

static char *room_for(struct interrupts *interrupts, size_t len)
{
	interrupts->text =
		xgrow(interrupts->text, &interrupts->text_capacity, interrupts->text_len + len, 1);
	return interrupts->text + interrupts->text_len;
}

/* Copies @words with one blank between them; returns where to. */
static size_t keep(struct interrupts *interrupts, struct span words, size_t *len)
{
	struct scan rest = scan_of(words.text, words.len);
	size_t start = interrupts->text_len;
	char *out = room_for(interrupts, words.len);
	struct span word;

	*len = 0;
	while (scan_word(&rest, &word)) {
		if (*len)
			out[(*len)++] = ' ';
		memcpy(out + *len, word.text, word.len);
		*len += word.len;
	}
	interrupts->text_len += *len;
	return start;
}

static void parse_names(struct scan line, struct interrupts *interrupts, struct interrupt *row)
{
	struct scan names = row->irq < 0 ? line : after_chip(line);
	struct scan chip = scan_of(line.at, (size_t)(names.at - line.at));

	row->chip = keep(interrupts, scan_rest(&chip), &row->chip_len);
	row->name = keep(interrupts, scan_rest(&names), &row->name_len);
}

static void parse_row(struct scan line, struct interrupts *interrupts)
{
	const char *colon = memchr(line.at, ':', (size_t)(line.end - line.at));

	if (!colon)
		return;

	struct scan before = scan_of(line.at, (size_t)(colon - line.at));
	struct span label = scan_rest(&before);
	struct interrupt row = {.irq = irq_of(label)};

	if (label.len == 0)
		return;
	line.at = colon + 1;
	row.label = keep(interrupts, label, &row.label_len);
	parse_counts(&line, interrupts, &row);
	interrupts->n_counts += row.n_counts;
	parse_names(line, interrupts, &row);
	interrupts->rows = xgrow(interrupts->rows, &interrupts->rows_capacity,
				 interrupts->n_rows + 1, sizeof(*interrupts->rows));
	interrupts->rows[interrupts->n_rows++] = row;
}

int interrupts_parse(const char *text, size_t len, struct interrupts *interrupts)
{
	struct scan rest = scan_of(text, len), line;

	forget(interrupts);
	if (!scan_line(&rest, &line) || parse_header(line, interrupts) < 0)
		return -EINVAL;
	/* Each count takes a byte at least: a wide header over short rows cannot eat the memory. */
	while (scan_line(&rest, &line) && interrupts->n_counts + interrupts->n_cpus <= len)
		parse_row(line, interrupts);
	return 0;
}

int interrupts_read(struct textfile *file, struct interrupts *interrupts)
{
	int error = textfile_read(file, "/proc/interrupts");

	if (error) {
		forget(interrupts);
		return error;
	}

	uint64_t read_ns = clock_monotonic_ns();

	error = interrupts_parse(file->text, file->len, interrupts);
	interrupts->read_ns = error ? 0 : read_ns;
	return error;
}
