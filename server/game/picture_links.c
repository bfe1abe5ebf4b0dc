#include "game/picture_links.h"

#include "base/uuid.h"
#include "game/service_inside.h"

static const char purpose[] = "picture";

/* Numbers are big-endian. */
static uint8_t *put(uint8_t *at, uint64_t value, int bytes)
{
	for (int i = bytes - 1; i >= 0; i--)
		*at++ = (uint8_t)(value >> 8 * i);
	return at;
}

static uint64_t take(const uint8_t **at, int bytes)
{
	uint64_t value = 0;

	for (int i = 0; i < bytes; i++)
		value = value << 8 | *(*at)++;
	return value;
}

void service_picture_code(struct service *service, struct picture_link *link,
			  char out[PICTURE_CODE_BYTES])
{
	const struct platform *platform = service->platform;
	uint8_t bytes[PICTURE_LINK_SIZE], nonce[CRYPTO_NONCE_BYTES];
	uint8_t *at = bytes + UUID_SIZE;

	uuid_read(bytes, link->game);
	link->until_ms = platform->now_ms(platform->context) + PICTURE_LINK_MS;
	link->until_ms -= link->until_ms % 1000;
	at = put(at, link->side, 1);
	at = put(at, link->seq, 4);
	at = put(at, (uint64_t)link->until_ms / 1000, 4);
	put(at, link->principal, 8);
	platform->random(platform->context, nonce, sizeof(nonce));
	crypto_hide(out, PICTURE_CODE_BYTES, service->keys.secret, purpose, nonce, bytes,
		    sizeof(bytes));
}

bool service_picture_link(struct service *service, const char *code, struct picture_link *out)
{
	const struct platform *platform = service->platform;
	uint8_t bytes[PICTURE_LINK_SIZE];
	const uint8_t *at = bytes + UUID_SIZE;

	if (!crypto_unhide(bytes, sizeof(bytes), service->keys.secret, purpose, code))
		return false;
	uuid_write(out->game, bytes);
	out->side = (pn_side)take(&at, 1);
	out->seq = (uint32_t)take(&at, 4);
	out->until_ms = (int64_t)take(&at, 4) * 1000;
	out->principal = take(&at, 8);
	return out->side < PN_SIDES && platform->now_ms(platform->context) < out->until_ms &&
	       roster_principal_holds(service->roster, out->principal, out->game, out->side);
}
