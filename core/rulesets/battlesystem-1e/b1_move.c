/* Ordinary moves, going for an enemy without charging, and what one in contact may do: wrap
 * round, withdraw in good order, flee; and following one who withdraws. */

#include "b1.h"
#include "common.h"

enum {
	WITHDRAWAL = 3 * PN_INCH,
	KEPT_OFF = 20, /* what is left before an enemy whom skirmishers may not touch (B1-57) */
};

/* ---- who may ---- */

static struct pn_verdict check_mover(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	struct pn_verdict verdict = pn_check_own(view, side, id);
	const struct pn_unit *unit;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	unit = &view->unit[id];
	if (unit->state == B1_ROUTED)
		return pn_refuse(PN_REFUSE_NOT_IN_GOOD_ORDER, PN_CLAUSE("B1-78"));
	if (pn_flag(unit, B1_RALLIED))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("B1-78"));
	if (pn_flag(unit, B1_MOVED))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("B1-33"));
	return pn_lawful();
}

/* B1-57. Where skirmishers may not close with an enemy, no move of theirs ends at one. */
static bool keeps_off(const struct pn_game *view, pn_unit_id id)
{
	return b1_is_skirmish(&view->unit[id]) && view->params[B1_PARAM_SKIRMISH_MAY_CONTACT] == 0;
}

static struct pn_verdict check_met(const struct pn_game *view, pn_unit_id id,
				   const struct b1_walked *walked)
{
	if (walked->met != PN_NO_UNIT && keeps_off(view, id))
		return pn_refuse(PN_REFUSE_TOUCHES_ENEMY, PN_CLAUSE("B1-57"));
	if (walked->met_friend)
		return pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-11"), walked->friend);
	if (walked->edge)
		return pn_refuse(PN_REFUSE_LEAVES_TABLE, PN_CLAUSE("PN-10"));
	if (walked->stopped && walked->met == PN_NO_UNIT)
		return pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("B1-69"));
	return pn_lawful();
}

/* ---- going somewhere ---- */

/* A path that is walked, and whether the unit opens out for its ground before. */
struct march {
	struct b1_walk walk;
	bool opens;
};

static bool enters_barred(const struct b1_walk *walk)
{
	for (uint8_t i = 0; i < walk->leg_count; i++)
		if (walk->leg[i].closed_barred)
			return true;
	return false;
}

/* With ground and bases as far as it could come. */
static void look_round(struct b1_scene *scene, const struct pn_game *view, pn_unit_id id,
		       const struct pn_path *path, enum b1_walls walls)
{
	const pn_len way = b1_movement(&view->unit[id]) * 4 / 3;

	b1_look_round(scene, view, id, walls, way + b1_more_way_on(view, id, path));
}

static void walk_march(struct march *out, const struct pn_game *view, pn_unit_id id,
		       const struct pn_path *path, enum b1_walls walls)
{
	const pn_len allowance = b1_road(view, id, path, b1_movement(&view->unit[id]));
	struct pn_stand stand = pn_stand_of(&view->unit[id]);
	struct b1_scene scene;

	look_round(&scene, view, id, path, walls);
	out->walk = b1_walk_path(&scene, &stand, path, allowance);
	out->opens = enters_barred(&out->walk) && b1_opened(view, id, &stand);
	if (out->opens) {
		b1_look_round(&scene, view, id, walls, B1_ANYWHERE);
		out->walk = b1_walk_path(&scene, &stand, path, allowance);
	}
	if (out->walk.verdict.code == PN_LAWFUL && out->walk.leg_count > 0)
		out->walk.verdict = check_met(view, id, &out->walk.leg[out->walk.leg_count - 1]);
}

/* ---- wrapping round (B1-67) ---- */

/* A unit in contact widens its front, and still touches the enemies that it touched before. */
static struct pn_verdict check_wrap(struct march *out, const struct pn_game *view, pn_unit_id id,
				    const struct pn_path *path)
{
	struct pn_body body;

	if (path->count != 1 || path->leg[0].kind != PN_LEG_FRONTAGE ||
	    path->leg[0].files <= view->unit[id].files)
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("B1-67"));
	walk_march(out, view, id, path, B1_WALLS_ALL);
	if (out->walk.verdict.code != PN_LAWFUL)
		return out->walk.verdict;
	b1_body_of(&body, view, &out->walk.leg[0].end);
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		struct pn_body enemy;

		if (!pn_in_contact(view, id, i))
			continue;
		pn_unit_body(&enemy, view, &view->unit[i]);
		if (!pn_bodies_touch(&body, &enemy))
			return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("B1-67"));
	}
	return pn_lawful();
}

