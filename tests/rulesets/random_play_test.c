/* Every ruleset, played at random from what it lists, with musters at random and with those
 * of its scenarios: every action is accepted, a
 * refused command changes nothing, the verdict on the view is the verdict on the truth,
 * no dead end, an end in bounded time, the fold of what each viewer saw is the state at
 * every prefix, and an undo leaves the state as if the command had never been given. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "books.def"
#include "citations.h"
#include "codec/codec_ruleset.h"
#include "play.h"
#include "play_case.h"
#include "sample_events.h"

/* So many games of each rule book, in the long form GAMES_LONG; or what PENNON_GAMES says.
 * A clause that the code cites and that has not come up by then is looked for where the cases
 * that claim it begin, ROUNDS_MOST times each. */
enum {
	GAMES = 400,
	GAMES_LONG = 10000,
	ROUNDS_MOST = 200,
	POSITIONS_ONE_IN = 2, /* games, so many of which are played from a position, too */
	STEPS_MAX = 3000,
	SHARED_MOST = 30,
	AGREED_MOST = 10000,
	CASES_A_GAME = 2
};

static const char *const event_name[PN_EVENT_COUNT] = {
#define X(name, wire) [PN_EVENT_##name] = wire,
	PN_EVENT_KINDS(X)
#undef X
};

static struct play play;
static struct citations own;    /* of the rule book that is played */
static struct citations shared; /* of the code that all rule books share */
static unsigned long kinds[PN_EVENT_COUNT];
static unsigned positions, positions_played; /* random ones, and those that were not refused */
static uint64_t last_seed;

/* Is the code of the ruleset in this folder? Two books that differ little share one, and its
 * clauses. */
static bool lives_in(uint8_t ruleset, const char *folder)
{
	int owner = pn_rules_find(folder);

	cr_assert(owner >= 0, "core/rulesets/%s holds no rules of that id", folder);
	return strcmp(pn_rules_at(ruleset)->letters, pn_rules_at((uint8_t)owner)->letters) == 0;
}

static int games(void)
{
	const char *wanted = getenv("PENNON_GAMES");

	if (wanted)
		return atoi(wanted);
	return getenv("PENNON_SOAK_MINUTES") ? GAMES_LONG : GAMES;
}

static void count_citation(const char *clause)
{
	citations_count(&own, clause);
	citations_count(&shared, clause);
}

/* What all viewers share is the same for all four; what a side knows besides is what
 * the truth knows of it. */
static void expect_views_agree(void)
{
	uint64_t hash = pn_game_hash(&play.truth);

	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		cr_assert_eq(pn_game_hash(&play.view[viewer]), hash);
	for (pn_side side = 0; side < PN_SIDES; side++)
		cr_assert_eq(pn_view_hash(&play.view[side], side), pn_view_hash(&play.truth, side));
}

static void expect_folds_agree(void)
{
	static struct pn_game folded;

	pn_fold(&folded, &play.start, play.log, play.count, PN_NO_SIDE);
	cr_assert_eq(pn_view_hash(&folded, PN_PUBLIC), pn_view_hash(&play.truth, PN_PUBLIC));
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		pn_fold(&folded, &play.start, play.log, play.count, viewer);
		cr_assert_eq(pn_view_hash(&folded, viewer),
			     pn_view_hash(&play.view[viewer], viewer));
	}
}

/* One verdict, asked of the view or of the truth. */
static void expect_same_verdict(pn_side side, const struct pn_command *command)
{
	struct pn_verdict view = pn_check(&play.view[side], side, command);
	struct pn_verdict truth = pn_check(&play.truth, side, command);
	struct pn_preview preview;

	cr_assert_eq((int)view.code, (int)truth.code);
	cr_assert_str_eq(view.clause.text, truth.clause.text);
	cr_assert(view.code == PN_LAWFUL || view.clause.text[0], "a refusal without a clause");
	count_citation(view.clause.text);
	pn_preview(&play.view[side], side, command, &preview);
	cr_assert_eq((int)preview.verdict.code, (int)view.code);
}

/* A side that is asked about one unit has it go straight on, into anything that stands there; or,
 * asked by a unit, it charges that unit in return. */
