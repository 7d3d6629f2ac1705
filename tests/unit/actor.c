/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "actor.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/textfile.h"
#include "task/parse.h"
#include "task/task.h"

static void must(bool is_true, const char *what)
{
	if (is_true)
		return;
	perror(what);
	abort();
}

static long own_switches(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_nvcsw;
}

/* A nap whose time is up before it begins makes no switch, so they are counted. */
static void make_switches(int n)
{
	long until = own_switches() + n;
	struct timespec nap = {.tv_nsec = 20000};

	while (own_switches() < until)
		nanosleep(&nap, NULL);
}

static void burn(int ms)
{
	uint64_t until = clock_own_cpu_ns() + (uint64_t)ms * 1000000;

	while (clock_own_cpu_ns() < until)
		;
}

struct line {
	struct actor *actor;
	int number;
};

static void *serve(void *data);

static void start_line(struct actor *actor, int number)
{
	struct line *line = malloc(sizeof(*line));
	pthread_t thread;

	must(line, "malloc");
	*line = (struct line){.actor = actor, .number = number};
	must(pthread_create(&thread, NULL, serve, line) == 0, "pthread_create");
	pthread_detach(thread);
}

static pid_t fork_sleeper(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, 0);
		alarm(60);
		for (;;)
			pause();
	}
	return pid;
}

static pid_t obey(struct actor *actor, const struct actor_order *order)
{
	if (order->command == ACTOR_SWITCH)
		make_switches(order->n);
	else if (order->command == ACTOR_BURN)
		burn(order->n);
	else if (order->command == ACTOR_START)
		start_line(actor, order->n);
	else if (order->command == ACTOR_FORK)
		return fork_sleeper();
	else if (order->command == ACTOR_NAME)
		prctl(PR_SET_NAME, order->text);
	else if (order->command == ACTOR_USER)
		syscall(SYS_setresuid, -1, order->n, -1);
	return gettid();
}

static void serve_line(struct actor *actor, int number)
{
	struct actor_order order = {.command = ACTOR_SWITCH};

	/* The first reply says that it is there. */
	for (;;) {
		struct actor_reply reply = {.tid = obey(actor, &order)};

		reply.switches = own_switches();
		if (write(actor->reply[number][1], &reply, sizeof(reply)) != sizeof(reply) ||
		    read(actor->order[number][0], &order, sizeof(order)) != sizeof(order))
			_exit(1);
		if (order.command == ACTOR_END)
			return;
	}
}

static void *serve(void *data)
{
	struct line line = *(struct line *)data;

	free(data);
	serve_line(line.actor, line.number);
	return NULL;
}

static bool read_task(pid_t pid, pid_t tid, const char *file, struct textfile *text)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task/%d/%s", (int)pid, (int)tid, file);
	textfile_init(text);
	return textfile_read_once(text, AT_FDCWD, path) == 0;
}

static long counted_switches(pid_t pid, pid_t tid)
{
	struct textfile text;
	struct task task;

	task_init(&task);
	must(read_task(pid, tid, "status", &text), "status");
	task_parse_status(text.text, text.len, &task);
	textfile_fini(&text);
	return (long)task.cswch;
}

static struct actor_reply await_reply(struct actor *actor, int line)
{
	struct actor_reply reply;

	must(read(actor->reply[line][0], &reply, sizeof(reply)) == sizeof(reply), "reply");
	return reply;
}

static void await_sleep(struct actor *actor, pid_t tid, long switches)
{
	while (counted_switches(actor->pid, tid) < switches)
		sched_yield();
}

void actor_start(struct actor *actor)
{
	pid_t parent = getpid();

	for (int i = 0; i < ACTOR_LINES; i++)
		must(!pipe2(actor->order[i], O_CLOEXEC) && !pipe2(actor->reply[i], O_CLOEXEC),
		     "pipe");
	actor->pid = fork();
	must(actor->pid >= 0, "fork");
	if (actor->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() == parent)
			serve_line(actor, 0);
		_exit(0);
	}

	struct actor_reply reply = await_reply(actor, 0);

	await_sleep(actor, reply.tid, reply.switches + 1);
}

void actor_stop(struct actor *actor)
{
	kill(actor->pid, SIGKILL);
	waitpid(actor->pid, NULL, 0);
	for (int i = 0; i < ACTOR_LINES; i++) {
		close(actor->order[i][0]);
		close(actor->order[i][1]);
		close(actor->reply[i][0]);
		close(actor->reply[i][1]);
	}
}

static void give_order(struct actor *actor, int line, const struct actor_order *order)
{
	must(write(actor->order[line][1], order, sizeof(*order)) == sizeof(*order), "order");
}

static struct actor_reply obeyed(struct actor *actor, int line, const struct actor_order *order)
{
	struct actor_reply reply, started;
	pid_t tid;

	give_order(actor, line, order);
	reply = await_reply(actor, line);
	tid = reply.tid;
	if (order->command == ACTOR_START) {
		started = await_reply(actor, order->n);
		await_sleep(actor, started.tid, started.switches + 1);
		tid = started.tid;
	}
	/* Who served the line: line 0 is the process, the others say their own tid. */
	await_sleep(actor, line ? reply.tid : actor->pid, reply.switches + 1);
	return (struct actor_reply){.tid = tid, .switches = reply.switches + 1};
}

struct actor_reply actor_tell(struct actor *actor, int line, enum actor_command command, int n)
{
	struct actor_order order = {.command = command, .n = n};

	return obeyed(actor, line, &order);
}

void actor_name(struct actor *actor, int line, const char *name)
{
	struct actor_order order = {.command = ACTOR_NAME};

	strncpy(order.text, name, sizeof(order.text) - 1);
	obeyed(actor, line, &order);
}

void actor_end(struct actor *actor, int line, pid_t tid)
{
	struct actor_order order = {.command = ACTOR_END};
	char path[64];

	give_order(actor, line, &order);
	snprintf(path, sizeof(path), "/proc/%d/task/%d", (int)actor->pid, (int)tid);
	while (access(path, F_OK) == 0)
		sched_yield();
}

void actor_die(struct actor *actor)
{
	siginfo_t info;

	kill(actor->pid, SIGKILL);
	must(waitid(P_PID, (id_t)actor->pid, &info, WEXITED | WNOWAIT) == 0, "waitid");
}
