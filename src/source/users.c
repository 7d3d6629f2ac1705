/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/users.h"

#include <errno.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"
#include "base/xalloc.h"

struct user {
	uint32_t uid;
	char *name;
};

struct users {
	struct user *known; /* ascending by uid */
	size_t n_known, capacity;
	bool is_here;
};

/* What getpwuid_r() and getpwnam_r() may want; past it the entry is no user's. */
#define MOST_ROOM (1 << 20)

struct users *users_new(bool is_here)
{
	struct users *users = xcalloc(1, sizeof(*users));

	users->is_here = is_here;
	return users;
}

void users_free(struct users *users)
{
	if (!users)
		return;
	for (size_t i = 0; i < users->n_known; i++)
		free(users->known[i].name);
	free(users->known);
	free(users);
}

/* By @name, or where that is NULL by @uid. *room holds the texts of @entry: freed by the caller. */
static bool look_up(const char *name, uint32_t uid, struct passwd *entry, char **room)
{
	struct passwd *found = NULL;
	size_t size = 1024;
	int error;

	do {
		size *= 2;
		*room = xreallocarray(*room, size, 1);
		error = name ? getpwnam_r(name, entry, *room, size, &found)
			     : getpwuid_r(uid, entry, *room, size, &found);
	} while (error == EINTR || (error == ERANGE && size < MOST_ROOM));
	return !error && found;
}

static char *name_of(const struct users *users, uint32_t uid)
{
	char *room = NULL, digits[16];
	struct passwd entry;

	snprintf(digits, sizeof(digits), "%u", uid);

	bool is_found = users->is_here && look_up(NULL, uid, &entry, &room);
	char *name = xstrdup(is_found && *entry.pw_name ? entry.pw_name : digits);

	free(room);
	return name;
}

static size_t place_of(const struct users *users, uint32_t uid)
{
	size_t low = 0, high = users->n_known;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (users->known[middle].uid < uid)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const char *users_name(struct users *users, uint32_t uid)
{
	size_t place = place_of(users, uid);

	if (uid == UINT32_MAX)
		return "-";
	if (place < users->n_known && users->known[place].uid == uid)
		return users->known[place].name;
	users->known =
		xgrow(users->known, &users->capacity, users->n_known + 1, sizeof(*users->known));
	memmove(&users->known[place + 1], &users->known[place],
		(users->n_known - place) * sizeof(*users->known));
	users->known[place] = (struct user){.uid = uid, .name = name_of(users, uid)};
	users->n_known++;
	return users->known[place].name;
}

/* Digits are a number whether or not somebody has it; UINT32_MAX stands for nobody. */
static bool parse_uid(const char *name, uint32_t *uid)
{
	struct scan scan = scan_of(name, strlen(name));
	uint64_t number;

	if (*name < '0' || *name > '9')
		return false;
	if (!scan_u64(&scan, &number) || !scan_is_at_end(&scan) || number >= UINT32_MAX)
		return false;
	*uid = (uint32_t)number;
	return true;
}

int users_find_number(const char *digits, uint32_t *uid)
{
	return parse_uid(digits, uid) ? 0 : -ENOENT;
}

int users_find(const char *name, uint32_t *uid)
{
	struct passwd entry;
	char *room = NULL;
	bool is_found = look_up(name, 0, &entry, &room);

	if (is_found)
		*uid = entry.pw_uid;
	free(room);
	return is_found || parse_uid(name, uid) ? 0 : -ENOENT;
}