static bool can_wrap(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_path path = {
		.count = 1,
		.leg = {{.kind = PN_LEG_FRONTAGE, .files = (uint8_t)(view->unit[id].files + 1)}},
	};
	struct march march;

	return check_wrap(&march, view, id, &path).code == PN_LAWFUL;
}

/* Decides B1-67. A unit in contact that is under control can at least flee. */
bool b1_can_act(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	if (!unit->on_board || unit->state == B1_ROUTED || pn_flag(unit, B1_MOVED) ||
	    pn_flag(unit, B1_RALLIED))
		return false;
	return !pn_engaged(view, id) || !pn_flag(unit, B1_UNCONTROLLED) || can_wrap(view, id);
}

/* ---- doing it ---- */

/* Straight at an enemy with what the legs before that leave of an ordinary move. */
static struct b1_walk walk_after(struct b1_scene *scene, const struct pn_stand *stand,
				 const struct pn_path *before, pn_unit_id target)
{
	const struct pn_game *view = scene->view;
	const pn_len most = b1_movement(&view->unit[scene->id]);
	struct b1_walk walk = b1_walk_path(scene, stand, before, most);
	const struct b1_walked *last = walk.leg_count > 0 ? &walk.leg[walk.leg_count - 1] : NULL;
	const struct pn_stand from = last ? last->end : *stand;
	const pn_angle heading = b1_heading_to(view, scene->id, &from, target);
	const pn_len left = most - walk.spent;
	struct b1_walked walked;

	if (walk.verdict.code != PN_LAWFUL || (last && (last->stopped || left < 1)))
		return walk;
	walked = b1_straight(scene, &from, heading, left, left);
	if (walked.met != PN_NO_UNIT && keeps_off(view, scene->id))
		walked = b1_straight(scene, &from, heading,
				     walked.length > KEPT_OFF ? walked.length - KEPT_OFF : 0, left);
	walk.leg[walk.leg_count++] = walked;
	walk.spent += walked.spent;
	return walk;
}

/* How far the target is then, squared; -1: it is met. */
static int64_t apart_after(const struct pn_game *view, const struct b1_walk *walk,
			   pn_unit_id target)
{
	const struct b1_walked *last = &walk->leg[walk->leg_count - 1];

	if (last->met == target)
		return -1;
	return pn_distance_squared(b1_shortest_way(view, &last->end, target), (pn_vec){0, 0});
}

static bool is_ahead(const struct pn_game *view, pn_unit_id id, const struct pn_stand *stand,
		     pn_unit_id target)
{
	const pn_angle bearing = b1_bearing_to(view, stand, target);

	return b1_heading_to(view, id, stand, target) == bearing;
}

/* The cheapest way that meets it, else the one that comes nearest; where all lead away it
 * stays. One who has the enemy ahead turns to nobody. */
static struct b1_walk find_way_at(struct b1_scene *scene, const struct pn_stand *stand,
				  pn_unit_id target)
{
	const struct pn_game *view = scene->view;
	struct b1_walk best = {.leg_count = 0};
	struct pn_path turn[B1_TURNS_MAX];
	uint8_t count = b1_list_turns(view, stand, target, turn);
	int64_t least = pn_distance_squared(b1_shortest_way(view, stand, target), (pn_vec){0, 0});

	if (is_ahead(view, scene->id, stand, target))
		return walk_after(scene, stand, &turn[0], target);
	for (uint8_t i = 0; i < count; i++) {
		struct b1_walk walk = walk_after(scene, stand, &turn[i], target);
		int64_t apart;

		if (walk.verdict.code != PN_LAWFUL)
			continue;
		apart = apart_after(view, &walk, target);
		if (apart > least || (apart == least && walk.spent >= best.spent))
			continue;
		least = apart;
		best = walk;
	}
	return best;
}

