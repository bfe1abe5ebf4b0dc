/* The tree lies in an array: the root is node 1, node n has 2n and 2n + 1 below it, and the
 * leaf at place p is node 128 + p. */

#include "base/merkle.h"

#include <string.h>

enum { DRAW_BYTES = 4 };

static void join(uint8_t out[32], const uint8_t left[32], const uint8_t right[32])
{
	uint8_t both[1 + 2 * CRYPTO_HASH_BYTES] = {0x01};

	memcpy(both + 1, left, CRYPTO_HASH_BYTES);
	memcpy(both + 1 + CRYPTO_HASH_BYTES, right, CRYPTO_HASH_BYTES);
	crypto_sha256(out, both, sizeof(both));
}

void merkle_leaf(uint8_t out[CRYPTO_HASH_BYTES], const uint8_t salt[32], const void *line,
		 size_t size)
{
	struct crypto_hash hash;

	crypto_hash_begin(&hash);
	crypto_hash_add(&hash, "", 1);
	crypto_hash_add(&hash, salt, 32);
	crypto_hash_add(&hash, line, size);
	crypto_hash_end(&hash, out);
}

void merkle_root(uint8_t out[CRYPTO_HASH_BYTES], const uint8_t leaf[CRYPTO_HASH_BYTES],
		 const struct merkle_proof *proof)
{
	memcpy(out, leaf, CRYPTO_HASH_BYTES);
	for (int level = 0; level < MERKLE_LEVELS; level++) {
		if (proof->place >> level & 1)
			join(out, proof->path[level], out);
		else
			join(out, out, proof->path[level]);
	}
}

/* Draw a place of its own for each: the first `count` of 128 in an order that is drawn. */
static void draw_places(struct merkle_proof *proof, size_t count, const struct platform *platform)
{
	uint8_t place[MERKLE_PLACES];
	uint32_t drawn[MERKLE_PLACES];

	_Static_assert(sizeof(drawn[0]) == DRAW_BYTES, "as many bytes as are drawn");
	platform->pad(platform->context, drawn, count * DRAW_BYTES);
	for (size_t i = 0; i < MERKLE_PLACES; i++)
		place[i] = (uint8_t)i;
	for (size_t i = 0; i < count; i++) {
		size_t other = i + drawn[i] % (MERKLE_PLACES - i);
		proof[i].place = place[other];
		place[other] = place[i];
	}
}

void merkle_build(uint8_t root[CRYPTO_HASH_BYTES], struct merkle_proof *proof,
		  uint8_t (*leaf)[CRYPTO_HASH_BYTES], size_t count, const struct platform *platform)
{
	uint8_t node[2 * MERKLE_PLACES][CRYPTO_HASH_BYTES];
	bool is_made[2 * MERKLE_PLACES] = {false};

	draw_places(proof, count, platform);
	for (size_t i = 0; i < count; i++) {
		size_t at = (size_t)MERKLE_PLACES + proof[i].place;
		memcpy(node[at], leaf[i], CRYPTO_HASH_BYTES);
		is_made[at] = true;
	}
	for (size_t at = sizeof(node) / sizeof(node[0]) - 2; at >= 2; at -= 2) {
		if (!is_made[at] && !is_made[at + 1])
			continue;
		if (!is_made[at] || !is_made[at + 1])
			platform->pad(platform->context, node[at + is_made[at]], CRYPTO_HASH_BYTES);
		join(node[at / 2], node[at], node[at + 1]);
		is_made[at / 2] = true;
	}
	for (size_t i = 0; i < count; i++) {
		size_t at = (size_t)MERKLE_PLACES + proof[i].place;
		for (int level = 0; level < MERKLE_LEVELS; level++, at /= 2)
			memcpy(proof[i].path[level], node[at ^ 1], CRYPTO_HASH_BYTES);
	}
	memcpy(root, node[1], CRYPTO_HASH_BYTES);
}
