/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "checks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/text.h"
#include "options.h"
#include "outputs.h"
#include "record/tape.h"
#include "rule/engine.h"
#include "session.h"
#include "settings_file.h"
#include "ui/when.h"
#include "source/host.h"

int check_user(const struct options *options, const struct words *words, struct choice *choice)
{
	if (!options->user)
		return STATUS_OK;
	if (words->find_user(words->data, options->user, &choice->uid) < 0) {
		fprintf(stderr, _("overtop: no such user: '%s'\n"), options->user);
		return STATUS_USAGE;
	}
	choice->has_uid = true;
	return STATUS_OK;
}

/* One that is not there yet is the same if it is called the same. */
static bool is_same_file(const char *a, const char *b)
{
	struct stat x, y;

	if (stat(a, &x) < 0 || stat(b, &y) < 0)
		return strcmp(a, b) == 0;
	return S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

int check_files(const struct options *options)
{
	const char *const files[] = {options->replay, options->record, options->metrics_file,
				     options->report};

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		for (size_t j = 0; j < i; j++) {
			if (!files[i] || !files[j] || !is_same_file(files[i], files[j]))
				continue;
			fprintf(stderr, _("overtop: %s: a file cannot be two things\n"), files[i]);
			return STATUS_USAGE;
		}
	}
	return STATUS_OK;
}

/* Whoever has more of them reads the first ones first. */
enum { MOST_PROBLEMS = 10 };

struct settings_report {
	const char *path;
	size_t n;
};

static void tell_problem(void *data, const struct settings_problem *problem)
{
	struct settings_report *report = data;
	char what[256];

	if (report->n++ >= MOST_PROBLEMS)
		return;
	text_clean(problem->what, strlen(problem->what), what, sizeof(what));
	fprintf(stderr, "overtop: %s:%zu: %s\n", report->path, problem->line, what);
}

static int load_settings(struct options *options, const char *path)
{
	struct settings_report report = {.path = path};
	const struct settings_listener listener = {&report, tell_problem};
	int error = settings_load(options->tuning, path, &listener);

	/* Whoever watches with thresholds of his own is to know that they are not in force. */
	if (!error && options->settings && options->is_check && report.n > 0)
		return STATUS_USAGE;
	/* Nobody need have any of his own; those of another user are none. */
	if (!error ||
	    (!options->settings && (error == -ENOENT || error == -ENOTDIR || error == -EACCES)))
		return STATUS_OK;
	fprintf(stderr, "overtop: %s: %s\n", path, strerror(-error));
	return options->settings ? STATUS_FAILED : STATUS_OK;
}

int check_settings(struct options *options)
{
	char *own = options->settings ? NULL : settings_path_dup();
	const char *path = own ? own : options->settings;
	int status = STATUS_OK;

	options->tuning = tuning_new();
	if (path)
		status = load_settings(options, path);
	free(own);
	return status;
}

int check_pids(const struct options *options)
{
	/* Who was on another machine is not known yet. */
	for (size_t i = 0; !options->replay && i < options->n_pids; i++) {
		if (host_has_task(options->pids[i]))
			continue;
		fprintf(stderr, _("overtop: no such process: %d\n"), options->pids[i]);
		return STATUS_FAILED;
	}
	return STATUS_OK;
}

int check_filter(const struct options *options, regex_t *regex, bool *has_filter)
{
	char why[160];
	int error;

	*has_filter = false;
	if (!options->filter || !*options->filter)
		return STATUS_OK;
	error = regcomp(regex, options->filter, REG_EXTENDED | REG_ICASE);
	if (error) {
		regerror(error, regex, why, sizeof(why));
		fprintf(stderr, _("overtop: --filter '%s': %s\n"), options->filter, why);
		return STATUS_USAGE;
	}
	*has_filter = true;
	return STATUS_OK;
}

int check_session(const struct options *options, struct session **session)
{
	struct tape *tape;

	if (!options->replay) {
		*session = session_new((struct access){
			.is_live = !options->root,
			.no_netlink = options->no_netlink,
		});
		session_tune(*session, options->tuning);
		return STATUS_OK;
	}
	tape = tape_open(options->replay);
	if (!tape) {
		fprintf(stderr, "overtop: %s: %s\n", options->replay, strerror(errno));
		return STATUS_FAILED;
	}
	*session = session_new_replay(tape);
	session_tune(*session, options->tuning);
	return STATUS_OK;
}

int check_outputs(const struct options *options, const struct choice *choice,
		  struct outputs **outputs)
{
	char *why;

	*outputs = outputs_new(options, choice, &why);
	if (*outputs)
		return STATUS_OK;
	fprintf(stderr, "overtop: %s\n", why);
	free(why);
	return STATUS_FAILED;
}

int check_time(const char *text, uint64_t first_ns, bool is_end, uint64_t *wall_ns)
{
	bool (*parse)(const char *text, uint64_t now_ns, uint64_t *wall_ns) =
		is_end ? when_parse_next : when_parse;

	if (!text || parse(text, first_ns, wall_ns))
		return STATUS_OK;
	fprintf(stderr,
		_("overtop: not a time like 14:05:30, 2026-11-30 14:05, -30 or +5m: '%s'\n"), text);
	return STATUS_USAGE;
}

static bool has_column(const struct pane *pane, const struct view *view, const char *name,
		       struct arena *arena)
{
	struct model model = {0};

	/* One that it can have, or has on this machine. */
	model.n_columns = pane_columns(pane, arena, &model.columns);
	if (model_find_column(&model, name) >= 0)
		return true;
	memset(&model, 0, sizeof(model));
	pane_main_block(pane)->build(view, arena, &model);
	return model_find_column(&model, name) >= 0;
}

int check_sort(const struct options *options, const struct pane *const *shown, size_t n,
	       const struct view *view)
{
	struct arena arena;
	bool is_known = !options->sort;

	arena_init(&arena);
	for (size_t i = 0; i < n && !is_known; i++)
		is_known = has_column(shown[i], view, options->sort, &arena);
	arena_fini(&arena);
	if (is_known)
		return STATUS_OK;
	fprintf(stderr, _("overtop: no such column: '%s'\n"), options->sort);
	return STATUS_USAGE;
}
