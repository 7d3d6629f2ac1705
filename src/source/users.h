/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of users, asked of the system once each. */
#ifndef OVERTOP_SOURCE_USERS_H
#define OVERTOP_SOURCE_USERS_H

#include <stdbool.h>
#include <stdint.h>

struct users;

/* @is_here false: users of another machine, of whom only the numbers are known. */
struct users *users_new(bool is_here);
void users_free(struct users *users);

/* Borrowed, raw; the number in digits for a user without a name, "-" for UINT32_MAX. */
const char *users_name(struct users *users, uint32_t uid);

/* A name or a number of here.  0 or -ENOENT. */
int users_find(const char *name, uint32_t *uid);
/* A number only: of another machine. */
int users_find_number(const char *digits, uint32_t *uid);

#endif
