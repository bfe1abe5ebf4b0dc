/* Rallying, fleeing, and charges that nobody ordered.
 *
 * A unit is in good order, shaken or routed, and nothing in between (B2-90). A chaotic
 * unit, or one that has a hated foe before it, is checked when the turn begins: failing,
 * it will charge, without a declaration and without a check of its own (B2-102). */

#include "b2_formation.h"
#include "b2_ground.h"
#include "b2_moment.h"
#include "common.h"
#include "place.h"

/* ---- discipline ---- */

/* What stands in a unit's charge range as the turn begins. */
struct temptation {
	bool enemy;
	bool hated;
};

/* Decides B2-101. */
static struct temptation look_around(const struct pn_game *game, pn_unit_id id)
{
	struct temptation found = {false, false};

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		if (!b2_compels(game, id, i))
			continue;
		found.enemy = true;
		found.hated |= b2_hates(game, id, i);
	}
	return found;
}

/* Decides B2-100 and B2-104. Discipline is ML without its modifiers; a chaotic unit before a hated
 * foe counts 2 less (B2-101). */
static void check_discipline(struct pn_step *step, pn_unit_id id)
{
	enum { CHAOTIC_BEFORE_HATED = 2 };
	const struct pn_unit *unit = &step->game->unit[id];
	bool chaotic = pn_trait(unit, B2_CHAOTIC);
	struct temptation before = look_around(step->game, id);
	int32_t needed = pn_stat(unit, B2_MORALE_RATING);
	bool passed;

	if (!before.enemy)
		return;
	if (chaotic && before.hated)
		needed -= CHAOTIC_BEFORE_HATED;
	pn_throw(step,
		 (struct pn_roll){
			 .who = id,
			 .what = B2_ROLL_DISCIPLINE,
			 .test = PN_TEST_AT_MOST,
			 .needed = (int16_t)needed,
			 .clause = before.hated ? PN_CLAUSE("B2-104") : PN_CLAUSE("B2-101"),
		 },
		 &passed);
	if (!passed)
		pn_set_flag(step, id, B2_COMPELLED, PN_CLAUSE("B2-102"));
}

void b2_check_all_discipline(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (b2_check_charger(game, game->unit[i].side, i).code == PN_LAWFUL)
			check_discipline(step, i);
}

/* ---- rallying ---- */

/* Decides B2-95 and B2-97. */
struct pn_verdict b2_check_rally(const struct pn_game *view, pn_side side,
				 const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);
	const struct pn_unit *unit;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	unit = &view->unit[command->unit];
	if (unit->state == B2_GOOD)
		return pn_refuse(PN_REFUSE_IN_GOOD_ORDER, PN_CLAUSE("B2-95"));
	if (pn_engaged(view, command->unit))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("B2-97"));
	if (pn_flag(unit, B2_MOVED))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("B2-97"));
	if (b2_any_duty(view, side))
		return pn_refuse(PN_REFUSE_CHARGES_FIRST, PN_CLAUSE("B2-84"));
	return pn_lawful();
}

/* B2-96. A routed unit that does not rally flees on, the way it faces. How far is not in
 * the chapter: a parameter, in hundredths of MA. It stops before what stands in its way,
 * and over the board's edge it is gone. */
static pn_len b2_flight(const struct pn_game *view, pn_unit_id id)
{
	return (pn_len)((int64_t)pn_stat(&view->unit[id], B2_MOVEMENT_ALLOWANCE) *
			view->params[B2_PARAM_ROUT_MOVE] / 100);
}

/* As far as what is left of its flight pays for, to `to` if that is so far. `over`: over the
 * board's edge, with some part of it. */
