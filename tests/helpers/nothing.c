/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nothing: ends at once.  Linked statically, it is the shortest program there is: blindload runs it. */
#include "config.h"

int main(void)
{
	return 0;
}
