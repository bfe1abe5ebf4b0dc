/* Units as blocks of figures' bases (skirmishers: base by base), and the lines between them.
 * Red's bases bear an upright stroke and blue's a level one, seen from the unit, so that the
 * sides differ without colour. The front edge is thick and carries a tip. */

#include "picture/canvas.h"

#include <math.h>

enum { TIP_PX = 7 };

static const double base_least_px = 2.5;

/* The direction a pose faces, on the picture. */
static struct point ahead_of(pn_pose pose)
{
	return (struct point){(double)pn_sine(pose.facing) / PN_SINE_ONE,
			      -(double)pn_cosine(pose.facing) / PN_SINE_ONE};
}

static void widen(struct box *box, const struct canvas *canvas, const struct pn_shape *shape)
{
	for (uint8_t i = 0; i < shape->count; i++) {
		struct point at = canvas_at(canvas, shape->point[i]);

		box->left = fmin(box->left, at.x - 1);
		box->right = fmax(box->right, at.x + 1);
		box->top = fmin(box->top, at.y - 1);
		box->bottom = fmax(box->bottom, at.y + 1);
	}
}

struct box units_box(const struct canvas *canvas, const struct pn_game *game,
		     const struct pn_unit *unit)
{
	struct point ahead = ahead_of(unit->pose), at = canvas_at(canvas, unit->pose.at);
	struct box box = {at.x + ahead.x * TIP_PX, at.y + ahead.y * TIP_PX, at.x + ahead.x * TIP_PX,
			  at.y + ahead.y * TIP_PX};
	struct pn_body body;

	pn_unit_body(&body, game, unit);
	for (uint8_t i = 0; i < body.count; i++)
		widen(&box, canvas, &body.part[i]);
	return box;
}

static struct point between(struct point a, struct point b)
{
	return (struct point){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

/* The outlines of all bases and, as a second path, the stroke that each bears. */
static void draw_bases(const struct canvas *canvas, const struct pn_unit *unit)
{
	const struct pn_formation formation = pn_unit_formation(unit);
	cairo_t *cairo = canvas->cairo;
	const int first = unit->side == PN_RED ? 0 : 1;

	for (uint16_t i = 0; i < formation.figures; i++) {
		struct pn_shape base = pn_figure_base(unit->pose, formation, i);

		canvas_shape(canvas, &base);
	}
	cairo_set_line_width(cairo, 0.6);
	cairo_stroke(cairo);
	for (uint16_t i = 0; i < formation.figures; i++) {
		struct pn_shape base = pn_figure_base(unit->pose, formation, i);
		struct point corner[4];

		for (int k = 0; k < 4; k++)
			corner[k] = canvas_at(canvas, base.point[k]);
		struct point from = between(corner[first], corner[first + 1]);
		struct point to = between(corner[first + 2], corner[(first + 3) % 4]);

		cairo_move_to(cairo, from.x, from.y);
		cairo_line_to(cairo, to.x, to.y);
	}
	cairo_set_line_width(cairo, 1.2);
	cairo_stroke(cairo);
}

/* The front edge, thick, and its tip, so much as long as a unit's. */
static void draw_front(const struct canvas *canvas, pn_angle facing, const struct pn_shape *shape,
		       double size)
{
	struct point left = canvas_at(canvas, shape->point[0]);
	struct point right = canvas_at(canvas, shape->point[1]);
	struct point at = between(left, right);
	struct point ahead = ahead_of((pn_pose){.facing = facing});
	cairo_t *cairo = canvas->cairo;
	const double tip = size * TIP_PX, half = 0.7 * tip;

	cairo_set_line_width(cairo, 3 * size);
	canvas_line(canvas, left, right);
	cairo_move_to(cairo, at.x + ahead.x * tip, at.y + ahead.y * tip);
	cairo_line_to(cairo, at.x - ahead.y * half, at.y + ahead.x * half);
	cairo_line_to(cairo, at.x + ahead.y * half, at.y - ahead.x * half);
	cairo_close_path(cairo);
	cairo_fill(cairo);
}

static void draw_part(const struct canvas *canvas, const struct pn_shape *shape, pn_side side)
{
	canvas_shape(canvas, shape);
	canvas_colour(canvas, colour_ground[side]);
	cairo_fill_preserve(canvas->cairo);
	canvas_colour(canvas, colour_side[side]);
	cairo_set_line_width(canvas->cairo, 1.4);
	cairo_stroke(canvas->cairo);
}

/* The first figure bears the unit's own tip. */
static void draw_skirmishers(const struct canvas *canvas, const struct pn_unit *unit)
{
	struct pn_body body;

	pn_unit_body(&body, canvas->game, unit);
	for (uint8_t i = 0; i < body.count; i++) {
		pn_pose pose = pn_figure_pose(canvas->game, unit, i);

		draw_part(canvas, &body.part[i], unit->side);
		draw_front(canvas, pose.facing, &body.part[i], i == 0 ? 1 : 0.5);
	}
}

static void draw_unit(const struct canvas *canvas, const struct pn_unit *unit)
{
	const struct pn_shape shape = pn_unit_footprint(unit);
	const pn_len least =
		unit->base_width < unit->base_depth ? unit->base_width : unit->base_depth;

	if (unit->loose > 0) {
		draw_skirmishers(canvas, unit);
		return;
	}
	draw_part(canvas, &shape, unit->side);
	if (canvas->draws_bases && least * canvas->scale >= base_least_px)
		draw_bases(canvas, unit);
	draw_front(canvas, unit->pose.facing, &shape, 1);
}

void units_draw(struct canvas *canvas)
{
	const struct pn_game *game = canvas->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		if (!game->unit[i].on_board)
			continue;
		draw_unit(canvas, &game->unit[i]);
		canvas_keep_out(canvas, units_box(canvas, game, &game->unit[i]));
	}
}

/* ---- weapons ---- */

static struct point middle_of(const struct canvas *canvas, const struct pn_unit *unit)
{
	struct pn_body body;
	struct point sum = {0, 0};

