/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands in a record, under which name.  Doubles are in the tables of interval/fields.c. */
#include "config.h"

#include "record/record.h"
#include "record/shapes.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

static const struct member cpu_members[] = {
	{"cpu", MEMBER_ID, offsetof(struct cpu_interval, cpu),
	 .help = "number of the CPU; null: all of them together"},
};

static const struct shape cpu_shape = {
	.name = "cpu",
	.size = sizeof(struct cpu_interval),
	.members = cpu_members,
	.n_members = COUNT(cpu_members),
	.fields = cpu_fields,
	.n_fields = &n_cpu_fields,
};

static const struct member softirq_members[] = {
	{"name", MEMBER_TEXT, offsetof(struct softirq_interval, name), .help = "type of softirq"},
	{"hottest_cpu", MEMBER_ID, offsetof(struct softirq_interval, hottest_cpu),
	 .help = "the CPU that ran most of them; null: none ran"},
	{"per_cpu", MEMBER_COUNTS, offsetof(struct softirq_interval, per_cpu),
	 .help = "how many each CPU ran in the interval"},
};

static const struct shape softirq_shape = {
	.name = "softirq",
	.size = sizeof(struct softirq_interval),
	.members = softirq_members,
	.n_members = COUNT(softirq_members),
	.fields = softirq_fields,
	.n_fields = &n_softirq_fields,
};

static const struct member irq_members[] = {
	{"label", MEMBER_TEXT, offsetof(struct irq_interval, label),
	 .help = "number of the interrupt, or the architecture's name for it"},
	{"irq", MEMBER_ID, offsetof(struct irq_interval, irq),
	 .help = "its number; null: one of the architecture's own"},
	{"chip", MEMBER_TEXT, offsetof(struct irq_interval, chip),
	 .help = "the interrupt controller, and its number and trigger there"},
	{"name", MEMBER_TEXT, offsetof(struct irq_interval, name),
	 .help = "the devices that asked for it, or what the architecture uses it for"},
	{"hottest_cpu", MEMBER_ID, offsetof(struct irq_interval, hottest_cpu),
	 .help = "the CPU that most of them came to; null: none came, or not counted per CPU"},
	{"per_cpu", MEMBER_COUNTS, offsetof(struct irq_interval, per_cpu),
	 .help = "how many came to each CPU in the interval; not there: not counted per CPU"},
	{"on", MEMBER_CPUS_IF_ANY, offsetof(struct irq_interval, on),
	 .help = "the CPUs it came to in the interval"},
	{"asked", MEMBER_CPUS_IF_ANY, offsetof(struct irq_interval, asked),
	 .help = "the CPUs it is asked to go to (/proc/irq/N/smp_affinity_list)"},
	{"effective", MEMBER_CPUS_IF_ANY, offsetof(struct irq_interval, effective),
	 .help = "those that the kernel lets it go to (/proc/irq/N/effective_affinity_list)"},
	{"node", MEMBER_ID, offsetof(struct irq_interval, node),
	 .help = "NUMA node of its device (/proc/irq/N/node)"},
	{"device", MEMBER_TEXT, offsetof(struct irq_interval, device),
	 .help = "whose it is: eth0, nvme0; not there: unknown"},
	{"queue_kind", MEMBER_CHAR, offsetof(struct irq_interval, queue_kind), .is_seldom = true,
	 .help = "what its queue does: r receives, t transmits, b both"},
	{"queue", MEMBER_ID, offsetof(struct irq_interval, queue),
	 .help = "number of the queue that it announces; null: none, or unknown"},
};

static const struct shape irq_shape = {
	.name = "irq",
	.size = sizeof(struct irq_interval),
	.members = irq_members,
	.n_members = COUNT(irq_members),
	.fields = irq_fields,
	.n_fields = &n_irq_fields,
};

