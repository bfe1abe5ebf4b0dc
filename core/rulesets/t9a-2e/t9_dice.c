/* Dice of the book: distances, which Swiftstride makes the best two of three (T9-69), and
 * Discipline Tests (T9-40), which a general and a battle standard help with (T9-139). */

#include "common.h"
#include "t9.h"

enum { TWO = 2, NEAR_STANDARD = 12 * PN_INCH, TOWERING = 6 * PN_INCH };

/* Decides T9-69. */
struct pn_roll t9_distance_roll(const struct pn_game *view, pn_unit_id id, pn_clause clause)
{
	const bool swift = pn_trait(&view->unit[id], T9_SWIFTSTRIDE);

	return (struct pn_roll){
		.who = id,
		.what = T9_ROLL_TWO_DICE,
		.clause = swift ? PN_CLAUSE("T9-69") : clause,
		.count = (uint8_t)(swift ? TWO + 1 : TWO),
		.drop = swift ? PN_DROP_LOWEST : PN_DROP_NONE,
	};
}

int16_t t9_throw_distance(struct pn_step *step, pn_unit_id id, pn_clause clause, uint8_t *highest)
{
	struct pn_roll roll = t9_distance_roll(step->game, id, clause);
	uint8_t face[PN_FACES_MAX];
	int16_t total;

	roll.face = face;
	total = pn_throw(step, roll, NULL);
	for (uint8_t i = 0; highest && i < roll.count; i++)
		if (i == 0 || face[i] > *highest)
			*highest = face[i];
	return total;
}

/* ---- Discipline Tests ---- */

static bool is_at_hand(const struct pn_game *view, pn_unit_id id, pn_unit_id other,
		       enum t9_trait trait, pn_len reach)
{
	const struct pn_unit *unit = &view->unit[other];

	return unit->on_board && unit->side == view->unit[id].side && pn_trait(unit, trait) &&
	       unit->state != T9_FLEEING && t9_units_within(view, id, other, reach);
}

/* Decides T9-139. */
int32_t t9_discipline(const struct pn_game *view, pn_unit_id id)
{
	int32_t best = pn_stat(&view->unit[id], T9_DISCIPLINE);

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		const struct pn_unit *general = &view->unit[i];
		const pn_len reach =
			NEAR_STANDARD + (pn_trait(general, T9_TOWERING_PRESENCE) ? TOWERING : 0);

		if (i != id && pn_stat(general, T9_DISCIPLINE) > best &&
		    is_at_hand(view, id, i, T9_GENERAL, reach))
			best = pn_stat(general, T9_DISCIPLINE);
	}
	return best;
}

static bool may_reroll(const struct pn_game *view, pn_unit_id id)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (is_at_hand(view, id, i, T9_BATTLE_STANDARD, NEAR_STANDARD))
			return true;
	return false;
}

static struct pn_roll test_roll(pn_unit_id id, enum t9_test kind, int32_t needed, pn_clause clause)
{
	const bool maximised = kind == T9_TEST_MAXIMISED;

	return (struct pn_roll){
		.who = id,
		.what = T9_ROLL_TWO_DICE,
		.test = PN_TEST_AT_MOST,
		.needed = (int16_t)needed,
		.clause = clause,
		.count = (uint8_t)(maximised ? TWO + 1 : TWO),
		.drop = maximised ? PN_DROP_LOWEST : PN_DROP_NONE,
	};
}

static bool throw_test(struct pn_step *step, pn_unit_id id, enum t9_test kind, int32_t needed,
		       pn_clause clause)
{
	bool passed;

	pn_throw(step, test_roll(id, kind, needed, clause), &passed);
	return passed;
}

bool t9_test_against(struct pn_step *step, pn_unit_id id, enum t9_test kind, int32_t needed,
		     pn_clause clause)
{
	return throw_test(step, id, kind, needed, clause) ||
	       (may_reroll(step->game, id) &&
		throw_test(step, id, kind, needed, PN_CLAUSE("T9-139")));
}

void t9_preview_test(struct pn_preview *out, const struct pn_game *view, pn_unit_id id,
		     pn_clause clause)
{
	struct pn_odds *odds = pn_preview_roll(
		out, view, test_roll(id, T9_TEST_PLAIN, t9_discipline(view, id), clause));

	if (!odds)
		return;
	odds->words = "odds.discipline";
	if (may_reroll(view, id))
		pn_odds_again(odds);
}

bool t9_test(struct pn_step *step, pn_unit_id id, enum t9_test kind, pn_clause clause)
{
	return t9_test_against(step, id, kind, t9_discipline(step->game, id), clause);
}
