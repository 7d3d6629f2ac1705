/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "replay_users.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "record/record.h"
#include "source/host.h"
#include "source/users.h"

struct replay_users {
	const struct record *record; /* borrowed */
	char *boot_id;               /* of this machine */
	struct users *here, *elsewhere;
	struct words words;
};

static bool is_of_here(const struct replay_users *users)
{
	const char *boot_id = users->record->boot_id;

	return boot_id && users->boot_id && strcmp(boot_id, users->boot_id) == 0;
}

static int by_uid(const void *a, const void *b)
{
	const struct record_user *x = a, *y = b;

	return (x->uid > y->uid) - (x->uid < y->uid);
}

static const char *user(void *data, uint32_t uid)
{
	const struct replay_users *users = data;
	const struct record *record = users->record;
	struct record_user key = {.uid = uid};
	const struct record_user *known = NULL;

	if (record->n_users)
		known = bsearch(&key, record->users, record->n_users, sizeof(key), by_uid);
	if (known)
		return known->name;
	return users_name(is_of_here(users) ? users->here : users->elsewhere, uid);
}

static int find_user(void *data, const char *name, uint32_t *uid)
{
	const struct replay_users *users = data;
	const struct record *record = users->record;

	for (size_t i = 0; i < record->n_users; i++)
		if (strcmp(record->users[i].name, name) == 0) {
			*uid = record->users[i].uid;
			return 0;
		}
	return is_of_here(users) ? users_find(name, uid) : users_find_number(name, uid);
}

struct replay_users *replay_users_new(void)
{
	struct replay_users *users = xcalloc(1, sizeof(*users));

	users->boot_id = host_boot_id_dup();
	users->here = users_new(true);
	users->elsewhere = users_new(false);
	users->words = (struct words){.data = users, .user = user, .find_user = find_user};
	return users;
}

void replay_users_free(struct replay_users *users)
{
	if (!users)
		return;
	users_free(users->here);
	users_free(users->elsewhere);
	free(users->boot_id);
	free(users);
}

const struct words *replay_users_words(struct replay_users *users, const struct record *record)
{
	users->record = record;
	return &users->words;
}