static struct b2_way way_out(const struct pn_game *game, pn_unit_id id, pn_len most, pn_vec to,
			     bool *over)
{
	const struct pn_unit *unit = &game->unit[id];
	struct b2_obstacles obstacles;
	struct b2_ground ground;
	struct pn_body body;
	struct b2_way way;
	pn_len length;

	b2_obstacles_gather(&obstacles, game, id, B2_IGNORE_NOBODY);
	way = b2_march(&obstacles, game, id, unit->pose.facing, b2_flight(game, id) - unit->moved,
		       &ground);
	pn_unit_body(&body, game, unit);
	*over = way.met == PN_NO_UNIT && (way.off_board || !way.blocked) &&
		pn_goes_over_edge(game, &body,
				  most < way.asked ? pn_subtract(to, unit->pose.at)
						   : pn_along(way.heading, way.asked));
	length = way.length;
	if (way.met != PN_NO_UNIT)
		length = way.length > B2_GAP ? way.length - B2_GAP : 0;
	length = most < length ? most : length;
	if (length < way.length) {
		way = b2_straight_among(&obstacles, unit, unit->pose, unit->pose.facing, length);
		way.spent = pn_ground_cost(&ground.way, way.length);
	}
	if (way.length == most)
		way.end.at = to;
	return way;
}

bool b2_flee_on(struct pn_step *step, pn_unit_id id, pn_len most, pn_vec to, pn_len *gone)
{
	const struct pn_stand before = pn_stand_of(&step->game->unit[id]);
	bool over;
	const struct b2_way way = way_out(step->game, id, most, to, &over);

	pn_tell_moved(step, id, PN_MANNER_FLEE, way.end, way.spent, PN_CLAUSE("B2-96"));
	b2_note_change(step, id, &before);
	if (over)
		pn_tell_removed(step, id, PN_CLAUSE("PN-12"));
	*gone = way.length;
	return way.length == most && !over &&
	       step->game->unit[id].moved < b2_flight(step->game, id);
}

/* B2-62. It is about to move, as anybody is. */
static void flee(struct pn_step *step, pn_unit_id id)
{
	b2_break_square(step, id);
	b2_announce_straight(step, id, B2_FLEEING, step->game->unit[id].pose.facing,
			     b2_flight(step->game, id), PN_CLAUSE("B2-96"));
}

/* Decides B2-98. */
static struct pn_roll rally_roll(const struct pn_game *view, pn_unit_id id)
{
	return (struct pn_roll){
		.who = id,
		.what = B2_ROLL_RALLY,
		.test = PN_TEST_AT_MOST,
		.needed = (int16_t)pn_stat(&view->unit[id], B2_MORALE_RATING),
		.clause = PN_CLAUSE("B2-98"),
	};
}

/* Decides B2-96. Instead of moving; whatever comes of it, the unit has done its turn. */
void b2_apply_rally(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct pn_unit *unit = &step->game->unit[command->unit];
	bool routed = unit->state == B2_ROUTED;
	pn_clause clause = routed ? PN_CLAUSE("B2-96") : PN_CLAUSE("B2-95");
	bool passed;

	pn_throw(step, rally_roll(step->game, command->unit), &passed);
	pn_set_flag(step, command->unit, B2_MOVED, PN_CLAUSE("B2-97"));
	if (passed)
		pn_set_state(step, command->unit, routed ? B2_SHAKEN : B2_GOOD, clause);
	else if (routed)
		flee(step, command->unit);
	if (passed || !routed)
		b2_end_step_if_idle(step);
}

void b2_preview_rally(const struct pn_game *view, pn_side side, const struct pn_command *command,
		      struct pn_preview *out)
{
	pn_preview_roll(out, view, rally_roll(view, command->unit));
}

void b2_list_rally(const struct pn_game *view, pn_side side, pn_unit_id id, struct pn_actions *out)
{
	struct pn_command rally = pn_command_of(PN_COMMAND_RALLY);

	rally.unit = id;
	if (b2_check_rally(view, side, &rally).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_MOVE, "offer.rally", rally,
			      view->unit[id].state == B2_ROUTED ? PN_CLAUSE("B2-96")
								: PN_CLAUSE("B2-95"));
}
