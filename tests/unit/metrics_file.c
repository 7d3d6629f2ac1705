/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file of metrics: whole at any time, and with one writer. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/textfile.h"
#include "output/openmetrics.h"

/* A folder of its own; names are relative to it. */
struct folder {
	char path[PATH_MAX];
	struct openmetrics *metrics;
};

static int setup(void **state)
{
	static struct folder folder;
	const char *top = getenv("TMPDIR");

	snprintf(folder.path, sizeof(folder.path), "%s/overtop-metrics.XXXXXX", top ? top : "/tmp");
	if (!mkdtemp(folder.path) || chdir(folder.path) < 0)
		return -1;
	folder.metrics = openmetrics_new();
	*state = &folder;
	return 0;
}

static int teardown(void **state)
{
	struct folder *folder = *state;

	openmetrics_free(folder->metrics);
	unlink("m.prom");
	unlink("m.prom.new");
	unlink("other");
	return chdir("/") | rmdir(folder->path);
}

static void put(const char *name, const char *text)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

static void assert_holds(const char *name, const char *text)
{
	struct textfile file;

	textfile_init(&file);
	assert_int_equal(textfile_read(&file, name), 0);
	assert_string_equal(file.text, text);
	textfile_fini(&file);
}

static void assert_none(const char *name)
{
	assert_int_equal(access(name, F_OK), -1);
	assert_int_equal(errno, ENOENT);
}

static struct metrics_file *open_file(void)
{
	struct metrics_file *file = metrics_file_new("m.prom");

	assert_non_null(file);
	return file;
}

static void assert_refused(int error)
{
	errno = 0;
	assert_null(metrics_file_new("m.prom"));
	assert_int_equal(errno, error);
}

static void a_file_appears_when_it_is_written(void **state)
{
	struct folder *folder = *state;
	mode_t mask = umask(027);
	struct metrics_file *file = open_file();
	struct stat status;

	assert_none("m.prom");
	assert_int_equal(metrics_file_write(file, folder->metrics), 0);
	umask(mask);
	assert_holds("m.prom", "# EOF\n");
	assert_none("m.prom.new");
	assert_int_equal(stat("m.prom", &status), 0);
	assert_int_equal(status.st_mode & 07777, 0640);
	metrics_file_free(file);
	assert_holds("m.prom", "# EOF\n");
}

static void what_is_never_written_is_not_there(void **state)
{
	(void)state;
	metrics_file_free(open_file());
	assert_none("m.prom");
	assert_none("m.prom.new");
}

/* Who has opened the file reads what it was, and who opens it later what it is. */
static void readers_see_the_old_or_the_new(void **state)
{
	struct folder *folder = *state;
	struct metrics_file *file;
	char text[16] = "";
	int old;

	put("m.prom", "old\n");
	file = open_file();
	assert_holds("m.prom", "old\n");
	old = open("m.prom", O_RDONLY | O_CLOEXEC);
	assert_int_equal(metrics_file_write(file, folder->metrics), 0);
	assert_int_equal(read(old, text, sizeof(text) - 1), 4);
	assert_string_equal(text, "old\n");
	close(old);
	assert_holds("m.prom", "# EOF\n");
	metrics_file_free(file);
}

static void there_is_one_writer(void **state)
{
	struct folder *folder = *state;
	struct metrics_file *file = open_file();

	assert_refused(EWOULDBLOCK);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(metrics_file_write(file, folder->metrics), 0);
		assert_refused(EWOULDBLOCK);
		assert_none("m.prom.new");
	}
	metrics_file_free(file);
	file = open_file();
	assert_refused(EWOULDBLOCK);
	metrics_file_free(file);
}

/* The files of a writer that ended without a word. */
static void a_crash_leaves_no_lock(void **state)
{
	struct folder *folder = *state;
	int status;

	for (int n_writes = 0; n_writes < 2; n_writes++) {
		pid_t pid = fork();

		if (pid == 0) {
			struct metrics_file *file = metrics_file_new("m.prom");

			if (file && n_writes)
				metrics_file_write(file, folder->metrics);
			raise(SIGKILL);
		}
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_int_equal(access(n_writes ? "m.prom" : "m.prom.new", F_OK), 0);
		metrics_file_free(open_file());
	}
}

static void a_file_left_behind_is_replaced(void **state)
{
	struct folder *folder = *state;
	struct metrics_file *file;
	struct stat status;

	put("m.prom.new", "cut off in the middle of a long line of what was to be");
	assert_int_equal(link("m.prom.new", "other"), 0);
	file = open_file();
	assert_int_equal(metrics_file_write(file, folder->metrics), 0);
	assert_holds("m.prom", "# EOF\n");
	assert_int_equal(stat("m.prom", &status), 0);
	assert_int_equal(status.st_mode & 0600, 0600);
	assert_holds("other", "cut off in the middle of a long line of what was to be");
	metrics_file_free(file);
}

