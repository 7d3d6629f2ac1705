/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that is printed is a script: what is not to be run is a comment. */
#include "config.h"

#include "spread.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/text.h"
#include "checks.h"
#include "interval.h"
#include "options.h"
#include "sample.h"
#include "session.h"
#include "steer/spread_plan.h"
#include "steer/undo.h"
#include "steer/warnings.h"

/* What a plan is made of. */
static const unsigned int needs = NEED_STAT | NEED_INTERRUPTS | NEED_AFFINITY | NEED_NETDEVS |
				  NEED_CARDS | NEED_SETTINGS | NEED_TOPOLOGY;

struct spreading {
	const struct options *options;
	struct session *session;
	struct arena arena;
	struct spread_plan plan;
	struct change *changes; /* what is to be done */
	size_t n_changes;
};

static int fail(const struct spreading *spreading, const char *why)
{
	fprintf(stderr, "overtop: %s: %s\n", spreading->options->spread, why);
	return STATUS_FAILED;
}

static const char *list_of(const struct cpuset *cpus, struct arena *arena)
{
	size_t size = cpus ? cpuset_format(cpus, NULL, 0) + 1 : 0;
	char *text = arena_alloc(arena, size + 1, 1);

	if (!cpus)
		return "-";
	cpuset_format(cpus, text, size);
	return *text ? text : "off";
}

static void print_step(const struct spread_step *step, struct arena *arena)
{
	const char *kind = step->queue_kind == 'r' ? "rx-" : step->queue_kind == 't' ? "tx-" : "q";
	const char *what = step->target.kind == STEER_IRQ
				   ? arena_printf(arena, "IRQ %d", step->target.number)
				   : "RPS";
	const char *name = step->name ? step->name : step->target.device;
	char clean[128];

	text_clean(name, strlen(name), clean, sizeof(clean));
	printf("#  %-7s %-8s %-9s > %-9s %s%s\n", arena_printf(arena, "%s%d", kind, step->queue),
	       what, list_of(step->before, arena), list_of(step->after, arena), clean,
	       step->is_so ? _(" (so already)") : "");
}

static void print_heading(const struct spreading *spreading)
{
	const struct spread_plan *plan = &spreading->plan;
	char name[64];

	text_clean(spreading->options->spread, strlen(spreading->options->spread), name,
		   sizeof(name));
	/* Translators: an interface. */
	printf(ngettext("# %s: %zu queue", "# %s: %zu queues", plan->n_queues), name,
	       plan->n_queues);
	if (plan->node >= 0)
		printf(_(", on node %d"), plan->node);
	if (plan->is_far)
		printf(ngettext(", %zu CPU, of another node", ", %zu CPUs, of other nodes",
				plan->n_cpus),
		       plan->n_cpus);
	else
		printf(ngettext(", %zu CPU near to it", ", %zu CPUs near to it", plan->n_cpus),
		       plan->n_cpus);
	putchar('\n');
}

static void print_plan(struct spreading *spreading, const struct interval *interval)
{
	const struct spread_plan *plan = &spreading->plan;
	const char *warning = steer_warn_irqbalance(interval, &spreading->arena);

	print_heading(spreading);
	for (size_t i = 0; i < plan->n_steps; i++)
		print_step(&plan->steps[i], &spreading->arena);
	if (warning)
		printf("# %s\n", warning);
	if (plan->n_to_do == 0)
		puts(_("# nothing is to be done: it is so already"));
}

/* Of what is not so yet; where it may go now comes from the interval. */
static void make_changes(struct spreading *spreading)
{
	const struct spread_plan *plan = &spreading->plan;

	spreading->changes =
		arena_alloc(&spreading->arena, plan->n_steps + 1, sizeof(*spreading->changes));
	for (size_t i = 0; i < plan->n_steps; i++) {
		struct change *change = &spreading->changes[spreading->n_changes];

		if (plan->steps[i].is_so)
			continue;
		*change = (struct change){.target = plan->steps[i].target,
					  .after = *plan->steps[i].after};
		if (plan->steps[i].before)
			change->before = *plan->steps[i].before;
		spreading->n_changes++;
	}
}

