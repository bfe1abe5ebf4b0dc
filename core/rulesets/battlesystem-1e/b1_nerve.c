/* Command, discipline and rout: what happens of itself as a side's movement begins, and what
 * a unit does that will not be held back. */

#include "b1.h"
#include "common.h"
#include "place.h"
#include "sight.h"

enum { FLIGHT_GAP = 20 }; /* what one who flees leaves to what stands in its way */

/* ---- discipline ---- */

bool b1_is_unruly(const struct pn_unit *unit)
{
	return pn_trait(unit, B1_CHAOTIC) || pn_trait(unit, B1_LOW_INTELLIGENCE);
}

/* Decides B1-40. What it is made of is B1-41's, where anything but base morale counts. */
static struct pn_roll discipline_roll(const struct pn_unit *unit, pn_unit_id id)
{
	const int32_t rating = b1_discipline(unit);

	return (struct pn_roll){
		.who = id,
		.what = B1_ROLL_DISCIPLINE,
		.test = PN_TEST_AT_MOST,
		.needed = (int16_t)rating,
		.clause = rating == b1_base_morale(unit) ? PN_CLAUSE("B1-40") : PN_CLAUSE("B1-41"),
	};
}

/* Decides B1-42. */
bool b1_check_discipline(struct pn_step *step, pn_unit_id id, pn_clause clause)
{
	const struct pn_unit *unit = &step->game->unit[id];
	bool passed;

	if (pn_trait(unit, B1_MINDLESS))
		return true;
	/* Told each time, for it is tested for another cause each time. */
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_FLAG_SET,
			      .clause = clause,
			      .flag_set = {id, B1_TESTED, true},
		      });
	if (b1_discipline(unit) <= 0)
		return false;
	pn_throw(step, discipline_roll(unit, id), &passed);
	return passed;
}

void b1_preview_discipline(struct pn_preview *out, const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	if (!pn_trait(unit, B1_MINDLESS) && b1_discipline(unit) > 0)
		pn_preview_roll(out, view, discipline_roll(unit, id));
}

void b1_lose_command(struct pn_step *step, pn_unit_id id, pn_clause clause)
{
	const struct pn_unit *unit = &step->game->unit[id];

	if (pn_trait(unit, B1_BERSERK))
		clause = PN_CLAUSE("B1-42");
	if (!b1_is_regular(unit))
		return;
	pn_set_flag(step, id, B1_OUT_OF_COMMAND, clause);
	pn_set_flag(step, id, B1_UNCONTROLLED, clause);
	b1_open_out(step, id, clause);
}

bool b1_holds_back(struct pn_step *step, pn_unit_id id)
{
	const struct pn_unit *unit = &step->game->unit[id];

	if (!b1_is_unruly(unit) || b1_check_discipline(step, id, PN_CLAUSE("B1-44")))
		return true;
	b1_lose_command(step, id, PN_CLAUSE("B1-45"));
	return false;
}

bool b1_is_prey(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy)
{
	const struct pn_unit *unit = &view->unit[id];

	return view->unit[enemy].on_board && view->unit[enemy].side != unit->side &&
	       unit->tally[B1_LET_GO] != enemy + 1 &&
	       pn_units_within(view, id, enemy, b1_charge_range(unit));
}

/* Decides B1-45. */
bool b1_has_duty(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	if (!pn_flag(unit, B1_MUST_ATTACK) || !unit->on_board || unit->state == B1_ROUTED ||
	    pn_flag(unit, B1_MOVED) || pn_engaged(view, id))
		return false;
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (b1_is_prey(view, id, i))
			return true;
	return false;
}

static bool stands_in(const struct pn_body *body, const struct pn_terrain *piece)
{
	for (uint8_t i = 0; i < body->count; i++)
		if (pn_shapes_overlap(&body->part[i], &piece->shape))
			return true;
	return false;
}

/* Hills, woods and what nobody can pass hide, unless either of the two stands there. */
static void gather_hidings(struct pn_sight_scene *out, const struct pn_game *view,
			   const struct pn_body *body, const struct pn_body *enemy)
{
	pn_sight_clear(out);
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_terrain *piece = &view->terrain[i];

		if (pn_rules_of(view)->terrain.row[piece->kind].blocks_sight &&
		    !stands_in(body, piece) && !stands_in(enemy, piece))
			pn_sight_add(out, &(struct pn_sight_blocker){
						  .shape = piece->shape,
						  .kind = PN_SIGHT_SOLID,
						  .height = PN_SIGHT_ENDLESS,
						  .owner = PN_SIGHT_NOBODY,
					  });
	}
}

