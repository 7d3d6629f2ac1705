/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "pane_story.h"

#include "source/topology.h"

static int setup(void **state)
{
	static unsigned long second[] = {1UL << 8};
	static const struct cpuset set = {second, 1};
	static struct topology_cpu cpus[2] = {
		{.cpu = 3, .socket = 0, .node = 0, .n_siblings = 1},
		{.cpu = 8, .socket = 1, .node = 1, .first_sibling = 3, .n_siblings = 2}};
	static struct topology topology = {.cpus = cpus, .n_cpus = 2, .is_read = true};
	static const double often[] = {0, 900}, seldom[] = {5, 100};
	static struct irq_interval irqs[2];
	static struct softirq_interval softirqs[1];
	static struct queue_interval queues[2];
	static struct netdev_interval netdev;
	static struct task_interval threads[2];
	struct story *story;

	story_setup(state);
	story = *state;
	story_add_cpus(story, (int[]){3, 8}, 2);
	story->interval.cpus[1].busy = 50;
	irqs[0] = (struct irq_interval){.label = "LOC",
					.name = "timer",
					.irq = -1,
					.total = 105,
					.per_s = 105,
					.per_cpu = seldom,
					.queue = -1};
	irqs[1] = (struct irq_interval){.label = "30",
					.name = "virtio2-input.0",
					.irq = 30,
					.total = 900,
					.per_s = 900,
					.per_cpu = often,
					.device = "eth0",
					.queue_kind = 'r',
					.queue = 0};
	softirqs[0] = (struct softirq_interval){
		.name = "NET_RX", .total = 1000, .per_s = 1000, .per_cpu = often};
	queues[0] = (struct queue_interval){.kind = 'r', .number = 0, .cpus = &set};
	queues[1] = (struct queue_interval){.kind = 't', .number = 0, .cpus = &set};
	netdev = (struct netdev_interval){.name = "eth0", .queues = queues, .n_queues = 2};
	threads[0] = (struct task_interval){.tid = 7, .cpu = 8, .cpu_pct = 40, .name = "reader"};
	threads[1] = (struct task_interval){.tid = 9, .cpu = 3, .cpu_pct = 90, .name = "other"};
	story->interval.irqs = irqs;
	story->interval.n_irqs = 2;
	story->interval.softirqs = softirqs;
	story->interval.n_softirqs = 1;
	story->interval.netdevs = &netdev;
	story->interval.n_netdevs = 1;
	story->interval.threads = threads;
	story->interval.n_threads = 2;
	story->view.topology = &topology;
	return 0;
}

/* "name: value; " of each line. */
static const char *details(struct story *story, size_t row)
{
	struct model model = story_main(story, "cpus");
	const struct detail *lines;
	size_t n = pane_by_key('1')->details(&story->view, &model, row, &story->arena, &lines);
	const char *text = "";

	for (size_t i = 0; i < n; i++)
		text = arena_printf(&story->arena, "%s%s: %s; ", text, lines[i].name,
				    lines[i].value);
	return text;
}

static void what_lands_on_a_cpu(void **state)
{
	assert_string_equal(details(*state, 2),
			    "CPU: 8; socket: 1; node: 1; its core: of CPU 3, shared by 2 CPUs; "
			    "busy: 50.0%; IRQ 30: 900/s  virtio2-input.0  eth0 rx-0; "
			    "IRQ LOC: 100/s  timer; NET_RX: 900/s; RPS of: eth0 rx-0; "
			    "thread 7: 40.0%  reader; ");
}

static void what_is_unknown_is_left_out(void **state)
{
	struct story *story = *state;

	story->view.topology = NULL;
	story->interval.n_irqs = story->interval.n_softirqs = story->interval.n_netdevs = 0;
	story->interval.n_threads = 0;
	assert_string_equal(details(story, 2), "CPU: 8; busy: 50.0%; ");
	assert_string_equal(details(story, 0), "");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, story_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_lands_on_a_cpu),
		TEST(what_is_unknown_is_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
