/* Two chargers of opposite sides that come together on their ways: they meet where their
 * pro-rated moves meet, whoever is whose target (AW-61). Which flank is worked first decides
 * nothing of it: a charge is worked only when nobody meets it earlier. */

#include "aw.h"
#include "common.h"
#include "instant.h"

enum { FACES = 6 };

/* One of two that may meet. */
struct party {
	pn_unit_id id;
	bool reaches;     /* its way leads to its target */
	pn_len allowance; /* after its wheel */
	pn_len gone;      /* when they meet */
	pn_pose from;     /* where it stood */
	struct aw_way way;
};

static bool is_rolled(const struct pn_game *game, pn_unit_id id)
{
	return game->unit[id].tally[AW_BONUS] > 0;
}

/* Does it still charge this turn? */
static bool is_to_come(const struct pn_game *game, pn_unit_id id)
{
	return aw_charges(&game->unit[id]) && aw_is_steady(&game->unit[id]) &&
	       !pn_engaged(game, id);
}

static bool charge_each_other(const struct pn_game *game, pn_unit_id a, pn_unit_id b)
{
	return game->unit[a].order.target == b && game->unit[b].order.target == a;
}

/* The way that it would go if nothing else moved. */
static struct party party_of(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_unit *unit = &game->unit[id];
	const pn_unit_id target = unit->order.target;
	struct party party = {.id = id, .from = unit->pose, .allowance = aw_allowance(game, id)};

	party.reaches = aw_find_way(game, id, target, game->width + game->depth, &party.way);
	if (!party.reaches)
		party.way.wheeled = aw_aimed(game, id, target, party.allowance, &party.way.cost);
	party.allowance -= party.way.cost;
	return party;
}

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

/* Decides AW-61. Each goes its own way at a pace of its allowance: one against the other as if it
 * stood. False: they do not meet. */
static bool find_meeting(const struct pn_game *game, struct party *a, struct party *b,
			 pn_fraction *at)
{
	struct pn_shape mover, other;
	struct pn_sweep_contact contact;
	pn_vec closing;

	if (a->allowance < 1 || b->allowance < 1)
		return false;
	if (charge_each_other(game, a->id, b->id) && !(a->reaches && b->reaches))
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
	*at = contact.at;
	return is_free(game, a, b->id) && is_free(game, b, a->id);
}

/* ---- who meets whom first ---- */

/* Can the other come to where this one goes? With the most that it can roll; cheap rejection
 * before its way is looked for. */
static bool is_near(const struct pn_game *game, const struct party *party, pn_unit_id other)
{
	const struct pn_formation formation = pn_unit_formation(&game->unit[party->id]);
	const pn_len half = pn_frontage(formation) / 2 + 1;
	const pn_pose pose = party->way.wheeled;
	const pn_len ahead = party->allowance > 0 ? party->allowance : 0;
	const int64_t reach = pn_stat(&game->unit[other], AW_CHARGE) + FACES * PN_INCH;
	const struct pn_shape corridor = {4,
					  {pn_ahead(pose, ahead, -half),
					   pn_ahead(pose, ahead, half),
					   pn_ahead(pose, -pn_depth(formation), half),
					   pn_ahead(pose, -pn_depth(formation), -half)}};
	const struct pn_shape footprint = pn_unit_footprint(&game->unit[other]);

	return pn_fraction_compare(pn_shape_distance_squared(&corridor, &footprint),
				   (pn_fraction){(pn_wide)reach * reach, 1}) <= 0;
}

/* Do they meet on any roll of one that has not rolled? */
static bool may_meet(const struct pn_game *game, const struct party *a, const struct party *b)
{
	for (int face = 1; face <= FACES; face++) {
		struct party goes = *a, comes = *b;
		pn_fraction at;

		comes.allowance += face * PN_INCH;
		if (find_meeting(game, &goes, &comes, &at))
			return true;
	}
	return false;
}

/* The enemy that a charger meets first; of several at once one that it charges and that charges it.
 * Those that it may meet roll. False: it meets nobody. */
static bool find_first(struct pn_step *step, struct party *a, struct party *first,
		       pn_fraction *when)
{
	const struct pn_game *game = step->game;
	bool found = false;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		struct party b;
		pn_fraction at;
		int order;

		if (game->unit[i].side == game->unit[a->id].side || !is_to_come(game, i) ||
		    !is_near(game, a, i))
			continue;
		b = party_of(game, i);
		if (!is_rolled(game, i)) {
			if (!may_meet(game, a, &b))
				continue;
			aw_begin_charge(step, i);
			b = party_of(game, i);
		}
		if (!find_meeting(game, a, &b, &at))
			continue;
		order = found ? pn_fraction_compare(at, *when) : -1;
		if (order > 0 || (order == 0 && !charge_each_other(game, a->id, i)))
			continue;
		found = true;
		*first = b;
		*when = at;
	}
	return found;
}

/* ---- meeting ---- */

static void go(struct pn_step *step, const struct party *party)
{
	aw_wheel(step, party->id, party->way.wheeled, party->way.cost, PN_CLAUSE("AW-G1"));
	pn_tell_moved(step, party->id, PN_MANNER_CHARGE, party->way.end, party->gone,
		      PN_CLAUSE("AW-61"));
	aw_pass_through(step, party->id, party->way.wheeled, party->way.wheeled.facing,
			party->gone);
}

/* A unit that comes up against the other touches it; two that charge each other touch front to
 * front. */
