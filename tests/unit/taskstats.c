/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel tells of a thread, at every version and length. */
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/counter.h"
#include "base/xalloc.h"
#include "netlink/taskstats.h"
#include "netlink_message.h"

enum { FAMILY = 23 };

/* Of version 14, where there are two numbers more than in the headers of most distributions. */
enum { LENGTH_14 = 432 };
/* Of version 11: without the process. */
enum { LENGTH_11 = offsetof(struct taskstats, ac_tgid) };

/* What is beyond the struct of the headers is 0x99, as of kernels to come. */
union stats {
	struct taskstats fields;
	unsigned char bytes[1024];
};

static union stats some_stats(uint16_t version)
{
	union stats stats;

	memset(&stats, 0x99, sizeof(stats));
	stats.fields.version = version;
	stats.fields.ac_flag = 0x20;
	stats.fields.cpu_count = 7;
	stats.fields.cpu_delay_total = 8000;
	stats.fields.cpu_run_virtual_total = 9000;
	memset(stats.fields.ac_comm, 0, sizeof(stats.fields.ac_comm));
	memcpy(stats.fields.ac_comm, "a) R \x1b[0m", 9);
	stats.fields.ac_uid = 1000;
	stats.fields.ac_pid = 4242;
	stats.fields.ac_ppid = 17;
	stats.fields.ac_btime = 1700000000;
	stats.fields.ac_etime = 5000000;
	stats.fields.ac_utime = 11;
	stats.fields.ac_stime = 12;
	stats.fields.nvcsw = 13;
	stats.fields.nivcsw = 14;
	stats.fields.ac_tgid = 4200;
	return stats;
}

static void assert_is_whole(const struct task_usage *usage)
{
	assert_int_equal(usage->tid, 4242);
	assert_int_equal(usage->pid, 4200);
	assert_int_equal(usage->ppid, 17);
	assert_int_equal(usage->uid, 1000);
	assert_int_equal(usage->run_ns, 9000);
	assert_int_equal(usage->wait_ns, 8000);
	assert_int_equal(usage->switches, 7);
	assert_int_equal(usage->cswch, 13);
	assert_int_equal(usage->nvcswch, 14);
	assert_int_equal(usage->usr_us, 11);
	assert_int_equal(usage->sys_us, 12);
	assert_int_equal(usage->begun_s, 1700000000);
	assert_int_equal(usage->age_us, 5000000);
	assert_true(usage->is_last);
	assert_string_equal(usage->name, "a) R \x1b[0m");
}

static void a_struct_is_parsed(void **state)
{
	union stats stats = some_stats(13);
	struct task_usage usage;

	(void)state;
	assert_int_equal(taskstats_parse(&stats, sizeof(stats.fields), &usage), 0);
	assert_is_whole(&usage);
}

/* They grow at the end. */
static void later_kernels_say_more(void **state)
{
	union stats stats = some_stats(14);
	struct task_usage usage;

	(void)state;
	assert_int_equal(taskstats_parse(&stats, LENGTH_14, &usage), 0);
	assert_is_whole(&usage);
	stats = some_stats(16);
	assert_int_equal(taskstats_parse(&stats, 560, &usage), 0);
	assert_is_whole(&usage);
	stats = some_stats(99);
	assert_int_equal(taskstats_parse(&stats, sizeof(stats), &usage), 0);
	assert_is_whole(&usage);
}

/* What was not there yet is unknown, and no member is read beyond the end. */
static void of_a_shorter_one_the_rest_is_unknown(void **state)
{
	(void)state;
	for (size_t len = 0; len <= sizeof(struct taskstats); len++) {
		union stats stats = some_stats(13);
		unsigned char *exact = xmalloc(len);
		struct task_usage usage;
		int error;

		memcpy(exact, &stats, len);
		error = taskstats_parse(exact, len, &usage);
		assert_int_equal(error, len < offsetof(struct taskstats, ac_ppid) ? -EINVAL : 0);
		if (!error) {
			assert_int_equal(usage.tid, 4242);
			assert_int_equal(usage.run_ns, 9000);
			assert_int_equal(usage.nvcswch, len < offsetof(struct taskstats, nivcsw) + 8
								? COUNTER_UNKNOWN
								: 14);
			assert_int_equal(usage.pid,
					 len < offsetof(struct taskstats, ac_tgid) + 4 ? -1 : 4200);
		}
		free(exact);
	}
}

