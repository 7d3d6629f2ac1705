/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "netlink/taskstats.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <limits.h>
#include <linux/genetlink.h>
#include <linux/taskstats.h>
#include <string.h>

#include "base/counter.h"

/*
 * Where the members of struct taskstats are.  Not by the struct of the headers: they may be older than the
 * kernel, and two kernels put members into its middle.
 */
enum {
	AT_VERSION = 0,
	AT_FLAG = 8,
	AT_CPU_COUNT = 16,
	AT_CPU_DELAY = 24,
	/* From here on, the pairs of count and delay before it: cpu, blkio, swapin. */
	AT_RUN_VIRTUAL = 72,
	AT_NAME = 80,
	AT_UID = 120,
	AT_PID = 128,
	AT_PPID = 132,
	AT_BTIME = 136,
	AT_ETIME = 144,
	AT_UTIME = 152,
	AT_STIME = 160,
	AT_NVCSW = 272,
	AT_NIVCSW = 280,
	/* And freepages, thrashing, compact. */
	AT_TGID = 368,
	LENGTH_14 = 432,
};

enum { PAIRS_BEFORE_RUN = 3, PAIRS_BEFORE_TGID = 6, PAIRS = 8 };

/* AGROUP of linux/acct.h: said since version 12, which has the tgid too. */
enum { FLAG_GROUP_IS_DEAD = 0x20 };

/* The struct, and by how much each pair is longer. */
struct layout {
	const unsigned char *bytes;
	size_t len;
	uint16_t version;
	size_t longer;
};

static void get(const struct layout *layout, size_t at, void *value, size_t size)
{
	if (at + size <= layout->len)
		memcpy(value, layout->bytes + at, size);
}

static size_t shifted(const struct layout *layout, size_t at, size_t pairs)
{
	return at + pairs * layout->longer;
}

static uint64_t get_u64(const struct layout *layout, size_t at)
{
	uint64_t value = COUNTER_UNKNOWN;

	get(layout, at, &value, sizeof(value));
	return value;
}

static uint32_t get_u32(const struct layout *layout, size_t at, uint32_t otherwise)
{
	get(layout, at, &otherwise, sizeof(otherwise));
	return otherwise;
}

/*
 * Linux 6.14 has the longest delay with each pair (of version 14 as before), 6.15 the shortest too (version
 * 15); since version 16 both are at the end, where nobody trips over them.
 */
static size_t longer_pairs(uint16_t version, size_t len)
{
	if (version == 15)
		return 2 * sizeof(uint64_t);
	if (version == 14 && len == LENGTH_14 + PAIRS * sizeof(uint64_t))
		return sizeof(uint64_t);
	return 0;
}

static void fill_cpu(const struct layout *layout, struct task_usage *usage)
{
	usage->switches = get_u64(layout, AT_CPU_COUNT);
	usage->wait_ns = get_u64(layout, AT_CPU_DELAY);
	usage->run_ns = get_u64(layout, shifted(layout, AT_RUN_VIRTUAL, PAIRS_BEFORE_RUN));
	/* Never put on a CPU, and has run all the same: a kernel without CONFIG_TASK_DELAY_ACCT. */
	if (usage->switches == 0 &&
	    (usage->is_last || usage->usr_us || usage->sys_us || usage->cswch || usage->nvcswch))
		usage->switches = usage->wait_ns = usage->run_ns = COUNTER_UNKNOWN;
}

static void fill_identity(const struct layout *layout, struct task_usage *usage)
{
	uint32_t tgid = get_u32(layout, shifted(layout, AT_TGID, PAIRS_BEFORE_TGID), 0);
	uint32_t begun_s = get_u32(layout, shifted(layout, AT_BTIME, PAIRS_BEFORE_RUN), UINT32_MAX);
	unsigned char flags = 0;

	usage->tid = (int)get_u32(layout, shifted(layout, AT_PID, PAIRS_BEFORE_RUN), 0);
	usage->pid = tgid && tgid <= INT_MAX ? (int)tgid : -1;
	usage->ppid = (int)get_u32(layout, shifted(layout, AT_PPID, PAIRS_BEFORE_RUN), UINT32_MAX);
	usage->uid = get_u32(layout, shifted(layout, AT_UID, PAIRS_BEFORE_RUN), UINT32_MAX);
	usage->begun_s = begun_s == UINT32_MAX ? COUNTER_UNKNOWN : begun_s;
	usage->age_us = get_u64(layout, shifted(layout, AT_ETIME, PAIRS_BEFORE_RUN));
	get(layout, AT_FLAG, &flags, sizeof(flags));
	usage->is_last = usage->pid > 0 && (flags & FLAG_GROUP_IS_DEAD);
	get(layout, shifted(layout, AT_NAME, PAIRS_BEFORE_RUN), usage->name,
	    TASKSTATS_NAME_SIZE - 1);
}

