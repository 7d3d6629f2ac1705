/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/irq_name.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

/* What the text in the place of the device must look like. */
enum form {
	FORM_ANY,
	FORM_VIRTIO,    /* "virtio2" */
	FORM_NVME,      /* "nvme0" */
	FORM_INTERFACE, /* "eth0", "ens5": the rest of the name is too little to go by */
};

/* '%' is the device, '#' the number of the queue, '*' any text; all else is itself, small or capital. */
struct habit {
	const char *pattern;
	char kind;
	enum form form;
};

/* The first that fits; so those that say more come first. */
static const struct habit habits[] = {
	{"%-input.#", 'r', FORM_VIRTIO},
	{"%-output.#", 't', FORM_VIRTIO},
	{"%-req.#", 'b', FORM_VIRTIO},
	{"%-*", 0, FORM_VIRTIO}, /* -config, -virtqueues, -control */
	{"%", 0, FORM_VIRTIO},
	{"%q#", 'b', FORM_NVME},
	{"mlx5_comp#@pci:%", 'b', FORM_ANY},
	{"mlx4-comp-#@pci:%", 'b', FORM_ANY},
	{"mlx4-#@pci:%", 'b', FORM_ANY},
	{"mana_q#@pci:%", 'b', FORM_ANY},
	{"gve-ntfy-blk#@pci:%", IRQ_NAME_BLOCK, FORM_ANY},
	{"%-ntfy-block.#", IRQ_NAME_BLOCK, FORM_ANY}, /* gve, earlier */
	{"*@pci:%", 0, FORM_ANY},                     /* mlx5_async0, ena-mgmnt */
	{"i40e-%:fdir-TxRx-#", 0, FORM_ANY},
	{"i40e-%:misc", 0, FORM_ANY},
	{"i40e-%-TxRx-#", 'b', FORM_ANY},
	{"i40e-%-rx-#", 'r', FORM_ANY},
	{"i40e-%-tx-#", 't', FORM_ANY},
	{"iavf-%-TxRx-#", 'b', FORM_ANY},
	{"iavf-%-rx-#", 'r', FORM_ANY},
	{"iavf-%-tx-#", 't', FORM_ANY},
	{"ice-%-TxRx-#", 'b', FORM_ANY},
	{"ice-%-rx-#", 'r', FORM_ANY},
	{"ice-%-tx-#", 't', FORM_ANY},
	{"hns3-%-TxRx-#", 'b', FORM_ANY},
	{"%-TxRx-#", 'b', FORM_ANY},
	{"%-Tx-Rx-#", 'b', FORM_ANY}, /* ena */
	{"%-rxtx-#", 'b', FORM_ANY},  /* vmxnet3 */
	{"%-rx-#", 'r', FORM_ANY},
	{"%-tx-#", 't', FORM_ANY},
	{"%:rx-#", 'r', FORM_ANY}, /* stmmac */
	{"%:tx-#", 't', FORM_ANY},
	{"%-q#-rx", 'r', FORM_ANY}, /* xen-netfront */
	{"%-q#-tx", 't', FORM_ANY},
	{"%-rx#", 'r', FORM_INTERFACE},
	{"%-tx#", 't', FORM_INTERFACE},
	{"%-fp-#", 'b', FORM_INTERFACE}, /* bnx2x, qede */
	{"%-q#", 'b', FORM_INTERFACE},   /* be2net */
	{"%-#", 'b', FORM_INTERFACE},    /* bnx2, sfc, mlx4 */
	{"%", 0, FORM_INTERFACE},
	{"%-*", 0, FORM_INTERFACE}, /* vmxnet3: -event-2 */
};

/* Longer is no name; it would take long to say so. */
#define NAME_MOST 255

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static char small(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* @prefix, at least one digit, and nothing else. */
static bool is_numbered(struct span text, const char *prefix)
{
	size_t at = strlen(prefix);

	if (text.len <= at || memcmp(text.text, prefix, at) != 0)
		return false;
	while (at < text.len && is_digit(text.text[at]))
		at++;
	return at == text.len;
}

/* As the kernel and udev name them: ethN, enoN, ens5f0, enp3s0, emN, ibN, wlp2s0 ...; no '-' in it. */
static bool is_interface(struct span text)
{
	static const char *const prefixes[] = {"eth", "eno",  "ens", "enp", "enP", "enx", "em",
					       "ib",  "wlan", "wlp", "wlo", "wls", "wlx"};

	for (size_t i = 0; i < text.len; i++)
		if (text.text[i] == '-' || text.text[i] == ':' || text.text[i] == ' ')
			return false;
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++) {
		size_t len = strlen(prefixes[i]);

		if (text.len > len && memcmp(text.text, prefixes[i], len) == 0 &&
		    (is_digit(text.text[len]) || prefixes[i][len - 1] == 'x'))
			return true;
	}
	return false;
}

static bool has_form(struct span device, enum form form)
{
	switch (form) {
	case FORM_ANY:
		return !memchr(device.text, ' ', device.len);
	case FORM_VIRTIO:
		return is_numbered(device, "virtio");
	case FORM_NVME:
		return is_numbered(device, "nvme");
	case FORM_INTERFACE:
		return is_interface(device);
	}
	return false;
}

/* Digits off the front of @name, all there are. */
static size_t take_number(struct span name, int *number)
{
	size_t at = 0;
	int value = 0;

	for (; at < name.len && is_digit(name.text[at]); at++) {
		if (value > (INT_MAX - 9) / 10)
			return 0;
		value = value * 10 + (name.text[at] - '0');
	}
	*number = value;
	return at;
}

static struct span after(struct span name, size_t n)
{
	return (struct span){name.text + n, name.len - n};
}

static bool fits(const struct habit *habit, const char *pattern, struct span name,
		 struct irq_name *found);

/* As little as will do. */
static bool fits_wildcard(const struct habit *habit, const char *pattern, struct span name,
			  struct irq_name *found)
{
	for (size_t len = 1; len <= name.len; len++) {
		struct span taken = {name.text, len};

		if (*pattern == '%' && !has_form(taken, habit->form))
			continue;
		if (!fits(habit, pattern + 1, after(name, len), found))
			continue;
		if (*pattern == '%')
			found->device = taken;
		return true;
	}
	return false;
}

static bool fits(const struct habit *habit, const char *pattern, struct span name,
		 struct irq_name *found)
{
	for (; *pattern && *pattern != '%' && *pattern != '*'; pattern++) {
		size_t n = 1;

		if (*pattern == '#')
			n = take_number(name, &found->queue);
		else if (name.len == 0 || small(*pattern) != small(name.text[0]))
			n = 0;
		if (n == 0)
			return false;
		name = after(name, n);
	}
	return *pattern ? fits_wildcard(habit, pattern, name, found) : name.len == 0;
}

struct irq_name irq_name_parse(const char *name, size_t len)
{
	struct span whole = {name, len};

	for (size_t i = 0; len <= NAME_MOST && i < sizeof(habits) / sizeof(*habits); i++) {
		struct irq_name found = {.kind = habits[i].kind, .queue = -1};

		if (!fits(&habits[i], habits[i].pattern, whole, &found))
			continue;
		if (!found.kind)
			found.queue = -1;
		return found;
	}
	return (struct irq_name){.queue = -1};
}
