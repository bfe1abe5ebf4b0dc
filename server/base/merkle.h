#pragma once
/* A tree of hashes, put together as RFC 9162 section 2.1 says, of 128 places: the receipts of one batch
 * are leaves of it, and one signature of its root holds for all of them. Places are drawn, and
 * what nobody has is random bytes, so neither a place nor what stands beside it tells how many
 * receipts there were, or of whom. */

#include "base/crypto.h"
#include "base/platform.h"

enum {
	MERKLE_LEVELS = 7,
	MERKLE_PLACES = 1 << MERKLE_LEVELS,
};

/* How to come from a leaf to the root. */
struct merkle_proof {
	uint8_t place;                                  /* 0 to MERKLE_PLACES - 1 */
	uint8_t path[MERKLE_LEVELS][CRYPTO_HASH_BYTES]; /* what stands beside, from the leaf up */
};

/* SHA-256(0x00, salt, line): without the salt nobody finds out by trying what a leaf beside
 * theirs is of. */
void merkle_leaf(uint8_t out[CRYPTO_HASH_BYTES], const uint8_t salt[32], const void *line,
		 size_t size);

/* The root that a leaf belongs to. `proof->place` is below MERKLE_PLACES. */
void merkle_root(uint8_t out[CRYPTO_HASH_BYTES], const uint8_t leaf[CRYPTO_HASH_BYTES],
		 const struct merkle_proof *proof);

/* Give each of 1 to MERKLE_PLACES leaves a place and a proof. */
void merkle_build(uint8_t root[CRYPTO_HASH_BYTES], struct merkle_proof *proof,
		  uint8_t (*leaf)[CRYPTO_HASH_BYTES], size_t count,
		  const struct platform *platform);
