/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of a row can be steered, the lines that are shown for it, and what is to be known before. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "source/topology.h"
#include "steer/warnings.h"
#include "view/steerable.h"

struct card {
	struct arena arena;
	struct interval interval;
	struct topology topology;
	struct netdev_interval netdev;
	struct queue_interval queues[4];
	struct irq_interval irqs[3];
	struct setting setting;
	int cpus[4];
};

static const struct cpuset *list(struct arena *arena, const char *text)
{
	const struct cpuset *kept;
	struct cpuset set = {0};

	assert_int_equal(cpuset_parse_list(&set, text, strlen(text)), 0);
	kept = cpuset_keep(&set, arena);
	cpuset_fini(&set);
	return kept;
}

/* Two receive queues and two to send, one interrupt for the first of both, one for the last to send. */
static void make_card(struct card *card)
{
	*card = (struct card){
		.cpus = {0, 1, 2, 3},
		.netdev = {.name = "eth0", .node = 1, .n_queues = 4},
		.setting = {.name = "irqbalance.pid", .value = "77"},
	};
	for (int i = 0; i < 4; i++)
		card->queues[i] = (struct queue_interval){
			.kind = i < 2 ? 'r' : 't',
			.number = i % 2,
			.cpus = list(&card->arena, ""),
			.irq = i % 2 ? -1 : 30,
		};
	card->irqs[0] = (struct irq_interval){
		.name = "eth0-0",
		.irq = 30,
		.device = "eth0",
		.queue_kind = 'b',
		.node = 1,
		.asked = list(&card->arena, "0-3"),
		.effective = list(&card->arena, "2"),
	};
	card->irqs[1] = card->irqs[0];
	card->irqs[1].irq = 31;
	card->irqs[1].queue_kind = 't';
	card->irqs[1].queue = 1;
	card->irqs[2] = (struct irq_interval){.name = "TLB shootdowns", .irq = -1, .queue = -1};
	card->netdev.queues = card->queues;
	card->interval.netdevs = &card->netdev;
	card->interval.n_netdevs = 1;
	card->interval.irqs = card->irqs;
	card->interval.n_irqs = 3;
	card->interval.cpu_numbers = card->cpus;
	card->interval.n_cpus = 4;
}

static void assert_words(struct card *card, const struct steerable *thing, const char *words)
{
	assert_string_equal(steerable_words(thing, &card->arena), words);
}

static void an_interrupt_leads_to_its_queues(void **state)
{
	const struct steerable *things;
	struct card card;

	(void)state;
	make_card(&card);
	assert_int_equal(steerable_irq(&card.interval, &card.irqs[0], &card.arena, &things), 3);
	assert_words(&card, &things[0], "IRQ 30, eth0-0");
	assert_words(&card, &things[1], "RPS of eth0 rx-0");
	assert_words(&card, &things[2], "XPS of eth0 tx-0");
	assert_int_equal(things[1].node, 1);
	assert_int_equal(steerable_irq(&card.interval, &card.irqs[1], &card.arena, &things), 2);
	assert_words(&card, &things[1], "XPS of eth0 tx-1");
	/* The architecture's own go nowhere else. */
	assert_int_equal(steerable_irq(&card.interval, &card.irqs[2], &card.arena, &things), 0);
	arena_fini(&card.arena);
}

static void an_interface_has_its_queues_first(void **state)
{
	const struct steerable *things;
	struct card card;

	(void)state;
	make_card(&card);
	/* One that sends by one queue only has none to choose. */
	card.queues[2].cpus = NULL;
	assert_int_equal(steerable_netdev(&card.interval, &card.netdev, &card.arena, &things), 5);
	assert_words(&card, &things[0], "RPS of eth0 rx-0");
	assert_words(&card, &things[2], "XPS of eth0 tx-1");
	assert_words(&card, &things[3], "IRQ 30, eth0-0");
	arena_fini(&card.arena);
}

static void a_task_is_a_thread_or_all_of_them(void **state)
{
	const struct task_interval thread = {.tid = 12, .pid = 11, .start_ticks = 5, .name = "a"};
	const struct task_interval process = {.pid = 11, .start_ticks = 4, .name = "a b"};
	const struct steerable *things;
	struct card card;

	(void)state;
	make_card(&card);
	assert_int_equal(steerable_task(&thread, &card.arena, &things), 1);
	assert_words(&card, things, "thread 12, a");
	assert_int_equal(things->target.start_ticks, 5);
	assert_int_equal(steerable_task(&process, &card.arena, &things), 1);
	assert_words(&card, things, "process 11, a b");
	arena_fini(&card.arena);
}