static void links_are_not_followed(void **state)
{
	(void)state;
	put("other", "of another\n");
	assert_int_equal(symlink("other", "m.prom.new"), 0);
	assert_refused(EINVAL);
	assert_int_equal(rename("m.prom.new", "m.prom"), 0);
	assert_refused(EINVAL);
	assert_holds("other", "of another\n");
}

/* A rename would replace it: overtop --openmetrics=/dev/null must not. */
static void what_is_no_file_is_refused(void **state)
{
	(void)state;
	assert_int_equal(mkfifo("m.prom", 0600), 0);
	assert_refused(EINVAL);
	unlink("m.prom");
	assert_int_equal(mkdir("m.prom", 0700), 0);
	assert_refused(EISDIR);
	rmdir("m.prom");
	assert_null(metrics_file_new("missing/m.prom"));
	assert_int_equal(errno, ENOENT);
}

static void a_full_disk_leaves_the_old_file(void **state)
{
	struct folder *folder = *state;
	struct metrics_file *file = open_file();
	struct rlimit before, full;

	assert_int_equal(metrics_file_write(file, folder->metrics), 0);
	getrlimit(RLIMIT_FSIZE, &before);
	full = before;
	full.rlim_cur = 3;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &full);
	int error = metrics_file_write(file, folder->metrics);
	setrlimit(RLIMIT_FSIZE, &before);

	assert_int_equal(error, -EFBIG);
	assert_holds("m.prom", "# EOF\n");
	assert_none("m.prom.new");
	assert_refused(EWOULDBLOCK);
	assert_int_equal(metrics_file_write(file, folder->metrics), 0);
	metrics_file_free(file);
}

/* And then somebody else may begin to write one of that name. */
static void a_file_may_be_removed(void **state)
{
	struct folder *folder = *state;
	struct metrics_file *file = open_file(), *other;

	assert_int_equal(metrics_file_write(file, folder->metrics), 0);
	unlink("m.prom");
	assert_int_equal(metrics_file_write(file, folder->metrics), 0);
	assert_holds("m.prom", "# EOF\n");
	unlink("m.prom");
	other = open_file();
	assert_int_equal(metrics_file_write(other, folder->metrics), 0);
	assert_int_equal(metrics_file_write(file, folder->metrics), -EWOULDBLOCK);
	metrics_file_free(other);
	assert_int_equal(metrics_file_write(file, folder->metrics), 0);
	metrics_file_free(file);
}

/* Opens and writes when @start ends, says whether it could, and holds it until @stop ends. */
static void race(const struct folder *folder, int start, int said, int stop)
{
	struct metrics_file *file;
	char nothing;

	if (read(start, &nothing, 1) != 0)
		_exit(1);
	file = metrics_file_new("m.prom");
	if (file && metrics_file_write(file, folder->metrics) < 0)
		_exit(1);
	if (write(said, file ? "1" : "0", 1) != 1 || read(stop, &nothing, 1) != 0)
		_exit(1);
	_exit(0);
}

static int winners_of_a_race(const struct folder *folder)
{
	enum { RACERS = 4 };
	int start[2], said[2], stop[2], n = 0;
	char answer;

	assert_int_equal(pipe(start) | pipe(said) | pipe(stop), 0);
	for (int i = 0; i < RACERS; i++) {
		if (fork() != 0)
			continue;
		close(start[1]);
		close(stop[1]);
		race(folder, start[0], said[1], stop[0]);
	}
	close(start[0]);
	close(stop[0]);
	close(said[1]);
	close(start[1]);
	for (int i = 0; i < RACERS && read(said[0], &answer, 1) == 1; i++)
		n += answer == '1';
	close(stop[1]);
	for (int i = 0, status; i < RACERS; i++) {
		assert_true(wait(&status) > 0);
		assert_int_equal(status, 0);
	}
	close(said[0]);
	return n;
}

static void of_many_that_begin_at_once_one_writes(void **state)
{
	struct folder *folder = *state;

	for (int i = 0; i < 100; i++) {
		assert_int_equal(winners_of_a_race(folder), 1);
		assert_holds("m.prom", "# EOF\n");
		if (i % 2)
			unlink("m.prom");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_file_appears_when_it_is_written, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_never_written_is_not_there, setup,
						teardown),
		cmocka_unit_test_setup_teardown(readers_see_the_old_or_the_new, setup, teardown),
		cmocka_unit_test_setup_teardown(there_is_one_writer, setup, teardown),
		cmocka_unit_test_setup_teardown(a_crash_leaves_no_lock, setup, teardown),
		cmocka_unit_test_setup_teardown(a_file_left_behind_is_replaced, setup, teardown),
		cmocka_unit_test_setup_teardown(links_are_not_followed, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_no_file_is_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(a_full_disk_leaves_the_old_file, setup, teardown),
		cmocka_unit_test_setup_teardown(a_file_may_be_removed, setup, teardown),
		cmocka_unit_test_setup_teardown(of_many_that_begin_at_once_one_writes, setup,
						teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
