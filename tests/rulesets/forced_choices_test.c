/* Whoever has one answer only is not asked. In games at random no side is asked where it can do
 * one thing only, with nothing in it to choose and nothing of its own to take back: but for what
 * is listed here, with the reason. */

#include <criterion/criterion.h>
#include <string.h>

#include "play.h"

enum { GAMES = 60, STEPS_MAX = 3000 };

static struct play play;

static const struct {
	const char *ruleset, *decision;
	enum pn_command_kind only;
	const char *because;
} may_be_asked[] = {
	{"ancient-warfare", "place_orders", PN_COMMAND_READY,
	 "it is sealed: who is asked tells nothing"},
	{"medieval-warfare", "place_orders", PN_COMMAND_READY, "it is sealed"},
	{"battlesystem-2e", "declare", PN_COMMAND_READY, "it is sealed"},
	{"chainmail", "write_orders", PN_COMMAND_READY, "it is sealed"},
	{"t9a-2e", "next_charge", PN_COMMAND_CHARGE,
	 "its way may be said, before the roll (T9-89)"},
	{"t9a-2e", "movement", PN_COMMAND_READY, "a small wheel is lawful where a wide one is not"},
	{"conquest-1.5", "activation", PN_COMMAND_CHARGE, "its way may be said, before the roll"},
	{"conquest-1.5", "activation", PN_COMMAND_PASS, "a way that nobody offers may be lawful"},
};

static bool may_be(const char *decision, enum pn_command_kind only)
{
	for (size_t i = 0; i < sizeof may_be_asked / sizeof may_be_asked[0]; i++)
		if (may_be_asked[i].only == only &&
		    strcmp(may_be_asked[i].decision, decision) == 0 &&
		    strcmp(may_be_asked[i].ruleset, pn_rules_of(&play.truth)->id) == 0)
			return true;
	return false;
}

/* Is there nothing in it to vary, and no other way of giving it? */
static bool leaves_nothing_open(const struct pn_action *action)
{
	if (action->preset_count > 1)
		return false;
	for (uint8_t i = 0; i < action->bound_count; i++) {
		const struct pn_bound *bound = pn_action_bound_at(&play.actions, action, i);

		if (bound->kind != PN_BOUND_CHOICE || bound->choice.count > 1)
			return false;
	}
	return true;
}

/* The one thing that the side can do, or NULL. What is said over the table counts for nothing,
 * but to take something back. */
static const struct pn_action *find_only(pn_side side)
{
	const struct pn_action *only = NULL;

	pn_list_actions(&play.view[side], side, &play.actions);
	for (uint16_t i = 0; i < play.actions.count; i++) {
		const struct pn_action *action = &play.actions.action[i];

		if (action->command.kind == PN_COMMAND_UNDO)
			return NULL;
		if (action->group == PN_GROUP_TABLE)
			continue;
		if (only)
			return NULL;
		only = action;
	}
	return only && leaves_nothing_open(only) ? only : NULL;
}

static void expect_choice(pn_side side, uint64_t seed, int step)
{
	const struct pn_action *only = find_only(side);
	const char *decision =
		pn_rules_of(&play.truth)->decisions.row[pn_top_pending(&play.truth)->decision].name;

	if (only)
		cr_expect(may_be(decision, only->command.kind),
			  "%s, seed %lu, step %d: %s asks for %s", pn_rules_of(&play.truth)->id,
			  (unsigned long)seed, step, decision, only->words);
}

static void play_one(uint8_t ruleset, uint64_t seed)
{
	struct random_source random = {seed};
	struct pn_muster muster;

	play_random_muster(&muster, ruleset, &random);
	play_begin(&play, ruleset, &muster, seed);
	for (int step = 0; !play.truth.over && step < STEPS_MAX; step++) {
		const pn_side side = play_side(&play, &random);
		struct pn_command command;

		expect_choice(side, seed, step);
		command = play_random_action(&play, side, &random);
		play_command(&play, side, &command);
	}
}

Test(forced_choices, nobody_is_asked_who_has_none, .timeout = 300)
{
	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++)
		for (uint64_t seed = 1; seed <= GAMES; seed++)
			play_one(ruleset, seed);
}
