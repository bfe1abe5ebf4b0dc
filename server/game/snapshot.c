/* A snapshot is 25 KB of plain data and, while somebody has a secret, as much for each view that
 * differs (snapshot_states.c). A few recently freed ones are kept to save the kernel's work on
 * their pages. */

#include "game/snapshot_inside.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"

enum { SPARE_MAX = 64 };

/* Freed snapshots, linked through `base`'s place. */
static pthread_mutex_t spare_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct snapshot *spare[SPARE_MAX];
static int spare_count;

struct game_base *base_hold(struct game_base *base)
{
	atomic_fetch_add(&base->references, 1);
	return base;
}

static void base_release(struct game_base *base)
{
	if (!base || atomic_fetch_sub(&base->references, 1) != 1)
		return;
	base_release(base->bare);
	crypto_forget(base->seed, sizeof(base->seed));
	free(base);
}

void base_take_stored(struct game_base *base, const struct store_game *game)
{
	const uint8_t *secret = game->secret.bytes;

	memcpy(base->id, game->id, GAME_ID_BYTES);
	base->created_ms = game->created_ms;
	base->access = game->access <= ACCESS_PRIVATE ? game->access : ACCESS_PRIVATE;
	if (game->secret.size == GAME_SECRET_BYTES) {
		memcpy(base->seed, secret, 32);
		memcpy(base->invitation_hash, secret + 32, 32);
	}
}

struct game_base *base_copy(const struct game_base *from)
{
	struct game_base *to = allocate(1, sizeof(*to));

	memcpy(to, from, sizeof(*to));
	atomic_init(&to->references, 1);
	for (pn_side side = 0; side < PN_SIDES; side++)
		atomic_init(&to->looked[side], 0);
	to->bare = NULL;
	return to;
}

/* ---- life ---- */

static struct snapshot *take_memory(void)
{
	struct snapshot *snapshot = NULL;
	pthread_mutex_lock(&spare_mutex);
	if (spare_count)
		snapshot = spare[--spare_count];
	pthread_mutex_unlock(&spare_mutex);
	return snapshot ? snapshot : allocate(1, sizeof(*snapshot));
}

static void give_memory(struct snapshot *snapshot)
{
	pthread_mutex_lock(&spare_mutex);
	if (spare_count < SPARE_MAX) {
		spare[spare_count++] = snapshot;
		snapshot = NULL;
	}
	pthread_mutex_unlock(&spare_mutex);
	free(snapshot);
}

/* Initialize the members that copies do not share. */
static void begin_life(struct snapshot *snapshot)
{
	atomic_init(&snapshot->references, 1);
	pthread_mutex_init(&snapshot->mutex, NULL);
	memset(snapshot->actions, 0, sizeof(snapshot->actions));
	memset(snapshot->was_away, 0, sizeof(snapshot->was_away));
	memset(snapshot->encoded, 0, sizeof(snapshot->encoded));
}

static void set_header(struct snapshot *snapshot)
{
	const struct game_base *base = snapshot->base;
	snapshot->header = (struct game_header){
		.id = base->id,
		.ruleset = base->ruleset,
		.revision = base->revision,
		.creator = base->creator,
		.status = GAME_OPEN,
		.access = base->access,
		.created_ms = base->created_ms,
		.muster = &base->muster,
		.name = base->name,
		.scenario = base->scenario,
		.clock = base->clock,
		.armies = base->armies,
		.machine = base->machine,
	};
	memcpy(snapshot->header.seed_commitment, base->seed_commitment, 32);
}

struct snapshot *snapshot_create(struct game_base *base, struct game_log *log)
{
	struct snapshot *snapshot = take_memory();
	begin_life(snapshot);
	snapshot->base = base;
	snapshot->log = log;
	snapshot->rows = snapshot->entries = 0;
	snapshot->told_ms = snapshot->asked_ms = base->created_ms;
	snapshot->asked_row = 0;
	set_header(snapshot);
	seat_admin_begin(&snapshot->seat_admin, base->invitation_hash, base->created_ms);
	memset(snapshot->tip, 0, sizeof(snapshot->tip));
	snapshot->server = (struct server_state){.revision = base->revision};
	clock_begin(&snapshot->server.clock, &base->clock);
	snapshot->armies = (struct armies){0};
	memset(snapshot->written, 0, sizeof(snapshot->written));
	memset(snapshot->own, 0, sizeof(snapshot->own));
	return snapshot;
}