/* B1-45. At an enemy as far as an ordinary move goes. */
static void walk_at(struct march *out, const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	struct pn_stand stand = pn_stand_of(&view->unit[id]);
	struct b1_scene scene;

	b1_look_for(&scene, view, id, target, B1_WALLS_ALL, b1_movement(&view->unit[id]));
	out->walk = find_way_at(&scene, &stand, target);
	out->opens = enters_barred(&out->walk) && b1_opened(view, id, &stand);
	if (!out->opens)
		return;
	b1_look_for(&scene, view, id, target, B1_WALLS_ALL, B1_ANYWHERE);
	out->walk = find_way_at(&scene, &stand, target);
}

static void go(struct pn_step *step, pn_unit_id id, const struct march *march,
	       enum pn_manner manner, pn_clause clause)
{
	const struct b1_walk *walk = &march->walk;
	const bool wraps = pn_engaged(step->game, id);

	if (march->opens)
		b1_open_out(step, id, PN_CLAUSE("B1-69"));
	for (uint8_t i = 0; i < walk->leg_count; i++)
		b1_go_leg(step, id, &walk->leg[i], manner, clause);
	pn_set_flag(step, id, B1_MOVED, wraps ? PN_CLAUSE("B1-67") : PN_CLAUSE("B1-33"));
	if (wraps || (walk->leg_count > 0 && walk->leg[walk->leg_count - 1].met != PN_NO_UNIT))
		b1_strike_all(step, id, false, PN_CLAUSE("B1-67"));
}

void b1_go_for(struct pn_step *step, pn_unit_id id, pn_unit_id target)
{
	struct march march;

	walk_at(&march, step->game, id, target);
	go(step, id, &march, PN_MANNER_FORCED, PN_CLAUSE("B1-45"));
	b1_end_step_if_idle(step);
}

void b1_preview_move(const struct pn_game *view, pn_side side, const struct pn_command *command,
		     struct pn_preview *out)
{
	struct march march;

	walk_march(&march, view, command->unit, &command->path,
		   view->premeasure ? B1_WALLS_ALL : B1_WALLS_NO_ENEMIES);
	out->cost = march.walk.spent;
	out->leg_count = march.walk.leg_count;
	for (uint8_t i = 0; i < march.walk.leg_count; i++) {
		out->leg[i] = march.walk.leg[i].end.pose;
		if (march.walk.leg[i].met != PN_NO_UNIT)
			out->touch[out->touch_count++] = march.walk.leg[i].met;
	}
}

/* ---- withdrawing (B1-67) ---- */

/* Straight back, its front as it was, and clear of every enemy then. */
static bool find_way_back(const struct pn_game *view, pn_unit_id id, struct b1_walked *walked)
{
	const struct pn_stand stand = pn_stand_of(&view->unit[id]);
	struct b1_scene scene;
	struct pn_body body;

	b1_look_round(&scene, view, id, B1_WALLS_ALL, WITHDRAWAL);
	*walked = b1_straight(&scene, &stand, (pn_angle)(stand.pose.facing + PN_TURN_HALF),
			      WITHDRAWAL, 12 * WITHDRAWAL);
	if (walked->stopped || walked->length < WITHDRAWAL)
		return false;
	b1_body_of(&body, view, &walked->end);
	return !pn_touches_enemy(view, id, &body);
}

static struct pn_verdict check_withdrawal(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	struct pn_verdict verdict = check_mover(view, side, id);
	struct b1_walked walked;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (!pn_engaged(view, id))
		return pn_refuse(PN_REFUSE_NOT_IN_MELEE, PN_CLAUSE("B1-67"));
	if (pn_flag(&view->unit[id], B1_UNCONTROLLED))
		return pn_refuse(PN_REFUSE_OUT_OF_COMMAND, PN_CLAUSE("B1-45"));
	return find_way_back(view, id, &walked) ? pn_lawful()
						: pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("B1-67"));
}

struct pn_verdict b1_check_fighting_withdrawal(const struct pn_game *view, pn_side side,
					       const struct pn_command *command)
{
	return check_withdrawal(view, side, command->unit);
}

