/* Simultaneous turns (CH-49): what was ordered is carried out by halves, all units at once.
 *
 * In each half every unit that was told to goes evenly along its way, as far as the ground
 * lets it. Of any two the first contact is found from the motion of one as the other sees
 * it, as a fraction of the half; the earliest of all stops the two, everybody else stands
 * where it is at that moment, and the rest of the half is looked at again. So two that
 * charge each other meet where their halves touch. */

#include "ch.h"
#include "common.h"
#include "flush.h"
#include "wheel.h"

enum { HALVES = 2 };

struct mover {
	bool goes;
	bool charges;
	bool is_lured; /* knights who go towards the enemy */
	pn_angle heading;
	pn_len left;          /* of its whole move */
	pn_len went;          /* in this half */
	pn_pose from;         /* where it began this half */
	pn_vec ahead;         /* what is left of this half's way */
	pn_len asked;         /* the length of `ahead` when this half began */
	pn_vec did;           /* what it has done of it */
	struct ch_way ground; /* what of the ground stops it */
};

struct field {
	struct mover mover[PN_UNITS_MAX];
	pn_pose pose[PN_UNITS_MAX];
};

static struct pn_shape body_of(const struct pn_game *game, const struct field *field, pn_unit_id id)
{
	return pn_footprint(field->pose[id], pn_unit_formation(&game->unit[id]));
}

/* ---- before they go ---- */

/* CH-84, CH-85. A turn that it was told to make first, or another formation. False: it has no
 * room for it. */
static bool make_turn(struct pn_step *step, pn_unit_id id, uint8_t verb)
{
	struct pn_path path = {.count = 1};
	struct ch_walk walk;

	if (ch_angle_of(verb) == 0 && !ch_is_form(verb))
		return true;
	path.leg[0] = ch_turn_of(verb);
	ch_walk(&walk, step->game, id, PN_NO_UNIT, &path, CH_MARCHING);
	if (walk.verdict.code == PN_LAWFUL)
		ch_tell_walk(step, id, &walk, PN_MANNER_ADVANCE, PN_CLAUSE("CH-49"));
	return walk.verdict.code == PN_LAWFUL;
}

/* What the sight of the field tells a unit before anybody has moved. */
struct aim {
	pn_unit_id lure; /* of knights who go towards the enemy (CH-43), or PN_NO_UNIT */
	pn_vec at;       /* where it stands */
	bool meets;      /* told to charge: it can */
	pn_angle heading;
};

static void prepare_charge(struct pn_step *step, pn_unit_id id, const struct aim *aim,
			   struct mover *mover)
{
	const struct pn_unit *unit = &step->game->unit[id];
	const int32_t bend =
		aim->meets ? ch_first_bend(step->game, unit->pose.facing, aim->heading) : 0;

	pn_tell_charge_began(step, id, unit->order.target, bend, PN_CLAUSE("CH-49"));
	ch_spend_charge(step, id);
	mover->charges = true;
	mover->goes = aim->meets;
	mover->heading = aim->heading;
	mover->left = ch_charge_move(unit);
}

static void prepare_move(struct pn_step *step, pn_unit_id id, struct mover *mover)
{
	const struct pn_unit *unit = &step->game->unit[id];
	const uint8_t number = unit->order.number;
	const struct pn_stand stand = pn_stand_of(unit);
	struct ch_walk across = {.count = 1, .met = PN_NO_UNIT};

	pn_set_flag(step, id, CH_MOVED, PN_CLAUSE("CH-49"));
	if (pn_flag(unit, CH_AT_BANK) && unit->order.verb == CH_VERB_ADVANCE &&
	    ch_find_crossing(step->game, id, &stand, &across.walked[0].way)) {
		across.walked[0].kind = PN_LEG_ADVANCE;
		ch_tell_walk(step, id, &across, PN_MANNER_ADVANCE, PN_CLAUSE("CH-77"));
		return;
	}
	mover->goes = make_turn(step, id, unit->order.verb) && number > 0;
	mover->heading = unit->pose.facing;
	mover->left = number * CH_QUARTER_INCH;
}

