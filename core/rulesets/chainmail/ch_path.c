/* Paths: what a unit walks at its normal move, and the way of a charge.
 *
 * A normal move goes straight ahead; turning is paid for (CH-84). A charge may be begun
 * with paid turns; then it goes straight on along headings that bend: of horse by 45
 * degrees in all (CH-03), of foot as it likes (CH-04). The figures keep their front while
 * the way bends; foot that bends by more than 45 degrees off its front faces that way
 * first, every figure on the spot. */

#include "ch.h"
#include "common.h"
#include "wheel.h"

struct walker {
	const struct pn_game *view;
	pn_unit_id id;
	pn_unit_id target; /* of a charge, or PN_NO_UNIT */
	enum ch_gait gait;
	struct pn_stand stand;
	pn_len allowance;
	pn_len spent;
	bool begun;       /* the charge has: no more paid turns */
	pn_angle heading; /* of the last stretch */
	int32_t bent;     /* the sum of all its bends */
};

/* ---- turning ---- */

struct pn_stand ch_faced(struct pn_stand stand, uint8_t to)
{
	pn_turn_on_the_spot(&stand.pose, &stand.formation, to);
	return stand;
}

uint8_t ch_side_towards(int32_t by)
{
	if (by > 3 * PN_DEGREES_45 || by < -3 * PN_DEGREES_45)
		return PN_FACING_REAR;
	if (by > PN_DEGREES_45)
		return PN_FACING_RIGHT;
	return by < -PN_DEGREES_45 ? PN_FACING_LEFT : PN_FACING_FRONT;
}

static struct pn_verdict walk_face(struct walker *walker, const struct pn_leg *leg,
				   struct ch_walked *walked)
{
	struct pn_stand faced;

	if (leg->to == PN_FACING_FRONT || leg->to > PN_FACING_REAR)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CH-84"));
	faced = ch_faced(walker->stand, leg->to);
	walked->way = (struct ch_way){
		.met = PN_NO_UNIT,
		.end = faced.pose,
		.spent = ch_turn_cost(&walker->view->unit[walker->id],
				      leg->to == PN_FACING_REAR ? PN_TURN_HALF : PN_DEGREES_90),
	};
	if (walker->spent + walked->way.spent > walker->allowance)
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("CH-84"));
	walked->stand = faced;
	return ch_has_room(walker->view, walker->id, &walker->stand, &faced);
}

static struct pn_verdict walk_wheel(struct walker *walker, const struct pn_leg *leg,
				    struct ch_walked *walked)
{
	const enum pn_corner corner = pn_leg_corner(leg);
	const int32_t by = pn_leg_turn(leg);
	const struct pn_formation formation = walker->stand.formation;
	struct ch_obstacles found;
	struct pn_turn_obstacles obstacles = {.shape = found.shape};
	struct pn_turned turned;

	if (leg->angle < 1 || leg->angle > PN_TURN_HALF)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CH-84"));
	walked->way = (struct ch_way){
		.met = PN_NO_UNIT,
		.spent = ch_turn_cost(&walker->view->unit[walker->id], leg->angle),
	};
	if (walker->spent + walked->way.spent > walker->allowance)
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("CH-84"));
	ch_gather(&found, walker->view, walker->id, PN_NO_UNIT, &walker->stand, CH_MARCHING);
	obstacles.count = found.count;
	turned = pn_formation_turn(walker->stand.pose, formation,
				   pn_wheel_centre(walker->stand.pose, formation, corner), by,
				   &obstacles);
	if (turned.by != by)
		return pn_refuse_for(PN_REFUSE_BLOCKED, found.clause[turned.stopped_by],
				     found.unit[turned.stopped_by]);
	walked->stand.pose = pn_wheel_pose(walker->stand.pose, formation, corner, by);
	walked->way.end = walked->stand.pose;
	return pn_lawful();
}

