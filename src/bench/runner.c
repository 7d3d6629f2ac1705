/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "bench/runner.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "bench/bench.h"
#include "measure/place.h"
#include "measure/trial.h"

const double runner_quick_s = 1.6;
const double runner_all_s = 13;

/* What a trial should take of the job's share of the time; and when it is killed, in shares... */
static const double trial_shares = 0.7, most_shares = 3;
/* ...or in what is left, if others come after it. */
static const double most_of_left = 0.5;

/* With less there is nothing to begin. */
static const double least_share_ns = 1e6;

/* One benchmark on one CPU. */
struct job {
	const struct bench *bench;
	struct bench_site site;
};

struct runner {
	struct job *jobs;
	struct price *prices; /* one for each job */
	size_t n_jobs, n_done;
	uint64_t end_ns;
	pid_t child;  /* leads its process group; 0: none runs */
	int pipe_fd;  /* what it tells */
	int pid_fd;   /* that it has ended; -1: Linux before 5.3 */
	int epoll_fd; /* one descriptor to wait for, whichever job runs */
	/* Groups that were killed, some of which may still be ending. */
	pid_t *groups;
	size_t n_groups, groups_capacity;
	int was_adopter; /* PR_GET_CHILD_SUBREAPER as it was */
};

/* What a child tells: so small that it is written as a whole. */
struct outcome {
	bool is_measured;
	struct price price;
};
_Static_assert(sizeof(struct outcome) <= PIPE_BUF, "an outcome may come in pieces");

static size_t count_kinds(const struct place *place)
{
	int kind = PLACE_NO_KIND;
	size_t n = 0;

	while (place_next_kind(place, &kind) >= 0)
		n++;
	return n;
}

static void add_job(struct runner *runner, const struct place *place, const struct bench *bench,
		    int cpu)
{
	struct job *job = &runner->jobs[runner->n_jobs];
	struct price *price = &runner->prices[runner->n_jobs++];

	*job = (struct job){.bench = bench, .site = {.cpu = cpu, .other = -1}};
	if (bench->place != PLACE_ALONE)
		job->site.other = place_other(place, cpu, bench->place);
	*price = price_unknown(bench->key);
	price->cpu = cpu;
	price->capacity = place_capacity(place, cpu);
}

static void plan_jobs(struct runner *runner, const struct runner_plan *plan)
{
	const struct place place = {plan->allowed, plan->topology, plan->interval};
	size_t n = plan->n_benches * count_kinds(&place);

	runner->jobs = xcalloc(n, sizeof(*runner->jobs));
	runner->prices = xcalloc(n, sizeof(*runner->prices));
	for (size_t i = 0; i < plan->n_benches; i++) {
		int kind = PLACE_NO_KIND, cpu;

		while ((cpu = place_next_kind(&place, &kind)) >= 0)
			add_job(runner, &place, plan->benches[i], cpu);
	}
}

/* Whatever has gone wrong with one of the group, all of it ends. */
static void end_group(int signal_number)
{
	(void)signal_number;
	kill(0, SIGKILL);
}

