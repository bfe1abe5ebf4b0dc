/* The one file that speaks to libcrypto and libsodium. Each function is one line of the
 * table of hash inputs in README.md, in the order of that table.
 *
 * libcrypto looks its algorithms up by name and allocates a context for each use, which
 * costs more than a short hash. So they are looked up once, and each thread keeps its
 * contexts. */

#include "base/crypto.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { HASHES_MAX = 4, SUPPLY_BYTES = 4096, NUMBER_BYTES = 4 };

_Static_assert(crypto_secretbox_NONCEBYTES == CRYPTO_NONCE_BYTES, "a nonce of libsodium");
_Static_assert(crypto_secretbox_KEYBYTES == 32, "a key of libsodium has 32 bytes");
_Static_assert(crypto_sign_SECRETKEYBYTES == 64, "an Ed25519 key of libsodium has 64 bytes");

/* ---- what a thread keeps ---- */

struct contexts {
	EVP_MD_CTX *hash[HASHES_MAX];
	bool is_used[HASHES_MAX];
	EVP_MAC_CTX *hmac;
	uint8_t hmac_key[32]; /* that it is set to, once it is */
	bool has_hmac_key;
	uint8_t supply[SUPPLY_BYTES];
	size_t supply_left; /* at its end */
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key_of_thread;
static _Thread_local struct contexts *mine;
static EVP_MD *sha256;
static EVP_MAC *hmac;

static void must(bool good)
{
	if (!good)
		abort(); /* no memory, or a library without SHA-256 */
}

static void free_contexts(void *value)
{
	struct contexts *contexts = value;

	for (int i = 0; i < HASHES_MAX; i++)
		EVP_MD_CTX_free(contexts->hash[i]);
	EVP_MAC_CTX_free(contexts->hmac);
	crypto_forget(contexts, sizeof(*contexts));
	free(contexts);
	mine = NULL;
}

/* What an administrator configured for other programs is not for this one. */
static void begin_once(void)
{
	must(OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL) == 1);
	sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
	hmac = EVP_MAC_fetch(NULL, "HMAC", NULL);
	must(sha256 && hmac && pthread_key_create(&key_of_thread, free_contexts) == 0);
}

static struct contexts *make_contexts(void)
{
	struct contexts *contexts = calloc(1, sizeof(*contexts));
	char digest[] = "SHA256";
	const OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string("digest", digest, 0),
					 OSSL_PARAM_construct_end()};

	pthread_once(&once, begin_once);
	must(contexts != NULL);
	for (int i = 0; i < HASHES_MAX; i++) {
		contexts->hash[i] = EVP_MD_CTX_new();
		must(contexts->hash[i] && EVP_DigestInit_ex2(contexts->hash[i], sha256, NULL) == 1);
	}
	contexts->hmac = EVP_MAC_CTX_new(hmac);
	must(contexts->hmac && EVP_MAC_CTX_set_params(contexts->hmac, parameters) == 1);
	must(pthread_setspecific(key_of_thread, contexts) == 0);
	return contexts;
}

static struct contexts *my_contexts(void)
{
	if (!mine)
		mine = make_contexts();
	return mine;
}

bool crypto_begin(void)
{
	uint8_t byte;

	pthread_once(&once, begin_once);
	return sodium_init() >= 0 && RAND_bytes(&byte, 1) == 1;
}

/* ---- hashes ---- */

void crypto_hash_begin(struct crypto_hash *hash)
{
	struct contexts *contexts = my_contexts();
	int i = 0;

	while (i < HASHES_MAX && contexts->is_used[i])
		i++;
	must(i < HASHES_MAX);
	contexts->is_used[i] = true;
	hash->context = contexts->hash[i];
	/* The algorithm stays that of the first time. */
	must(EVP_DigestInit_ex2(hash->context, NULL, NULL) == 1);
}

void crypto_hash_add(struct crypto_hash *hash, const void *bytes, size_t size)
{
	must(EVP_DigestUpdate(hash->context, bytes, size) == 1);
}

void crypto_hash_text(struct crypto_hash *hash, const char *text)
{
	crypto_hash_add(hash, text, strlen(text));
	crypto_hash_add(hash, "\n", 1);
}

