/* Making a game and joining it: the two deeds that fix its dice.
 *
 * A creation has no game yet, so the game's id follows from its key: a repeated request
 * asks for the same game, finds it, and gets the same answer. Tokens and the invitation
 * follow from the key too; only their hashes are stored. */

#include <stdio.h>
#include <string.h>

#include "codec/codec_record.h"
#include "game/allocate.h"
#include "game/commands.h"
#include "game/crypto.h"
#include "game/dice.h"

/* What a seat brings to the dice: the player's own bytes, or the server's. */
static void take_nonce(const struct batch *batch, const struct job *job, struct deed *deed)
{
	const struct platform *platform = batch->service->platform;
	deed->nonce_drawn = !job->has_nonce;
	if (job->has_nonce)
		memcpy(deed->nonce, job->nonce, sizeof(deed->nonce));
	else
		platform->random(platform->context, deed->nonce, sizeof(deed->nonce));
}

/* The seat's row: the hash of the token it will be given. */
static void add_seat(struct batch *batch, const struct job *job)
{
	struct store_seat *seat = &batch->seat[batch->seat_count++];
	char token[TOKEN_BYTES];

	seats_token(token, batch->service->keys.secret, job->game, job->side, job->key);
	seat->game = job->held->id;
	seat->side = job->side;
	crypto_sha256(seat->token_hash, token, strlen(token));
	crypto_forget(token, sizeof(token));
}

/* ---- creating ---- */

static struct game_base *make_base(const struct batch *batch, const struct job *job)
{
	struct service *service = batch->service;
	struct game_base *base = allocate(1, sizeof(*base));
	char code[CRYPTO_TOKEN_CHARACTERS + 1];

	atomic_init(&base->references, 1);
	memcpy(base->id, job->game, sizeof(base->id));
	base->ruleset = job->ruleset;
	base->revision = pn_rules_at(job->ruleset)->revision;
	base->creator = job->side;
	base->created_ms = service->platform->now_ms(service->platform->context);
	base->muster = *job->muster;
	snprintf(base->scenario, sizeof(base->scenario), "%s", job->scenario ? job->scenario : "");
	service->platform->random(service->platform->context, base->seed, sizeof(base->seed));
	crypto_seed_commitment(base->seed_commitment, base->id, base->seed);
	crypto_derive_token(code, service->keys.secret, base->id, "invitation", job->key);
	crypto_sha256(base->invitation_hash, code, strlen(code));
	return base;
}

/* The game's own row for the store. */
static void add_creation(struct batch *batch, const struct game *game,
			 const struct snapshot *snapshot)
{
	const struct game_base *base = snapshot->base;
	size_t index = batch->creation_count++;
	struct text *header = &batch->header[index];
	uint8_t *secret = batch->secret[index];
	struct record_header line = {
		.ruleset = base->ruleset,
		.revision = base->revision,
		.viewer = PN_NO_SIDE,
		.created_ms = base->created_ms,
		.creator = base->creator,
		.muster = base->muster,
	};

	memcpy(line.game, base->id, sizeof(line.game));
	memcpy(line.scenario, base->scenario, sizeof(line.scenario));
	memcpy(line.seed_commitment, base->seed_commitment, sizeof(line.seed_commitment));
	text_clear(header);
	codec_record_header_encode(header, &line);
	memcpy(secret, base->seed, 32);
	memcpy(secret + 32, base->invitation_hash, 32);
	batch->creation[index] = (struct store_game){
		.id = game->id,
		.header = {header->bytes, header->size},
		.secret = {secret, 64},
		.created_ms = base->created_ms,
	};
}

struct creating {
	struct snapshot *snapshot;
	struct deed deed;
	struct pn_events *events;
	bool passes; /* the muster does */
};

static void run_create(void *context)
{
	struct creating *creating = context;
	struct snapshot *snapshot = creating->snapshot;

	creating->passes = snapshot_set_up(snapshot);
	if (!creating->passes)
		return;
	creating->events->count = 0;
	log_append(snapshot->log, &creating->deed, creating->events, &snapshot->truth,
		   snapshot->tip);
	snapshot_take_deed(snapshot, log_deed(snapshot->log, 0));
}

