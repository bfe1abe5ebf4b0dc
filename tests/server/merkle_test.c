/* Trees of receipts: against the definition in RFC 9162, and what a proof tells. */

#include <criterion/criterion.h>
#include <string.h>

#include "base/merkle.h"
#include "fake_platform.h"

static struct fake_platform fake;
static uint8_t leaf[MERKLE_PLACES][32], root[32];
static struct merkle_proof proof[MERKLE_PLACES];

static void make_leaves(void)
{
	fake_platform_begin(&fake, 5);
	crypto_begin();
	for (size_t i = 0; i < MERKLE_PLACES; i++)
		merkle_leaf(leaf[i], (const uint8_t[32]){(uint8_t)i}, "line", 4);
}

TestSuite(merkle, .init = make_leaves);

/* Section 2.1.1: the hash of a list is its one leaf's, or that of 0x01 and both halves'. */
static void hash_list(uint8_t out[32], const uint8_t (*list)[32], size_t count)
{
	uint8_t both[65] = {1};

	if (count == 1) {
		memcpy(out, list[0], 32);
		return;
	}
	hash_list(both + 1, list, count / 2);
	hash_list(both + 33, list + count / 2, count / 2);
	crypto_sha256(out, both, sizeof(both));
}

Test(merkle, a_leaf_is_hashed_as_the_rfc_says)
{
	uint8_t bytes[1 + 32 + 4] = {0}, expected[32];

	bytes[1] = 3;
	memcpy(bytes + 33, "line", 4);
	crypto_sha256(expected, bytes, sizeof(bytes));
	cr_expect_arr_eq(leaf[3], expected, 32);
}

Test(merkle, a_full_tree_has_the_rfc_s_root)
{
	uint8_t list[MERKLE_PLACES][32], expected[32];

	merkle_build(root, proof, leaf, MERKLE_PLACES, &fake.platform);
	for (size_t i = 0; i < MERKLE_PLACES; i++)
		memcpy(list[proof[i].place], leaf[i], 32);
	hash_list(expected, (const uint8_t(*)[32])list, MERKLE_PLACES);
	cr_expect_arr_eq(root, expected, 32);
}

Test(merkle, every_leaf_comes_to_the_root_from_a_place_of_its_own)
{
	for (size_t count = 1; count <= MERKLE_PLACES; count++) {
		bool is_taken[MERKLE_PLACES] = {false};
		uint8_t found[32];

		merkle_build(root, proof, leaf, count, &fake.platform);
		for (size_t i = 0; i < count; i++) {
			cr_assert_lt(proof[i].place, MERKLE_PLACES);
			cr_assert_not(is_taken[proof[i].place], "of %zu, number %zu", count, i);
			is_taken[proof[i].place] = true;
			merkle_root(found, leaf[i], &proof[i]);
			cr_assert_arr_eq(found, root, 32, "of %zu, number %zu", count, i);
		}
	}
}

Test(merkle, whatever_is_changed_leads_elsewhere)
{
	uint8_t found[32];

	merkle_build(root, proof, leaf, 3, &fake.platform);
	for (size_t bit = 0; bit < 8 * sizeof(proof[1].path); bit += 7) {
		struct merkle_proof changed = proof[1];
		((uint8_t *)changed.path)[bit / 8] ^= (uint8_t)(1 << bit % 8);
		merkle_root(found, leaf[1], &changed);
		cr_expect_arr_neq(found, root, 32, "bit %zu of the path", bit);
	}
	for (int level = 0; level < MERKLE_LEVELS; level++) {
		struct merkle_proof changed = proof[1];
		changed.place ^= (uint8_t)(1 << level);
		merkle_root(found, leaf[1], &changed);
		cr_expect_arr_neq(found, root, 32, "bit %d of the place", level);
	}
	merkle_root(found, leaf[2], &proof[1]);
	cr_expect_arr_neq(found, root, 32, "another leaf");
}

/* A receipt that is alone has as much beside it as one among many, none of it twice. */
Test(merkle, nothing_tells_how_many_there_are)
{
	uint8_t seen[2 * MERKLE_LEVELS][32];

	merkle_build(root, proof, leaf, 1, &fake.platform);
	memcpy(seen, proof[0].path, sizeof(proof[0].path));
	merkle_build(root, proof, leaf, 1, &fake.platform);
	memcpy(seen + MERKLE_LEVELS, proof[0].path, sizeof(proof[0].path));
	for (int i = 0; i < 2 * MERKLE_LEVELS; i++) {
		for (int j = 0; j < i; j++)
			cr_expect_arr_neq(seen[i], seen[j], 32, "%d and %d", i, j);
	}
}

/* 12,800 draws, 100 a place: 40 more or fewer is four standard deviations. */
Test(merkle, every_place_is_drawn_as_often)
{
	uint32_t drawn[MERKLE_PLACES] = {0};

	for (int i = 0; i < 6400; i++) {
		merkle_build(root, proof, leaf, 2, &fake.platform);
		drawn[proof[0].place]++;
		drawn[proof[1].place]++;
	}
	for (size_t place = 0; place < MERKLE_PLACES; place++)
		cr_expect(drawn[place] > 60 && drawn[place] < 140, "place %zu: %u", place,
			  drawn[place]);
}
