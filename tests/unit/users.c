/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dump.h"
#include "source/users.h"

static struct dump dump;

static void users_have_names(void **state)
{
	(void)state;
	struct users *users = users_new(true);

	assert_string_equal(users_name(users, 4242), "alice");
	assert_string_equal(users_name(users, 0), "superuser");
	assert_string_equal(users_name(users, 7000), "verbose");
	users_free(users);
}

static void a_user_without_a_name_is_a_number(void **state)
{
	(void)state;
	struct users *users = users_new(true);

	assert_string_equal(users_name(users, 31337), "31337");
	assert_string_equal(users_name(users, 4294967294), "4294967294");
	assert_string_equal(users_name(users, UINT32_MAX), "-");
	users_free(users);
}

static void a_name_is_asked_for_once(void **state)
{
	(void)state;
	struct users *users = users_new(true);
	const char *alice = users_name(users, 4242);

	for (uint32_t uid = 50000; uid > 49000; uid--)
		users_name(users, uid);
	assert_ptr_equal(users_name(users, 4242), alice);
	assert_string_equal(users_name(users, 49500), "49500");
	users_free(users);
	users_free(NULL);
}

static void users_are_found_by_name_or_number(void **state)
{
	(void)state;
	uint32_t uid = 1;

	assert_int_equal(users_find("alice", &uid), 0);
	assert_int_equal(uid, 4242);
	assert_int_equal(users_find("0", &uid), 0);
	assert_int_equal(uid, 0);
	/* A name made of digits is a name first. */
	assert_int_equal(users_find("007", &uid), 0);
	assert_int_equal(uid, 4243);
	assert_int_equal(users_find("4294967294", &uid), 0);
	assert_int_equal(uid, 4294967294);
}

static void nobody_is_not_found(void **state)
{
	(void)state;
	static const char *const nobodies[] = {
		"", "bob", "12x", "-1", " 1", "4294967295", "99999999999999999999"};
	uint32_t uid;

	for (size_t i = 0; i < sizeof(nobodies) / sizeof(nobodies[0]); i++)
		assert_int_equal(users_find(nobodies[i], &uid), -ENOENT);
}

/* One entry is longer than any first guess of the room it takes. */
static void put_passwd(void)
{
	char *text = malloc(20000), *end = text;

	end += sprintf(end, "superuser:x:0:0::/:/bin/sh\nalice:x:4242:1::/:/bin/sh\n"
			    "007:x:4243:1::/:/bin/sh\nverbose:x:7000:1:");
	memset(end, 'x', 15000);
	sprintf(end + 15000, ":/:/bin/sh\n");
	dump_put(&dump, "etc/passwd", text);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(users_have_names),
		cmocka_unit_test(a_user_without_a_name_is_a_number),
		cmocka_unit_test(a_name_is_asked_for_once),
		cmocka_unit_test(users_are_found_by_name_or_number),
		cmocka_unit_test(nobody_is_not_found),
	};

	dump_init(&dump);
	put_passwd();
	dump_enter(&dump);

	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	dump_fini(&dump);
	return failed;
}
