/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a CPU does of softirqs, and why they come to it. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "exampled.h"
#include "join/load.h"
#include "join/plan.h"
#include "join/skew.h"

/* cpu1 takes in all that there is. */
#define TAKES_IN                                                                                   \
	"'cpus': [{'cpu': 0, 'si': 2}, {'cpu': 1, 'si': 80}, {'cpu': 2, 'si': 4},"                 \
	"         {'cpu': 3, 'si': 0}],"                                                           \
	"'softirqs': [{'name': 'NET_RX', 'total': 900, 'per_s': 900,"                              \
	"              'per_cpu': {'0': 450, '1': 450}},"                                          \
	"             {'name': 'SCHED', 'total': 2000, 'per_s': 2000, 'per_cpu': {'1': 2000}}],"   \
	"'softnets': [{'cpu': 0, 'processed': 0}, {'cpu': 1, 'processed': 50000},"                 \
	"             {'cpu': 2, 'processed': 0}, {'cpu': 3, 'processed': 0}]"

#define ON_1(number, per_s, device, more)                                                          \
	"{'label': '" #number "', 'irq': " #number ", 'total': " #per_s ", 'per_s': " #per_s       \
	", 'hottest_cpu': 1, 'per_cpu': {'1': " #per_s "}, 'device': '" device "'" more "}"
#define ON_2(number, per_s, device, more)                                                          \
	"{'label': '" #number "', 'irq': " #number ", 'total': " #per_s ", 'per_s': " #per_s       \
	", 'hottest_cpu': 2, 'per_cpu': {'2': " #per_s "}, 'device': '" device "'" more "}"
#define ON_3(number, per_s, device, more)                                                          \
	"{'label': '" #number "', 'irq': " #number ", 'total': " #per_s ", 'per_s': " #per_s       \
	", 'hottest_cpu': 3, 'per_cpu': {'3': " #per_s "}, 'device': '" device "'" more "}"
#define ETH0(queues)                                                                               \
	"'netdevs': [{'name': 'eth0', 'driver': 'x', 'rxpck': 50000, 'rxq': " #queues "}]"

static const struct {
	const char *text;
	enum skew_kind kind;
	int irq; /* -1: none */
	const char *netdev;
} cases[] = {
	{TAKES_IN, SKEW_UNKNOWN, -1, NULL},
	{TAKES_IN ", 'netdevs': [{'name': 'v1', 'rxpck': 50000, 'queues': [{'kind': 'r',"
		  "  'number': 0, 'cpus': '1'}]}]",
	 SKEW_STEERED, -1, "v1"},
	/* Steered to all of them, or to others: that is not why. */
	{TAKES_IN ", 'netdevs': [{'name': 'v1', 'rxpck': 50000, 'queues': [{'kind': 'r',"
		  "  'number': 0, 'cpus': '0-3'}]}]",
	 SKEW_LOCAL, -1, "v1"},
	/* Too few packets: others come by what is not seen. */
	{TAKES_IN ", 'netdevs': [{'name': 'v1', 'rxpck': 5000, 'queues': [{'kind': 'r',"
		  "  'number': 0, 'cpus': '1'}]}]",
	 SKEW_UNSEEN, -1, NULL},
	/* Of three, none has half of them. */
	{TAKES_IN ", 'netdevs': [{'name': 'v1', 'rxpck': 20000}, {'name': 'v2', 'rxpck': 20000},"
		  "              {'name': 'v3', 'rxpck': 10000}]",
	 SKEW_UNKNOWN, -1, NULL},
	/* An interrupt that nobody knows is seen. */
	{TAKES_IN ", 'irqs': [{'label': '30', 'irq': 30, 'total': 900, 'per_s': 900,"
		  "            'hottest_cpu': 1, 'per_cpu': {'1': 900}}],"
		  "'netdevs': [{'name': 'lo', 'rxpck': 10}]",
	 SKEW_IRQ, 30, NULL},
	{TAKES_IN ", 'irqs': [" ON_1(30, 900, "eth0", "") "]," ETH0(1), SKEW_SINGLE, 30, "eth0"},
	{TAKES_IN ", 'irqs': [" ON_1(30, 900, "eth0", "") "," ON_1(31, 800, "eth0", "") "," ON_1(
		 32, 700, "eth0", "") "]," ETH0(3),
	 SKEW_CROWD, 30, "eth0"},
	{TAKES_IN ", 'irqs': [" ON_1(30, 900, "eth0", "") "," ON_2(31, 200, "eth0", "") "," ON_3(
		 32, 200, "eth0", "") "]," ETH0(3),
	 SKEW_FLOW, 30, "eth0"},
	{TAKES_IN ", 'irqs': [" ON_1(30, 900, "eth0", ", 'asked': '0-3'") "," ON_1(
		 31, 800, "eth0", ", 'asked': '0-3'") "," ON_2(32, 800, "eth0",
							       "") "," ON_3(33, 800, "eth0",
									    "") "]," ETH0(4),
	 SKEW_RIVAL, 30, "eth0"},
	/* One of the two may not go elsewhere. */
	{TAKES_IN ", 'irqs': [" ON_1(30, 900, "eth0", ", 'asked': '0-3'") "," ON_1(
		 31, 800, "eth0", ", 'asked': '1'") "," ON_2(32, 800, "eth0",
							     "") "," ON_3(33, 800, "eth0",
									  "") "]," ETH0(4),
	 SKEW_IRQ, 30, "eth0"},
	/* A disk interrupts it more, but brings no packets. */
	{TAKES_IN
	 ", 'irqs': [" ON_1(40, 5000, "vda", "") "," ON_1(30, 900, "eth0", "") "]," ETH0(1),
	 SKEW_SINGLE, 30, "eth0"},
	{TAKES_IN ", 'irqs': [" ON_1(40, 5000, "vda", "") "]," ETH0(1), SKEW_UNKNOWN, -1, NULL},
	/* Nobody knows whose it is. */
	{TAKES_IN ", 'irqs': [{'label': '30', 'irq': 30, 'total': 900, 'per_s': 900,"
		  "            'hottest_cpu': 1, 'per_cpu': {'1': 900}}]",
	 SKEW_IRQ, 30, NULL},
};

