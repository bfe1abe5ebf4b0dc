/* Memory that is given back all at once. */

#include <criterion/criterion.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

enum { BLOCK = 64 * 1024 };

static void expect_zero(const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		cr_assert_eq(bytes[i], 0, "byte %zu", i);
}

Test(arena, pieces_are_zero_aligned_and_stay_where_they_are)
{
	struct arena arena = {0};
	uint8_t *piece[3000];

	for (size_t i = 0; i < 3000; i++) {
		piece[i] = arena_take(&arena, i % 97 + 1);
		cr_assert_eq((uintptr_t)piece[i] % _Alignof(max_align_t), 0);
		expect_zero(piece[i], i % 97 + 1);
		memset(piece[i], (int)(i % 255) + 1, i % 97 + 1);
	}
	for (size_t i = 0; i < 3000; i++) {
		for (size_t at = 0; at < i % 97 + 1; at++)
			cr_assert_eq(piece[i][at], i % 255 + 1, "piece %zu", i);
	}
	arena_free(&arena);
}

Test(arena, a_block_is_filled_to_its_end_and_more_than_a_block_has_its_own)
{
	struct arena arena = {0};
	uint8_t *first = arena_take(&arena, BLOCK - 16), *last = arena_take(&arena, 16);
	uint8_t *next = arena_take(&arena, 1), *large = arena_take(&arena, BLOCK + 1);
	uint8_t *after = arena_take(&arena, 1);

	cr_expect_eq(last, first + BLOCK - 16, "there was room for it");
	cr_expect(next < first || next >= first + BLOCK);
	expect_zero(large, BLOCK + 1);
	memset(large, 1, BLOCK + 1);
	cr_expect_eq(after, next + 16, "the large one took nobody's room");
	arena_free(&arena);
}

Test(arena, what_was_given_back_is_wiped)
{
	static const char secret[] = "nobody is to find this";
	struct arena arena = {0};
	const char *kept = arena_copy(&arena, secret, sizeof(secret));

	cr_assert_str_eq(kept, secret);
	arena_clear(&arena);
	expect_zero((const uint8_t *)kept, sizeof(secret));
	cr_expect_eq(arena_take(&arena, 8), kept, "its block is used again");
	arena_free(&arena);
	arena_free(&arena);
	cr_expect_null(arena.now);
}

Test(arena, nothing_is_a_piece_too)
{
	struct arena arena = {0};

	cr_expect_not_null(arena_copy(&arena, NULL, 0));
	arena_clear(&arena);
	arena_clear(&arena);
	arena_free(&arena);
}
