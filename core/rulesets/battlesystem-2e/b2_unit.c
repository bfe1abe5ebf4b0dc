/* What a unit is, what binds it, and its charge initiation check. */

#include "b2.h"

/* Decides B2-22. */
pn_len b2_charge_allowance(const struct pn_unit *unit)
{
	return pn_stat(unit, B2_MOVEMENT_ALLOWANCE) * 3 / 2;
}

pn_len b2_minimum(const struct pn_unit *unit)
{
	pn_len half = pn_stat(unit, B2_MOVEMENT_ALLOWANCE) / 2;

	return half < 6 * PN_INCH ? half : 6 * PN_INCH;
}

struct pn_roll b2_initiation_roll(const struct pn_game *view, pn_unit_id id, int16_t lowered,
				  pn_clause clause)
{
	return (struct pn_roll){
		.who = id,
		.what = B2_ROLL_CHARGE_INITIATION,
		.test = PN_TEST_AT_MOST,
		.needed = (int16_t)(pn_stat(&view->unit[id], B2_MORALE_RATING) - lowered),
		.clause = clause,
	};
}

/* Decides B2-93 and B2-94. */
bool b2_initiates(struct pn_step *step, struct pn_roll roll)
{
	bool passed;

	pn_throw(step, roll, &passed);
	if (!passed)
		pn_set_flag(step, (pn_unit_id)roll.who, B2_CHECK_FAILED, PN_CLAUSE("B2-33"));
	return passed;
}

struct b2_budget b2_allowance(const struct pn_game *view, pn_unit_id id)
{
	return (struct b2_budget){pn_stat(&view->unit[id], B2_MOVEMENT_ALLOWANCE),
				  PN_CLAUSE("B2-113"), .march = true};
}
