/* Making a game and joining it: the two rows that fix its dice.
 *
 * A creation has no game yet, so the game's id follows from its key: a repeated request
 * asks for the same game, finds it, and gets the same answer. Tokens and the invitation
 * follow from the key too; only their hashes are stored. */

#include <stdio.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"
#include "codec/codec_record.h"
#include "game/accounts.h"
#include "game/codes.h"
#include "game/command_answer.h"
#include "game/command_fault.h"
#include "game/dice.h"
#include "game/job.h"
#include "game/opponent.h"
#include "game/row_follows.h"
#include "game/seat_admin_jobs.h"
#include "game/server_events.h"
#include "game/takers.h"

/* What a seat brings to the dice: the player's own bytes, or the server's. */
static void take_nonce(const struct batch *batch, const struct job *job, struct log_row *row)
{
	const struct platform *platform = batch->service->platform;
	row->nonce_drawn = !job->seat.has_nonce;
	if (job->seat.has_nonce)
		memcpy(row->nonce, job->seat.nonce, sizeof(row->nonce));
	else
		platform->random(platform->context, row->nonce, sizeof(row->nonce));
}

/* The new holder of the seat: the player who asks, or the token that they will be given. */
static void add_seat(struct batch *batch, const struct job *job, bool ends_others)
{
	struct store_seat *seat = batch_put(batch, STORE_SEAT);
	char token[TOKEN_BYTES];

	*seat = (struct store_seat){
		.game = job->held->id, .side = job->side, .ends_others = ends_others};
	if (job->player[0]) {
		seat->player = job->player;
		return;
	}
	seats_token(token, batch->service->keys.secret, job->game, job->side, job->key);
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
	base->ruleset = job->seat.create.ruleset;
	base->revision = pn_rules_at(job->seat.create.ruleset)->revision;
	base->creator = job->side;
	base->access = job->seat.create.access;
	base->created_ms = service->platform->now_ms(service->platform->context);
	base->muster = *job->seat.create.muster;
	base->clock = job->seat.create.clock;
	base->armies = job->seat.create.armies;
	base->machine = job->seat.create.machine;
	base->origin = job->player[0] ? 0 : job->origin;
	snprintf(base->name, sizeof(base->name), "%s",
		 job->seat.create.name ? job->seat.create.name : "");
	snprintf(base->scenario, sizeof(base->scenario), "%s",
		 job->seat.create.scenario ? job->seat.create.scenario : "");
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
	struct game_base *base = snapshot->base;
	struct store_game *stored = batch_put(batch, STORE_GAME);
	struct text *header = &batch->lines;
	uint8_t secret[64];
	struct record_header line = {
		.ruleset = base->ruleset,
		.revision = base->revision,
		.viewer = PN_NO_SIDE,
		.created_ms = base->created_ms,
		.creator = base->creator,
		.muster = base->muster,
		.clock = base->clock,
		.armies = base->armies,
		.machine = base->machine,
	};

	memcpy(line.game, base->id, sizeof(line.game));
	memcpy(line.name, base->name, sizeof(line.name));
	memcpy(line.scenario, base->scenario, sizeof(line.scenario));
	memcpy(line.seed_commitment, base->seed_commitment, sizeof(line.seed_commitment));
	text_clear(header);
	codec_record_header_encode(header, &line);
	crypto_sha256(base->header_hash, header->bytes, header->size);
	memcpy(secret, base->seed, 32);
	memcpy(secret + 32, base->invitation_hash, 32);
	*stored = (struct store_game){
		.id = game->id,
		.header = {batch_keep(batch, header->bytes, header->size), header->size},
		.secret = {batch_keep(batch, secret, sizeof(secret)), sizeof(secret)},
		.created_ms = base->created_ms,
		.access = base->access,
	};
	crypto_forget(secret, sizeof(secret));
}

/* ---- both seats are taken ---- */

struct joining {
	struct batch *batch;
	struct job *job;
	struct snapshot *latest, *next;
	struct log_row row;
};

