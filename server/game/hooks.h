#pragma once
/* Where players and seats are told (notices.h), and what the courier needs of the service to tell them. Any
 * thread may ask; JOB_HOOK and JOB_TOLD (job.h) change them. */

#include "base/crypto.h"
#include "base/p256.h"
#include "game/callers.h"
#include "game/notice_kinds.h"
#include "game/problem.h"
#include "store/store.h"

struct service;

/* A hook as its owner sees it. */
struct hook_facts {
	char id[GAME_ID_BYTES]; /* the owner's own choice */
	char url[HOOK_URL_BYTES];
	uint8_t format;                     /* enum hook_format */
	uint16_t kinds;                     /* bits of enum notice_kind */
	char mentions[HOOK_MENTIONS_BYTES]; /* ids with commas between */
	char language[HOOK_LANGUAGE_BYTES];
	uint16_t quiet_from, quiet_until;
	bool one_unread;
	uint8_t state;   /* enum store_hook_state */
	uint16_t status; /* of its last answer; 0: none that could be read */
	uint32_t secret; /* how many it has had */
	int64_t created_ms, secret_ms, heard_ms, failing_ms;
	uint8_t asked[STORE_ASKED_MAX][STORE_ASKED_BYTES]; /* as the store has them */
};

/* The owner of the hooks of a seat: the caller as its holder, by one name. It is no player's id,
 * and differs for each holder of the seat; of a player the same with all their tokens. */
void service_hook_owner(struct service *service, const struct caller *caller, const char *game,
			pn_side side, char out[GAME_ID_BYTES]);

/* The hooks of a player, or of a seat by its owner, the oldest first, at most HOOKS_MAX. False when
 * the disk cannot be read. */
bool service_hooks(struct service *service, const char *owner, struct hook_facts out[HOOKS_MAX],
		   size_t *count);

/* What a hook was told. */
struct delivery_facts {
	char id[GAME_ID_BYTES]; /* the message's (service_notice_id()) */
	char game[GAME_ID_BYTES];
	uint8_t kind, side; /* enum notice_kind; as in store.h */
	uint32_t version, attempts;
	uint16_t status; /* of the last answer; 0: none that could be read */
	bool good;
	int64_t made_ms, heard_ms;
	int64_t next_ms; /* when it is tried again; 0: it is not */
};

/* The last of a hook, the newest first. False when the disk cannot be read. */
bool service_deliveries(struct service *service, const char *owner, const char *hook,
			struct delivery_facts out[STORE_DELIVERIES_MAX], size_t *count);

/* The secret number `number` of a hook: it follows from the server's own, and is kept nowhere. */
void service_hook_secret(struct service *service, const char *player, const char *hook,
			 uint32_t number, uint8_t out[HOOK_SECRET_BYTES]);

/* Sign as the server: Ed25519, by the newest of service_keys(). */
void service_sign(struct service *service, const void *bytes, size_t size, uint8_t out[64]);

/* The id of a message: the same however often it is sent, and that of no other. */
void service_notice_id(struct service *service, const struct store_notice *notice,
		       char out[GAME_ID_BYTES]);

/* What a mail's links name: a hook while it has an address, of whose hash this is the beginning. */
enum { MAIL_LINK_ADDRESS_BYTES = 16 };
struct mail_link {
	char player[GAME_ID_BYTES], hook[GAME_ID_BYTES];
	uint8_t address[MAIL_LINK_ADDRESS_BYTES];
};
enum { MAIL_CODE_BYTES = CRYPTO_HIDDEN_CHARACTERS(2 * 16 + MAIL_LINK_ADDRESS_BYTES) };

/* A hook's link as a code that tells nobody anything, and what a code names. False: it names
 * nothing. */
void service_mail_code(struct service *service, const char *player, const char *hook,
		       const char *url, char out[MAIL_CODE_BYTES]);
bool service_mail_link(struct service *service, const char *code, struct mail_link *out);

/* The hash under which an address is remembered: of a hook's URL, whatever its letters' case. */
void service_address(struct service *service, const char *url, uint8_t out[STORE_ADDRESS_BYTES]);

/* When an address was last sent a mail of a game; 0: not in a day. False when the disk cannot be
 * read. */
bool service_mailed(struct service *service, const uint8_t address[STORE_ADDRESS_BYTES],
		    const char *game, int64_t *out);

/* What the hook with this place has in its channel of a game. False when the disk cannot be read. */
bool service_posts(struct service *service, uint32_t hook, const char *game,
		   struct store_post out[STORE_POST_SIDES]);

/* The server's key for pushes. */
void service_push_key(struct service *service, struct p256_key *out);

/* As the store has them. False when the disk cannot be read. */
bool service_due_notices(struct service *service, int64_t now_ms, size_t max, void *context,
			 store_notice_taker *take);
bool service_next_notice(struct service *service, int64_t after_ms, int64_t *out);

/* Is it this process that tells a due notice, and is it still due? Then the hook with this place is
 * this process's for HOOK_CLAIM_MS, in which it is to be kept or left. Where others do not write,
 * nothing is asked. */
enum { HOOK_CLAIM_MS = 20 * 1000 };
bool service_claims(struct service *service, const struct store_notice *notice, uint32_t hook,
		    int64_t now_ms);
void service_keeps(struct service *service, uint32_t hook);
void service_leaves(struct service *service, uint32_t hook);

/* Does the notice's player still hold the seat that it is about? Of a seat's hook: is the token good
 * that put it, and still the seat's? */
bool service_still_seated(struct service *service, const struct store_notice *notice,
			  const struct store_hook *hook);

/* The courier to wake when there are notices; NULL: none. Before the first command, and when no
 * more are taken. `wake` comes from the writer's thread and must not wait. */
void service_set_courier(struct service *service, void *courier, void (*wake)(void *courier));

/* The time, and numbers that nobody can guess. */
int64_t service_now_ms(struct service *service);
void service_pad(struct service *service, void *out, size_t size);
uint32_t service_draw(struct service *service);
