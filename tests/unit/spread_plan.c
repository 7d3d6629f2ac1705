/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cards and CPUs made by hand: where each interrupt should go. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "interval.h"
#include "source/topology.h"
#include "steer/spread_plan.h"

/* Two sockets, each a node; CPU n and n + half are the two threads of a core. */
struct box {
	struct arena arena;
	struct interval interval;
	struct topology topology;
	struct netdev_interval netdev;
	struct queue_interval *queues;
	struct spread_plan plan;
};

static const struct cpuset *list(struct box *box, const char *text)
{
	const struct cpuset *kept;
	struct cpuset set = {0};

	assert_int_equal(cpuset_parse_list(&set, text, strlen(text)), 0);
	kept = cpuset_keep(&set, &box->arena);
	cpuset_fini(&set);
	return kept;
}

static void make_box(struct box *box, int n_cpus)
{
	int half = n_cpus > 1 ? n_cpus / 2 : 1;

	*box = (struct box){.netdev = {.name = "eth0", .node = 1}};
	box->interval.n_cpus = (size_t)n_cpus;
	box->interval.cpu_numbers = arena_alloc(&box->arena, (size_t)n_cpus, sizeof(int));
	box->topology.cpus = arena_alloc(&box->arena, (size_t)n_cpus, sizeof(*box->topology.cpus));
	box->topology.n_cpus = (size_t)n_cpus;
	box->topology.is_read = true;
	for (int i = 0; i < n_cpus; i++) {
		int node = i % half >= half / 2 && half > 1;

		box->interval.cpu_numbers[i] = i;
		box->topology.cpus[i] = (struct topology_cpu){
			.cpu = i,
			.is_online = true,
			.node = node,
			.socket = node,
			.core = i % half,
			.first_sibling = i % half,
			.n_siblings = n_cpus > 1 ? 2 : 1,
		};
	}
	box->interval.netdevs = &box->netdev;
	box->interval.n_netdevs = 1;
}

static void isolate(struct box *box, const char *cpus)
{
	box->topology.isolated = *list(box, cpus);
	box->topology.has_isolated = true;
}

/* Each queue has an interrupt both ways, or one for each, asked to go to CPU 0. */
static void make_queues(struct box *box, int n, bool is_both)
{
	size_t per_queue = is_both ? 1 : 2;

	box->interval.n_irqs = (size_t)n * per_queue + 1;
	box->interval.irqs =
		arena_alloc(&box->arena, box->interval.n_irqs, sizeof(*box->interval.irqs));
	box->queues = arena_alloc(&box->arena, (size_t)n, sizeof(*box->queues));
	box->netdev.queues = box->queues;
	box->netdev.n_queues = (size_t)n;
	for (int i = 0; i < n; i++)
		box->queues[i] = (struct queue_interval){
			.kind = 'r', .number = i, .cpus = list(box, ""), .irq = 100 + i};
	for (size_t i = 0; i < box->interval.n_irqs; i++) {
		/* The last first: the order of interrupts is none of queues.  One is of no queue. */
		int queue = i + 1 == box->interval.n_irqs ? -1 : n - 1 - (int)(i / per_queue);

		box->interval.irqs[i] = (struct irq_interval){
			.name = "eth0-something",
			.irq = 100 + (int)i,
			.asked = list(box, "0"),
			.effective = list(box, "0"),
			.device = "eth0",
			.queue = queue,
			.queue_kind = is_both ? 'b'
				      : i % 2 ? 't'
					      : 'r',
			.node = 1,
		};
	}
}

static void plan(struct box *box)
{
	box->plan = spread_plan_make(&box->interval, &box->topology, "eth0", &box->arena);
}

static void drop_box(struct box *box)
{
	arena_fini(&box->arena);
}

static int cpu_of(const struct box *box, size_t step)
{
	assert_int_equal(cpuset_count(box->plan.steps[step].after), 1);
	return cpuset_next(box->plan.steps[step].after, -1);
}

static void cores_of_the_node_come_first(void **state)
{
	static const int wanted[] = {2, 3, 6, 7, 2};
	struct box box;

	(void)state;
	make_box(&box, 8);
	make_queues(&box, 5, true);
	plan(&box);
	assert_null(box.plan.why_not);
	assert_int_equal(box.plan.n_steps, 5);
	assert_int_equal(box.plan.n_queues, 5);
	assert_int_equal(box.plan.n_cpus, 4);
	assert_int_equal(box.plan.node, 1);
	for (size_t i = 0; i < 5; i++) {
		assert_int_equal(box.plan.steps[i].queue, i);
		assert_int_equal(cpu_of(&box, i), wanted[i]);
	}
	drop_box(&box);
}

static void siblings_that_are_neighbours_come_last(void **state)
{
	static const int wanted[] = {4, 6, 5, 7};
	struct box box;

	(void)state;
	make_box(&box, 8);
	for (int i = 0; i < 8; i++) {
		box.topology.cpus[i].node = i / 4;
		box.topology.cpus[i].first_sibling = i - i % 2;
	}
	make_queues(&box, 4, true);
	plan(&box);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(cpu_of(&box, i), wanted[i]);
	drop_box(&box);
}

