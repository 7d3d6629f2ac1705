/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interrupts joined with devices, queues, nodes and what interrupts do by default. */
#include "config.h"

#include "pane_story.h"

#include "source/topology.h"

static int setup(void **state)
{
	static unsigned long words[] = {1 << 1, 1 << 0 | 1 << 1};
	static const struct cpuset one = {&words[0], 1}, two = {&words[1], 1}, none;
	static struct queue_interval queues[2];
	static struct netdev_interval netdev;
	static struct irq_interval irqs[3];
	static struct setting setting = {.name = "irq.default_affinity", .value = "0-1"};
	static struct topology_cpu cpus[2] = {{.cpu = 0, .node = 0}, {.cpu = 1, .node = 1}};
	static struct topology topology = {.cpus = cpus, .n_cpus = 2, .is_read = true};
	struct story *story;

	story_setup(state);
	story = *state;
	story_add_cpus(story, NULL, 2);
	queues[0] = (struct queue_interval){.kind = 'r', .number = 1, .cpus = &none, .irq = 30};
	queues[1] = (struct queue_interval){.kind = 't', .number = 1, .cpus = &two, .irq = 31};
	netdev = (struct netdev_interval){.name = "eth0", .queues = queues, .n_queues = 2};
	irqs[0] = (struct irq_interval){
		.label = "30",
		.name = "virtio2-input.1",
		.irq = 30,
		.total = 3000,
		.per_s = 3000,
		.hottest_cpu = 1,
		.asked = &one,
		.on = &one,
		.node = 0,
		.device = "eth0",
		.queue_kind = 'r',
		.queue = 1,
		.unhandled = 99,
	};
	irqs[1] = irqs[0];
	irqs[1].label = "31";
	irqs[1].irq = 31;
	irqs[1].total = 2000;
	irqs[1].queue_kind = 't';
	irqs[1].asked = &two;
	irqs[1].node = 1;
	irqs[2] = irqs[0];
	irqs[2].label = "32";
	irqs[2].irq = 32;
	irqs[2].total = 1000;
	irqs[2].name = "nvme0q12";
	irqs[2].device = "nvme0";
	irqs[2].queue_kind = 'b';
	irqs[2].queue = 12;
	irqs[2].asked = NULL;
	story->interval.irqs = irqs;
	story->interval.n_irqs = 3;
	story->interval.netdevs = &netdev;
	story->interval.n_netdevs = 1;
	story->interval.settings = &setting;
	story->interval.n_settings = 1;
	story->view.topology = &topology;
	return 0;
}

static const char *cells(struct story *story, size_t row)
{
	static const char *const keys[] = {"pinned", "queue", "rps", "node"};
	struct model model = story_main(story, "interrupts");
	const char *text = story_text(story, &model, row, "irq");

	for (size_t i = 0; i < 4; i++)
		text = arena_printf(&story->arena, "%s|%s", text,
				    story_text(story, &model, row, keys[i]));
	return text;
}

static void a_row_joins_all_that_is_known(void **state)
{
	struct story *story = *state;

	assert_string_equal(cells(story, 0), "30|set|eth0 rx-1|off|0>1");
	assert_string_equal(cells(story, 1), "31|-|eth0 tx-1|0-1|1");
	assert_string_equal(cells(story, 2), "32|-|nvme0 q12|-|0>1");
}

static void what_is_unknown_is_not_told(void **state)
{
	struct story *story = *state;

	story->interval.n_settings = story->interval.n_netdevs = 0;
	story->view.topology = NULL;
	story->interval.irqs[0].queue = -1;
	assert_string_equal(cells(story, 0), "30|-|eth0|-|0");
	story->interval.irqs[0].device = NULL;
	story->interval.irqs[0].node = -1;
	assert_string_equal(cells(story, 0), "30|-|-|-|-");
}

static void the_dashboard_names_the_device_once(void **state)
{
	struct story *story = *state;
	struct model model = story_brief(story, "interrupts");

	assert_string_equal(story_text(story, &model, 0, "name"), "eth0 virtio2-input.1");
	assert_string_equal(story_text(story, &model, 2, "name"), "nvme0q12");
}

static const char *detail(struct story *story, size_t row, const char *name)
{
	struct model model = story_main(story, "interrupts");
	const struct detail *lines;
	size_t n = pane_by_key('4')->details(&story->view, &model, row, &story->arena, &lines);

	for (size_t i = 0; i < n; i++)
		if (strcmp(lines[i].name, name) == 0)
			return lines[i].value;
	return NULL;
}

static void details_tell_the_same_in_words(void **state)
{
	struct story *story = *state;

	assert_string_equal(detail(story, 0, "device and queue"), "eth0 rx-1");
	assert_string_equal(detail(story, 0, "RPS"), "off");
	assert_string_equal(detail(story, 0, "node of the CPU"), "1");
	assert_string_equal(detail(story, 0, "nobody wanted"), "99 of the last 100,000");
	assert_non_null(detail(story, 0, "pinned"));
	assert_string_equal(detail(story, 1, "XPS"), "0-1");
	assert_null(detail(story, 1, "pinned"));
	assert_null(detail(story, 1, "node of the CPU"));
	assert_null(detail(story, 2, "RPS"));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, story_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_row_joins_all_that_is_known),
		TEST(what_is_unknown_is_not_told),
		TEST(the_dashboard_names_the_device_once),
		TEST(details_tell_the_same_in_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
