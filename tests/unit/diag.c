/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sockets as the kernel lists them: one message, one address, the range of ports. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <linux/inet_diag.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "netlink/diag.h"
#include "prefixes.h"
#include "source/peers.h"

static struct inet_diag_msg message_of(int family, const char *local, const char *remote)
{
	struct inet_diag_msg message = {
		.idiag_family = (uint8_t)family,
		.idiag_state = TCP_TIME_WAIT,
		.id.idiag_sport = htons(40000),
		.id.idiag_dport = htons(443),
		.idiag_rqueue = 3,
		.idiag_wqueue = 128,
	};

	assert_int_equal(inet_pton(family, local, message.id.idiag_src), 1);
	assert_int_equal(inet_pton(family, remote, message.id.idiag_dst), 1);
	return message;
}

static void assert_address(const struct diag_address *address, const char *expected)
{
	char text[DIAG_TEXT_SIZE];

	diag_address_format(address, text);
	assert_string_equal(text, expected);
}

static void assert_socket(int family, const char *local, const char *remote, const char *local_text,
			  const char *remote_text)
{
	struct inet_diag_msg message = message_of(family, local, remote);
	struct diag_socket socket;

	assert_true(diag_parse(&message, sizeof(message), &socket));
	assert_int_equal(socket.state, TCP_TIME_WAIT);
	assert_int_equal(socket.rqueue, 3);
	assert_int_equal(socket.wqueue, 128);
	assert_address(&socket.local, local_text);
	assert_address(&socket.remote, remote_text);
}

static void addresses_are_written_as_others_do(void **state)
{
	(void)state;
	assert_socket(AF_INET, "10.0.0.1", "192.0.2.7", "10.0.0.1:40000", "192.0.2.7:443");
	assert_socket(AF_INET, "0.0.0.0", "255.255.255.255", "0.0.0.0:40000",
		      "255.255.255.255:443");
	assert_socket(AF_INET6, "::1", "2001:db8::1", "[::1]:40000", "[2001:db8::1]:443");
	assert_socket(AF_INET6, "::", "fe80:1111:2222:3333:4444:5555:6666:7777", "[::]:40000",
		      "[fe80:1111:2222:3333:4444:5555:6666:7777]:443");
}

/* So that both are one destination. */
static void an_address_of_both_kinds_is_one(void **state)
{
	(void)state;
	assert_socket(AF_INET6, "::ffff:10.0.0.1", "::ffff:192.0.2.7", "10.0.0.1:40000",
		      "192.0.2.7:443");
}

static void what_is_no_socket_is_refused(void **state)
{
	(void)state;
	struct inet_diag_msg message = message_of(AF_INET, "10.0.0.1", "192.0.2.7");
	struct diag_socket socket;

	for (size_t len = 0; len < sizeof(message); len++) {
		char *exact = xmalloc(len);

		memcpy(exact, &message, len);
		assert_false(diag_parse(exact, len, &socket));
		free(exact);
	}
	message.idiag_family = AF_UNIX;
	assert_false(diag_parse(&message, sizeof(message), &socket));
}

static void assert_range(const char *text, unsigned int first, unsigned int last)
{
	unsigned int low, high;

	assert_true(peers_parse_range(text, strlen(text), &low, &high));
	assert_int_equal(low, first);
	assert_int_equal(high, last);
}

static void assert_no_range(const char *text)
{
	unsigned int low, high;

	assert_false(peers_parse_range(text, strlen(text), &low, &high));
}

static void the_range_of_ports(void **state)
{
	(void)state;
	assert_range("32768\t60999\n", 32768, 60999);
	assert_range("1024 65535", 1024, 65535);
	assert_range("5 5\n", 5, 5);
	assert_no_range("");
	assert_no_range("32768\n");
	assert_no_range("x 5\n");
	assert_no_range("6 5\n");
	assert_no_range("1 65536\n");
}

static void parse_range(const char *text, size_t len)
{
	unsigned int first, last;

	if (peers_parse_range(text, len, &first, &last))
		assert_true(first <= last && last <= 60999);
}

static void it_may_end_anywhere(void **state)
{
	(void)state;
	for_each_prefix("768\t60999\n", parse_range);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_are_written_as_others_do),
		cmocka_unit_test(an_address_of_both_kinds_is_one),
		cmocka_unit_test(what_is_no_socket_is_refused),
		cmocka_unit_test(the_range_of_ports),
		cmocka_unit_test(it_may_end_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
