/* The move of a charge that gets there, into contact, and what comes of it. */

#include "common.h"
#include "cq.h"

/* What became of the enemies, other than its target, that a charge would touch. */
struct jostled {
	bool pushed; /* one was pushed aside (CQ-23) */
	bool stays;  /* one could not be (CQ-22) */
};

/* CQ-22, CQ-23. Push aside the other enemies that the last stretch would touch. */
static struct jostled push_aside(struct pn_step *step, pn_unit_id id, pn_unit_id target,
				 const struct cq_way *way)
{
	struct jostled jostled = {false, false};
	struct pn_obstacles others, one;

	cq_gather(&others, step->game, id, CQ_ENEMIES, target);
	one.count = 1;
	for (uint16_t i = 0; i < others.count; i++) {
		one.shape[0] = others.shape[i];
		if (!cq_touches(&one, &step->game->unit[id], way))
			continue;
		if (cq_push(step, id, others.unit[i], way->end))
			jostled.pushed = true;
		else
			jostled.stays = true;
	}
	return jostled;
}

/* Does a stretch straight on pass through a friend who fights nobody? */
static bool passes_friends(const struct pn_game *game, pn_unit_id id, pn_pose from, pn_len length)
{
	struct pn_obstacles friends;
	int met;

	cq_gather(&friends, game, id, CQ_FREE_FRIENDS, PN_NO_UNIT);
	cq_straight(&friends, &game->unit[id], from, from.facing, length, &met);
	return met >= 0;
}

/* CQ-47. Does a stretch straight on go over anything? */
static bool passes_over(const struct pn_game *game, pn_unit_id id, pn_unit_id target, pn_pose from,
			pn_len length)
{
	struct pn_obstacles below;
	int met;

	if (!cq_charges_flying(game, id))
		return false;
	cq_gather(&below, game, id, CQ_ALL & ~(unsigned)CQ_EDGES, target);
	cq_straight(&below, &game->unit[id], from, from.facing, length, &met);
	return met >= 0 || cq_overlaps(&below, &game->unit[id], from) >= 0;
}

/* The clause that the last stretch goes by, the most particular first: an enemy in touch whom
 * nothing moves, what was flown over, friends passed, what is passed nearer than a march may,
 * or just contact. */
static pn_clause clause_of_contact(const struct pn_game *game, pn_unit_id id, pn_unit_id target,
				   const struct cq_way *way, struct jostled jostled)
{
	struct pn_obstacles shunned;
	struct pn_shape end = pn_footprint(way->end, pn_unit_formation(&game->unit[id]));

	if (jostled.stays)
		return PN_CLAUSE("CQ-22");
	if (passes_over(game, id, target, way->wheeled, way->length))
		return PN_CLAUSE("CQ-47");
	if (passes_friends(game, id, way->wheeled, way->length))
		return PN_CLAUSE("CQ-15");
	cq_gather(&shunned, game, id, CQ_ENEMIES | CQ_GROUND, target);
	for (uint16_t i = 0; i < shunned.count; i++)
		if (pn_nearer(&end, &shunned.shape[i], PN_INCH))
			return PN_CLAUSE("CQ-17");
	return PN_CLAUSE("CQ-19");
}

/* The whole way as a path that everybody sees before it is gone. */
static void announce(struct pn_step *step, pn_unit_id id, const struct cq_way *way, bool given)
{
	struct pn_event event = {
		.kind = PN_EVENT_MOVE_ANNOUNCED,
		.clause = way->ahead > 0 && !given ? PN_CLAUSE("CQ-G1") : PN_CLAUSE("CQ-14"),
		.move_announced = {.unit = id},
	};
	struct pn_path *path = &event.move_announced.path;

	path->given = true;
	if (way->ahead > 0)
		path->leg[path->count++] =
			(struct pn_leg){.kind = PN_LEG_ADVANCE,
					.heading = step->game->unit[id].pose.facing,
					.length = way->ahead};
	path->leg[path->count++] =
		(struct pn_leg){.kind = PN_LEG_WHEEL,
				.left = way->left,
				.angle = (pn_angle)(way->by < 0 ? -way->by : way->by)};
	if (way->length > 0)
		path->leg[path->count++] = (struct pn_leg){.kind = PN_LEG_ADVANCE,
							   .heading = way->wheeled.facing,
							   .length = way->length};
	pn_emit(step, event);
}

