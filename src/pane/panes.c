/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of panes: a new one is named here, and nowhere else. */
#include "config.h"

#include "pane/pane.h"

#include <string.h>

extern const struct pane dashboard_pane, cpus_pane, tasks_pane, softirqs_pane, interrupts_pane,
	history_pane, network_pane, bill_pane, topology_pane, findings_pane;

const struct pane *const panes[] = {
	&dashboard_pane, &cpus_pane,    &tasks_pane, &softirqs_pane, &interrupts_pane,
	&history_pane,   &network_pane, &bill_pane,  &topology_pane, &findings_pane,
};
const size_t n_panes = sizeof(panes) / sizeof(*panes);

const struct pane *pane_by_name(const char *name, size_t len)
{
	for (size_t i = 0; i < n_panes; i++)
		if (strlen(panes[i]->name) == len && memcmp(panes[i]->name, name, len) == 0)
			return panes[i];
	return NULL;
}

const struct pane *pane_by_key(char key)
{
	for (size_t i = 0; i < n_panes; i++)
		if (panes[i]->key == key)
			return panes[i];
	return NULL;
}

const struct block *pane_main_block(const struct pane *pane)
{
	for (size_t i = 0; i < pane->n_blocks; i++)
		if (pane->blocks[i].want_lines == 0)
			return &pane->blocks[i];
	return NULL;
}

unsigned int pane_own_needs(const struct pane *pane, const struct choice *choice)
{
	unsigned int grouped = choice->group == GROUP_NONE ? 0 : pane->needs_grouped;
	unsigned int more = pane->needs_more ? pane->needs_more() : 0;

	return pane->needs | grouped | more;
}

unsigned int pane_needs(const struct pane *pane, const struct choice *choice)
{
	unsigned int needs = pane_own_needs(pane, choice);

	for (const char *const *name = pane->stack; name && *name; name++) {
		const struct pane *stacked = pane_by_name(*name, strlen(*name));

		needs |= stacked ? pane_own_needs(stacked, choice) : 0;
	}
	return needs;
}

size_t pane_columns(const struct pane *pane, struct arena *arena, const struct column **columns)
{
	return pane->columns ? pane->columns(arena, columns) : 0;
}
