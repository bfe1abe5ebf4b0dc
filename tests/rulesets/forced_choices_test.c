/* A side with only one answer is not asked. In random games no side is asked where it can do only
 * one thing, with nothing in it to choose and nothing of its own to take back, except what is
 * listed here, with the reason. And conversely: where a rule has answered by itself, there was only
 * one answer. */

#include <criterion/criterion.h>
#include <string.h>

#include "play.h"
#include "step.h"

enum { GAMES = 60, STEPS_MAX = 3000 };

static struct play play;
static unsigned answered[PN_RULESETS_MAX]; /* by the rule itself */

static const struct {
	const char *ruleset, *decision;
	enum pn_command_kind only;
	const char *because;
} may_be_asked[] = {
	{"t9a-2e", "next_charge", PN_COMMAND_CHARGE,
	 "its way may be said, before the roll (T9-89)"},
	{"t9a-2e", "movement", PN_COMMAND_READY, "a small wheel is lawful where a wide one is not"},
	{"conquest-1.5", "activation", PN_COMMAND_CHARGE, "its way may be said, before the roll"},
};

/* Can it be answered in secret? Then it is asked: who is not would tell that there was nothing to
 * choose. */
static bool is_secret(const struct pn_rules *rules, const struct pn_decision_rule *decision)
{
	for (int kind = 0; kind < PN_COMMAND_COUNT; kind++)
		if (pn_set_has(&decision->commands, (enum pn_command_kind)kind) &&
		    rules->commands[kind].is_private &&
		    rules->commands[kind].is_private(&play.truth))
			return true;
	return false;
}

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
	const struct pn_rules *rules = pn_rules_of(&play.truth);
	const struct pn_decision_rule *decision =
		&rules->decisions.row[pn_top_pending(&play.truth)->decision];

	if (only && !is_secret(rules, decision))
		cr_expect(may_be(decision->name, only->command.kind),
			  "%s, seed %lu, step %d: %s asks for %s", rules->id, (unsigned long)seed,
			  step, decision->name, only->words);
}

/* Does the rule of the decision on top answer it here, and has it done so in the command that
 * was just played? It has, if from here on all came as it came. */
static bool has_answered(const struct pn_game *here, const struct pn_event *last, pn_side *side)
{
	static struct pn_game then;
	const struct pn_pending *top = pn_top_pending(here);
	struct pn_step step = {&then, &play.dice, NULL, last->by, last->mark};
	const struct pn_decision_rule *rule;

	if (!top || (top->owes != 1u << PN_RED && top->owes != 1u << PN_BLUE))
		return false;
	rule = &pn_rules_of(here)->decisions.row[top->decision];
	*side = top->owes == 1u << PN_RED ? PN_RED : PN_BLUE;
	if (!rule->forced || here->secret[*side].undo_count > 0)
		return false;
	then = *here;
	if (!rule->forced(&step, *side))
		return false;
	pn_settle(&step);
	return pn_game_hash(&then) == pn_game_hash(&play.truth);
}

/* Does a decision begin after this event, or is a move over with which one ends? Elsewhere a
 * rule may be in the midst of what it does. */
static bool is_between(const struct pn_event *event)
{
	return event[0].kind == PN_EVENT_DECISION_OPENED ||
	       event[0].kind == PN_EVENT_DECISION_CLOSED ||
	       (event[0].kind == PN_EVENT_MOVED && event[1].kind == PN_EVENT_DECISION_CLOSED);
}

/* Wherever the command opened a decision, or came back to one: who was not asked had one thing
 * only to do. */
static void expect_no_choice_taken(const struct pn_game *before, uint64_t seed)
{
	static struct pn_game here;

	here = *before;
	for (uint16_t i = 0; i + 1 < play.out.count; i++) {
		const struct pn_action *only = NULL;
		unsigned choices = 0;
		pn_side side;

		pn_evolve(&here, &play.out.event[i]);
		if (!is_between(&play.out.event[i]) ||
		    !has_answered(&here, &play.out.event[i], &side))
			continue;
		pn_list_actions(&here, side, &play.actions);
		for (uint16_t k = 0; k < play.actions.count; k++)
			if (play.actions.action[k].group != PN_GROUP_TABLE) {
				only = &play.actions.action[k];
				choices++;
			}
		cr_expect(choices == 1 && leaves_nothing_open(only),
			  "%s, seed %lu: %s was answered, with %u things to do, such as %s",
			  pn_rules_of(&here)->id, (unsigned long)seed,
			  pn_rules_of(&here)->decisions.row[pn_top_pending(&here)->decision].name,
			  choices, only ? only->words : "none");
		answered[here.ruleset]++;
	}
}

static void play_one(uint8_t ruleset, uint64_t seed)
{
	static struct pn_game before;
	struct random_source random = {seed};
	struct pn_muster muster;

	play_random_muster(&muster, ruleset, &random);
	play_begin(&play, ruleset, &muster, seed);
	for (int step = 0; !play.truth.over && step < STEPS_MAX; step++) {
		const pn_side side = play_side(&play, &random);
		struct pn_command command;

		expect_choice(side, seed, step);
		command = play_random_action(&play, side, &random);
		before = play.truth;
		play_command(&play, side, &command);
		if (command.kind != PN_COMMAND_UNDO && !play.truth.over)
			expect_no_choice_taken(&before, seed);
	}
}

Test(forced_choices, nobody_is_asked_who_has_none, .timeout = 300)
{
	unsigned books = 0;

	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++)
		for (uint64_t seed = 1; seed <= GAMES; seed++)
			play_one(ruleset, seed);
	/* Chainmail's sides are seldom idle from the start. */
	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++)
		books += answered[ruleset] > 0;
	cr_expect_geq(books, 5, "rules answer by themselves in %u books", books);
}
