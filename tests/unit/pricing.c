/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The prices of this machine, in a cache of the test's own, and which sessions have them. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "near.h"
#include "price_list.h"
#include "priced.h"
#include "pricing.h"
#include "replay_desk.h"
#include "sample.h"
#include "session.h"
#include "source/fingerprint.h"
#include "source/host.h"

static char *cache;

static int make_cache(void **state)
{
	char template[] = "/tmp/overtop-pricing.XXXXXX";

	(void)state;
	if (!mkdtemp(template))
		return -1;
	cache = strdup(template);
	return setenv("XDG_CACHE_HOME", cache, 1);
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status;
	(void)type;
	(void)walk;
	return remove(path);
}

static int remove_cache(void **state)
{
	int error = nftw(cache, remove_one, 16, FTW_DEPTH | FTW_PHYS);

	(void)state;
	free(cache);
	return error;
}

/* As another overtop would. */
static void keep(const char *key, double median_ns)
{
	struct fingerprint fingerprint;
	struct price_list list;

	fingerprint_read(&fingerprint);
	price_list_init(&list, &fingerprint);
	price_list_load(&list);
	priced_put(&list, key, median_ns);
	assert_int_equal(price_list_save(&list), 0);
	price_list_fini(&list);
	fingerprint_fini(&fingerprint);
}

static void assert_kept(const struct pricing *pricing, const char *key, double median_ns)
{
	const struct price *price = price_list_find(pricing_list(pricing), key, -1);

	assert_non_null(price);
	assert_near(price->median_ns, median_ns);
}

static void what_is_kept_is_there_from_the_start(void **state)
{
	struct pricing *pricing = pricing_new();

	(void)state;
	assert_int_equal(pricing_list(pricing)->n_prices, 0);
	pricing_free(pricing);
	keep("fork", 1e6);
	pricing = pricing_new();
	assert_kept(pricing, "fork", 1e6);
	assert_false(pricing_is_measuring(pricing));
	pricing_free(pricing);
	pricing_free(NULL);
}

/* It ends before anything is measured: then nothing is kept, and no process is left. */
static void it_may_end_at_any_time(void **state)
{
	struct pricing *pricing = pricing_new();
	struct session *session = session_new((struct access){.is_live = true});
	struct view view = session_view(session, &any);
	size_t n = 1;

	(void)state;
	assert_int_equal(pricing_begin(pricing, true, &view), 0);
	assert_true(pricing_is_measuring(pricing));
	assert_true(pricing_fd(pricing) >= 0);
	assert_int_equal(pricing_progress(pricing).n_done, 0);
	assert_non_null(pricing_progress(pricing).now);
	/* Of one that is going on nothing changes. */
	assert_int_equal(pricing_begin(pricing, false, &view), 0);
	assert_int_equal(pricing_progress(pricing).n_done, 0);
	assert_int_equal(pricing_end(pricing, &n), 0);
	assert_int_equal(n, 0);
	assert_false(pricing_is_measuring(pricing));
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
	assert_int_equal(pricing_begin(pricing, true, &view), 0);
	pricing_free(pricing);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	session_free(session);
}

static void another_may_measure_meanwhile(void **state)
{
	struct pricing *pricing = pricing_new();
	struct session *session = session_new((struct access){.is_live = true});
	struct view view = session_view(session, &any);
	size_t n;

	(void)state;
	assert_int_equal(pricing_begin(pricing, true, &view), 0);
	keep("exec", 2e6);
	assert_int_equal(pricing_end(pricing, &n), 0);
	assert_kept(pricing, "exec", 2e6);
	pricing_free(pricing);
	session_free(session);
}

static void only_this_machine_has_them(void **state)
{
	struct session *session = session_new((struct access){.is_live = true});

	(void)state;
	assert_non_null(session_pricing(session));
	/* They are read only where something shows them. */
	session_begin(session, NEED_STAT);
	assert_null(session_view(session, &any).prices);
	session_begin(session, NEED_STAT | NEED_PRICES);
	assert_ptr_equal(session_view(session, &any).prices,
			 pricing_list(session_pricing(session)));
	session_free(session);
	session = session_new((struct access){.is_live = false});
	assert_null(session_pricing(session));
	session_free(session);
}

/* A recording: of this boot of this machine, or of another. */
static void assert_replay_has_prices(void **state, const char *boot_id, bool expected)
{
	struct session *session;
	struct desk *desk;

	setup(state);
	desk = *state;
	record(desk, NULL, boot_id);
	fclose(desk->out);
	session = session_new_replay(tape_open(desk->path));
	session_begin(session, NEED_PRICES);
	while (!session_step(session, UINT64_MAX))
		;
	assert_int_equal(session_view(session, &any).prices != NULL, expected);
	assert_int_equal(session_pricing(session) != NULL, expected);
	session_free(session);
	teardown(state);
}

static void a_recording_of_this_boot_has_them(void **state)
{
	char *boot_id = host_boot_id_dup();

	if (boot_id)
		assert_replay_has_prices(state, boot_id, true);
	free(boot_id);
	assert_replay_has_prices(state, "another boot", false);
	assert_replay_has_prices(state, NULL, false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, make_cache, remove_cache)
		TEST(what_is_kept_is_there_from_the_start), TEST(it_may_end_at_any_time),
		TEST(another_may_measure_meanwhile),        TEST(only_this_machine_has_them),
		TEST(a_recording_of_this_boot_has_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