static void the_lines_are_for_a_shell(void **state)
{
	static const struct {
		struct steer_target target;
		const char *line, *undo;
	} lines[] = {
		{{.kind = STEER_IRQ, .number = 30},
		 "echo 2,33 >/proc/irq/30/smp_affinity_list",
		 "echo 0-1 >/proc/irq/30/smp_affinity_list"},
		{{.kind = STEER_RPS, .number = 4, .device = "br-1"},
		 "echo 2,00000004 >/sys/class/net/br-1/queues/rx-4/rps_cpus",
		 "echo 3 >/sys/class/net/br-1/queues/rx-4/rps_cpus"},
		{{.kind = STEER_XPS, .number = 0, .device = "a b"},
		 "echo 2,00000004 >'/sys/class/net/a b/queues/tx-0/xps_cpus'",
		 "echo 3 >'/sys/class/net/a b/queues/tx-0/xps_cpus'"},
		{{.kind = STEER_TASK, .number = 12}, "taskset -cp 2,33 12", "taskset -cp 0-1 12"},
		{{.kind = STEER_PROCESS, .number = 11},
		 "taskset -acp 2,33 11",
		 "taskset -acp 0-1 11"},
	};
	struct arena arena = {0};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		const struct change change = {
			.target = lines[i].target,
			.before = *list(&arena, "0-1"),
			.after = *list(&arena, "2,33"),
		};

		assert_string_equal(change_command(&change, &arena), lines[i].line);
		assert_string_equal(change_undo_command(&change, &arena), lines[i].undo);
	}
	arena_fini(&arena);
}

/* The warnings, a line each. */
static const char *warnings(struct card *card, struct steer_target target, const char *cpus)
{
	const char *const *texts;
	const char *all = "";
	size_t n = steer_warnings(&target, list(&card->arena, cpus), &card->interval,
				  &card->topology, &card->arena, &texts);

	for (size_t i = 0; i < n; i++)
		all = arena_printf(&card->arena, "%s%s\n", all, texts[i]);
	return all;
}

static void what_is_to_be_known_is_said(void **state)
{
	const struct steer_target irq = {.kind = STEER_IRQ, .number = 30};
	const struct steer_target rps = {.kind = STEER_RPS, .number = 0, .device = "eth0"};
	const struct steer_target task = {.kind = STEER_TASK, .number = 12};
	struct card card;

	(void)state;
	make_card(&card);
	assert_string_equal(warnings(&card, irq, "1"), "");
	assert_string_equal(warnings(&card, rps, ""), "");
	assert_non_null(strstr(warnings(&card, task, ""), "the list is empty"));
	assert_non_null(strstr(warnings(&card, task, "3-4"), "not online: CPU 4\n"));
	assert_string_equal(warnings(&card, task, "4-5"), "none of these CPUs is online\n");
	assert_non_null(strstr(warnings(&card, rps, "1-2"), "CPU 2 takes the interrupt"));
	assert_string_equal(warnings(&card, rps, "0-1,3"), "");
	card.topology.isolated = *list(&card.arena, "2-3");
	card.topology.has_isolated = true;
	assert_non_null(strstr(warnings(&card, irq, "1,3"), "CPU 3\n"));
	card.topology.online = *list(&card.arena, "0-1");
	card.topology.has_online = true;
	assert_non_null(strstr(warnings(&card, irq, "1,3"), "not online: CPU 3\n"));
	card.interval.settings = &card.setting;
	card.interval.n_settings = 1;
	assert_non_null(strstr(warnings(&card, irq, "1"), "irqbalance (pid 77)"));
	assert_string_equal(warnings(&card, task, "1"), "");
	arena_fini(&card.arena);
}

static void names_tell_who_manages_an_interrupt(void **state)
{
	static const char *const managed[] = {"nvme0q1", "nvme12q34", "virtio1-req.0"};
	static const char *const free_ones[] = {"nvme0q0", "virtio1-config", "eth0-q1", "nvme", ""};
	struct card card;

	(void)state;
	make_card(&card);
	for (size_t i = 0; i < sizeof(managed) / sizeof(*managed); i++) {
		card.irqs[0].name = managed[i];
		assert_non_null(steer_warn_managed(&card.interval, 30));
	}
	for (size_t i = 0; i < sizeof(free_ones) / sizeof(*free_ones); i++) {
		card.irqs[0].name = free_ones[i];
		assert_null(steer_warn_managed(&card.interval, 30));
	}
	assert_null(steer_warn_managed(&card.interval, 99));
	arena_fini(&card.arena);
}

static void errors_have_words_of_their_own(void **state)
{
	const struct steer_target irq = {.kind = STEER_IRQ}, process = {.kind = STEER_PROCESS};

	(void)state;
	assert_non_null(strstr(steer_explain(&irq, -EIO), "manages"));
	assert_non_null(strstr(steer_explain(&irq, -ENOSPC), "vector"));
	assert_non_null(strstr(steer_explain(&irq, -EACCES), "only root"));
	assert_non_null(strstr(steer_explain(&irq, -EROFS), "container"));
	assert_non_null(strstr(steer_explain(&process, -EPERM), "CAP_SYS_NICE"));
	assert_string_equal(steer_explain(&irq, -ENOMEM), strerror(ENOMEM));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_interrupt_leads_to_its_queues),
		cmocka_unit_test(an_interface_has_its_queues_first),
		cmocka_unit_test(a_task_is_a_thread_or_all_of_them),
		cmocka_unit_test(the_lines_are_for_a_shell),
		cmocka_unit_test(what_is_to_be_known_is_said),
		cmocka_unit_test(names_tell_who_manages_an_interrupt),
		cmocka_unit_test(errors_have_words_of_their_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
