/* The Reform Action (CQ-98): the centre of the regiment stays where it is, it faces any way and
 * stands in any legal number of files, and no stand goes farther than the March.
 *
 * Which stand goes to which place is nobody's to say: a reform is lawful when there is some way
 * to fill all places (everyone_arrives). On the wire it is a path of one frontage, one wheel or
 * both: the wheel is about the centre, and costs nothing. */

#include "common.h"
#include "cq.h"

enum { FRONT_LEAST = 2, NOBODY = PN_FIGURES_MAX };

static struct cq_reform refused(enum pn_refusal code, pn_clause clause)
{
	return (struct cq_reform){.verdict = pn_refuse(code, clause)};
}

/* ---- every stand within its March ---- */

/* The stands where they are and the places they may go to, relative to the centre. */
struct places {
	uint16_t count;
	int64_t most; /* squared, of twice the way */
	pn_vec stand[PN_FIGURES_MAX];
	pn_vec place[PN_FIGURES_MAX];
	uint16_t taker[PN_FIGURES_MAX];    /* the stand that has the place, or NOBODY */
	uint16_t place_of[PN_FIGURES_MAX]; /* of a stand that has one */
};

/* Twice the way from the centre of the block to the centre of each stand. */
static void lay_out(pn_vec out[PN_FIGURES_MAX], const struct pn_unit *unit, pn_angle facing)
{
	const pn_len deep = pn_depth(pn_unit_formation(unit));
	const pn_len wide = pn_frontage(pn_unit_formation(unit));

	for (uint16_t i = 0; i < unit->figures; i++)
		out[i] = pn_ahead((pn_pose){{0, 0}, facing},
				  deep - (2 * (i / unit->files) + 1) * unit->base_depth,
				  (2 * (i % unit->files) + 1) * unit->base_width - wide);
}

static bool is_near(const struct places *places, uint16_t stand, uint16_t place)
{
	return pn_distance_squared(places->stand[stand], places->place[place]) <= places->most;
}

/* Take the nearest free place: for most stands it will do, and no search is needed. */
static bool take_nearest(struct places *places, uint16_t stand)
{
	int64_t least = places->most;
	uint16_t nearest = NOBODY;

	for (uint16_t place = 0; place < places->count; place++) {
		const int64_t way = pn_distance_squared(places->stand[stand], places->place[place]);

		if (places->taker[place] != NOBODY || way > least)
			continue;
		least = way;
		nearest = place;
	}
	if (nearest == NOBODY)
		return false;
	places->taker[nearest] = stand;
	places->place_of[stand] = nearest;
	return true;
}

/* Give one more stand a place, though others have to take other places for it. */
static bool seat(struct places *places, uint16_t newcomer)
{
	uint16_t queue[PN_FIGURES_MAX] = {newcomer};
	uint16_t asked_by[PN_FIGURES_MAX];
	bool asked[PN_FIGURES_MAX] = {false};
	uint16_t waiting = 1;

	for (uint16_t next = 0; next < waiting; next++)
		for (uint16_t place = 0; place < places->count; place++) {
			uint16_t free = place;

			if (asked[place] || !is_near(places, queue[next], place))
				continue;
			asked[place] = true;
			asked_by[place] = queue[next];
			if (places->taker[place] != NOBODY) {
				queue[waiting++] = places->taker[place];
				continue;
			}
			for (uint16_t stand = NOBODY; stand != newcomer;) {
				const uint16_t left = places->place_of[asked_by[free]];

				stand = asked_by[free];
				places->taker[free] = stand;
				places->place_of[stand] = free;
				free = left;
			}
			return true;
		}
	return false;
}

/* No point of a block is farther from its centre than half of this. */
static pn_len diagonal(const struct pn_unit *unit)
{
	const struct pn_formation formation = pn_unit_formation(unit);

	return pn_distance((pn_vec){0, 0}, (pn_vec){pn_frontage(formation), pn_depth(formation)}) +
	       1;
}

/* Is there a place for every stand that is no farther than `most`? */
static bool everyone_arrives(const struct pn_unit *now, const struct pn_unit *then, pn_len most)
{
	struct places places = {.count = now->figures, .most = 4 * (int64_t)most * most};

	if (diagonal(now) + diagonal(then) <= 2 * most)
		return true;
	lay_out(places.stand, now, now->pose.facing);
	lay_out(places.place, then, then->pose.facing);
	for (uint16_t i = 0; i < places.count; i++)
		places.taker[i] = NOBODY;
	for (uint16_t i = 0; i < places.count; i++)
		if (!take_nearest(&places, i) && !seat(&places, i))
			return false;
	return true;
}

/* ---- where it would stand ---- */

/* CQ-98. At least two stands in front, but for a regiment that has lost any, or is one. */
static bool is_legal(const struct pn_unit *unit, uint16_t files)
{
	const uint16_t least =
		unit->figures < unit->figures_at_start || unit->figures == 1 ? 1 : FRONT_LEAST;

	return files >= least && files <= unit->figures;
}