static void the_reason_is_found(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct exampled exampled;
		struct arena arena = {0};
		struct skew skew;

		assert_null(exampled_init(&exampled, cases[i].text));
		skew = skew_of(&exampled.record.interval,
			       loads_of(&exampled.record.interval, &arena) + 1, 1, &arena);
		if (skew.kind != cases[i].kind)
			fail_msg("%d, not %d: %s", skew.kind, cases[i].kind, cases[i].text);
		assert_int_equal(skew.irq ? skew.irq->irq : -1, cases[i].irq);
		assert_int_equal(skew.netdev != NULL, cases[i].netdev != NULL);
		if (skew.netdev)
			assert_string_equal(skew.netdev->name, cases[i].netdev);
		exampled_fini(&exampled);
		arena_fini(&arena);
	}
}

#define SENT                                                                                       \
	TAKES_IN ", 'netdevs': [{'name': 'lo', 'rxpck': 2, 'txpck': 2},"                           \
		 "{'name': 'v0', 'rxpck': 0, 'txpck': 49000}]"

static const struct {
	const char *text, *outlet;
	bool is_given;
} unseen[] = {
	{SENT ", 'threads': [{'tid': 7, 'pid': 7, 'sys': 90, 'cpu_last': 0}]", "v0", true},
	{SENT ", 'threads': [{'tid': 7, 'pid': 7, 'sys': 40, 'cpu_last': 1},"
	      "{'tid': 8, 'pid': 8, 'sys': 30, 'cpu_last': 0}]",
	 "v0", false},
	/* The thread of softirqs sends nothing. */
	{SENT ", 'threads': [{'tid': 7, 'pid': 7, 'sys': 40, 'cpu_last': 0}, {'tid': 20, 'pid': 20,"
	      "  'name': 'ksoftirqd/1', 'is_kernel': true, 'sys': 60, 'cpu_last': 1}]",
	 "v0", true},
	{SENT, "v0", false},
	/* A card sends to a wire; who sends less is another. */
	{TAKES_IN ", 'netdevs': [{'name': 'eth0', 'driver': 'x', 'rxpck': 0, 'txpck': 60000},"
		  "{'name': 'v0', 'rxpck': 0, 'txpck': 9000}]",
	 NULL, false},
};

static void what_is_not_seen_is_sent_by_somebody(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(unseen) / sizeof(*unseen); i++) {
		struct exampled exampled;
		struct arena arena = {0};
		struct skew skew;

		assert_null(exampled_init(&exampled, unseen[i].text));
		skew = skew_of(&exampled.record.interval,
			       loads_of(&exampled.record.interval, &arena) + 1, 1, &arena);
		assert_int_equal(skew.kind, SKEW_UNSEEN);
		assert_int_equal(skew.outlet != NULL, unseen[i].outlet != NULL);
		if (skew.outlet)
			assert_string_equal(skew.outlet->name, unseen[i].outlet);
		if (skew.is_given != unseen[i].is_given)
			fail_msg("given: %d: %s", skew.is_given, unseen[i].text);
		exampled_fini(&exampled);
		arena_fini(&arena);
	}
}

