/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "record/record.h"

const struct shape record_shape = {.name = "record", .size = sizeof(struct record)};
const struct axis record_axis = {offsetof(struct record, interval.cpu_numbers),
				 offsetof(struct record, interval.n_cpus)};
