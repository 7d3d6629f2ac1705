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
		{"read-only", offsetof(struct options, is_read_only)},
		{"secure", offsetof(struct options, is_secure)},
		{"apply", offsetof(struct options, applies)},
},
  texts[] = {
	  {"user", offsetof(struct options, user)},
	  {"filter", offsetof(struct options, filter)},
	  {"sort", offsetof(struct options, sort)},
	  {"root", offsetof(struct options, root)},
	  {"spread", offsetof(struct options, spread)},
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

/* Those that are about changing the machine. */
static enum options_result check_changes(const struct options *options)
{
	bool writes = options->record || options->report || options->metrics_file ||
		      options->n_benches || options->applies;

	if (options->is_read_only && writes)
		return bad(_("--read-only: nothing is written, and prices are kept in a file"));
	if (options->applies && !options->spread)
		return bad(_("--apply is for --spread"));
	if (options->applies && options->is_secure)
		return bad(_("--secure: what is of the whole system is not changed"));
	if (options->spread && options->replay)
		return bad(_("--spread is for this machine, or with --root for another"));
	if (options->applies && options->root)
		return bad(_("--apply is for this machine"));
	return OPTIONS_RUN;
}

/* Options that say different things of the same. */
static enum options_result check(const struct options *options)
{
	enum output output = options_output(options);

	if (check_changes(options) != OPTIONS_RUN)
		return OPTIONS_BAD;
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