/* Decides CH-85. A line has two ranks, a column two files, a square as many of each; what was a
 * line of so many files becomes a column of so many ranks, and back. */
static struct pn_stand formed(struct pn_stand stand, uint8_t form)
{
	enum { NARROW = 2 };
	struct pn_formation *formation = &stand.formation;
	uint16_t files = 1;

	if (form == CH_SQUARE)
		while (files * files < formation->figures)
			files++;
	else
		files = form == CH_COLUMN ? NARROW
					  : (uint16_t)((formation->figures + NARROW - 1) / NARROW);
	formation->files = files < formation->figures ? files : formation->figures;
	stand.form = form;
	return stand;
}

static struct pn_verdict walk_form(struct walker *walker, const struct pn_leg *leg,
				   struct ch_walked *walked)
{
	const pn_len move = ch_move(&walker->view->unit[walker->id], false);
	const uint8_t from = walker->stand.form;

	if (leg->form >= CH_FORMS || leg->form == from || walker->gait == CH_CHARGING)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CH-85"));
	walked->stand = formed(walker->stand, leg->form);
	walked->way = (struct ch_way){
		.met = PN_NO_UNIT,
		.end = walked->stand.pose,
		/* A line and a square are two moves apart: the whole of this turn's and no
		 * less, by way of the column. */
		.spent = move,
	};
	if (from + leg->form == CH_LINE + CH_SQUARE)
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("CH-85"));
	if (walker->spent + walked->way.spent > walker->allowance)
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("CH-85"));
	return ch_has_room(walker->view, walker->id, &walker->stand, &walked->stand);
}

/* ---- going straight ---- */

/* Decides CH-04. Foot faces the way it goes if that is more than 45 degrees off. */
static void face_heading(struct walker *walker, pn_angle heading, struct ch_walked *walked)
{
	walked->faced = ch_side_towards(pn_turn_between(walker->stand.pose.facing, heading));
	if (walked->faced != PN_FACING_FRONT)
		walker->stand = ch_faced(walker->stand, walked->faced);
	walked->after_face = walker->stand;
}

/* Decides CH-03. May it go along that heading? */
static struct pn_verdict check_heading(struct walker *walker, const struct pn_leg *leg,
				       struct ch_walked *walked)
{
	const int32_t turn = pn_turn_between(walker->heading, leg->heading);
	struct pn_stand before = walker->stand;

	if (walker->gait != CH_CHARGING)
		return turn == 0 ? pn_lawful()
				 : pn_refuse(PN_REFUSE_OUT_OF_ARC, PN_CLAUSE("CH-84"));
	walker->bent += turn < 0 ? -turn : turn;
	if (ch_is_horse(&walker->view->unit[walker->id]))
		return walker->bent <= PN_DEGREES_45
			       ? pn_lawful()
			       : pn_refuse(PN_REFUSE_OUT_OF_ARC, PN_CLAUSE("CH-03"));
	face_heading(walker, leg->heading, walked);
	return walked->faced == PN_FACING_FRONT
		       ? pn_lawful()
		       : ch_has_room(walker->view, walker->id, &before, &walker->stand);
}

/* What stopped it short of what was asked for. */
static struct pn_verdict stopped(const struct walker *walker, const struct ch_way *way,
				 pn_len asked)
{
	if (way->length >= asked || way->stop == CH_ENEMY)
		return pn_lawful();
	switch (way->stop) {
	case CH_EDGE:
		return pn_refuse(PN_REFUSE_LEAVES_TABLE, way->clause);
	case CH_FRIEND:
	case CH_GROUND:
		return pn_refuse_for(PN_REFUSE_BLOCKED, way->clause, way->met);
	case CH_BANK:
	case CH_BROOK:
		return walker->gait == CH_CHARGING ? pn_refuse(PN_REFUSE_BLOCKED, way->clause)
						   : pn_lawful();
	default:
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("CH-45"));
	}
}