static void make_game(struct batch *batch, struct job *job)
{
	struct fault fault;
	struct game_base *base = make_base(batch, job);
	struct creating creating = {snapshot_create(base, log_create(job->game)),
				    command_deed(job, DEED_CREATE, base->created_ms),
				    &batch->events, false};
	take_nonce(batch, job, &creating.deed);
	bool whole = fault_guard(run_create, &creating, &fault);
	if (!whole || !creating.passes) {
		snapshot_release(creating.snapshot);
		if (whole)
			command_fail(job, PROBLEM_BAD_MUSTER, NULL);
		else
			command_fault(batch, job, &fault);
		return;
	}
	job->held = games_insert(batch->service->games, job->game, NULL);
	batch_add(batch, job->held, creating.snapshot);
	add_creation(batch, job->held, creating.snapshot);
	add_seat(batch, job);
	job->snapshot = snapshot_hold(creating.snapshot);
	job->uncommitted = true;
}

void command_create(struct batch *batch, struct job *job)
{
	if (!job->held)
		job->held = games_pin(batch->service->games, job->game);
	if (job->held && batch_latest(job->held)) {
		/* The id is this key's, so the key was used; anything else is a damaged disk. */
		if (!command_repeated(job))
			command_fail(job, PROBLEM_KEY_REUSED, NULL);
		return;
	}
	const struct fault_case of = command_case(job);
	if (faults_find(batch->service->faults, &of, job->report))
		command_fail(job, PROBLEM_RULE_FAULT, NULL);
	else
		make_game(batch, job);
}

/* ---- joining ---- */

/* Is the code the one this game was given? */
static bool is_invited(const struct snapshot *latest, const char *code)
{
	uint8_t hash[32];
	crypto_sha256(hash, code, strlen(code));
	return crypto_equal(hash, latest->base->invitation_hash, sizeof(hash));
}

static bool has_expired(const struct snapshot *latest, int64_t now_ms)
{
	return now_ms - latest->base->created_ms > (int64_t)INVITATION_DAYS * 24 * 3600 * 1000;
}

struct joining {
	struct batch *batch;
	struct job *job;
	struct snapshot *latest, *next;
	struct deed deed;
};

/* Fix the dice and begin turn 1, under a guard. */
static void run_join(void *context)
{
	struct joining *joining = context;
	struct job *job = joining->job;
	struct pn_events *events = &joining->batch->events;
	struct snapshot *next = joining->next = snapshot_copy(joining->latest);
	struct dice dice = {
		joining->batch->service->platform, job->game, &joining->latest->truth, {0}};

	crypto_dice_key(dice.key, next->base->seed, job->game,
			next->header.nonce[next->base->creator], joining->deed.nonce);
	const struct pn_chance chance = dice_chance(&dice);
	events->count = 0;
	pn_begin(&next->truth, &chance, events);
	log_append(next->log, &joining->deed, events, &joining->latest->truth, next->tip);
	snapshot_follow(next, events);
	snapshot_take_deed(next, log_deed(next->log, next->deeds));
}

static void take_seat(struct batch *batch, struct job *job, struct snapshot *latest,
		      int64_t time_ms)
{
	struct fault fault;
	struct joining joining = {batch, job, latest, NULL, command_deed(job, DEED_JOIN, time_ms)};
	take_nonce(batch, job, &joining.deed);
	joining.deed.bytes = batch->lines;
	text_clear(&joining.deed.bytes);
	bool whole = fault_guard(run_join, &joining, &fault);
	batch->lines = joining.deed.bytes;
	if (!whole) {
		log_truncate(latest->log, latest->deeds);
		snapshot_release(joining.next);
		command_fault(batch, job, &fault);
		return;
	}
	batch_add(batch, job->held, joining.next);
	add_seat(batch, job);
	job->held->news = PN_SEEN_BY_ALL;
	job->snapshot = snapshot_hold(joining.next);
	job->uncommitted = true;
}

void command_join(struct batch *batch, struct job *job)
{
	struct snapshot *latest = batch_latest(job->held);

	if (!latest) {
		command_fail(job, PROBLEM_NO_SUCH_GAME, NULL);
		return;
	}
	job->side = pn_opponent(latest->base->creator);
	if (command_repeated(job))
		return;
	int64_t time_ms = command_time(batch, latest);
	const struct fault_case of = command_case(job);
	if (!is_invited(latest, job->invitation))
		command_fail(job, PROBLEM_BAD_INVITATION, latest);
	else if (latest->header.status != GAME_OPEN)
		command_fail(job, PROBLEM_SEAT_TAKEN, latest);
	else if (has_expired(latest, time_ms))
		command_fail(job, PROBLEM_BAD_INVITATION, latest);
	else if (faults_find(batch->service->faults, &of, job->report))
		command_fail(job, PROBLEM_RULE_FAULT, latest);
	else
		take_seat(batch, job, latest, time_ms);
}
