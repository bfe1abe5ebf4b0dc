/* Skirmishers (B2-121): figures that stand and move by themselves.
 *
 * Told to advance, all go alike until one of them is stopped; sent somewhere figure by
 * figure, each goes its own straight way, in any direction, as far as the allowance pays
 * for the ground under it, and faces as it likes. They must keep half an inch to an inch
 * from another of them; what counts is how they stand when the movement step ends.
 * Whatever is asked of a unit's place is asked of each of its bases. */

#include "b2_formation.h"
#include "b2_ground.h"
#include "b2_way.h"
#include "instant.h"
#include "sweep.h"

/* Skirmishers in contact cannot space themselves anew, so they do not rout for it. */
void b2_rout_ill_spaced(struct pn_step *step, pn_side side)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];
		struct pn_body body;

		if (unit->side != side || !unit->on_board || unit->loose == 0 ||
		    unit->state == B2_ROUTED || pn_engaged(game, i))
			continue;
		pn_unit_body(&body, game, unit);
		if (!b2_is_spaced(&body))
			pn_set_state(step, i, B2_ROUTED, PN_CLAUSE("B2-121"));
	}
}

/* ---- figure by figure ---- */

/* Where the figures end, and the enemies that they touch: those of the first figure first (if
 * there are none: PN_NO_UNIT), each with the side that was struck first. */
struct sent {
	pn_pose end[PN_LOOSE_MAX];
	uint8_t touched_count;
	pn_unit_id touched[PN_UNITS_MAX];
	uint8_t facing[PN_UNITS_MAX];
};

static void add_touched(struct sent *sent, pn_unit_id unit, uint8_t facing)
{
	for (uint8_t i = 0; i < sent->touched_count; i++)
		if (sent->touched[i] == unit)
			return;
	sent->touched[sent->touched_count] = unit;
	sent->facing[sent->touched_count++] = facing;
}

static bool is_sent(const struct pn_path *path, uint16_t figure)
{
	return (path->placed->of >> figure & 1) != 0;
}

/* One figure's way: what it costs on its ground, and where and why it ends. False: all of it
 * costs more than is allowed. */
static bool walk_figure(const struct b2_obstacles *found, const struct pn_unit *unit,
			uint16_t figure, pn_pose to, pn_len allowance, struct b2_way *way)
{
	const struct pn_game *view = found->view;
	const pn_pose from = pn_figure_pose(view, unit, figure);
	const pn_vec by = pn_subtract(to.at, from.at);
	const struct pn_shape base = pn_loose_base(from, pn_unit_formation(unit));
	struct pn_stand stand = pn_stand_of(unit);
	struct pn_sweep_contact contact;
	struct b2_ground ground;

	*way = (struct b2_way){.heading = pn_bearing(by),
			       .length = pn_distance(from.at, to.at),
			       .end = to,
			       .met = PN_NO_UNIT};
	stand.form = B2_REGULAR;
	stand.loose = 0;
	stand.pose = from;
	stand.formation.figures = stand.formation.files = 1;
	stand.formation.gap = 0;
	b2_ground_survey(&ground, view, found->ground, &stand, way->heading, way->length);
	if (pn_ground_cost(&ground.way, way->length) > allowance)
		return false;
	if (pn_sweep(&base, by, found->shape, found->count, &contact)) {
		const pn_vec went = pn_sweep_stop(by, contact.at);
		const struct pn_shape there = pn_shape_moved(&base, went);

		b2_stopped_at(way, found->unit[contact.obstacle]);
		way->facing = b2_struck_facing(&found->shape[contact.obstacle], &there, &contact);
		way->length = pn_sweep_distance(way->length, contact.at);
		way->end = (pn_pose){pn_add(from.at, went), from.facing};
	}
	way->spent = pn_ground_cost(&ground.way, way->length);
	return true;
}

/* Does a figure stand on another when all have gone? Turned bases count too. */
static bool overlap_in_the_end(const struct pn_body *body)
{
	for (uint8_t i = 0; i < body->count; i++)
		for (uint8_t k = 0; k < i; k++)
			if (pn_shapes_overlap(&body->part[i], &body->part[k]))
				return true;
	return false;
}

/* B2-44. The enemy that the figure met, and others that it reached at
 * the same instant. */