/* CH-43. Knights who go towards the enemy, whatever was written for them. */
static void prepare_lured(struct pn_step *step, pn_unit_id id, pn_vec at, struct mover *mover)
{
	const struct pn_unit *unit = &step->game->unit[id];

	pn_set_flag(step, id, CH_MOVED, PN_CLAUSE("CH-43"));
	mover->goes = ch_turn_towards(step, id, at);
	mover->is_lured = true;
	mover->heading = ch_heading_towards(step->game, id, at);
	mover->left = ch_move(unit, false) - unit->moved;
}

/* All aim before anybody turns, so that none has the better of the others. */
static void aim(const struct pn_game *game, struct aim aims[PN_UNITS_MAX])
{
	memset(aims, 0, sizeof *aims * PN_UNITS_MAX);
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];

		aims[i].lure = ch_find_lure(game, i);
		if (aims[i].lure != PN_NO_UNIT)
			aims[i].at = game->unit[aims[i].lure].pose.at;
		else if (unit->on_board && unit->order.verb == CH_VERB_CHARGE)
			aims[i].meets = ch_aim(game, i, unit->order.target, &aims[i].heading);
	}
}

static void prepare(struct pn_step *step, struct field *field)
{
	const struct pn_game *game = step->game;
	struct aim aims[PN_UNITS_MAX];

	memset(field, 0, sizeof *field);
	aim(game, aims);
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];

		if (aims[i].lure != PN_NO_UNIT) {
			prepare_lured(step, i, aims[i].at, &field->mover[i]);
			continue;
		}
		if (!unit->on_board || unit->order.verb == CH_VERB_NONE ||
		    pn_flag(unit, CH_MOVED) || pn_engaged(game, i))
			continue;
		if (unit->order.verb == CH_VERB_RETREAT)
			ch_retreat_on(step, i, unit->pose.facing, PN_CLAUSE("CH-64"));
		else if (unit->state == CH_GOOD && unit->order.verb == CH_VERB_CHARGE)
			prepare_charge(step, i, &aims[i], &field->mover[i]);
		else if (unit->state == CH_GOOD)
			prepare_move(step, i, &field->mover[i]);
	}
}

/* ---- one half ---- */

/* How far the ground lets it go, units left aside. */
static void begin_half(const struct pn_game *game, struct field *field, int half)
{
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		struct mover *mover = &field->mover[i];
		const struct pn_stand stand = pn_stand_of(&game->unit[i]);
		struct ch_obstacles obstacles;
		const pn_len length = half == 0 ? mover->left / HALVES : mover->left;

		field->pose[i] = game->unit[i].pose;
		mover->from = field->pose[i];
		mover->did = (pn_vec){0, 0};
		mover->ahead = (pn_vec){0, 0};
		mover->asked = 0;
		mover->ground = (struct ch_way){.met = PN_NO_UNIT};
		if (!mover->goes || pn_engaged(game, i) || !game->unit[i].on_board)
			continue;
		ch_gather(&obstacles, game, i, PN_NO_UNIT, &stand,
			  mover->charges ? CH_CHARGING : CH_MARCHING);
		ch_leave_out_units(&obstacles);
		mover->ground =
			ch_straight(&obstacles, game, i, &stand, mover->heading, length, length);
		mover->asked = mover->ground.length;
		mover->ahead = pn_along(mover->heading, mover->asked);
	}
}

struct meeting {
	pn_fraction at;
	pn_unit_id a, b; /* a moves */
	bool b_moves;
	bool a_runs, b_runs;       /* its own way leads into the other */
	uint16_t a_edges, b_edges; /* that the other came to */
};

static bool is_still(pn_vec way)
{
	return way.x == 0 && way.y == 0;
}