/* Does it see the enemy, who may be on any side of it, over all other units? */
static bool sees(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy)
{
	struct pn_sight_scene scene;
	struct pn_sight_result result = {.visible = false};
	struct pn_body body;
	struct pn_body other;

	pn_unit_body(&body, view, &view->unit[id]);
	pn_unit_body(&other, view, &view->unit[enemy]);
	gather_hidings(&scene, view, &body, &other);
	for (uint8_t i = 0; i < body.count && !result.visible; i++) {
		const struct pn_sight_observer observer = {
			.left = body.part[i].point[0],
			.right = body.part[i].point[1],
			.facing = view->unit[id].pose.facing,
			.half_angle = PN_TURN_HALF,
			.owner = id,
		};

		for (uint8_t k = 0; k < other.count && !result.visible; k++)
			pn_sight_look(
				&scene, &observer,
				&(struct pn_sight_target){.shape = other.part[k], .owner = enemy},
				&result);
	}
	return result.visible;
}

/* Decides B1-44. What stands in its charge range as the movement begins: a foe it hates, or for a
 * mob and for berserkers anybody whom they see. */
static bool is_tempted(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];
	const bool by_any = b1_is_mob(unit) || pn_trait(unit, B1_BERSERK);

	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (b1_is_prey(view, id, i) &&
		    ((pn_trait(unit, B1_HATES) && pn_trait(&view->unit[i], B1_HATED)) ||
		     (by_any && sees(view, id, i))))
			return true;
	return false;
}

static void tempt(struct pn_step *step, pn_unit_id id)
{
	const struct pn_unit *unit = &step->game->unit[id];
	const bool walks = b1_is_individual(unit) || b1_is_skirmish(unit);

	if (unit->state == B1_ROUTED || pn_flag(unit, B1_RALLIED) || pn_engaged(step->game, id) ||
	    !is_tempted(step->game, id))
		return;
	if (b1_check_discipline(step, id, walks ? PN_CLAUSE("B1-07") : PN_CLAUSE("B1-44")))
		return;
	b1_lose_command(step, id, PN_CLAUSE("B1-45"));
	pn_set_flag(step, id, B1_MUST_ATTACK, PN_CLAUSE("B1-45"));
}

/* ---- command ---- */

/* Decides B1-56. A regular unit is in command or not as its movement begins (B1-55). */
static void look_for_commander(struct pn_step *step, pn_unit_id id)
{
	const struct pn_unit *unit = &step->game->unit[id];

	if (!b1_is_regular(unit))
		return;
	if (b1_lacks_commander(step->game, id) || pn_flag(unit, B1_UNCONTROLLED))
		pn_set_flag(step, id, B1_OUT_OF_COMMAND, PN_CLAUSE("B1-55"));
	else
		pn_clear_flag(step, id, B1_OUT_OF_COMMAND, PN_CLAUSE("B1-55"));
	if (b1_is_out_of_command(unit))
		b1_open_out(step, id, PN_CLAUSE("B1-56"));
}

/* B1-69. Nor may it stand closed where closed formation cannot. */
static void look_at_ground(struct pn_step *step, pn_unit_id id)
{
	const struct pn_stand stand = pn_stand_of(&step->game->unit[id]);
	struct b1_scene scene;

	if (!b1_is_regular(&step->game->unit[id]) || step->game->terrain_count == 0)
		return;
	b1_look_round(&scene, step->game, id, B1_WALLS_ALL, 0);
	if (b1_ground_opens(&scene, &stand, 0, 0))
		b1_open_out(step, id, PN_CLAUSE("B1-69"));
}

/* ---- rout ---- */

/* B1-44. Those whom it flees may not hold back, in what is left of the round. */
static void tempt_opponents(struct pn_step *step, pn_unit_id id)
{
	const struct pn_game *game = step->game;
	bool opponent[PN_UNITS_MAX];

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		opponent[i] = pn_in_contact(game, id, i);
	pn_tell_parted(step, id, PN_CLAUSE("B1-78"));
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (opponent[i] && game->unit[i].state != B1_ROUTED && !b1_holds_back(step, i))
			pn_set_flag(step, i, B1_MUST_ATTACK, PN_CLAUSE("B1-45"));
}

/* Straight away from the nearest enemy, of equal ones the lowest; with none the way it
 * faces. */
static pn_angle heading_out(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_stand stand = pn_stand_of(&game->unit[id]);
	pn_angle heading = stand.pose.facing;
	int64_t least = INT64_MAX;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		pn_vec way;
		int64_t apart;

		if (!game->unit[i].on_board || game->unit[i].side == game->unit[id].side)
			continue;
		way = b1_shortest_way(game, &stand, i);
		apart = pn_distance_squared(way, (pn_vec){0, 0});
		if (apart >= least)
			continue;
		least = apart;
		if (way.x == 0 && way.y == 0)
			way = pn_subtract(game->unit[i].pose.at, stand.pose.at);
		heading = (pn_angle)(pn_bearing(way) + PN_TURN_HALF);
	}
	return heading;
}

static struct b1_walked run_away(const struct pn_game *view, pn_unit_id id, pn_angle heading)
{
	const struct pn_stand stand = pn_stand_of(&view->unit[id]);
	const pn_len length = b1_movement(&view->unit[id]) * 4 / 3;
	struct b1_scene scene;
	struct b1_walked walked;

