/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events on the CPUs of this machine, where they are allowed; and what becomes of it where they are not. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <linux/filter.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/counter.h"
#include "base/textfile.h"
#include "source/cpuswitch.h"
#include "source/procstat.h"

static struct machine {
	struct textfile file;
	struct procstat stat;
	struct cpuswitch_events events;
	struct cpuswitches switches;
} machine;

static int setup(void **state)
{
	textfile_init(&machine.file);
	procstat_init(&machine.stat);
	cpuswitch_events_init(&machine.events);
	cpuswitches_init(&machine.switches);
	*state = &machine;
	return procstat_read(&machine.file, &machine.stat);
}

static int teardown(void **state)
{
	(void)state;
	textfile_fini(&machine.file);
	procstat_fini(&machine.stat);
	cpuswitch_events_fini(&machine.events);
	cpuswitches_fini(&machine.switches);
	return 0;
}

/* Of the first @n CPUs. */
static int read_counts(size_t n)
{
	cpuswitches_resize(&machine.switches, n);
	for (size_t i = 0; i < n; i++)
		machine.switches.cpus[i].cpu = machine.stat.cpus[i].cpu;
	return cpuswitches_read(&machine.events, &machine.switches);
}

static void need_events(void)
{
	if (read_counts(machine.stat.n_cpus) < 0)
		skip();
}

static uint64_t sum_of_counts(void)
{
	uint64_t sum = 0;

	assert_int_equal(read_counts(machine.stat.n_cpus), 0);
	for (size_t i = 0; i < machine.switches.n_cpus; i++) {
		assert_true(machine.switches.cpus[i].count != COUNTER_UNKNOWN);
		sum += machine.switches.cpus[i].count;
	}
	return sum;
}

static uint64_t all_switches(void)
{
	assert_int_equal(procstat_read(&machine.file, &machine.stat), 0);
	return machine.stat.ctxt;
}

static void wait_for_a_child(void)
{
	pid_t child = fork();

	if (child == 0)
		_exit(0);
	assert_int_equal(waitpid(child, NULL, 0), child);
}

/* Whatever else goes on: what the kernel counted in all lies between the looks around the reads. */
static void together_they_are_what_the_kernel_counts(void **state)
{
	uint64_t outer, inner, sum;

	(void)state;
	need_events();
	outer = all_switches();
	sum = sum_of_counts();
	inner = all_switches();
	for (int i = 0; i < 50; i++)
		wait_for_a_child();
	inner = all_switches() - inner;
	sum = sum_of_counts() - sum;
	outer = all_switches() - outer;
	assert_true(inner >= 50);
	assert_in_range(sum, inner, outer);
}

static void events_are_opened_once(void **state)
{
	struct cpuswitch_count first;

	(void)state;
	need_events();
	first = machine.switches.cpus[0];
	assert_int_equal(machine.events.n_open, machine.stat.n_cpus);
	assert_int_equal(read_counts(machine.stat.n_cpus), 0);
	assert_int_equal(machine.events.n_open, machine.stat.n_cpus);
	assert_true(machine.switches.cpus[0].opened_ns == first.opened_ns);
	assert_true(machine.switches.cpus[0].counted_ns > first.counted_ns);
}

static void a_cpu_that_went_and_came_back_begins_anew(void **state)
{
	size_t n = machine.stat.n_cpus;
	uint64_t opened_ns;

	(void)state;
	need_events();
	opened_ns = machine.switches.cpus[n - 1].opened_ns;
	read_counts(n - 1);
	assert_int_equal(machine.events.n_open, n - 1);
	assert_int_equal(read_counts(n), 0);
	assert_int_equal(machine.events.n_open, n);
	assert_true(machine.switches.cpus[n - 1].opened_ns > opened_ns);
}

static void a_cpu_that_is_not_there_is_unknown(void **state)
{
	size_t n = machine.stat.n_cpus;

	(void)state;
	need_events();
	cpuswitches_resize(&machine.switches, n + 1);
	machine.switches.cpus[n].cpu = 60000;
	assert_int_equal(cpuswitches_read(&machine.events, &machine.switches), 0);
	assert_true(machine.switches.cpus[0].count != COUNTER_UNKNOWN);
	assert_true(machine.switches.cpus[n].count == COUNTER_UNKNOWN);
	assert_int_equal(machine.events.n_open, n);
}