static void note_touched(struct sent *sent, const struct pn_game *view, pn_unit_id id,
			 uint16_t figure, const struct b2_way *way, pn_vec by)
{
	const struct pn_unit *unit = &view->unit[id];
	struct pn_also_met also[PN_UNITS_MAX];
	struct pn_body body = {.count = 1};
	uint8_t count;

	body.part[0] = pn_loose_base(pn_figure_pose(view, unit, figure), pn_unit_formation(unit));
	add_touched(sent, way->met, way->facing);
	count = pn_also_met(view, &(struct pn_straight_way){id, way->met, &body, by}, also);
	for (uint8_t i = 0; i < count; i++)
		add_touched(sent, also[i].unit, pn_facing_of_edges(also[i].edges, also[i].corners));
}

/* Where each figure ends; the unit's step is that of the dearest of them. */
static struct pn_verdict walk_all(const struct b2_obstacles *found, pn_unit_id id,
				  const struct pn_path *path, pn_len allowance, struct sent *sent,
				  struct b2_walked *out)
{
	const struct pn_unit *unit = &found->view->unit[id];

	for (uint16_t i = 0; i < unit->figures; i++) {
		const pn_pose from = pn_figure_pose(found->view, unit, i);
		struct b2_way way;
		pn_pose to;

		sent->end[i] = from;
		if (!is_sent(path, i))
			continue;
		to = pn_figure_unpack(path->placed->to[i]);
		if (!walk_figure(found, unit, i, to, allowance, &way))
			return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("B2-121"));
		if (way.blocked)
			return pn_refuse(PN_REFUSE_LEAVES_TABLE, PN_CLAUSE("PN-10"));
		if (way.met != PN_NO_UNIT && found->view->unit[way.met].side == unit->side)
			return pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-11"), way.met);
		sent->end[i] = way.end;
		if (way.met != PN_NO_UNIT)
			note_touched(sent, found->view, id, i, &way, pn_subtract(to.at, from.at));
		out->way.spent = way.spent > out->way.spent ? way.spent : out->way.spent;
	}
	out->way.met = sent->touched[0];
	out->way.facing = sent->facing[0];
	return pn_lawful();
}

static struct pn_verdict walk_figures(const struct pn_game *view, pn_unit_id id,
				      const struct pn_path *path, pn_len allowance,
				      enum b2_ignore ignore, struct sent *sent,
				      struct b2_walked *out)
{
	const struct pn_unit *unit = &view->unit[id];
	struct b2_obstacles found;
	struct pn_verdict verdict;
	struct pn_body body;

	*out = (struct b2_walked){.kind = PN_LEG_FIGURES, .form = unit->form};
	out->formation = pn_unit_formation(unit);
	out->way.met = PN_NO_UNIT;
	if (unit->loose == 0)
		return pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("B2-121"));
	if (!path->placed || path->placed->of == 0 ||
	    path->placed->of >> (unit->figures - 1) >> 1 != 0)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B2-121"));
	b2_obstacles_gather(&found, view, id, ignore);
	*sent = (struct sent){.touched = {PN_NO_UNIT}};
	verdict = walk_all(&found, id, path, allowance, sent, out);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	out->way.length = out->way.spent;
	out->way.end = sent->end[0];
	body.count = (uint8_t)unit->figures;
	for (uint8_t i = 0; i < body.count; i++)
		body.part[i] = pn_loose_base(sent->end[i], out->formation);
	if (overlap_in_the_end(&body))
		return pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-11"), id);
	for (size_t i = 0; i < found.count; i++)
		if (pn_body_overlaps(&body, &found.shape[i]))
			return pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-11"), found.unit[i]);
	return pn_lawful();
}

struct pn_verdict b2_walk_figures(const struct pn_game *view, pn_unit_id id,
				  const struct pn_path *path, pn_len allowance,
				  enum b2_ignore ignore, struct b2_walked *out)
{
	struct sent sent;

	return walk_figures(view, id, path, allowance, ignore, &sent, out);
}

static bool is_same(pn_pose a, pn_pose b)
{
	return a.at.x == b.at.x && a.at.y == b.at.y && a.facing == b.facing;
}