static void both_ways_of_a_queue_go_to_one_cpu(void **state)
{
	struct box box;

	(void)state;
	make_box(&box, 8);
	make_queues(&box, 4, false);
	plan(&box);
	assert_int_equal(box.plan.n_steps, 8);
	assert_int_equal(box.plan.n_queues, 4);
	for (size_t i = 0; i < 8; i += 2) {
		assert_int_equal(box.plan.steps[i].queue, box.plan.steps[i + 1].queue);
		assert_int_equal(cpu_of(&box, i), cpu_of(&box, i + 1));
	}
	drop_box(&box);
}

static void isolated_and_offline_cpus_are_left_alone(void **state)
{
	struct box box;

	(void)state;
	make_box(&box, 8);
	make_queues(&box, 2, true);
	isolate(&box, "2,6");
	box.topology.online = *list(&box, "0-3");
	box.topology.has_online = true;
	plan(&box);
	assert_int_equal(box.plan.n_cpus, 1);
	assert_false(box.plan.is_far);
	assert_int_equal(cpu_of(&box, 0), 3);
	assert_int_equal(cpu_of(&box, 1), 3);
	/* If the node has no other, all that are left are as far. */
	isolate(&box, "2-3,6-7");
	plan(&box);
	assert_true(box.plan.is_far);
	assert_int_equal(box.plan.n_cpus, 2);
	assert_int_equal(cpu_of(&box, 0), 0);
	isolate(&box, "0-7");
	plan(&box);
	assert_non_null(box.plan.why_not);
	drop_box(&box);
}

static void many_queues_take_many_cpus(void **state)
{
	struct cpuset used = {0};
	struct box box;

	(void)state;
	make_box(&box, 256);
	make_queues(&box, 128, true);
	plan(&box);
	assert_int_equal(box.plan.n_queues, 128);
	for (size_t i = 0; i < 128; i++) {
		assert_int_equal(box.topology.cpus[cpu_of(&box, i)].node, 1);
		cpuset_add(&used, (unsigned int)cpu_of(&box, i));
		/* As long as there are cores no two share one. */
		if (i == 63)
			for (int cpu = cpuset_next(&used, -1); cpu >= 0;
			     cpu = cpuset_next(&used, cpu))
				assert_in_range(cpu, 64, 127);
	}
	assert_int_equal(cpuset_count(&used), 128);
	cpuset_fini(&used);
	drop_box(&box);
}

static void one_queue_is_shared_out_by_rps(void **state)
{
	const struct spread_step *step;
	struct box box;

	(void)state;
	make_box(&box, 8);
	make_queues(&box, 1, false);
	for (size_t i = 0; i < box.interval.n_irqs; i++)
		box.interval.irqs[i].effective = list(&box, "3");
	plan(&box);
	assert_int_equal(box.plan.n_steps, 1);
	step = box.plan.steps;
	assert_int_equal(step->target.kind, STEER_RPS);
	assert_string_equal(step->target.device, "eth0");
	assert_true(cpuset_equal(step->after, list(&box, "2,6-7")));
	assert_int_equal(box.plan.n_to_do, 1);
	box.queues[0].cpus = list(&box, "2,6-7");
	plan(&box);
	assert_int_equal(box.plan.n_to_do, 0);
	drop_box(&box);
}

static void what_is_so_already_is_left(void **state)
{
	struct box box;

	(void)state;
	make_box(&box, 8);
	make_queues(&box, 2, true);
	box.interval.irqs[0].asked = list(&box, "3");
	plan(&box);
	assert_int_equal(box.plan.n_to_do, 1);
	assert_false(box.plan.steps[0].is_so);
	assert_true(box.plan.steps[1].is_so);
	/* What is not known may be otherwise. */
	box.interval.irqs[0].asked = NULL;
	plan(&box);
	assert_int_equal(box.plan.n_to_do, 2);
	drop_box(&box);
}

static void without_interrupts_there_is_no_plan(void **state)
{
	struct box box;

	(void)state;
	make_box(&box, 1);
	plan(&box);
	assert_non_null(box.plan.why_not);
	assert_int_equal(box.plan.n_steps, 0);
	box.plan = spread_plan_make(&box.interval, NULL, "eth1", &box.arena);
	assert_non_null(box.plan.why_not);
	/* Where nothing is known but its interrupts, they have a name all the same. */
	make_queues(&box, 2, true);
	box.interval.n_netdevs = 0;
	plan(&box);
	assert_null(box.plan.why_not);
	assert_int_equal(box.plan.n_queues, 2);
	/* But RPS needs the queue. */
	make_queues(&box, 1, true);
	plan(&box);
	assert_non_null(box.plan.why_not);
	box.interval.n_netdevs = 1;
	/* One CPU is all there is; nothing is known of it. */
	make_queues(&box, 2, true);
	box.netdev.node = -1;
	box.plan = spread_plan_make(&box.interval, NULL, "eth0", &box.arena);
	assert_null(box.plan.why_not);
	assert_int_equal(box.plan.n_to_do, 0);
	drop_box(&box);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cores_of_the_node_come_first),
		cmocka_unit_test(siblings_that_are_neighbours_come_last),
		cmocka_unit_test(both_ways_of_a_queue_go_to_one_cpu),
		cmocka_unit_test(isolated_and_offline_cpus_are_left_alone),
		cmocka_unit_test(many_queues_take_many_cpus),
		cmocka_unit_test(one_queue_is_shared_out_by_rps),
		cmocka_unit_test(what_is_so_already_is_left),
		cmocka_unit_test(without_interrupts_there_is_no_plan),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
