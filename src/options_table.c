/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In the order of --help and the man page. */
#include "config.h"

#include "base/i18n.h"
#include "options.h"

const struct option_entry option_entries[] = {
	{'b', "batch", NULL, N_("print text instead of taking the terminal")},
	{'n', "intervals", "N", N_("end after N intervals; 0: only since boot")},
	{'y', "skip-boot", NULL, N_("without the interval since boot, with -b and the like")},
	{'d', "delay", "SECS", N_("seconds between refreshes, 0.1 to 3600 (default 1)")},
	{0, "pane", "LIST", N_("panes to print, or one to begin with: names or digits")},
	{'H', "threads", NULL, N_("with -b, a row per thread (on the screen: the key H)")},
	{0, "exited", NULL, N_("with -b, also rows of tasks that exited")},
	{'p', "pid", "PID,...", N_("only these processes, or with -H these threads")},
	{'u', "user", "USER", N_("only tasks of this user (name or number)")},
	{0, "filter", "REGEX", N_("only rows that match")},
	{0, "sort", "COLUMN", N_("sort by this column")},
	{'J', "json", NULL, N_("print a line of JSON per interval")},
	{0, "record", "FILE", N_("append each interval to FILE (.zst, .gz: compressed)")},
	{0, "replay", "FILE", N_("show a recording in place of this machine; -: stdin")},
	{0, "from", "TIME", N_("begin with this time: 16:05, 2026-11-30 16:05, -5m")},
	{0, "to", "TIME", N_("end with this time, with -b and the like")},
	{0, "all-tasks", NULL, N_("record also tasks that did nothing")},
	{0, "with-command-lines", NULL, N_("record command lines and names of users, too")},
	{0, "settings", "FILE", N_("read settings from FILE in place of the user's own")},
	{0, "remember", "MIB", N_("memory for going back in time (default 32; 0: none)")},
	{0, "openmetrics", "[FILE]", N_("print metrics for Prometheus, or keep FILE up to date")},
	{0, "bench", "[LIST]", N_("measure what operations cost here: quick, all or keys")},
	{0, "check", NULL, N_("say what is wrong; exit 0, 1 warn, 2 crit, 3 unknown")},
	{0, "report", "FILE", N_("write a page of HTML about all intervals to FILE")},
	{0, "read-only", NULL, N_("change nothing on this machine, write no file")},
	{0, "secure", NULL, N_("change only own tasks, no interrupts and queues")},
	{0, "spread", "IFACE", N_("plan where a card's interrupts go: a CPU per queue")},
	{0, "apply", NULL, N_("with --spread: do what was planned")},
	{0, "root", "DIR", N_("show the files of another machine below DIR")},
	{0, "no-netlink", NULL, N_("read files only, do not ask the kernel by netlink")},
	{0, "ascii", NULL, N_("draw with ASCII characters only")},
	{0, "no-color", NULL, N_("no colours (as with NO_COLOR set)")},
	{'V', "version", NULL, N_("print the version and end")},
	{'h', "help", NULL, N_("print this help and end")},
};
const size_t n_option_entries = sizeof(option_entries) / sizeof(*option_entries);