/* Fix the dice, and begin turn 1 or wait for armies, under a guard. */
static void run_join(void *context)
{
	struct joining *joining = context;
	struct job *job = joining->job;
	struct pn_events *events = &joining->batch->events;
	struct snapshot *next = joining->next = snapshot_copy(joining->latest);
	struct dice dice = {
		joining->batch->service->platform, job->game, &joining->latest->truth, {0}};

	crypto_dice_key(dice.key, next->base->seed, job->game,
			next->header.nonce[next->base->creator], joining->row.nonce);
	const struct pn_dice_source source = dice_source(&dice);
	events->count = 0;
	if (next->base->armies.secret)
		pn_tell(&next->truth, armies_awaited(next->base, joining->row.time_ms), events);
	else
		pn_begin(&next->truth, &source, events);
	log_append(next->log, &joining->row, events, &joining->latest->truth, next->tip);
	snapshot_follow(next, joining->latest, events);
	row_follow(next, events);
	snapshot_take_row(next, log_row(next->log, next->rows));
	row_note_owed(next);
}

/* The machine sits down. False when a rule broke. */
static bool seat_machine(struct joining *joining, struct fault *fault)
{
	struct batch *batch = joining->batch;
	const struct platform *platform = batch->service->platform;
	struct log_row *row = &joining->row;

	row->kind = ROW_JOIN;
	row->side = joining->latest->base->machine.side;
	row->time_ms = joining->latest->base->created_ms;
	row->nonce_drawn = true;
	platform->random(platform->context, row->nonce, sizeof(row->nonce));
	written_automatic_scope(row->scope, joining->latest->rows);
	row->bytes = batch->lines;
	text_clear(&row->bytes);
	bool whole = fault_guard(run_join, joining, fault);
	batch->lines = row->bytes;
	if (!whole)
		snapshot_release(joining->next);
	return whole;
}

/* ---- a new game ---- */

struct creating {
	struct snapshot *snapshot;
	struct log_row row;
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
	log_append(snapshot->log, &creating->row, creating->events, &snapshot->truth,
		   snapshot->tip);
	row_follow(snapshot, creating->events);
	snapshot_take_row(snapshot, log_row(snapshot->log, 0));
}

static void make_game(struct batch *batch, struct job *job)
{
	struct fault fault;
	struct game_base *base = make_base(batch, job);
	struct creating creating = {snapshot_create(base, log_create(job->game)),
				    command_row(job, ROW_CREATE, base->created_ms), &batch->events,
				    false};
	take_nonce(batch, job, &creating.row);
	bool whole = fault_guard(run_create, &creating, &fault);
	struct joining joining = {.batch = batch, .job = job, .latest = creating.snapshot};
	if (whole && creating.passes && base->machine.strength)
		whole = seat_machine(&joining, &fault);
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
	add_seat(batch, job, false);
	if (base->machine.strength) {
		batch_add(batch, job->held, joining.next);
		batch_tell(batch, job->held, PN_SEEN_BY_ALL);
	}
	job->snapshot = snapshot_hold(batch_latest(job->held));
	job->uncommitted = true;
}

/* What to tell about a player who has left: they are the one who asks, unless the server does. */
static enum problem_code whose_end(const struct job *job)
{
	return job->by_server ? PROBLEM_NO_SUCH_PLAYER : PROBLEM_TOKEN_ENDED;
}

/* How many games against the machine does the batch make for the caller? */
static size_t count_made(const struct batch *batch, const struct job *job)
{
	size_t count = 0;

	for (size_t i = 0; i < batch->job_count; i++) {
		const struct job *other = batch->job[i];

		count += other->kind == JOB_CREATE && other->seat.create.machine.strength > 0 &&
			 other->uncommitted && strcmp(other->player, job->player) == 0 &&
			 other->origin == job->origin;
	}
	return count;
}

