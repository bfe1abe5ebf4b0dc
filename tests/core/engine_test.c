/* What a caller plays with, where no command on the wire leads: impossible arrangements, what a preview
 * may tell, what a pass alone may cover. */

#include <criterion/criterion.h>
#include <string.h>

#include "play.h"
#include "step.h"

enum { GAMES = 20, STEPS_MAX = 300 };

static struct play play;

/* ---- previews ---- */

static uint8_t in_the_way(pn_vec at)
{
	static struct pn_preview preview;
	struct pn_command command = {
		.kind = PN_COMMAND_PROPOSE_OUTCOME, .unit = 0, .target = PN_NO_UNIT};

	command.outcome.count = 1;
	command.outcome.fate[0] =
		(struct pn_fate){.unit = 0, .state = PN_STATE_KEPT, .placed = true, .at = at};
	pn_preview(&play.truth, PN_RED, &command, &preview);
	return preview.verdict.by;
}

/* A friend is named; an enemy where measuring is allowed, for that says how far off it is. */
Test(engine, a_preview_tells_who_is_in_the_way)
{
	for (int measured = 0; measured < 2; measured++) {
		play_begin_melee(&play, 9);
		play.truth.premeasure = measured;
		cr_expect_eq(in_the_way(play.truth.unit[1].pose.at), 2);
		cr_expect_eq(in_the_way(pn_add(play.truth.unit[3].pose.at, (pn_vec){0, 2000})),
			     measured ? 4 : 0);
		cr_expect_eq(in_the_way((pn_vec){20000, 110000}), 0);
		cr_expect_eq(in_the_way((pn_vec){0, 0}), 0);
	}
}

/* ---- passes ---- */

/* PN-13. Whatever else is said with a command, a pass of a window alone covers others. */
Test(engine, a_pass_of_a_window_covers_others)
{
	unsigned passes = 0, others = 0;

	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		static struct pn_muster muster;
		struct random_source random = {seed};

		play_random_muster(&muster, play_book(), &random);
		play_begin(&play, play_book(), &muster, seed);
		for (int step = 0; !play.truth.over && step < STEPS_MAX; step++) {
			const pn_side side = play_side(&play, &random);
			const bool is_window =
				pn_rules_of(&play.truth)
					->decisions.row[pn_top_pending(&play.truth)->decision]
					.window;
			struct pn_command command = play_random_action(&play, side, &random);
			struct pn_command covering = command;
			struct pn_verdict verdict;

			covering.until = PN_UNTIL_STEP;
			verdict = pn_check(&play.truth, side, &covering);
			if (is_window && command.kind == PN_COMMAND_PASS) {
				passes++;
				cr_expect_eq(verdict.code, PN_LAWFUL);
			} else if (!pn_is_parley(command.kind)) {
				others += is_window;
				cr_expect_eq(verdict.code, PN_REFUSE_NOT_NOW);
				cr_expect_str_eq(verdict.clause.text, "PN-13");
			}
			play_command(&play, side, &command);
		}
	}
	cr_expect(passes > 10 && others > 5, "%u passes, %u others", passes, others);
}

/* ---- arrangements ---- */

static struct pn_arrangement given;

static void no_turn(void)
{
	given.has_turn = true;
}
static void the_last_turn(void)
{
	given.has_turn = true;
	given.turn = play.truth.turns;
}
static void a_turn_too_many(void)
{
	the_last_turn();
	given.turn++;
}
static void no_phase(void)
{
	given.has_phase = true;
	given.phase = pn_rules_of(&play.truth)->phases.count;
}
static void a_decision_beside_another(void)
{
	given.has_decision = true;
}
static void no_unit(void)
{
	given.unit_count = 1;
	given.unit[0].unit = 4;
}
static void a_unit(void)
{
	given.unit_count = 1;
	given.unit[0].unit = 3;
	given.unit[0].on_board = true;
}
static void the_last_state(void)
{
	a_unit();
	given.unit[0].has_state = true;
	given.unit[0].state = (uint8_t)(pn_rules_of(&play.truth)->states.count - 1);
}
static void no_state(void)
{
	the_last_state();
	given.unit[0].state++;
}
static void no_form(void)
{
	a_unit();
	given.unit[0].has_form = true;
	given.unit[0].form = pn_rules_of(&play.truth)->forms.count;
}
static void the_last_form(void)
{
	no_form();
	given.unit[0].form--;
}
static void nothing_of_it_given(void)
{
	a_unit();
	given.phase = UINT8_MAX;
	given.turn = UINT8_MAX;
	given.unit[0].state = given.unit[0].form = UINT8_MAX;
	given.unit[0].figures = UINT16_MAX;
	given.unit[0].order = (struct pn_order){UINT8_MAX, 4, 0};
}
static void an_order(void)
{
	a_unit();
	given.unit[0].has_order = true;
	given.unit[0].order = (struct pn_order){1, 1, 0};
}
static void an_order_at_nobody(void)
{
	an_order();
	given.unit[0].order.target = PN_NO_UNIT;
}
static void no_such_order(void)
{
	an_order();
	given.unit[0].order.verb = pn_rules_of(&play.truth)->verbs.count;
}
static void no_such_target(void)
{
	an_order();
	given.unit[0].order.target = 4;
}
static void all_figures(void)
{
	a_unit();
	given.unit[0].has_figures = true;
	given.unit[0].figures = 12;
}
static void one_figure(void)
{
	all_figures();
	given.unit[0].figures = 1;
}
static void no_figures(void)
{
	all_figures();
	given.unit[0].figures = 0;
}
static void a_figure_too_many(void)
{
	all_figures();
	given.unit[0].figures = 13;
}
static void the_second_is_wrong(void)
{
	a_unit();
	given.unit[1] = given.unit[0];
	given.unit[1].unit = 4;
	given.unit_count = 2;
}
static void as_many_contacts_as_may_be(void)
{
	given.contact_count = PN_CONTACTS_MAX;
	for (int i = 0; i < PN_CONTACTS_MAX; i++)
		given.contact[i] = (struct pn_contact){1, 3, PN_FACING_FRONT, false};
}
static void a_contact_too_many(void)
{
	as_many_contacts_as_may_be();
	play.truth.contact_count = 1;
	play.truth.contact[0] = given.contact[0];
}
static void a_contact_of_nobody(void)
{
	given.contact_count = 1;
	given.contact[0] = (struct pn_contact){4, 3, PN_FACING_FRONT, false};
}
static void a_contact_with_nobody(void)
{
	given.contact_count = 1;
	given.contact[0] = (struct pn_contact){1, 4, PN_FACING_FRONT, false};
}

