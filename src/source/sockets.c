/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/sockets.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "base/clock.h"
#include "base/counter.h"
#include "base/scan.h"

static const char *const paths[N_SOCKETS_FILES] = {
	[SOCKETS_SOCKSTAT] = "/proc/net/sockstat", [SOCKETS_SOCKSTAT6] = "/proc/net/sockstat6",
	[SOCKETS_NETSTAT] = "/proc/net/netstat",   [SOCKETS_SNMP] = "/proc/net/snmp",
	[SOCKETS_SNMP6] = "/proc/net/snmp6",
};

/* Where each count stands: the word that its line begins with ("" in snmp6), and its own name. */
static const struct place {
	enum sockets_file file;
	const char *section, *name;
} places[N_SOCKETS_COUNTS] = {
	[SOCKETS_TCP_INUSE] = {SOCKETS_SOCKSTAT, "TCP:", "inuse"},
	[SOCKETS_TCP6_INUSE] = {SOCKETS_SOCKSTAT6, "TCP6:", "inuse"},
	[SOCKETS_ORPHANS] = {SOCKETS_SOCKSTAT, "TCP:", "orphan"},
	[SOCKETS_TIME_WAIT] = {SOCKETS_SOCKSTAT, "TCP:", "tw"},
	[SOCKETS_TCP_PAGES] = {SOCKETS_SOCKSTAT, "TCP:", "mem"},
	[SOCKETS_IN_SEGS] = {SOCKETS_SNMP, "Tcp:", "InSegs"},
	[SOCKETS_OUT_SEGS] = {SOCKETS_SNMP, "Tcp:", "OutSegs"},
	[SOCKETS_RETRANS_SEGS] = {SOCKETS_SNMP, "Tcp:", "RetransSegs"},
	[SOCKETS_ACTIVE_OPENS] = {SOCKETS_SNMP, "Tcp:", "ActiveOpens"},
	[SOCKETS_PASSIVE_OPENS] = {SOCKETS_SNMP, "Tcp:", "PassiveOpens"},
	[SOCKETS_LISTEN_OVERFLOWS] = {SOCKETS_NETSTAT, "TcpExt:", "ListenOverflows"},
	[SOCKETS_LISTEN_DROPS] = {SOCKETS_NETSTAT, "TcpExt:", "ListenDrops"},
	[SOCKETS_SYN_COOKIES] = {SOCKETS_NETSTAT, "TcpExt:", "TCPReqQFullDoCookies"},
	[SOCKETS_SYN_DROPS] = {SOCKETS_NETSTAT, "TcpExt:", "TCPReqQFullDrop"},
	[SOCKETS_UDP_IN] = {SOCKETS_SNMP, "Udp:", "InDatagrams"},
	[SOCKETS_UDP6_IN] = {SOCKETS_SNMP6, "", "Udp6InDatagrams"},
	[SOCKETS_UDP_OUT] = {SOCKETS_SNMP, "Udp:", "OutDatagrams"},
	[SOCKETS_UDP6_OUT] = {SOCKETS_SNMP6, "", "Udp6OutDatagrams"},
	[SOCKETS_UDP_FULL] = {SOCKETS_SNMP, "Udp:", "RcvbufErrors"},
	[SOCKETS_UDP6_FULL] = {SOCKETS_SNMP6, "", "Udp6RcvbufErrors"},
};

void sockets_files_init(struct sockets_files *files)
{
	for (size_t i = 0; i < N_SOCKETS_FILES; i++)
		textfile_init(&files->files[i]);
}

void sockets_files_fini(struct sockets_files *files)
{
	for (size_t i = 0; i < N_SOCKETS_FILES; i++)
		textfile_fini(&files->files[i]);
}

void sockets_init(struct sockets *sockets)
{
	for (size_t i = 0; i < N_SOCKETS_COUNTS; i++)
		sockets->counts[i] = COUNTER_UNKNOWN;
	sockets->read_ns = 0;
}

