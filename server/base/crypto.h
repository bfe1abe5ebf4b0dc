#pragma once
/* Every hash, HMAC and signature of Pennon, in the exact bytes that
 * game/README.md fixes. The server and pennon-verify share it; nothing else touches
 * libcrypto (hashes, HMACs, randomness: it uses what the processor has for them) and
 * libsodium (signatures, comparing, forgetting).
 *
 * One rule for every hash input: each text is followed by one 0x0A byte, while seeds,
 * nonces, salts and hashes are 32 raw bytes. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	CRYPTO_HASH_BYTES = 32,
	CRYPTO_KEY_ID_BYTES = 8,
	CRYPTO_SIGNATURE_BYTES = 64,
	CRYPTO_TOKEN_CHARACTERS = 43, /* of 32 bytes in base64url without padding */
};

/* Make the library ready. False when the machine has no source of randomness. May be
 * called again. */
bool crypto_begin(void);

/* ---- SHA-256 piece by piece ---- */

struct crypto_hash {
	void *context; /* of the thread that began */
};

/* Begin; add bytes, as many and as often as there are, and end, all on one thread. Of a
 * thread at most four may be under way at once. */
void crypto_hash_begin(struct crypto_hash *hash);
void crypto_hash_add(struct crypto_hash *hash, const void *bytes, size_t size);

/* The text and its 0x0A. */
void crypto_hash_text(struct crypto_hash *hash, const char *text);

/* The hash of all that was added. Begin again before it is used again. */
void crypto_hash_end(struct crypto_hash *hash, uint8_t out[CRYPTO_HASH_BYTES]);

/* SHA-256 of bytes as they stand. */
void crypto_sha256(uint8_t out[CRYPTO_HASH_BYTES], const void *bytes, size_t size);

/* ---- what is hashed ---- */

/* What is published of the seed at creation. */
void crypto_seed_commitment(uint8_t out[CRYPTO_HASH_BYTES], const char *game,
			    const uint8_t seed[32]);

/* What is published of a sealed slot. `content` is a canonical line without LF. */
void crypto_seal(uint8_t out[CRYPTO_HASH_BYTES], const char *game, const char *slot,
		 const uint8_t salt[32], const char *content);

/* The hash before a viewer's first event. `viewer` is "red", "blue" or "public". */
void crypto_chain_first(uint8_t out[CRYPTO_HASH_BYTES], const char *game, const char *viewer);

/* What stands for a command in a receipt: its canonical text without LF. */
void crypto_command_hash(uint8_t out[CRYPTO_HASH_BYTES], const char *command, size_t size);

/* K, the key of a game's dice: who created the game comes first, whatever their colour. */
void crypto_dice_key(uint8_t out[32], const uint8_t seed[32], const char *game,
		     const uint8_t nonce_creator[32], const uint8_t nonce_joiner[32]);

/* Block `block` of the bytes that belong to a label. */
void crypto_dice_block(uint8_t out[32], const uint8_t key[32], const char *label, uint32_t block);

/* ---- what is derived from the server's own secret ---- */

/* 32 bytes for (game, purpose, key) as base64url: the same question always gets the same
 * answer, so a repeated request does too. `out` has CRYPTO_TOKEN_CHARACTERS + 1 bytes. */
void crypto_derive_token(char out[CRYPTO_TOKEN_CHARACTERS + 1], const uint8_t secret[32],
			 const char *game, const char *purpose, const char *key);

/* The id of the game that a creation with this key makes: 36 lower-case characters of a
 * version 4 UUID and a NUL. */
void crypto_derive_game(char out[37], const uint8_t secret[32], const char *key);

/* What makes a receipt's leaf one that nobody can guess: for a viewer's event number `seq` of a game
 * always the same 32 bytes. */
void crypto_receipt_salt(uint8_t out[32], const uint8_t secret[32], const char *game,
			 const char *viewer, uint32_t seq);

/* HMAC-SHA256 of bytes under a key of 32 bytes. */
void crypto_hmac(uint8_t out[CRYPTO_HASH_BYTES], const uint8_t key[32], const void *bytes,
		 size_t size);

/* ---- what is given away to be brought back ---- */

enum {
	CRYPTO_NONCE_BYTES = 24,
	CRYPTO_HIDDEN_MAX = 64, /* bytes that can be hidden */
/* What `size` bytes come to: nonce and tag (16 bytes) besides, base64url, a NUL. */
#define CRYPTO_HIDDEN_CHARACTERS(size) (((size) + 24 + 16) * 4 / 3 + 2)
};

/* Encrypt and authenticate `size` bytes (XSalsa20-Poly1305) by a key of this purpose, as base64url
 * without padding. `nonce` is random, and never the same twice. */
void crypto_hide(char *out, size_t out_size, const uint8_t secret[32], const char *purpose,
		 const uint8_t nonce[CRYPTO_NONCE_BYTES], const void *bytes, size_t size);

/* The inverse. False when the text is none that was made so, of `size` bytes. */
bool crypto_unhide(void *out, size_t size, const uint8_t secret[32], const char *purpose,
		   const char *text);

/* ---- signatures ---- */

struct crypto_key {
	uint8_t id[CRYPTO_KEY_ID_BYTES]; /* the first bytes of SHA-256(public key) */
	uint8_t public_key[32];
	uint8_t secret_key[64];
};

/* The Ed25519 key that belongs to 32 random bytes. */
void crypto_key_make(struct crypto_key *out, const uint8_t seed[32]);
void crypto_key_id(uint8_t out[CRYPTO_KEY_ID_BYTES], const uint8_t public_key[32]);
void crypto_signature_make(uint8_t out[CRYPTO_SIGNATURE_BYTES], const struct crypto_key *key,
			   const void *bytes, size_t size);
bool crypto_signature_good(const uint8_t signature[CRYPTO_SIGNATURE_BYTES],
			   const uint8_t public_key[32], const void *bytes, size_t size);

/* The same of the root of a tree of receipts. */
void crypto_root_sign(uint8_t out[CRYPTO_SIGNATURE_BYTES], const struct crypto_key *key,
		      const uint8_t root[CRYPTO_HASH_BYTES]);
bool crypto_root_good(const uint8_t signature[CRYPTO_SIGNATURE_BYTES], const uint8_t public_key[32],
		      const uint8_t root[CRYPTO_HASH_BYTES]);

/* ---- odds and ends ---- */

/* Compare without telling by the time taken where they differ. */
bool crypto_equal(const void *a, const void *b, size_t size);
void crypto_random(void *out, size_t size);

/* Random bytes for an id or for padding, from a supply that each thread draws in one go: each
 * question of the library asks the kernel. Not for a secret. */
void crypto_random_some(void *out, size_t size);

/* Overwrite a secret that is no longer needed. */
void crypto_forget(void *bytes, size_t size);
