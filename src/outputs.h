/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef OVERTOP_OUTPUTS_H
#define OVERTOP_OUTPUTS_H

#endif
