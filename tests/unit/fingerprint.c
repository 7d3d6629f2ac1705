/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "dump.h"
#include "source/fingerprint.h"

static struct dump dump;

static void assert_model(const char *text, const char *model)
{
	char *got = fingerprint_cpu_model_dup(text, strlen(text));

	assert_string_equal(got, model);
	free(got);
}

static void the_first_cpu_says_its_model(void **state)
{
	(void)state;
	assert_model("processor\t: 0\nvendor_id\t: Some\ncpu family\t: 6\nmodel\t\t: 207\n"
		     "model name\t: Some(R) CPU @ 2.00GHz \ncpu MHz\t\t: 1999.5\n\n"
		     "processor\t: 1\nmodel name\t: another\n",
		     "Some(R) CPU @ 2.00GHz");
	assert_model("processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\n"
		     "CPU architecture: 8\nCPU part\t: 0xd0c\n\nprocessor\t: 1\nCPU part\t: 0x1\n",
		     "0x41 0xd0c");
	assert_model("processor\t: 0\ncpu\t\t: POWER9, altivec supported\nclock\t\t: 2.3MHz\n",
		     "POWER9, altivec supported");
	/* What stands before the first that says anything. */
	assert_model("system type\t: x\n\nprocessor\t: 0\ncpu model\t: MIPS 24K\n", "MIPS 24K");
	assert_model("vendor_id       : IBM/S390\n", "");
	assert_model("model name", "");
	assert_model("", "");
}

static void what_is_not_there_is_empty(void **state)
{
	(void)state;
	struct fingerprint fingerprint;

	fingerprint_read(&fingerprint);
	assert_string_equal(fingerprint.cpu_model, "");
	assert_string_equal(fingerprint.mitigations, "");
	fingerprint_fini(&fingerprint);
}

static void mitigations_are_in_the_order_of_their_names(void **state)
{
	(void)state;
	struct fingerprint fingerprint;

	dump_put(&dump, "proc/cpuinfo", "model name\t: X\n");
	dump_put(&dump, "sys/devices/system/cpu/vulnerabilities/spectre_v1", "Vulnerable\n");
	dump_put(&dump, "sys/devices/system/cpu/vulnerabilities/meltdown", "Mitigation: PTI\n");
	fingerprint_read(&fingerprint);
	assert_string_equal(fingerprint.cpu_model, "X");
	assert_string_equal(fingerprint.mitigations,
			    "meltdown: Mitigation: PTI; spectre_v1: Vulnerable");
	assert_true(*fingerprint.kernel);
	fingerprint_fini(&fingerprint);
}

int main(void)
{
	const struct CMUnitTest parsed[] = {
		cmocka_unit_test(the_first_cpu_says_its_model),
	};
	const struct CMUnitTest dumped[] = {
		cmocka_unit_test(what_is_not_there_is_empty),
		cmocka_unit_test(mitigations_are_in_the_order_of_their_names),
	};
	int failed = cmocka_run_group_tests(parsed, NULL, NULL);

	if (failed)
		return failed;
	dump_init(&dump);
	dump_enter(&dump);
	failed = cmocka_run_group_tests(dumped, NULL, NULL);
	dump_fini(&dump);
	return failed;
}
