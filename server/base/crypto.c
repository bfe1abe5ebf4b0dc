/* The one file that speaks to libsodium. Each function is one line of the table of hash
 * inputs in README.md, in the order of that table. */

#include "base/crypto.h"

#include <sodium.h>
#include <string.h>

_Static_assert(sizeof(crypto_hash_sha256_state) <= sizeof(struct crypto_hash),
	       "a hash in progress must fit its public struct");
_Static_assert(crypto_sign_SECRETKEYBYTES == 64, "an Ed25519 key of libsodium has 64 bytes");

bool crypto_begin(void)
{
	return sodium_init() >= 0;
}

static crypto_hash_sha256_state *state_of(struct crypto_hash *hash)
{
	return (crypto_hash_sha256_state *)(void *)hash->state;
}

void crypto_hash_begin(struct crypto_hash *hash)
{
	crypto_hash_sha256_init(state_of(hash));
}

void crypto_hash_add(struct crypto_hash *hash, const void *bytes, size_t size)
{
	crypto_hash_sha256_update(state_of(hash), bytes, size);
}

void crypto_hash_text(struct crypto_hash *hash, const char *text)
{
	crypto_hash_add(hash, text, strlen(text));
	crypto_hash_add(hash, "\n", 1);
}

void crypto_hash_end(struct crypto_hash *hash, uint8_t out[CRYPTO_HASH_BYTES])
{
	crypto_hash_sha256_final(state_of(hash), out);
}

void crypto_sha256(uint8_t out[CRYPTO_HASH_BYTES], const void *bytes, size_t size)
{
	crypto_hash_sha256(out, bytes, size);
}

void crypto_seed_commitment(uint8_t out[CRYPTO_HASH_BYTES], const char *game,
			    const uint8_t seed[32])
{
	struct crypto_hash hash;
	crypto_hash_begin(&hash);
	crypto_hash_text(&hash, "pennon seed");
	crypto_hash_text(&hash, game);
	crypto_hash_add(&hash, seed, 32);
	crypto_hash_end(&hash, out);
}

void crypto_seal(uint8_t out[CRYPTO_HASH_BYTES], const char *game, const char *slot,
		 const uint8_t salt[32], const char *content)
{
	struct crypto_hash hash;
	crypto_hash_begin(&hash);
	crypto_hash_text(&hash, "pennon seal");
	crypto_hash_text(&hash, game);
	crypto_hash_text(&hash, slot);
	crypto_hash_add(&hash, salt, 32);
	crypto_hash_text(&hash, content);
	crypto_hash_end(&hash, out);
}

void crypto_chain_first(uint8_t out[CRYPTO_HASH_BYTES], const char *game, const char *viewer)
{
	struct crypto_hash hash;
	crypto_hash_begin(&hash);
	crypto_hash_text(&hash, "pennon chain");
	crypto_hash_text(&hash, game);
	crypto_hash_text(&hash, viewer);
	crypto_hash_end(&hash, out);
}

void crypto_command_hash(uint8_t out[CRYPTO_HASH_BYTES], const char *command, size_t size)
{
	struct crypto_hash hash;
	crypto_hash_begin(&hash);
	crypto_hash_add(&hash, command, size);
	crypto_hash_add(&hash, "\n", 1);
	crypto_hash_end(&hash, out);
}

/* Take a text and its 0x0A into an HMAC. */
static void authenticate_text(crypto_auth_hmacsha256_state *state, const char *text)
{
	crypto_auth_hmacsha256_update(state, (const unsigned char *)text, strlen(text));
	crypto_auth_hmacsha256_update(state, (const unsigned char *)"\n", 1);
}

void crypto_dice_key(uint8_t out[32], const uint8_t seed[32], const char *game,
		     const uint8_t nonce_creator[32], const uint8_t nonce_joiner[32])
{
	crypto_auth_hmacsha256_state state;
	crypto_auth_hmacsha256_init(&state, seed, 32);
	authenticate_text(&state, game);
	crypto_auth_hmacsha256_update(&state, nonce_creator, 32);
	crypto_auth_hmacsha256_update(&state, nonce_joiner, 32);
	crypto_auth_hmacsha256_final(&state, out);
}

void crypto_dice_block(uint8_t out[32], const uint8_t key[32], const char *label, uint32_t block)
{
	const uint8_t number[4] = {(uint8_t)(block >> 24), (uint8_t)(block >> 16),
				   (uint8_t)(block >> 8), (uint8_t)block};
	crypto_auth_hmacsha256_state state;
	crypto_auth_hmacsha256_init(&state, key, 32);
	authenticate_text(&state, label);
	crypto_auth_hmacsha256_update(&state, number, sizeof(number));
	crypto_auth_hmacsha256_final(&state, out);
}

void crypto_derive_token(char out[CRYPTO_TOKEN_CHARACTERS + 1], const uint8_t secret[32],
			 const char *game, const char *purpose, const char *key)
{
	uint8_t bytes[32];
	crypto_auth_hmacsha256_state state;
	crypto_auth_hmacsha256_init(&state, secret, 32);
	authenticate_text(&state, game);
	authenticate_text(&state, purpose);
	authenticate_text(&state, key);
	crypto_auth_hmacsha256_final(&state, bytes);
	sodium_bin2base64(out, CRYPTO_TOKEN_CHARACTERS + 1, bytes, sizeof(bytes),
			  sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void crypto_derive_game(char out[37], const uint8_t secret[32], const char *key)
{
	static const char digits[] = "0123456789abcdef";
	uint8_t bytes[32];
	crypto_auth_hmacsha256_state state;
	crypto_auth_hmacsha256_init(&state, secret, 32);
	authenticate_text(&state, "game");
	authenticate_text(&state, key);
	crypto_auth_hmacsha256_final(&state, bytes);
	bytes[6] = (uint8_t)((bytes[6] & 0x0f) | 0x40); /* version 4 */
	bytes[8] = (uint8_t)((bytes[8] & 0x3f) | 0x80); /* RFC 9562 variant */
	for (int i = 0; i < 16; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			*out++ = '-';
		*out++ = digits[bytes[i] >> 4];
		*out++ = digits[bytes[i] & 15];
	}
	*out = '\0';
}

void crypto_key_make(struct crypto_key *out, const uint8_t seed[32])
{
	crypto_sign_seed_keypair(out->public_key, out->secret_key, seed);
	crypto_key_id(out->id, out->public_key);
}

void crypto_key_id(uint8_t out[CRYPTO_KEY_ID_BYTES], const uint8_t public_key[32])
{
	uint8_t hash[CRYPTO_HASH_BYTES];
	crypto_sha256(hash, public_key, 32);
	memcpy(out, hash, CRYPTO_KEY_ID_BYTES);
}

void crypto_signature_make(uint8_t out[CRYPTO_SIGNATURE_BYTES], const struct crypto_key *key,
			   const void *bytes, size_t size)
{
	crypto_sign_detached(out, NULL, bytes, size, key->secret_key);
}

bool crypto_signature_good(const uint8_t signature[CRYPTO_SIGNATURE_BYTES],
			   const uint8_t public_key[32], const void *bytes, size_t size)
{
	return crypto_sign_verify_detached(signature, bytes, size, public_key) == 0;
}

bool crypto_equal(const void *a, const void *b, size_t size)
{
	return sodium_memcmp(a, b, size) == 0;
}

void crypto_random(void *out, size_t size)
{
	randombytes_buf(out, size);
}

void crypto_forget(void *bytes, size_t size)
{
	sodium_memzero(bytes, size);
}
