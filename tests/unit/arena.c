/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdalign.h>
#include <string.h>

#include "base/arena.h"

static void pieces_are_clear_and_aligned(void **state)
{
	(void)state;
	struct arena arena;

	arena_init(&arena);
	for (size_t size = 1; size < 3000; size += 7) {
		unsigned char *piece = arena_alloc(&arena, size, 1);

		assert_int_equal((uintptr_t)piece % alignof(max_align_t), 0);
		for (size_t i = 0; i < size; i++)
			assert_int_equal(piece[i], 0);
		memset(piece, 0xaa, size);
	}
	arena_fini(&arena);
}

static void pieces_do_not_overlap(void **state)
{
	(void)state;
	struct arena arena = {0};
	unsigned int *pieces[200];

	for (unsigned int i = 0; i < 200; i++) {
		pieces[i] = arena_alloc(&arena, i + 1, sizeof(unsigned int));
		for (unsigned int j = 0; j <= i; j++)
			pieces[i][j] = i;
	}
	for (unsigned int i = 0; i < 200; i++)
		for (unsigned int j = 0; j <= i; j++)
			assert_int_equal(pieces[i][j], i);
	arena_fini(&arena);
}

static void nothing_is_still_a_piece(void **state)
{
	(void)state;
	struct arena arena = {0};

	assert_non_null(arena_alloc(&arena, 0, 8));
	assert_string_equal(arena_strndup(&arena, NULL, 0), "");
	arena_fini(&arena);
}

/* As much as a frame, a little different each time. */
static void fill(struct arena *arena, size_t round)
{
	for (size_t i = 0; i < 500; i++)
		arena_alloc(arena, i % 13 + 1 + (round + i) % 2, 24);
}

/* What was needed once is given back, and what is needed then stays. */
static void a_burst_is_not_kept(void **state)
{
	(void)state;
	struct arena arena = {0};
	const struct arena_block *block;

	arena_alloc(&arena, 1, 1 << 20);
	arena_alloc(&arena, 1, 1 << 22);
	arena_reset(&arena);
	block = arena.blocks;
	arena_alloc(&arena, 1, 1 << 20);
	arena_reset(&arena);
	assert_ptr_equal(arena.blocks, block);
	arena_alloc(&arena, 1, 10000);
	arena_reset(&arena);
	for (size_t round = 0; round < 50; round++) {
		arena_alloc(&arena, 1, 10000);
		arena_reset(&arena);
		if (!round)
			block = arena.blocks;
		assert_ptr_equal(arena.blocks, block);
	}
	arena_reserve(&arena, 20000);
	assert_ptr_not_equal(arena.blocks, block);
	arena_fini(&arena);
}

static void the_steady_state_has_one_block(void **state)
{
	(void)state;
	struct arena arena = {0};

	fill(&arena, 0);
	arena_reset(&arena);

	const struct arena_block *block = arena.blocks;

	for (size_t round = 0; round < 50; round++) {
		fill(&arena, round);
		assert_ptr_equal(arena.blocks, block);
		arena_reset(&arena);
		assert_ptr_equal(arena.blocks, block);
		assert_int_equal(arena.total, 0);
	}
	arena_fini(&arena);
	assert_null(arena.blocks);
}

static void pieces_are_clear_after_a_reset(void **state)
{
	(void)state;
	struct arena arena = {0};

	for (int round = 0; round < 3; round++) {
		unsigned char *piece = arena_alloc(&arena, 10000, 1);

		for (size_t i = 0; i < 10000; i++)
			assert_int_equal(piece[i], 0);
		memset(piece, 0xff, 10000);
		arena_reset(&arena);
	}
	arena_fini(&arena);
}

static void an_empty_arena_can_be_reset(void **state)
{
	(void)state;
	struct arena arena = {0};

	arena_reset(&arena);
	assert_null(arena.blocks);
	arena_fini(&arena);
}

static void text_is_copied_and_printed(void **state)
{
	(void)state;
	struct arena arena = {0};
	char raw[] = "cpuset";
	char *copy = arena_strndup(&arena, raw, 3);
	char *whole = arena_strdup(&arena, raw);

	raw[0] = 'X';
	assert_string_equal(copy, "cpu");
	assert_string_equal(whole, "cpuset");
	for (int width = 0; width < 300; width++) {
		char *text = arena_printf(&arena, "%*d|", width, 7);

		assert_int_equal(strlen(text), width > 1 ? width + 1 : 2);
		assert_int_equal(text[strlen(text) - 1], '|');
	}
	arena_fini(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_are_clear_and_aligned),
		cmocka_unit_test(pieces_do_not_overlap),
		cmocka_unit_test(nothing_is_still_a_piece),
		cmocka_unit_test(a_burst_is_not_kept),
		cmocka_unit_test(the_steady_state_has_one_block),
		cmocka_unit_test(pieces_are_clear_after_a_reset),
		cmocka_unit_test(an_empty_arena_can_be_reset),
		cmocka_unit_test(text_is_copied_and_printed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