void b2_go_figures(struct pn_step *step, pn_unit_id id, const struct pn_path *path)
{
	const struct pn_unit *unit = &step->game->unit[id];
	struct b2_walked walked;
	struct sent sent;
	bool changed = false;

	if (walk_figures(step->game, id, path, pn_stat(unit, B2_MOVEMENT_ALLOWANCE),
			 B2_IGNORE_NOBODY, &sent, &walked)
		    .code != PN_LAWFUL)
		return; /* who fell short in a reaction stands in the way now */
	for (uint16_t i = 0; i < unit->figures; i++) {
		if (is_same(sent.end[i], pn_figure_pose(step->game, unit, i)))
			continue;
		changed = true;
		pn_emit(step, (struct pn_event){
				      .kind = PN_EVENT_FIGURE_MOVED,
				      .clause = PN_CLAUSE("B2-121"),
				      .figure_moved = {id, (uint8_t)i, sent.end[i]},
			      });
	}
	b2_go(step, id, &walked.way, PN_MANNER_ADVANCE, false);
	for (uint8_t i = 1; i < sent.touched_count && step->game->contact_count < PN_CONTACTS_MAX;
	     i++)
		b2_strike(step, id, sent.touched[i], sent.facing[i], false, PN_CLAUSE("B2-44"));
	if (changed && unit->moved == 0)
		pn_set_flag(step, id, B2_SHIFTED, PN_CLAUSE("B2-46"));
}

/* ---- actions ---- */

static pn_angle turned(enum pn_facing to)
{
	static const pn_angle by[] = {0, (pn_angle)-PN_DEGREES_90, PN_DEGREES_90, PN_TURN_HALF};

	return by[to];
}

/* Turned on the spot, about the middle of its base. */
static pn_pose turned_on_the_spot(pn_pose pose, pn_len depth, enum pn_facing to)
{
	pose.at = pn_ahead(pose, -depth / 2, 0);
	pose.facing = (pn_angle)(pose.facing + turned(to));
	pose.at = pn_ahead(pose, depth / 2, 0);
	return pose;
}

static void list_if_lawful(const struct pn_game *view, const char *words, pn_len allowance,
			   const struct pn_command *command, struct pn_actions *out)
{
	struct b2_walked walked;

	if (command->path.placed->of != 0 && b2_walk_figures(view, command->unit, &command->path,
							     allowance, B2_IGNORE_NOBODY, &walked)
							     .code == PN_LAWFUL)
		pn_action_preset(out, words, *command);
}

static void send(struct pn_placed *placed, const struct pn_game *view, const struct pn_unit *unit,
		 uint16_t figure, pn_pose to)
{
	if (is_same(pn_figure_pose(view, unit, figure), to))
		return;
	placed->of |= UINT64_C(1) << figure;
	placed->to[figure] = pn_figure_pack(to);
}

/* Its figures are borrowed from `placed`. */
static struct pn_command send_figures(pn_unit_id id, const struct pn_placed *placed)
{
	struct pn_command command = pn_command_of(PN_COMMAND_MOVE);

	command.unit = id;
	command.path.count = 1;
	command.path.leg[0].kind = PN_LEG_FIGURES;
	command.path.placed = placed;
	return command;
}

void b2_list_figures(const struct pn_game *view, pn_unit_id id, pn_len allowance,
		     struct pn_actions *out)
{
	static const struct {
		const char *words;
		int files; /* more or fewer */
		enum pn_facing to;
	} kinds[] = {
		{"preset.close_up", 0, PN_FACING_FRONT},   {"preset.wider", 1, PN_FACING_FRONT},
		{"preset.narrower", -1, PN_FACING_FRONT},  {"preset.face_left", 0, PN_FACING_LEFT},
		{"preset.face_right", 0, PN_FACING_RIGHT}, {"preset.face_about", 0, PN_FACING_REAR},
	};
	const struct pn_unit *unit = &view->unit[id];

	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		struct pn_formation formation = pn_unit_formation(unit);
		struct pn_placed placed = {0};
		const struct pn_command command = send_figures(id, &placed);
		int files = formation.files + kinds[i].files;

		if (files < 1 || files > formation.figures)
			continue;
		formation.files = (uint16_t)files;
		for (uint16_t k = 0; k < formation.figures; k++)
			send(&placed, view, unit, k,
			     kinds[i].to == PN_FACING_FRONT
				     ? pn_figure_slot(unit->pose, formation, k)
				     : turned_on_the_spot(pn_figure_pose(view, unit, k),
							  unit->base_depth, kinds[i].to));
		list_if_lawful(view, kinds[i].words, allowance, &command, out);
	}
}