static void expect_same_to_the_obvious(const struct pn_pending *top)
{
	static int asked_before; /* a third of the lengths each time */
	struct pn_command ahead = {.kind = PN_COMMAND_MOVE,
				   .unit = top->unit,
				   .target = PN_NO_UNIT,
				   .path = {.given = true, .count = 1}};
	struct pn_command back = {
		.kind = PN_COMMAND_CHARGE, .unit = top->other, .target = top->unit};

	ahead.path.leg[0].kind = PN_LEG_ADVANCE;
	ahead.path.leg[0].heading = play.truth.unit[top->unit].pose.facing;
	for (int inches = 1 + asked_before++ % 3; inches <= 12; inches += 3) {
		ahead.path.leg[0].length = inches * PN_INCH;
		expect_same_verdict(play.truth.unit[top->unit].side, &ahead);
	}
	if (top->other < play.truth.unit_count)
		expect_same_verdict(play.truth.unit[top->other].side, &back);
}

/* Commands out of thin air, and such as lie near; nothing changes by asking. */
static void expect_same_verdicts(struct random_source *random)
{
	const uint64_t before = pn_view_hash(&play.truth, PN_PUBLIC);
	const struct pn_pending *top = pn_top_pending(&play.truth);

	for (int i = 0; i < 4; i++) {
		struct pn_command command = play_random_command(&play, random);
		pn_side side = (pn_side)random_between(random, PN_RED, PN_PUBLIC);

		expect_same_verdict(side, &command);
	}
	if (top && top->unit < play.truth.unit_count)
		expect_same_to_the_obvious(top);
	cr_assert_eq(pn_view_hash(&play.truth, PN_PUBLIC), before);
}

/* PN-41. As it stands, but that the side is there again, as it is when it takes something back
 * that all saw; what is drafted in secret and taken back tells nobody that it is. */
static uint64_t hash_when_back(pn_side side)
{
	static struct pn_game then;

	then = play.truth;
	then.strikes[side] = 0;
	return pn_view_hash(&then, PN_PUBLIC);
}

