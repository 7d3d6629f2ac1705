/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/counter.h"
#include "base/textfile.h"
#include "base/xalloc.h"
#include "prefixes.h"
#include "source/interrupts.h"

#define UNKNOWN COUNTER_UNKNOWN

static const char two_cpus[] =
	"            CPU0       CPU1       \n"
	"   0:         21          0  IR-IO-APIC    2-edge      timer\n"
	"  30:         10 4294967295  PCI-MSIX-0000:00:03.0   1-edge      virtio2-input.0\n"
	" 131:          3          4  IR-PCI-MSI 327680-edge      xhci_hcd, i801_smbus\n"
	" NMI:          5          6   Non-maskable interrupts\n"
	" LOC: 3000000000 4000000000   Local timer interrupts\n"
	" ERR:          7\n"
	" MIS:          0\n";

static int parse(const char *text, struct interrupts *interrupts)
{
	return interrupts_parse(text, strlen(text), interrupts);
}

static int setup(void **state)
{
	struct interrupts *interrupts = xmalloc(sizeof(*interrupts));

	interrupts_init(interrupts);
	*state = interrupts;
	return 0;
}

static int teardown(void **state)
{
	interrupts_fini(*state);
	free(*state);
	return 0;
}

static void assert_text(const struct interrupts *interrupts, size_t at, size_t len,
			const char *expected)
{
	char *found = xstrndup(interrupts->text + at, len);

	assert_string_equal(found, expected);
	free(found);
}

static void assert_row(const struct interrupts *interrupts, size_t i, const char *label,
		       const char *chip, const char *name)
{
	const struct interrupt *row = &interrupts->rows[i];

	assert_true(i < interrupts->n_rows);
	assert_text(interrupts, row->label, row->label_len, label);
	assert_text(interrupts, row->chip, row->chip_len, chip);
	assert_text(interrupts, row->name, row->name_len, name);
}

static uint64_t count(const struct interrupts *interrupts, size_t row, size_t i)
{
	assert_true(i < interrupts->rows[row].n_counts);
	return interrupts->counts[interrupts->rows[row].counts + i];
}

static void every_row_is_read(void **state)
{
	const struct interrupts *interrupts = *state;

	assert_int_equal(parse(two_cpus, *state), 0);
	assert_int_equal(interrupts->n_cpus, 2);
	assert_int_equal(interrupts->n_rows, 7);
	assert_row(interrupts, 0, "0", "IR-IO-APIC 2-edge", "timer");
	assert_row(interrupts, 1, "30", "PCI-MSIX-0000:00:03.0 1-edge", "virtio2-input.0");
	assert_row(interrupts, 2, "131", "IR-PCI-MSI 327680-edge", "xhci_hcd, i801_smbus");
	assert_row(interrupts, 4, "LOC", "", "Local timer interrupts");
	assert_row(interrupts, 5, "ERR", "", "");
	assert_int_equal(interrupts->rows[2].irq, 131);
	assert_int_equal(interrupts->rows[4].irq, -1);
	assert_int_equal(count(interrupts, 1, 1), 4294967295);
	assert_int_equal(count(interrupts, 4, 0), 3000000000);
	assert_int_equal(interrupts->rows[5].n_counts, 1);
	assert_int_equal(count(interrupts, 5, 0), 7);
}

