/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/cards.h"

#include <errno.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/counter.h"
#include "base/xalloc.h"

/* It seldom changes; read again when this old. */
static const uint64_t max_age_ns = 10000000000;

/* Of so many, the most interesting ones, it is asked each time whether they are others by now. */
enum { MOST_ASKED = 32 };

void cards_forget(struct cards *cards)
{
	for (size_t i = 0; i < cards->n_items; i++)
		cards->items[i].read_ns = 0;
}

void cards_init(struct cards *cards)
{
	*cards = (struct cards){.socket = -1, .new_files = 512, .old_files = 16};
	attributes_init(&cards->files);
}

static void forget(struct card *card)
{
	for (size_t i = 0; i < card->queues_capacity; i++)
		cpuset_fini(&card->queues[i].cpus);
	free(card->queues);
	free(card->driver);
	free(card->name);
}

void cards_fini(struct cards *cards)
{
	for (size_t i = 0; i < cards->n_items; i++)
		forget(&cards->items[i]);
	free(cards->items);
	if (cards->socket >= 0)
		close(cards->socket);
	attributes_fini(&cards->files);
	cards_init(cards);
}

static size_t place_of(const struct cards *cards, const char *name)
{
	size_t low = 0, high = cards->n_items;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(cards->items[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_at(const struct cards *cards, size_t place, const char *name)
{
	return place < cards->n_items && strcmp(cards->items[place].name, name) == 0;
}

static struct card *item_of(struct cards *cards, const char *name)
{
	size_t place = place_of(cards, name);

	if (is_at(cards, place, name))
		return &cards->items[place];
	cards->items =
		xgrow(cards->items, &cards->capacity, cards->n_items + 1, sizeof(*cards->items));
	memmove(&cards->items[place + 1], &cards->items[place],
		(cards->n_items - place) * sizeof(*cards->items));
	cards->items[place] = (struct card){.name = xstrdup(name), .ifindex = -1};
	cards->n_items++;
	return &cards->items[place];
}

const struct card *cards_find(const struct cards *cards, const char *name)
{
	size_t place = place_of(cards, name);

	return is_at(cards, place, name) && cards->items[place].read_ns ? &cards->items[place]
									: NULL;
}

/* As the kernel has it; what a dump calls an interface may be no name of a file. */
static bool is_name(const char *name)
{
	return *name && strlen(name) < IFNAMSIZ && !strchr(name, '/') && strcmp(name, ".") != 0 &&
	       strcmp(name, "..") != 0;
}

static struct ifreq request_of(const char *name)
{
	struct ifreq request = {0};

	memcpy(request.ifr_name, name, strlen(name));
	return request;
}

/* The number of what has that name now; -1: unknown. */
static int ask_ifindex(const struct cards *cards, const char *name)
{
	struct ifreq request = request_of(name);

	if (cards->socket < 0 || ioctl(cards->socket, SIOCGIFINDEX, &request) < 0)
		return -1;
	return request.ifr_ifindex;
}

/* What is no address, or of which there is none to ask for, is none that differs. */
static bool has_its_address(struct cards *cards, const char *name)
{
	struct ifreq request = request_of(name);
	unsigned char *bytes = (unsigned char *)request.ifr_hwaddr.sa_data;
	char text[sizeof("00:00:00:00:00:00")];
	struct span there;

	if (ioctl(cards->socket, SIOCGIFHWADDR, &request) < 0 ||
	    !attributes_text(&cards->files, name, "address", &there))
		return true;
	snprintf(text, sizeof(text), "%02x:%02x:%02x:%02x:%02x:%02x", bytes[0], bytes[1], bytes[2],
		 bytes[3], bytes[4], bytes[5]);
	/* That of a tunnel is shorter, that of InfiniBand longer. */
	return memcmp(there.text, text, there.len < sizeof(text) ? there.len : sizeof(text) - 1) ==
	       0;
}

static void ask_channels(const struct cards *cards, struct card *card)
{
	struct ethtool_channels channels = {.cmd = ETHTOOL_GCHANNELS};
	struct ifreq request = request_of(card->name);

	card->channels = card->channels_most = COUNTER_UNKNOWN;
	request.ifr_data = (void *)&channels;
	if (cards->socket < 0 || ioctl(cards->socket, SIOCETHTOOL, &request) < 0 ||
	    channels.max_combined == 0)
		return;
	card->channels = channels.combined_count;
	card->channels_most = channels.max_combined;
}

static struct card_queue *add_queue(struct card *card, char kind, int number)
{
	size_t had = card->queues_capacity;
	struct card_queue *queue;

	card->queues =
		xgrow(card->queues, &card->queues_capacity, card->n_queues + 1, sizeof(*queue));
	if (card->queues_capacity > had)
		memset(&card->queues[had], 0,
		       (card->queues_capacity - had) * sizeof(*card->queues));
	queue = &card->queues[card->n_queues++];
	queue->kind = kind;
	queue->number = number;
	queue->has_cpus = false;
	queue->flow_cnt = COUNTER_UNKNOWN;
	return queue;
}

/* An attribute whose 0 is a number like others. */
static uint64_t read_number(struct attributes *files, const char *directory, const char *name)
{
	struct span text;
	uint64_t number;

	if (!attributes_text(files, directory, name, &text))
		return COUNTER_UNKNOWN;

	struct scan scan = scan_of(text.text, text.len);

	return scan_u64(&scan, &number) ? number : COUNTER_UNKNOWN;
}

/* The queues of one kind, in ascending order; returns how many files were read. */
static size_t read_queues(struct cards *cards, struct card *card, char kind,
			  const struct cpuset *numbers)
{
	size_t n_files = 0;
	char directory[64];

	for (int i = cpuset_next(numbers, -1); i >= 0; i = cpuset_next(numbers, i)) {
		struct card_queue *queue = add_queue(card, kind, i);

		snprintf(directory, sizeof(directory), "%s/queues/%cx-%d", card->name, kind, i);
		queue->has_cpus =
			attributes_mask(&cards->files, directory,
					kind == 'r' ? "rps_cpus" : "xps_cpus", &queue->cpus);
		n_files++;
		if (kind != 'r')
			continue;
		queue->flow_cnt = read_number(&cards->files, directory, "rps_flow_cnt");
		n_files++;
	}
	return n_files;
}

static size_t read_all_queues(struct cards *cards, struct card *card)
{
	struct attributes queues;
	struct cpuset rx = {0}, tx = {0};
	char path[64];
	size_t n_files;

	attributes_init(&queues);
	snprintf(path, sizeof(path), "/sys/class/net/%s/queues", card->name);
	card->n_queues = 0;
	card->has_queues = attributes_open(&queues, path) == 0;
	if (card->has_queues) {
		attributes_numbers(&queues, "rx-", &rx);
		attributes_numbers(&queues, "tx-", &tx);
	}
	n_files = read_queues(cards, card, 'r', &rx);
	card->n_rx = card->n_queues;
	n_files += read_queues(cards, card, 't', &tx);
	cpuset_fini(&rx);
	cpuset_fini(&tx);
	attributes_fini(&queues);
	return n_files + 1;
}

/* The name of the driver that the link device/driver leads to; a new string, or NULL. */
static char *read_driver(const struct cards *cards, const char *name)
{
	char path[64], target[4096];
	const char *slash;
	ssize_t len;

	snprintf(path, sizeof(path), "%s/device/driver", name);
	len = readlinkat(cards->files.dirfd, path, target, sizeof(target) - 1);
	if (len <= 0)
		return NULL;
	target[len] = '\0';
	slash = strrchr(target, '/');
	return xstrdup(slash ? slash + 1 : target);
}

/*
 * The node is that of the device, or of the one it sits on.  Where /sys shows another network namespace than
 * the one this is in, an interface there may have the same name, even the same number, but another address:
 * then nothing that stands there is of this one.  Returns how many files were read.
 */
static size_t read_card(struct cards *cards, struct card *card, int ifindex, uint64_t now_ns)
{
	struct attributes *files = &cards->files;
	int there = attributes_id(files, card->name, "ifindex");

	free(card->driver);
	card->driver = NULL;
	card->ifindex = ifindex >= 0 ? ifindex : there;
	card->node = -1;
	card->speed_mbit = COUNTER_UNKNOWN;
	card->has_queues = false;
	card->n_queues = card->n_rx = 0;
	card->read_ns = now_ns;
	ask_channels(cards, card);
	if (ifindex >= 0 && (there != ifindex || !has_its_address(cards, card->name)))
		return 2;
	card->driver = read_driver(cards, card->name);
	card->node = attributes_id(files, card->name, "device/numa_node");
	if (card->driver && card->node < 0)
		card->node = attributes_id(files, card->name, "device/../numa_node");
	card->speed_mbit = attributes_count(files, card->name, "speed");
	return read_all_queues(cards, card) + 6;
}

/* Forgets those of @cards that are not among the @n. */
static void keep_listed(struct cards *cards, const char *const *names, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < cards->n_items; i++)
		cards->items[i].is_listed = false;
	for (size_t i = 0; i < n; i++) {
		size_t place = place_of(cards, names[i]);

		if (is_at(cards, place, names[i]))
			cards->items[place].is_listed = true;
	}
	for (size_t i = 0; i < cards->n_items; i++) {
		if (cards->items[i].is_listed)
			cards->items[kept++] = cards->items[i];
		else
			forget(&cards->items[i]);
	}
	cards->n_items = kept;
}

static void open_all(struct cards *cards, bool is_live)
{
	if (cards->is_opened)
		return;
	cards->is_opened = true;
	attributes_open(&cards->files, "/sys/class/net");
	if (is_live)
		cards->socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (is_live && cards->socket < 0)
		cards->socket = socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
}

static void read_new(struct cards *cards, const char *const *names, size_t n, uint64_t now_ns)
{
	size_t n_files = 0;

	for (size_t i = 0; i < n && n_files < cards->new_files; i++) {
		if (!is_name(names[i]))
			continue;

		const struct card *card = cards_find(cards, names[i]);
		int ifindex;

		if (card && i >= MOST_ASKED)
			continue;
		ifindex = ask_ifindex(cards, names[i]);
		if (!card || (ifindex >= 0 && card->ifindex != ifindex))
			n_files += read_card(cards, item_of(cards, names[i]), ifindex, now_ns);
	}
}

static struct card *oldest(struct cards *cards)
{
	struct card *oldest = cards->n_items ? &cards->items[0] : NULL;

	for (size_t i = 1; i < cards->n_items; i++)
		if (cards->items[i].read_ns < oldest->read_ns)
			oldest = &cards->items[i];
	return oldest;
}

static void read_old(struct cards *cards, uint64_t now_ns)
{
	size_t n_files = 0;

	while (n_files < cards->old_files) {
		struct card *card = oldest(cards);

		if (!card || now_ns - card->read_ns < max_age_ns)
			return;
		n_files += read_card(cards, card, ask_ifindex(cards, card->name), now_ns);
	}
}

void cards_refresh(struct cards *cards, const char *const *names, size_t n, bool is_live)
{
	uint64_t now_ns = clock_monotonic_ns();

	open_all(cards, is_live);
	keep_listed(cards, names, n);
	if (cards->files.dirfd < 0 && cards->socket < 0)
		return;
	read_new(cards, names, n, now_ns);
	read_old(cards, now_ns);
}