static bool touch(struct pn_step *step, const struct party *party, pn_unit_id other)
{
	const struct pn_game *game = step->game;
	uint8_t facing = PN_FACING_FRONT;

	if (!charge_each_other(game, party->id, other) &&
	    !aw_comes_up_to(game, party->id, other, &facing))
		return false;
	aw_touch(step, party->id, other, party->from, facing,
		 !aw_is_spoilt(game, party->id, other, party->way.wheeled, party->way.end),
		 PN_CLAUSE("AW-61"));
	return true;
}

static void meet(struct pn_step *step, const struct party *a, const struct party *b)
{
	bool touched;

	go(step, a);
	go(step, b);
	touched = touch(step, a, b->id);
	touched |= touch(step, b, a->id);
	/* They brush past each other by a corner. */
	if (!touched)
		aw_touch(step, a->id, b->id, a->from, PN_FACING_FRONT, false, PN_CLAUSE("AW-61"));
	aw_finish_charge(step, a->id, a->from, PN_CHARGE_CONTACT, PN_CLAUSE("AW-61"));
	aw_finish_charge(step, b->id, b->from, PN_CHARGE_CONTACT, PN_CLAUSE("AW-61"));
}

/* Is an enemy that charges so near that the two could meet, whatever they roll? */
static bool may_meet_anybody(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_unit *unit = &game->unit[id];

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].side != unit->side && is_to_come(game, i) &&
		    aw_within(game, id, i,
			      2 * ((int64_t)pn_stat(unit, AW_CHARGE) +
				   pn_stat(&game->unit[i], AW_CHARGE) + 2 * FACES * PN_INCH)))
			return true;
	return false;
}

/* AW-61. Does the other of two meet a third before that, or at the same instant as the one
 * that it charges (AW-03)? */
static bool meets_before(struct pn_step *step, const struct party *a, struct party *b,
			 pn_fraction when, struct party *third, pn_fraction *at)
{
	int order;

	if (!find_first(step, b, third, at))
		return false;
	order = pn_fraction_compare(*at, when);
	return order < 0 || (order == 0 && charge_each_other(step->game, b->id, third->id) &&
			     !charge_each_other(step->game, a->id, b->id));
}

bool aw_try_to_meet(struct pn_step *step, pn_unit_id id)
{
	const struct pn_game *game = step->game;
	struct party a, b, c;
	pn_fraction when, earlier;

	if (!may_meet_anybody(game, id))
		return false;
	a = party_of(game, id);
	if (!find_first(step, &a, &b, &when))
		return false;
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		if (!meets_before(step, &a, &b, when, &c, &earlier))
			break;
		a = b;
		b = c;
		when = earlier;
	}
	find_meeting(game, &a, &b, &when);
	meet(step, &a, &b);
	return true;
}

bool aw_may_meet(const struct pn_game *game, pn_unit_id id)
{
	const struct party party = party_of(game, id);
	const int least = is_rolled(game, id) ? 0 : 1;
	const int most = is_rolled(game, id) ? 0 : FACES;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		struct party b;

		if (game->unit[i].side == game->unit[id].side || !is_to_come(game, i))
			continue;
		b = party_of(game, i);
		for (int face = least; face <= most; face++) {
			struct party a = party, comes = b;
			pn_fraction at;

			a.allowance += face * PN_INCH;
			if (is_rolled(game, i) ? find_meeting(game, &a, &comes, &at)
					       : may_meet(game, &a, &b))
				return true;
		}
	}
	return false;
}

/* ---- who is worked before whom ---- */

/* Another enemy that still charges elsewhere and that it would reach at the same instant as its
 * target, with the most that it can roll. */
static pn_unit_id find_touched_too(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_unit *unit = &game->unit[id];
	const pn_unit_id target = unit->order.target;
	struct pn_also_met also[PN_UNITS_MAX];
	struct pn_straight_way straight = {.unit = id, .met = target};
	struct pn_body body = {.count = 1};
	struct aw_way way;
	uint8_t count;

	if (!aw_find_way(game, id, target, pn_stat(unit, AW_CHARGE) + FACES * PN_INCH, &way))
		return PN_NO_UNIT;
	body.part[0] = aw_footprint_at(unit, way.wheeled);
	straight.body = &body;
	straight.displacement = pn_along(way.wheeled.facing, way.length + PN_INCH);
	count = pn_also_met(game, &straight, also);
	for (uint8_t i = 0; i < count; i++)
		if (is_to_come(game, also[i].unit))
			return also[i].unit;
	return PN_NO_UNIT;
}

/* The enemy that still charges elsewhere and that this charge comes upon: its target, who is in its
 * way, or who is reached with the target. */
static pn_unit_id find_awaited(const struct pn_game *game, pn_unit_id id)
{
	pn_unit_id next = game->unit[id].order.target;

	if (is_to_come(game, next))
		return next;
	next = aw_next_in_line(game, id);
	if (next == PN_NO_UNIT)
		return find_touched_too(game, id);
	return is_to_come(game, next) ? next : PN_NO_UNIT;
}

uint8_t aw_go_before(const struct pn_game *game, pn_unit_id id, pn_unit_id out[PN_UNITS_MAX])
{
	bool seen[PN_UNITS_MAX] = {false};
	bool in_ring[PN_UNITS_MAX] = {false};
	pn_unit_id order[PN_UNITS_MAX];
	pn_unit_id next = id;
	uint8_t count = 0;

	do {
		seen[next] = true;
		out[0] = next;
		next = find_awaited(game, next);
	} while (next != PN_NO_UNIT && !seen[next]);
	if (next == PN_NO_UNIT)
		return 1;
	for (; !in_ring[next]; next = find_awaited(game, next))
		in_ring[next] = true;
	aw_by_flank(game, order);
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (in_ring[order[i]])
			out[count++] = order[i];
	return count;
}
