/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * /proc/interrupts: how often each interrupt line came to each online CPU, and what it belongs to.
 *
 * The header names the CPUs and is read each time, for CPUs come and go.  Rows may have no count
 * ("FIQ: usb_fiq"), one for the whole machine (ERR, MIS), more than there are CPUs in the header (the
 * surplus is dropped), a count glued to the label ("IPI0:1145401553"), and any bytes in the names.
 */
#ifndef OVERTOP_SOURCE_INTERRUPTS_H
#define OVERTOP_SOURCE_INTERRUPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct textfile;

struct interrupt {
	size_t label, label_len; /* "30", "LOC": offset and length in interrupts.text */
	size_t chip, chip_len;   /* "PCI-MSIX-0000:00:03.0 1-edge"; empty for architecture rows */
	size_t name, name_len;   /* actions ("virtio2-input.0") or what an architecture row says */
	int irq;                 /* the number, or -1 for an architecture row */
	size_t n_counts; /* counts on the row: n_cpus, or 1 for one of the whole machine, or 0 */
	size_t counts;   /* index of the first in interrupts.counts */
};

/* All zero is a valid empty one. */
struct interrupts {
	char *text; /* labels, chips and names one after the other, blanks in them made single */
	size_t text_capacity, text_len;
	int *cpus; /* numbers in the header */
	size_t n_cpus, cpus_capacity;
	struct interrupt *rows;
	size_t n_rows, rows_capacity;
	uint64_t *counts; /* 32-bit in the kernel, wraps */
	size_t n_counts, counts_capacity;
	uint64_t read_ns; /* CLOCK_MONOTONIC of the read */
};

void interrupts_init(struct interrupts *interrupts);
void interrupts_fini(struct interrupts *interrupts);

/* 0 or -errno; after an error it is empty. */
int interrupts_read(struct textfile *file, struct interrupts *interrupts);
int interrupts_parse(const char *text, size_t len, struct interrupts *interrupts);

#endif
