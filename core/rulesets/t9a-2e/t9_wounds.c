/* Hits, wounds, saves and losses (T9-67, T9-118 to T9-120). All shots of one attack are
 * resolved together, step by step, and what is not saved comes off the unit's Health
 * Points: whole models as they run out. */

#include "common.h"
#include "t9.h"

enum { CERTAIN_FAILURE = 7, EASIEST = 2, HARDEST = 6, TALLY_MAX = 255 };

/* ---- tables ---- */

/* T9-119. Needed to wound by Strength less Resilience, from -2 or less to 2 or more. */
static const uint8_t to_wound[] = {6, 5, 4, 3, 2};

/* T9-120. Needed to save by Armour less Armour Penetration, from 0 or less to 5 or more. */
static const uint8_t to_save[] = {7, 6, 5, 4, 3, 2};

static int32_t clamp(int32_t value, int32_t low, int32_t high)
{
	return value < low ? low : value > high ? high : value;
}

/* Decides T9-119. */
uint8_t t9_to_wound(int32_t strength, int32_t resilience)
{
	return to_wound[clamp(strength - resilience, -2, 2) + 2];
}

/* Decides T9-120. */
uint8_t t9_to_save(int32_t armour, int32_t penetration)
{
	return to_save[clamp(armour - penetration, 0, 5)];
}

/* T9-67. Dice of one model on dangerous ground, and of a chariot. */
static const uint8_t danger_dice[T9_CLASSES][2] = {
	[T9_STANDARD] = {1, 2},
	[T9_LARGE] = {2, 3},
	[T9_GIGANTIC] = {3, 4},
};

uint8_t t9_danger_dice(uint8_t class, bool chariot)
{
	return danger_dice[class][chariot];
}

/* ---- losses ---- */

int32_t t9_health(const struct pn_unit *unit)
{
	return unit->figures * pn_stat(unit, T9_HEALTH) - unit->tally[T9_WOUNDS];
}

int32_t t9_health_at_start(const struct pn_unit *unit)
{
	return unit->figures_at_start * pn_stat(unit, T9_HEALTH);
}

/* Decides T9-131. A quarter of what it had when the phase began (T9-130). */
static bool has_lost_a_quarter(const struct pn_game *game, pn_unit_id id)
{
	enum { QUARTER = 4 };
	const struct pn_unit *unit = &game->unit[id];
	const int32_t lost = unit->tally[T9_LOST];

	return unit->figures_at_start > 1 && !pn_engaged(game, id) &&
	       lost * QUARTER >= t9_health(unit) + lost;
}

static void tell_losses(struct pn_step *step, pn_unit_id id, int32_t before, int32_t after,
			pn_clause why)
{
	const struct pn_unit *unit = &step->game->unit[id];
	const int32_t each = pn_stat(unit, T9_HEALTH);
	const int32_t left = (after + each - 1) / each;
	const int32_t lost = unit->figures - left;

	pn_set_tally(step, id, T9_LOST,
		     (uint8_t)clamp(unit->tally[T9_LOST] + before - after, 0, TALLY_MAX),
		     PN_CLAUSE("T9-130"));
	if (lost > 0)
		pn_tell_casualties(step, id, (uint16_t)lost, why);
	pn_set_tally(step, id, T9_WOUNDS, (uint8_t)(left * each - after), why);
}

/* The unit loses Health Points, whole models as they run out, because of `why`; `from` is
 * who did it or PN_NO_UNIT. */
static void t9_wound(struct pn_step *step, pn_unit_id id, uint16_t wounds, pn_unit_id from,
		     pn_clause why, struct t9_panics *panics)
{
	const struct pn_game *game = step->game;
	const int32_t before = t9_health(&game->unit[id]);
	const int32_t after = wounds < before ? before - wounds : 0;

	if (wounds == 0)
		return;
	tell_losses(step, id, before, after, why);
	if (after == 0) {
		pn_tell_removed(step, id, why);
		t9_panic_near(panics, game, id);
	} else if (has_lost_a_quarter(game, id)) {
		t9_panic_of(panics, id, from, PN_CLAUSE("T9-131"));
	}
}

/* ---- from hits to wounds ---- */

/* How many of so many dice, each against `needed`, make it. */
static uint16_t throw_pool(struct pn_step *step, pn_unit_id who, uint16_t dice, uint8_t needed,
			   pn_clause clause)
{
	if (needed >= CERTAIN_FAILURE)
		return 0;
	return pn_throw_pool(step,
			     (struct pn_roll){
				     .who = who,
				     .what = T9_ROLL_POOL,
				     .test = PN_TEST_AT_LEAST,
				     .needed = needed,
				     .clause = clause,
			     },
			     dice);
}

/* What of the wounds a special save leaves. */
static uint16_t save_specially(struct pn_step *step, pn_unit_id who, pn_unit_id target,
			       uint16_t wounds)
{
	const int32_t needed = pn_stat(&step->game->unit[target], T9_SPECIAL_SAVE);

	if (needed == 0)
		return wounds;
	return (uint16_t)(wounds - throw_pool(step, who, wounds,
					      (uint8_t)clamp(needed, EASIEST, HARDEST),
					      PN_CLAUSE("T9-118")));
}

/* Decides T9-118. */
void t9_resolve_hits(struct pn_step *step, pn_unit_id shooter, pn_unit_id target, uint16_t hits,
		     struct t9_panics *panics)
{
	const struct pn_unit *from = &step->game->unit[shooter];
	const struct pn_unit *to = &step->game->unit[target];
	uint16_t wounds =
		throw_pool(step, shooter, hits,
			   t9_to_wound(pn_stat(from, T9_STRENGTH), pn_stat(to, T9_RESILIENCE)),
			   PN_CLAUSE("T9-119"));

	wounds = (uint16_t)(wounds - throw_pool(step, shooter, wounds,
						t9_to_save(pn_stat(to, T9_ARMOUR),
							   pn_stat(from, T9_PENETRATION)),
						PN_CLAUSE("T9-120")));
	wounds = save_specially(step, shooter, target, wounds);
	t9_wound(step, target, wounds, shooter, PN_CLAUSE("T9-118"), panics);
}

/* ---- dangerous ground ---- */

/* Decides T9-67. */
void t9_endanger(struct pn_step *step, pn_unit_id id, uint16_t models, uint8_t danger,
		 pn_clause why, struct t9_panics *panics)
{
	const struct pn_unit *unit = &step->game->unit[id];
	const int dice = t9_danger_dice(unit->class, pn_trait(unit, T9_CHARIOT));
	uint16_t wounds = pn_throw_pool(step,
					(struct pn_roll){
						.who = id,
						.what = T9_ROLL_POOL,
						.test = PN_TEST_AT_MOST,
						.needed = danger,
						.clause = why,
					},
					(uint16_t)(models * dice));

	wounds = save_specially(step, id, id, wounds);
	t9_wound(step, id, wounds, PN_NO_UNIT, PN_CLAUSE("T9-67"), panics);
}
