/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is changed here is where this program's own threads may run. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/textfile.h"
#include "base/xalloc.h"
#include "source/placement.h"
#include "steer/undo.h"
#include "task/parse.h"
#include "task/task.h"

enum { N_THREADS = 4 };

struct here {
	char folder[64];
	struct arena arena;
	const struct steer_target *targets; /* the first thread, and others */
	size_t n_targets;
	struct cpuset before, one; /* where they may run; and the first of it */
	pthread_t threads[N_THREADS];
	int hold[2]; /* they read it, and end when it is closed */
	bool is_over;
	const char *why; /* the last was not applied */
};

static void *wait_for_end(void *data)
{
	const int *fd = data;
	char byte;

	return read(*fd, &byte, 1) ? data : NULL;
}

static uint64_t own_start_ticks(void)
{
	struct textfile file;
	struct task task;

	textfile_init(&file);
	task_init(&task);
	assert_int_equal(textfile_read_once(&file, AT_FDCWD, "/proc/self/stat"), 0);
	assert_int_equal(task_parse_stat(file.text, file.len, &task, NULL), 0);
	textfile_fini(&file);
	return task.start_ticks;
}

static int setup(void **state)
{
	struct here *here = xcalloc(1, sizeof(*here));
	struct steer_target process = {.kind = STEER_PROCESS, .number = getpid()};
	struct steer_target any = {.kind = STEER_TASK, .number = getpid()};

	snprintf(here->folder, sizeof(here->folder), "/tmp/overtop-undo-XXXXXX");
	assert_non_null(mkdtemp(here->folder));
	setenv("XDG_STATE_HOME", here->folder, 1);
	assert_int_equal(pipe2(here->hold, O_CLOEXEC), 0);
	for (size_t i = 0; i < N_THREADS; i++)
		assert_int_equal(
			pthread_create(&here->threads[i], NULL, wait_for_end, &here->hold[0]), 0);
	/* Another may have had its number. */
	assert_int_equal(
		placement_targets(&process, &here->arena, &here->targets, &here->n_targets),
		-ESRCH);
	process.start_ticks = any.start_ticks = own_start_ticks();
	assert_int_equal(
		placement_targets(&process, &here->arena, &here->targets, &here->n_targets), 0);
	assert_int_equal(here->n_targets, 1 + N_THREADS);
	assert_int_equal(placement_read(&any, &here->before), 0);
	cpuset_add(&here->one, (unsigned int)cpuset_next(&here->before, -1));
	*state = here;
	return 0;
}

/* The one file there is in the folder of state, or the one of that name; NULL: there is none. */
static const char *file_of(struct here *here)
{
	const char *folder = arena_printf(&here->arena, "%s/overtop", here->folder);
	const char *path = NULL;
	DIR *directory = opendir(folder);
	struct dirent *entry;

	while (directory && (entry = readdir(directory)))
		if (entry->d_name[0] != '.')
			path = arena_printf(&here->arena, "%s/%s", folder, entry->d_name);
	if (directory)
		closedir(directory);
	return path;
}

static void end_threads(struct here *here)
{
	if (here->is_over)
		return;
	close(here->hold[1]);
	for (size_t i = 0; i < N_THREADS; i++)
		pthread_join(here->threads[i], NULL);
	here->is_over = true;
}

static int teardown(void **state)
{
	struct here *here = *state;

	end_threads(here);
	close(here->hold[0]);
	for (const char *path; (path = file_of(here));)
		unlink(path);
	rmdir(arena_printf(&here->arena, "%s/overtop", here->folder));
	rmdir(here->folder);
	cpuset_fini(&here->before);
	cpuset_fini(&here->one);
	arena_fini(&here->arena);
	free(here);
	return 0;
}

static bool runs_on(const struct steer_target *target, const struct cpuset *cpus)
{
	struct cpuset now = {0};
	bool is_so = placement_read(target, &now) == 0 && cpuset_equal(&now, cpus);

	cpuset_fini(&now);
	return is_so;
}

static struct undo *open_undo(const char *boot_id)
{
	char *why;
	struct undo *undo = undo_new(boot_id, &why);

	assert_non_null(undo);
	assert_null(why);
	return undo;
}

static int apply(struct here *here, struct undo *undo, size_t first, size_t n,
		 const struct cpuset *after)
{
	struct change changes[1 + N_THREADS] = {0};
	int error;

	for (size_t i = 0; i < n; i++)
		assert_int_equal(change_init(&changes[i], &here->targets[first + i], after), 0);
	error = undo_apply(undo, changes, n, &here->why);
	for (size_t i = 0; i < n; i++)
		change_fini(&changes[i]);
	return error;
}