bool snapshot_set_up(struct snapshot *snapshot)
{
	const struct game_base *base = snapshot->base;
	struct pn_muster_fault fault =
		army_set_up(&snapshot->truth, base->ruleset, &base->muster, &base->armies);
	return fault.code == PN_MUSTER_NONE;
}

bool snapshot_awaits_armies(const struct snapshot *snapshot)
{
	return snapshot->base->armies.secret && snapshot->base->muster.unit_count == 0 &&
	       !snapshot->truth.over;
}

void snapshot_rebase(struct snapshot *snapshot, struct game_base *base)
{
	struct game_base *before = snapshot->base;

	snapshot->base = base;
	snapshot->header.id = base->id;
	snapshot->header.muster = &base->muster;
	snapshot->header.name = base->name;
	snapshot->header.scenario = base->scenario;
	base_release(before);
	states_fold(snapshot, snapshot->entries);
}

struct snapshot *snapshot_copy(const struct snapshot *from)
{
	struct snapshot *to = take_memory();
	to->base = base_hold(from->base);
	to->log = log_hold(from->log);
	to->rows = from->rows;
	to->entries = from->entries;
	to->header = from->header;
	to->told_ms = from->told_ms;
	to->asked_ms = from->asked_ms;
	to->asked_row = from->asked_row;
	to->seat_admin = from->seat_admin;
	to->server = from->server;
	to->armies = from->armies;
	memcpy(to->tip, from->tip, sizeof(to->tip));
	memcpy(to->dice_key, from->dice_key, sizeof(to->dice_key));
	memcpy(to->written, from->written, sizeof(to->written));
	for (pn_side side = 0; side < PN_SIDES; side++)
		written_hold(&to->written[side]);
	states_copy(to, from);
	begin_life(to);
	return to;
}

struct snapshot *snapshot_hold(struct snapshot *snapshot)
{
	atomic_fetch_add(&snapshot->references, 1);
	return snapshot;
}

static void release_actions(struct kept_actions *kept)
{
	if (!kept || atomic_fetch_sub(&kept->references, 1) != 1)
		return;
	free(kept->actions);
	free(kept);
}

void snapshot_release(struct snapshot *snapshot)
{
	if (!snapshot || atomic_fetch_sub(&snapshot->references, 1) != 1)
		return;
	for (int viewer = 0; viewer < PN_VIEWERS; viewer++) {
		release_actions(snapshot->actions[viewer]);
		encoded_release(&snapshot->encoded[viewer]);
	}
	states_release(snapshot);
	for (pn_side side = 0; side < PN_SIDES; side++)
		written_release(&snapshot->written[side]);
	pthread_mutex_destroy(&snapshot->mutex);
	base_release(snapshot->base);
	log_release(snapshot->log);
	give_memory(snapshot);
}

/* ---- taking in ---- */

/* Did everybody learn of it? */
static bool is_told(const struct game_log *log, const struct log_row *row)
{
	for (uint32_t i = row->first; i < row->first + row->count; i++)
		if (log_entry(log, i)->seq[PN_PUBLIC])
			return true;
	return row_seats(row);
}

/* Is it a roll of the cup, which asks nobody anything (PN-60)? */
static bool is_cup(const struct game_log *log, const struct log_row *row)
{
	return row->count > 0 && log_event(log, row->first).kind == PN_EVENT_CUP_ROLLED;
}

void snapshot_take_row(struct snapshot *snapshot, const struct log_row *row)
{
	struct game_header *header = &snapshot->header;

	written_take_row(snapshot->written, snapshot->log, snapshot->rows, &snapshot->truth);
	if (snapshot->base->armies.secret)
		armies_take_row(&snapshot->armies, snapshot->log, snapshot->rows);
	snapshot->rows++;
	snapshot->entries = row->first + row->count;
	if (is_told(snapshot->log, row)) {
		snapshot->told_ms = row->time_ms;
		if (!is_cup(snapshot->log, row)) {
			snapshot->asked_ms = row->time_ms;
			snapshot->asked_row = snapshot->rows - 1;
		}
	}
	memcpy(snapshot->tip, row->tip, sizeof(snapshot->tip));
	seat_admin_take(&snapshot->seat_admin, row);
	if (row->server.revision) /* 0: before there was any */
		snapshot->server = row->server;
	header->access =
		snapshot->server.hidden ? ACCESS_PRIVATE : (enum game_access)snapshot->base->access;
	if (row_seats(row)) {
		header->seat_taken[row->side] = true;
		header->nonce_drawn[row->side] = row->nonce_drawn;
		memcpy(header->nonce[row->side], row->nonce, 32);
	}
	if (row->kind == ROW_JOIN)
		crypto_dice_key(snapshot->dice_key, snapshot->base->seed, snapshot->base->id,
				header->nonce[header->creator],
				header->nonce[pn_opponent(header->creator)]);
	if (header->seat_taken[PN_RED] && header->seat_taken[PN_BLUE] &&
	    !snapshot_awaits_armies(snapshot))
		header->status = snapshot->truth.over ? GAME_FINISHED : GAME_PLAYING;
}

