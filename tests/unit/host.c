/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dump.h"
#include "source/host.h"

static struct dump dump;

static void we_are_here(void **state)
{
	(void)state;
	char *name = host_name_dup(true);

	assert_non_null(name);
	free(name);
	assert_true(host_has_task(getpid()));
	/* More than any machine gives out. */
	assert_false(host_has_task(INT_MAX));
}

static void a_dump_has_its_own_name_or_none(void **state)
{
	(void)state;
	char *name = host_name_dup(false);

	assert_null(name);
	dump_put(&dump, "proc/sys/kernel/hostname", "web-3\n");
	name = host_name_dup(false);
	assert_string_equal(name, "web-3");
	free(name);
}

/* Whatever files of it there are. */
static void a_dump_has_its_own_processes(void **state)
{
	(void)state;
	dump_put(&dump, "proc/4711/stat", "4711 (x) S 1\n");
	assert_true(host_has_task(4711));
	assert_false(host_has_task(4712));
}

int main(void)
{
	const struct CMUnitTest live[] = {
		cmocka_unit_test(we_are_here),
	};
	const struct CMUnitTest dumped[] = {
		cmocka_unit_test(a_dump_has_its_own_name_or_none),
		cmocka_unit_test(a_dump_has_its_own_processes),
	};
	int failed = cmocka_run_group_tests(live, NULL, NULL);

	if (failed)
		return failed;
	dump_init(&dump);
	dump_enter(&dump);
	failed = cmocka_run_group_tests(dumped, NULL, NULL);
	dump_fini(&dump);
	return failed;
}
