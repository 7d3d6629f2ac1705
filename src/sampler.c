/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "sampler.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/textfile.h"
#include "base/xalloc.h"
#include "sample.h"

struct sampler {
	struct access access;
	double ticks_per_s, page_kib;
	struct textfile stat, softirqs, interrupts, softnets, netdevs;
	struct sockets_files sockets;
	struct pressure_files pressure;
	struct cpuswitch_events switches;
	struct cgroup_watch *cgroups;
	struct procps *procps;
	struct task_scan *scan;
	const struct tasks *then; /* that the scan began with */
	struct exit_listener exits;
	bool is_scanning;
};

struct sampler *sampler_new(struct access access)
{
	struct sampler *sampler = xcalloc(1, sizeof(*sampler));

	sampler->access = access;
	sampler->ticks_per_s = (double)sysconf(_SC_CLK_TCK);
	/* Nobody says how large the pages of a dump's machine are. */
	sampler->page_kib = access.is_live ? (double)sysconf(_SC_PAGESIZE) / 1024 : (double)NAN;
	textfile_init(&sampler->stat);
	textfile_init(&sampler->softirqs);
	textfile_init(&sampler->interrupts);
	textfile_init(&sampler->softnets);
	textfile_init(&sampler->netdevs);
	sockets_files_init(&sampler->sockets);
	pressure_files_init(&sampler->pressure);
	cpuswitch_events_init(&sampler->switches);
	sampler->cgroups = cgroup_watch_new();
	sampler->procps = procps_new();
	return sampler;
}

void sampler_free(struct sampler *sampler)
{
	if (!sampler)
		return;
	textfile_fini(&sampler->stat);
	textfile_fini(&sampler->softirqs);
	textfile_fini(&sampler->interrupts);
	textfile_fini(&sampler->softnets);
	textfile_fini(&sampler->netdevs);
	sockets_files_fini(&sampler->sockets);
	pressure_files_fini(&sampler->pressure);
	cpuswitch_events_fini(&sampler->switches);
	cgroup_watch_free(sampler->cgroups);
	procps_free(sampler->procps);
	task_scan_free(sampler->scan);
	exit_listener_close(&sampler->exits);
	free(sampler);
}

struct procps *sampler_procps(struct sampler *sampler)
{
	return sampler->procps;
}

static void note(struct sample *sample, enum need need, int error)
{
	if (!error)
		sample->has |= need;
}

static struct task_scan *scan_of_tasks(struct sampler *sampler)
{
	if (!sampler->scan)
		sampler->scan = task_scan_new(sampler->access.is_live, !sampler->access.no_netlink);
	return sampler->scan;
}

static void begin_scan(struct sampler *sampler, const struct sample *before, struct sample *sample)
{
	static const struct tasks none;
	const struct tasks *then = before && (before->has & NEED_TASKS) ? &before->tasks : &none;

	sampler->then = then;
	sampler->is_scanning = task_scan_begin(scan_of_tasks(sampler), then, &sample->tasks) == 0;
}

/* In a dump they would speak of this machine. */
static void read_switches(struct sampler *sampler, struct sample *sample)
{
	const struct procstat *stat = &sample->stat;
	struct cpuswitches *switches = &sample->switches;

	if (!sampler->access.is_live || !(sample->has & NEED_STAT))
		return;
	cpuswitches_resize(switches, stat->n_cpus);
	for (size_t i = 0; i < stat->n_cpus; i++)
		switches->cpus[i].cpu = stat->cpus[i].cpu;
	note(sample, NEED_CPU_SWITCHES, cpuswitches_read(&sampler->switches, switches));
}

static unsigned int pressures_of(unsigned int needs)
{
	return needs & NEED_PRESSURES ? (1 << N_PRESSURES) - 1 : 1 << PRESSURE_CPU;
}

static void read_network(struct sampler *sampler, unsigned int needs, struct sample *sample)
{
	if (needs & NEED_SOFTNETS)
		note(sample, NEED_SOFTNETS, softnets_read(&sampler->softnets, &sample->softnets));
	if (needs & NEED_NETDEVS)
		note(sample, NEED_NETDEVS, netdevs_read(&sampler->netdevs, &sample->netdevs));
	if (needs & NEED_SOCKETS)
		note(sample, NEED_SOCKETS, sockets_read(&sampler->sockets, &sample->sockets));
}

