/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "batch.h"
#include "checks.h"
#include "measure.h"
#include "monitor.h"
#include "options.h"
#include "source/root.h"
#include "spread.h"
#include "verdict.h"

static void set_locale(void)
{
	setlocale(LC_ALL, "");
	/* Numbers are read and written with '.', whatever the user's language. */
	setlocale(LC_NUMERIC, "C");
#ifdef ENABLE_NLS
	bindtextdomain(PACKAGE, LOCALEDIR);
	textdomain(PACKAGE);
#endif
}

/*
 * Blocks of a mebibyte go back to the system when they are freed.  Left to itself the GNU library keeps such
 * blocks once one of their size was freed, and what a burst of exits took would stay.
 */
static void give_memory_back(void)
{
#ifdef M_MMAP_THRESHOLD
	mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

/* A reader that goes away, and a file that may not grow, are errors of writing and no more. */
static void ignore_signals(void)
{
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
}

/*
 * Of the standard files one that is closed would become the first file that is opened, a recording perhaps, and
 * what is printed would go into it.  It is made one that cannot be used as it would be.
 */
static bool open_standard_files(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		int mode = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;

		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", mode) != fd)
			return false;
	}
	return true;
}

static int enter_root(const char *dir)
{
	const char *why = NULL;
	int error = dir ? root_enter(dir, &why) : 0;

	if (!error)
		return STATUS_OK;
	fprintf(stderr, "overtop: %s: %s: %s\n", dir, why, strerror(-error));
	return STATUS_FAILED;
}

/* To whoever checks, 1 and 2 are findings. */
static int failure(const struct options *options, int status)
{
	return options->is_check ? VERDICT_UNKNOWN : status;
}

static int finish(int status)
{
	if (fflush(stdout) == 0 || errno == EPIPE)
		return status;
	fprintf(stderr, "overtop: %s\n", strerror(errno));
	return STATUS_FAILED;
}

static int run(struct options *options)
{
	struct choice choice = {
		.threads = options->is_threads,
		.pids = options->pids,
		.n_pids = options->n_pids,
	};
	int status = enter_root(options->root);

	if (options->n_benches)
		return measure_run(options);
	if (status == STATUS_OK)
		status = check_files(options);
	if (status == STATUS_OK)
		status = check_settings(options);
	if (status == STATUS_OK)
		status = check_pids(options);
	if (status != STATUS_OK)
		return failure(options, status);
	if (options->spread)
		return finish(spread_run(options));
	if (options_output(options) == OUTPUT_SCREEN)
		return monitor_run(options, &choice);
	/* A dump stands still: there is nothing to wait for. */
	if (options->root && !options->has_intervals)
		options->has_intervals = true;
	if (options->is_check && !options->replay && !options->has_intervals) {
		options->has_intervals = true;
		options->intervals = verdict_intervals;
	}
	return batch_run(options, &choice);
}

int main(int argc, char **argv)
{
	struct options options;
	int status = STATUS_OK;

	if (!open_standard_files())
		return STATUS_FAILED;
	give_memory_back();
	set_locale();
	ignore_signals();
	switch (options_parse(argc, argv, &options)) {
	case OPTIONS_BAD:
		status = failure(&options, STATUS_USAGE);
		break;
	case OPTIONS_HELP:
		options_print_help(stdout);
		status = finish(STATUS_OK);
		break;
	case OPTIONS_VERSION:
		options_print_version(stdout);
		status = finish(STATUS_OK);
		break;
	case OPTIONS_RUN:
		status = run(&options);
		break;
	}
	options_fini(&options);
	return status;
}
