/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/rescue.h"

#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct {
	volatile sig_atomic_t is_armed;
	struct termios modes;
	char text[512];
	size_t len;
} rescue;

void rescue_remember_modes(void)
{
	tcgetattr(STDIN_FILENO, &rescue.modes);
}

void rescue_begin(void)
{
	rescue.is_armed = 0;
	rescue.len = 0;
}

/* One that does not fit is left out whole. */
void rescue_add(const char *text)
{
	size_t len = rescue.len;

	while (text && *text) {
		const char *end = strncmp(text, "$<", 2) == 0 ? strchr(text, '>') : NULL;

		if (end) {
			text = end + 1;
			continue;
		}
		if (len == sizeof(rescue.text))
			return;
		rescue.text[len++] = *text++;
	}
	rescue.len = len;
}

void rescue_arm(bool is_armed)
{
	rescue.is_armed = is_armed;
}

void rescue_terminal(void)
{
	if (!rescue.is_armed)
		return;
	rescue.is_armed = 0;
	for (size_t done = 0; done < rescue.len;) {
		ssize_t n = write(STDOUT_FILENO, rescue.text + done, rescue.len - done);

		if (n <= 0)
			break;
		done += (size_t)n;
	}
	tcsetattr(STDIN_FILENO, TCSANOW, &rescue.modes);
}
