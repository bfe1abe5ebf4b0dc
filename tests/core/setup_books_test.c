/* What lasts of a battle under way, in each book: into a game, and out of it again. */

#include <criterion/criterion.h>

#include "pennon/rules.h"
#include "play.h"
#include "step.h"

static struct pn_game game;

/* Facts of a battle that goes on are the muster's, where they last; when it begins they are the book's. */
Test(setup_books, facts_of_the_muster_and_of_the_book)
{
	for (uint8_t book = 0; book < pn_rules_count(); book++)
		for (uint8_t turn = 0; turn < 2; turn++) {
			const struct pn_rules *rules = pn_rules_at(book);
			static struct pn_muster other;
			struct random_source random = {book + 1u};

			do {
				play_random_muster(&other, book, &random);
				other.deployment = PN_DEPLOYMENT_PLACED;
				other.first_turn = turn;
			} while (pn_setup(&game, book, &other).code != PN_MUSTER_NONE);
			for (uint8_t i = 0; i < rules->facts.count; i++)
				other.facts[i] =
					rules->facts.row[i].of_turn ||
							rules->facts.row[i].kind != PN_FACT_SIDE
						? rules->facts.row[i].initial
						: PN_BLUE;
			cr_assert_eq(pn_setup(&game, book, &other).code, PN_MUSTER_NONE);
			for (uint8_t i = 0; i < rules->facts.count; i++)
				cr_expect_eq(game.facts[i],
					     turn > 0 ? other.facts[i]
						      : rules->facts.row[i].initial,
					     "%s: %s", rules->id, rules->facts.row[i].name);
		}
}

/* The battle that goes on from a game takes of each unit the flags that its book lets a muster give. */
Test(setup_books, flags_of_a_battle_that_goes_on)
{
	for (uint8_t book = 0; book < pn_rules_count(); book++) {
		const struct pn_rules *rules = pn_rules_at(book);
		static struct pn_muster began, taken;
		struct random_source random = {book + 1u};

		do
			play_random_muster(&began, book, &random);
		while (began.deployment != PN_DEPLOYMENT_PLACED ||
		       pn_setup(&game, book, &began).code != PN_MUSTER_NONE);
		for (uint8_t state = 0; state < rules->states.count; state++)
			for (int touches = 0; touches < 2; touches++) {
				game.unit[1].flags = UINT32_MAX;
				game.unit[1].state = state;
				game.unit[1].on_board = true;
				game.contact_count = (uint8_t)touches;
				game.contact[0] = (struct pn_contact){
					1, (pn_unit_id)(game.unit_count - 1), 0, true};
				pn_muster_under_way(&taken, &game, &began);
				for (uint8_t k = 0; k < 32; k++) {
					const struct pn_flag_rule *rule = &rules->flags.row[k];
					const bool lasts =
						k < rules->flags.count && rule->lasts &&
						(!rule->states || rule->states >> state & 1) &&
						(!rule->in_contact || touches);

					cr_expect_eq(taken.unit[1].flags >> k & 1, lasts, "%s %u",
						     rules->id, k);
				}
			}
	}
}
