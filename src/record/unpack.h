/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef OVERTOP_RECORD_UNPACK_H
#define OVERTOP_RECORD_UNPACK_H

#endif
