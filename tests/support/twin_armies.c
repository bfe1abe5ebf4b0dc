#include "twin_armies.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "codec/codec.h"
#include "twin_probe.h"

enum { ROUNDS = 3, SOME = 12 };

/* Some of the owner's units, with other names and numbers. No two are the same. */
static void write_army(struct text *out, struct twins *twins, struct random_source *random,
		       pn_side side)
{
	static struct pn_muster army;
	uint8_t count = 0;

	army = twins->muster;
	for (uint8_t i = 0; i < twins->muster.unit_count; i++) {
		const struct pn_muster_unit *unit = &twins->muster.unit[i];

		if (unit->side == side && (count == 0 || random_one_in(random, 2)))
			army.unit[count++] = *unit;
	}
	army.unit_count = count;
	for (uint8_t i = 0; i < count; i++)
		snprintf(army.unit[i].name, PN_NAME_BYTES, "%.*s%d", random_between(random, 0, 20),
			 "Companies of the guard", random_between(random, 0, INT32_MAX));
	text_add_string(out, "{\"units\":");
	codec_army_encode(out, twins->book, &army, side);
	text_add_string(out, "}");
}

/* One draft more in each world, of the game or of the decoy. */
static void write_in_secret(struct twins *twins)
{
	for (int world = 0; world < 2; world++) {
		struct random_source *random = &twins->own[world];
		struct text body = TEXT_EMPTY;
		const struct twin_game *game =
			random_one_in(random, 3) ? &twins->decoy : &twins->game;

		write_army(&body, twins, random, twins->owner);
		twins_write(twins, world, game, "/army", body.bytes, true);
		text_free(&body);
		twins->figures.writings++;
	}
}

/* The owner does the same in both worlds at the same moment. What it is told is its own. */
static void owner_asks(struct twins *twins, const struct twin_game *game, const char *method,
		       const char *rest, const char *body)
{
	char path[128], key[TWIN_KEY_BYTES];
	const struct ask ask = {.method = method,
				.path = path,
				.token = game->token[twins->owner],
				.key = strcmp(method, "POST") == 0 ? key : NULL,
				.body = body};

	snprintf(path, sizeof(path), "/v1/games/%s%s", game->id, rest);
	snprintf(key, sizeof(key), "army-%u", twins->moment);
	twins_next_moment(twins);
	for (int i = 0; i < 2; i++) {
		enum twin_line line = (enum twin_line)twins->owner;

		twin_world_send(&twins->world[i], line, &ask);
		struct reply reply = twin_world_read(&twins->world[i], line, false);

		cr_assert_eq(reply.status, 200, "%s %s: %s", method, rest, reply.body.bytes);
		reply_free(&reply);
	}
}

/* The foe does it; the answers are compared. */
static void foe_asks(struct twins *twins, const char *method, const char *rest, const char *body)
{
	char path[128], key[TWIN_KEY_BYTES];
	const struct ask ask = {.method = method,
				.path = path,
				.token = twins->game.token[twins->foe],
				.key = strcmp(method, "POST") == 0 ? key : NULL,
				.body = body};

	snprintf(path, sizeof(path), "/v1/games/%s%s", twins->game.id, rest);
	snprintf(key, sizeof(key), "army-%u", twins->moment);
	cr_assert_eq(twins_ask(twins, (enum twin_line)twins->foe, "the foe's army", &ask), 200,
		     "%s", twins->last.body.bytes);
	twins_follow(twins);
}

static void foe_writes(struct twins *twins)
{
	struct text body = TEXT_EMPTY;

	write_army(&body, twins, &twins->random, twins->foe);
	foe_asks(twins, "PUT", "/army", body.bytes);
	text_free(&body);
}

/* A draft in both games of both worlds, so that it can be sealed. */
static void write_openly(struct twins *twins)
{
	struct text body = TEXT_EMPTY;

	write_army(&body, twins, &twins->random, twins->owner);
	owner_asks(twins, &twins->game, "PUT", "/army", body.bytes);
	owner_asks(twins, &twins->decoy, "PUT", "/army", body.bytes);
	text_free(&body);
}

static void play_rounds(struct twins *twins, bool reopens)
{
	for (int round = 0; round < ROUNDS; round++) {
		twins_poll(twins, random_one_in(&twins->random, 2) ? twins->foe : PN_PUBLIC);
		write_in_secret(twins);
		owner_asks(twins, &twins->game, "GET", "/army", NULL);
		owner_asks(twins, &twins->game, "GET", "", NULL);
		foe_asks(twins, "GET", "/army", NULL);
		twins_expect_silence(twins);
		twins_ask_something(twins, SOME);
		twins_sleep(twins);
		if (reopens && round == 1)
			twins_reopen(twins);
	}
	twins_ask_everything(twins, &twins->game);
	twins->figures.phases++;
}

/* It ends without a reveal, or with one. */
static void end(struct twins *twins, bool foe_is_done, bool owner_is_done)
{
	if (!foe_is_done && random_one_in(&twins->random, 2))
		foe_asks(twins, "DELETE", "/army", NULL);
	else if (!owner_is_done && random_one_in(&twins->random, 2))
		owner_asks(twins, &twins->game, "DELETE", "/army", NULL);
	else
		return;
	twins_follow(twins);
	twins_ask_everything(twins, &twins->game);
	twins->figures.hidden++;
}

void twin_armies_play(struct twins *twins, bool reopens)
{
	/* A side that has written nothing asks, too. */
	bool foe_is_late = random_one_in(&twins->random, 2);
	bool foe_is_done = !foe_is_late && random_one_in(&twins->random, 2);
	bool owner_is_done = random_one_in(&twins->random, 2);

	if (!foe_is_late)
		foe_writes(twins);
	if (foe_is_done)
		foe_asks(twins, "POST", "/army/seal", NULL);
	play_rounds(twins, reopens);
	if (foe_is_late)
		foe_writes(twins);
	write_openly(twins);
	if (owner_is_done && !foe_is_done) {
		owner_asks(twins, &twins->game, "POST", "/army/seal", NULL);
		twins_follow(twins);
		twins_ask_everything(twins, &twins->game);
	}
	end(twins, foe_is_done, owner_is_done && !foe_is_done);
}
