/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known beside the interval of a recording that is shown: history, topology, users. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/xalloc.h"
#include "history.h"
#include "replay_desk.h"
#include "replay_topology.h"
#include "source/host.h"
#include "source/topology.h"

/* As it was at that time: what came later is not known there. */
static void the_history_ends_with_what_is_shown(void **state)
{
	struct desk *desk = *state;
	struct view view;

	record_some(desk, N_LINES);
	open_it(desk);
	move_to(desk, FIRST_SECOND + N_LINES);
	move_to(desk, FIRST_SECOND + 20);
	view = replay_view(desk->replay, &any);
	assert_int_equal(history_count(view.history), 21);
	assert_int_equal(history_get(view.history, 0)->wall_ns, (FIRST_SECOND + 20) * SECOND);
	assert_int_equal(history_get(view.history, 20)->wall_ns, FIRST_SECOND * SECOND);
}

static void make_topology(struct topology *topology, size_t n_cpus)
{
	topology_init(topology);
	topology->is_read = true;
	topology->n_cpus = n_cpus;
	topology->cpus = xcalloc(n_cpus, sizeof(*topology->cpus));
	for (size_t i = 0; i < n_cpus; i++) {
		topology->cpus[i].cpu = (int)i;
		cpuset_add(&topology->online, (unsigned int)i);
	}
	topology->has_online = true;
	topology->n_cores = n_cpus;
}

static size_t cores_shown(struct desk *desk)
{
	const struct topology *topology = replay_view(desk->replay, &any).topology;

	return topology ? topology->n_cores : 0;
}

static void the_topology_holds_until_there_is_another(void **state)
{
	struct desk *desk = *state;
	struct topology two, one;

	make_topology(&two, 2);
	make_topology(&one, 1);
	record_some(desk, 10);
	record(desk, &two, "");
	record_some(desk, 10);
	record(desk, &two, "");
	record(desk, &one, "");
	record_some(desk, 10);
	topology_fini(&one);
	topology_fini(&two);
	open_it(desk);
	move(desk, 10);
	assert_int_equal(cores_shown(desk), 0);
	move(desk, 1);
	assert_int_equal(cores_shown(desk), 2);
	move(desk, 20);
	assert_int_equal(cores_shown(desk), 1);
	move(desk, -12);
	assert_int_equal(cores_shown(desk), 2);
	move(desk, -10);
	assert_int_equal(cores_shown(desk), 0);
}

/* Recordings of two machines, one behind the other. */
static void another_machine_has_another_topology(void **state)
{
	struct desk *desk = *state;
	struct topology mine, other;

	make_topology(&mine, 2);
	make_topology(&other, 2);
	other.n_cores = 1;
	record(desk, &mine, "");
	record(desk, &other, "");
	topology_fini(&other);
	topology_fini(&mine);
	open_it(desk);
	move(desk, 1);
	assert_int_equal(cores_shown(desk), 2);
	move(desk, 1);
	assert_int_equal(cores_shown(desk), 1);
}

/* However often a recording says that all is another now. */
static void of_many_topologies_the_first_are_forgotten(void **state)
{
	enum { N = 10 };
	struct replay_topology *topologies = replay_topology_new();
	struct topology topology;

	(void)state;
	make_topology(&topology, 8000);
	for (size_t line = 0; line < N; line++) {
		topology.n_cores = line;
		replay_topology_add(topologies, line, &topology);
		assert_int_equal(replay_topology_at(topologies, line)->n_cores, line);
	}
	assert_null(replay_topology_at(topologies, 0));
	assert_int_equal(replay_topology_at(topologies, N - 2)->n_cores, N - 2);
	topology_fini(&topology);
	replay_topology_free(topologies);
}

/* Our names of users are those of our users, not of another machine's. */
static void users_of_elsewhere_are_numbers(void **state)
{
	struct desk *desk = *state;
	char *boot_id = host_boot_id_dup();
	struct view view;

	record(desk, NULL, "another boot");
	record(desk, NULL, boot_id);
	open_it(desk);
	move(desk, 1);
	view = replay_view(desk->replay, &any);
	assert_string_equal(view.words->user(view.words->data, 0), "0");
	move(desk, 1);
	view = replay_view(desk->replay, &any);
	assert_string_equal(view.words->user(view.words->data, 0), "root");
	free(boot_id);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REPLAY_TEST(the_history_ends_with_what_is_shown),
		REPLAY_TEST(the_topology_holds_until_there_is_another),
		REPLAY_TEST(another_machine_has_another_topology),
		cmocka_unit_test(of_many_topologies_the_first_are_forgotten),
		REPLAY_TEST(users_of_elsewhere_are_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