/* A process has no tid. */
static const struct member task_members[] = {
	{"tid", MEMBER_INT, offsetof(struct task_interval, tid), .help = "number of the thread"},
	{"pid", MEMBER_INT, offsetof(struct task_interval, pid), .help = "number of the process"},
	{"name", MEMBER_TEXT, offsetof(struct task_interval, name), .help = "its name (stat comm)"},
	{"state", MEMBER_CHAR, offsetof(struct task_interval, state),
	 .help = "R running or ready, S sleeping, D uninterruptible, T stopped, Z exited, I idle "
		 "(stat)"},
	{"ran", MEMBER_BOOL, offsetof(struct task_interval, ran),
	 .help = "it used CPU or switched in the interval, or is new in it"},
	{"is_kernel", MEMBER_BOOL, offsetof(struct task_interval, is_kernel), .is_seldom = true,
	 .help = "it is a kernel thread"},
	{"cpu_last", MEMBER_ID, offsetof(struct task_interval, cpu),
	 .help = "the CPU it last ran on (stat processor)"},
	{"uid", MEMBER_U32, offsetof(struct task_interval, uid),
	 .help = "number of its effective user (status Uid)"},
	{"nice", MEMBER_I16, offsetof(struct task_interval, nice), .is_seldom = true,
	 .help = "nice value, -20 to 19 (stat nice)"},
	{"policy", MEMBER_U8, offsetof(struct task_interval, policy), .is_seldom = true,
	 .help = "how it is scheduled: 0 other, 1 FIFO, 2 RR, 3 batch, 5 idle, 6 deadline (stat "
		 "policy)"},
	{"rt_priority", MEMBER_I16, offsetof(struct task_interval, rt_priority), .is_seldom = true,
	 .help = "real-time priority, 1 to 99 (stat rt_priority)"},
	{"start_ticks", MEMBER_U64, offsetof(struct task_interval, start_ticks),
	 .help = "when it started, in ticks since boot (stat starttime)"},
	{"wchan", MEMBER_TEXT, offsetof(struct task_interval, wchan),
	 .help = "the function of the kernel that it sleeps in: of some tasks that wait or switch "
		 "much (wchan)"},
	{"allowed", MEMBER_CPUS_IF_ANY, offsetof(struct task_interval, allowed),
	 .help = "the CPUs that it may run on: of the same tasks (sched_getaffinity)"},
	{"ppid", MEMBER_INT, offsetof(struct task_interval, ppid), .help = "number of its parent"},
	{"n_threads", MEMBER_SIZE, offsetof(struct task_interval, n_threads),
	 .help = "living threads of its process, in the record or not"},
	{"command_line", MEMBER_TEXT, offsetof(struct task_interval, command_line),
	 .help = "its command line: only with --with-command-lines"},
};

/* Of the last three, what a thread has is what its process has. */
#define N_OF_PROCESS 3

static const struct shape process_shape = {
	.name = "process",
	.size = sizeof(struct task_interval),
	.members = task_members + 1,
	.n_members = COUNT(task_members) - 1,
	.fields = task_fields,
	.n_fields = &n_task_fields,
};

static const struct shape thread_shape = {
	.name = "thread",
	.size = sizeof(struct task_interval),
	.members = task_members,
	.n_members = COUNT(task_members) - N_OF_PROCESS,
	.fields = task_fields,
	.n_fields = &n_task_fields,
};

static const struct shape totals_shape = {
	.name = "totals",
	.size = sizeof(struct totals),
	.fields = totals_fields,
	.n_fields = &n_totals_fields,
};

static const struct member pressure_line_members[] = {
	{"avg10", MEMBER_NUMBER, offsetof(struct pressure_line, avg10),
	 .help = "percent of the last 10 seconds"},
	{"avg60", MEMBER_NUMBER, offsetof(struct pressure_line, avg60),
	 .help = "percent of the last minute"},
	{"avg300", MEMBER_NUMBER, offsetof(struct pressure_line, avg300),
	 .help = "percent of the last 5 minutes"},
	{"total_us", MEMBER_U64, offsetof(struct pressure_line, total_us),
	 .help = "microseconds since boot"},
};

static const struct shape pressure_line_shape = {
	.name = "pressure_line",
	.size = sizeof(struct pressure_line),
	.members = pressure_line_members,
	.n_members = COUNT(pressure_line_members),
};

