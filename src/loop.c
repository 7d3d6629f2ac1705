/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "loop.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/xalloc.h"

struct loop {
	int epoll_fd, timer_fd, signal_fd;
	int terminal_fd; /* borrowed; -1: none */
	int feed_fd;     /* borrowed; -1: it is not waited for */
	bool has_output; /* stdout is watched */
	double interval_s;
	sigset_t before; /* the mask as it was */
};

static int control(const struct loop *loop, int operation, int fd, uint32_t events)
{
	struct epoll_event event = {.events = events, .data.fd = fd};

	return epoll_ctl(loop->epoll_fd, operation, fd, &event);
}

static int watch(const struct loop *loop, int fd, uint32_t events)
{
	return control(loop, EPOLL_CTL_ADD, fd, events);
}

static bool is_ignored(int signal_number)
{
	struct sigaction action;

	return sigaction(signal_number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static void add_unless_ignored(sigset_t *set, int signal_number)
{
	if (!is_ignored(signal_number))
		sigaddset(set, signal_number);
}

static int open_signals(struct loop *loop, bool has_terminal)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGQUIT);
	add_unless_ignored(&set, SIGHUP);
	if (has_terminal) {
		add_unless_ignored(&set, SIGTSTP);
		sigaddset(&set, SIGWINCH);
		sigaddset(&set, SIGCONT);
	}
	if (sigprocmask(SIG_BLOCK, &set, &loop->before) < 0)
		return -1;
	loop->signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	return loop->signal_fd;
}

struct loop *loop_new(double interval_s, bool has_terminal)
{
	struct loop *loop = xcalloc(1, sizeof(*loop));

	loop->terminal_fd = loop->feed_fd = -1;
	loop->signal_fd = -1;
	sigprocmask(SIG_BLOCK, NULL, &loop->before);
	loop->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	loop->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
	if (loop->epoll_fd < 0 || loop->timer_fd < 0 || open_signals(loop, has_terminal) < 0 ||
	    watch(loop, loop->timer_fd, EPOLLIN) < 0 || watch(loop, loop->signal_fd, EPOLLIN) < 0) {
		int error = errno;

		loop_free(loop);
		errno = error;
		return NULL;
	}
	/* A pipe says EPOLLERR when its reader is gone; a regular file cannot be watched, nor need it. */
	loop->has_output = !has_terminal && watch(loop, STDOUT_FILENO, 0) == 0;
	loop_set_interval(loop, interval_s);
	return loop;
}

static void close_if_open(int fd)
{
	if (fd >= 0)
		close(fd);
}

void loop_free(struct loop *loop)
{
	if (!loop)
		return;
	close_if_open(loop->signal_fd);
	close_if_open(loop->timer_fd);
	close_if_open(loop->epoll_fd);
	sigprocmask(SIG_SETMASK, &loop->before, NULL);
	free(loop);
}

int loop_watch_terminal(struct loop *loop, int fd)
{
	loop->terminal_fd = fd;
	return watch(loop, fd, EPOLLIN) < 0 ? -errno : 0;
}

/* What is not waited for is not in the epoll at all: the end of a pipe would wake it again and again. */
int loop_watch_feed(struct loop *loop, int fd, bool is_watched)
{
	int error = 0;

	if (is_watched == (loop->feed_fd >= 0))
		return 0;
	if (is_watched)
		error = watch(loop, fd, EPOLLIN) < 0 ? -errno : 0;
	else
		control(loop, EPOLL_CTL_DEL, fd, 0);
	loop->feed_fd = is_watched && !error ? fd : -1;
	return error;
}

bool loop_watch_output(struct loop *loop, bool is_watched)
{
	return loop->has_output &&
	       control(loop, EPOLL_CTL_MOD, STDOUT_FILENO, is_watched ? EPOLLOUT : 0) == 0;
}

static struct timespec timespec_of(double seconds)
{
	time_t whole = (time_t)seconds;

	return (struct timespec){.tv_sec = whole,
				 .tv_nsec = (long)((seconds - (double)whole) * 1e9)};
}

void loop_rest(struct loop *loop, double seconds)
{
	struct itimerspec timer = {
		.it_interval = timespec_of(loop->interval_s),
		.it_value = timespec_of(seconds),
	};

	timerfd_settime(loop->timer_fd, 0, &timer, NULL);
}

void loop_set_interval(struct loop *loop, double interval_s)
{
	loop->interval_s = interval_s;
	loop_rest(loop, interval_s);
}

/* Late: stopped, suspended or held up for more than half of the way to the next. */
static bool is_late(const struct loop *loop)
{
	struct itimerspec timer;

	if (timerfd_gettime(loop->timer_fd, &timer) < 0)
		return false;
	return (double)timer.it_value.tv_sec + (double)timer.it_value.tv_nsec / 1e9 <
	       loop->interval_s / 2;
}

static bool take_tick(struct loop *loop)
{
	uint64_t n_ticks;

	if (read(loop->timer_fd, &n_ticks, sizeof(n_ticks)) != (ssize_t)sizeof(n_ticks))
		return false;
	if (is_late(loop))
		loop_set_interval(loop, loop->interval_s);
	return true;
}

static void take_signals(const struct loop *loop, struct wake *wake)
{
	struct signalfd_siginfo info;

	while (read(loop->signal_fd, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
		if (info.ssi_signo == SIGWINCH)
			wake->is_resized = true;
		else if (info.ssi_signo == SIGTSTP)
			wake->is_stopped = true;
		else if (info.ssi_signo == SIGCONT)
			wake->is_continued = true;
		else
			wake->end_signal = (int)info.ssi_signo;
	}
}

static void take(struct loop *loop, const struct epoll_event *event, struct wake *wake)
{
	if (event->data.fd == loop->timer_fd)
		wake->is_tick = take_tick(loop);
	else if (event->data.fd == loop->signal_fd)
		take_signals(loop, wake);
	else if (event->data.fd == loop->terminal_fd)
		wake->is_input = true;
	else if (event->data.fd == loop->feed_fd)
		wake->is_fed = true;
	else if (event->events & (EPOLLERR | EPOLLHUP))
		wake->is_closed = true;
	else
		wake->is_writable = true;
}

struct wake loop_wait(struct loop *loop, bool is_busy)
{
	struct epoll_event events[4];
	struct wake wake = {0};
	int n = epoll_wait(loop->epoll_fd, events, 4, is_busy ? 0 : -1);

	for (int i = 0; i < n; i++)
		take(loop, &events[i], &wake);
	return wake;
}

void loop_stop_self(void)
{
	static const struct timespec no_time;
	sigset_t stop, go_on, before;

	/* Pending from now on, it takes effect as soon as it is let through; in an orphaned process group
	 * the kernel drops it, and we go on at once. */
	raise(SIGTSTP);
	sigemptyset(&stop);
	sigaddset(&stop, SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &stop, &before);
	sigprocmask(SIG_SETMASK, &before, NULL);
	/* What ended this stop is no news. */
	sigemptyset(&go_on);
	sigaddset(&go_on, SIGCONT);
	sigtimedwait(&go_on, NULL, &no_time);
}
