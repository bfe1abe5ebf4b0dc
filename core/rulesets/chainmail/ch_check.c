/* Whether a unit that is charged stands: the table against horse, the Loss Table against pikes, and
 * what both are modified by. */

#include "ch.h"
#include "common.h"

uint8_t ch_facing_struck(const struct pn_game *game, pn_unit_id id, pn_unit_id other)
{
	for (uint8_t i = game->contact_count; i-- > 0;) {
		const struct pn_contact *contact = &game->contact[i];

		if (contact->unit == other && contact->with == id)
			return contact->facing;
	}
	return PN_FACING_FRONT;
}

/* CH-85. A unit that has changed formation this turn is struck as in the flank. */
static uint8_t struck_as(const struct pn_unit *unit, uint8_t facing)
{
	return facing == PN_FACING_FRONT && pn_flag(unit, CH_REFORMED) ? (uint8_t)PN_FACING_LEFT
								       : facing;
}

static bool is_struck_in_flank(uint8_t facing)
{
	return facing == PN_FACING_LEFT || facing == PN_FACING_RIGHT;
}

/* CH-86. At one figure a man a body of heavy foot is only shaken by heavy horse if it is
 * small: 4 to each rider, 8 if struck in flank or rear. */
static bool is_man_to_man(const struct pn_game *game, const struct pn_unit *unit,
			  const struct pn_unit *horse)
{
	return game->switches[CH_SWITCH_SCALE] == CH_MAN_TO_MAN && unit->class == CH_HEAVY_FOOT &&
	       horse->class == CH_HEAVY_HORSE;
}

/* Decides CH-86. */
static bool is_too_many(const struct pn_game *game, pn_unit_id id, pn_unit_id other, uint8_t facing)
{
	enum { FRONT = 4, ASIDE = 8 };
	const struct pn_unit *unit = &game->unit[id];
	const struct pn_unit *horse = &game->unit[other];
	const int each = facing == PN_FACING_FRONT ? FRONT : ASIDE;

	return is_man_to_man(game, unit, horse) && unit->figures > each * horse->figures;
}

/* CH-15. Do they come with their points: does the front of the block touch the other? */
static bool is_front_to(const struct pn_unit *pikes, const struct pn_unit *unit)
{
	const pn_len half = pn_frontage(pn_unit_formation(pikes)) / 2;
	const pn_len back = -2 * PN_TOUCH;
	const struct pn_shape front = {
		4,
		{pn_ahead(pikes->pose, 0, -half), pn_ahead(pikes->pose, 0, half),
		 pn_ahead(pikes->pose, back, half), pn_ahead(pikes->pose, back, -half)}};
	const struct pn_shape body = pn_unit_footprint(unit);

	return pn_shapes_touch(&front, &body);
}

/* Decides CH-10, CH-11, CH-16 and CH-26. */
enum ch_need ch_need_of(const struct pn_game *game, pn_unit_id id, pn_unit_id other, uint8_t facing,
			pn_clause *why)
{
	const struct pn_unit *unit = &game->unit[id];
	const struct pn_unit *charger = &game->unit[other];

	*why = PN_CLAUSE("");
	facing = struck_as(unit, facing);
	if (ch_is_horse(charger)) {
		if (ch_has_points(unit) && facing == PN_FACING_FRONT)
			*why = PN_CLAUSE("CH-26");
		else if (is_too_many(game, id, other, facing))
			*why = PN_CLAUSE("CH-86");
		else
			return CH_HORSE_CHECK;
		return CH_NO_CHECK;
	}
	if (!ch_is_pikes(charger))
		return CH_NO_CHECK;
	if (ch_is_pikes(unit))
		*why = PN_CLAUSE("CH-11");
	else if (ch_has_points(unit) && facing == PN_FACING_FRONT)
		*why = PN_CLAUSE("CH-26");
	else if (!ch_is_eligible_array(charger) || !is_front_to(charger, unit))
		*why = PN_CLAUSE("CH-16");
	else
		return CH_PIKE_CHECK;
	return CH_NO_CHECK;
}

/* ---- rolling ---- */

/* What is added to the dice, and the clause that says so; of several, the weightiest. */
struct modifier {
	int16_t sum;
	pn_clause clause;
};

static void modify(struct modifier *modifier, int16_t by, pn_clause clause)
{
	if (modifier->clause.text[0] == '\0')
		modifier->clause = clause;
	modifier->sum = (int16_t)(modifier->sum + by);
}

/* Decides CH-24, CH-25, CH-28 and CH-29. */
static void modify_by_contact(struct modifier *modifier, const struct pn_game *game, pn_unit_id id,
			      pn_unit_id other, bool both)
{
	const struct pn_unit *unit = &game->unit[id];
	const uint8_t facing = ch_facing_struck(game, id, other);

	if (facing == PN_FACING_REAR)
		modify(modifier, -2, PN_CLAUSE("CH-29"));
	else if (is_struck_in_flank(facing))
		modify(modifier, -1, PN_CLAUSE("CH-28"));
	else if (pn_flag(unit, CH_REFORMED))
		modify(modifier, -1, PN_CLAUSE("CH-85"));
	if (both && ch_is_horse(unit))
		modify(modifier, 2, PN_CLAUSE("CH-25"));
	else if (both)
		modify(modifier, 1, PN_CLAUSE("CH-24"));
}