static void packets_weigh_more_than_softirqs(void **state)
{
	struct exampled exampled;
	struct arena arena = {0};
	const struct cpu_load *loads;

	(void)state;
	assert_null(exampled_init(&exampled, TAKES_IN));
	loads = loads_of(&exampled.record.interval, &arena);
	assert_string_equal(loads[1].type->name, "NET_RX");
	assert_true(loads[1].is_receiving && loads[1].share_pct == 100);
	assert_true(loads[1].type_per_s == 450);
	assert_true(loads[1].others_si_pct == 2 && loads[1].others_packets_per_s == 0);
	/* Of 0, 2 and 80 it is 2, too. */
	assert_true(loads[2].others_si_pct == 2 && !loads[1].is_estimate);
	assert_null(loads[3].type);
	exampled_fini(&exampled);
	arena_fini(&arena);
}

/* Of cpu1, which takes in three quarters of the packets. */
static double estimated(const char *more, bool *is_estimate)
{
	struct exampled exampled;
	struct arena arena = {0};
	double pct;

	assert_null(exampled_init(
		&exampled,
		arena_printf(&arena,
			     "'hides_irq_time': true, 'cpus': [{'cpu': 0, 'si': 0, 'busy': 50},"
			     "{'cpu': 1, 'si': 5, 'busy': 90}],"
			     "'softnets': [{'cpu': 0, 'processed': 1000}, {'cpu': 1,"
			     "'processed': 3000}], %s",
			     more)));
	pct = loads_of(&exampled.record.interval, &arena)[1].si_pct;
	*is_estimate = loads_of(&exampled.record.interval, &arena)[1].is_estimate;
	exampled_fini(&exampled);
	arena_fini(&arena);
	return pct;
}

static void what_is_hidden_is_estimated_and_said_to_be(void **state)
{
	static const char thread[] = "'threads': [{'tid': 20, 'pid': 20, 'name': 'ksoftirqd/1',"
				     "  'is_kernel': true, 'cpu': 20}]";
	struct arena arena = {0};
	bool is_estimate;

	(void)state;
	assert_true(estimated("'totals': {'unowned': 80}", &is_estimate) == 60 && is_estimate);
	assert_true(estimated(thread, &is_estimate) == 20 && is_estimate);
	assert_true(estimated(arena_printf(&arena, "%s, 'totals': {'unowned': 80}", thread),
			      &is_estimate) == 80);
	/* No more than busy, no less than what was seen. */
	assert_true(estimated("'totals': {'unowned': 150}", &is_estimate) == 90);
	assert_true(estimated("'totals': {'unowned': 1}", &is_estimate) == 5 && !is_estimate);
	arena_fini(&arena);
}

static void a_plan_can_be_undone_or_says_that_it_cannot(void **state)
{
	struct arena arena = {0};
	struct cpuset asked = {0};
	struct plan plan = {.arena = &arena}, blind = {.arena = &arena};
	struct irq_interval irq = {.irq = 30, .asked = &asked};

	(void)state;
	assert_null(plan_mend(&plan));
	assert_null(plan_undo(&plan));
	cpuset_add(&asked, 0);
	cpuset_add(&asked, 40);
	plan_move(&plan, &irq, "2");
	irq.irq = 31;
	plan_move(&plan, &irq, "3");
	assert_string_equal(plan_mend(&plan), "echo 2 >/proc/irq/30/smp_affinity_list; "
					      "echo 3 >/proc/irq/31/smp_affinity_list");
	assert_string_equal(plan_undo(&plan), "echo 0,40 >/proc/irq/30/smp_affinity_list; "
					      "echo 0,40 >/proc/irq/31/smp_affinity_list");
	assert_int_equal(plan_next(&asked, 0), 40);
	assert_int_equal(plan_next(&asked, 40), 0);
	assert_string_equal(plan_mask(&asked, &arena), "100,00000001");
	irq.asked = NULL;
	plan_move(&blind, &irq, "2");
	assert_non_null(plan_mend(&blind));
	assert_null(plan_undo(&blind));
	cpuset_fini(&asked);
	arena_fini(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_reason_is_found),
		cmocka_unit_test(what_is_not_seen_is_sent_by_somebody),
		cmocka_unit_test(packets_weigh_more_than_softirqs),
		cmocka_unit_test(what_is_hidden_is_estimated_and_said_to_be),
		cmocka_unit_test(a_plan_can_be_undone_or_says_that_it_cannot),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
