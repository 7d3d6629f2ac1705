/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes what is said of the recording format from the tables that write and read it, and of findings from the
 * rules.
 *
 *   generate schema            > overtop.schema.json
 *   generate format TEMPLATE   > format.md: a copy, with tables in place of the line @MEMBERS@
 *   generate findings TEMPLATE > findings.md: a copy, with the rules in place of the line @RULES@
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "record/record.h"
#include "rules.h"

/* Each shape once, in the order in which they come. */
struct shapes {
	const struct shape **items;
	size_t n, capacity;
};

static void collect(struct shapes *shapes, const struct shape *shape)
{
	for (size_t i = 0; i < shapes->n; i++)
		if (shapes->items[i] == shape)
			return;
	shapes->items =
		xgrow(shapes->items, &shapes->capacity, shapes->n + 1, sizeof(*shapes->items));
	shapes->items[shapes->n++] = shape;
	for (size_t i = 0; i < shape->n_members; i++)
		if (shape->members[i].shape)
			collect(shapes, shape->members[i].shape);
}

static void put_json_text(const char *text)
{
	putchar('"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			putchar('\\');
		putchar(*text);
	}
	putchar('"');
}

#define CPU_LIST "\"type\": \"string\", \"pattern\": \"^([0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*)?$\""
#define NUMBER   "\"type\": [\"number\", \"null\"]"

/* What is the same for all members of a kind. */
static const struct kind {
	const char *schema;
	const char *words;
} kinds[] = {
	[MEMBER_INT] = {"\"type\": \"integer\"", "integer"},
	[MEMBER_ID] = {"\"type\": [\"integer\", \"null\"], \"minimum\": 0", "integer or null"},
	[MEMBER_I16] = {"\"type\": \"integer\"", "integer"},
	[MEMBER_U8] = {"\"type\": \"integer\", \"minimum\": 0", "integer"},
	[MEMBER_U32] = {"\"type\": [\"integer\", \"null\"], \"minimum\": 0", "integer or null"},
	[MEMBER_U64] = {"\"type\": [\"integer\", \"null\"], \"minimum\": 0", "integer or null"},
	[MEMBER_SIZE] = {"\"type\": \"integer\", \"minimum\": 0", "integer"},
	[MEMBER_BOOL] = {"\"type\": \"boolean\"", "true or false"},
	[MEMBER_CHAR] = {"\"type\": \"string\", \"minLength\": 1, \"maxLength\": 1", "one letter"},
	[MEMBER_WORD] = {"\"enum\"", "word"},
	[MEMBER_NUMBER] = {NUMBER, "number or null"},
	[MEMBER_TIME] = {"\"type\": \"string\", \"format\": \"date-time\"", "time"},
	[MEMBER_TEXT] = {"\"type\": \"string\"", "text"},
	[MEMBER_CPUS] = {CPU_LIST, "CPU list"},
	[MEMBER_CPUS_IF_KNOWN] = {CPU_LIST, "CPU list"},
	[MEMBER_CPUS_IF_ANY] = {CPU_LIST, "CPU list"},
	[MEMBER_NUMBERS] =
		{"\"type\": \"array\", \"items\": {\"type\": \"integer\", \"minimum\": 0}",
		 "list of integers"},
	[MEMBER_COUNTS] = {"\"type\": \"object\", \"propertyNames\": {\"pattern\": \"^[0-9]+$\"}, "
			   "\"additionalProperties\": {" NUMBER "}",
			   "counts by CPU"},
	[MEMBER_STRUCT] = {NULL, ""},
	[MEMBER_POINTER] = {NULL, ""},
	[MEMBER_ROWS] = {NULL, "list of "},
	[MEMBER_CPU_ROWS] = {NULL, "list of "},
};

static const char *const unit_words[] = {
	[UNIT_ID] = "number",      [UNIT_COUNT] = "count", [UNIT_RATE] = "per second",
	[UNIT_PCT] = "percent",    [UNIT_KIB] = "KiB",     [UNIT_SECONDS] = "seconds",
	[UNIT_DECIMAL] = "number",
};

static bool is_list(const struct member *member)
{
	return member->kind == MEMBER_ROWS || member->kind == MEMBER_CPU_ROWS;
}

static void put_words(const struct member *member)
{
	printf("\"enum\": [");
	for (size_t i = 0; member->words[i]; i++) {
		if (i > 0)
			printf(", ");
		put_json_text(member->words[i]);
	}
	printf("]");
}

static void put_type(const struct member *member)
{
	if (member->words)
		put_words(member);
	else if (is_list(member))
		printf("\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/%s\"}",
		       member->shape->name);
	else if (member->shape)
		printf("\"$ref\": \"#/$defs/%s\"", member->shape->name);
	else
		printf("%s", kinds[member->kind].schema);
}