	pn_unit_body(&body, canvas->game, unit);
	for (uint8_t i = 0; i < body.count; i++)
		for (uint8_t k = 0; k < body.part[i].count; k++) {
			struct point at = canvas_at(canvas, body.part[i].point[k]);
			double share = 1.0 / (body.count * body.part[i].count);

			sum.x += at.x * share;
			sum.y += at.y * share;
		}
	return sum;
}

void units_draw_weapons(const struct canvas *canvas)
{
	const struct pn_game *game = canvas->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];
		const int weapon = unit->on_board ? weapons_of(canvas, unit) : -1;

		if (weapon >= 0)
			weapons_draw(canvas, weapon, middle_of(canvas, unit));
	}
}

/* ---- the last move ---- */

/* Where it stood, dashed, and its way to where it stands. */
static void draw_move(const struct canvas *canvas, pn_unit_id unit)
{
	const struct last_move *last = canvas->subject->last;
	const struct pn_unit *then = &last->before.unit[unit], *now = &canvas->game->unit[unit];
	struct pn_body body;
	static const double dashes[] = {4, 3};
	cairo_t *cairo = canvas->cairo;
	struct point from = canvas_at(canvas, then->pose.at);

	canvas_colour(canvas, colour_side[then->side]);
	cairo_set_line_width(cairo, 1.3);
	cairo_set_dash(cairo, dashes, 2, 0);
	pn_unit_body(&body, &last->before, then);
	for (uint8_t i = 0; i < body.count; i++)
		canvas_shape(canvas, &body.part[i]);
	cairo_stroke(cairo);
	cairo_set_line_width(cairo, 2);
	for (uint16_t i = 0; now->on_board && i < last->count; i++) {
		struct point to = canvas_at(canvas, last->step[i].to.at);

		if (last->step[i].unit != unit)
			continue;
		if (hypot(to.x - from.x, to.y - from.y) < 1)
			continue;
		canvas_line(canvas, from, to);
		from = to;
	}
	cairo_set_dash(cairo, NULL, 0, 0);
	cairo_new_sub_path(cairo);
	from = canvas_at(canvas, then->pose.at);
	cairo_arc(cairo, from.x, from.y, 3, 0, 6.2832);
	cairo_fill(cairo);
}