/* The caller's handlers are for the caller: one of them gives the terminal back. */
static void take_signals(void)
{
	static const int deadly[] = {SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	struct sigaction action = {.sa_handler = end_group};
	sigset_t none;

	for (size_t i = 0; i < sizeof(deadly) / sizeof(*deadly); i++)
		sigaction(deadly[i], &action, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void end_in(uint64_t ns)
{
	struct itimerval timer = {
		.it_value = {.tv_sec = (time_t)(ns / 1000000000),
			     .tv_usec = (suseconds_t)(ns % 1000000000 / 1000) + 1},
	};

	setitimer(ITIMER_REAL, &timer, NULL);
}

/* What the child does; @fd is the pipe. */
static _Noreturn void do_job(struct job *job, pid_t parent, int fd, uint64_t share_ns,
			     uint64_t limit_ns)
{
	struct outcome outcome = {0};

	/* The group that it will end must be its own. */
	if (setpgid(0, 0) < 0)
		bench_child_end();
	bench_child(parent);
	take_signals();
	end_in(limit_ns);
	if (bench_pin(job->site.cpu) == 0)
		outcome.is_measured =
			trial_run(job->bench, &job->site, share_ns, &outcome.price) == 0;
	if (write(fd, &outcome, sizeof(outcome)) < 0)
		outcome.is_measured = false;
	/* With all that it left behind. */
	end_group(0);
	bench_child_end();
}

/*
 * Of its end and not of what it tells: it tells that before its end.  Where there is no descriptor for the
 * end, the pipe is closed shortly before it.
 */
static void watch_child(struct runner *runner)
{
	struct epoll_event event = {.events = EPOLLIN};

	runner->pid_fd = (int)syscall(SYS_pidfd_open, runner->child, 0);
	epoll_ctl(runner->epoll_fd, EPOLL_CTL_ADD,
		  runner->pid_fd >= 0 ? runner->pid_fd : runner->pipe_fd, &event);
}

/* False: there can be no process or no pipe now. */
static bool fork_job(struct runner *runner, struct job *job, double share_ns, double limit_ns)
{
	pid_t parent = getpid(), child;
	int fds[2];

	if (pipe2(fds, O_CLOEXEC | O_NONBLOCK) < 0)
		return false;
	child = fork();
	if (child == 0)
		do_job(job, parent, fds[1], (uint64_t)(share_ns * trial_shares),
		       (uint64_t)limit_ns);
	close(fds[1]);
	if (child < 0) {
		close(fds[0]);
		return false;
	}
	/* Whichever of the two comes first. */
	setpgid(child, child);
	runner->child = child;
	runner->pipe_fd = fds[0];
	watch_child(runner);
	return true;
}

/* False: there is no time left, or no second CPU. */
static bool begin_job(struct runner *runner)
{
	struct job *job = &runner->jobs[runner->n_done];
	size_t n_left = runner->n_jobs - runner->n_done;
	double left_ns = (double)runner->end_ns - (double)clock_monotonic_ns();
	double share_ns = left_ns / (double)n_left;
	double most_ns = n_left > 1 ? left_ns * most_of_left : left_ns;

	if (job->bench->place != PLACE_ALONE && job->site.other < 0)
		return false;
	return share_ns >= least_share_ns &&
	       fork_job(runner, job, share_ns, fmin(share_ns * most_shares, most_ns));
}

static void begin_next(struct runner *runner)
{
	while (runner->child == 0 && runner->n_done < runner->n_jobs)
		if (!begin_job(runner))
			runner->n_done++;
}

/* False: some are still ending. */
static bool reap_group(pid_t group, int options)
{
	pid_t pid;

	do
		pid = waitpid(-group, NULL, options);
	while (pid > 0 || (pid < 0 && errno == EINTR));
	return pid < 0;
}

static void reap_groups(struct runner *runner, int options)
{
	size_t n = 0;

	for (size_t i = 0; i < runner->n_groups; i++)
		if (!reap_group(runner->groups[i], options))
			runner->groups[n++] = runner->groups[i];
	runner->n_groups = n;
}

/* It has not been reaped: until then no other group can have its number. */
static void end_job(struct runner *runner)
{
	kill(-runner->child, SIGKILL);
	runner->groups = xgrow(runner->groups, &runner->groups_capacity, runner->n_groups + 1,
			       sizeof(*runner->groups));
	runner->groups[runner->n_groups++] = runner->child;
	runner->child = 0;
	close(runner->pipe_fd);
	if (runner->pid_fd >= 0)
		close(runner->pid_fd);
}

static bool has_ended(pid_t child)
{
	siginfo_t info = {0};

	return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) < 0 ||
	       info.si_pid == child;
}

static void take_outcome(struct runner *runner)
{
	struct price *price = &runner->prices[runner->n_done];
	int capacity = price->capacity;
	struct outcome outcome;

	if (read(runner->pipe_fd, &outcome, sizeof(outcome)) != (ssize_t)sizeof(outcome) ||
	    !outcome.is_measured)
		return;
	*price = outcome.price;
	price->key = runner->jobs[runner->n_done].bench->key;
	price->capacity = capacity;
}

bool runner_step(struct runner *runner)
{
	if (runner->child && has_ended(runner->child)) {
		take_outcome(runner);
		end_job(runner);
		runner->n_done++;
	}
	reap_groups(runner, WNOHANG);
	begin_next(runner);
	return runner->child != 0;
}

struct runner *runner_new(const struct runner_plan *plan)
{
	int epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	struct runner *runner;

	if (epoll_fd < 0)
		return NULL;
	runner = xcalloc(1, sizeof(*runner));
	runner->epoll_fd = epoll_fd;
	runner->end_ns = clock_monotonic_ns() + (uint64_t)(plan->seconds * 1e9);
	/* What a killed benchmark forked is taken in here, where process 1 may never do so. */
	prctl(PR_GET_CHILD_SUBREAPER, &runner->was_adopter);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	plan_jobs(runner, plan);
	begin_next(runner);
	return runner;
}

void runner_free(struct runner *runner)
{
	if (!runner)
		return;
	if (runner->child)
		end_job(runner);
	reap_groups(runner, 0);
	prctl(PR_SET_CHILD_SUBREAPER, runner->was_adopter);
	close(runner->epoll_fd);
	free(runner->groups);
	free(runner->prices);
	free(runner->jobs);
	free(runner);
}

int runner_fd(const struct runner *runner)
{
	return runner->epoll_fd;
}

struct runner_progress runner_progress(const struct runner *runner)
{
	return (struct runner_progress){
		.n_done = runner->n_done,
		.n_all = runner->n_jobs,
		.now = runner->n_done < runner->n_jobs ? runner->jobs[runner->n_done].bench : NULL,
	};
}

const struct price *runner_prices(const struct runner *runner, size_t *n)
{
	*n = runner->n_done;
	return runner->prices;
}
