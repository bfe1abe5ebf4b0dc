/* What is in a unit's way, how far it gets straight on, and what the ground costs.
 *
 * Units move without turning: a body is shifted along a heading, and what it meets first
 * stops it. A stream costs its price where the body first comes to it; a river stops it at
 * the bank. */

#include "ch.h"
#include "flush.h"
#include "instant.h"
#include "obstacles.h"

enum { STREAM_COST = 6 * PN_INCH };

/* ---- gathering ---- */

static void add(struct ch_obstacles *out, struct pn_shape shape, pn_unit_id unit, enum ch_stop stop,
		pn_clause clause)
{
	pn_assert(out->count < PN_OBSTACLES_MAX);
	out->shape[out->count] = shape;
	out->unit[out->count] = unit;
	out->stop[out->count] = (uint8_t)stop;
	out->piece[out->count] = 0;
	out->clause[out->count++] = clause;
}

/* Is any of the body in it? A unit that is in a river or a marsh may leave it. */
static bool is_in(const struct pn_stand *stand, const struct pn_terrain *piece)
{
	const struct pn_shape body = pn_footprint(stand->pose, stand->formation);

	return pn_shapes_overlap(&body, &piece->shape);
}

/* Decides CH-75 and CH-76. How a piece of ground stops a unit: CH_FREE when it does not. */
static enum ch_stop stopped_by(const struct pn_game *view, pn_unit_id id,
			       const struct pn_stand *stand, const struct pn_terrain *piece,
			       enum ch_gait gait, pn_clause *clause)
{
	switch (piece->kind) {
	case CH_IMPASSABLE:
		*clause = PN_CLAUSE("PN-10");
		return CH_GROUND;
	case CH_WOODS:
		*clause = PN_CLAUSE("CH-76");
		return CH_GROUND;
	case CH_MARSH:
		*clause = PN_CLAUSE("CH-76");
		if (gait == CH_CHARGING)
			return CH_GROUND;
		return ch_troop(&view->unit[id])->arm == CH_TRAIN && !is_in(stand, piece)
			       ? CH_GROUND
			       : CH_FREE;
	case CH_ROUGH:
	case CH_DITCH:
	case CH_RAMPART:
		*clause = PN_CLAUSE("CH-76");
		return gait == CH_CHARGING ? CH_GROUND : CH_FREE;
	case CH_HILL:
		*clause = PN_CLAUSE("CH-75");
		return gait == CH_CHARGING && !ch_front_is_on(view, stand, piece) ? CH_GROUND
										  : CH_FREE;
	case CH_RIVER:
		*clause = PN_CLAUSE("CH-77");
		return is_in(stand, piece) ? CH_FREE : CH_BANK;
	default:
		return CH_FREE;
	}
}

void ch_gather(struct ch_obstacles *out, const struct pn_game *view, pn_unit_id id,
	       pn_unit_id target, const struct pn_stand *stand, enum ch_gait gait)
{
	const struct pn_shape body = pn_footprint(stand->pose, stand->formation);
	pn_unit_id order[PN_UNITS_MAX];
	const uint8_t units = pn_meeting_order(view, id, target, order);

	out->charging = gait == CH_CHARGING;
	out->across = 0;
	out->count = 0;
	for (uint8_t i = 0; i < units; i++) {
		const struct pn_unit *other = &view->unit[order[i]];

		add(out, pn_unit_footprint(other), order[i],
		    other->side == view->unit[id].side ? CH_FRIEND : CH_ENEMY, PN_CLAUSE("PN-11"));
	}
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		pn_clause clause = {""};
		enum ch_stop stop = stopped_by(view, id, stand, &view->terrain[i], gait, &clause);

		if (stop == CH_FREE)
			continue;
		if (view->terrain[i].kind == CH_HILL &&
		    pn_shapes_cross(&body, &view->terrain[i].shape)) {
			out->across |= (uint32_t)1 << i;
			continue;
		}
		add(out, view->terrain[i].shape, PN_NO_UNIT, stop, clause);
		out->piece[out->count - 1] = i;
	}
	for (int edge = 0; edge < PN_BOARD_EDGES; edge++)
		add(out, pn_board_edge(view, edge), PN_NO_UNIT, CH_EDGE, PN_CLAUSE("PN-10"));
}

