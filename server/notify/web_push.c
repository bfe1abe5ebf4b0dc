#include "notify/web_push.h"

#include <string.h>

#include "base/base64.h"
#include "base/crypto.h"
#include "base/write.h"

enum {
	HEADER_BYTES = WEB_PUSH_SALT_BYTES + 4 + 1 + P256_PUBLIC_BYTES,
	RECORD_BYTES =
		4096, /* RFC 8188, 2.1: the most that a record may be; ours is the last and shorter */
	PADDED_BYTES = WEB_PUSH_PLAIN_BYTES + 1, /* and the byte that ends the text */
};

_Static_assert(PADDED_BYTES + AES128GCM_TAG_BYTES <= RECORD_BYTES, "one record holds it");
_Static_assert(HEADER_BYTES + PADDED_BYTES + AES128GCM_TAG_BYTES <= 4096,
	       "RFC 8030, 7.2: what every push service takes");

static const char https[] = "https://";

bool web_push_endpoint_good(const char *endpoint)
{
	size_t size = strlen(endpoint);

	if (size >= WEB_PUSH_ENDPOINT_MAX || strncmp(endpoint, https, sizeof(https) - 1) != 0)
		return false;
	for (size_t i = 0; i < size; i++) {
		if (endpoint[i] <= ' ' || endpoint[i] > '~' || strchr("\"<>\\^`{|}#", endpoint[i]))
			return false;
	}
	const char *host = endpoint + sizeof(https) - 1;
	size_t host_size = strcspn(host, "/?");

	return host_size > 0 && !memchr(host, '@', host_size);
}

/* What both know: RFC 8291, 3.4. */
static bool agree(uint8_t out[32], const struct web_push_receiver *receiver,
		  const struct p256_key *secret)
{
	static const char name[] = "WebPush: info"; /* its NUL belongs to it */
	uint8_t info[sizeof(name) + 2 * P256_PUBLIC_BYTES], agreed[P256_SECRET_BYTES];

	if (!p256_agree(agreed, secret, receiver->public_key))
		return false;
	memcpy(info, name, sizeof(name));
	memcpy(info + sizeof(name), receiver->public_key, P256_PUBLIC_BYTES);
	memcpy(info + sizeof(name) + P256_PUBLIC_BYTES, secret->public_key, P256_PUBLIC_BYTES);
	hkdf_sha256(out, 32, receiver->auth, sizeof(receiver->auth), agreed, sizeof(agreed), info,
		    sizeof(info));
	crypto_forget(agreed, sizeof(agreed));
	return true;
}

/* A key or a nonce of it: RFC 8188, 2.2 and 2.3. */
static void derive(uint8_t *out, size_t out_size, const uint8_t salt[WEB_PUSH_SALT_BYTES],
		   const uint8_t agreed[32], const char *purpose)
{
	hkdf_sha256(out, out_size, salt, WEB_PUSH_SALT_BYTES, agreed, 32, (const uint8_t *)purpose,
		    strlen(purpose) + 1);
}

bool web_push_seal(struct text *out, const struct web_push_receiver *receiver,
		   const struct p256_key *secret, const uint8_t salt[WEB_PUSH_SALT_BYTES],
		   const char *plain, size_t size, size_t fill)
{
	static const uint8_t sizes[] = {0, 0, RECORD_BYTES >> 8, RECORD_BYTES & 0xff,
					P256_PUBLIC_BYTES};
	uint8_t agreed[32], key[AES128GCM_KEY_BYTES], nonce[AES128GCM_NONCE_BYTES];
	uint8_t padded[PADDED_BYTES] = {0}, sealed[PADDED_BYTES + AES128GCM_TAG_BYTES];

	if (fill > WEB_PUSH_PLAIN_BYTES || size > fill || !agree(agreed, receiver, secret))
		return false;
	derive(key, sizeof(key), salt, agreed, "Content-Encoding: aes128gcm");
	derive(nonce, sizeof(nonce), salt, agreed, "Content-Encoding: nonce");
	memcpy(padded, plain, size);
	padded[size] = 2; /* the last record; zeros fill it up */
	aes128gcm_seal(sealed, key, nonce, padded, fill + 1);
	text_add(out, (const char *)salt, WEB_PUSH_SALT_BYTES);
	text_add(out, (const char *)sizes, sizeof(sizes));
	text_add(out, (const char *)secret->public_key, P256_PUBLIC_BYTES);
	text_add(out, (const char *)sealed, fill + 1 + AES128GCM_TAG_BYTES);
	crypto_forget(agreed, sizeof(agreed));
	crypto_forget(key, sizeof(key));
	crypto_forget(padded, sizeof(padded));
	return true;
}

void web_push_authorize(struct text *out, const struct p256_key *key, const char *endpoint,
			const char *contact, int64_t now_ms)
{
	static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
	struct text claims = TEXT_EMPTY, token = TEXT_EMPTY;
	uint8_t signature[P256_SIGNATURE_BYTES];
	size_t host = sizeof(https) - 1;

	/* The audience is the endpoint's origin. */
	text_add_format(&claims, "{\"aud\":\"%.*s\",\"exp\":%lld",
			(int)(host + strcspn(endpoint + host, "/?")), endpoint,
			(long long)(now_ms / 1000 + WEB_PUSH_EXPIRY_SECONDS));
	if (contact)
		write_key_string(&claims, "sub", contact);
	text_add_string(&claims, "}");
	text_add_base64url(&token, head, sizeof(head) - 1);
	text_add_string(&token, ".");
	text_add_base64url(&token, claims.bytes, claims.size);
	p256_sign(signature, key, token.bytes, token.size);
	text_add_string(out, "vapid t=");
	text_add(out, token.bytes, token.size);
	text_add_string(out, ".");
	text_add_base64url(out, signature, sizeof(signature));
	text_add_string(out, ", k=");
	text_add_base64url(out, key->public_key, sizeof(key->public_key));
	text_free(&claims);
	text_free(&token);
}

void web_push_topic(struct text *out, const uint8_t secret[32], const char *game,
		    const char *receiver)
{
	char derived[CRYPTO_TOKEN_CHARACTERS + 1];

	crypto_derive_token(derived, secret, game, "topic", receiver);
	text_add(out, derived, WEB_PUSH_TOPIC_BYTES);
}
