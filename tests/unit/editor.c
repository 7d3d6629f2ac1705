/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keys in the editor of where a task may run, and what is then on the screen. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "desk.h"
#include "source/topology.h"

/* As the session does when it is asked to read. */
static void fill(struct desk *desk, const char *before, int refusal)
{
	struct editor_state state = {.n_threads = 1, .refusal = refusal};

	assert_int_equal(cpuset_parse_list(&state.before, before, strlen(before)), 0);
	editor_fill(&desk->ui.editor, &state);
	desk_draw(desk);
}

static void open_editor(struct desk *desk, const char *before)
{
	desk_press(desk, EVENT_KEY_DOWN);
	assert_true(desk_press(desk, 'a') & UI_REQUEST_STEER_READ);
	assert_int_equal(desk->ui.mode, UI_EDITOR);
	fill(desk, before, 0);
}

static void clear_and_type(struct desk *desk, const char *text)
{
	desk_press(desk, 'U' & 0x1f);
	while (*text)
		desk_press(desk, *text++);
}

static void it_begins_with_what_is_so(void **state)
{
	struct desk *desk = *state;

	open_editor(desk, "0-2");
	assert_int_equal(desk_line_of(desk, "process 100, work0"), 2);
	assert_int_equal(desk_line_of(desk, "CPUs: (0-2) 0-2"), 3);
	assert_int_equal(desk_line_of(desk, "do    nothing to change"), 4);
	assert_int_equal(desk_line_of(desk, "undo  "), -1);
	assert_true(desk_shows(desk, "[x]    2"));
	assert_true(desk_shows(desk, "[ ]    3"));
	assert_true(desk_shows(desk, "Enter go on"));
	desk_press(desk, EVENT_KEY_ENTER);
	assert_true(desk_shows(desk, "that is so already"));
	assert_false(desk->ui.editor.is_asking);
}

static void list_and_rows_follow_each_other(void **state)
{
	struct desk *desk = *state;

	open_editor(desk, "0-2");
	clear_and_type(desk, "1,3");
	assert_true(desk_shows(desk, "[ ]    0"));
	assert_true(desk_shows(desk, "[x]    3"));
	assert_true(desk_shows(desk, "do    taskset -acp 1,3 100"));
	/* The cursor is on CPU 0. */
	desk_press(desk, ' ');
	assert_true(desk_shows(desk, "CPUs: (0-2) 0-1,3"));
	desk_press(desk, EVENT_KEY_DOWN);
	desk_press(desk, ' ');
	assert_true(desk_shows(desk, "CPUs: (0-2) 0,3"));
	desk_press(desk, EVENT_KEY_PAGE_DOWN);
	desk_press(desk, ' ');
	assert_true(desk_shows(desk, "do    taskset -acp 0 100"));
	desk_press(desk, 'a');
	assert_true(desk_shows(desk, "CPUs: (0-2) 0-3"));
	desk_press(desk, 'a');
	assert_true(desk_shows(desk, "! "));
	assert_true(desk_shows(desk, "the list is empty"));
	desk_press(desk, EVENT_KEY_ENTER);
	assert_false(desk->ui.editor.is_asking);
}

static void what_is_no_list_is_not_done(void **state)
{
	static const char *const bad[] = {"1-", "3-1", ",", "1,,2", "-", "999999999"};
	struct desk *desk = *state;

	open_editor(desk, "0-2");
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		clear_and_type(desk, bad[i]);
		assert_true(desk_shows(desk, "not a list of CPUs"));
		assert_true(desk_shows(desk, "do    -"));
		assert_int_equal(desk_press(desk, EVENT_KEY_ENTER) & UI_REQUEST_STEER, 0);
		assert_false(desk->ui.editor.is_asking);
	}
	clear_and_type(desk, "77");
	assert_true(desk_shows(desk, "there is no CPU 77"));
	desk_press(desk, EVENT_KEY_ENTER);
	assert_false(desk->ui.editor.is_asking);
	clear_and_type(desk, "1,4");
	desk_press(desk, EVENT_KEY_ENTER);
	assert_true(desk_shows(desk, "there is no CPU 4"));
	assert_false(desk->ui.editor.is_asking);
	/* Of an interrupt the kernel may have said so many. */
	fill(desk, "0-77", 0);
	clear_and_type(desk, "1,77");
	desk_press(desk, EVENT_KEY_ENTER);
	assert_true(desk->ui.editor.is_asking);
}

static void what_is_typed_first_takes_the_place_of_what_is_so(void **state)
{
	struct desk *desk = *state;

	open_editor(desk, "0-2");
	desk_press(desk, '1');
	desk_press(desk, '-');
	desk_press(desk, '3');
	assert_true(desk_shows(desk, "CPUs: (0-2) 1-3"));
	fill(desk, "0-2", 0);
	desk_press(desk, EVENT_KEY_RIGHT);
	desk_press(desk, ',');
	desk_press(desk, '3');
	assert_true(desk_shows(desk, "CPUs: (0-2) 0-2,3"));
	fill(desk, "0-2", 0);
	desk_press(desk, EVENT_KEY_BACKSPACE);
	assert_int_equal(desk->ui.editor.prompt.len, 0);
}