/* Decides CH-21 and CH-80. */
static struct pn_roll horse_roll(const struct pn_game *game, pn_unit_id id, pn_unit_id other,
				 bool both)
{
	const struct pn_unit *unit = &game->unit[id];
	const enum ch_row row = ch_row_of(game, unit);
	struct modifier modifier = {0, {""}};

	if (pn_flag(unit, CH_FATIGUED))
		modify(&modifier, -1, PN_CLAUSE("CH-80"));
	/* Pikes that do not face the enemy are no protection. */
	else if (ch_has_points(unit))
		modifier.clause = PN_CLAUSE("CH-27");
	modify_by_contact(&modifier, game, id, other, both);
	if (modifier.clause.text[0] == '\0' && is_man_to_man(game, unit, &game->unit[other]))
		modifier.clause = PN_CLAUSE("CH-86");
	if (modifier.clause.text[0] == '\0')
		modifier.clause = ch_row_clause(unit, row);
	return (struct pn_roll){
		.who = id,
		.what = CH_ROLL_CHARGE_CHECK,
		.modifier = modifier.sum,
		.test = PN_TEST_AT_LEAST,
		.needed = ch_charge_score(row, ch_weight(&game->unit[other])),
		.clause = modifier.clause,
	};
}

/* Decides CH-57. */
static struct pn_roll pikes_roll(const struct pn_game *game, pn_unit_id id, pn_unit_id other,
				 bool both)
{
	const struct pn_unit *unit = &game->unit[id];
	struct modifier modifier = {0, {""}};

	if (game->switches[CH_SWITCH_PIKE_MODIFIERS] == CH_PIKES_MODIFIED)
		modify_by_contact(&modifier, game, id, other, both);
	if (pn_flag(unit, CH_FATIGUED))
		modify(&modifier, -1, PN_CLAUSE("CH-79"));
	if (modifier.clause.text[0] == '\0')
		modifier.clause = PN_CLAUSE("CH-57");
	return (struct pn_roll){
		.who = id,
		.what = CH_ROLL_PIKE_CHECK,
		.modifier = modifier.sum,
		.test = PN_TEST_AT_LEAST,
		.needed = ch_loss_row(unit).score,
		.clause = modifier.clause,
	};
}

struct pn_roll ch_check_roll(const struct pn_game *game, pn_unit_id id, pn_unit_id other,
			     enum ch_need need, bool both)
{
	return need == CH_HORSE_CHECK ? horse_roll(game, id, other, both)
				      : pikes_roll(game, id, other, both);
}

bool ch_check_stands(struct pn_step *step, pn_unit_id id, pn_unit_id other, enum ch_need need,
		     bool both)
{
	bool stands;

	pn_throw(step, ch_check_roll(step->game, id, other, need, both), &stands);
	if (stands)
		pn_tell_reaction(step, id, other, CH_STANDS,
				 need == CH_HORSE_CHECK ? PN_CLAUSE("CH-21") : PN_CLAUSE("CH-10"));
	else
		pn_tell_reaction(step, id, other, CH_FALLS_BACK,
				 need == CH_HORSE_CHECK ? PN_CLAUSE("CH-22") : PN_CLAUSE("CH-12"));
	return stands;
}

/* ---- what a charge counts for ---- */

/* Decides CH-83. Armored foot and heavy horse have no higher class. */
static void strike_aside(struct pn_step *step, pn_unit_id id, pn_unit_id other, uint8_t facing)
{
	const uint8_t class = step->game->unit[id].class;
	const bool highest = class == CH_ARMORED_FOOT || class == CH_HEAVY_HORSE;

	pn_set_flag(step, id, highest ? CH_ADDS_TO_DICE : CH_CLASS_HIGHER, PN_CLAUSE("CH-83"));
	if (facing == PN_FACING_REAR)
		pn_set_flag(step, other, CH_NO_RETURN, PN_CLAUSE("CH-83"));
}

/* Decides CH-82. */
void ch_join(struct pn_step *step, pn_unit_id id, pn_unit_id other, bool charging)
{
	const struct pn_unit *unit = &step->game->unit[id];
	const struct pn_unit *struck = &step->game->unit[other];
	const uint8_t facing = struck_as(struck, ch_facing_struck(step->game, other, id));

	if (charging && ch_has_impetus(unit))
		pn_set_flag(step, id, CH_IMPETUS,
			    unit->class == CH_LEVIES ? PN_CLAUSE("CH-42") : PN_CLAUSE("CH-81"));
	if (ch_is_horse(struck) && !ch_has_moved(struck) && !pn_flag(struck, CH_CHARGED))
		pn_set_flag(step, other, CH_RETURNS_LOWER, PN_CLAUSE("CH-82"));
	if (facing != PN_FACING_FRONT)
		strike_aside(step, id, other, facing);
}