/* ---- going ---- */

/* Where the body first comes to a piece on a way of `length`; false: it does not, or is
 * in it to begin with. */
static bool comes_to(const struct pn_stand *stand, pn_angle heading, pn_len length,
		     const struct pn_shape *piece, pn_len *at)
{
	const struct pn_shape body = pn_footprint(stand->pose, stand->formation);
	struct pn_sweep_contact contact;

	if (pn_shapes_overlap(&body, piece) ||
	    !pn_sweep(&body, pn_along(heading, length), piece, 1, &contact))
		return false;
	*at = pn_sweep_distance(length, contact.at);
	return true;
}

/* CH-77. What streams make of a way. */
struct brooks {
	pn_len reach;
	pn_len paid;
	bool stops;    /* it comes to one that it cannot pay */
	uint8_t piece; /* the last that it came to */
};

/* Decides CH-77. How far a budget reaches on a way of `length` with a price at each stream. A stream
 * that it cannot pay stops it. */
static struct brooks afforded(const struct pn_game *view, const struct pn_stand *stand,
			      pn_angle heading, pn_len length, pn_len budget)
{
	struct brooks brooks = {.reach = length < budget ? length : budget};
	pn_len at[PN_TERRAIN_MAX];
	uint8_t piece[PN_TERRAIN_MAX];
	uint8_t count = 0;

	for (uint8_t i = 0; i < view->terrain_count && brooks.reach > 0; i++) {
		uint8_t k = count;
		pn_len here;

		if (view->terrain[i].kind != CH_STREAM ||
		    !comes_to(stand, heading, brooks.reach, &view->terrain[i].shape, &here))
			continue;
		for (; k > 0 && at[k - 1] > here; k--) {
			at[k] = at[k - 1];
			piece[k] = piece[k - 1];
		}
		at[k] = here;
		piece[k] = i;
		count++;
	}
	for (uint8_t i = 0; i < count && at[i] < brooks.reach; i++) {
		brooks.piece = piece[i];
		if (at[i] + brooks.paid + STREAM_COST > budget) {
			brooks.stops = true;
			brooks.reach = at[i];
			break;
		}
		brooks.paid += STREAM_COST;
		if (brooks.reach > budget - brooks.paid)
			brooks.reach = budget - brooks.paid;
	}
	return brooks;
}

bool ch_goes_up(const struct pn_game *view, const struct pn_stand *stand, pn_angle heading,
		pn_len length)
{
	pn_len at;

	for (uint8_t i = 0; length > 0 && i < view->terrain_count; i++)
		if (view->terrain[i].kind == CH_HILL &&
		    comes_to(stand, heading, length, &view->terrain[i].shape, &at) && at < length)
			return true;
	return false;
}

/* The best side of those that the contact is on, for the unit that is struck (A-CH-7). */
uint8_t ch_side_struck(const struct pn_unit *unit, uint16_t edges)
{
	const uint8_t corners = pn_unit_footprint(unit).count;
	uint8_t facing = edges == 0 ? PN_FACING_FRONT : PN_FACING_REAR;

	if (unit->form == CH_SQUARE)
		return PN_FACING_FRONT;
	for (uint8_t edge = corners; edge-- > 0;)
		if (edges & 1u << edge && pn_facing_of_edge(edge, corners) < facing)
			facing = pn_facing_of_edge(edge, corners);
	return facing;
}

static struct ch_way stop_at(const struct ch_obstacles *obstacles, const struct pn_game *view,
			     const struct pn_stand *stand, const struct pn_sweep_contact *contact,
			     struct ch_way way)
{
	const struct pn_shape body = pn_footprint(way.end, stand->formation);
	const uint16_t i = contact->obstacle;

	way.obstacle = i;
	way.met = obstacles->unit[i];
	way.stop = obstacles->stop[i];
	way.piece = obstacles->piece[i];
	way.clause = obstacles->clause[i];
	if (way.met != PN_NO_UNIT)
		way.facing = ch_side_struck(
			&view->unit[way.met],
			pn_edges_struck(&obstacles->shape[i], &body, contact->obstacle_edges));
	return way;
}