static void the_only_row_need_not_be_selected(void **state)
{
	struct desk *desk = *state;
	char error[80];

	assert_int_equal(ui_set_filter(&desk->ui, "work3$", error, sizeof(error)), 0);
	assert_true(desk_press(desk, 'a') & UI_REQUEST_STEER_READ);
	assert_int_equal(desk->ui.mode, UI_EDITOR);
}

static void only_a_yes_is_one(void **state)
{
	struct desk *desk = *state;

	open_editor(desk, "0-2");
	clear_and_type(desk, "3");
	desk_press(desk, EVENT_KEY_ENTER);
	assert_true(desk_shows(desk, "do it?  y: yes"));
	assert_true(desk_shows(desk, "do    taskset -acp 3 100"));
	assert_true(desk_shows(desk, "undo  taskset -acp 0-2 100"));
	assert_int_equal(desk_press(desk, EVENT_KEY_ENTER) & UI_REQUEST_STEER, 0);
	assert_int_equal(desk_press(desk, 'y') & UI_REQUEST_STEER, 0);
	desk_press(desk, EVENT_KEY_ENTER);
	assert_true(desk_press(desk, 'y') & UI_REQUEST_STEER);
	assert_true(cpuset_has(&desk->ui.editor.chosen, 3));
	desk_press(desk, EVENT_KEY_ESCAPE);
	assert_int_equal(desk->ui.mode, UI_PANE);
}

static void who_may_not_is_told_what_to_run(void **state)
{
	struct desk *desk = *state;

	open_editor(desk, "0-2");
	fill(desk, "0-2", -EPERM);
	clear_and_type(desk, "3");
	assert_true(desk_shows(desk, "do    sudo taskset -acp 3 100"));
	assert_true(desk_shows(desk, "CAP_SYS_NICE"));
	assert_int_equal(desk_press(desk, EVENT_KEY_ENTER) & UI_REQUEST_STEER, 0);
	assert_int_equal(desk_press(desk, 'y') & UI_REQUEST_STEER, 0);
}

static void some_things_are_never_changed(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, EVENT_KEY_DOWN);
	desk->facts.is_read_only = true;
	assert_int_equal(desk_press(desk, 'a'), UI_REQUEST_REDRAW);
	assert_true(desk_shows(desk, "--read-only"));
	desk_press(desk, 'U');
	assert_true(desk_shows(desk, "--read-only"));
	desk->facts.is_read_only = false;
	desk->facts.playback.is_replay = true;
	desk_press(desk, 'a');
	assert_true(desk_shows(desk, "a recording cannot be changed"));
	desk->facts.playback.is_replay = false;
	desk->facts.is_dump = true;
	desk_press(desk, 'a');
	assert_true(desk_shows(desk, "another machine"));
	desk->facts.is_dump = false;
	desk->facts.playback.is_past = true;
	desk_press(desk, 'a');
	assert_true(desk_shows(desk, "this is the past"));
	desk->facts.playback.is_past = false;
	desk->facts.cannot_steer = "HOME is not set";
	desk_press(desk, 'a');
	assert_true(desk_shows(desk, "HOME is not set"));
	assert_int_equal(desk->ui.mode, UI_PANE);
}

static void secure_leaves_own_tasks(void **state)
{
	struct desk *desk = *state;

	desk->facts.is_secure = true;
	open_editor(desk, "0");
	desk_press(desk, EVENT_KEY_ESCAPE);
	desk_press(desk, '4');
	desk_press(desk, EVENT_KEY_DOWN);
	desk_press(desk, 'a');
	assert_int_equal(desk->ui.mode, UI_PANE);
}

static void undoing_is_asked_for(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, 'U');
	assert_true(desk_shows(desk, "nothing was changed"));
	desk->facts.n_changes = 2;
	desk->facts.n_undo_lines = 1;
	desk->facts.undo_line = "taskset -cp 0-3 100";
	desk->facts.undo_path = "/home/me/undo-1";
	desk_press(desk, EVENT_KEY_ESCAPE);
	assert_true(desk_shows(desk, "U 2 changed"));
	desk_press(desk, 'U');
	assert_true(desk_shows(desk, "undo  taskset -cp 0-3 100"));
	assert_true(desk_shows(desk, "/home/me/undo-1"));
	assert_int_equal(desk_press(desk, 'n') & UI_REQUEST_UNDO, 0);
	assert_int_equal(desk->ui.mode, UI_PANE);
	assert_true(desk_press(desk, 'U') & UI_REQUEST_UNDO_READ);
	desk->facts.undo_meanwhile = "it is something else now";
	desk_draw(desk);
	assert_true(desk_shows(desk, "!     it is something else now"));
	assert_true(desk_press(desk, 'y') & UI_REQUEST_UNDO);
	assert_int_equal(desk->ui.mode, UI_PANE);
}

