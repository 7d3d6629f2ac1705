/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/scan.h"
#include "base/xalloc.h"
#include "bench/bench.h"
#include "pane/pane.h"
#include "rule/engine.h"

const double options_min_interval_s = 0.1;
const double options_max_interval_s = 3600;

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
	{0, "root", "DIR", N_("show the files of another machine below DIR")},
	{0, "no-netlink", NULL, N_("read files only, do not ask the kernel by netlink")},
	{0, "ascii", NULL, N_("draw with ASCII characters only")},
	{0, "no-color", NULL, N_("no colours (as with NO_COLOR set)")},
	{'V', "version", NULL, N_("print the version and end")},
	{'h', "help", NULL, N_("print this help and end")},
};
const size_t n_option_entries = sizeof(option_entries) / sizeof(*option_entries);

/* No machine has more memory. */
static const double most_mib = 1 << 30;

/* Values of options without a letter begin above every letter. */
enum { FIRST_LONG = 256 };

__attribute__((format(printf, 1, 2))) static enum options_result bad(const char *format, ...)
{
	va_list arguments;

	fputs("overtop: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	return OPTIONS_BAD;
}

static enum options_result parse_intervals(const char *text, struct options *options)
{
	struct scan scan = scan_of(text, strlen(text));
	uint64_t n;

	if (!scan_u64(&scan, &n) || !scan_is_at_end(&scan) || n > ULONG_MAX)
		return bad(_("not a number of intervals: '%s'"), text);
	options->has_intervals = true;
	options->intervals = n;
	return OPTIONS_RUN;
}

static enum options_result parse_delay(const char *text, struct options *options)
{
	struct scan scan = scan_of(text, strlen(text));

	if (!scan_decimal(&scan, &options->interval_s) || !scan_is_at_end(&scan))
		return bad(_("not a number of seconds: '%s'"), text);
	if (options->interval_s < options_min_interval_s ||
	    options->interval_s > options_max_interval_s)
		return bad(_("the delay must be from 0.1 to 3600 seconds: '%s'"), text);
	return OPTIONS_RUN;
}

/* "tasks" or "2". */
static const struct pane *find_pane(const char *text, size_t len)
{
	return len == 1 ? pane_by_key(*text) : pane_by_name(text, len);
}

static enum options_result parse_panes(const char *text, struct options *options)
{
	size_t capacity = options->n_panes;

	for (;;) {
		size_t len = strcspn(text, ",");
		const struct pane *pane = find_pane(text, len);

		if (!pane)
			return bad(_("no such pane: '%.*s' (see --help)"), (int)len, text);
		options->panes = xgrow(options->panes, &capacity, options->n_panes + 1,
				       sizeof(*options->panes));
		options->panes[options->n_panes++] = pane;
		if (!text[len])
			return OPTIONS_RUN;
		text += len + 1;
	}
}

static enum options_result parse_pids(const char *text, struct options *options)
{
	size_t capacity = options->n_pids;

	for (;;) {
		size_t len = strcspn(text, ",");
		struct scan scan = scan_of(text, len);
		uint64_t pid;

		if (!scan_u64(&scan, &pid) || !scan_is_at_end(&scan) || !pid || pid > INT_MAX)
			return bad(_("not a process: '%.*s'"), (int)len, text);
		options->pids = xgrow(options->pids, &capacity, options->n_pids + 1,
				      sizeof(*options->pids));
		options->pids[options->n_pids++] = (int)pid;
		if (!text[len])
			return OPTIONS_RUN;
		text += len + 1;
	}
}

static enum options_result parse_remember(const char *text, struct options *options)
{
	struct scan scan = scan_of(text, strlen(text));

	if (!scan_decimal(&scan, &options->remember_mib) || !scan_is_at_end(&scan) ||
	    options->remember_mib > most_mib)
		return bad(_("not a number of MiB: '%s'"), text);
	options->has_remember = true;
	return OPTIONS_RUN;
}

static enum options_result parse_metrics(const char *text, struct options *options)
{
	if (text && !*text)
		return bad(_("--openmetrics= wants a file"));
	options->has_metrics = true;
	options->metrics_file = text;
	return OPTIONS_RUN;
}

static void add_bench(struct options *options, const struct bench *bench)
{
	size_t capacity = options->n_benches;

	options->benches = xgrow(options->benches, &capacity, options->n_benches + 1,
				 sizeof(*options->benches));
	options->benches[options->n_benches++] = bench;
}

static void add_benches(struct options *options, unsigned int set)
{
	for (size_t i = 0; i < n_benches; i++)
		if (benches[i]->sets & set)
			add_bench(options, benches[i]);
}

static enum options_result parse_bench(const char *text, struct options *options)
{
	options->is_quick = !text || strcmp(text, "quick") == 0;
	if (options->is_quick)
		add_benches(options, BENCH_QUICK);
	else if (strcmp(text, "all") == 0)
		add_benches(options, BENCH_ALL);
	if (options->n_benches)
		return OPTIONS_RUN;
	for (;; text++) {
		size_t len = strcspn(text, ",");
		const struct bench *bench = bench_by_key(text, len);

		if (!bench)
			return bad(_("no such benchmark: '%.*s' (see the man page)"), (int)len,
				   text);
		add_bench(options, bench);
		text += len;
		if (!*text)
			return OPTIONS_RUN;
	}
}

static enum options_result show_help(const char *text, struct options *options)
{
	(void)text;
	(void)options;
	return OPTIONS_HELP;
}

static enum options_result show_version(const char *text, struct options *options)
{
	(void)text;
	(void)options;
	return OPTIONS_VERSION;
}

/* What an option does: sets a bool, sets a text, or is read by a function. */
static const struct {
	const char *name;
	size_t offset;
} flags[] =
	{
		{"batch", offsetof(struct options, is_batch)},
		{"threads", offsetof(struct options, is_threads)},
		{"ascii", offsetof(struct options, is_ascii)},
		{"no-color", offsetof(struct options, no_color)},
		{"no-netlink", offsetof(struct options, no_netlink)},
		{"json", offsetof(struct options, is_json)},
		{"check", offsetof(struct options, is_check)},
		{"exited", offsetof(struct options, exited)},
		{"all-tasks", offsetof(struct options, all_tasks)},
		{"with-command-lines", offsetof(struct options, with_command_lines)},
		{"skip-boot", offsetof(struct options, skips_boot)},
},
  texts[] = {
	  {"user", offsetof(struct options, user)},
	  {"filter", offsetof(struct options, filter)},
	  {"sort", offsetof(struct options, sort)},
	  {"root", offsetof(struct options, root)},
	  {"record", offsetof(struct options, record)},
	  {"replay", offsetof(struct options, replay)},
	  {"report", offsetof(struct options, report)},
	  {"settings", offsetof(struct options, settings)},
	  {"from", offsetof(struct options, from)},
	  {"to", offsetof(struct options, to)},
};

static const struct {
	const char *name;
	enum options_result (*parse)(const char *text, struct options *options);
} parsers[] = {
	{"intervals", parse_intervals}, {"delay", parse_delay},
	{"pane", parse_panes},          {"pid", parse_pids},
	{"remember", parse_remember},   {"openmetrics", parse_metrics},
	{"bench", parse_bench},         {"help", show_help},
	{"version", show_version},
};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static enum options_result apply(const struct option_entry *entry, const char *value,
				 struct options *options)
{
	char *base = (char *)options;

	for (size_t i = 0; i < LENGTH(flags); i++)
		if (strcmp(flags[i].name, entry->name) == 0)
			*(bool *)(base + flags[i].offset) = true;
	for (size_t i = 0; i < LENGTH(texts); i++)
		if (strcmp(texts[i].name, entry->name) == 0)
			*(const char **)(void *)(base + texts[i].offset) = value;
	for (size_t i = 0; i < LENGTH(parsers); i++)
		if (strcmp(parsers[i].name, entry->name) == 0)
			return parsers[i].parse(value, options);
	return OPTIONS_RUN;
}

enum output options_output(const struct options *options)
{
	if (options->is_check)
		return OUTPUT_CHECK;
	if (options->is_json)
		return OUTPUT_JSON;
	if (options->has_metrics && !options->metrics_file)
		return OUTPUT_METRICS;
	if (options->is_batch)
		return OUTPUT_TEXT;
	return options->metrics_file || options->report ? OUTPUT_NOTHING : OUTPUT_SCREEN;
}

static bool is_dash(const char *path)
{
	return path && strcmp(path, "-") == 0;
}

/* Options that say different things of the same. */
static enum options_result check(const struct options *options)
{
	enum output output = options_output(options);

	if (options->is_json && options->has_metrics && !options->metrics_file)
		return bad(_("--json and --openmetrics both print: give --openmetrics a file"));
	if (options->is_check &&
	    (options->is_batch || options->is_json || options->n_panes || options->n_benches ||
	     (options->has_metrics && !options->metrics_file)))
		return bad(_("--check prints what it finds, and nothing else"));
	if (is_dash(options->record) || is_dash(options->report))
		return bad(_("--record and --report want a file; --json prints"));
	if (options->n_benches && (options->replay || options->root))
		return bad(_("--bench measures this machine"));
	if (options->replay && options->root)
		return bad(_("--replay and --root both say what to show"));
	if (options->replay && output == OUTPUT_SCREEN && options->record)
		return bad(_("a recording is recorded again with -b only"));
	if (output == OUTPUT_SCREEN && (options->to || options->skips_boot))
		return bad(_("--to and --skip-boot are for -b and the like"));
	if ((options->sort || options->filter) && output != OUTPUT_SCREEN && output != OUTPUT_TEXT)
		return bad(_("--sort and --filter are for tables"));
	return OPTIONS_RUN;
}

static int argument_of(const struct option_entry *entry)
{
	if (!entry->value)
		return no_argument;
	return *entry->value == '[' ? optional_argument : required_argument;
}

/* The two tables getopt wants; the caller frees both. */
static void make_getopt_tables(struct option **longs, char **letters)
{
	size_t at = 0;

	*longs = xcalloc(n_option_entries + 1, sizeof(**longs));
	*letters = xcalloc(2 * n_option_entries + 1, 1);
	for (size_t i = 0; i < n_option_entries; i++) {
		const struct option_entry *entry = &option_entries[i];

		(*longs)[i] = (struct option){
			.name = entry->name,
			.has_arg = argument_of(entry),
			.val = FIRST_LONG + (int)i,
		};
		if (!entry->letter)
			continue;
		(*letters)[at++] = entry->letter;
		if (entry->value)
			(*letters)[at++] = ':';
	}
}

static const struct option_entry *entry_of(int value)
{
	if (value >= FIRST_LONG)
		return &option_entries[value - FIRST_LONG];
	for (size_t i = 0; i < n_option_entries; i++)
		if (option_entries[i].letter == value)
			return &option_entries[i];
	return NULL;
}

enum options_result options_parse(int argc, char **argv, struct options *options)
{
	enum options_result result = OPTIONS_RUN;
	struct option *longs;
	char *letters;
	int value;

	memset(options, 0, sizeof(*options));
	options->interval_s = 1;
	make_getopt_tables(&longs, &letters);
	while (result == OPTIONS_RUN &&
	       (value = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		const struct option_entry *entry = value == '?' ? NULL : entry_of(value);

		result = entry ? apply(entry, optarg, options) : OPTIONS_BAD;
	}
	free(longs);
	free(letters);
	if (result == OPTIONS_RUN && optind < argc)
		return bad(_("what is '%s'? (see --help)"), argv[optind]);
	return result == OPTIONS_RUN ? check(options) : result;
}

void options_fini(struct options *options)
{
	free(options->benches);
	free(options->panes);
	free(options->pids);
	tuning_free(options->tuning);
}
