/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/tasks.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/counter.h"
#include "base/scan.h"
#include "base/textfile.h"
#include "base/xalloc.h"
#include "task/ask.h"
#include "task/numbers.h"
#include "task/reader.h"
#include "task/reaped.h"
#include "task/vanished.h"
#include "task/visit.h"

/* Threads that stand still are all read again over so many scans ... */
#define AGAIN_SCANS 30
/* ... but no more than these in one, which keeps it below a millisecond. */
#define AGAIN_MOST 32
/* New pids that are asked for one by one: what listing a hundred processes costs. */
#define BIRTHS_MOST 400
/* Scans that may do without listing /proc. */
#define UNLISTED_MOST 30

/* How far the rotation has come. */
struct again {
	int pid, tid; /* the last that was read */
	size_t left;  /* how many more in this scan */
};

/*
 * Who was born is among the pids that were given out since: a few of them are asked for one by one, of
 * many /proc is listed.  A pid is given out a moment before its process can be seen: so one more scan
 * asks for each.
 */
struct births {
	struct textfile loadavg;      /* how many threads there are, and the newest pid */
	uint64_t newest, newest_then; /* in this scan, in the one before; COUNTER_UNKNOWN */
	bool is_unsure;               /* a process was there and could not be read */
	int n_unlisted;               /* scans since /proc was listed */
};

struct task_scan {
	bool is_live;
	bool has_our_pids;
	struct task_reader reader;
	struct numbers pids;
	const struct tasks *before;
	struct tasks *now;
	size_t next;     /* of pids */
	size_t known_at; /* of before->processes: the first not below the pid */
	struct ask ask;
	struct visit visit;
	struct again again;
	struct births births;
};

/*
 * A container may see the /proc of another PID namespace: the CPU clock of such a number would be that
 * of a stranger.  Ours has us in it under our own number.
 */
static bool proc_has_us(void)
{
	char target[32];
	ssize_t len = readlink("/proc/self", target, sizeof(target));
	struct scan text = scan_of(target, len > 0 ? (size_t)len : 0);
	uint64_t pid;

	return scan_u64(&text, &pid) && scan_is_at_end(&text) && pid == (uint64_t)getpid();
}

struct task_scan *task_scan_new(bool is_live, bool may_netlink)
{
	struct task_scan *scan = xcalloc(1, sizeof(*scan));

	scan->is_live = is_live;
	scan->has_our_pids = is_live && proc_has_us();
	task_reader_init(&scan->reader, is_live);
	numbers_init(&scan->pids);
	ask_init(&scan->ask, &scan->reader, may_netlink && scan->has_our_pids);
	visit_init(&scan->visit, &scan->ask, is_live);
	textfile_init(&scan->births.loadavg);
	scan->births.newest = scan->births.newest_then = COUNTER_UNKNOWN;
	return scan;
}

void task_scan_free(struct task_scan *scan)
{
	if (!scan)
		return;
	if (scan->reader.proc >= 0)
		close(scan->reader.proc);
	visit_fini(&scan->visit);
	ask_fini(&scan->ask);
	textfile_fini(&scan->births.loadavg);
	numbers_fini(&scan->pids);
	task_reader_fini(&scan->reader);
	free(scan);
}

/* "running/all" */
static uint64_t all_threads(const struct span *word)
{
	struct scan text = scan_of(word->text, word->len);
	uint64_t running, all;

	if (scan_u64(&text, &running) && scan_literal(&text, "/") && scan_u64(&text, &all))
		return all;
	return COUNTER_UNKNOWN;
}

/*
 * The fifth word of /proc/loadavg is the newest pid, the fourth says how many threads there are; if they are the
 * kernel's own (lxcfs puts others in their place).
 */
