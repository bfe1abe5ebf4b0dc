/* What the parts of the service ask it themselves. */

#include <string.h>

#include "base/crypto.h"
#include "game/faults.h"
#include "game/hooks.h"
#include "game/players.h"
#include "game/service.h"
#include "game/service_inside.h"

void service_log(struct service *service, const char *level, const char *message,
		 const char *detail)
{
	if (service->log)
		service->log(level, message, detail);
}

bool service_has_room(const struct service *service)
{
	const struct platform *platform = service->platform;
	int64_t floor = (int64_t)service->disk_floor_mib * 1024 * 1024;

	return !floor || platform->free_bytes(platform->context, service->directory) >= floor;
}

size_t service_tokens(struct service *service, const char *player, struct token_facts *out,
		      size_t max)
{
	return roster_tokens(service->roster, player, out, max);
}

uint64_t service_seal(struct service *service, const char *purpose, const char *text)
{
	char derived[CRYPTO_TOKEN_CHARACTERS + 1];
	uint8_t hash[CRYPTO_HASH_BYTES];
	uint64_t seal;

	crypto_derive_token(derived, service->keys.secret, "", purpose, text);
	crypto_sha256(hash, derived, sizeof(derived));
	memcpy(&seal, hash, sizeof(seal));
	return seal;
}

struct snapshot *service_peek(struct service *service, const char *game)
{
	return games_peek(service->games, game);
}

struct snapshot *service_near(struct service *service, const char *game, pn_side viewer,
			      bool newest)
{
	struct snapshot *snapshot = games_look(service->games, game, viewer, !newest)
					    ? games_peek(service->games, game)
					    : NULL;

	/* It was near with all of its log, and was read again without. */
	if (snapshot && !newest && !log_is_whole(snapshot->log)) {
		snapshot_release(snapshot);
		snapshot = NULL;
	}
	return snapshot;
}

void service_set_courier(struct service *service, void *courier, void (*wake)(void *courier))
{
	service->wake_courier = wake;
	atomic_store(&service->courier, courier);
}

void service_wake_courier(struct service *service)
{
	void *courier = atomic_load(&service->courier);

	if (courier)
		service->wake_courier(courier);
}

void service_note_damage(struct service *service, const char *game)
{
	if (faults_add_damage(service->faults, game))
		service_log(service, "error", "a stored game is damaged, and paused", game);
}
