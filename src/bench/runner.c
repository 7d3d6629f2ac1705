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
	int epoll_fd;    /* has the pipe in it: one descriptor to wait for, whichever job runs */
	int pipe_fd;     /* from the child; -1: none runs */
	pid_t child;     /* leads its process group */
	bool is_killed;  /* the group was */
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

/* Whatever has gone wrong with one of the group, all of it ends, and the pipe with it. */
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
	/* Nothing that it left behind holds the pipe open, or lives on. */
	end_group(0);
	bench_child_end();
}

static void watch_pipe(struct runner *runner, int fd)
{
	struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};

	epoll_ctl(runner->epoll_fd, EPOLL_CTL_ADD, fd, &event);
	runner->pipe_fd = fd;
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
	runner->is_killed = false;
	watch_pipe(runner, fds[0]);
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

static void kill_group(struct runner *runner)
{
	/* Once: then the number of the group may be another's. */
	if (!runner->is_killed)
		kill(-runner->child, SIGKILL);
	runner->is_killed = true;
}

/* Takes in all of the group that have ended; -1: there are no more, 0: some are still ending. */
static pid_t reap_group(const struct runner *runner, int options)
{
	pid_t pid;

	do
		pid = waitpid(-runner->child, NULL, options);
	while (pid > 0 || (pid < 0 && errno == EINTR));
	return pid;
}

static void close_pipe(struct runner *runner)
{
	close(runner->pipe_fd);
	runner->pipe_fd = -1;
	runner->child = 0;
}

static void take_outcome(struct runner *runner, const struct outcome *outcome)
{
	struct price *price = &runner->prices[runner->n_done];
	int capacity = price->capacity;

	if (!outcome->is_measured)
		return;
	*price = outcome->price;
	price->capacity = capacity;
	price->key = runner->jobs[runner->n_done].bench->key;
}

/* Reads what has come.  True: the job is over. */
static bool is_over(struct runner *runner)
{
	struct outcome outcome;
	ssize_t n;

	while ((n = read(runner->pipe_fd, &outcome, sizeof(outcome))) == (ssize_t)sizeof(outcome))
		take_outcome(runner, &outcome);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	/* The pipe goes on to say so until the last of them has ended. */
	kill_group(runner);
	return reap_group(runner, WNOHANG) < 0;
}

bool runner_step(struct runner *runner)
{
	if (runner->child && is_over(runner)) {
		close_pipe(runner);
		runner->n_done++;
	}
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
	runner->pipe_fd = -1;
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
	if (runner->child) {
		kill_group(runner);
		reap_group(runner, 0);
		close_pipe(runner);
	}
	prctl(PR_SET_CHILD_SUBREAPER, runner->was_adopter);
	close(runner->epoll_fd);
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