void crypto_hash_end(struct crypto_hash *hash, uint8_t out[CRYPTO_HASH_BYTES])
{
	struct contexts *contexts = my_contexts();

	must(EVP_DigestFinal_ex(hash->context, out, NULL) == 1);
	for (int i = 0; i < HASHES_MAX; i++) {
		if (contexts->hash[i] == hash->context)
			contexts->is_used[i] = false;
	}
	hash->context = NULL;
}

void crypto_sha256(uint8_t out[CRYPTO_HASH_BYTES], const void *bytes, size_t size)
{
	struct crypto_hash hash;
	crypto_hash_begin(&hash);
	crypto_hash_add(&hash, bytes, size);
	crypto_hash_end(&hash, out);
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

/* HMAC-SHA256 under a key of 32 bytes: begin, add, end before another is begun. */
static void hmac_begin(const uint8_t key[32])
{
	struct contexts *contexts = my_contexts();

	/* Setting a key hashes two blocks, and most are of the same secret. */
	if (contexts->has_hmac_key && crypto_equal(contexts->hmac_key, key, 32)) {
		must(EVP_MAC_init(contexts->hmac, NULL, 0, NULL) == 1);
		return;
	}
	must(EVP_MAC_init(contexts->hmac, key, 32, NULL) == 1);
	memcpy(contexts->hmac_key, key, 32);
	contexts->has_hmac_key = true;
}

static void hmac_add(const void *bytes, size_t size)
{
	must(EVP_MAC_update(my_contexts()->hmac, bytes, size) == 1);
}

/* The text and its 0x0A. */
static void hmac_text(const char *text)
{
	hmac_add(text, strlen(text));
	hmac_add("\n", 1);
}

static void hmac_end(uint8_t out[32])
{
	size_t size;

	must(EVP_MAC_final(my_contexts()->hmac, out, &size, 32) == 1 && size == 32);
}

void crypto_hmac(uint8_t out[CRYPTO_HASH_BYTES], const uint8_t key[32], const void *bytes,
		 size_t size)
{
	hmac_begin(key);
	hmac_add(bytes, size);
	hmac_end(out);
}

/* Big-endian. */
static void put_number(uint8_t out[NUMBER_BYTES], uint32_t number)
{
	for (int i = 0; i < NUMBER_BYTES; i++)
		out[i] = (uint8_t)(number >> (24 - 8 * i));
}

void crypto_dice_key(uint8_t out[32], const uint8_t seed[32], const char *game,
		     const uint8_t nonce_creator[32], const uint8_t nonce_joiner[32])
{
	hmac_begin(seed);
	hmac_text(game);
	hmac_add(nonce_creator, 32);
	hmac_add(nonce_joiner, 32);
	hmac_end(out);
}

void crypto_dice_block(uint8_t out[32], const uint8_t key[32], const char *label, uint32_t block)
{
	uint8_t number[NUMBER_BYTES];

	put_number(number, block);
	hmac_begin(key);
	hmac_text(label);
	hmac_add(number, sizeof(number));
	hmac_end(out);
}

void crypto_derive_token(char out[CRYPTO_TOKEN_CHARACTERS + 1], const uint8_t secret[32],
			 const char *game, const char *purpose, const char *key)
{
	uint8_t bytes[32];
	hmac_begin(secret);
	hmac_text(game);
	hmac_text(purpose);
	hmac_text(key);
	hmac_end(bytes);
	sodium_bin2base64(out, CRYPTO_TOKEN_CHARACTERS + 1, bytes, sizeof(bytes),
			  sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void crypto_derive_game(char out[37], const uint8_t secret[32], const char *key)
{
	static const char digits[] = "0123456789abcdef";
	uint8_t bytes[32];
	hmac_begin(secret);
	hmac_text("game");
	hmac_text(key);
	hmac_end(bytes);
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

void crypto_receipt_salt(uint8_t out[32], const uint8_t secret[32], const char *game,
			 const char *viewer, uint32_t seq)
{
	uint8_t number[NUMBER_BYTES];

	put_number(number, seq);
	hmac_begin(secret);
	hmac_text("receipt");
	hmac_text(game);
	hmac_text(viewer);
	hmac_add(number, sizeof(number));
	hmac_end(out);
}

static void hiding_key(uint8_t out[crypto_secretbox_KEYBYTES], const uint8_t secret[32],
		       const char *purpose)
{
	hmac_begin(secret);
	hmac_text("hidden");
	hmac_text(purpose);
	hmac_end(out);
}

enum { HIDDEN_BYTES = CRYPTO_NONCE_BYTES + crypto_secretbox_MACBYTES };

void crypto_hide(char *out, size_t out_size, const uint8_t secret[32], const char *purpose,
		 const uint8_t nonce[CRYPTO_NONCE_BYTES], const void *bytes, size_t size)
{
	uint8_t key[crypto_secretbox_KEYBYTES], box[HIDDEN_BYTES + CRYPTO_HIDDEN_MAX];

	must(size <= CRYPTO_HIDDEN_MAX);
	hiding_key(key, secret, purpose);
	memcpy(box, nonce, CRYPTO_NONCE_BYTES);
	must(crypto_secretbox_easy(box + CRYPTO_NONCE_BYTES, bytes, size, nonce, key) == 0);
	must(sodium_bin2base64(out, out_size, box, HIDDEN_BYTES + size,
			       sodium_base64_VARIANT_URLSAFE_NO_PADDING) != NULL);
	crypto_forget(key, sizeof(key));
}

bool crypto_unhide(void *out, size_t size, const uint8_t secret[32], const char *purpose,
		   const char *text)
{
	uint8_t key[crypto_secretbox_KEYBYTES], box[HIDDEN_BYTES + CRYPTO_HIDDEN_MAX];
	size_t got = 0;

	must(size <= CRYPTO_HIDDEN_MAX);
	if (sodium_base642bin(box, sizeof(box), text, strlen(text), NULL, &got, NULL,
			      sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
	    got != HIDDEN_BYTES + size)
		return false;
	hiding_key(key, secret, purpose);
	bool good = crypto_secretbox_open_easy(out, box + CRYPTO_NONCE_BYTES,
					       got - CRYPTO_NONCE_BYTES, box, key) == 0;
	crypto_forget(key, sizeof(key));
	return good;
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

static const char signed_root[] = "pennon receipts\n";

enum { SIGNED_ROOT_BYTES = sizeof(signed_root) - 1 + CRYPTO_HASH_BYTES };

static void put_root(uint8_t out[SIGNED_ROOT_BYTES], const uint8_t root[CRYPTO_HASH_BYTES])
{
	memcpy(out, signed_root, sizeof(signed_root) - 1);
	memcpy(out + sizeof(signed_root) - 1, root, CRYPTO_HASH_BYTES);
}

void crypto_root_sign(uint8_t out[CRYPTO_SIGNATURE_BYTES], const struct crypto_key *key,
		      const uint8_t root[CRYPTO_HASH_BYTES])
{
	uint8_t bytes[SIGNED_ROOT_BYTES];

	put_root(bytes, root);
	crypto_signature_make(out, key, bytes, sizeof(bytes));
}

bool crypto_root_good(const uint8_t signature[CRYPTO_SIGNATURE_BYTES], const uint8_t public_key[32],
		      const uint8_t root[CRYPTO_HASH_BYTES])
{
	uint8_t bytes[SIGNED_ROOT_BYTES];

	put_root(bytes, root);
	return crypto_signature_good(signature, public_key, bytes, sizeof(bytes));
}

bool crypto_equal(const void *a, const void *b, size_t size)
{
	return sodium_memcmp(a, b, size) == 0;
}

void crypto_random(void *out, size_t size)
{
	must(RAND_bytes(out, (int)size) == 1);
}

void crypto_random_some(void *out, size_t size)
{
	struct contexts *contexts = my_contexts();

	if (size > SUPPLY_BYTES) {
		crypto_random(out, size);
		return;
	}
	if (contexts->supply_left < size) {
		crypto_random(contexts->supply, SUPPLY_BYTES);
		contexts->supply_left = SUPPLY_BYTES;
	}
	memcpy(out, contexts->supply + SUPPLY_BYTES - contexts->supply_left, size);
	contexts->supply_left -= size;
}

void crypto_forget(void *bytes, size_t size)
{
	sodium_memzero(bytes, size);
}