static struct pn_verdict walk_advance(struct walker *walker, const struct pn_leg *leg,
				      struct ch_walked *walked)
{
	const pn_len left = walker->allowance - walker->spent;
	struct ch_obstacles obstacles;
	struct pn_verdict verdict;

	if (leg->length < 1)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CH-45"));
	if (leg->length > left)
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("CH-45"));
	verdict = check_heading(walker, leg, walked);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	walker->begun = true;
	walker->heading = leg->heading;
	ch_gather(&obstacles, walker->view, walker->id, walker->target, &walker->stand,
		  walker->gait);
	walked->way = ch_straight(&obstacles, walker->view, walker->id, &walker->stand,
				  leg->heading, leg->length, left);
	walked->stand = walker->stand;
	walked->stand.pose = walked->way.end;
	return stopped(walker, &walked->way, leg->length);
}

/* ---- whole paths ---- */

static struct pn_verdict walk_leg(struct walker *walker, const struct pn_leg *leg,
				  struct ch_walked *walked)
{
	*walked = (struct ch_walked){.stand = walker->stand, .kind = leg->kind};
	if (leg->kind == PN_LEG_ADVANCE)
		return walk_advance(walker, leg, walked);
	if (walker->begun && walker->gait == CH_CHARGING)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CH-03"));
	if (leg->kind == PN_LEG_WHEEL)
		return walk_wheel(walker, leg, walked);
	if (leg->kind == PN_LEG_FACE)
		return walk_face(walker, leg, walked);
	if (leg->kind == PN_LEG_FORM)
		return walk_form(walker, leg, walked);
	return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CH-84"));
}

pn_len ch_allowance(const struct pn_game *view, const struct pn_unit *unit,
		    const struct pn_path *path, enum ch_gait gait)
{
	pn_vec at = unit->pose.at;

	if (gait == CH_CHARGING)
		return ch_charge_move(unit);
	for (uint8_t i = 0; i < path->count; i++) {
		if (path->leg[i].kind != PN_LEG_ADVANCE || !ch_on_road(view, at))
			return ch_move(unit, false);
		at = pn_add(at, pn_along(path->leg[i].heading, path->leg[i].length));
	}
	return ch_move(unit, path->count > 0 && ch_on_road(view, at));
}

/* CH-77. A unit that halted at a bank in an earlier turn goes across, if told to go straight on. */
static bool walk_across(struct walker *walker, const struct pn_path *path, struct ch_walk *out)
{
	struct ch_walked *walked = &out->walked[0];

	if (walker->gait != CH_MARCHING || path->count != 1 ||
	    path->leg[0].kind != PN_LEG_ADVANCE || path->leg[0].length < 1 ||
	    path->leg[0].heading != walker->heading ||
	    !pn_flag(&walker->view->unit[walker->id], CH_AT_BANK))
		return false;
	*walked = (struct ch_walked){.stand = walker->stand, .kind = PN_LEG_ADVANCE};
	if (!ch_find_crossing(walker->view, walker->id, &walker->stand, &walked->way))
		return false;
	walked->stand.pose = walked->way.end;
	out->count = 1;
	out->spent = walked->way.spent;
	return true;
}

void ch_walk(struct ch_walk *out, const struct pn_game *view, pn_unit_id id, pn_unit_id target,
	     const struct pn_path *path, enum ch_gait gait)
{
	const struct pn_unit *unit = &view->unit[id];
	struct walker walker = {
		.view = view,
		.id = id,
		.target = target,
		.gait = gait,
		.stand = pn_stand_of(unit),
		.allowance = ch_allowance(view, unit, path, gait),
		.heading = unit->pose.facing,
	};

	*out = (struct ch_walk){.met = PN_NO_UNIT};
	if (path->count == 0)
		out->verdict = pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CH-45"));
	if (walk_across(&walker, path, out))
		return;
	for (uint8_t i = 0; i < path->count; i++) {
		struct ch_walked *walked = &out->walked[out->count];

		out->verdict = walk_leg(&walker, &path->leg[i], walked);
		if (out->verdict.code != PN_LAWFUL)
			return;
		out->count++;
		walker.stand = walked->stand;
		walker.spent += walked->way.spent;
		out->spent = walker.spent;
		if (walked->kind != PN_LEG_ADVANCE)
			walker.heading = walker.stand.pose.facing;
		if (walked->way.stop == CH_ENEMY)
			out->met = walked->way.met;
		if (walked->way.stop == CH_ENEMY || walked->way.stop == CH_BANK ||
		    walked->way.stop == CH_BROOK)
			return;
	}
}