int taskstats_parse(const void *stats, size_t len, struct task_usage *usage)
{
	struct layout layout = {.bytes = stats, .len = len};

	*usage = (struct task_usage){.pid = -1};
	if (len < sizeof(layout.version))
		return -EINVAL;
	get(&layout, AT_VERSION, &layout.version, sizeof(layout.version));
	layout.longer = longer_pairs(layout.version, len);
	fill_identity(&layout, usage);
	if (usage->tid <= 0)
		return -EINVAL;
	usage->usr_us = get_u64(&layout, shifted(&layout, AT_UTIME, PAIRS_BEFORE_RUN));
	usage->sys_us = get_u64(&layout, shifted(&layout, AT_STIME, PAIRS_BEFORE_RUN));
	usage->cswch = get_u64(&layout, shifted(&layout, AT_NVCSW, PAIRS_BEFORE_RUN));
	usage->nvcswch = get_u64(&layout, shifted(&layout, AT_NIVCSW, PAIRS_BEFORE_RUN));
	fill_cpu(&layout, usage);
	return 0;
}

/* What is in a TASKSTATS_TYPE_AGGR_PID. */
static int parse_thread(const struct nlattr *aggregate, struct task_usage *usage)
{
	const struct nlattr *attribute;
	uint32_t tid = 0;
	int error = -EINVAL;

	mnl_attr_for_each_nested(attribute, aggregate)
	{
		switch (mnl_attr_get_type(attribute)) {
		case TASKSTATS_TYPE_PID:
			if (mnl_attr_get_payload_len(attribute) >= sizeof(tid))
				tid = mnl_attr_get_u32(attribute);
			break;
		case TASKSTATS_TYPE_STATS:
			error = taskstats_parse(mnl_attr_get_payload(attribute),
						mnl_attr_get_payload_len(attribute), usage);
			break;
		}
	}
	/* Both name the thread: else the struct is laid out as nobody knows. */
	return error || (uint32_t)usage->tid != tid ? -EINVAL : 0;
}

static int parse_group(const struct nlattr *aggregate)
{
	const struct nlattr *attribute;

	mnl_attr_for_each_nested(attribute, aggregate)
	{
		if (mnl_attr_get_type(attribute) == TASKSTATS_TYPE_TGID &&
		    mnl_attr_get_payload_len(attribute) >= sizeof(uint32_t))
			return (int)mnl_attr_get_u32(attribute);
	}
	return -1;
}

/*
 * The last thread of a process that had several brings a sum of them all (TASKSTATS_TYPE_AGGR_TGID).  Each has
 * been told of: it is not counted again, and says only which process has ended.
 */
static int parse_aggregates(const struct nlmsghdr *message, struct task_usage *usage)
{
	const struct nlattr *attribute;
	int error = -EINVAL, group = -1;

	mnl_attr_for_each(attribute, message, sizeof(struct genlmsghdr))
	{
		switch (mnl_attr_get_type(attribute)) {
		case TASKSTATS_TYPE_AGGR_PID:
			error = parse_thread(attribute, usage);
			break;
		case TASKSTATS_TYPE_AGGR_TGID:
			group = parse_group(attribute);
			break;
		}
	}
	if (!error && group > 0) {
		usage->pid = group;
		usage->is_last = true;
	}
	return error;
}

static int parse_error(const struct nlmsghdr *message)
{
	const struct nlmsgerr *error = mnl_nlmsg_get_payload(message);

	if (mnl_nlmsg_get_payload_len(message) < sizeof(*error) || error->error >= 0)
		return -EINVAL;
	return error->error;
}

int taskstats_parse_message(const void *message, size_t len, uint32_t *sequence,
			    struct task_usage *usage)
{
	const struct nlmsghdr *header = message;

	*usage = (struct task_usage){.pid = -1};
	*sequence = 0;
	if (len < sizeof(*header) || header->nlmsg_len < sizeof(*header) || header->nlmsg_len > len)
		return -EINVAL;
	*sequence = header->nlmsg_seq;
	if (header->nlmsg_type == NLMSG_ERROR)
		return parse_error(header);
	if (header->nlmsg_type < NLMSG_MIN_TYPE ||
	    mnl_nlmsg_get_payload_len(header) < sizeof(struct genlmsghdr))
		return -EINVAL;
	return parse_aggregates(header, usage);
}