/* Has the machine time for another game of this caller? */
static bool machine_is_free(const struct batch *batch, struct job *job)
{
	struct opponent *opponent = batch->service->opponent;
	const size_t games = opponent_games(opponent, job->player, job->origin);
	enum problem_code problem = PROBLEM_NONE;

	if (opponent_is_full(opponent))
		problem = PROBLEM_BUSY;
	if (games + count_made(batch, job) >= OPPONENT_GAMES_MAX)
		problem = PROBLEM_TOO_MANY_MACHINES;
	if (problem != PROBLEM_NONE)
		command_fail(job, problem, NULL);
	return problem == PROBLEM_NONE;
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
	else if (account_is_gone(batch, job->player))
		command_fail(job, whose_end(job), NULL);
	else if (!service_has_room(batch->service))
		command_fail(job, PROBLEM_NO_ROOM, NULL);
	else if (job->seat.create.machine.strength && !machine_is_free(batch, job))
		return;
	else
		make_game(batch, job);
}

/* ---- joining ---- */

static void take_seat(struct batch *batch, struct job *job, struct snapshot *latest,
		      int64_t time_ms)
{
	struct fault fault;
	struct joining joining = {batch, job, latest, NULL, command_row(job, ROW_JOIN, time_ms)};
	take_nonce(batch, job, &joining.row);
	joining.row.bytes = batch->lines;
	text_clear(&joining.row.bytes);
	bool whole = fault_guard(run_join, &joining, &fault);
	batch->lines = joining.row.bytes;
	if (!whole) {
		log_truncate(latest->log, latest->rows);
		snapshot_release(joining.next);
		command_fault(batch, job, &fault);
		return;
	}
	/* Before the game is added: it may wait for the new player at once. */
	add_seat(batch, job, false);
	batch_add(batch, job->held, joining.next);
	batch_tell(batch, job->held, PN_SEEN_BY_ALL);
	job->snapshot = snapshot_hold(joining.next);
	job->uncommitted = true;
}

/* A player holds at most one seat of a game, and not more games than they may. */
static enum problem_code check_player(const struct batch *batch, const struct job *job)
{
	struct roster *roster = batch->service->roster;
	struct player_facts facts;

	if (!job->player[0])
		return PROBLEM_NONE;
	if (roster_seat(roster, job->player, job->game) != PN_PUBLIC ||
	    roster_is_umpire(roster, job->player, job->game))
		return PROBLEM_ALREADY_SEATED;
	if (roster_player(roster, job->player, &facts) && facts.games >= SEATS_MAX)
		return PROBLEM_TOO_MANY_GAMES;
	return PROBLEM_NONE;
}

/* Is somebody in this batch taking a seat of the game? The holders of seats are known only after
 * the commit. */
static bool is_being_taken(const struct batch *batch, const char *game)
{
	const struct store_list *seats = &batch->stored.list[STORE_SEAT];
	const struct store_seat *seat = seats->pieces;

	for (size_t i = 0; i < seats->count; i++) {
		if (strcmp(seat[i].game, game) == 0)
			return true;
	}
	return false;
}

/* The seat of the game that the player who asks holds, PN_NO_SIDE without one. */
static pn_side seat_of(const struct batch *batch, const struct job *job)
{
	struct roster *roster = batch->service->roster;
	pn_side side = job->player[0] ? roster_seat(roster, job->player, job->game) : PN_PUBLIC;

	if (side != PN_PUBLIC)
		return side;
	return job->player[0] && roster_is_umpire(roster, job->player, job->game) ? PN_PUBLIC
										  : PN_NO_SIDE;
}

/* The row of taking a seat over, and its new holder; bytes as seat_admin.c has them. */
static void add_take(struct batch *batch, struct job *job, struct snapshot *latest,
		     const char *bytes, size_t size)
{
	const struct platform *platform = batch->service->platform;
	struct log_row row = command_row(job, ROW_TAKE, platform->now_ms(platform->context));

	row.bytes = batch->lines;
	text_clear(&row.bytes);
	text_add(&row.bytes, bytes, size);
	seat_admin_append(batch, job, latest, &row);
	batch->lines = row.bytes;
	add_seat(batch, job, bytes[0]);
}