static void old_kernels_do_not_tell_the_process(void **state)
{
	union stats stats = some_stats(11);
	struct task_usage usage;

	(void)state;
	assert_int_equal(taskstats_parse(&stats, LENGTH_11, &usage), 0);
	assert_int_equal(usage.pid, -1);
	assert_false(usage.is_last);
	assert_int_equal(usage.nvcswch, 14);
}

/* Each of the first @n_pairs of a count and a delay gets @n_more numbers. */
static size_t lengthen(const union stats *from, size_t n_more, union stats *to)
{
	static const size_t pairs[] = {
		offsetof(struct taskstats, cpu_count),
		offsetof(struct taskstats, blkio_count),
		offsetof(struct taskstats, swapin_count),
		offsetof(struct taskstats, freepages_count),
		offsetof(struct taskstats, thrashing_count),
		offsetof(struct taskstats, compact_count),
		offsetof(struct taskstats, wpcopy_count),
		sizeof(struct taskstats),
	};
	size_t done = 0, at = 0;

	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		size_t end = pairs[i] + 2 * sizeof(uint64_t);

		memcpy(to->bytes + at, from->bytes + done, end - done);
		at += end - done;
		memset(to->bytes + at, 0x77, n_more * sizeof(uint64_t));
		at += n_more * sizeof(uint64_t);
		done = end;
	}
	return at;
}

/* Linux 6.14 and 6.15 put the longest and the shortest delay beside each sum. */
static void two_kernels_have_more_in_the_middle(void **state)
{
	union stats stats = some_stats(14), longer;
	struct task_usage usage;
	size_t len = lengthen(&stats, 1, &longer);

	(void)state;
	assert_int_equal(len, 496);
	assert_int_equal(taskstats_parse(&longer, len, &usage), 0);
	assert_is_whole(&usage);
	stats = some_stats(15);
	len = lengthen(&stats, 2, &longer);
	assert_int_equal(len, 560);
	assert_int_equal(taskstats_parse(&longer, len, &usage), 0);
	assert_is_whole(&usage);
}

/* It has run, but was never put on a CPU: nobody counted (no CONFIG_TASK_DELAY_ACCT). */
static void what_is_not_counted_is_unknown(void **state)
{
	union stats stats = some_stats(13);
	struct task_usage usage;

	(void)state;
	stats.fields.cpu_count = stats.fields.cpu_delay_total = 0;
	stats.fields.cpu_run_virtual_total = 0;
	assert_int_equal(taskstats_parse(&stats, sizeof(stats.fields), &usage), 0);
	assert_int_equal(usage.run_ns, COUNTER_UNKNOWN);
	assert_int_equal(usage.wait_ns, COUNTER_UNKNOWN);
	assert_int_equal(usage.switches, COUNTER_UNKNOWN);
	assert_int_equal(usage.usr_us, 11);
	/* A new thread has not run, and that is known. */
	stats.fields.ac_flag = 0;
	stats.fields.ac_utime = stats.fields.ac_stime = stats.fields.nvcsw = 0;
	stats.fields.nivcsw = 0;
	assert_int_equal(taskstats_parse(&stats, sizeof(stats.fields), &usage), 0);
	assert_int_equal(usage.run_ns, 0);
}

static int parse(const struct netlink_message *message, uint32_t *sequence,
		 struct task_usage *usage)
{
	return taskstats_parse_message(message->bytes, message->len, sequence, usage);
}

static void a_message_tells_of_one_thread(void **state)
{
	struct netlink_message message;
	union stats stats = some_stats(13);
	struct task_usage usage;
	uint32_t sequence;

	(void)state;
	message_begin(&message, FAMILY, 5);
	message_aggregate(&message, TASKSTATS_TYPE_AGGR_PID, 4242, &stats, sizeof(stats.fields));
	assert_int_equal(parse(&message, &sequence, &usage), 0);
	assert_int_equal(sequence, 5);
	assert_is_whole(&usage);
}