/* As it is with the event of a CPU that was offline between two reads. */
static void a_cpu_without_a_tick_is_left_alone(void **state)
{
	size_t n = machine.stat.n_cpus;

	(void)state;
	need_events();
	cpuswitch_events_fini(&machine.events);
	cpuset_add(&machine.events.nohz_full, (unsigned int)machine.stat.cpus[0].cpu);
	machine.events.has_nohz_full = true;
	read_counts(n);
	assert_int_equal(machine.events.n_open, n - 1);
	assert_true(machine.switches.cpus[0].count == COUNTER_UNKNOWN);
}

static void an_event_that_counts_no_more_is_opened_anew(void **state)
{
	int fd = open("/dev/null", O_RDONLY);
	uint64_t opened_ns;

	(void)state;
	assert_int_equal(close(fd), 0);
	need_events();
	assert_int_equal(ioctl(fd, PERF_EVENT_IOC_DISABLE, 0), 0);
	opened_ns = machine.switches.cpus[0].opened_ns;
	/* That it was on until it was off is time that was counted. */
	read_counts(machine.stat.n_cpus);
	assert_int_equal(read_counts(machine.stat.n_cpus), 0);
	assert_true(machine.switches.cpus[0].opened_ns > opened_ns);
	assert_true(machine.switches.cpus[0].count != COUNTER_UNKNOWN);
	assert_int_equal(machine.events.n_open, machine.stat.n_cpus);
}

/* As in a container. */
static void forbid_events(int error)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned int)error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = 4, .filter = filter};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		_exit(77);
}

/* In a process of its own, for what is forbidden stays so. */
#define EXPECT(condition)                                                                          \
	do {                                                                                       \
		if (!(condition))                                                                  \
			_exit(1);                                                                  \
	} while (0)

static void check_forbidden(int error)
{
	forbid_events(error);
	EXPECT(read_counts(machine.stat.n_cpus) == -error);
	EXPECT(read_counts(machine.stat.n_cpus) == -error);
	EXPECT(machine.events.n_open == 0 && machine.switches.n_cpus == 0);
	_exit(0);
}

/* All CPUs went after they were listed: they may come back. */
static void check_passing(void)
{
	size_t n = machine.stat.n_cpus;

	forbid_events(ENODEV);
	EXPECT(read_counts(n) == -ENODEV);
	EXPECT(machine.events.error == 0 && machine.switches.n_cpus == n);
	EXPECT(machine.switches.cpus[0].count == COUNTER_UNKNOWN);
	_exit(0);
}

static int status_of(pid_t child)
{
	int status;

	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77)
		skip();
	return WEXITSTATUS(status);
}

static void where_it_is_forbidden_nothing_is_known(void **state)
{
	static const int errors[] = {EPERM, EACCES, ENOSYS};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		pid_t child = fork();

		if (child == 0)
			check_forbidden(errors[i]);
		assert_int_equal(status_of(child), 0);
	}
}

static void a_cpu_that_just_went_forbids_nothing(void **state)
{
	pid_t child = fork();

	(void)state;
	if (child == 0)
		check_passing();
	assert_int_equal(status_of(child), 0);
}

static void check_descriptors(void)
{
	size_t n = machine.stat.n_cpus;
	struct rlimit limit = {.rlim_cur = 40, .rlim_max = 4096 + n};

	EXPECT(setrlimit(RLIMIT_NOFILE, &limit) == 0);
	EXPECT(read_counts(n) == 0 && machine.events.n_open == n);
	cpuswitch_events_fini(&machine.events);
	limit.rlim_max = limit.rlim_cur = 40;
	EXPECT(setrlimit(RLIMIT_NOFILE, &limit) == 0);
	EXPECT(read_counts(n) < 0 && machine.events.n_open == 0);
	_exit(0);
}

/* More are asked for; where there are no more, some are left for everything else. */
static void descriptors_are_not_used_up(void **state)
{
	pid_t child;

	(void)state;
	need_events();
	cpuswitch_events_fini(&machine.events);
	child = fork();
	if (child == 0)
		check_descriptors();
	assert_int_equal(status_of(child), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(together_they_are_what_the_kernel_counts),
		TEST(events_are_opened_once),
		TEST(a_cpu_that_went_and_came_back_begins_anew),
		TEST(a_cpu_that_is_not_there_is_unknown),
		TEST(a_cpu_without_a_tick_is_left_alone),
		TEST(an_event_that_counts_no_more_is_opened_anew),
		TEST(where_it_is_forbidden_nothing_is_known),
		TEST(a_cpu_that_just_went_forbids_nothing),
		TEST(descriptors_are_not_used_up),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