static bool is_same(struct span a, struct span b)
{
	return a.len == b.len && memcmp(a.text, b.text, a.len) == 0;
}

static bool is_wanted(enum sockets_file file, struct span section)
{
	for (size_t i = 0; i < N_SOCKETS_COUNTS; i++)
		if (places[i].file == file && span_is(section, places[i].section))
			return true;
	return false;
}

/* @value is a whole word; one that is no count ("-1") stays unknown. */
static void take(enum sockets_file file, struct span section, struct span name, struct span value,
		 struct sockets *sockets)
{
	struct scan scan = scan_of(value.text, value.len);
	uint64_t number;

	if (!scan_u64(&scan, &number) || !scan_is_at_end(&scan))
		return;
	for (size_t i = 0; i < N_SOCKETS_COUNTS; i++)
		if (places[i].file == file && span_is(section, places[i].section) &&
		    span_is(name, places[i].name))
			sockets->counts[i] = number;
}

/* "TCP: inuse 9 orphan 0 tw 0 alloc 16 mem 1", or with no section "Udp6InDatagrams   7". */
static void parse_pairs(enum sockets_file file, struct scan line, struct span section,
			struct sockets *sockets)
{
	struct span name, value;

	while (scan_word(&line, &name) && scan_word(&line, &value))
		take(file, section, name, value, sockets);
}

static void parse_sockstat(enum sockets_file file, struct scan rest, struct sockets *sockets)
{
	struct scan line;
	struct span section;

	while (scan_line(&rest, &line))
		if (scan_word(&line, &section) && is_wanted(file, section))
			parse_pairs(file, line, section, sockets);
}

/* A line of names over a line of numbers, both with the section in front. */
static void parse_titled(enum sockets_file file, struct scan rest, struct sockets *sockets)
{
	struct scan names, numbers, ahead;
	struct span section, again, name, number;

	while (scan_line(&rest, &names)) {
		ahead = rest;
		if (!scan_word(&names, &section) || !is_wanted(file, section) ||
		    !scan_line(&ahead, &numbers) || !scan_word(&numbers, &again) ||
		    !is_same(section, again))
			continue;
		rest = ahead;
		while (scan_word(&names, &name) && scan_word(&numbers, &number))
			take(file, section, name, number, sockets);
	}
}

void sockets_parse(enum sockets_file file, const char *text, size_t len, struct sockets *sockets)
{
	static const struct span no_section = {"", 0};
	struct scan rest = scan_of(text, len), line;

	switch (file) {
	case SOCKETS_SOCKSTAT:
	case SOCKETS_SOCKSTAT6:
		parse_sockstat(file, rest, sockets);
		break;
	case SOCKETS_NETSTAT:
	case SOCKETS_SNMP:
		parse_titled(file, rest, sockets);
		break;
	default:
		while (scan_line(&rest, &line))
			parse_pairs(file, line, no_section, sockets);
		break;
	}
}

static void read_one(enum sockets_file file, int error, const struct textfile *read,
		     struct sockets *sockets)
{
	bool is_of_ipv6 = file == SOCKETS_SOCKSTAT6 || file == SOCKETS_SNMP6;

	if (!error)
		sockets_parse(file, read->text, read->len, sockets);
	if (error != -ENOENT || !is_of_ipv6)
		return;
	for (size_t i = 0; i < N_SOCKETS_COUNTS; i++)
		if (places[i].file == file)
			sockets->counts[i] = 0;
}

int sockets_read(struct sockets_files *files, struct sockets *sockets)
{
	int error = -ENOENT;

	sockets_init(sockets);
	for (size_t i = 0; i < N_SOCKETS_FILES; i++) {
		struct textfile *file = &files->files[i];
		int failed = textfile_read(file, paths[i]);

		read_one(i, failed, file, sockets);
		if (!failed)
			error = 0;
	}
	sockets->read_ns = error ? 0 : clock_monotonic_ns();
	return error;
}