/* Of a dump where an interrupt was asked to go may be unknown. */
static const char *undo_line_of(const struct change *change, struct arena *arena)
{
	if (change->target.kind == STEER_IRQ && cpuset_count(&change->before) == 0)
		return arena_printf(arena, _("unknown: where IRQ %d was asked to go"),
				    change->target.number);
	return change_undo_command(change, arena);
}

static void print_lines(struct spreading *spreading)
{
	struct arena *arena = &spreading->arena;

	for (size_t i = 0; i < spreading->n_changes; i++)
		puts(change_command(&spreading->changes[i], arena));
	printf("# %s\n", _("what undoes it:"));
	for (size_t i = spreading->n_changes; i-- > 0;)
		printf("# %s\n", undo_line_of(&spreading->changes[i], arena));
	printf("# %s\n", _("nothing was changed: --apply does it"));
}

/* What is so now is read again, from the machine. */
static int apply_one(struct spreading *spreading, struct undo *undo, const struct change *planned)
{
	struct change change;
	int error = change_init(&change, &planned->target, &planned->after);
	const char *why = error ? steer_explain(&planned->target, error) : NULL;

	if (!error)
		error = undo_apply(undo, &change, 1, &why);
	if (error)
		fprintf(stderr, "overtop: %s: %s\n", change_command(planned, &spreading->arena),
			why);
	else
		puts(change_command(&change, &spreading->arena));
	change_fini(&change);
	return error;
}

static int apply_all(struct spreading *spreading, struct undo *undo)
{
	size_t n_before = undo_count_lines(undo), n_failed = 0;

	for (size_t i = 0; i < spreading->n_changes; i++)
		n_failed += apply_one(spreading, undo, &spreading->changes[i]) != 0;
	if (undo_count_lines(undo) > n_before)
		printf("# %s\n", _("what undoes it:"));
	for (size_t i = undo_count_lines(undo); i-- > n_before;)
		printf("# %s\n", undo_line(undo, i));
	if (undo_count_lines(undo) > n_before)
		/* Translators: a file. */
		printf(_("# kept in %s: U in overtop undoes it\n"), undo_path(undo));
	return n_failed ? STATUS_FAILED : STATUS_OK;
}

static int apply(struct spreading *spreading)
{
	char *why;
	struct undo *undo = undo_new(session_machine(spreading->session).boot_id, &why);
	int status;

	if (!undo) {
		status = fail(spreading, why);
		free(why);
		return status;
	}
	status = apply_all(spreading, undo);
	undo_free(undo);
	return status;
}

static int plan_and_do(struct spreading *spreading)
{
	const struct choice choice = {.threads = false};
	struct view view;

	session_read_all_affinities(spreading->session);
	session_begin(spreading->session, needs);
	while (!session_step(spreading->session, UINT64_MAX))
		continue;
	view = session_view(spreading->session, &choice);
	spreading->plan = spread_plan_make(view.interval, view.topology, spreading->options->spread,
					   &spreading->arena);
	if (spreading->plan.why_not)
		return fail(spreading, spreading->plan.why_not);
	print_plan(spreading, view.interval);
	make_changes(spreading);
	if (!spreading->n_changes)
		return STATUS_OK;
	if (spreading->options->applies)
		return apply(spreading);
	print_lines(spreading);
	return STATUS_OK;
}

int spread_run(const struct options *options)
{
	struct spreading spreading = {.options = options};
	int status = check_session(options, &spreading.session);

	if (status != STATUS_OK)
		return status;
	arena_init(&spreading.arena);
	status = plan_and_do(&spreading);
	arena_fini(&spreading.arena);
	session_free(spreading.session);
	return status;
}