void sampler_add(struct sampler *sampler, unsigned int needs, const struct sample *before,
		 struct sample *sample)
{
	needs &= ~sample->has;
	if (needs & NEED_STAT)
		note(sample, NEED_STAT, procstat_read(&sampler->stat, &sample->stat));
	if (needs & NEED_CPU_SWITCHES)
		read_switches(sampler, sample);
	if (needs & NEED_SOFTIRQS)
		note(sample, NEED_SOFTIRQS, softirqs_read(&sampler->softirqs, &sample->softirqs));
	if (needs & NEED_INTERRUPTS)
		note(sample, NEED_INTERRUPTS,
		     interrupts_read(&sampler->interrupts, &sample->interrupts));
	read_network(sampler, needs, sample);
	if (needs & NEED_LOAD)
		note(sample, NEED_LOAD, procps_read_load(sampler->procps, &sample->load));
	if (needs & NEED_MEMORY)
		note(sample, NEED_MEMORY, procps_read_memory(sampler->procps, &sample->memory));
	if (needs & NEED_PAGING)
		note(sample, NEED_PAGING, procps_read_paging(sampler->procps, &sample->paging));
	if (needs & NEED_PRESSURE) {
		pressure_read(&sampler->pressure, pressures_of(needs), &sample->pressure);
		note(sample, NEED_PRESSURE, 0);
	}
	if (needs & NEED_CGROUPS)
		note(sample, NEED_CGROUPS, cgroups_read(sampler->cgroups, &sample->cgroups));
	/* The kernel tells of exits by our numbers: where tasks have others, none could be matched. */
	if ((needs & NEED_EXITS) && task_scan_has_our_pids(scan_of_tasks(sampler)))
		exit_listener_open(&sampler->exits);
	if ((needs & NEED_TASKS) && !sampler->is_scanning)
		begin_scan(sampler, before, sample);
}

void sampler_read(struct sampler *sampler, unsigned int needs, const struct sample *before,
		  struct sample *sample)
{
	sample->has = 0;
	sample->is_live = sampler->access.is_live;
	sample->ticks_per_s = sampler->ticks_per_s;
	sample->page_kib = sampler->page_kib;
	sample->wall_ns = clock_wall_ns();
	sample->read_ns = clock_monotonic_ns();
	/* With no bit set it makes everything unknown. */
	pressure_read(&sampler->pressure, 0, &sample->pressure);
	sampler->is_scanning = false;
	if (!(needs & NEED_CPU_SWITCHES))
		cpuswitch_events_fini(&sampler->switches);
	if (!(needs & NEED_EXITS))
		exit_listener_close(&sampler->exits);
	sampler_add(sampler, needs, before, sample);
}

/* After the scan: see source/exits.h. */
static void read_exits(struct sampler *sampler, struct sample *sample)
{
	struct exits *exits = &sample->exits;
	int error = exits_read(&sampler->exits, exits);

	note(sample, NEED_EXITS, error);
	if (error)
		return;
	exits_house(exits, sampler->then, sample->ticks_per_s);
	exits_house(exits, &sample->tasks, sample->ticks_per_s);
	exits_sort(exits);
}

bool sampler_step(struct sampler *sampler, struct sample *sample, uint64_t budget_ns)
{
	if (!sampler->is_scanning)
		return true;
	if (!task_scan_step(sampler->scan, budget_ns))
		return false;
	sampler->is_scanning = false;
	note(sample, NEED_TASKS, 0);
	read_exits(sampler, sample);
	return true;
}

void sampler_progress(const struct sampler *sampler, size_t *done, size_t *total)
{
	*done = *total = 0;
	if (sampler->scan)
		task_scan_progress(sampler->scan, done, total);
}

bool sampler_has_taskstats(const struct sampler *sampler)
{
	return sampler->scan && task_scan_has_taskstats(sampler->scan);
}
