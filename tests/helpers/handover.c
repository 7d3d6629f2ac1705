/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * handover threads|processes BATCH ITEMS
 *
 * A producer makes ITEMS items and a consumer uses them up, some 130 ns of arithmetic each, and they
 * take turns after every BATCH of them: two threads share a queue under a mutex and condition variables,
 * two processes a pair of sockets.  Whatever BATCH is, it is the same work; what differs are the switches
 * and the system calls that go with them.  Prints "BATCH CPU_NS VOLUNTARY INVOLUNTARY CALLS SUM": CPU,
 * switches and system calls of both, from the first item to the last, and the sum of the items used up.
 *
 * Both must run on the same CPU: taskset -c N handover ...
 *
 * The mutex and the conditions are made of futexes here, that each system call can be counted.
 */
#include "config.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BATCH_MOST = 64, ROUNDS = 70 };

typedef _Atomic(unsigned int) word;

struct side {
	uint64_t sum;
	int64_t cpu_ns;
	long voluntary, involuntary, calls;
	size_t n_held; /* of the batch, by this side alone */
	uint64_t held[BATCH_MOST];
	int socket;
};

struct condition {
	word sequence, n_waiting;
};

struct deal {
	size_t batch, n_items;
	void (*put)(struct deal *deal, uint64_t item);
	uint64_t (*take)(struct deal *deal);
	struct side producer, consumer;
	/* The queue of the threads; what follows is under the lock. */
	word lock; /* 0 free, 1 taken, 2 taken and waited for */
	struct condition filled, emptied;
	bool is_full;
	size_t n;
	uint64_t items[BATCH_MOST];
};

/* xorshift: each round needs the one before. */
static uint64_t work(uint64_t item)
{
	for (int i = 0; i < ROUNDS; i++) {
		item ^= item << 13;
		item ^= item >> 7;
		item ^= item << 17;
	}
	return item;
}

static void futex(struct side *side, word *at, int operation, unsigned int value)
{
	side->calls++;
	syscall(SYS_futex, at, operation, value, NULL, NULL, 0);
}

static void lock(struct deal *deal, struct side *side)
{
	unsigned int is = 0;

	if (atomic_compare_exchange_strong(&deal->lock, &is, 1))
		return;
	while (atomic_exchange(&deal->lock, 2) != 0)
		futex(side, &deal->lock, FUTEX_WAIT_PRIVATE, 2);
}

static void unlock(struct deal *deal, struct side *side)
{
	if (atomic_exchange(&deal->lock, 0) == 2)
		futex(side, &deal->lock, FUTEX_WAKE_PRIVATE, 1);
}

static void condition_wait(struct deal *deal, struct side *side, struct condition *condition)
{
	unsigned int sequence = atomic_load(&condition->sequence);

	atomic_fetch_add(&condition->n_waiting, 1);
	unlock(deal, side);
	futex(side, &condition->sequence, FUTEX_WAIT_PRIVATE, sequence);
	lock(deal, side);
	atomic_fetch_sub(&condition->n_waiting, 1);
}

static void condition_signal(struct side *side, struct condition *condition)
{
	atomic_fetch_add(&condition->sequence, 1);
	if (atomic_load(&condition->n_waiting))
		futex(side, &condition->sequence, FUTEX_WAKE_PRIVATE, 1);
}

/* The lock is taken once an item, however large the batches: it is part of the same work. */
static void queue_put(struct deal *deal, uint64_t item)
{
	struct side *side = &deal->producer;

	lock(deal, side);
	while (deal->is_full)
		condition_wait(deal, side, &deal->emptied);
	deal->items[deal->n++] = item;
	bool is_full = deal->is_full = deal->n == deal->batch;

	unlock(deal, side);
	if (is_full)
		condition_signal(side, &deal->filled);
}

static uint64_t queue_take(struct deal *deal)
{
	struct side *side = &deal->consumer;

	lock(deal, side);
	while (!deal->is_full)
		condition_wait(deal, side, &deal->filled);
	uint64_t item = deal->items[--deal->n];
	bool is_empty = deal->n == 0;

	deal->is_full = !is_empty;
	unlock(deal, side);
	if (is_empty)
		condition_signal(side, &deal->emptied);
	return item;
}