/* Could the two come together at all? A cheap rejection test before the exact one. */
static bool may_meet(const struct pn_shape *a, const struct pn_shape *b, pn_vec way)
{
	const pn_len spare = 2 * PN_TOUCH + PN_SWEEP_REACH;
	pn_vec low[2] = {a->point[0], b->point[0]};
	pn_vec high[2] = {a->point[0], b->point[0]};

	for (int k = 0; k < 2; k++) {
		const struct pn_shape *shape = k ? b : a;

		for (uint8_t i = 1; i < shape->count; i++) {
			pn_vec at = shape->point[i];

			low[k].x = at.x < low[k].x ? at.x : low[k].x;
			low[k].y = at.y < low[k].y ? at.y : low[k].y;
			high[k].x = at.x > high[k].x ? at.x : high[k].x;
			high[k].y = at.y > high[k].y ? at.y : high[k].y;
		}
	}
	return low[0].x + (way.x < 0 ? way.x : 0) - spare <= high[1].x &&
	       high[0].x + (way.x > 0 ? way.x : 0) + spare >= low[1].x &&
	       low[0].y + (way.y < 0 ? way.y : 0) - spare <= high[1].y &&
	       high[0].y + (way.y > 0 ? way.y : 0) + spare >= low[1].y;
}

/* Which of the two is charging the other? */
static bool names(const struct pn_game *game, const struct field *field, pn_unit_id id,
		  pn_unit_id other)
{
	return field->mover[id].charges && game->unit[id].order.target == other;
}

/* Of meetings at the same instant: with the unit that is named, with other enemies, of friends. */
static int rank_of(const struct pn_game *game, const struct field *field,
		   const struct meeting *meeting)
{
	if (game->unit[meeting->a].side == game->unit[meeting->b].side)
		return 2;
	return names(game, field, meeting->a, meeting->b) ||
			       names(game, field, meeting->b, meeting->a)
		       ? 0
		       : 1;
}

static bool is_better(const struct pn_game *game, const struct field *field,
		      const struct meeting *meeting, const struct meeting *best)
{
	const int compared = pn_fraction_compare(meeting->at, best->at);

	return compared == 0 ? rank_of(game, field, meeting) < rank_of(game, field, best)
			     : compared < 0;
}

/* Do the two meet, a by its own way? */
static bool meet_two(const struct pn_game *game, const struct field *field, pn_unit_id a,
		     pn_unit_id b, struct meeting *out)
{
	const pn_vec way = pn_subtract(field->mover[a].ahead, field->mover[b].ahead);
	struct pn_sweep_contact contact;
	struct pn_shape body;
	struct pn_shape other;

	if (a == b || !game->unit[b].on_board || is_still(way))
		return false;
	body = body_of(game, field, a);
	other = body_of(game, field, b);
	if (!may_meet(&body, &other, way) || !pn_sweep(&body, way, &other, 1, &contact))
		return false;
	*out = (struct meeting){
		.at = contact.at,
		.a = a,
		.b = b,
		.b_moves = !is_still(field->mover[b].ahead),
		.a_edges = contact.mover_edges,
		.b_edges = contact.obstacle_edges,
	};
	return true;
}

/* The earliest meeting of any two; of equal ones that which ranks first, then that of the lower
 * units. */
static bool find_meeting(const struct pn_game *game, const struct field *field,
			 struct meeting *first)
{
	bool found = false;

	for (pn_unit_id a = 0; a < game->unit_count; a++) {
		if (!game->unit[a].on_board || is_still(field->mover[a].ahead))
			continue;
		for (pn_unit_id b = 0; b < game->unit_count; b++) {
			struct meeting meeting;

			/* Two that both move are looked at once. */
			if ((b < a && !is_still(field->mover[b].ahead)) ||
			    !meet_two(game, field, a, b, &meeting) ||
			    (found && !is_better(game, field, &meeting, first)))
				continue;
			*first = meeting;
			found = true;
		}
	}
	return found;
}

/* Everybody goes on by that much of what is left of its way. */
static void go_on(const struct pn_game *game, struct field *field, const pn_fraction *at)
{
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		struct mover *mover = &field->mover[i];
		const pn_vec walked = at ? pn_sweep_stop(mover->ahead, *at) : mover->ahead;

		mover->did = pn_add(mover->did, walked);
		mover->ahead = pn_subtract(mover->ahead, walked);
		field->pose[i].at = pn_add(field->pose[i].at, walked);
	}
}

/* ---- meetings ---- */

enum { MEETINGS_MAX = PN_UNITS_MAX };

struct meetings {
	uint8_t count;
	struct meeting list[MEETINGS_MAX];
};

static void stop_one(struct mover *mover)
{
	mover->ahead = (pn_vec){0, 0};
	mover->goes = false;
}

