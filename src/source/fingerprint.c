/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/fingerprint.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/scan.h"
#include "base/textfile.h"
#include "base/xalloc.h"

/*
 * "model name" is that of x86, "cpu model" of MIPS, "cpu" of POWER, "uarch" of RISC-V; ARM has only numbers,
 * and two that together are a model.
 */
static const char *const model_keys[] = {
	"model name", "cpu model", "cpu", "uarch", "CPU implementer", "CPU part",
};

static char *take_text(struct buffer *buffer)
{
	char *text = xstrndup(buffer->text ? buffer->text : "", buffer->len);

	buffer_fini(buffer);
	return text;
}

static bool is_model_key(struct span key)
{
	for (size_t i = 0; i < sizeof(model_keys) / sizeof(*model_keys); i++)
		if (span_is(key, model_keys[i]))
			return true;
	return false;
}

/* "key\t: value" */
static void add_model(struct scan line, struct buffer *model)
{
	const char *colon = memchr(line.at, ':', (size_t)(line.end - line.at));

	if (!colon)
		return;

	struct scan before = scan_of(line.at, (size_t)(colon - line.at));
	struct scan after = scan_of(colon + 1, (size_t)(line.end - colon - 1));
	struct span value = scan_rest(&after);

	if (!is_model_key(scan_rest(&before)))
		return;
	if (model->len)
		buffer_add_text(model, " ");
	buffer_add(model, value.text, value.len);
}

char *fingerprint_cpu_model_dup(const char *text, size_t len)
{
	struct scan rest = scan_of(text, len), line;
	struct buffer model = {0};

	/* A CPU ends with an empty line; before it there may be one that says nothing of its model. */
	while (scan_line(&rest, &line) && !(line.at == line.end && model.len))
		add_model(line, &model);
	return take_text(&model);
}

static char *read_cpu_model(void)
{
	struct textfile file;
	char *model;

	textfile_init(&file);
	textfile_read_once(&file, AT_FDCWD, "/proc/cpuinfo");
	model = fingerprint_cpu_model_dup(file.text ? file.text : "", file.len);
	textfile_fini(&file);
	return model;
}

static char *read_kernel(void)
{
	struct buffer kernel = {0};
	struct utsname name;

	if (uname(&name) == 0) {
		buffer_add_text(&kernel, name.release);
		buffer_add_text(&kernel, " ");
		buffer_add_text(&kernel, name.version);
	}
	return take_text(&kernel);
}

static int is_visible(const struct dirent *entry)
{
	return *entry->d_name != '.';
}

/* Not alphasort(), which follows the locale. */
static int compare_names(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void add_mitigation(int dirfd, const char *name, struct buffer *mitigations)
{
	struct textfile file;

	textfile_init(&file);
	if (textfile_read_once(&file, dirfd, name) == 0) {
		struct scan rest = scan_of(file.text, file.len), line = rest;

		scan_line(&rest, &line);

		struct span text = scan_rest(&line);

		buffer_add_text(mitigations, mitigations->len ? "; " : "");
		buffer_add_text(mitigations, name);
		buffer_add_text(mitigations, ": ");
		buffer_add(mitigations, text.text, text.len);
	}
	textfile_fini(&file);
}

static char *read_mitigations(void)
{
	static const char path[] = "/sys/devices/system/cpu/vulnerabilities";
	struct buffer mitigations = {0};
	struct dirent **entries = NULL;
	int dirfd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int n = dirfd < 0 ? 0 : scandirat(dirfd, ".", &entries, is_visible, compare_names);

	for (int i = 0; i < n; i++) {
		add_mitigation(dirfd, entries[i]->d_name, &mitigations);
		free(entries[i]);
	}
	free(entries);
	if (dirfd >= 0)
		close(dirfd);
	return take_text(&mitigations);
}

void fingerprint_read(struct fingerprint *fingerprint)
{
	*fingerprint = (struct fingerprint){
		.cpu_model = read_cpu_model(),
		.kernel = read_kernel(),
		.mitigations = read_mitigations(),
	};
}

void fingerprint_fini(struct fingerprint *fingerprint)
{
	free(fingerprint->cpu_model);
	free(fingerprint->kernel);
	free(fingerprint->mitigations);
	*fingerprint = (struct fingerprint){0};
}