void b1_preview_withdrawal(const struct pn_game *view, pn_side side,
			   const struct pn_command *command, struct pn_preview *out)
{
	struct b1_walked walked;

	if (!find_way_back(view, command->unit, &walked))
		return;
	out->cost = walked.spent;
	out->leg_count = 1;
	out->leg[0] = walked.end.pose;
}

/* ---- fleeing of one's own will (B1-67) ---- */

struct pn_verdict b1_check_flee(const struct pn_game *view, pn_side side,
				const struct pn_command *command)
{
	struct pn_verdict verdict = check_mover(view, side, command->unit);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (!pn_engaged(view, command->unit))
		return pn_refuse(PN_REFUSE_NOT_IN_MELEE, PN_CLAUSE("B1-67"));
	if (pn_flag(&view->unit[command->unit], B1_UNCONTROLLED))
		return pn_refuse(PN_REFUSE_OUT_OF_COMMAND, PN_CLAUSE("B1-45"));
	return pn_lawful();
}

/* It routs, as one does whose nerve failed. */
void b1_apply_flee(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_set_state(step, command->unit, B1_ROUTED, PN_CLAUSE("B1-67"));
	b1_flee(step, command->unit);
	b1_end_step_if_idle(step);
}

void b1_preview_flee(const struct pn_game *view, pn_side side, const struct pn_command *command,
		     struct pn_preview *out)
{
	const struct b1_walked walked = b1_way_out(view, command->unit);

	out->cost = walked.spent;
	out->leg_count = 1;
	out->leg[0] = walked.end.pose;
}

/* ---- following (B1-44, B1-68) ---- */

static struct b1_walked step_after(const struct pn_game *view, pn_unit_id id, pn_angle heading,
				   pn_len most)
{
	const struct pn_stand stand = pn_stand_of(&view->unit[id]);
	struct b1_scene scene;

	b1_look_round(&scene, view, id, B1_WALLS_ALL, most);
	return b1_straight(&scene, &stand, heading, most, 4 * WITHDRAWAL);
}

/* Straight after it, if that leads to it. */
static bool find_way_after(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy,
			   struct b1_walked *walked)
{
	const struct pn_stand stand = pn_stand_of(&view->unit[id]);

	if (keeps_off(view, id))
		return false;
	*walked = step_after(view, id, stand.pose.facing, WITHDRAWAL);
	if (walked->met == enemy)
		return true;
	*walked = step_after(view, id, b1_heading_to(view, id, &stand, enemy), WITHDRAWAL);
	return walked->met == enemy;
}

static void follow(struct pn_step *step, pn_unit_id id, const struct b1_walked *walked)
{
	b1_go_leg(step, id, walked, PN_MANNER_ADVANCE, PN_CLAUSE("B1-68"));
	b1_strike_all(step, id, false, PN_CLAUSE("B1-67"));
}

static void let_go(struct pn_step *step, pn_unit_id id, pn_unit_id enemy)
{
	pn_set_tally(step, id, B1_LET_GO, (uint8_t)(enemy + 1), PN_CLAUSE("B1-68"));
}

/* The next unit that may follow is asked; one that cannot lets it go. */
static void ask_next(struct pn_step *step, pn_unit_id enemy, const pn_unit_id *queue, uint8_t count)
{
	const struct pn_game *game = step->game;

	for (uint8_t i = 0; i < count; i++) {
		struct pn_pending pending = {
			.decision = B1_FOLLOW, .unit = queue[i], .other = enemy};
		struct b1_walked walked;

		if (!find_way_after(game, queue[i], enemy, &walked)) {
			let_go(step, queue[i], enemy);
			continue;
		}
		pending.owes = (uint8_t)(1u << game->unit[queue[i]].side);
		while (pending.queue_count < count - i - 1) {
			pending.queue[pending.queue_count] = queue[i + 1 + pending.queue_count];
			pending.queue_count++;
		}
		pn_open(step, pending, PN_CLAUSE("B1-68"));
		return;
	}
}