/* Two touch: does the way of this one lead into the other, and to which of its edges? */
static bool runs_into(const struct pn_game *game, const struct field *field, pn_unit_id id,
		      pn_unit_id other, uint16_t *edges)
{
	const pn_vec ahead = field->mover[id].ahead;
	const struct pn_shape body = body_of(game, field, id);
	const struct pn_shape met = body_of(game, field, other);
	struct pn_sweep_contact contact;

	if (!pn_sweep(&body, ahead, &met, 1, &contact) ||
	    pn_sweep_distance(pn_distance((pn_vec){0, 0}, ahead), contact.at) > PN_TOUCH)
		return false;
	*edges = contact.obstacle_edges;
	return true;
}

/* Of two that move a side may be touched only because its own unit goes on: who came, and to
 * which side, is told by each one's own way; flush edges tell it before corners do. */
static void look_at(const struct pn_game *game, const struct field *field, struct meeting *meeting)
{
	const struct pn_shape a = body_of(game, field, meeting->a);
	const struct pn_shape b = body_of(game, field, meeting->b);

	meeting->a_runs = runs_into(game, field, meeting->a, meeting->b, &meeting->b_edges);
	meeting->b_runs = meeting->b_moves &&
			  runs_into(game, field, meeting->b, meeting->a, &meeting->a_edges);
	meeting->a_edges = pn_edges_struck(&a, &b, meeting->a_edges);
	meeting->b_edges = pn_edges_struck(&b, &a, meeting->b_edges);
}

/* Enemies both stop. Of friends the one that walks into the other: who is run into from behind
 * is not obstructed. */
static void stop(const struct pn_game *game, struct field *field, const struct meeting *meeting)
{
	struct mover *a = &field->mover[meeting->a];
	struct mover *b = &field->mover[meeting->b];
	const bool enemies = game->unit[meeting->a].side != game->unit[meeting->b].side;

	if (enemies || meeting->a_runs || !meeting->b_runs)
		stop_one(a);
	if (enemies || meeting->b_runs)
		stop_one(b);
}

static void tell_half(struct pn_step *step, struct field *field)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		struct mover *mover = &field->mover[i];
		const pn_len went = pn_distance((pn_vec){0, 0}, mover->did);
		const pn_len paid = mover->ground.spent - mover->ground.length;
		pn_len spent = went;

		/* CH-77. It stood at the bank already, and is halted there like any other. */
		if (mover->asked == 0) {
			if (mover->ground.stop == CH_BANK)
				ch_note_bank(step, i, &mover->ground);
			continue;
		}
		if (went + 1 >= mover->asked) {
			spent = mover->ground.spent;
			ch_note_bank(step, i, &mover->ground);
		} else if (paid > 0 && went > 0)
			spent = went + paid < mover->left ? went + paid : mover->left;
		mover->left -= spent;
		if (went == 0)
			continue;
		pn_tell_moved(step, i,
			      mover->charges    ? PN_MANNER_CHARGE
			      : mover->is_lured ? PN_MANNER_FORCED
						: PN_MANNER_ADVANCE,
			      field->pose[i], spent,
			      mover->is_lured ? PN_CLAUSE("CH-43") : PN_CLAUSE("CH-49"));
		if (ch_goes_up(game,
			       &(struct pn_stand){.pose = mover->from,
						  .formation = pn_unit_formation(&game->unit[i]),
						  .form = game->unit[i].form},
			       mover->heading, went))
			pn_set_flag(step, i, CH_UPHILL, PN_CLAUSE("CH-78"));
	}
}

/* Did b come, rather than a? The one whose way led into the other; of two the one that charges,
 * if the other does not. */
static bool b_came(const struct field *field, const struct meeting *meeting)
{
	if (meeting->a_runs != meeting->b_runs)
		return meeting->b_runs;
	return meeting->b_moves && field->mover[meeting->b].charges &&
	       !field->mover[meeting->a].charges;
}