static void begin_property(const char *key, const char *help, bool is_first)
{
	printf("%s\n        ", is_first ? "" : ",");
	put_json_text(key);
	printf(": {\"description\": ");
	put_json_text(help);
	printf(", ");
}

static void put_properties(const struct shape *shape)
{
	for (size_t i = 0; i < shape->n_members; i++) {
		begin_property(shape->members[i].key, shape->members[i].help, i == 0);
		put_type(&shape->members[i]);
		printf("}");
	}
	for (size_t i = 0; i < shape_n_fields(shape); i++) {
		begin_property(shape->fields[i].key, shape->fields[i].help,
			       shape->n_members + i == 0);
		printf(NUMBER "}");
	}
}

static void put_required_key(const char *key, bool *is_first)
{
	printf("%s", *is_first ? "" : ", ");
	put_json_text(key);
	*is_first = false;
}

static void put_required(const struct shape *shape)
{
	bool is_first = true;

	for (size_t i = 0; i < shape->n_members; i++)
		if (!member_is_optional(&shape->members[i]))
			put_required_key(shape->members[i].key, &is_first);
	for (size_t i = 0; i < shape_n_fields(shape); i++)
		put_required_key(shape->fields[i].key, &is_first);
}

static void put_definition(const struct shape *shape)
{
	printf("    ");
	put_json_text(shape->name);
	printf(": {\n      \"type\": \"object\",\n      \"properties\": {");
	put_properties(shape);
	printf("\n      },\n      \"required\": [");
	put_required(shape);
	printf("]\n    }");
}

static void put_schema(const struct shapes *shapes)
{
	printf("{\n"
	       "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
	       "  \"title\": \"a line of overtop --json or --record, format %d\",\n"
	       "  \"$ref\": \"#/$defs/%s\",\n"
	       "  \"$defs\": {\n",
	       RECORD_FORMAT, shapes->items[0]->name);
	for (size_t i = 0; i < shapes->n; i++) {
		put_definition(shapes->items[i]);
		printf("%s\n", i + 1 < shapes->n ? "," : "");
	}
	printf("  }\n}\n");
}

/* What a table says of the kind: "list of [irq](#irq)". */
static void put_kind(const struct member *member)
{
	printf("%s", kinds[member->kind].words);
	for (size_t i = 0; member->words && member->words[i]; i++)
		printf("%s`%s`", i > 0 ? ", " : ": ", member->words[i]);
	if (member->shape)
		printf("[%s](#%s)", member->shape->name, member->shape->name);
	if (member->is_seldom)
		printf(member->kind == MEMBER_BOOL ? ", if true" : ", if not 0");
	else if (member_is_optional(member))
		printf(", if any");
}

static void put_table(const struct shape *shape)
{
	printf("### %s\n\n| key | is | meaning |\n|---|---|---|\n", shape->name);
	for (size_t i = 0; i < shape->n_members; i++) {
		printf("| `%s` | ", shape->members[i].key);
		put_kind(&shape->members[i]);
		printf(" | %s |\n", shape->members[i].help);
	}
	for (size_t i = 0; i < shape_n_fields(shape); i++)
		printf("| `%s` | %s or null | %s |\n", shape->fields[i].key,
		       unit_words[shape->fields[i].unit], shape->fields[i].help);
}

static void put_tables(const struct shapes *shapes)
{
	for (size_t i = 0; i < shapes->n; i++) {
		printf("%s", i > 0 ? "\n" : "");
		put_table(shapes->items[i]);
	}
}

static int copy(const struct shapes *shapes, const char *path)
{
	FILE *template = fopen(path, "r");
	char *line = NULL;
	size_t size = 0;

	if (!template) {
		perror(path);
		return 1;
	}
	while (getline(&line, &size, template) >= 0) {
		if (strcmp(line, "@MEMBERS@\n") == 0)
			put_tables(shapes);
		else if (strcmp(line, "@RULES@\n") == 0)
			put_rules();
		else
			fputs(line, stdout);
	}
	free(line);
	fclose(template);
	return 0;
}

static bool is_copied(const char *name)
{
	return strcmp(name, "format") == 0 || strcmp(name, "findings") == 0;
}

int main(int argc, char **argv)
{
	struct shapes shapes = {0};
	int status = 2;

	collect(&shapes, &record_shape);
	if (argc == 2 && strcmp(argv[1], "schema") == 0) {
		put_schema(&shapes);
		status = 0;
	} else if (argc == 3 && is_copied(argv[1])) {
		status = copy(&shapes, argv[2]);
	} else {
		fputs("usage: generate schema | generate format|findings TEMPLATE\n", stderr);
	}
	free(shapes.items);
	return fflush(stdout) == 0 ? status : 1;
}
