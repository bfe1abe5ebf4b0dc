#pragma once
/* What Web Push asks of libcrypto: keys on the curve P-256 that agree on a secret and sign
 * (ES256), what is derived from a secret (HKDF), and sealing (AES-128-GCM). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	P256_SECRET_BYTES = 32,
	P256_PUBLIC_BYTES = 65, /* an uncompressed point: 0x04, x, y */
	P256_SIGNATURE_BYTES = 64,
	HKDF_BYTES_MAX = 255 * 32,
	AES128GCM_KEY_BYTES = 16,
	AES128GCM_NONCE_BYTES = 12,
	AES128GCM_TAG_BYTES = 16,
};

struct p256_key {
	uint8_t secret[P256_SECRET_BYTES];
	uint8_t public_key[P256_PUBLIC_BYTES];
};

/* The key of a secret. False when the secret is 0 or not below the curve's order, which of
 * random ones is one in 2^32: draw another. */
bool p256_key_make(struct p256_key *out, const uint8_t secret[P256_SECRET_BYTES]);

/* The secret that two keys agree on: the x of ECDH. False when `theirs` is no point of the curve. */
bool p256_agree(uint8_t out[P256_SECRET_BYTES], const struct p256_key *mine,
		const uint8_t theirs[P256_PUBLIC_BYTES]);

/* ES256 (RFC 7518, 3.4): r and s, 32 bytes each, over the SHA-256 of the bytes. */
void p256_sign(uint8_t out[P256_SIGNATURE_BYTES], const struct p256_key *key, const void *bytes,
	       size_t size);

/* HKDF with SHA-256 (RFC 5869), extract and expand; out_size at most HKDF_BYTES_MAX. */
void hkdf_sha256(uint8_t *out, size_t out_size, const uint8_t *salt, size_t salt_size,
		 const uint8_t *secret, size_t secret_size, const uint8_t *info, size_t info_size);

/* Seal `size` bytes: as many bytes and the tag, without additional data. A key seals once under a nonce. */
void aes128gcm_seal(uint8_t *out, const uint8_t key[AES128GCM_KEY_BYTES],
		    const uint8_t nonce[AES128GCM_NONCE_BYTES], const uint8_t *plain, size_t size);