/* Do it, take it back, and stand where one stood. */
static void expect_undo_restores(pn_side side, const struct pn_command *command,
				 const uint64_t before)
{
	struct pn_command undo = {
		.kind = PN_COMMAND_UNDO, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	if (pn_is_parley(command->kind) ||
	    pn_check(&play.view[side], side, &undo).code != PN_LAWFUL)
		return;
	play_command(&play, side, &undo);
	cr_assert_eq(hash_when_back(side), before, "%s, seed %lu: undo of kind %d",
		     pn_rules_of(&play.truth)->id, (unsigned long)last_seed, (int)command->kind);
	cr_assert(pn_check(&play.view[side], side, command).code == PN_LAWFUL);
	play_command(&play, side, command);
}

static void expect_actions_accepted(pn_side side)
{
	for (uint16_t i = 0; i < play.actions.count; i++) {
		const struct pn_action *action = &play.actions.action[i];

		cr_assert(pn_check(&play.view[side], side, &action->command).code == PN_LAWFUL,
			  "offer %s is refused", action->words);
		for (uint16_t k = 0; k < action->preset_count; k++)
			cr_assert(pn_check(&play.view[side], side,
					   &play.actions.preset[action->preset_first + k].command)
						  .code == PN_LAWFUL,
				  "preset %u of %s is refused", k, action->words);
	}
}

static void expect_refused_muster(uint8_t ruleset, struct random_source *random)
{
	static struct pn_game game;
	static struct pn_muster muster;
	struct pn_muster_fault fault;

	play_broken_muster(&muster, ruleset, random);
	fault = pn_setup(&game, ruleset, &muster);
	cr_assert(fault.code != PN_MUSTER_NONE && fault.clause.text[0]);
	count_citation(fault.clause.text);
}

/* Is the side's time over? In one game of twenty red stays away, in another anybody's is
 * now and then. */
static bool expires(uint64_t seed, pn_side side, struct random_source *random)
{
	return (seed % 20 == 0 && side == PN_RED) || (seed % 20 == 1 && random_one_in(random, 30));
}

static bool is_asked(void)
{
	return play.truth.question[PN_RED].kind != PN_PROPOSAL_NOTHING ||
	       play.truth.question[PN_BLUE].kind != PN_PROPOSAL_NOTHING;
}

/* The umpire, too, is asked of their own view, and mostly answers soon. */
static bool umpire_answers(struct random_source *random)
{
	struct pn_command command;

	if (!is_asked() || random_one_in(random, 2))
		return false;
	command = play_random_action(&play, PN_PUBLIC, random);
	expect_actions_accepted(PN_PUBLIC);
	play_command(&play, PN_PUBLIC, &command);
	expect_views_agree();
	expect_folds_agree();
	return true;
}

/* Some of the units are of another's kind. */
static void mix_kinds(struct pn_muster *muster, struct random_source *random)
{
	for (uint8_t i = 0; i < muster->unit_count; i++) {
		struct pn_muster_unit *unit = &muster->unit[i];
		const struct pn_muster_unit *like =
			&muster->unit[random_between(random, 0, muster->unit_count - 1)];

		if (random_one_in(random, 2))
			continue;
		unit->class = like->class;
		unit->traits = like->traits;
		memcpy(unit->stats, like->stats, sizeof unit->stats);
	}
}

/* A battle under way, now and then beyond what may be said. False: it is refused, by a clause. */
static bool go_on_from(struct pn_muster *muster, uint8_t ruleset, uint64_t seed)
{
	static struct pn_game probe;
	struct random_source random = {seed * 2 + 1};
	struct pn_muster_fault fault;

	play_put_under_way(muster, ruleset, &random);
	fault = pn_setup(&probe, ruleset, muster);
	cr_assert(fault.code == PN_MUSTER_NONE || fault.clause.text[0], "a fault has no clause");
	return fault.code == PN_MUSTER_NONE;
}

/* The muster of a scenario of the book, with switches and a method at random, and sometimes other
 * troops. False: it has none, or none that goes with them. */
static bool stage_scenario(struct pn_muster *muster, uint8_t ruleset, struct random_source *random)
{
	static struct codec_scenario scenario;
	static struct pn_game probe;
	static struct pn_muster mixed;
	const struct pn_rules *rules = pn_rules_at(ruleset);
	int count = 0;

	for (const struct embedded_file *file = embedded_next("scenarios/", NULL); file;
	     file = embedded_next("scenarios/", file)) {
		struct codec_error error = {0};

		cr_assert(codec_scenario_decode(&scenario, (const char *)file->bytes, file->size,
						&error));
		if (scenario.ruleset == ruleset && random_one_in(random, ++count))
			*muster = scenario.muster;
	}
	if (count == 0)
		return false;
	for (uint8_t i = 0; i < rules->switches.count; i++)
		muster->switches[i] =
			(uint8_t)random_between(random, 0, rules->switches.row[i].count - 1);
	if (random_one_in(random, 2))
		muster->method = rules->default_method;
	mixed = *muster;
	mix_kinds(&mixed, random);
	if (random_one_in(random, 2) && pn_setup(&probe, ruleset, &mixed).code == PN_MUSTER_NONE)
		*muster = mixed;
	return pn_setup(&probe, ruleset, muster).code == PN_MUSTER_NONE;
}

static void expect_same_pending(const struct pn_game *before)
{
	cr_assert_eq(play.truth.pending_count, before->pending_count);
	cr_assert_eq(memcmp(play.truth.pending, before->pending, sizeof before->pending), 0);
	cr_assert_eq(memcmp(play.truth.strikes, before->strikes, sizeof before->strikes), 0);
	cr_assert_eq(memcmp(play.truth.rolled, before->rolled, sizeof before->rolled), 0);
	cr_assert_eq(play.truth.past_count, before->past_count);
	for (int side = 0; side < PN_SIDES; side++)
		cr_assert_eq(play.truth.secret[side].undo_count, before->secret[side].undo_count);
}

/* PN-60. Either side rolls the cup, now and then until nothing is left of it; draws of its own
 * keep the game what it is without. */
static void roll_cups(struct random_source *random)
{
	static struct pn_game before;
	const pn_side side = (pn_side)random_between(random, PN_RED, PN_BLUE);
	int rolls = random_one_in(random, 400) ? PN_CUP_ROLLS_MAX + 1 : random_one_in(random, 6);

	before = play.truth;
	for (; rolls > 0; rolls--) {
		struct pn_command command = play_random_cup(random);

		expect_same_verdict(side, &command);
		if (pn_check(&play.view[side], side, &command).code == PN_LAWFUL)
			play_command(&play, side, &command);
	}
	expect_same_pending(&before);
	expect_views_agree();
}

/* From where it has begun to its end. */
static void play_on(uint8_t ruleset, uint64_t seed, struct random_source random)
{
	struct random_source cups = {seed ^ 60};

	if (seed % 4 == 0)
		play_seat_umpire(&play, seed % 8 == 0);
	for (int step = 0; !play.truth.over; step++) {
		cr_assert(step < STEPS_MAX, "%s: seed %lu does not end", pn_rules_at(ruleset)->id,
			  (unsigned long)seed);
		roll_cups(&cups);
		if (umpire_answers(&random))
			continue;
		pn_side side = play_side(&play, &random);
		if (expires(seed, side, &random)) {
			play_expire(&play, side);
			expect_views_agree();
			continue;
		}
		struct pn_command command = play_random_action(&play, side, &random);
		uint64_t before = hash_when_back(side);

		expect_actions_accepted(side);
		expect_same_verdicts(&random);
		play_command(&play, side, &command);
		cr_assert(play.truth.pending_count <= pn_rules_at(ruleset)->deepest_pending);
		expect_views_agree();
		if (random_one_in(&random, 4))
			expect_undo_restores(side, &command, before);
		if (random_one_in(&random, 16))
			expect_folds_agree();
	}
	expect_folds_agree();
	expect_same_verdicts(&random);
	expect_refused_muster(ruleset, &random);
	for (size_t i = 0; i < play.count; i++) {
		kinds[play.log[i].kind]++;
		count_citation(play.log[i].clause.text);
	}
}

static void play_one(uint8_t ruleset, uint64_t seed)
{
	struct random_source random = {seed};
	struct pn_muster muster;

	last_seed = seed;
	if (seed % 5 > 1 || !stage_scenario(&muster, ruleset, &random))
		play_random_muster(&muster, ruleset, &random);
	play_begin(&play, ruleset, &muster, seed);
	play_on(ruleset, seed, random);
}

static void play_from_a_position(uint8_t ruleset, uint64_t seed)
{
	struct random_source random = {~seed};
	struct pn_muster muster;

	last_seed = seed;
	if (seed % 2 || !stage_scenario(&muster, ruleset, &random))
		play_random_muster(&muster, ruleset, &random);
	positions++;
	if (!go_on_from(&muster, ruleset, seed))
		return;
	positions_played++;
	play_begin(&play, ruleset, &muster, seed);
	/* A turn in which nobody has anything to decide may be over at once. */
	cr_assert_geq(play.truth.turn, muster.first_turn);
	play_on(ruleset, seed, random);
}

/* The players may agree on how they declare. */
static void play_agreed(uint64_t seed)
{
	struct random_source random = {seed};
	struct pn_muster muster;

	last_seed = seed;
	play_random_muster(&muster, play_book(), &random);
	muster.method = PN_METHOD_AGREED;
	play_begin(&play, play_book(), &muster, seed);
	play_on(play_book(), seed, random);
}

/* The same from where a case of the book begins. It is small. */
static void play_case(uint8_t ruleset, size_t number, uint64_t seed)
{
	last_seed = seed;
	if (play_begin_case(&play, ruleset, number, seed))
		play_on(ruleset, seed, (struct random_source){~seed});
}

/* Some cases, one after another, in each round with another seat of the umpire. */
static void play_cases(uint8_t ruleset, int game, size_t cases)
{
	for (uint64_t seed = (uint64_t)game * CASES_A_GAME;
	     seed < ((uint64_t)game + 1) * CASES_A_GAME; seed++)
		play_case(ruleset, (size_t)(seed + seed / cases) % cases, seed);
}

/* What no rule brings about. */
static bool is_of_the_server(int kind)
{
	return kind >= PN_EVENT_CLOCK_REMINDER && kind != PN_EVENT_CLOCK_EXPIRED &&
	       kind != PN_EVENT_CUP_ROLLED;
}

/* 60,000 commands are not played here: limits_test.c. */
static const char too_long[] = "PN-06";

/* Is there a clause that the code cites and play has not met? */
static const char *missing_in(const struct citations *citations)
{
	for (size_t i = 0; i < citations->count; i++)
		if (!citations->times[i] && strcmp(citations->clause[i], too_long) != 0)
			return citations->clause[i];
	return NULL;
}

/* Each clause that play never met needs a muster in play.c in which it comes up. */
static void expect_all_met(const struct citations *citations, const char *whose)
{
	for (size_t i = 0; i < citations->count; i++)
		cr_expect(citations->times[i] || strcmp(citations->clause[i], too_long) == 0,
			  "%s: random play never met %s", whose, citations->clause[i]);
}

/* Clauses that play has not met are looked for where the cases that claim them begin. */
static void play_what_is_missing(const char *folder, size_t cases)
{
	int played = 0;

	for (uint64_t round = 1; round <= ROUNDS_MOST && missing_in(&own); round++)
		for (size_t number = 0; number < cases; number++)
			for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++) {
				const char *clause = missing_in(&own);

				if (!clause || !lives_in(ruleset, folder) ||
				    !play_case_claims(number, clause))
					continue;
				play_case(ruleset, number, round * PLAY_CASES_MAX + number);
				played++;
			}
	cr_log_info("%s: %d games, %zu clauses, %d games more from cases", folder, games(),
		    own.count, played);
}