	b1_look_round(&scene, view, id, B1_WALLS_ALL, length);
	walked = b1_straight(&scene, &stand, heading, length, length);
	if (walked.stopped && !walked.edge)
		walked = b1_straight(&scene, &stand, heading,
				     walked.length > FLIGHT_GAP ? walked.length - FLIGHT_GAP : 0,
				     length);
	return walked;
}

struct b1_walked b1_way_out(const struct pn_game *view, pn_unit_id id)
{
	return run_away(view, id, heading_out(view, id));
}

/* Decides B1-78. The enemies that it leaves may open out for it, so its way is looked for after
 * that. */
void b1_flee(struct pn_step *step, pn_unit_id id)
{
	const pn_angle heading = heading_out(step->game, id);
	struct b1_walked walked;
	struct pn_body body;
	bool over;

	tempt_opponents(step, id);
	walked = run_away(step->game, id, heading);
	pn_unit_body(&body, step->game, &step->game->unit[id]);
	over = (walked.edge || !walked.stopped) &&
	       pn_goes_over_edge(step->game, &body, pn_along(walked.heading, walked.asked));
	b1_go_leg(step, id, &walked, PN_MANNER_FLEE, PN_CLAUSE("B1-78"));
	pn_set_flag(step, id, B1_MOVED, PN_CLAUSE("B1-78"));
	if (over)
		pn_tell_removed(step, id, PN_CLAUSE("PN-12"));
}

/* ---- beginning and end ---- */

/* Those who flee first: whom they leave behind knows it before its own nerve is tried. */
void b1_start_movement(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	const pn_side side = game->active;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].side == side && game->unit[i].on_board &&
		    game->unit[i].state == B1_ROUTED && !pn_flag(&game->unit[i], B1_MOVED))
			b1_flee(step, i);
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		if (game->unit[i].side != side || !game->unit[i].on_board ||
		    pn_flag(&game->unit[i], B1_CHECKED))
			continue;
		pn_set_flag(step, i, B1_CHECKED, PN_CLAUSE("B1-33"));
		look_for_commander(step, i);
		look_at_ground(step, i);
		tempt(step, i);
	}
}

/* Decides B1-21. Under the switch `break_through_test`: in contact with nobody when all is over. */
static void test_after_melee(struct pn_step *step, pn_unit_id id)
{
	const struct pn_unit *unit = &step->game->unit[id];

	if (unit->on_board && pn_flag(unit, B1_BROKE_THROUGH) && !pn_engaged(step->game, id) &&
	    step->game->switches[B1_SWITCH_THROUGH_TEST] == B1_TEST_AFTER_MELEE)
		b1_lose_charge(step, id, PN_CLAUSE("B1-21"));
}

/* Decides B1-52. Under the parameter `morale_for_losses`: a unit that has lost half, or three
 * quarters, and was not yet asked for that. */
static void check_losses(struct pn_step *step, pn_unit_id id)
{
	const struct pn_unit *unit = &step->game->unit[id];
	const uint8_t band = b1_loss_band(unit);
	const int32_t modifier = b1_morale_modifier(step->game, id);
	bool passed;

	if (!unit->on_board || unit->state == B1_ROUTED || band <= unit->tally[B1_SHAKEN])
		return;
	pn_throw(step,
		 (struct pn_roll){
			 .who = id,
			 .what = B1_ROLL_LOSSES,
			 .test = PN_TEST_AT_MOST,
			 .needed = (int16_t)(b1_base_morale(unit) + modifier),
			 .clause = PN_CLAUSE("B1-51"),
		 },
		 &passed);
	pn_set_tally(step, id, B1_SHAKEN, band, PN_CLAUSE("B1-52"));
	if (passed)
		return;
	if (b1_is_regular(unit) && b1_formation(unit) == B1_CLOSED)
		b1_open_out(step, id, PN_CLAUSE("B1-52"));
	else
		pn_set_state(step, id, B1_ROUTED, PN_CLAUSE("B1-52"));
}

/* Decides B1-12 and B1-25. */
void b1_end_round(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		test_after_melee(step, i);
	for (pn_unit_id i = 0; game->params[B1_PARAM_MORALE_FOR_LOSSES] && i < game->unit_count;
	     i++)
		check_losses(step, i);
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		pn_clear_flag(step, i, B1_CHARGE_BONUS, PN_CLAUSE("B1-12"));
		pn_clear_flag(step, i, B1_MOUNTED_BONUS, PN_CLAUSE("B1-12"));
		pn_clear_flag(step, i, B1_FAILED_CHARGE, PN_CLAUSE("B1-25"));
		if (pn_engaged(game, i))
			pn_clear_flag(step, i, B1_UNCONTROLLED, PN_CLAUSE("B1-45"));
	}
}

/* Decides B1-22, B1-23 and B1-24. */
void b1_lose_charge(struct pn_step *step, pn_unit_id id, pn_clause opens)
{
	const struct pn_unit *unit = &step->game->unit[id];

	if (b1_is_regular(unit) && b1_formation(unit) == B1_CLOSED)
		b1_open_out(step, id, opens);
	else
		pn_set_flag(step, id, B1_FAILED_CHARGE, PN_CLAUSE("B1-24"));
}