/* CH-75. A hill on which the unit stands with a part of it: how far it goes. */
static pn_len climb(const struct ch_obstacles *obstacles, const struct pn_game *view,
		    const struct pn_stand *stand, struct ch_way *way, pn_len reach)
{
	for (uint8_t i = 0; obstacles->across >> i != 0; i++) {
		pn_len at;

		if ((obstacles->across >> i & 1) == 0)
			continue;
		at = ch_climbs_at(view, stand, way->heading, reach, &view->terrain[i]);
		if (at >= reach)
			continue;
		reach = at;
		way->stop = CH_GROUND;
		way->obstacle = CH_ACROSS;
		way->piece = i;
		way->clause = PN_CLAUSE("CH-75");
	}
	return reach;
}

/* Places and corners are rounded: is that all that one who stands beside the piece is in it? */
static bool is_in_by_rounding(const struct pn_shape *body, const struct pn_shape *piece)
{
	for (pn_len x = -1; x <= 1; x++)
		for (pn_len y = -1; y <= 1; y++) {
			const struct pn_shape moved = pn_shape_moved(body, (pn_vec){x, y});

			if (!pn_shapes_cross(&moved, piece))
				return true;
		}
	return false;
}

/* Where a charge comes into ground that bars charges alone, or woods, however little of it lies in
 * its lane. A march may have slid along woods by more than a rounding, and is in nothing then. */
static bool enters(const struct pn_shape *body, pn_vec way, const struct pn_terrain *piece,
		   pn_fraction *at)
{
	if (piece->kind == CH_IMPASSABLE)
		return false;
	if (!pn_shapes_cross(body, &piece->shape))
		return pn_sweep_crosses(body, way, &piece->shape, at);
	*at = (pn_fraction){0, 1};
	return piece->kind != CH_WOODS && !is_in_by_rounding(body, &piece->shape);
}

/* What ends a straight move. */
static bool comes_against(const struct ch_obstacles *obstacles, const struct pn_game *view,
			  const struct pn_shape *body, pn_vec way, struct pn_sweep_contact *contact)
{
	bool found = pn_sweep(body, way, obstacles->shape, obstacles->count, contact);

	for (uint16_t i = 0; obstacles->charging && i < obstacles->count; i++) {
		pn_fraction at;

		if (obstacles->stop[i] != CH_GROUND ||
		    !enters(body, way, &view->terrain[obstacles->piece[i]], &at) ||
		    (found && pn_fraction_compare(at, contact->at) >= 0))
			continue;
		*contact = (struct pn_sweep_contact){.at = at, .obstacle = i};
		found = true;
	}
	return found;
}

struct ch_way ch_straight(const struct ch_obstacles *obstacles, const struct pn_game *view,
			  pn_unit_id id, const struct pn_stand *stand, pn_angle heading,
			  pn_len length, pn_len budget)
{
	const struct pn_shape body = pn_footprint(stand->pose, stand->formation);
	struct pn_sweep_contact contact;
	struct ch_way way = {.met = PN_NO_UNIT, .end = stand->pose, .heading = heading};
	struct brooks brooks = afforded(view, stand, heading, length, budget);
	pn_len reach = brooks.reach;

	way.piece = brooks.piece;
	if (brooks.stops) {
		way.stop = CH_BROOK;
		way.clause = PN_CLAUSE("CH-77");
	}
	reach = climb(obstacles, view, stand, &way, reach);
	way.asked = reach;
	if (comes_against(obstacles, view, &body, pn_along(heading, reach), &contact)) {
		way.end = pn_sweep_end(stand->pose, heading, reach, contact.at);
		way = stop_at(obstacles, view, stand, &contact, way);
		way.length = pn_sweep_distance(reach, contact.at);
		if (brooks.paid > 0)
			brooks = afforded(view, stand, heading, way.length, budget);
	} else {
		way.length = reach;
		way.end.at = pn_add(stand->pose.at, pn_along(heading, reach));
	}
	way.spent = way.length + brooks.paid;
	way.uphill = ch_goes_up(view, stand, heading, way.length);
	return way;
}

static void leave_out(struct ch_obstacles *obstacles, uint16_t i)
{
	const uint16_t last = --obstacles->count;

	obstacles->shape[i] = obstacles->shape[last];
	obstacles->unit[i] = obstacles->unit[last];
	obstacles->stop[i] = obstacles->stop[last];
	obstacles->piece[i] = obstacles->piece[last];
	obstacles->clause[i] = obstacles->clause[last];
}

