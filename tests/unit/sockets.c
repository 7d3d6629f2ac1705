/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/counter.h"
#include "dump.h"
#include "prefixes.h"
#include "source/sockets.h"

static const char sockstat[] = "sockets: used 1602\n"
			       "TCP: inuse 35 orphan 3 tw 4 alloc 59 mem 22\n"
			       "UDP: inuse 12 mem 62\n"
			       "FRAG: inuse 0 memory 0\n";
static const char sockstat6[] = "TCP6: inuse 17\nUDP6: inuse 9\n";
/* The names are in no order that any kernel has. */
static const char snmp[] = "Ip: Forwarding InReceives\n"
			   "Ip: 2 5622026\n"
			   "Tcp: MaxConn RetransSegs OutSegs InSegs PassiveOpens ActiveOpens\n"
			   "Tcp: -1 27 1588656 1581885 103578 103700\n"
			   "Udp: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors\n"
			   "Udp: 4040138 1 2 4040142 3\n"
			   "UdpLite: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors\n"
			   "UdpLite: 99 99 99 99 99\n";
static const char netstat[] = "TcpExt: SyncookiesSent TCPReqQFullDrop ListenDrops ListenOverflows "
			      "TCPReqQFullDoCookies\n"
			      "TcpExt: 1 2 30 4 5\n"
			      "IpExt: ListenDrops\n"
			      "IpExt: 77\n";
static const char snmp6[] = "Ip6InReceives                   \t123\n"
			    "Udp6InDatagrams                 \t70\n"
			    "Udp6OutDatagrams                \t80\n"
			    "Udp6RcvbufErrors                \t90\n";

static struct dump dump;

static void parse(enum sockets_file file, const char *text, struct sockets *sockets)
{
	sockets_parse(file, text, strlen(text), sockets);
}

static void how_many_there_are_is_read(void **state)
{
	struct sockets sockets;

	(void)state;
	sockets_init(&sockets);
	parse(SOCKETS_SOCKSTAT, sockstat, &sockets);
	assert_int_equal(sockets.counts[SOCKETS_TCP_INUSE], 35);
	assert_int_equal(sockets.counts[SOCKETS_ORPHANS], 3);
	assert_int_equal(sockets.counts[SOCKETS_TIME_WAIT], 4);
	assert_int_equal(sockets.counts[SOCKETS_TCP_PAGES], 22);
	assert_int_equal(sockets.counts[SOCKETS_TCP6_INUSE], COUNTER_UNKNOWN);
	parse(SOCKETS_SOCKSTAT6, sockstat6, &sockets);
	assert_int_equal(sockets.counts[SOCKETS_TCP6_INUSE], 17);
	assert_int_equal(sockets.counts[SOCKETS_TCP_INUSE], 35);
}

static void what_happened_is_found_by_name(void **state)
{
	struct sockets sockets;
	const uint64_t *counts = sockets.counts;

	(void)state;
	sockets_init(&sockets);
	parse(SOCKETS_SNMP, snmp, &sockets);
	parse(SOCKETS_NETSTAT, netstat, &sockets);
	parse(SOCKETS_SNMP6, snmp6, &sockets);
	assert_int_equal(counts[SOCKETS_IN_SEGS], 1581885);
	assert_int_equal(counts[SOCKETS_OUT_SEGS], 1588656);
	assert_int_equal(counts[SOCKETS_RETRANS_SEGS], 27);
	assert_int_equal(counts[SOCKETS_ACTIVE_OPENS], 103700);
	assert_int_equal(counts[SOCKETS_PASSIVE_OPENS], 103578);
	assert_int_equal(counts[SOCKETS_UDP_IN], 4040138);
	assert_int_equal(counts[SOCKETS_UDP_OUT], 4040142);
	assert_int_equal(counts[SOCKETS_UDP_FULL], 3);
	assert_int_equal(counts[SOCKETS_UDP6_IN], 70);
	assert_int_equal(counts[SOCKETS_UDP6_OUT], 80);
	assert_int_equal(counts[SOCKETS_UDP6_FULL], 90);
	assert_int_equal(counts[SOCKETS_LISTEN_OVERFLOWS], 4);
	assert_int_equal(counts[SOCKETS_LISTEN_DROPS], 30);
	assert_int_equal(counts[SOCKETS_SYN_COOKIES], 5);
	assert_int_equal(counts[SOCKETS_SYN_DROPS], 2);
}

