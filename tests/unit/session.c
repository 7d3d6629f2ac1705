/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is read when, and what is shown meanwhile; first of this machine, then of one made of files. */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dump.h"
#include "interval.h"
#include "past.h"
#include "sample.h"
#include "session.h"
#include "ui/ui.h"

static struct dump dump;
static const struct choice choice;

static const struct interval *interval_of(struct session *session)
{
	return session_view(session, &choice).interval;
}

static void take(struct session *session, unsigned int needs)
{
	session_begin(session, needs);
	while (!session_step(session, UINT64_MAX))
		;
}

static void what_is_added_is_shown_at_once(void **state)
{
	(void)state;
	struct session *session = session_new((struct access){.is_live = true});

	take(session, NEED_STAT);
	assert_int_equal(interval_of(session)->n_softirqs, 0);
	session_add(session, NEED_SOFTIRQS);
	assert_int_not_equal(interval_of(session)->n_softirqs, 0);
	session_free(session);
}

/* The first scan may take seconds: whoever looks at another pane meanwhile must not begin it anew. */
static void adding_to_a_scan_lets_it_go_on(void **state)
{
	(void)state;
	struct session *session = session_new((struct access){.is_live = true});
	size_t before = 0, after, total;

	session_begin(session, NEED_STAT | NEED_TASKS);
	while (before == 0) {
		assert_false(session_step(session, 0));
		session_progress(session, &before, &total);
	}
	session_add(session, NEED_STAT | NEED_SOFTIRQS | NEED_TASKS);
	session_progress(session, &after, &total);
	assert_true(after >= before);
	assert_int_not_equal(interval_of(session)->n_softirqs, 0);
	session_free(session);
}

static void tasks_stay_while_the_next_are_read(void **state)
{
	(void)state;
	struct session *session = session_new((struct access){.is_live = true});

	take(session, NEED_STAT | NEED_TASKS);
	session_begin(session, NEED_STAT | NEED_TASKS);
	assert_false(session_step(session, 0));
	session_add(session, NEED_STAT | NEED_SOFTIRQS | NEED_TASKS);
	assert_true(interval_of(session)->has_tasks);
	while (!session_step(session, UINT64_MAX))
		;
	assert_true(interval_of(session)->has_tasks);
	assert_int_not_equal(interval_of(session)->n_softirqs, 0);
	session_free(session);
}

/* What is looked at stands still, also when it is too old to be remembered. */
static void what_is_looked_at_stays(void **state)
{
	(void)state;
	struct session *session = session_new((struct access){.is_live = true});
	uint64_t looked_at_ns;

	session_remember(session, 64 << 20, 0.1, false);
	take(session, NEED_STAT);
	take(session, NEED_STAT);
	session_move(session, -1);
	assert_true(interval_of(session)->is_since_boot);
	looked_at_ns = interval_of(session)->wall_ns;
	while (past_first(session_past(session)) < 3)
		take(session, NEED_STAT);
	assert_true(session_playback(session).is_past);
	assert_int_equal(interval_of(session)->wall_ns, looked_at_ns);
	assert_true(session_playback(session).is_at_start);
	session_move(session, 1);
	assert_true(interval_of(session)->wall_ns > looked_at_ns);
	session_move_to(session, UINT64_MAX);
	assert_false(session_playback(session).is_past);
	session_free(session);
}

static void put_stat(const char *cpu, const char *switches)
{
	char text[200];

	snprintf(text, sizeof(text), "cpu0 %s\nctxt %s\n", cpu, switches);
	dump_put(&dump, "proc/stat", text);
}

/* Nobody who begins a sample need know that rates since boot are over the uptime. */
static void a_dump_that_stands_still_is_shown_since_boot(void **state)
{
	(void)state;
	struct session *session = session_new((struct access){.is_live = false});

	put_stat("10 0 10 80 0 0 0", "5000");
	dump_put(&dump, "proc/uptime", "100.00 50.00\n");
	for (int i = 0; i < 3; i++) {
		take(session, NEED_STAT);
		assert_true(interval_of(session)->is_since_boot);
		assert_true(interval_of(session)->totals.cs_per_s == 50);
		assert_true(interval_of(session)->cpus[0].id == 80);
	}
	session_free(session);
}

static void a_dump_that_changes_is_measured(void **state)
{
	(void)state;
	struct session *session = session_new((struct access){.is_live = false});

	put_stat("10 0 10 80 0 0 0", "5000");
	take(session, NEED_STAT);
	put_stat("20 0 10 80 0 0 0", "6000");
	take(session, NEED_STAT);
	assert_false(interval_of(session)->is_since_boot);
	assert_true(interval_of(session)->cpus[0].us == 100);
	assert_true(interval_of(session)->totals.cs_per_s > 0);
	session_free(session);
}

int main(void)
{
	const struct CMUnitTest live[] = {
		cmocka_unit_test(what_is_added_is_shown_at_once),
		cmocka_unit_test(adding_to_a_scan_lets_it_go_on),
		cmocka_unit_test(tasks_stay_while_the_next_are_read),
		cmocka_unit_test(what_is_looked_at_stays),
	};
	const struct CMUnitTest dumped[] = {
		cmocka_unit_test(a_dump_that_stands_still_is_shown_since_boot),
		cmocka_unit_test(a_dump_that_changes_is_measured),
	};
	int failed = cmocka_run_group_tests(live, NULL, NULL);

	dump_init(&dump);
	dump_enter(&dump);
	failed += cmocka_run_group_tests(dumped, NULL, NULL);
	dump_fini(&dump);
	return failed;
}