/* The regiment as it would stand: the centre of its block where it is. */
static struct pn_unit reformed(const struct pn_unit *unit, uint16_t files, int32_t by)
{
	const pn_vec centre = cq_centre(unit);
	struct pn_unit there = *unit;

	there.files = files;
	there.pose.facing = (pn_angle)(unit->pose.facing + by);
	there.pose.at = pn_add(
		centre, pn_along(there.pose.facing, pn_depth(pn_unit_formation(&there)) / 2));
	return there;
}

static struct pn_verdict check_place(const struct cq_surroundings *round,
				     const struct pn_unit *there)
{
	const struct pn_shape shape = pn_unit_footprint(there);
	const int met = cq_overlaps_any(round, &shape);

	if (met >= 0 && met + PN_BOARD_EDGES >= round->all.count)
		return pn_refuse(PN_REFUSE_LEAVES_TABLE, PN_CLAUSE("PN-10"));
	if (met >= 0)
		return pn_refuse(PN_REFUSE_OVERLAPS, PN_CLAUSE("CQ-98"));
	return cq_keeps_away_from(round, &shape)
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_TOO_CLOSE, PN_CLAUSE("CQ-91"));
}

struct cq_reform cq_reform_to(const struct pn_game *view, pn_unit_id id, uint16_t files, int32_t by)
{
	struct cq_surroundings round;

	cq_look_round(&round, view, id);
	return cq_reform_among(&round, files, by);
}

/* Decides CQ-98. */
struct cq_reform cq_reform_among(const struct cq_surroundings *round, uint16_t files, int32_t by)
{
	const struct pn_unit *unit = &round->view->unit[round->unit];
	struct cq_reform reform = {.files = files};
	struct pn_unit there = *unit;

	if (!is_legal(unit, files))
		return refused(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("CQ-98"));
	there.files = files;
	if (pn_frontage(pn_unit_formation(&there)) > PN_BOARD_MAX ||
	    pn_depth(pn_unit_formation(&there)) > PN_BOARD_MAX)
		return refused(PN_REFUSE_LEAVES_TABLE, PN_CLAUSE("PN-10"));
	there = reformed(unit, files, by);
	reform.pose = there.pose;
	reform.verdict = check_place(round, &there);
	if (reform.verdict.code == PN_LAWFUL && !everyone_arrives(unit, &there, cq_march(unit)))
		return refused(PN_REFUSE_TOO_LONG, PN_CLAUSE("CQ-98"));
	return reform;
}

static struct cq_reform read_path(const struct pn_game *view, pn_unit_id id,
				  const struct pn_path *path)
{
	uint16_t files = view->unit[id].files;
	int32_t by = 0;

	return pn_read_reform(path, &files, &by) ? cq_reform_to(view, id, files, by)
						 : refused(PN_REFUSE_BAD_PATH, PN_CLAUSE("CQ-98"));
}

/* ---- the command ---- */

struct pn_verdict cq_check_reform_now(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	struct pn_verdict verdict = cq_check_action(view, side, id);
	pn_pose met;

	if (verdict.code == PN_REFUSE_NOTHING_LEFT && cq_has_extra_reform(view, id))
		verdict = pn_lawful();
	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (pn_engaged(view, id))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("CQ-40"));
	if (pn_flag(&view->unit[id], CQ_REFORMED) && !cq_has_extra_reform(view, id))
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("CQ-92"));
	return cq_stands_in(view, id, &met) == PN_NO_UNIT
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_OVERLAPS, PN_CLAUSE("CQ-26"));
}

struct pn_verdict cq_check_manoeuvre(const struct pn_game *view, pn_side side,
				     const struct pn_command *command)
{
	struct pn_verdict verdict = cq_check_reform_now(view, side, command->unit);

	if (verdict.code == PN_LAWFUL)
		verdict = cq_check_duty(view, side, command);
	return verdict.code == PN_LAWFUL ? read_path(view, command->unit, &command->path).verdict
					 : verdict;
}

void cq_apply_manoeuvre(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const pn_unit_id id = command->unit;
	const struct cq_reform to = read_path(step->game, id, &command->path);
	const bool extra = cq_has_extra_reform(step->game, id);

	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_REFORMED,
			      .clause = extra ? PN_CLAUSE("CQ-99") : PN_CLAUSE("CQ-98"),
			      .reformed = {.unit = id,
					   .manner = PN_LEG_FRONTAGE,
					   .files = (uint8_t)to.files,
					   .form = PN_SAME_FORM,
					   .to = to.pose},
		      });
	if (extra) {
		pn_set_flag(step, id, CQ_REFORMED_MORE, PN_CLAUSE("CQ-99"));
	} else {
		pn_set_flag(step, id, CQ_REFORMED, PN_CLAUSE("CQ-98"));
		cq_use_action(step, id);
	}
	cq_await_action(step);
}

void cq_preview_manoeuvre(const struct pn_game *view, pn_side side,
			  const struct pn_command *command, struct pn_preview *out)
{
	out->leg_count = 1;
	out->leg[0] = read_path(view, command->unit, &command->path).pose;
}