static void what_is_done_is_undone_in_order(void **state)
{
	struct here *here = *state;
	struct undo *undo = open_undo("boot");

	assert_int_equal(undo_count(undo), 0);
	assert_int_equal(undo_last(undo), -ENOENT);
	assert_null(file_of(here));
	assert_int_equal(apply(here, undo, 1, 1, &here->one), 0);
	assert_int_equal(apply(here, undo, 2, 1, &here->one), 0);
	assert_true(runs_on(&here->targets[1], &here->one));
	assert_int_equal(undo_count(undo), 2);
	assert_int_equal(undo_count_inherited(undo), 0);
	assert_string_equal(file_of(here), undo_path(undo));
	assert_int_equal(undo_last(undo), 0);
	assert_true(runs_on(&here->targets[1], &here->one));
	assert_true(runs_on(&here->targets[2], &here->before));
	assert_int_equal(undo_last(undo), 0);
	assert_true(runs_on(&here->targets[1], &here->before));
	assert_null(file_of(here));
	undo_free(undo);
}

static void a_step_is_undone_at_once(void **state)
{
	struct here *here = *state;
	struct undo *undo = open_undo("boot");

	assert_int_equal(apply(here, undo, 0, here->n_targets, &here->one), 0);
	assert_int_equal(undo_count(undo), 1);
	assert_int_equal(undo_count_lines(undo), here->n_targets);
	assert_int_equal(undo_count_newest(undo), here->n_targets);
	undo_free(undo);
	/* As after a crash. */
	undo = open_undo("boot");
	assert_int_equal(undo_count(undo), 1);
	assert_int_equal(undo_count_inherited(undo), 1);
	assert_int_equal(apply(here, undo, 1, 1, &here->one), 0);
	assert_int_equal(undo_count(undo), 2);
	assert_int_equal(undo_count_newest(undo), 1);
	assert_int_equal(undo_last(undo), 0);
	assert_int_equal(undo_last(undo), 0);
	for (size_t i = 0; i < here->n_targets; i++)
		assert_true(runs_on(&here->targets[i], &here->before));
	assert_null(file_of(here));
	undo_free(undo);
}

/* They run where the thread that made them did. */
static void threads_that_came_meanwhile_are_undone_too(void **state)
{
	struct here *here = *state;
	struct undo *undo = open_undo("boot");
	struct steer_target process = here->targets[0];
	const struct steer_target *targets;
	pthread_t heir;
	size_t n;

	process.kind = STEER_PROCESS;
	assert_int_equal(apply(here, undo, 0, here->n_targets, &here->one), 0);
	assert_int_equal(pthread_create(&heir, NULL, wait_for_end, &here->hold[0]), 0);
	assert_int_equal(placement_targets(&process, &here->arena, &targets, &n), 0);
	assert_int_equal(n, here->n_targets + 1);
	assert_int_equal(undo_last(undo), 0);
	for (size_t i = 0; i < n; i++)
		assert_true(runs_on(&targets[i], &here->before));
	undo_free(undo);
	end_threads(here);
	pthread_join(heir, NULL);
}

static void what_cannot_be_done_is_not_kept(void **state)
{
	struct here *here = *state;
	struct undo *undo = open_undo("boot");
	struct change changes[3];
	struct cpuset nowhere = {0};

	cpuset_add(&nowhere, CPUSET_MAX);
	assert_int_equal(apply(here, undo, 1, 1, &nowhere), -EINVAL);
	assert_int_equal(undo_count(undo), 0);
	assert_null(file_of(here));
	/* Of a step that fails half way nothing stays. */
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(
			change_init(&changes[i], &here->targets[i], i < 2 ? &here->one : &nowhere),
			0);
	assert_int_equal(undo_apply(undo, changes, 3, &here->why), -EINVAL);
	for (size_t i = 0; i < 3; i++) {
		assert_true(runs_on(&here->targets[i], &here->before));
		change_fini(&changes[i]);
	}
	assert_null(file_of(here));
	/* And what was kept before stays. */
	assert_int_equal(apply(here, undo, 1, 1, &here->one), 0);
	assert_int_equal(apply(here, undo, 2, 1, &nowhere), -EINVAL);
	undo_free(undo);
	undo = open_undo("boot");
	assert_int_equal(undo_count_lines(undo), 1);
	assert_int_equal(undo_last(undo), 0);
	undo_free(undo);
	cpuset_fini(&nowhere);
}

