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
	sigset_t before; /* the mask as it was */
};

static int watch(const struct loop *loop, int fd, uint32_t events)
{
	struct epoll_event event = {.events = events, .data.fd = fd};

	return epoll_ctl(loop->epoll_fd, EPOLL_CTL_ADD, fd, &event);
}

static int open_signals(struct loop *loop)
{
	static const int ours[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP};
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++)
		sigaddset(&set, ours[i]);
	/* Without a terminal of our own Ctrl-Z and the window's size are not our business. */
	if (loop->terminal_fd < 0) {
		sigdelset(&set, SIGWINCH);
		sigdelset(&set, SIGTSTP);
	}
	if (sigprocmask(SIG_BLOCK, &set, &loop->before) < 0)
		return -1;
	loop->signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	return loop->signal_fd;
}

struct loop *loop_new(double interval_s, int terminal_fd)
{
	struct loop *loop = xcalloc(1, sizeof(*loop));

	loop->terminal_fd = terminal_fd;
	loop->signal_fd = -1;
	sigprocmask(SIG_BLOCK, NULL, &loop->before);
	loop->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	loop->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
	if (loop->epoll_fd < 0 || loop->timer_fd < 0 || open_signals(loop) < 0 ||
	    watch(loop, loop->timer_fd, EPOLLIN) < 0 || watch(loop, loop->signal_fd, EPOLLIN) < 0 ||
	    (terminal_fd >= 0 && watch(loop, terminal_fd, EPOLLIN) < 0)) {
		int error = errno;

		loop_free(loop);
		errno = error;
		return NULL;
	}
	/* A pipe says EPOLLERR when its reader is gone; a regular file cannot be watched, nor need it. */
	if (terminal_fd < 0)
		watch(loop, STDOUT_FILENO, 0);
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

void loop_set_interval(struct loop *loop, double interval_s)
{
	time_t seconds = (time_t)interval_s;
	long ns = (long)((interval_s - (double)seconds) * 1e9);
	struct timespec step = {.tv_sec = seconds, .tv_nsec = ns};
	struct itimerspec timer = {.it_interval = step, .it_value = step};

	timerfd_settime(loop->timer_fd, 0, &timer, NULL);
}

static void take_signals(const struct loop *loop, struct wake *wake)
{
	struct signalfd_siginfo info;

	while (read(loop->signal_fd, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
		if (info.ssi_signo == SIGWINCH)
			wake->is_resized = true;
		else if (info.ssi_signo == SIGTSTP)
			wake->is_stopped = true;
		else
			wake->end_signal = (int)info.ssi_signo;
	}
}

static void take(const struct loop *loop, const struct epoll_event *event, struct wake *wake)
{
	uint64_t ticks;

	if (event->data.fd == loop->timer_fd)
		wake->is_tick = read(loop->timer_fd, &ticks, sizeof(ticks)) == sizeof(ticks);
	else if (event->data.fd == loop->signal_fd)
		take_signals(loop, wake);
	else if (event->data.fd == loop->terminal_fd)
		wake->is_input = true;
	else
		wake->is_closed = true;
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
	sigset_t stop, before;

	/* Pending from now on, it takes effect as soon as it is let through; in an orphaned process group
	 * the kernel drops it, and we go on at once. */
	raise(SIGTSTP);
	sigemptyset(&stop);
	sigaddset(&stop, SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &stop, &before);
	sigprocmask(SIG_SETMASK, &before, NULL);
}