/* The rulesets of a folder in turn; and with each game some cases: many a clause wants
 * particular troops with particular orders. */
static void play_folder(const char *folder)
{
	const size_t cases = play_cases_load(PN_SOURCE_DIR "/tests/cases", folder);
	char path[1024];

	snprintf(path, sizeof path, "%s/core/rulesets/%s", PN_SOURCE_DIR, folder);
	citations_read(&own, path);
	cr_expect_gt(own.count, 0, "%s cites no clause", folder);
	for (int game = 1; game <= games(); game++)
		for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++)
			if (lives_in(ruleset, folder)) {
				play_one(ruleset, (uint64_t)game);
				play_cases(ruleset, game, cases);
				if (game % POSITIONS_ONE_IN == 0)
					play_from_a_position(ruleset, (uint64_t)game);
			}
	cr_expect_gt(positions_played * 4, positions, "%u of %u positions can be played",
		     positions_played, positions);
	play_what_is_missing(folder, cases);
	expect_all_met(&own, folder);
}

/* A test a folder with code, called after it. */
#define X(name, id, has_code) PLAY_##has_code(name, id)
#define PLAY_0(name, id)
#define PLAY_1(name, id) \
	Test(random_play, name, .timeout = 1800) \
	{ \
		play_folder(id); \
	}
