/* SPDX-License-Identifier: GPL-2.0-or-later */
/* As record/shapes.c, of what stands beside the counts.  Doubles are in interval/fields_standing.c. */
#include "config.h"

#include "interval.h"
#include "record/shapes.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

static const struct member exited_members[] = {
	{"name", MEMBER_TEXT, offsetof(struct exited_interval, name),
	 .help = "their name when they exited"},
	{"ppid", MEMBER_ID, offsetof(struct exited_interval, ppid),
	 .help = "number of their parent; null: unknown"},
	{"parent", MEMBER_TEXT, offsetof(struct exited_interval, parent_name),
	 .help = "its name; not there: unknown"},
	{"uid", MEMBER_U32, offsetof(struct exited_interval, uid), .help = "number of their user"},
};

const struct shape exited_shape = {
	.name = "exited",
	.size = sizeof(struct exited_interval),
	.members = exited_members,
	.n_members = COUNT(exited_members),
	.fields = exited_fields,
	.n_fields = &n_exited_fields,
};

static const struct member cgroup_members[] = {
	{"path", MEMBER_TEXT, offsetof(struct cgroup_interval, path),
	 .help = "its path below the root of cgroups"},
};

const struct shape cgroup_shape = {
	.name = "cgroup",
	.size = sizeof(struct cgroup_interval),
	.members = cgroup_members,
	.n_members = COUNT(cgroup_members),
	.fields = cgroup_fields,
	.n_fields = &n_cgroup_fields,
};

static const struct member setting_members[] = {
	{"name", MEMBER_TEXT, offsetof(struct setting, name),
	 .help = "as sysctl calls it, or made likewise"},
	{"value", MEMBER_TEXT, offsetof(struct setting, value), .help = "as the kernel has it"},
};

const struct shape setting_shape = {
	.name = "setting",
	.size = sizeof(struct setting),
	.members = setting_members,
	.n_members = COUNT(setting_members),
};

/* In the order of enum grade (rule/rule.h). */
static const char *const grades[] = {"info", "warn", "crit", NULL};

static const struct member mark_members[] = {
	{"rule", MEMBER_TEXT, offsetof(struct mark, rule), .help = "id of the rule that found it"},
	{"grade", MEMBER_WORD, offsetof(struct mark, grade), .words = grades,
	 .help = "how grave it is"},
	{"subject", MEMBER_TEXT, offsetof(struct mark, subject),
	 .help = "what it is about: cpu1, irq30, pid4711; empty: the machine"},
	{"text", MEMBER_TEXT, offsetof(struct mark, text),
	 .help = "what is wrong, in the language of who recorded it"},
	{"since", MEMBER_TIME, offsetof(struct mark, since_ns), .help = "when it began, UTC"},
	{"cleared_s", MEMBER_NUMBER, offsetof(struct mark, cleared_s),
	 .help = "so many seconds ago it ended; null: it stands"},
};

const struct shape mark_shape = {
	.name = "finding",
	.size = sizeof(struct mark),
	.members = mark_members,
	.n_members = COUNT(mark_members),
};