static uint64_t newest_pid(struct textfile *loadavg, uint64_t *n_all_threads)
{
	struct statfs fs;
	struct span word;
	uint64_t pid;

	if (textfile_read(loadavg, "/proc/loadavg") < 0 || fstatfs(loadavg->fd, &fs) < 0 ||
	    fs.f_type != PROC_SUPER_MAGIC)
		return COUNTER_UNKNOWN;

	struct scan text = scan_of(loadavg->text, loadavg->len);

	for (int i = 0; i < 4; i++)
		if (!scan_word(&text, &word))
			return COUNTER_UNKNOWN;
	*n_all_threads = all_threads(&word);
	return scan_u64(&text, &pid) ? pid : COUNTER_UNKNOWN;
}

/* Of the pids after @newest_then those that processes have.  False: there is no telling. */
static bool add_births(struct task_scan *scan, uint64_t newest_then, uint64_t newest)
{
	if (newest == COUNTER_UNKNOWN || newest_then == COUNTER_UNKNOWN || newest < newest_then ||
	    newest - newest_then > BIRTHS_MOST)
		return false;
	for (uint64_t number = newest_then + 1; number <= newest; number++) {
		int pid = (int)number;
		uint64_t cpu_ns;
		int error = clock_process_cpu_ns(pid, &cpu_ns);

		if (error && error != -ESRCH)
			return false;
		if (!error && !numbers_have(&scan->pids, pid))
			numbers_insert(&scan->pids, pid);
	}
	return true;
}

/* The newest pid is read before /proc is listed: a birth in between is among the next scan's. */
static bool must_list(struct task_scan *scan)
{
	struct births *births = &scan->births;
	uint64_t newest = scan->has_our_pids
				  ? newest_pid(&births->loadavg, &scan->now->n_all_threads)
				  : COUNTER_UNKNOWN;
	bool must = births->is_unsure || births->n_unlisted >= UNLISTED_MOST ||
		    !scan->before->n_processes || !add_births(scan, births->newest_then, newest);

	births->newest_then = births->newest;
	births->newest = newest;
	births->is_unsure = false;
	births->n_unlisted = must ? 0 : births->n_unlisted + 1;
	return must;
}

static int list_processes(struct task_scan *scan)
{
	int *proc = &scan->reader.proc;

	if (*proc < 0)
		*proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return *proc < 0 ? -errno : numbers_list(&scan->pids, *proc);
}

static void begin_again(struct task_scan *scan)
{
	struct again *again = &scan->again;
	size_t share = scan->before->n_threads / AGAIN_SCANS + 1;

	if (again->left)
		again->pid = again->tid = 0;
	again->left = share < AGAIN_MOST ? share : AGAIN_MOST;
}

int task_scan_begin(struct task_scan *scan, const struct tasks *before, struct tasks *now)
{
	int error;

	tasks_clear(now);
	now->begun_boot_ns = clock_boottime_ns();
	now->begun_ns = clock_monotonic_ns();
	scan->before = before;
	scan->now = now;
	scan->next = 0;
	scan->known_at = 0;
	scan->visit.now = now;
	scan->visit.phase = VISIT_DONE;
	ask_begin(&scan->ask, !scan->is_live || !before->n_processes || before->has_wait);
	begin_again(scan);
	error = must_list(scan) ? list_processes(scan) : 0;
	if (error)
		scan->pids.n = 0;
	return error;
}

/* NULL: new, or nothing that is known of it may be used. */
static const struct process *find_known(struct task_scan *scan, int pid)
{
	const struct tasks *before = scan->before;

	while (scan->known_at < before->n_processes && before->processes[scan->known_at].pid < pid)
		scan->known_at++;
	if (!scan->is_live || scan->known_at == before->n_processes)
		return NULL;

	const struct process *known = &before->processes[scan->known_at];

	return known->pid == pid ? known : NULL;
}

/* Its parent is gone, not only hidden: it has another now, without having run for that. */
static bool has_lost_parent(const struct task_scan *scan, const struct process *known)
{
	int parent = scan->before->threads[known->first].ppid;
	uint64_t cpu_ns;

	return parent && !numbers_have(&scan->pids, parent) &&
	       clock_process_cpu_ns(parent, &cpu_ns) == -ESRCH;
}

