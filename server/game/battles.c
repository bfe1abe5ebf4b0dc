/* Battles that players keep. They are read from the disk whenever somebody asks, so nothing of
 * them stays in memory. A batch changes one battle of a player: who comes second is told to ask
 * again (503), for what they would change is known only after the commit. */

#include <stdio.h>
#include <string.h>

#include "base/crypto.h"
#include "base/text.h"
#include "game/accounts.h"
#include "game/job.h"
#include "game/players.h"
#include "game/service_inside.h"
#include "game/takers.h"

/* ---- asking ---- */

struct battle_keeping {
	struct kept_battle *out;
	size_t count;
	struct text *file;
};

static void take_battle(void *context, const struct store_battle *from)
{
	struct battle_keeping *keeping = context;
	struct kept_battle *to = &keeping->out[keeping->count++];

	*to = (struct kept_battle){
		.changed_ms = from->changed_ms,
		.size = (uint32_t)from->file.size,
		.code = from->code,
		.place = from->place,
	};
	snprintf(to->id, sizeof(to->id), "%s", from->id);
	snprintf(to->title, sizeof(to->title), "%s", from->title);
	snprintf(to->ruleset, sizeof(to->ruleset), "%s", from->ruleset);
	memcpy(to->hash, from->hash, sizeof(to->hash));
	if (keeping->file)
		text_add(keeping->file, from->file.bytes, from->file.size);
}

static enum problem_code problem_of(enum store_error error)
{
	if (error == STORE_OK)
		return PROBLEM_NONE;
	return error == STORE_NOT_FOUND ? PROBLEM_NO_SUCH_BATTLE : PROBLEM_STORE_FAILED;
}

bool service_battles(struct service *service, const char *player, uint32_t before,
		     struct kept_battle *out, size_t max, size_t *count)
{
	struct battle_keeping keeping = {.out = out};
	struct store *store = service->store;
	enum store_error error =
		store->load_battles(store, player, before, max, &keeping, take_battle);

	*count = keeping.count;
	return error == STORE_OK;
}

enum problem_code service_battle(struct service *service, const char *player, const char *id,
				 struct kept_battle *out, struct text *file)
{
	struct battle_keeping keeping = {.out = out, .file = file};
	struct store *store = service->store;

	return problem_of(store->load_battle(store, player, id, &keeping, take_battle));
}

enum problem_code service_shared_battle(struct service *service, const char *id, const char *code,
					struct kept_battle *out, struct text *file)
{
	struct battle_keeping keeping = {.out = out, .file = file};
	struct store *store = service->store;
	uint8_t hash[CRYPTO_HASH_BYTES];

	crypto_sha256(hash, code, strlen(code));
	return problem_of(store->load_shared_battle(store, id, hash, &keeping, take_battle));
}

void service_battle_code(struct service *service, const char *player,
			 const struct kept_battle *battle, char out[TOKEN_BYTES])
{
	char derived[CRYPTO_TOKEN_CHARACTERS + 1], key[GAME_ID_BYTES + 16];

	snprintf(key, sizeof(key), "%s %u", battle->id, battle->code);
	crypto_derive_token(derived, service->keys.secret, player, "battle", key);
	snprintf(out, TOKEN_BYTES, "pn_battle_%s", derived);
}

/* ---- changing ---- */

static bool is_under_way(const struct batch *batch, const char *player)
{
	const struct store_list *battles = &batch->stored.list[STORE_BATTLE];
	const struct store_battle *battle = battles->pieces;

	for (size_t i = 0; i < battles->count; i++)
		if (strcmp(battle[i].player, player) == 0)
			return true;
	return false;
}

/* Is it the battle that was seen, where that is asked for? */
static bool is_expected(const struct job_battle *wanted, enum problem_code found,
			const struct kept_battle *battle)
{
	const bool is_there = found == PROBLEM_NONE;

	if (!wanted->expects)
		return true;
	return is_there == wanted->was_there &&
	       (!is_there || memcmp(battle->hash, wanted->seen, sizeof(battle->hash)) == 0);
}

static struct store_battle *add(struct batch *batch, struct job *job, enum store_battle_act act)
{
	struct store_battle *battle = batch_put(batch, STORE_BATTLE);

	*battle = (struct store_battle){.player = job->player, .id = job->id, .act = act};
	job->uncommitted = true;
	return battle;
}

static enum problem_code put(struct batch *batch, struct job *job, bool is_there)
{
	struct service *service = batch->service;
	struct store *store = service->store;
	uint32_t count = 0;

	if (!is_there && store->count_battles(store, job->player, &count) != STORE_OK)
		return PROBLEM_STORE_FAILED;
	if (count >= BATTLES_MAX)
		return PROBLEM_TOO_MANY_BATTLES;
	if (!service_has_room(service))
		return PROBLEM_NO_ROOM;
	struct store_battle *battle = add(batch, job, STORE_BATTLE_FILE);

	battle->title = job->battle.title;
	battle->ruleset = job->battle.ruleset;
	battle->file = (struct store_bytes){job->battle.file, job->battle.size};
	battle->changed_ms = service->platform->now_ms(service->platform->context);
	crypto_sha256(battle->hash, job->battle.file, job->battle.size);
	return PROBLEM_NONE;
}

/* A link of before is good as long as it is not withdrawn; a new one is like none before. */
static void share(struct batch *batch, struct job *job, struct kept_battle *there)
{
	struct service *service = batch->service;
	char code[TOKEN_BYTES];

	if (there->code)
		return;
	while (!there->code)
		service->platform->random(service->platform->context, (uint8_t *)&there->code,
					  sizeof(there->code));
	service_battle_code(service, job->player, there, code);
	struct store_battle *battle = add(batch, job, STORE_BATTLE_LINK);

	battle->code = there->code;
	crypto_sha256(battle->code_hash, code, strlen(code));
}

static enum problem_code change(struct batch *batch, struct job *job)
{
	struct kept_battle there;
	enum problem_code found =
		service_battle(batch->service, job->player, job->id, &there, NULL);

	if (found == PROBLEM_STORE_FAILED)
		return found;
	if (!is_expected(&job->battle, found, &there))
		return PROBLEM_STALE;
	if (job->battle.act == BATTLE_PUT)
		return put(batch, job, found == PROBLEM_NONE);
	if (found != PROBLEM_NONE)
		return found;
	if (job->battle.act == BATTLE_SHARE)
		share(batch, job, &there);
	else if (job->battle.act == BATTLE_WITHDRAW)
		add(batch, job, STORE_BATTLE_LINK);
	else
		add(batch, job, STORE_BATTLE_GONE);
	return PROBLEM_NONE;
}

void command_battle(struct batch *batch, struct job *job)
{
	command_of_player(batch, job, is_under_way(batch, job->player), change);
}