/* The sum of its threads is not one more; it says that the process has ended, and which. */
static void the_sum_of_a_process_is_not_counted(void **state)
{
	struct netlink_message message;
	union stats stats = some_stats(11), sum = some_stats(11);
	struct task_usage usage;
	uint32_t sequence;

	(void)state;
	sum.fields.nvcsw = 1000000;
	sum.fields.ac_pid = 0;
	message_begin(&message, FAMILY, 0);
	message_aggregate(&message, TASKSTATS_TYPE_AGGR_PID, 4242, &stats, LENGTH_11);
	message_aggregate(&message, TASKSTATS_TYPE_AGGR_TGID, 4200, &sum, LENGTH_11);
	assert_int_equal(parse(&message, &sequence, &usage), 0);
	assert_is_whole(&usage);
}

/* Laid out as nobody knows: the number that is read is not that of the thread. */
static void a_struct_that_names_another_is_refused(void **state)
{
	struct netlink_message message;
	union stats stats = some_stats(13);
	struct task_usage usage;
	uint32_t sequence;

	(void)state;
	message_begin(&message, FAMILY, 5);
	message_aggregate(&message, TASKSTATS_TYPE_AGGR_PID, 4243, &stats, sizeof(stats.fields));
	assert_int_equal(parse(&message, &sequence, &usage), -EINVAL);
}

static void an_error_is_what_it_says(void **state)
{
	struct netlink_message message;
	struct nlmsgerr error = {.error = -ESRCH};
	struct task_usage usage;
	uint32_t sequence;

	(void)state;
	message_begin(&message, NLMSG_ERROR, 9);
	message.len = NLMSG_HDRLEN;
	message_put(&message, &error, sizeof(error));
	assert_int_equal(parse(&message, &sequence, &usage), -ESRCH);
	assert_int_equal(sequence, 9);
	/* An acknowledgement is no thread. */
	error.error = 0;
	message.len = NLMSG_HDRLEN;
	message_put(&message, &error, sizeof(error));
	assert_int_equal(parse(&message, &sequence, &usage), -EINVAL);
}

static void a_message_may_end_anywhere(void **state)
{
	struct netlink_message message;
	union stats stats = some_stats(13);
	struct task_usage usage;
	uint32_t sequence;

	(void)state;
	message_begin(&message, FAMILY, 5);
	message_aggregate(&message, TASKSTATS_TYPE_AGGR_PID, 4242, &stats, sizeof(stats.fields));
	for (size_t len = 0; len < message.len; len++) {
		void *exact = xmalloc(len);

		memcpy(exact, &message, len);
		assert_int_equal(taskstats_parse_message(exact, len, &sequence, &usage), -EINVAL);
		if (len >= sizeof(message.header)) {
			((struct nlmsghdr *)exact)->nlmsg_len = (uint32_t)len;
			taskstats_parse_message(exact, len, &sequence, &usage);
		}
		free(exact);
	}
}

/* Where the kernel tells us: of ourselves, and of nobody else. */
static void it_is_asked(void **state)
{
	struct taskstats_link *link = taskstats_new();
	int tids[] = {getpid(), 0x7fffffff, getpid()};
	struct task_usage usages[3];

	(void)state;
	if (!link)
		skip();
	for (int i = 0; i < 3; i++) {
		assert_int_equal(taskstats_ask(link, tids, 3, usages), 0);
		assert_int_equal(usages[0].tid, getpid());
		assert_int_equal(usages[0].ppid, getppid());
		assert_int_equal(usages[1].tid, 0);
		assert_int_equal(usages[2].tid, getpid());
	}
	assert_int_equal(taskstats_ask(link, tids, 0, usages), 0);
	taskstats_free(link);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_struct_is_parsed),
		cmocka_unit_test(later_kernels_say_more),
		cmocka_unit_test(of_a_shorter_one_the_rest_is_unknown),
		cmocka_unit_test(old_kernels_do_not_tell_the_process),
		cmocka_unit_test(two_kernels_have_more_in_the_middle),
		cmocka_unit_test(what_is_not_counted_is_unknown),
		cmocka_unit_test(a_message_tells_of_one_thread),
		cmocka_unit_test(the_sum_of_a_process_is_not_counted),
		cmocka_unit_test(a_struct_that_names_another_is_refused),
		cmocka_unit_test(an_error_is_what_it_says),
		cmocka_unit_test(a_message_may_end_anywhere),
		cmocka_unit_test(it_is_asked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
