/* A block of figures on its way. */

#include "block.h"
#include "pennon/command.h"

struct pn_stand pn_stand_of(const struct pn_unit *unit)
{
	return (struct pn_stand){
		.pose = unit->pose,
		.formation = pn_unit_formation(unit),
		.form = unit->form,
		.loose = unit->loose,
		.first_figure = unit->first_figure,
		.from = unit->pose.at,
	};
}

static pn_pose figure_in(const struct pn_game *view, const struct pn_stand *stand, uint16_t figure)
{
	pn_pose pose;

	if (stand->loose == 0)
		return pn_figure_slot(stand->pose, stand->formation, figure);
	pose = pn_figure_unpack(view->figure[stand->first_figure + figure]);
	pose.at = pn_add(pose.at, pn_subtract(stand->pose.at, stand->from));
	return pose;
}

void pn_body_by_figures(struct pn_body *out, const struct pn_game *view,
			const struct pn_stand *stand)
{
	out->count = (uint8_t)stand->formation.figures;
	for (uint8_t i = 0; i < out->count; i++)
		out->part[i] = pn_loose_base(figure_in(view, stand, i), stand->formation);
}

bool pn_read_reform(const struct pn_path *path, uint16_t *files, int32_t *by)
{
	unsigned kinds = 0;

	for (uint8_t i = 0; i < path->count; i++) {
		const struct pn_leg *leg = &path->leg[i];

		if ((leg->kind != PN_LEG_FRONTAGE && leg->kind != PN_LEG_WHEEL) ||
		    kinds & 1u << leg->kind)
			return false;
		kinds |= 1u << leg->kind;
		if (leg->kind == PN_LEG_FRONTAGE)
			*files = leg->files;
		else
			*by = pn_leg_turn(leg);
	}
	return kinds != 0;
}

int32_t pn_turn_within_45(int32_t turn)
{
	if (turn > PN_DEGREES_45)
		return PN_DEGREES_45;
	return turn < -PN_DEGREES_45 ? -PN_DEGREES_45 : turn;
}

pn_angle pn_heading_within_45(pn_angle heading, pn_angle facing)
{
	return (pn_angle)(facing + pn_turn_within_45(pn_turn_between(facing, heading)));
}

void pn_turn_on_the_spot(pn_pose *pose, struct pn_formation *formation, uint8_t to)
{
	const struct pn_formation old = *formation;
	const pn_len depth = pn_depth(old);
	const pn_len half = pn_frontage(old) / 2;

	if (to == PN_FACING_FRONT)
		return;
	if (to == PN_FACING_REAR) {
		pose->at = pn_ahead(*pose, -depth, 0);
		pose->facing = (pn_angle)(pose->facing + PN_TURN_HALF);
		return;
	}
	formation->files = (uint16_t)((old.figures + old.files - 1) / old.files);
	pose->at = pn_ahead(*pose, -depth / 2, to == PN_FACING_LEFT ? -half : half);
	pose->facing =
		(pn_angle)(pose->facing + (to == PN_FACING_LEFT ? -PN_DEGREES_90 : PN_DEGREES_90));
}

uint8_t pn_facing_of_edge(uint8_t edge, uint8_t corners)
{
	if (edge == 0)
		return PN_FACING_FRONT;
	if (edge == 1 || (edge == 3 && corners > 4))
		return PN_FACING_RIGHT;
	return edge == corners - 1 ? PN_FACING_LEFT : PN_FACING_REAR;
}

uint8_t pn_facing_of_edges(uint16_t edges, uint8_t corners)
{
	uint16_t of_side[4] = {0}; /* by enum pn_facing */

	for (uint8_t edge = 0; edge < corners; edge++)
		of_side[pn_facing_of_edge(edge, corners)] |= (uint16_t)(edges & 1u << edge);
	if (of_side[PN_FACING_FRONT])
		return PN_FACING_FRONT;
	if (of_side[PN_FACING_LEFT])
		return PN_FACING_LEFT;
	return of_side[PN_FACING_RIGHT] ? PN_FACING_RIGHT : PN_FACING_REAR;
}

struct pn_shape pn_strip_along(pn_pose pose, struct pn_formation formation, pn_angle heading,
			       pn_len length)
{
	const pn_len half = pn_frontage(formation) / 2;
	const int32_t turn = pn_turn_between(pose.facing, heading);
	const bool back = turn == PN_TURN_HALF || turn == -PN_TURN_HALF;
	const pn_len front = turn == 0 ? length : 0;
	const pn_len rear = -pn_depth(formation) - (back ? length : 0);
	const pn_len left = -half - (turn < 0 && !back ? length : 0);
	const pn_len right = half + (turn > 0 && !back ? length : 0);

	return (struct pn_shape){4,
				 {pn_ahead(pose, front, left), pn_ahead(pose, front, right),
				  pn_ahead(pose, rear, right), pn_ahead(pose, rear, left)}};
}

bool pn_bodies_within(const struct pn_body *a, const struct pn_body *b, pn_len length)
{
	for (uint8_t i = 0; i < a->count; i++)
		for (uint8_t k = 0; k < b->count; k++)
			if (pn_within(&a->part[i], &b->part[k], length))
				return true;
	return false;
}

bool pn_units_within(const struct pn_game *view, pn_unit_id a, pn_unit_id b, pn_len length)
{
	struct pn_body one;
	struct pn_body other;

	pn_unit_body(&one, view, &view->unit[a]);
	pn_unit_body(&other, view, &view->unit[b]);
	return pn_bodies_within(&one, &other, length);
}

bool pn_touches_enemy(const struct pn_game *view, pn_unit_id unit, const struct pn_body *body)
{
	struct pn_body other;

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (!view->unit[i].on_board || view->unit[i].side == view->unit[unit].side)
			continue;
		pn_unit_body(&other, view, &view->unit[i]);
		if (pn_bodies_touch(body, &other))
			return true;
	}
	return false;
}
