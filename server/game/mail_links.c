/* What the addresses of mails and browsers are known by, outside and on disk. */

#include <stdio.h>
#include <string.h>

#include "base/uuid.h"
#include "game/hooks.h"
#include "game/service_inside.h"

enum { LINK_BYTES = 2 * UUID_SIZE + MAIL_LINK_ADDRESS_BYTES };

static const char purpose[] = "mail";

void service_address(struct service *service, const char *url, uint8_t out[STORE_ADDRESS_BYTES])
{
	char address[HOOK_URL_BYTES];
	size_t size = 0;

	for (; url[size] && size < sizeof(address); size++)
		address[size] =
			url[size] >= 'A' && url[size] <= 'Z' ? (char)(url[size] | 0x20) : url[size];
	crypto_hmac(out, service->keys.secret, address, size);
}

void service_mail_code(struct service *service, const char *player, const char *hook,
		       const char *url, char out[MAIL_CODE_BYTES])
{
	const struct platform *platform = service->platform;
	uint8_t bytes[LINK_BYTES], nonce[CRYPTO_NONCE_BYTES], address[STORE_ADDRESS_BYTES];

	uuid_read(bytes, player);
	uuid_read(bytes + UUID_SIZE, hook);
	service_address(service, url, address);
	memcpy(bytes + 2 * UUID_SIZE, address, MAIL_LINK_ADDRESS_BYTES);
	platform->pad(platform->context, nonce, sizeof(nonce));
	crypto_hide(out, MAIL_CODE_BYTES, service->keys.secret, purpose, nonce, bytes,
		    sizeof(bytes));
}

bool service_mail_link(struct service *service, const char *code, struct mail_link *out)
{
	uint8_t bytes[LINK_BYTES];

	if (!crypto_unhide(bytes, sizeof(bytes), service->keys.secret, purpose, code))
		return false;
	uuid_write(out->player, bytes);
	uuid_write(out->hook, bytes + UUID_SIZE);
	memcpy(out->address, bytes + 2 * UUID_SIZE, MAIL_LINK_ADDRESS_BYTES);
	return true;
}

bool service_mailed(struct service *service, const uint8_t address[STORE_ADDRESS_BYTES],
		    const char *game, int64_t *out)
{
	struct store *store = service->store;
	int64_t sent_ms[STORE_MAILED_MAX];
	const enum store_error error = store->load_mailed(store, address, game, sent_ms);

	*out = sent_ms[0];
	return error == STORE_OK;
}

/* Of the server's secret: what is drawn is a key but once in 2^32, and then the next one is. */
void service_push_key(struct service *service, struct p256_key *out)
{
	uint8_t secret[CRYPTO_HASH_BYTES];
	char text[32];
	int number = 0;

	do {
		const int size = snprintf(text, sizeof(text), "push key %d", number++);

		crypto_hmac(secret, service->keys.secret, text, (size_t)size);
	} while (!p256_key_make(out, secret));
	crypto_forget(secret, sizeof(secret));
}
