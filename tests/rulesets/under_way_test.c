/* A battle taken from a game when a turn begins is a battle that can be played, and goes on as the
 * game does: the same dice fall, and whoever is asked first stands in the same position. */

#include <criterion/criterion.h>
#include <string.h>

#include "base/write.h"
#include "codec/codec.h"
#include "play.h"

enum { GAMES = 100, STEPS_MAX = 3000 };

static struct play play;
static struct play again;
static struct pn_muster taken;
/* Units that were pushed over the edge or into each other, by an agreed outcome say, stand as none
 * may when a battle begins: then there is none. */
static unsigned turns, refused;

/* The state when the turn that has begun last began: all that was rolled or done since left out.
 * False: nothing of this turn is waited for any more. */
static bool when_it_began(struct pn_game *out, uint8_t turn)
{
	for (size_t i = play.count; i-- > 0;)
		if (play.log[i].kind == PN_EVENT_TURN_BEGAN &&
		    play.log[i].turn_began.turn == turn) {
			pn_fold(out, &play.start, play.log, i + 1, PN_NO_SIDE);
			return play.truth.turn == turn && !play.truth.over;
		}
	return false;
}

/* Written and read again it is the same. */
static void expect_same_when_read(uint8_t ruleset)
{
	static struct pn_muster read;
	struct text first = {0}, second = {0};
	struct codec_error error = {0};

	codec_muster_encode(&first, ruleset, &taken);
	cr_assert(codec_muster_decode(&read, ruleset, first.bytes, first.size, &error), "%s %s",
		  error.pointer, error.detail);
	codec_muster_encode(&second, ruleset, &read);
	cr_assert_str_eq(first.bytes, second.bytes);
	text_free(&first);
	text_free(&second);
}

static void forget_unit(struct pn_unit *unit, const struct pn_rules *rules)
{
	unit->melee_turn = 0;
	for (uint8_t i = 0; i < rules->tallies.count; i++)
		if (!rules->tallies.row[i].of_turn && rules->tallies.row[i].most == 0)
			unit->tally[i] = 0;
	if (unit->loose > unit->figures)
		unit->loose = (uint8_t)unit->figures;
	if (unit->on_board)
		return;
	unit->pose = (pn_pose){{0, 0}, 0};
	unit->state = 0;
	unit->flags = 0;
	unit->figures = 0;
	unit->files = 0;
	unit->loose = 0;
	unit->first_figure = 0;
}

/* What no position says: how units came to stand where they do, what was done before, and of the
 * units that are gone all but that. */
static void forget(struct pn_game *game)
{
	game->deployment = PN_DEPLOYMENT_PLACED;
	game->deploys_first = PN_RED;
	memset(game->zone, 0, sizeof game->zone);
	game->marks = 0;
	game->past_count = 0;
	memset(game->past, 0, sizeof game->past);
	memset(game->strikes, 0, sizeof game->strikes);
	memset(game->proposal, 0, sizeof game->proposal);
	memset(&game->announced, 0, sizeof game->announced);
	memset(&game->announced_placed, 0, sizeof game->announced_placed);
	memset(game->cups, 0, sizeof game->cups);
	game->cups_undone = 0;
	game->cups_undone_turn = 0;
	game->proposal_spent = 0;
	game->turns = 0;
	for (uint8_t i = 0; i < game->contact_count; i++)
		game->contact[i].benefits = false;
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		forget_unit(&game->unit[i], pn_rules_of(game));
}

static void expect_it_goes_on_alike(uint8_t ruleset, uint64_t seed)
{
	static struct pn_game here, there;

	play_begin(&again, ruleset, &taken, seed);
	if (again.truth.turn != play.truth.turn || again.truth.over)
		return;
	here = play.truth;
	there = again.truth;
	forget(&here);
	forget(&there);
	cr_assert_eq(pn_game_hash(&here), pn_game_hash(&there), "%s, seed %lu, turn %u",
		     pn_rules_at(ruleset)->id, (unsigned long)seed, play.truth.turn);
}

static void look_at_turn(uint8_t ruleset, uint64_t seed, uint8_t turn)
{
	static struct pn_game began, probe;
	struct pn_muster_fault fault;

	if (!when_it_began(&began, turn))
		return;
	pn_muster_under_way(&taken, &began, &play.muster);
	fault = pn_setup(&probe, ruleset, &taken);
	turns++;
	if (fault.code != PN_MUSTER_NONE) {
		cr_expect(fault.clause.text[0]);
		refused++;
		return;
	}
	expect_same_when_read(ruleset);
	if (probe.contact_count == began.contact_count)
		expect_it_goes_on_alike(ruleset, seed);
}

static void play_one(uint8_t ruleset, uint64_t seed)
{
	static struct pn_muster muster;
	struct random_source random = {seed};
	uint8_t turn;

	play_random_muster(&muster, ruleset, &random);
	play_begin(&play, ruleset, &muster, seed);
	turn = play.truth.turn;
	for (int step = 0; !play.truth.over && step < STEPS_MAX; step++) {
		const pn_side side = play_side(&play, &random);
		struct pn_command command = play_random_action(&play, side, &random);

		play_command(&play, side, &command);
		/* What was undone goes on from the middle of a turn. */
		if (play.truth.turn <= turn)
			continue;
		turn = play.truth.turn;
		look_at_turn(ruleset, seed, turn);
	}
}

Test(under_way, a_turn_of_a_game_is_a_battle, .timeout = 600)
{
	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++) {
		turns = refused = 0;
		for (uint64_t seed = 1; seed <= GAMES; seed++)
			play_one(ruleset, seed);
		cr_log_info("%s: %u turns, %u refused", pn_rules_at(ruleset)->id, turns, refused);
		cr_expect_gt(turns, GAMES / 4);
		cr_expect_leq(refused * 20, turns);
	}
}