void ch_leave_out_units(struct ch_obstacles *obstacles)
{
	for (uint16_t i = obstacles->count; i-- > 0;)
		if (obstacles->unit[i] != PN_NO_UNIT)
			leave_out(obstacles, i);
}

struct ch_way ch_go(const struct pn_game *view, pn_unit_id id, const struct pn_stand *stand,
		    enum ch_gait gait, pn_angle heading, pn_len length, pn_len budget)
{
	struct ch_obstacles obstacles;

	ch_gather(&obstacles, view, id, PN_NO_UNIT, stand, gait);
	return ch_straight(&obstacles, view, id, stand, heading, length, budget);
}

struct pn_verdict ch_has_room(const struct pn_game *view, pn_unit_id id,
			      const struct pn_stand *from, const struct pn_stand *stand)
{
	const struct pn_shape body = pn_footprint(stand->pose, stand->formation);
	struct ch_obstacles obstacles;

	ch_gather(&obstacles, view, id, PN_NO_UNIT, from, CH_MARCHING);
	for (uint16_t i = 0; i < obstacles.count; i++)
		if (pn_shapes_overlap(&body, &obstacles.shape[i]))
			return obstacles.stop[i] == CH_EDGE
				       ? pn_refuse(PN_REFUSE_LEAVES_TABLE, PN_CLAUSE("PN-10"))
				       : pn_refuse(PN_REFUSE_BLOCKED, obstacles.clause[i]);
	return pn_lawful();
}

/* ---- rivers ---- */

static int64_t along(pn_vec at, pn_angle heading)
{
	return (int64_t)at.x * pn_sine(heading) + (int64_t)at.y * pn_cosine(heading);
}

/* From the rear of the body to the far end of the river, rounded up, and a hair. */
static pn_len way_across(const struct pn_stand *stand, const struct pn_shape *river)
{
	const struct pn_shape body = pn_footprint(stand->pose, stand->formation);
	const pn_angle heading = stand->pose.facing;
	int64_t rear = INT64_MAX;
	int64_t far = INT64_MIN;

	for (uint8_t i = 0; i < body.count; i++)
		if (along(body.point[i], heading) < rear)
			rear = along(body.point[i], heading);
	for (uint8_t i = 0; i < river->count; i++)
		if (along(river->point[i], heading) > far)
			far = along(river->point[i], heading);
	return (pn_len)((far - rear) / PN_SINE_ONE) + 1 + PN_TOUCH;
}

bool ch_find_crossing(const struct pn_game *view, pn_unit_id id, const struct pn_stand *stand,
		      struct ch_way *out)
{
	const pn_len far = view->width + view->depth;
	struct ch_obstacles obstacles;
	struct ch_way way = ch_go(view, id, stand, CH_MARCHING, stand->pose.facing, far, far);
	const uint8_t piece = way.piece;
	pn_len length;

	if (way.stop != CH_BANK || way.length > PN_TOUCH || view->terrain[piece].kind != CH_RIVER)
		return false;
	length = way_across(stand, &view->terrain[piece].shape);
	ch_gather(&obstacles, view, id, PN_NO_UNIT, stand, CH_MARCHING);
	for (uint16_t i = 0; i < obstacles.count; i++)
		if (obstacles.stop[i] == CH_BANK && obstacles.piece[i] == piece)
			leave_out(&obstacles, i--);
	*out = ch_straight(&obstacles, view, id, stand, stand->pose.facing, length, far);
	out->spent = ch_move(&view->unit[id], false);
	return out->length == length;
}

void ch_note_bank(struct pn_step *step, pn_unit_id id, const struct ch_way *way)
{
	if (way->stop == CH_BANK && step->game->terrain[way->piece].kind == CH_RIVER)
		pn_set_flag(step, id, CH_AT_BANK, PN_CLAUSE("CH-77"));
	else
		pn_clear_flag(step, id, CH_AT_BANK, PN_CLAUSE("CH-77"));
}

bool ch_on_road(const struct pn_game *view, pn_vec at)
{
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if (view->terrain[i].kind == CH_ROAD &&
		    pn_shape_contains(&view->terrain[i].shape, at))
			return true;
	return false;
}