/* At the address of what some tasks wait for; all lines of the other kind stand after all of this. */
static const struct member pressure_resource_members[] = {
	{"some", MEMBER_STRUCT, 0, .shape = &pressure_line_shape,
	 .help = "time in which some task waited"},
	{"full", MEMBER_STRUCT, offsetof(struct pressure, full) - offsetof(struct pressure, some),
	 .shape = &pressure_line_shape, .help = "time in which all tasks that had work waited"},
};

static const struct shape pressure_resource_shape = {
	.name = "pressure_resource",
	.members = pressure_resource_members,
	.n_members = COUNT(pressure_resource_members),
};

static const struct member pressure_members[] = {
	{"cpu", MEMBER_STRUCT, offsetof(struct pressure, some[PRESSURE_CPU]),
	 .shape = &pressure_resource_shape, .help = "waiting for a CPU"},
	{"io", MEMBER_STRUCT, offsetof(struct pressure, some[PRESSURE_IO]),
	 .shape = &pressure_resource_shape, .help = "waiting for a disk"},
	{"memory", MEMBER_STRUCT, offsetof(struct pressure, some[PRESSURE_MEMORY]),
	 .shape = &pressure_resource_shape, .help = "waiting for memory"},
	{"irq", MEMBER_STRUCT, offsetof(struct pressure, some[PRESSURE_IRQ]),
	 .shape = &pressure_resource_shape, .help = "kept waiting by interrupts"},
};

static const struct shape pressure_shape = {
	.name = "pressure",
	.size = sizeof(struct pressure),
	.members = pressure_members,
	.n_members = COUNT(pressure_members),
};

static const struct member user_members[] = {
	{"uid", MEMBER_U32, offsetof(struct record_user, uid), .help = "number of the user"},
	{"name", MEMBER_TEXT, offsetof(struct record_user, name),
	 .help = "what the user is called"},
};

static const struct shape user_shape = {
	.name = "user",
	.size = sizeof(struct record_user),
	.members = user_members,
	.n_members = COUNT(user_members),
};