/* Decides CQ-13 and CQ-19. The charge moves, and stops as it touches. */
static struct jostled go(struct pn_step *step, pn_unit_id id, pn_unit_id target,
			 const struct cq_way *way, bool given)
{
	const pn_pose start = step->game->unit[id].pose;
	const bool over = passes_over(step->game, id, target, start, way->ahead);
	pn_pose ahead = start;
	struct jostled jostled;

	ahead = pn_pose_ahead(ahead, way->ahead);
	if (way->by != 0)
		announce(step, id, way, given);
	if (way->ahead > 0)
		pn_tell_moved(step, id, PN_MANNER_CHARGE, ahead, way->ahead,
			      over ? PN_CLAUSE("CQ-47") : PN_CLAUSE("CQ-11"));
	if (way->by != 0)
		pn_tell_moved(step, id, PN_MANNER_WHEEL, way->wheeled, 0, PN_CLAUSE("CQ-13"));
	jostled = push_aside(step, id, target, way);
	pn_tell_moved(step, id, PN_MANNER_CHARGE, way->end, way->length,
		      clause_of_contact(step->game, id, target, way, jostled));
	return jostled;
}

/* Which facing of the target the contact is on. */
static uint8_t facing_struck(const struct pn_game *game, pn_unit_id target,
			     const struct cq_way *way)
{
	const uint8_t corners = pn_unit_footprint(&game->unit[target]).count;

	if (way->contact.obstacle_edges & 1u << cq_edge_of(way->facing, corners))
		return way->facing;
	for (uint8_t edge = 0; edge < corners; edge++)
		if (way->contact.obstacle_edges & 1u << edge)
			return pn_facing_of_edge(edge, corners);
	return way->facing;
}

/* CQ-22, CQ-23. Push aside the other enemies that it touches now that it has aligned. */
static void push_beside(struct pn_step *step, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *unit = &step->game->unit[id];
	struct pn_obstacles others, one;

	cq_gather(&others, step->game, id, CQ_ENEMIES, target);
	one.count = 1;
	for (uint16_t i = 0; i < others.count; i++) {
		one.shape[0] = others.shape[i];
		if (cq_is_touched(&one, unit, unit->pose))
			cq_push(step, id, others.unit[i], unit->pose);
	}
}

/* Decides CQ-24, CQ-32, CQ-33, CQ-34, CQ-45 and CQ-46. In order: contact, alignment, impact
 * attacks, inspired. */
static void complete(struct pn_step *step, pn_unit_id id, pn_unit_id target,
		     const struct cq_way *way, bool pushed)
{
	const struct pn_game *game = step->game;
	uint8_t facing = facing_struck(game, target, way);

	cq_align(step, id, target, way, pushed ? PN_CLAUSE("CQ-24") : PN_CLAUSE("CQ-20"));
	push_beside(step, id, target);
	pn_tell_contact(step, (struct pn_contact){id, target, facing, true},
			way->facing == facing ? PN_CLAUSE("CQ-31") : PN_CLAUSE("CQ-19"));
	pn_tell_charge_ended(step, id, target, PN_CHARGE_CONTACT, PN_CLAUSE("CQ-08"));
	if (pn_stat(&game->unit[id], CQ_IMPACT) > 0)
		pn_set_flag(step, id, CQ_IMPACTS, PN_CLAUSE("CQ-45"));
	pn_set_flag(step, id, CQ_INSPIRED,
		    pn_flag(&game->unit[id], CQ_IMPACTS) ? PN_CLAUSE("CQ-33") : PN_CLAUSE("CQ-32"));
	if (cq_actions_left(game) == 0)
		pn_clear_flag(step, id, CQ_INSPIRED, PN_CLAUSE("CQ-34"));
}

void cq_strike(struct pn_step *step, pn_unit_id id, pn_unit_id target, const struct cq_way *way,
	       bool given)
{
	const struct jostled jostled = go(step, id, target, way, given);

	complete(step, id, target, way, jostled.pushed);
}
