/* PN-04: a command about a unit that is not there, just behind the last, is refused in each book and in
 * each decision that random games come to. Nothing is said of whose that unit is or of where it
 * stands. */

#include <criterion/criterion.h>

#include "play.h"
#include "step.h"

enum { GAMES = 12, STEPS_MAX = 400 };

static struct play play;
static unsigned asked;

static void expect_refused(pn_side side, const struct pn_command *command, const char *whose)
{
	const struct pn_verdict verdict = pn_check(&play.view[side], side, command);

	asked++;
	cr_expect(verdict.code != PN_LAWFUL && verdict.code != PN_REFUSE_NOT_YOUR_UNIT &&
			  verdict.code != PN_REFUSE_OFF_TABLE,
		  "%s: kind %u, %s: %u %s", pn_rules_of(&play.truth)->id, command->kind, whose,
		  verdict.code, verdict.clause.text);
}

static void look_at_actions(pn_side side)
{
	pn_list_actions(&play.view[side], side, &play.actions);
	for (uint16_t i = 0; i < play.actions.count; i++) {
		struct pn_command command = play.actions.action[i].command;

		if (command.unit != PN_NO_UNIT) {
			command.unit = play.truth.unit_count;
			expect_refused(side, &command, "the unit");
		}
		command = play.actions.action[i].command;
		/* Not every book reads the target of a move. */
		if (command.target != PN_NO_UNIT && command.kind != PN_COMMAND_MOVE) {
			command.target = play.truth.unit_count;
			expect_refused(side, &command, "the target");
		}
	}
}

Test(no_such_unit, is_told_of)
{
	for (uint8_t book = 0; book < pn_rules_count(); book++)
		for (uint64_t seed = 1; seed <= GAMES; seed++) {
			static struct pn_muster muster;
			struct random_source random = {seed};

			play_random_muster(&muster, book, &random);
			play_begin(&play, book, &muster, seed);
			for (int step = 0; !play.truth.over && step < STEPS_MAX; step++) {
				const pn_side side = play_side(&play, &random);
				struct pn_command command;

				look_at_actions(side);
				command = play_random_action(&play, side, &random);
				play_command(&play, side, &command);
			}
		}
	cr_expect_gt(asked, 3000);
}