/* Kernels differ, and a line of names may have lost its numbers. */
static void what_a_file_does_not_have_is_unknown(void **state)
{
	struct sockets sockets;

	(void)state;
	sockets_init(&sockets);
	parse(SOCKETS_SNMP, "Tcp: InSegs\nUdp: InDatagrams\nUdp: 5\nTcp: OutSegs\n", &sockets);
	assert_int_equal(sockets.counts[SOCKETS_IN_SEGS], COUNTER_UNKNOWN);
	assert_int_equal(sockets.counts[SOCKETS_OUT_SEGS], COUNTER_UNKNOWN);
	assert_int_equal(sockets.counts[SOCKETS_UDP_IN], 5);
	parse(SOCKETS_SNMP, "Tcp: RtoMin InSegs OutSegs\nTcp: 200 -1\n", &sockets);
	assert_int_equal(sockets.counts[SOCKETS_IN_SEGS], COUNTER_UNKNOWN);
	assert_int_equal(sockets.counts[SOCKETS_OUT_SEGS], COUNTER_UNKNOWN);
	parse(SOCKETS_SOCKSTAT, "TCP: inuse\nTCP: 5 tw\nTCP: tw 5x\n", &sockets);
	assert_int_equal(sockets.counts[SOCKETS_TCP_INUSE], COUNTER_UNKNOWN);
	assert_int_equal(sockets.counts[SOCKETS_TIME_WAIT], COUNTER_UNKNOWN);
}

static void parse_prefix(const char *text, size_t len)
{
	struct sockets sockets;

	for (size_t file = 0; file < N_SOCKETS_FILES; file++) {
		sockets_init(&sockets);
		sockets_parse(file, text, len, &sockets);
	}
}

static void a_text_may_end_anywhere(void **state)
{
	(void)state;
	for_each_prefix(sockstat, parse_prefix);
	for_each_prefix(sockstat6, parse_prefix);
	for_each_prefix(snmp, parse_prefix);
	for_each_prefix(netstat, parse_prefix);
	for_each_prefix(snmp6, parse_prefix);
}

static void files_are_found_where_they_are(void **state)
{
	struct sockets_files files;
	struct sockets sockets;

	(void)state;
	sockets_files_init(&files);
	assert_int_equal(sockets_read(&files, &sockets), -ENOENT);
	assert_int_equal(sockets.read_ns, 0);
	assert_int_equal(sockets.counts[SOCKETS_TCP_INUSE], COUNTER_UNKNOWN);
	dump_put(&dump, "proc/net/snmp", snmp);
	assert_int_equal(sockets_read(&files, &sockets), 0);
	assert_true(sockets.read_ns > 0);
	assert_int_equal(sockets.counts[SOCKETS_UDP_IN], 4040138);
	assert_int_equal(sockets.counts[SOCKETS_TCP_INUSE], COUNTER_UNKNOWN);
	/* A kernel without IPv6 has none of it. */
	assert_int_equal(sockets.counts[SOCKETS_UDP6_IN], 0);
	assert_int_equal(sockets.counts[SOCKETS_TCP6_INUSE], 0);
	dump_put(&dump, "proc/net/snmp6", snmp6);
	assert_int_equal(sockets_read(&files, &sockets), 0);
	assert_int_equal(sockets.counts[SOCKETS_UDP6_IN], 70);
	sockets_files_fini(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(how_many_there_are_is_read),
		cmocka_unit_test(what_happened_is_found_by_name),
		cmocka_unit_test(what_a_file_does_not_have_is_unknown),
		cmocka_unit_test(a_text_may_end_anywhere),
		cmocka_unit_test(files_are_found_where_they_are),
	};

	dump_init(&dump);
	dump_enter(&dump);

	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	dump_fini(&dump);
	return failed;
}
