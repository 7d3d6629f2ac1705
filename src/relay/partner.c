/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "relay/partner.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/bench.h"

static _Noreturn void live(const struct partner *partner, pid_t parent)
{
	bench_child(parent);
	partner->work(partner->data);
	bench_child_end();
}

int partner_start_process(struct partner *partner, void (*work)(void *), void *data)
{
	pid_t parent = getpid();

	*partner = (struct partner){.work = work, .data = data};
	partner->pid = fork();
	if (partner->pid == 0)
		live(partner, parent);
	partner->is_started = partner->pid > 0;
	return partner->is_started ? 0 : -errno;
}

static void *thread_live(void *data)
{
	const struct partner *partner = data;

	partner->work(partner->data);
	return NULL;
}

/* Before it runs: where it may not run, there is no thread. */
static int pin(pthread_attr_t *attributes, int cpu)
{
	size_t size = CPU_ALLOC_SIZE(cpu + 1);
	cpu_set_t *set = CPU_ALLOC(cpu + 1);
	int error = ENOMEM;

	if (!set)
		return error;
	CPU_ZERO_S(size, set);
	CPU_SET_S(cpu, size, set);
	error = pthread_attr_setaffinity_np(attributes, size, set);
	CPU_FREE(set);
	return error;
}

int partner_start_thread(struct partner *partner, int cpu, void (*work)(void *), void *data)
{
	pthread_attr_t attributes;
	int error = pthread_attr_init(&attributes);

	*partner = (struct partner){.work = work, .data = data, .is_thread = true};
	if (error)
		return -error;
	if (cpu >= 0)
		error = pin(&attributes, cpu);
	if (!error)
		error = pthread_create(&partner->thread, &attributes, thread_live, partner);
	pthread_attr_destroy(&attributes);
	partner->is_started = !error;
	return -error;
}

bool partner_reap(pid_t pid)
{
	pid_t reaped;
	int status = 0;

	do
		reaped = waitpid(pid, &status, 0);
	while (reaped < 0 && errno == EINTR);
	return reaped == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void partner_end(struct partner *partner)
{
	if (!partner->is_started)
		return;
	partner->is_started = false;
	if (partner->is_thread) {
		pthread_join(partner->thread, NULL);
		return;
	}
	kill(partner->pid, SIGKILL);
	partner_reap(partner->pid);
}