static void tell_meeting(struct pn_step *step, const struct field *field,
			 const struct meeting *meeting)
{
	const struct pn_game *game = step->game;
	const bool swapped = b_came(field, meeting);
	const pn_unit_id comes = swapped ? meeting->b : meeting->a;
	const pn_unit_id struck = swapped ? meeting->a : meeting->b;
	const uint16_t edges = swapped ? meeting->a_edges : meeting->b_edges;
	const uint16_t own = swapped ? meeting->b_edges : meeting->a_edges;
	const bool both =
		meeting->b_moves && field->mover[comes].charges && field->mover[struck].charges;
	struct ch_way way = {.met = struck};

	if (game->unit[comes].side == game->unit[struck].side || !game->unit[struck].on_board)
		return;
	way.facing = ch_side_struck(&game->unit[struck], edges);
	ch_touch(step, comes, &way, field->mover[comes].charges);
	if (!field->mover[comes].charges)
		return;
	pn_set_flag(step, comes, CH_CONTACT_PENDING, PN_CLAUSE("CH-20"));
	if (!both)
		return;
	pn_set_flag(step, struck, CH_MEETS_CHARGE, PN_CLAUSE("CH-23"));
	way.met = comes;
	way.facing = ch_side_struck(&game->unit[comes], own);
	ch_touch(step, struck, &way, true);
}

/* Of enemies who meet: whom else this one reaches at that instant. Nobody who has stopped would
 * be found to meet who stands. */
static void add_same(const struct pn_game *game, const struct field *field, pn_unit_id id,
		     pn_unit_id other, struct meetings *meetings)
{
	const struct meeting first = meetings->list[meetings->count - 1];
	const pn_side side = game->unit[id].side;

	if (game->unit[other].side == side)
		return;
	for (pn_unit_id i = 0; i < game->unit_count && meetings->count < MEETINGS_MAX; i++) {
		struct meeting *also = &meetings->list[meetings->count];

		if (i != other && game->unit[i].side != side &&
		    meet_two(game, field, id, i, also) &&
		    pn_fraction_compare(also->at, first.at) == 0)
			meetings->count++;
	}
}

static void move_half(struct pn_step *step, struct field *field, int half)
{
	const struct pn_game *game = step->game;
	struct meetings meetings = {.count = 0};
	struct meeting meeting;

	begin_half(game, field, half);
	while (meetings.count < MEETINGS_MAX && find_meeting(game, field, &meeting)) {
		const uint8_t from = meetings.count;

		meetings.list[meetings.count++] = meeting;
		add_same(game, field, meeting.a, meeting.b, &meetings);
		if (meeting.b_moves)
			add_same(game, field, meeting.b, meeting.a, &meetings);
		go_on(game, field, &meeting.at);
		for (uint8_t i = from; i < meetings.count; i++)
			look_at(game, field, &meetings.list[i]);
		for (uint8_t i = from; i < meetings.count; i++)
			stop(game, field, &meetings.list[i]);
	}
	go_on(game, field, NULL);
	tell_half(step, field);
	for (uint8_t i = 0; i < meetings.count; i++)
		tell_meeting(step, field, &meetings.list[i]);
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (field->mover[i].ground.stop != CH_FREE &&
		    field->mover[i].ground.stop != CH_BROOK)
			field->mover[i].goes = false;
}

/* ---- the phase ---- */

static void end_charges(struct pn_step *step, const struct field *field)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (field->mover[i].charges)
			pn_tell_charge_ended(step, i, game->unit[i].order.target,
					     pn_engaged(game, i) ? PN_CHARGE_CONTACT
								 : PN_CHARGE_TOO_FAR,
					     PN_CLAUSE("CH-01"));
}

/* Decides CH-49. */
void ch_run_halves(struct pn_step *step)
{
	struct field field;

	for (pn_side side = PN_RED; side < PN_SIDES; side++)
		ch_roll_rallies(step, side);
	for (pn_side side = PN_RED; side < PN_SIDES; side++)
		ch_order_knights(step, side);
	prepare(step, &field);
	move_half(step, &field, 0);
	pn_enter_phase(step, CH_SECOND_HALF, PN_NO_SIDE, (pn_clause){""});
	move_half(step, &field, 1);
	end_charges(step, &field);
	pn_enter_phase(step, CH_MELEE, PN_NO_SIDE, (pn_clause){""});
}

void ch_run_second_half(struct pn_step *step)
{
	pn_enter_phase(step, CH_MELEE, PN_NO_SIDE, (pn_clause){""});
}