static const struct member record_members[] = {
	{"overtop", MEMBER_INT, offsetof(struct record, format),
	 .help = "version of the format: 1"},
	{"time", MEMBER_TIME, offsetof(struct record, interval.wall_ns),
	 .help = "when the interval ended, UTC"},
	{"host", MEMBER_TEXT, offsetof(struct record, host), .help = "what the machine is called"},
	{"boot_id", MEMBER_TEXT, offsetof(struct record, boot_id),
	 .help = "another one after each boot (/proc/sys/kernel/random/boot_id)"},
	{"since_boot", MEMBER_BOOL, offsetof(struct record, interval.is_since_boot),
	 .help = "the interval is from boot on (of a task: from its start on), as the first of a "
		 "run is"},
	{"live", MEMBER_BOOL, offsetof(struct record, interval.is_live),
	 .help = "of the machine that overtop ran on; false: of the files of another one (--root)"},
	{"ticks_per_s", MEMBER_NUMBER, offsetof(struct record, interval.ticks_per_s),
	 .help = "that start_ticks of tasks count in"},
	{"seconds", MEMBER_NUMBER, offsetof(struct record, interval.seconds),
	 .help = "how long the interval was, measured; since boot: the uptime"},
	{"has_tasks", MEMBER_BOOL, offsetof(struct record, interval.has_tasks),
	 .help = "tasks were looked at"},
	{"has_wait", MEMBER_BOOL, offsetof(struct record, interval.has_wait),
	 .help = "the kernel tells how long tasks wait for a CPU"},
	{"has_unseen", MEMBER_BOOL, offsetof(struct record, interval.has_unseen),
	 .help = "some CPU's shares do not add up to what it was busy"},
	{"hides_irq_time", MEMBER_BOOL, offsetof(struct record, interval.hides_irq_time),
	 .help = "hi is 0 since boot while interrupts come: hi and si are too low"},
	{"topology", MEMBER_POINTER, offsetof(struct record, topology), .shape = &topology_shape,
	 .help = "what the machine is made of; not there: as in the lines before"},
	{"cpu_numbers", MEMBER_NUMBERS, offsetof(struct record, interval.cpu_numbers),
	 .n_offset = offsetof(struct record, interval.n_cpus), .help = "numbers of the CPUs"},
	{"totals", MEMBER_STRUCT, offsetof(struct record, interval.totals), .shape = &totals_shape,
	 .help = "the whole machine"},
	{"pressure", MEMBER_STRUCT, offsetof(struct record, interval.pressure),
	 .shape = &pressure_shape, .help = "how much tasks waited (/proc/pressure)"},
	{"all", MEMBER_STRUCT, offsetof(struct record, interval.all), .shape = &cpu_shape,
	 .help = "all CPUs together"},
	{"cpus", MEMBER_CPU_ROWS, offsetof(struct record, interval.cpus), .shape = &cpu_shape,
	 .help = "each CPU of cpu_numbers, in that order"},
	{"softirqs", MEMBER_ROWS, offsetof(struct record, interval.softirqs),
	 .n_offset = offsetof(struct record, interval.n_softirqs), .shape = &softirq_shape,
	 .help = "each type of softirq (/proc/softirqs)"},
	{"irqs", MEMBER_ROWS, offsetof(struct record, interval.irqs),
	 .n_offset = offsetof(struct record, interval.n_irqs), .shape = &irq_shape,
	 .help = "each interrupt (/proc/interrupts)"},
	{"processes", MEMBER_ROWS, offsetof(struct record, interval.processes),
	 .n_offset = offsetof(struct record, interval.n_processes), .shape = &process_shape,
	 .help = "processes, by pid; each sums its threads, those that are not in the record too"},
	{"threads", MEMBER_ROWS, offsetof(struct record, interval.threads),
	 .n_offset = offsetof(struct record, interval.n_threads), .shape = &thread_shape,
	 .help = "threads of these processes, by pid, then tid"},
	{"has_exits", MEMBER_BOOL, offsetof(struct record, interval.has_exits), .is_seldom = true,
	 .help = "the kernel told of every task that exited (taskstats)"},
	{"exited", MEMBER_ROWS, offsetof(struct record, interval.exited),
	 .n_offset = offsetof(struct record, interval.n_exited), .shape = &exited_shape,
	 .help = "processes that exited in the interval, by command, parent and user"},
	{"softnets", MEMBER_ROWS, offsetof(struct record, interval.softnets),
	 .n_offset = offsetof(struct record, interval.n_softnets), .shape = &softnet_shape,
	 .help = "packets that each CPU took in (/proc/net/softnet_stat)"},
	{"netdevs", MEMBER_ROWS, offsetof(struct record, interval.netdevs),
	 .n_offset = offsetof(struct record, interval.n_netdevs), .shape = &netdev_shape,
	 .help = "each network interface (/proc/net/dev)"},
	{"sockets", MEMBER_STRUCT, offsetof(struct record, interval.sockets),
	 .shape = &sockets_shape, .help = "all sockets together"},
	{"cgroups", MEMBER_ROWS, offsetof(struct record, interval.cgroups),
	 .n_offset = offsetof(struct record, interval.n_cgroups), .shape = &cgroup_shape,
	 .help = "each cgroup with a limit of CPU time"},
	{"settings", MEMBER_ROWS, offsetof(struct record, interval.settings),
	 .n_offset = offsetof(struct record, interval.n_settings), .shape = &setting_shape,
	 .help = "settings of the kernel and the like, by name"},
	{"has_findings", MEMBER_BOOL, offsetof(struct record, interval.has_marks),
	 .is_seldom = true, .help = "findings were looked for"},
	{"findings", MEMBER_ROWS, offsetof(struct record, interval.marks),
	 .n_offset = offsetof(struct record, interval.n_marks), .shape = &mark_shape,
	 .help = "what is wrong, the gravest first"},
	{"users", MEMBER_ROWS, offsetof(struct record, users),
	 .n_offset = offsetof(struct record, n_users), .shape = &user_shape,
	 .help = "what users of these tasks are called, by uid: only with --with-command-lines"},
};

const struct shape record_shape = {
	.name = "record",
	.size = sizeof(struct record),
	.members = record_members,
	.n_members = COUNT(record_members),
};

const struct axis record_axis = {
	.numbers_offset = offsetof(struct record, interval.cpu_numbers),
	.n_offset = offsetof(struct record, interval.n_cpus),
};
