/* Two that charge each other, or a charger and the unit that answers it: they meet where their
 * pro-rated moves meet (AW-61). */

#include "aw.h"
#include "common.h"

/* One of two that charge each other. */
struct party {
	pn_unit_id id;
	pn_len allowance; /* after its wheel */
	pn_len gone;      /* when they meet */
	pn_pose from;     /* where it stood */
	struct aw_way way;
};

/* Is nothing else in its way, and nobody of its own where it stops? */
static bool is_free(const struct pn_game *game, const struct party *party, pn_unit_id other)
{
	const struct pn_unit *unit = &game->unit[party->id];
	const struct pn_shape shape = aw_footprint_at(unit, party->way.wheeled);
	const struct pn_shape end = aw_footprint_at(unit, party->way.end);
	struct pn_obstacles all;

	aw_gather(&all, game, party->id, AW_HARD, other);
	if (aw_straight(&all, &shape, party->way.wheeled.facing, party->gone, NULL) < party->gone ||
	    aw_woods_limit(game, party->id, party->way.wheeled, party->gone) < party->gone)
		return false;
	aw_gather(&all, game, party->id, AW_FRIENDS, PN_NO_UNIT);
	return pn_obstacles_overlap(&all, &end) < 0;
}

/* AW-61. Each goes its own way at a pace of its allowance: one against the other as if it
 * stood. False: they do not meet. */
static bool find_meeting(const struct pn_game *game, struct party *a, struct party *b)
{
	const pn_len any = game->width + game->depth;
	struct pn_shape mover, other;
	struct pn_sweep_contact contact;
	pn_vec closing;

	if (!aw_find_way(game, a->id, b->id, any, &a->way) ||
	    !aw_find_way(game, b->id, a->id, any, &b->way))
		return false;
	a->allowance -= a->way.cost;
	b->allowance -= b->way.cost;
	if (a->allowance < 1 || b->allowance < 1)
		return false;
	mover = aw_footprint_at(&game->unit[a->id], a->way.wheeled);
	other = aw_footprint_at(&game->unit[b->id], b->way.wheeled);
	closing = pn_subtract(pn_along(a->way.wheeled.facing, a->allowance),
			      pn_along(b->way.wheeled.facing, b->allowance));
	if (pn_shapes_overlap(&mover, &other) || !pn_sweep(&mover, closing, &other, 1, &contact))
		return false;
	a->gone = pn_sweep_distance(a->allowance, contact.at);
	b->gone = pn_sweep_distance(b->allowance, contact.at);
	a->way.end = pn_sweep_end(a->way.wheeled, a->way.wheeled.facing, a->allowance, contact.at);
	b->way.end = pn_sweep_end(b->way.wheeled, b->way.wheeled.facing, b->allowance, contact.at);
	return is_free(game, a, b->id) && is_free(game, b, a->id);
}

static void meet(struct pn_step *step, const struct party *party)
{
	aw_wheel(step, party->id, party->way.wheeled, party->way.cost, PN_CLAUSE("AW-G1"));
	pn_tell_moved(step, party->id, PN_MANNER_CHARGE, party->way.end, party->gone,
		      PN_CLAUSE("AW-61"));
	aw_pass_through(step, party->id, party->way.wheeled, party->way.wheeled.facing,
			party->gone);
}

/* The enemy that charges this charger and has not moved yet: in answer to it, or as its target. */
static pn_unit_id find_opponent(const struct pn_game *game, pn_unit_id id)
{
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (aw_charges(&game->unit[i]) && game->unit[i].order.target == id &&
		    aw_is_steady(&game->unit[i]) && !pn_engaged(game, i) &&
		    (pn_flag(&game->unit[i], AW_COUNTERS) || game->unit[id].order.target == i))
			return i;
	return PN_NO_UNIT;
}

bool aw_try_to_meet(struct pn_step *step, pn_unit_id id)
{
	const struct pn_game *game = step->game;
	struct party a = {.id = id};
	struct party b = {.id = find_opponent(game, id)};

	if (b.id == PN_NO_UNIT)
		return false;
	aw_roll_bonus(step, b.id);
	a.from = game->unit[a.id].pose;
	b.from = game->unit[b.id].pose;
	a.allowance = aw_allowance(game, a.id);
	b.allowance = aw_allowance(game, b.id);
	if (!find_meeting(game, &a, &b))
		return false;
	meet(step, &a);
	meet(step, &b);
	aw_touch(step, a.id, b.id, a.way.wheeled, PN_FACING_FRONT,
		 !aw_is_spoilt(game, a.id, b.id, a.way.wheeled, a.way.end), PN_CLAUSE("AW-61"));
	aw_touch(step, b.id, a.id, b.way.wheeled, PN_FACING_FRONT,
		 !aw_is_spoilt(game, b.id, a.id, b.way.wheeled, b.way.end), PN_CLAUSE("AW-61"));
	aw_finish_charge(step, a.id, a.from, PN_CHARGE_CONTACT, PN_CLAUSE("AW-61"));
	aw_finish_charge(step, b.id, b.from, PN_CHARGE_CONTACT, PN_CLAUSE("AW-61"));
	return true;
}