/* What stands between the counts and the end of a line, over kernels and architectures. */
static void chip_and_name_are_told_apart(void **state)
{
	static const struct {
		const char *rest, *chip, *name;
	} lines[] = {
		{"  IO-APIC   4-edge      ttyS0", "IO-APIC 4-edge", "ttyS0"},
		{"   IO-APIC-edge      timer", "IO-APIC-edge", "timer"},
		{"   IO-APIC-fasteoi   uhci_hcd:usb1, Intel 82801AA-ICH", "IO-APIC-fasteoi",
		 "uhci_hcd:usb1, Intel 82801AA-ICH"},
		{"  IO-APIC-level  acpi", "IO-APIC-level", "acpi"},
		{"   PCI-MSI-edge      eth0-TxRx-0", "PCI-MSI-edge", "eth0-TxRx-0"},
		{"  PCI-MSI 512000-edge      ahci[0000:00:1f.2]", "PCI-MSI 512000-edge",
		 "ahci[0000:00:1f.2]"},
		{"  IR-PCI-MSI 512000-edge      0000:00:1f.2", "IR-PCI-MSI 512000-edge",
		 "0000:00:1f.2"},
		{"  PCI-MSI 344064-edge      PCIe PME, pciehp", "PCI-MSI 344064-edge",
		 "PCIe PME, pciehp"},
		{"   IR-HPET_MSI-edge      hpet2", "IR-HPET_MSI-edge", "hpet2"},
		{"    XT-PIC-XT        i8042", "XT-PIC-XT", "i8042"},
		{"    XT-PIC  timer", "XT-PIC", "timer"},
		{"     GICv3  27 Level     arch_timer", "GICv3 27 Level", "arch_timer"},
		{"   ARMH0061:00   3 Edge      ACPI:Event", "ARMH0061:00 3 Edge", "ACPI:Event"},
		{"   ITS-MSI 81921 Edge      eth0-Tx-Rx-0", "ITS-MSI 81921 Edge", "eth0-Tx-Rx-0"},
		{"  12000000.gpio   7 Level    -fasteoi   ti-sysc",
		 "12000000.gpio 7 Level -fasteoi", "ti-sysc"},
		{"  gpio-mxc  7 Edge      1-0050", "gpio-mxc 7 Edge", "1-0050"},
		{"      XICS  16 Edge      IPI", "XICS 16 Edge", "IPI"},
		{"    RISC-V INTC   5 Edge      riscv-timer", "RISC-V INTC 5 Edge", "riscv-timer"},
		{"      MIPS   7  timer", "MIPS 7", "timer"},
		{"       GIC 128  1-0022", "GIC 128", "1-0022"},
		{"  intel-gpio    9  ELAN0001:00", "intel-gpio 9", "ELAN0001:00"},
		{"       CPU  timer", "CPU", "timer"},
		{"   xen-dyn    -event     eth0-q0-tx", "xen-dyn -event", "eth0-q0-tx"},
		{"  xen-percpu-ipi       resched0", "xen-percpu-ipi", "resched0"},
		{"  xen-pirq-ioapic-edge  i8042", "xen-pirq-ioapic-edge", "i8042"},
		/* Nobody registered an action. */
		{"   IO-APIC-edge      ", "IO-APIC-edge", ""},
		{"  IO-APIC   7-edge    ", "IO-APIC 7-edge", ""},
		{"     GICv2  44 Level  ", "GICv2 44 Level", ""},
		{"      MIPS   7", "MIPS 7", ""},
		{"      None", "None", ""},
		{"         -", "-", ""},
		{"  ", "", ""},
		{"", "", ""},
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		char text[256];

		snprintf(text, sizeof(text), " CPU0 CPU1\n %zu:   5    6%s\n", i, lines[i].rest);
		assert_int_equal(parse(text, *state), 0);
		snprintf(text, sizeof(text), "%zu", i);
		assert_row(*state, 0, text, lines[i].chip, lines[i].name);
		assert_int_equal(count(*state, 0, 1), 6);
	}
}

static void a_count_may_touch_its_label(void **state)
{
	const struct interrupts *interrupts = *state;

	assert_int_equal(parse("           CPU0       CPU1\n"
			       "IPI0:1145401553 2844211768       Rescheduling interrupts\n"
			       "EXT:      31903      57022\nI/O:       6989      33457\n",
			       *state),
			 0);
	assert_row(interrupts, 0, "IPI0", "", "Rescheduling interrupts");
	assert_int_equal(count(interrupts, 0, 0), 1145401553);
	assert_row(interrupts, 1, "EXT", "", "");
	assert_row(interrupts, 2, "I/O", "", "");
	assert_int_equal(count(interrupts, 2, 1), 33457);
}

static void rows_may_lack_counts(void **state)
{
	const struct interrupts *interrupts = *state;

	assert_int_equal(parse("  CPU0 CPU1 CPU2\nFIQ:              usb_fiq\nErr: 4\nNMI: 1 2\n"
			       "7: 1  GIC  33 Level  uart\n8:\n",
			       *state),
			 0);
	assert_row(interrupts, 0, "FIQ", "", "usb_fiq");
	assert_int_equal(interrupts->rows[0].n_counts, 0);
	assert_int_equal(interrupts->rows[1].n_counts, 1);
	assert_int_equal(interrupts->rows[2].n_counts, 3);
	assert_int_equal(count(interrupts, 2, 2), UNKNOWN);
	/* One count of a device is of its first CPU, not of the machine. */
	assert_row(interrupts, 3, "7", "GIC 33 Level", "uart");
	assert_int_equal(count(interrupts, 3, 0), 1);
	assert_int_equal(count(interrupts, 3, 1), UNKNOWN);
	assert_int_equal(interrupts->rows[4].n_counts, 0);
}

/* ARM 3.4 with three of four cores unplugged. */
static void counts_beyond_the_header_are_nobodys(void **state)
{
	const struct interrupts *interrupts = *state;

	assert_int_equal(
		parse("           CPU0\n 37:        100       GIC  mtk-msdc\n"
		      "IPI1:          1          2          3          4  Timer broadcast\n",
		      *state),
		0);
	assert_int_equal(interrupts->n_cpus, 1);
	assert_row(interrupts, 0, "37", "GIC", "mtk-msdc");
	assert_row(interrupts, 1, "IPI1", "", "Timer broadcast");
	assert_int_equal(interrupts->rows[1].n_counts, 1);
	assert_int_equal(count(interrupts, 1, 0), 1);
}