static void tell_reform(struct pn_step *step, pn_unit_id id, const struct pn_stand *stand,
			uint8_t kind, pn_len spent, pn_clause clause)
{
	const bool same = stand->form == step->game->unit[id].form;

	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_REFORMED,
			      .clause = clause,
			      .reformed = {id, kind, (uint8_t)stand->formation.files,
					   same ? (uint8_t)PN_SAME_FORM : stand->form, stand->pose,
					   spent},
		      });
}

void ch_tell_face(struct pn_step *step, pn_unit_id id, const struct pn_stand *stand, pn_len spent,
		  pn_clause clause)
{
	tell_reform(step, id, stand, PN_LEG_FACE, spent, clause);
}

void ch_count_quarters(struct pn_step *step, pn_unit_id id, uint8_t faced, pn_clause clause)
{
	static const uint8_t quarters[] = {
		[PN_FACING_RIGHT] = 1, [PN_FACING_REAR] = 2, [PN_FACING_LEFT] = 3};
	const uint8_t before = ch_quarters(&step->game->unit[id]);
	const uint8_t after = (uint8_t)((before + quarters[faced]) % 4);
	static const uint8_t flag[] = {CH_QUARTER_TURN, CH_HALF_TURN};

	for (int i = 0; i < 2; i++)
		if (after & 1 << i)
			pn_set_flag(step, id, flag[i], clause);
		else
			pn_clear_flag(step, id, flag[i], clause);
}

static void tell_leg(struct pn_step *step, pn_unit_id id, const struct ch_walked *walked,
		     enum pn_manner manner, pn_clause clause)
{
	switch (walked->kind) {
	case PN_LEG_WHEEL:
		pn_tell_moved(step, id, PN_MANNER_WHEEL, walked->way.end, walked->way.spent,
			      PN_CLAUSE("CH-84"));
		return;
	case PN_LEG_FACE:
		tell_reform(step, id, &walked->stand, PN_LEG_FACE, walked->way.spent,
			    PN_CLAUSE("CH-84"));
		return;
	case PN_LEG_FORM:
		tell_reform(step, id, &walked->stand, PN_LEG_FORM, walked->way.spent,
			    PN_CLAUSE("CH-85"));
		pn_set_flag(step, id, CH_REFORMED, PN_CLAUSE("CH-85"));
		return;
	default:
		break;
	}
	if (walked->faced != PN_FACING_FRONT) {
		tell_reform(step, id, &walked->after_face, PN_LEG_FACE, 0, PN_CLAUSE("CH-04"));
		ch_count_quarters(step, id, walked->faced, PN_CLAUSE("CH-04"));
	}
	pn_tell_moved(step, id, manner, walked->way.end, walked->way.spent, clause);
	ch_note_bank(step, id, &walked->way);
	if (walked->way.uphill)
		pn_set_flag(step, id, CH_UPHILL, PN_CLAUSE("CH-78"));
}

void ch_tell_walk(struct pn_step *step, pn_unit_id id, const struct ch_walk *walk,
		  enum pn_manner manner, pn_clause clause)
{
	for (uint8_t i = 0; i < walk->count; i++)
		tell_leg(step, id, &walk->walked[i], manner, clause);
}
