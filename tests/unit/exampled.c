/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "exampled.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "priced.h"
#include "sample.h"

/* What must be read for a member of this path, or whose path begins so if it ends in a dot or '_'. */
static const struct {
	const char *path;
	unsigned int needs;
} sources[] = {
	{".all.", NEED_STAT},
	{".cpus.", NEED_STAT},
	{".cpus.cs", NEED_CPU_SWITCHES},
	{".cpus.in", NEED_INTERRUPTS},
	{".cpus.sirq", NEED_SOFTIRQS},
	{".totals.r", NEED_STAT},
	{".totals.b", NEED_STAT},
	{".totals.cs", NEED_STAT},
	{".totals.in", NEED_STAT},
	{".totals.fork", NEED_STAT},
	{".totals.sirq", NEED_STAT},
	{".totals.load1", NEED_LOAD},
	{".totals.load5", NEED_LOAD},
	{".totals.load15", NEED_LOAD},
	{".totals.all_threads", NEED_LOAD},
	{".totals.mem_", NEED_MEMORY},
	{".totals.swap_", NEED_MEMORY},
	{".totals.swpd", NEED_MEMORY},
	{".totals.free", NEED_MEMORY},
	{".totals.cache", NEED_MEMORY},
	{".totals.si", NEED_PAGING},
	{".totals.so", NEED_PAGING},
	{".totals.bi", NEED_PAGING},
	{".totals.bo", NEED_PAGING},
	{".totals.fault", NEED_PAGING},
	{".totals.major", NEED_PAGING},
	{".totals.processes", NEED_TASKS},
	{".totals.threads", NEED_TASKS},
	{".totals.unowned", NEED_TASKS},
	{".totals.exit", NEED_EXITS},
	{".totals.exits_", NEED_EXITS},
	{".exited.", NEED_EXITS},
	{".pressure.", NEED_PRESSURE},
	{".pressure.io", NEED_PRESSURES},
	{".pressure.memory", NEED_PRESSURES},
	{".pressure.irq", NEED_PRESSURES},
	{".softirqs.", NEED_SOFTIRQS},
	{".irqs.", NEED_INTERRUPTS},
	{".irqs.asked", NEED_AFFINITY},
	{".irqs.effective", NEED_AFFINITY},
	{".irqs.node", NEED_AFFINITY},
	{".irqs.unhandled", NEED_AFFINITY},
	{".irqs.device", NEED_CARDS},
	{".irqs.queue", NEED_CARDS},
	{".irqs.queue_", NEED_CARDS},
	{".processes.", NEED_TASKS},
	{".threads.", NEED_TASKS},
	{".processes.wchan", NEED_CLOSEUPS},
	{".processes.allowed", NEED_CLOSEUPS},
	{".threads.wchan", NEED_CLOSEUPS},
	{".threads.allowed", NEED_CLOSEUPS},
	{".softnets.", NEED_SOFTNETS},
	{".netdevs.", NEED_NETDEVS},
	{".netdevs.driver", NEED_CARDS},
	{".netdevs.queues", NEED_CARDS},
	{".netdevs.channels", NEED_CARDS},
	{".netdevs.channels_", NEED_CARDS},
	{".sockets.", NEED_SOCKETS},
	{".sockets.established", NEED_PEERS},
	{".sockets.top", NEED_PEERS},
	{".sockets.top_", NEED_PEERS},
	{".sockets.listener", NEED_PEERS},
	{".sockets.listen_queue", NEED_PEERS},
	{".cgroups.", NEED_CGROUPS},
	{".settings.", NEED_SETTINGS},
	{".topology.", NEED_TOPOLOGY},
	{".prices.", NEED_PRICES},
};

struct walk {
	struct arena *arena;
	unsigned int needs;
	const char *problem;
};

static bool is_of(const char *path, const char *source)
{
	size_t len = strlen(source);

	return strncmp(path, source, len) == 0 && (strchr("._", source[len - 1]) || !path[len]);
}

static void note(struct walk *walk, const char *path)
{
	for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++)
		if (is_of(path, sources[i].path))
			walk->needs |= sources[i].needs;
}

static const struct member *find_member(const struct shape *shape, const char *key)
{
	for (size_t i = 0; i < shape->n_members; i++)
		if (strcmp(shape->members[i].key, key) == 0)
			return &shape->members[i];
	return NULL;
}

static bool has_field(const struct shape *shape, const char *key)
{
	for (size_t i = 0; i < shape_n_fields(shape); i++)
		if (strcmp(shape->fields[i].key, key) == 0)
			return true;
	return false;
}