static void what_is_gone_is_passed_over(void **state)
{
	struct here *here = *state;
	struct undo *undo = open_undo("boot");
	struct steer_target other = here->targets[1];
	struct change change;

	other.start_ticks++;
	assert_int_equal(change_init(&change, &other, &here->one), -ESRCH);
	assert_int_equal(apply(here, undo, 0, here->n_targets, &here->one), 0);
	end_threads(here);
	assert_int_equal(undo_last(undo), 0);
	assert_true(runs_on(&here->targets[0], &here->before));
	assert_int_equal(undo_count(undo), 0);
	undo_free(undo);
}

static void append(const char *path, const char *text)
{
	FILE *file = fopen(path, "a");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static void half_a_line_was_never_done(void **state)
{
	struct here *here = *state;
	struct undo *undo = open_undo("boot");
	struct stat before, after;
	const char *path;

	assert_int_equal(apply(here, undo, 1, 1, &here->one), 0);
	undo_free(undo);
	path = file_of(here);
	assert_int_equal(stat(path, &before), 0);
	append(path, "taskset -cp 0 1 # task 1 0 0 1");
	undo = open_undo("boot");
	assert_int_equal(undo_count(undo), 1);
	assert_int_equal(stat(path, &after), 0);
	assert_int_equal(after.st_size, before.st_size);
	/* What follows is a line of its own. */
	assert_int_equal(apply(here, undo, 2, 1, &here->one), 0);
	undo_free(undo);
	append(path, "nonsense\n");
	undo = open_undo("boot");
	assert_int_equal(undo_count(undo), 2);
	assert_int_equal(undo_last(undo), 0);
	assert_int_equal(undo_last(undo), 0);
	assert_true(runs_on(&here->targets[1], &here->before));
	assert_null(file_of(here));
	undo_free(undo);
}

/* It was undone without us; or it was written, and then nothing was done. */
static void what_is_as_it_was_is_forgotten(void **state)
{
	struct here *here = *state;
	struct undo *undo = open_undo("boot");

	assert_int_equal(apply(here, undo, 1, 1, &here->one), 0);
	assert_int_equal(apply(here, undo, 2, 1, &here->one), 0);
	undo_free(undo);
	assert_int_equal(placement_apply(&here->targets[2], &here->before), 0);
	undo = open_undo("boot");
	assert_int_equal(undo_count_inherited(undo), 1);
	assert_int_equal(undo_change(undo)->target.number, here->targets[1].number);
	undo_free(undo);
	assert_int_equal(placement_apply(&here->targets[1], &here->before), 0);
	undo = open_undo("boot");
	assert_int_equal(undo_count_inherited(undo), 0);
	assert_null(file_of(here));
	undo_free(undo);
}

static void what_cannot_be_kept_is_not_done(void **state)
{
	struct here *here = *state;
	const char *folder = arena_printf(&here->arena, "%s/overtop", here->folder);
	struct undo *undo = open_undo("boot");

	/* A folder that is none: whoever is root may write to any that is one. */
	assert_int_equal(symlink("/dev/null", folder), 0);
	assert_int_equal(apply(here, undo, 1, 1, &here->one), -ENOTDIR);
	assert_non_null(strstr(here->why, folder));
	assert_non_null(strstr(here->why, strerror(ENOTDIR)));
	assert_true(runs_on(&here->targets[1], &here->before));
	assert_int_equal(undo_count(undo), 0);
	undo_free(undo);
	assert_int_equal(unlink(folder), 0);
}

static void what_is_not_understood_is_left(void **state)
{
	struct here *here = *state;
	struct undo *undo = open_undo("boot");
	const char *path;

	assert_int_equal(apply(here, undo, 1, 1, &here->one), 0);
	path = file_of(here);
	assert_int_equal(undo_last(undo), 0);
	undo_free(undo);
	append(path, "nonsense\n");
	assert_int_equal(chmod(path, 0600), 0);
	undo = open_undo("boot");
	assert_int_equal(undo_count(undo), 0);
	undo_free(undo);
	assert_non_null(file_of(here));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_done_is_undone_in_order),
		TEST(a_step_is_undone_at_once),
		TEST(threads_that_came_meanwhile_are_undone_too),
		TEST(what_cannot_be_done_is_not_kept),
		TEST(what_is_gone_is_passed_over),
		TEST(half_a_line_was_never_done),
		TEST(what_is_as_it_was_is_forgotten),
		TEST(what_cannot_be_kept_is_not_done),
		TEST(what_is_not_understood_is_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