void units_draw_last_move(struct canvas *canvas)
{
	const struct last_move *last = canvas->subject->last;

	for (pn_unit_id i = 0; last && i < canvas->game->unit_count; i++) {
		bool moved = false;

		for (uint16_t k = 0; k < last->count; k++)
			moved = moved || last->step[k].unit == i;
		if (!moved)
			continue;
		draw_move(canvas, i);
		canvas_keep_out(canvas, units_box(canvas, &last->before, &last->before.unit[i]));
	}
}

/* ---- orders and contacts ---- */

/* The share of the way from one point to another at which it first meets the shape; 1 when
 * it never does. */
static double share_before(const struct canvas *canvas, const struct pn_shape *shape,
			   struct point from, struct point to)
{
	const struct point way = {to.x - from.x, to.y - from.y};
	double least = 1;

	for (uint8_t i = 0; i < shape->count; i++) {
		struct point a = canvas_at(canvas, shape->point[i]);
		struct point b = canvas_at(canvas, shape->point[(i + 1) % shape->count]);
		struct point edge = {b.x - a.x, b.y - a.y}, start = {a.x - from.x, a.y - from.y};
		double cross = way.x * edge.y - way.y * edge.x;
		double along = (start.x * edge.y - start.y * edge.x) / cross;
		double across = (start.x * way.y - start.y * way.x) / cross;

		if (fabs(cross) > 1e-6 && across >= 0 && across <= 1 && along >= 0)
			least = fmin(least, along);
	}
	return least;
}

/* From the front of one unit to the edge of another. */
static void draw_order(const struct canvas *canvas, const struct pn_unit *unit,
		       const struct pn_unit *target, bool is_draft)
{
	static const double dashes[] = {2, 4};
	struct point from = canvas_at(canvas, unit->pose.at), to = middle_of(canvas, target);
	double share = 1;
	struct pn_body body;

	pn_unit_body(&body, canvas->game, target);
	for (uint8_t i = 0; i < body.count; i++)
		share = fmin(share, share_before(canvas, &body.part[i], from, to));

	to.x = from.x + (to.x - from.x) * share;
	to.y = from.y + (to.y - from.y) * share;
	if (hypot(to.x - from.x, to.y - from.y) < 2 * TIP_PX)
		return;
	canvas_colour(canvas, colour_side[unit->side]);
	cairo_set_line_width(canvas->cairo, 1.8);
	if (is_draft)
		cairo_set_dash(canvas->cairo, dashes, 2, 0);
	canvas_arrow(canvas, from, to, 9);
	cairo_set_dash(canvas->cairo, NULL, 0, 0);
}

void units_draw_orders(const struct canvas *canvas)
{
	const struct pn_game *game = canvas->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];
		struct pn_order order = unit->order;
		bool is_draft = false;

		/* A view's secrets are its owner's own. */
		if (!order.verb && canvas->subject->viewer == unit->side) {
			order = pn_drafted(game, unit->side, i);
			is_draft = true;
		}
		if (!order.verb || order.target >= game->unit_count || !unit->on_board ||
		    !game->unit[order.target].on_board)
			continue;
		draw_order(canvas, unit, &game->unit[order.target], is_draft);
	}
}

void units_contact_sign(const struct canvas *canvas, struct point at)
{
	cairo_t *cairo = canvas->cairo;
	const double arm = 3.2;

	cairo_new_sub_path(cairo);
	cairo_arc(cairo, at.x, at.y, 6.5, 0, 6.2832);
	canvas_colour(canvas, colour_paper);
	cairo_fill_preserve(cairo);
	canvas_colour(canvas, colour_ink);
	cairo_set_line_width(cairo, 1.4);
	cairo_stroke(cairo);
	cairo_set_line_width(cairo, 2);
	canvas_line(canvas, (struct point){at.x - arm, at.y - arm},
		    (struct point){at.x + arm, at.y + arm});
	canvas_line(canvas, (struct point){at.x - arm, at.y + arm},
		    (struct point){at.x + arm, at.y - arm});
}

void units_draw_contacts(const struct canvas *canvas)
{
	const struct pn_game *game = canvas->game;

	for (uint8_t i = 0; i < game->contact_count; i++) {
		const struct pn_unit *unit = &game->unit[game->contact[i].unit];

		if (unit->on_board && game->unit[game->contact[i].with].on_board)
			units_contact_sign(canvas, canvas_at(canvas, unit->pose.at));
	}
}