void b1_apply_fighting_withdrawal(struct pn_step *step, pn_side side,
				  const struct pn_command *command)
{
	const struct pn_game *game = step->game;
	const pn_unit_id id = command->unit;
	pn_unit_id queue[PN_QUEUE_MAX];
	bool opponent[PN_UNITS_MAX];
	uint8_t count = 0;
	struct b1_walked walked;

	find_way_back(game, id, &walked);
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		opponent[i] = pn_in_contact(game, id, i);
	b1_go_leg(step, id, &walked, PN_MANNER_WITHDRAWAL, PN_CLAUSE("B1-67"));
	pn_set_flag(step, id, B1_MOVED, PN_CLAUSE("B1-33"));
	pn_tell_parted(step, id, PN_CLAUSE("B1-67"));
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		bool held;

		if (!opponent[i] || game->unit[i].state == B1_ROUTED)
			continue;
		held = b1_holds_back(step, i);
		if (pn_engaged(game, i))
			continue;
		if (held && count < PN_QUEUE_MAX)
			queue[count++] = i;
		else if (!held && find_way_after(game, i, id, &walked))
			follow(step, i, &walked);
		else if (!held)
			pn_set_flag(step, i, B1_MUST_ATTACK, PN_CLAUSE("B1-45"));
	}
	ask_next(step, id, queue, count);
	if (pn_top_pending(game)->decision == B1_MOVEMENT)
		b1_end_step_if_idle(step);
}

/* Decides B1-68. One straight step after a unit that withdraws, that reaches it. */
static struct pn_verdict check_follow(const struct pn_game *view, const struct pn_command *command)
{
	const struct pn_pending *pending = pn_top_pending(view);
	const struct pn_leg *leg = &command->path.leg[0];
	int32_t turn;

	if (command->unit != pending->unit)
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("B1-68"));
	if (command->path.count != 1 || leg->kind != PN_LEG_ADVANCE || leg->length < 1)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B1-68"));
	turn = pn_turn_between(view->unit[command->unit].pose.facing, leg->heading);
	if ((turn > PN_DEGREES_45 || turn < -PN_DEGREES_45) &&
	    !b1_goes_any_way(&view->unit[command->unit]))
		return pn_refuse(PN_REFUSE_OUT_OF_ARC, PN_CLAUSE("B1-66"));
	if (leg->length > WITHDRAWAL)
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("B1-68"));
	return step_after(view, command->unit, leg->heading, leg->length).met == pending->other
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_NOT_IN_RANGE, PN_CLAUSE("B1-68"));
}

/* On to the next who may follow, and back to the movement of the side that moves. */
static void close_follow(struct pn_step *step, const struct pn_pending *pending)
{
	pn_close(step, (pn_clause){""});
	ask_next(step, pending->other, pending->queue, pending->queue_count);
	b1_end_step_if_idle(step);
}

static void apply_follow(struct pn_step *step, const struct pn_command *command)
{
	const struct pn_pending pending = *pn_top_pending(step->game);
	const struct b1_walked walked =
		step_after(step->game, pending.unit, command->path.leg[0].heading,
			   command->path.leg[0].length);

	follow(step, pending.unit, &walked);
	close_follow(step, &pending);
}

void b1_end_follow(struct pn_step *step)
{
	const struct pn_pending pending = *pn_top_pending(step->game);

	let_go(step, pending.unit, pending.other);
	close_follow(step, &pending);
}

/* ---- the command ---- */

struct pn_verdict b1_check_move(const struct pn_game *view, pn_side side,
				const struct pn_command *command)
{
	struct pn_verdict verdict;
	struct march march;

	if (pn_top_pending(view)->decision == B1_FOLLOW)
		return check_follow(view, command);
	verdict = check_mover(view, side, command->unit);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (pn_engaged(view, command->unit))
		return check_wrap(&march, view, command->unit, &command->path);
	if (b1_has_duty(view, command->unit))
		return pn_refuse(PN_REFUSE_MUST_CHARGE, PN_CLAUSE("B1-45"));
	if (command->path.count == 0)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B1-66"));
	walk_march(&march, view, command->unit, &command->path, B1_WALLS_ALL);
	return march.walk.verdict;
}

void b1_apply_move(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	struct march march;

	if (pn_top_pending(step->game)->decision == B1_FOLLOW) {
		apply_follow(step, command);
		return;
	}
	walk_march(&march, step->game, command->unit, &command->path, B1_WALLS_ALL);
	go(step, command->unit, &march, PN_MANNER_ADVANCE, PN_CLAUSE("B1-66"));
	b1_end_step_if_idle(step);
}