/* What is impossible is told, and changes nothing. */
Test(engine, arrangements)
{
	static const struct {
		void (*set)(void);
		enum pn_muster_fault_code code;
		const char *member;
	} rows[] = {
		{no_turn, PN_MUSTER_OUT_OF_RANGE, "turn"},
		{the_last_turn, PN_MUSTER_NONE, ""},
		{a_turn_too_many, PN_MUSTER_OUT_OF_RANGE, "turn"},
		{no_phase, PN_MUSTER_NOT_ALLOWED, "phase"},
		{a_decision_beside_another, PN_MUSTER_NOT_ALLOWED, "decision"},
		{no_unit, PN_MUSTER_OUT_OF_RANGE, ""},
		{a_unit, PN_MUSTER_NONE, ""},
		{the_last_state, PN_MUSTER_NONE, ""},
		{no_state, PN_MUSTER_NOT_ALLOWED, "state"},
		{no_form, PN_MUSTER_NOT_ALLOWED, "formation"},
		{the_last_form, PN_MUSTER_NONE, ""},
		{nothing_of_it_given, PN_MUSTER_NONE, ""},
		{an_order, PN_MUSTER_NONE, ""},
		{an_order_at_nobody, PN_MUSTER_NONE, ""},
		{no_such_order, PN_MUSTER_NOT_ALLOWED, "order"},
		{no_such_target, PN_MUSTER_NOT_ALLOWED, "order"},
		{all_figures, PN_MUSTER_NONE, ""},
		{one_figure, PN_MUSTER_NONE, ""},
		{no_figures, PN_MUSTER_OUT_OF_RANGE, "figures"},
		{a_figure_too_many, PN_MUSTER_OUT_OF_RANGE, "figures"},
		{the_second_is_wrong, PN_MUSTER_OUT_OF_RANGE, ""},
		{as_many_contacts_as_may_be, PN_MUSTER_NONE, ""},
		{a_contact_too_many, PN_MUSTER_OUT_OF_RANGE, "contacts"},
		{a_contact_of_nobody, PN_MUSTER_OUT_OF_RANGE, "contacts"},
		{a_contact_with_nobody, PN_MUSTER_OUT_OF_RANGE, "contacts"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		static struct pn_muster muster;
		struct pn_muster_fault fault;
		uint64_t before;

		play_plain_muster(&muster, 48 * PN_INCH);
		play_begin(&play, play_book(), &muster, 9);
		memset(&given, 0, sizeof given);
		rows[i].set();
		before = pn_game_hash(&play.truth);
		play.out.count = 0;
		fault = pn_arrange(&play.truth, &given, &play.dice, &play.out);
		cr_expect_eq(fault.code, rows[i].code, "%zu: %d", i, fault.code);
		if (fault.code == PN_MUSTER_NONE)
			continue;
		cr_expect_str_eq(fault.member, rows[i].member, "%zu", i);
		cr_expect_str_eq(fault.clause.text, "PN-07");
		cr_expect_eq(play.out.count, 0);
		cr_expect_eq(pn_game_hash(&play.truth), before);
	}
}

/* A decision that is arranged is asked; one that nobody owes goes on at once. */
Test(engine, a_decision_that_is_arranged)
{
	for (uint8_t owes = 0; owes < 4; owes++) {
		struct pn_arrangement melee = {.has_phase = true, .has_decision = true};
		const struct pn_pending *top;

		play_begin_melee(&play, 9);
		top = pn_top_pending(&play.truth);
		melee.phase = play.truth.phase;
		melee.decision = *top;
		melee.decision.owes = owes;
		play.out.count = 0;
		cr_assert_eq(pn_arrange(&play.truth, &melee, &play.dice, &play.out).code,
			     PN_MUSTER_NONE);
		top = pn_top_pending(&play.truth);
		cr_assert_not_null(top);
		cr_expect_neq(top->owes, 0);
		if (owes > 0)
			cr_expect_eq(top->owes, owes);
		cr_expect_eq(play.out.count == 1, owes > 0, "%u: %u events", owes, play.out.count);
	}
}

/* Where nothing is waited for nobody owes anything. */
Test(engine, nobody_owes_nothing)
{
	play_begin_melee(&play, 9);
	for (pn_side side = 0; side < PN_VIEWERS; side++)
		cr_expect_eq(pn_owes(&play.truth, side), side < PN_SIDES);
	play.truth.pending_count = 0;
	for (pn_side side = 0; side < PN_VIEWERS; side++)
		cr_expect_not(pn_owes(&play.truth, side));
}