/* ---- asking ---- */

const struct pn_muster *snapshot_muster(const struct snapshot *snapshot)
{
	return &snapshot->base->muster;
}

const struct game_header *snapshot_header(const struct snapshot *snapshot)
{
	return &snapshot->header;
}

bool snapshot_withdrawn(const struct snapshot *snapshot)
{
	return snapshot->server.hidden || snapshot->server.deleted;
}

bool snapshot_hidden(const struct snapshot *snapshot)
{
	return snapshot->server.hidden;
}

const struct clock *snapshot_clock(const struct snapshot *snapshot)
{
	return &snapshot->server.clock;
}

const struct intent *snapshot_intent(const struct snapshot *snapshot, pn_side side)
{
	return &snapshot->written[side].intent;
}

struct tip snapshot_tip(const struct snapshot *snapshot, pn_side viewer)
{
	return snapshot->tip[viewer];
}

size_t snapshot_events(const struct snapshot *snapshot, pn_side viewer, uint32_t after,
		       struct seen_event *out, size_t max, struct text *lines)
{
	struct game_log *log = snapshot->log;
	const uint32_t missing = log_is_whole(log) ? 0 : log->past.tip[viewer].seq;
	const uint32_t last = snapshot->tip[viewer].seq;
	size_t count = 0, begin = lines->size;

	for (uint32_t seq = after < missing ? missing : after; seq++ < last && count < max;) {
		const uint32_t index = log_seen(log, viewer, seq);
		size_t at = lines->size;

		log_hash(log, viewer, seq);
		log_add_line(log, index, viewer, lines);
		out[count] = (struct seen_event){
			.seq = seq,
			.time_ms = log_row(log, log_entry(log, index)->row)->time_ms,
			.line_size = lines->size - at,
		};
		memcpy(out[count++].hash, log_seen_hash(log, viewer, seq), 32);
	}
	/* The text is complete and does not move any more, so point into it now. */
	for (size_t i = 0; i < count; begin += out[i++].line_size)
		out[i].line = lines->bytes + begin;
	return count;
}

struct listing {
	const struct pn_game *view;
	pn_side side;
	struct pn_actions *out;
};

static void run_list(void *context)
{
	struct listing *listing = context;
	pn_list_actions(listing->view, listing->side, listing->out);
}

/* Actions are computed where there is room for as many as there can be, once a thread. */
static pthread_key_t scratch_key;
static pthread_once_t scratch_once = PTHREAD_ONCE_INIT;

static void make_scratch_key(void)
{
	pthread_key_create(&scratch_key, free);
}

static struct pn_actions *take_scratch(void)
{
	pthread_once(&scratch_once, make_scratch_key);
	struct pn_actions *scratch = pthread_getspecific(scratch_key);
	if (!scratch) {
		scratch = allocate(1, sizeof(*scratch));
		pthread_setspecific(scratch_key, scratch);
	}
	return scratch;
}

static void clear_actions(struct pn_actions *actions)
{
	actions->count = actions->preset_count = 0;
	actions->bound_count = actions->placed_count = 0;
}

/* A command in a copied list borrows from the copy, no longer from the original. */
static void borrow_again(struct pn_command *command, const struct pn_actions *from,
			 const struct pn_actions *to)
{
	const struct pn_placed *placed = pn_command_placed(command);

	if (placed)
		command->path.placed = to->placed + (placed - from->placed);
}

static struct pn_actions *copy_actions(const struct pn_actions *from)
{
	const size_t presets = from->preset_count * sizeof(from->preset[0]);
	struct pn_actions *to = reallocate(NULL, 1, offsetof(struct pn_actions, preset) + presets);

