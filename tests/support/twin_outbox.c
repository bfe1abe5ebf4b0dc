/* What both worlds' outboxes are given is read where it is written: on its way to the store. */

#include "twin_outbox.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

#include "game/intents.h"
#include "game/notice_kinds.h"
#include "game/service_inside.h"
#include "twin_bytes.h"
#include "twin_play.h"

static const char player[PN_SIDES][GAME_ID_BYTES] = {"0a234567-89ab-4def-8123-456789abcdef",
						     "0b234567-89ab-4def-8123-456789abcdef"};

/* One world's. */
struct outbox {
	struct store *store;
	enum store_error (*append)(struct store *store, const struct store_batch *batch);
	pthread_mutex_t mutex;
	struct text told; /* what others than the owner may know of, a line each */
	bool is_told;     /* the owner, of a turn, and nobody has done anything since */
	bool is_leaked;   /* ... but what the owner had written before */
	uint32_t count;
};

static struct outbox outbox[2];
static const struct twins *played;

/* Did the server give the command, by what a side had written? */
static bool is_automatic(const struct store_row *row)
{
	uint8_t scope[SCOPE_BYTES];

	written_automatic_scope(scope, row->expected);
	return memcmp(scope, row->scope, sizeof(scope)) == 0 &&
	       (row->body_hash[0] == INTENT_PLAN || row->body_hash[0] == INTENT_ORDER);
}

static void take_rows(struct outbox *of, const struct store_batch *batch)
{
	for (size_t i = 0; i < batch->list[STORE_ROW].count; i++) {
		const struct store_row *row = store_piece(batch, STORE_ROW, i);

		if (strcmp(row->game, played->game.id) != 0)
			continue;
		of->is_leaked |= of->is_told && is_automatic(row);
		of->is_told = false;
	}
}

static void take_notice(struct outbox *of, const struct store_notice *notice)
{
	const bool is_told = notice->act == STORE_NOTICE_TELL;
	const bool is_turn = notice->kind == NOTICE_TURN || notice->kind == NOTICE_REACTION;

	if ((!is_told && notice->act != STORE_NOTICE_TAKEN) ||
	    strcmp(notice->game, played->game.id) != 0)
		return;
	of->count++;
	if (notice->side == played->owner && !notice->open) {
		of->is_told |= is_told && is_turn;
		return;
	}
	text_add_format(&of->told, "%d %d %d %d %u %lld %lld\n", is_told, notice->kind,
			notice->side, notice->open, notice->version, (long long)notice->made_ms,
			(long long)notice->due_ms);
}

static enum store_error append(struct store *store, const struct store_batch *batch)
{
	struct outbox *of = &outbox[store == outbox[1].store];
	const enum store_error error = of->append(store, batch);

	pthread_mutex_lock(&of->mutex);
	if (error == STORE_OK) {
		take_rows(of, batch);
		for (size_t i = 0; i < batch->list[STORE_NOTICE].count; i++)
			take_notice(of, store_piece(batch, STORE_NOTICE, i));
	}
	pthread_mutex_unlock(&of->mutex);
	return error;
}

/* Both sides' seats are players' as well, who have hooks as far as the server remembers. */
static void sit_down(struct service *service, const char *game)
{
	for (pn_side side = 0; side < PN_SIDES; side++) {
		roster_put_player(service->roster,
				  &(struct store_player){.id = player[side], .name = "x"});
		roster_add_seat(
			service->roster,
			&(struct store_seat){.game = game, .side = side, .player = player[side]});
		roster_note_hook(service->roster, player[side]);
	}
}

static void compare(struct twins *twins)
{
	static struct text told[2];

	for (int world = 0; world < 2; world++) {
		pthread_mutex_lock(&outbox[world].mutex);
		text_clear(&told[world]);
		text_add_string(&told[world],
				outbox[world].told.bytes ? outbox[world].told.bytes : "");
		cr_assert_not(outbox[world].is_leaked,
			      "LEAK in a notice for a plan that ran, seed %llu",
			      (unsigned long long)twins->seed);
		pthread_mutex_unlock(&outbox[world].mutex);
	}
	twins_compare(twins, "the outbox", twins->foe, &told[0], &told[1]);
	twin_bytes_compare(twins);
	twins->figures.told = outbox[0].count;
}

/* The clocks of both stand apart while the owner writes. */
static void compare_amid(struct twins *twins)
{
	twins_next_moment(twins);
	compare(twins);
}

void twin_outbox_play(struct twins *twins)
{
	played = twins;
	for (int world = 0; world < 2; world++) {
		struct service *service = twins->world[world].service;

		outbox[world] = (struct outbox){.store = service->store,
						.append = service->store->append,
						.mutex = PTHREAD_MUTEX_INITIALIZER};
		service->store->append = append;
		sit_down(service, twins->game.id);
		/* A bot shows the table, as far as the server remembers. */
		atomic_store(&service->shows_tables, true);
	}
	twins->meanwhile = compare;
	twins->amid = compare_amid;
	twins_play(twins);
	for (int world = 0; world < 2; world++)
		text_free(&outbox[world].told);
}
