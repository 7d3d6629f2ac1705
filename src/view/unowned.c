/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/unowned.h"

#include <math.h>

#include "base/i18n.h"
#include "ui/format.h"

/* Less is what lies between the reads of /proc/stat and of the tasks. */
#define LEAST_PCT 5

/* Of all threads so many may have come or gone between the scan and the count of all. */
#define HIDDEN_SHARE 0.1

double unowned_pct(const struct interval *interval)
{
	double pct = interval->totals.unowned_pct;

	return pct >= LEAST_PCT ? pct : (double)NAN;
}

/* Who may see all of any process sees it with hidepid, too. */
static bool hides_tasks(const struct interval *interval)
{
	return interval_setting_number(interval, "proc.hidepid") > 0 &&
	       !(interval_setting_number(interval, "overtop.is_privileged") > 0);
}

/* How many there are is not known where /proc is that of another PID namespace: it shows no others. */
static bool has_hidden_tasks(const struct interval *interval)
{
	const struct totals *totals = &interval->totals;
	double hidden = totals->n_all_threads - totals->n_threads;

	return hides_tasks(interval) || hidden > HIDDEN_SHARE * totals->n_all_threads ||
	       (interval->is_live && isnan(totals->n_all_threads));
}

const char *unowned_reason(const struct interval *interval)
{
	if (has_hidden_tasks(interval))
		return _("tasks that may not be seen");
	if (interval->totals.exits_lost_per_s > 0)
		return _("exits that the kernel had no room to tell of");
	if (!interval->has_exits)
		return _("tasks that came and went unseen: needs CAP_NET_ADMIN");
	if (interval->hides_irq_time)
		return _("interrupts, whose time this kernel does not account");
	return _("children nobody waited for, or interrupts");
}

size_t unowned_details(const struct interval *interval, struct arena *arena,
		       const struct detail **details)
{
	struct detail *lines = arena_alloc(arena, 3, sizeof(*lines));
	char pct[FORMAT_SIZE];

	format_batch(interval->totals.unowned_pct, UNIT_PCT, pct);
	lines[0] = (struct detail){_("CPU without a row"),
				   arena_printf(arena, _("%s%% of a CPU"), pct)};
	lines[1] = (struct detail){_("likely reason"), unowned_reason(interval)};
	lines[2] = (struct detail){_("how it is known"),
				   _("what the CPUs were busy, by the idle clock, less interrupts, "
				     "all tasks and their children")};
	*details = lines;
	return 3;
}