static void a_small_screen_has_it_all(void **state)
{
	struct desk *desk = *state;

	desk->width = 40;
	desk->height = 10;
	desk_draw(desk);
	open_editor(desk, "0-2");
	clear_and_type(desk, "3,9");
	assert_true(desk_shows(desk, "process 100"));
	assert_true(desk_shows(desk, "CPUs: (0-2) 3,9"));
	assert_true(desk_shows(desk, "do    taskset -acp 3,9 100"));
	assert_true(desk_shows(desk, "undo  taskset -acp 0-2 100"));
	assert_true(desk_shows(desk, "there is no CPU 9"));
	assert_true(desk_shows(desk, "[ ]    0"));
	desk->width = 19;
	desk->height = 3;
	desk_draw(desk);
	desk->width = 200;
	desk->height = 60;
	desk_draw(desk);
	assert_true(desk_shows(desk, "CPUs: (0-2) 3,9"));
}

/* CPU n and n + 128 are a core; every other core is of node 1. */
static void make_large(struct desk *desk, struct topology *topology, struct topology_cpu cpus[256])
{
	handmade_fini(&desk->machine);
	handmade_init(&desk->machine, 256, 60, 2);
	desk->machine.view.choice = &desk->ui.choice;
	*topology = (struct topology){.cpus = cpus, .n_cpus = 256, .is_read = true};
	for (int i = 0; i < 256; i++)
		cpus[i] = (struct topology_cpu){
			.cpu = i,
			.is_online = true,
			.socket = i % 2,
			.core = i % 128,
			.node = i % 2,
			.first_sibling = i % 128,
			.n_siblings = 2,
		};
	desk->machine.view.topology = topology;
}

static void many_cpus_are_taken_by_core_and_node(void **state)
{
	struct desk *desk = *state;
	struct topology topology;
	struct topology_cpu cpus[256];

	make_large(desk, &topology, cpus);
	open_editor(desk, "0-255");
	clear_and_type(desk, "");
	desk_press(desk, EVENT_KEY_DOWN);
	desk_press(desk, 'c');
	assert_true(desk_shows(desk, "taskset -acp 1,129 100"));
	desk_press(desk, 'c');
	desk_press(desk, 'n');
	assert_int_equal(cpuset_count(&desk->ui.editor.chosen), 128);
	assert_int_equal(desk->ui.editor.prompt.len, strlen(desk->ui.editor.prompt.text));
	assert_true(desk->ui.editor.prompt.len > 400);
	/* The list is as long as it is, and so is the line to be run. */
	assert_true(desk_shows(desk, "253,255 100"));
	desk_press(desk, 's');
	assert_int_equal(cpuset_count(&desk->ui.editor.chosen), 0);
	desk_press(desk, 'd');
	assert_true(desk_shows(desk, "the node of the device is not known"));
	for (int i = 0; i < 40; i++)
		desk_press(desk, EVENT_KEY_PAGE_DOWN);
	assert_true(desk_shows(desk, "[ ]  255"));
	desk->machine.view.topology = NULL;
}

static void the_dashboard_has_tasks_too(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, '0');
	open_editor(desk, "0");
	assert_true(desk_shows(desk, "process 100, work0"));
	desk_press(desk, EVENT_KEY_ESCAPE);
	desk_press(desk, 'H');
	desk_press(desk, EVENT_KEY_HOME);
	desk_press(desk, 'a');
	fill(desk, "0", 0);
	assert_true(desk_shows(desk, "thread 100, work0"));
	/* From its details, as well. */
	desk_press(desk, EVENT_KEY_ESCAPE);
	desk_press(desk, EVENT_KEY_ENTER);
	assert_int_equal(desk->ui.mode, UI_DETAILS);
	assert_true(desk_press(desk, 'a') & UI_REQUEST_STEER_READ);
}

static void a_row_that_runs_nowhere_is_told(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, 'a');
	assert_true(desk_shows(desk, "select a row first"));
	desk_press(desk, '3');
	desk_press(desk, EVENT_KEY_DOWN);
	desk_press(desk, 'a');
	assert_true(desk_shows(desk, "these rows cannot be told where to run"));
	assert_int_equal(desk->ui.mode, UI_PANE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		DESK_TEST(it_begins_with_what_is_so),
		DESK_TEST(list_and_rows_follow_each_other),
		DESK_TEST(what_is_no_list_is_not_done),
		DESK_TEST(what_is_typed_first_takes_the_place_of_what_is_so),
		DESK_TEST(the_only_row_need_not_be_selected),
		DESK_TEST(only_a_yes_is_one),
		DESK_TEST(who_may_not_is_told_what_to_run),
		DESK_TEST(some_things_are_never_changed),
		DESK_TEST(secure_leaves_own_tasks),
		DESK_TEST(undoing_is_asked_for),
		DESK_TEST(a_small_screen_has_it_all),
		DESK_TEST(many_cpus_are_taken_by_core_and_node),
		DESK_TEST(the_dashboard_has_tasks_too),
		DESK_TEST(a_row_that_runs_nowhere_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