static bool stands_still(const struct task_scan *scan, const struct process *known, uint64_t cpu_ns)
{
	return known && cpu_ns != COUNTER_UNKNOWN && cpu_ns == known->cpu_ns && known->is_settled &&
	       !has_lost_parent(scan, known);
}

/* Those of the threads of @process that the rotation has come to. */
static void read_again(struct task_scan *scan, struct process *process)
{
	struct again *again = &scan->again;

	for (size_t i = 0; i < process->n_threads && again->left; i++) {
		struct task *task = &scan->now->threads[process->first + i];

		if (task->pid < again->pid || (task->pid == again->pid && task->tid <= again->tid))
			continue;
		ask_again(&scan->ask, task);
		process->is_settled &= task->is_settled;
		again->pid = task->pid;
		again->tid = task->tid;
		again->left--;
	}
}

static void keep_process(struct task_scan *scan, const struct process *known, uint64_t seen_ns)
{
	struct process *process = tasks_add_process(scan->now);
	size_t first = process->first, n = known->n_threads;
	struct task *threads = tasks_add_threads(scan->now, n);

	*process = *known;
	process->first = first;
	process->seen_ns = seen_ns;
	memcpy(threads, &scan->before->threads[known->first], n * sizeof(*threads));
	for (size_t i = 0; i < n; i++)
		task_stay_idle(&threads[i], seen_ns);
	if (scan->again.left)
		read_again(scan, process);
}

static void next_process(struct task_scan *scan)
{
	int pid = scan->pids.items[scan->next++];
	const struct process *known = find_known(scan, pid);
	uint64_t seen_ns = clock_monotonic_ns(), cpu_ns = COUNTER_UNKNOWN;
	int error = scan->has_our_pids ? clock_process_cpu_ns(pid, &cpu_ns) : -EPERM;

	if (error == -ESRCH) {
		numbers_remove(&scan->pids, --scan->next);
		return;
	}
	/* Refused (seccomp): its files tell. */
	if (error)
		cpu_ns = COUNTER_UNKNOWN;
	if (stands_still(scan, known, cpu_ns))
		keep_process(scan, known, seen_ns);
	else if (!visit_begin(&scan->visit, scan->before, known, pid, cpu_ns, seen_ns))
		scan->births.is_unsure = true;
}

/* Without SCHED_INFO the kernel says "0 0 0" of every task, of those too that must have run. */
static void judge_schedstat(struct tasks *tasks)
{
	for (size_t i = 0; i < tasks->n_threads && !tasks->has_wait; i++) {
		uint64_t switches = tasks->threads[i].switches;

		tasks->has_wait = switches != 0 && switches != COUNTER_UNKNOWN;
	}
	for (size_t i = 0; i < tasks->n_threads && !tasks->has_wait; i++) {
		struct task *task = &tasks->threads[i];

		task->run_ns = task->wait_ns = task->switches = COUNTER_UNKNOWN;
	}
}

bool task_scan_step(struct task_scan *scan, uint64_t budget_ns)
{
	uint64_t now_ns = clock_monotonic_ns();
	uint64_t deadline_ns = budget_ns < UINT64_MAX - now_ns ? now_ns + budget_ns : UINT64_MAX;

	while (visit_step(&scan->visit, deadline_ns) && scan->next < scan->pids.n) {
		next_process(scan);
		if (clock_monotonic_ns() >= deadline_ns)
			return false;
	}
	if (scan->visit.phase != VISIT_DONE)
		return false;
	judge_schedstat(scan->now);
	reaped_carry(scan->before, scan->now, 1000000000 / (uint64_t)sysconf(_SC_CLK_TCK));
	vanished_carry(scan->before, scan->now);
	scan->now->is_complete = true;
	return true;
}

bool task_scan_has_our_pids(const struct task_scan *scan)
{
	return scan->has_our_pids;
}

bool task_scan_has_taskstats(const struct task_scan *scan)
{
	return scan->ask.taskstats && !scan->ask.has_failed;
}

void task_scan_progress(const struct task_scan *scan, size_t *done, size_t *total)
{
	*done = scan->next - (scan->visit.phase != VISIT_DONE);
	*total = scan->pids.n;
}