	memcpy(to, from,
	       offsetof(struct pn_actions, placed) + from->placed_count * sizeof(from->placed[0]));
	memcpy(to->bound, from->bound, from->bound_count * sizeof(from->bound[0]));
	memcpy(to->action, from->action, from->count * sizeof(from->action[0]));
	memcpy(to->preset, from->preset, presets);
	for (unsigned i = 0; from->placed_count && i < from->count; i++)
		borrow_again(&to->action[i].command, from, to);
	for (unsigned i = 0; from->placed_count && i < from->preset_count; i++)
		borrow_again(&to->preset[i].command, from, to);
	return to;
}

/* Compute a side's actions and keep as much of the struct as they fill. A broken rule
 * lists nothing; the command that meets it is what reports it. */
static struct pn_actions *make_actions(const struct snapshot *snapshot, pn_side side)
{
	struct listing listing = {snapshot_view(snapshot, side), side, take_scratch()};
	struct fault fault;
	struct pn_actions *from = listing.out;

	clear_actions(from);
	if (snapshot->header.status == GAME_PLAYING && !fault_guard(run_list, &listing, &fault))
		clear_actions(from);
	return copy_actions(from);
}

const struct pn_actions *snapshot_actions(struct snapshot *snapshot, pn_side side)
{
	pthread_mutex_lock(&snapshot->mutex);
	if (!snapshot->actions[side]) {
		struct kept_actions *kept = allocate(1, sizeof(*kept));
		atomic_init(&kept->references, 1);
		kept->actions = make_actions(snapshot, side);
		snapshot->actions[side] = kept;
	} else if (snapshot->was_away[side]) {
		/* Do the work and throw it away: the kept list is the same, and others may be
		 * reading it. */
		free(make_actions(snapshot, side));
	}
	snapshot->was_away[side] = false;
	const struct pn_actions *actions = snapshot->actions[side]->actions;
	pthread_mutex_unlock(&snapshot->mutex);
	return actions;
}

/* ---- what was encoded ---- */

bool snapshot_recall(struct snapshot *snapshot, pn_side viewer, const char *key, struct text *out)
{
	pthread_mutex_lock(&snapshot->mutex);
	bool found = encoded_find(&snapshot->encoded[viewer], key, out);
	pthread_mutex_unlock(&snapshot->mutex);
	return found;
}

void snapshot_remember(struct snapshot *snapshot, pn_side viewer, const char *key,
		       const char *bytes, size_t size)
{
	pthread_mutex_lock(&snapshot->mutex);
	encoded_keep(&snapshot->encoded[viewer], key, bytes, size);
	pthread_mutex_unlock(&snapshot->mutex);
}

void snapshot_come_back(struct snapshot *snapshot, pn_side viewer)
{
	pthread_mutex_lock(&snapshot->mutex);
	encoded_release(&snapshot->encoded[viewer]);
	snapshot->was_away[viewer] = true;
	pthread_mutex_unlock(&snapshot->mutex);
}

/* ---- what follows shares ---- */

static void share_actions(struct snapshot *before, struct snapshot *after, pn_side side)
{
	if (!before->actions[side] || after->actions[side])
		return;
	atomic_fetch_add(&before->actions[side]->references, 1);
	after->actions[side] = before->actions[side];
	after->was_away[side] = before->was_away[side];
}

/* Is what everybody sees besides events the same: seats, access, clocks? A seat that is taken
 * keeps its nonce. */
static bool shows_the_same(const struct snapshot *before, const struct snapshot *after)
{
	const struct clock *was = &before->server.clock;
	const struct clock *is = &after->server.clock;

	return before->header.access == after->header.access &&
	       memcmp(before->header.seat_taken, after->header.seat_taken,
		      sizeof(after->header.seat_taken)) == 0 &&
	       was->paused == is->paused && was->running == is->running &&
	       was->since_ms == is->since_ms &&
	       memcmp(was->bank_ms, is->bank_ms, sizeof(is->bank_ms)) == 0;
}

void snapshot_share(struct snapshot *before, struct snapshot *after)
{
	if (before->header.status != after->header.status)
		return;
	bool is_alike = shows_the_same(before, after);

	pthread_mutex_lock(&before->mutex);
	for (pn_side side = 0; side < PN_VIEWERS; side++) {
		if (before->tip[side].version != after->tip[side].version)
			continue;
		share_actions(before, after, side);
		/* What a side writes for itself raises its number and no version. */
		if (is_alike && before->tip[side].seq == after->tip[side].seq)
			encoded_share(&before->encoded[side], &after->encoded[side]);
	}
	pthread_mutex_unlock(&before->mutex);
}