/* Take a seat over from one's other device, or from the player who gave the code. */
static void take_over(struct batch *batch, struct job *job, struct snapshot *latest)
{
	const struct seat_code *code = &latest->seat_admin.handover[job->side];
	enum problem_code problem = code_try_now(batch->service, latest, job->seat.code);
	pn_side held = seat_of(batch, job);

	if (problem == PROBLEM_NONE && held != PN_NO_SIDE && (held != job->side || !code->moves))
		problem = PROBLEM_ALREADY_SEATED;
	if (problem == PROBLEM_NONE && is_being_taken(batch, job->game))
		problem = PROBLEM_BUSY;
	if (problem == PROBLEM_NONE && latest->seat_admin.rows >= SEAT_ADMIN_ROWS_MAX)
		problem = PROBLEM_GAME_TOO_LONG;
	if (problem != PROBLEM_NONE) {
		command_fail(job, problem, latest);
		return;
	}
	const char bytes[] = {(char)code->moves};

	add_take(batch, job, latest, bytes, sizeof(bytes));
}

/* ---- the umpire ---- */

/* May somebody sit down as umpire with this code? */
static enum problem_code check_umpire(const struct batch *batch, const struct job *job,
				      const struct snapshot *latest)
{
	enum problem_code problem = code_try_now(batch->service, latest, job->seat.code);

	if (problem == PROBLEM_NONE)
		problem = check_player(batch, job);
	if (problem == PROBLEM_NONE && is_being_taken(batch, job->game))
		problem = PROBLEM_BUSY;
	if (problem == PROBLEM_NONE && latest->seat_admin.rows >= SEAT_ADMIN_ROWS_MAX)
		problem = PROBLEM_GAME_TOO_LONG;
	return problem;
}

/* Somebody sits down, whoever sat there before without being agreed to; everybody is told. */
static void seat_umpire(struct batch *batch, struct job *job)
{
	static const struct pn_event seated = {.kind = PN_EVENT_UMPIRE_SEATED};
	static const char bytes[] = {1, 1};
	enum problem_code problem;
	struct snapshot *latest;

	server_events_before(batch, job->held);
	latest = batch_latest(job->held);
	problem = check_umpire(batch, job, latest);
	if (problem == PROBLEM_NONE && !server_events_tell(batch, job->held, &seated, 1))
		problem = PROBLEM_GAME_TOO_LONG;
	if (problem != PROBLEM_NONE) {
		command_fail(job, problem, latest);
		return;
	}
	batch_tell(batch, job->held, PN_SEEN_BY_ALL);
	add_take(batch, job, batch_latest(job->held), bytes, sizeof(bytes));
}

void command_join(struct batch *batch, struct job *job)
{
	struct snapshot *latest = batch_latest(job->held);

	if (!latest) {
		command_fail(job, PROBLEM_NO_SUCH_GAME, NULL);
		return;
	}
	const struct code_use use = code_use(latest, job->seat.code);
	job->side = use.side;
	if (command_repeated(job))
		return;
	if (account_is_gone(batch, job->player)) {
		command_fail(job, whose_end(job), latest);
		return;
	}
	if (use.kind == CODE_UMPIRE) {
		seat_umpire(batch, job);
		return;
	}
	if (use.kind == CODE_HANDOVER) {
		take_over(batch, job, latest);
		return;
	}
	int64_t time_ms = command_time(batch, latest);
	const struct fault_case of = command_case(job);
	enum problem_code problem = code_try(batch->service, latest, job->seat.code, time_ms);
	if (problem == PROBLEM_NONE)
		problem = check_player(batch, job);
	if (problem == PROBLEM_NONE && faults_find(batch->service->faults, &of, job->report))
		problem = PROBLEM_RULE_FAULT;
	if (problem != PROBLEM_NONE)
		command_fail(job, problem, latest);
	else
		take_seat(batch, job, latest, time_ms);
}