PN_BOOKS(X)
#undef X

Test(random_play, every_ruleset_has_its_turn)
{
	static const struct {
		const char *id;
		bool has_code;
	} folder[] = {
#define X(name, id, has_code) {id, has_code},
		PN_BOOKS(X)
#undef X
	};

	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++) {
		bool found = false;

		for (size_t i = 0; i < sizeof folder / sizeof folder[0]; i++)
			found = found || (folder[i].has_code && lives_in(ruleset, folder[i].id));
		cr_expect(found, "nobody plays %s", pn_rules_at(ruleset)->id);
	}
}

static bool misses_a_kind(const bool *in_a_book)
{
	for (int kind = 0; kind < PN_EVENT_COUNT; kind++)
		if (in_a_book[kind] && kinds[kind] == 0)
			return true;
	return false;
}

/* What all rule books share is met by one or other of them. */
Test(random_play, every_kind_of_event_and_every_shared_clause, .timeout = 1800)
{
	bool in_a_book[PN_EVENT_COUNT] = {false};

	citations_read(&shared, PN_SOURCE_DIR "/core/src");
	for (int game = 1;
	     game <= SHARED_MOST && (game < 10 || missing_in(&shared) || misses_a_kind(in_a_book));
	     game++) {
		for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++) {
			play_one(ruleset, (uint64_t)game);
			for (int kind = 0; kind < PN_EVENT_COUNT; kind++)
				in_a_book[kind] |= sample_has((uint8_t)kind, &play.truth) &&
						   !is_of_the_server(kind) &&
						   !pn_event_is_written((uint8_t)kind);
		}
	}
	/* Players who have agreed on a method of declaring seldom withdraw it. */
	for (int game = SHARED_MOST + 1;
	     game <= AGREED_MOST && (missing_in(&shared) || misses_a_kind(in_a_book)); game++)
		play_agreed((uint64_t)game);
	for (int kind = 0; kind < PN_EVENT_COUNT; kind++)
		cr_expect(kinds[kind] > 0 || !in_a_book[kind], "random play never produced %s",
			  event_name[kind]);
	expect_all_met(&shared, "core/src");
}

/* The same seed and the same choices give the same events, whatever one side wrote:
 * dice follow labels alone. */
Test(random_play, the_same_choices_give_the_same_state)
{
	for (uint64_t seed = 1; seed <= 20; seed++) {
		uint64_t first;

		play_one(play_book(), seed);
		first = pn_view_hash(&play.truth, PN_PUBLIC);
		play_one(play_book(), seed);
		cr_expect_eq(pn_view_hash(&play.truth, PN_PUBLIC), first);
	}
}