static void check_object(struct walk *walk, const struct shape *shape, const char *path,
			 json_t *object);

static void check_value(struct walk *walk, const struct shape *shape, const char *path,
			json_t *value)
{
	json_t *row;
	size_t i;

	if (!json_is_array(value))
		check_object(walk, shape, path, value);
	else
		json_array_foreach(value, i, row) check_object(walk, shape, path, row);
}

/* Every key is one of the shape's. */
static void check_object(struct walk *walk, const struct shape *shape, const char *path,
			 json_t *object)
{
	const char *key;
	json_t *value;

	json_object_foreach(object, key, value)
	{
		const struct member *member = find_member(shape, key);
		const char *within = arena_printf(walk->arena, "%s.%s", path, key);

		note(walk, within);
		if (member && member->shape)
			check_value(walk, member->shape, within, value);
		else if (!member && !has_field(shape, key))
			walk->problem =
				arena_printf(walk->arena, "%s: there is no such thing", within + 1);
	}
}

static json_t *load(struct walk *walk, const char *text)
{
	char *whole = arena_printf(walk->arena, "{%s}", text);
	json_error_t error;
	json_t *object;

	for (char *at = whole; *at; at++)
		if (*at == '\'')
			*at = '"';
	object = json_loads(whole, JSON_REJECT_DUPLICATES, &error);
	if (!object)
		walk->problem = arena_printf(walk->arena, "%s at byte %d of %s", error.text,
					     error.position, whole);
	return object;
}

static void take_prices(struct exampled *exampled, struct walk *walk, json_t *object,
			const char *name)
{
	json_t *prices = json_object_get(object, name), *ns;
	const char *key;

	if (!prices)
		return;
	exampled->has_prices = true;
	json_object_foreach(prices, key, ns)
	{
		struct price price = priced(arena_strdup(walk->arena, key), json_number_value(ns));

		note(walk, ".prices.");
		if (!json_is_number(ns))
			walk->problem = "prices: not a number";
		price.is_disturbed = strcmp(name, "disturbed") == 0;
		price_list_put(&exampled->prices, &price);
	}
	json_object_del(object, name);
}

/* @name of each row, each once, in the order of the rows. */
static json_t *list_of(json_t *rows, const char *name)
{
	json_t *list = json_array(), *row, *last = NULL;
	size_t i;

	json_array_foreach(rows, i, row)
	{
		json_t *number = json_object_get(row, name);

		if (number && !(last && json_equal(number, last)))
			json_array_append(list, number);
		last = number;
	}
	return list;
}

static void complete(json_t *object)
{
	json_t *given = json_pack("{s:i, s:s, s:b, s:b, s:i, s:i, s:b, s:b}", "overtop", 1, "time",
				  "2026-11-30T16:05:33Z", "since_boot", 0, "live", 1, "ticks_per_s",
				  100, "seconds", 1, "has_tasks", 1, "has_wait", 1);
	json_t *cpus = json_object_get(object, "cpus"), *pid;
	json_t *threads = json_object_get(object, "threads");
	json_t *processes, *pids;
	size_t i;

	json_object_update_missing(object, given);
	json_decref(given);
	if (cpus && !json_object_get(object, "cpu_numbers"))
		json_object_set_new(object, "cpu_numbers", list_of(cpus, "cpu"));
	if (!threads || json_object_get(object, "processes"))
		return;
	processes = json_array();
	pids = list_of(threads, "pid");
	json_array_foreach(pids, i, pid)
		json_array_append_new(processes, json_pack("{s:O}", "pid", pid));
	json_object_set_new(object, "processes", processes);
	json_decref(pids);
}

const char *exampled_init(struct exampled *exampled, const char *text)
{
	struct arena arena = {0};
	struct walk walk = {.arena = &arena};
	json_t *object = load(&walk, text);

	record_init(&exampled->record);
	priced_init(&exampled->prices);
	exampled->has_prices = false;
	if (object) {
		take_prices(exampled, &walk, object, "prices");
		take_prices(exampled, &walk, object, "disturbed");
		check_object(&walk, &record_shape, "", object);
		complete(object);
	}
	if (!walk.problem) {
		char *line = json_dumps(object, JSON_COMPACT);

		record_read(&exampled->record, line, strlen(line), &walk.problem);
		free(line);
	}
	if (walk.problem)
		walk.problem = arena_strdup(&exampled->record.interval.arena, walk.problem);
	exampled->needs = walk.needs;
	json_decref(object);
	arena_fini(&arena);
	return walk.problem;
}

void exampled_fini(struct exampled *exampled)
{
	price_list_fini(&exampled->prices);
	record_fini(&exampled->record);
}