static void give(struct side *side, const void *bytes, size_t size)
{
	side->calls++;
	if (write(side->socket, bytes, size) != (ssize_t)size)
		_exit(1);
}

static void get(struct side *side, void *bytes, size_t size)
{
	side->calls++;
	if (read(side->socket, bytes, size) != (ssize_t)size)
		_exit(1);
}

static void socket_put(struct deal *deal, uint64_t item)
{
	struct side *side = &deal->producer;
	char done;

	side->held[side->n_held++] = item;
	if (side->n_held < deal->batch)
		return;
	give(side, side->held, side->n_held * sizeof(item));
	get(side, &done, 1);
	side->n_held = 0;
}

/* The batch is acknowledged when its last item is taken out, as in the queue. */
static uint64_t socket_take(struct deal *deal)
{
	struct side *side = &deal->consumer;

	if (side->n_held == 0) {
		get(side, side->held, deal->batch * sizeof(*side->held));
		side->n_held = deal->batch;
	}
	uint64_t item = side->held[--side->n_held];

	if (side->n_held == 0)
		give(side, "", 1);
	return item;
}

static int64_t cpu_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Adds what it has used so far, or takes it away. */
static void count(struct side *side, int sign)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	side->voluntary += sign * usage.ru_nvcsw;
	side->involuntary += sign * usage.ru_nivcsw;
	side->cpu_ns += sign * cpu_ns();
}

static void produce(struct deal *deal)
{
	count(&deal->producer, -1);
	for (size_t i = 1; i <= deal->n_items; i++)
		deal->put(deal, work(i));
	count(&deal->producer, 1);
}

static void *consume(void *data)
{
	struct deal *deal = data;
	struct side *side = &deal->consumer;

	count(side, -1);
	for (size_t i = 0; i < deal->n_items; i++)
		side->sum += work(deal->take(deal));
	count(side, 1);
	return NULL;
}

static bool with_thread(struct deal *deal)
{
	pthread_t thread;

	deal->put = queue_put;
	deal->take = queue_take;
	if (pthread_create(&thread, NULL, consume, deal))
		return false;
	produce(deal);
	return pthread_join(thread, NULL) == 0;
}

static bool with_process(struct deal *deal)
{
	int ends[2], status;

	deal->put = socket_put;
	deal->take = socket_take;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) < 0)
		return false;
	deal->producer.socket = ends[0];
	deal->consumer.socket = ends[1];
	pid_t pid = fork();

	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(ends[0]);
		consume(deal);
		_exit(0);
	}
	close(ends[1]);
	if (pid < 0)
		return false;
	produce(deal);
	return waitpid(pid, &status, 0) == pid && status == 0;
}

static size_t number_of(const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);

	return *text && !*end && value > 0 ? (size_t)value : 0;
}

static bool has_one_cpu(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) == 0 && CPU_COUNT(&set) == 1;
}

static void print(const struct deal *deal)
{
	const struct side *producer = &deal->producer, *consumer = &deal->consumer;

	printf("%zu %lld %ld %ld %ld %016llx\n", deal->batch,
	       (long long)(producer->cpu_ns + consumer->cpu_ns),
	       producer->voluntary + consumer->voluntary,
	       producer->involuntary + consumer->involuntary, producer->calls + consumer->calls,
	       (unsigned long long)consumer->sum);
}

int main(int argc, char **argv)
{
	struct deal *deal = mmap(NULL, sizeof(*deal), PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	bool is_threads = argc == 4 && strcmp(argv[1], "threads") == 0;

	if (deal == MAP_FAILED)
		return 1;
	if (is_threads || (argc == 4 && strcmp(argv[1], "processes") == 0)) {
		deal->batch = number_of(argv[2]);
		deal->n_items = number_of(argv[3]);
	}
	if (!deal->batch || deal->batch > BATCH_MOST || deal->n_items % deal->batch) {
		fprintf(stderr, "usage: handover threads|processes BATCH ITEMS\n"
				"ITEMS must be a multiple of BATCH, which is at most 64.\n");
		return 2;
	}
	if (!has_one_cpu()) {
		fprintf(stderr, "handover: must run on one CPU: taskset -c N handover ...\n");
		return 2;
	}
	if (!(is_threads ? with_thread(deal) : with_process(deal)))
		return 1;
	print(deal);
	return 0;
}