static void a_text_without_a_header_is_refused(void **state)
{
	const struct interrupts *interrupts = *state;

	assert_int_equal(parse("", *state), -EINVAL);
	assert_int_equal(parse("\n", *state), -EINVAL);
	assert_int_equal(parse("NMI: 1 2\n", *state), -EINVAL);
	assert_int_equal(parse(" CPU70000\nNMI: 1\n", *state), -EINVAL);
	assert_int_equal(interrupts->n_cpus, 0);
	assert_int_equal(interrupts->n_rows, 0);
}

static void lines_that_are_no_rows_are_passed_over(void **state)
{
	const struct interrupts *interrupts = *state;

	assert_int_equal(parse(" CPU0\n\nno row\n  :5\n9999999999: 1  X  y\nNMI: 3", *state), 0);
	assert_int_equal(interrupts->n_rows, 2);
	assert_row(interrupts, 0, "9999999999", "", "X y");
	assert_int_equal(interrupts->rows[0].irq, -1);
	assert_int_equal(count(interrupts, 1, 0), 3);
}

/* 1152 CPUs and 1500 lines: nothing is cut off. */
static void a_large_machine_is_read_to_its_end(void **state)
{
	const struct interrupts *interrupts = *state;
	size_t size = 4 << 20, len = 0;
	char *text = xmalloc(size);

	for (int cpu = 0; cpu < 1152; cpu++)
		len += (size_t)snprintf(text + len, size - len, "     CPU%-4d", cpu);
	for (int irq = 0; irq < 1500; irq++) {
		len += (size_t)snprintf(text + len, size - len, "\n%4d:", irq);
		for (int cpu = 0; cpu < 1152; cpu++, len += 2)
			memcpy(text + len, cpu == irq % 1152 ? " 7" : " 0", 2);
		len += (size_t)snprintf(text + len, size - len, "  PCI-MSI %d-edge  q%d", irq, irq);
	}
	assert_int_equal(interrupts_parse(text, len, *state), 0);
	assert_int_equal(interrupts->n_cpus, 1152);
	assert_int_equal(interrupts->cpus[1151], 1151);
	assert_int_equal(interrupts->n_rows, 1500);
	assert_row(interrupts, 1499, "1499", "PCI-MSI 1499-edge", "q1499");
	assert_int_equal(count(interrupts, 1151, 1151), 7);
	assert_int_equal(count(interrupts, 1499, 347), 7);
	free(text);
}

static void cpus_and_rows_come_and_go(void **state)
{
	const struct interrupts *interrupts = *state;

	assert_int_equal(parse(two_cpus, *state), 0);
	assert_int_equal(parse("  CPU1 CPU5 CPU9\n  30: 1 2 3  PCI-MSI 1-edge  nvme0q1\n", *state),
			 0);
	assert_int_equal(interrupts->n_cpus, 3);
	assert_int_equal(interrupts->cpus[2], 9);
	assert_int_equal(interrupts->n_rows, 1);
	assert_row(interrupts, 0, "30", "PCI-MSI 1-edge", "nvme0q1");
	assert_int_equal(parse(two_cpus, *state), 0);
	assert_int_equal(interrupts->n_rows, 7);
}

static void the_steady_state_keeps_its_memory(void **state)
{
	struct interrupts *interrupts = *state;

	assert_int_equal(parse(two_cpus, interrupts), 0);

	struct interrupts before = *interrupts;

	for (int i = 0; i < 3; i++)
		assert_int_equal(parse(two_cpus, interrupts), 0);
	assert_memory_equal(interrupts, &before, sizeof(before));
}

static void parse_prefix(const char *text, size_t len)
{
	struct interrupts interrupts;

	interrupts_init(&interrupts);
	interrupts_parse(text, len, &interrupts);
	assert_true(interrupts.n_cpus <= 2 && interrupts.n_rows <= 7);
	for (size_t i = 0; i < interrupts.n_rows; i++)
		assert_true(interrupts.rows[i].n_counts <= 2);
	interrupts_fini(&interrupts);
}

static void a_text_may_end_anywhere(void **state)
{
	(void)state;
	for_each_prefix(two_cpus, parse_prefix);
}

static void this_machine_can_be_read(void **state)
{
	struct interrupts *interrupts = *state;
	struct textfile file;

	textfile_init(&file);
	assert_int_equal(interrupts_read(&file, interrupts), 0);
	assert_int_equal(interrupts_read(&file, interrupts), 0);
	assert_true(interrupts->read_ns > 0);
	assert_true(interrupts->n_cpus > 0 && interrupts->n_rows > 0);
	textfile_fini(&file);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_row_is_read),
		TEST(chip_and_name_are_told_apart),
		TEST(a_count_may_touch_its_label),
		TEST(rows_may_lack_counts),
		TEST(counts_beyond_the_header_are_nobodys),
		TEST(a_text_without_a_header_is_refused),
		TEST(lines_that_are_no_rows_are_passed_over),
		TEST(a_large_machine_is_read_to_its_end),
		TEST(cpus_and_rows_come_and_go),
		TEST(the_steady_state_keeps_its_memory),
		TEST(a_text_may_end_anywhere),
		TEST(this_machine_can_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
