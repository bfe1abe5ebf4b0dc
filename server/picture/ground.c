/* The table: its field, the grid where both players measure, pieces of terrain. Each kind
 * has a colour and a texture, and its name stands in it where there is room; a kind that
 * is not in the tables below is grey with slanting lines. */

#include "picture/canvas.h"

#include <math.h>
#include <string.h>

/* How a kind of ground is drawn, and the other names that are drawn so; what lies over others
 * comes later. The rows stand in web/board/vocabulary.js. */
static const struct ground {
	const char *sign, *names;
} grounds[] = {
#include "grounds_rows.h"
};

enum texture { EMPTY, DOTS, DENSE_DOTS, LEVEL, SLANTED, CROSSED, TUFTS };

static const struct look {
	const char *sign;
	enum texture texture;
	struct colour ground, mark;
} looks[] = {
	{"clear", EMPTY, {0.953, 0.925, 0.827}, {0.71, 0.647, 0.49}},
	{"light_woods", DOTS, {0.80, 0.87, 0.68}, {0.28, 0.47, 0.24}},
	{"dense_woods", DENSE_DOTS, {0.66, 0.78, 0.57}, {0.14, 0.33, 0.16}},
	{"brush", TUFTS, {0.87, 0.88, 0.68}, {0.42, 0.46, 0.20}},
	{"rough", SLANTED, {0.86, 0.79, 0.66}, {0.55, 0.44, 0.28}},
	{"shallow_water", LEVEL, {0.78, 0.87, 0.92}, {0.36, 0.55, 0.68}},
	{"swamp", TUFTS, {0.72, 0.82, 0.78}, {0.20, 0.42, 0.40}},
	{"obstacle", CROSSED, {0.80, 0.72, 0.62}, {0.40, 0.30, 0.20}},
	{"hill", SLANTED, {0.91, 0.83, 0.62}, {0.76, 0.65, 0.40}},
	{"impassable", CROSSED, {0.62, 0.60, 0.57}, {0.30, 0.29, 0.27}},
	{"ditch", SLANTED, {0.84, 0.78, 0.62}, {0.50, 0.42, 0.28}},
	{"wall", CROSSED, {0.90, 0.88, 0.82}, {0.36, 0.34, 0.32}},
	{"road", EMPTY, {0.96, 0.93, 0.85}, {0.66, 0.58, 0.44}},
	{"building", CROSSED, {0.86, 0.74, 0.66}, {0.46, 0.28, 0.20}},
};

enum { GROUNDS = sizeof(grounds) / sizeof(grounds[0]) };

_Static_assert(sizeof(looks) / sizeof(looks[0]) == GROUNDS, "each kind of ground has a look");

static const struct look unknown_look = {"", SLANTED, {0.84, 0.83, 0.81}, {0.5, 0.49, 0.47}};

static const char *kind_name(const struct canvas *canvas, uint8_t kind)
{
	return pn_rules_of(canvas->game)->terrain.row[kind].name;
}

/* The place of a kind among the grounds; what is not known lies over all. */
static int place_of(const struct canvas *canvas, uint8_t kind)
{
	const char *name = kind_name(canvas, kind);

	for (int i = 0; i < GROUNDS; i++) {
		if (strcmp(grounds[i].sign, name) == 0 || canvas_is_listed(grounds[i].names, name))
			return i;
	}
	return GROUNDS;
}

static const struct look *look_of(const struct canvas *canvas, uint8_t kind)
{
	const int place = place_of(canvas, kind);

	for (int i = 0; place < GROUNDS && i < GROUNDS; i++) {
		if (strcmp(looks[i].sign, grounds[place].sign) == 0)
			return &looks[i];
	}
	return &unknown_look;
}

/* ---- textures: marks on a fixed raster, so neighbours of one kind flow together ---- */

static void add_dot(cairo_t *cairo, double x, double y)
{
	cairo_move_to(cairo, x + 2, y);
	cairo_arc(cairo, x, y, 2, 0, 6.2832);
}

static void add_tuft(cairo_t *cairo, double x, double y)
{
	cairo_move_to(cairo, x - 3, y);
	cairo_line_to(cairo, x - 1.5, y - 5);
	cairo_move_to(cairo, x, y);
	cairo_line_to(cairo, x, y - 6);
	cairo_move_to(cairo, x + 3, y);
	cairo_line_to(cairo, x + 1.5, y - 5);
}

/* Marks in rows, every second row shifted by half. */
static void add_rows(cairo_t *cairo, struct box within, double step,
		     void (*add)(cairo_t *cairo, double x, double y))
{
	for (double row = floor(within.top / step); row * step < within.bottom + step; row++) {
		double shift = fmod(row, 2) * step / 2;

		for (double x = floor(within.left / step) * step + shift; x < within.right + step;
		     x += step)
			add(cairo, x, row * step);
	}
}

static void add_level(cairo_t *cairo, struct box within, double step)
{
	for (double y = floor(within.top / step) * step; y < within.bottom; y += step) {
		cairo_move_to(cairo, within.left, y);
		cairo_line_to(cairo, within.right, y);
	}
}

/* Lines that fall to the right with `slope` 1, or to the left with -1. */
static void add_slanted(cairo_t *cairo, struct box within, double step, double slope)
{
	double height = within.bottom - within.top;

	for (double x = floor((within.left - height) / step) * step; x < within.right + height;
	     x += step) {
		cairo_move_to(cairo, x, slope > 0 ? within.top : within.bottom);
		cairo_line_to(cairo, x + height, slope > 0 ? within.bottom : within.top);
	}
}

static void add_texture(cairo_t *cairo, enum texture texture, struct box within)
{
	switch (texture) {
	case EMPTY:
		break;
	case DOTS:
		add_rows(cairo, within, 16, add_dot);
		break;
	case DENSE_DOTS:
		add_rows(cairo, within, 9, add_dot);
		break;
	case TUFTS:
		add_rows(cairo, within, 18, add_tuft);
		break;
	case LEVEL:
		add_level(cairo, within, 7);
		break;
	case CROSSED:
		add_slanted(cairo, within, 9, -1);
		add_slanted(cairo, within, 9, 1);
		break;
	case SLANTED:
		add_slanted(cairo, within, 9, -1);
		break;
	}
}

void ground_fill(const struct canvas *canvas, uint8_t kind, struct box within, bool with_texture)
{
	const struct look *look = look_of(canvas, kind);
	cairo_t *cairo = canvas->cairo;
	cairo_path_t *edge = cairo_copy_path(cairo);

	canvas_colour(canvas, look->ground);
	cairo_fill(cairo);
	cairo_save(cairo);
	cairo_append_path(cairo, edge);
	cairo_clip(cairo);
	if (with_texture)
		add_texture(cairo, look->texture, within);
	canvas_colour(canvas, look->mark);
	cairo_set_line_width(cairo, 1);
	if (look->texture == DOTS || look->texture == DENSE_DOTS)
		cairo_fill(cairo);
	else
		cairo_stroke(cairo);
	cairo_restore(cairo);
	cairo_append_path(cairo, edge);
	canvas_colour(canvas, look->mark);
	cairo_set_line_width(cairo, 1.5);
	cairo_stroke(cairo);
	cairo_path_destroy(edge);
}

/* ---- the field ---- */

static struct box box_of(const struct canvas *canvas, const struct pn_shape *shape)
{
	struct point first = canvas_at(canvas, shape->point[0]);
	struct box box = {first.x, first.y, first.x, first.y};

	for (uint8_t i = 1; i < shape->count; i++) {
		struct point at = canvas_at(canvas, shape->point[i]);

		box.left = fmin(box.left, at.x);
		box.right = fmax(box.right, at.x);
		box.top = fmin(box.top, at.y);
		box.bottom = fmax(box.bottom, at.y);
	}
	return box;
}

/* The name of a piece in its middle, where it has room. */
static void name_piece(const struct canvas *canvas, const struct pn_terrain *piece)
{
	struct box box = box_of(canvas, &piece->shape);
	char words[96];
	const char *name = canvas_words("terrain", kind_name(canvas, piece->kind), words);
	double width = canvas_text_width(canvas, name, 11, PLAIN);
	struct point at = {(box.left + box.right - width) / 2, (box.top + box.bottom) / 2 + 4};

	if (width + 16 > box.right - box.left || box.bottom - box.top < 24)
		return;
	canvas_plate(canvas, (struct box){at.x - 3, at.y - 11, at.x + width + 3, at.y + 4},
		     look_of(canvas, piece->kind)->ground);
	canvas_colour(canvas, colour_ink);
	canvas_text(canvas, at, name, 11, PLAIN, ANCHOR_START);
}

/* Six inches a square, only where both players measure. */
static void draw_grid(const struct canvas *canvas)
{
	const struct box *field = &canvas->field;
	const double step = 6 * PN_INCH * canvas->scale;

	canvas_colour(canvas, colour_line);
	cairo_set_line_width(canvas->cairo, 0.7);
	for (double x = field->left + step; x < field->right - 1; x += step)
		canvas_line(canvas, (struct point){x, field->top},
			    (struct point){x, field->bottom});
	for (double y = field->bottom - step; y > field->top + 1; y -= step)
		canvas_line(canvas, (struct point){field->left, y},
			    (struct point){field->right, y});
}

/* `left`: how much of the table textures may still cover. */
static void draw_piece(const struct canvas *canvas, const struct pn_terrain *piece, double *left)
{
	const struct box *field = &canvas->field;
	struct box box = box_of(canvas, &piece->shape);

	box.left = fmax(box.left, field->left);
	box.right = fmin(box.right, field->right);
	box.top = fmax(box.top, field->top);
	box.bottom = fmin(box.bottom, field->bottom);
	if (box.left >= box.right || box.top >= box.bottom)
		return;
	*left -= (box.right - box.left) * (box.bottom - box.top);
	canvas_shape(canvas, &piece->shape);
	ground_fill(canvas, piece->kind, box, *left > 0);
}

/* Pieces may lie over each other and beyond the table. Textures cost what they cover, so
 * they end when they have covered the table three times. */
static void draw_pieces(const struct canvas *canvas)
{
	const struct box *field = &canvas->field;
	const uint8_t count = canvas->game->terrain_count;
	double left = 3 * (field->right - field->left) * (field->bottom - field->top);
	int place[PN_TERRAIN_MAX];

	for (uint8_t i = 0; i < count; i++)
		place[i] = place_of(canvas, canvas->game->terrain[i].kind);
	for (int lies = 0; lies <= GROUNDS; lies++) {
		for (uint8_t i = 0; i < count; i++) {
			if (place[i] == lies)
				draw_piece(canvas, &canvas->game->terrain[i], &left);
		}
	}
}

void ground_draw(const struct canvas *canvas)
{
	const struct box *field = &canvas->field;
	cairo_t *cairo = canvas->cairo;
	const double width = field->right - field->left, depth = field->bottom - field->top;

	canvas_colour(canvas, colour_field);
	cairo_rectangle(cairo, field->left, field->top, width, depth);
	cairo_fill(cairo);
	cairo_save(cairo);
	cairo_rectangle(cairo, field->left, field->top, width, depth);
	cairo_clip(cairo);
	draw_pieces(canvas);
	if (canvas->game->premeasure)
		draw_grid(canvas);
	cairo_restore(cairo);
	for (uint8_t i = 0; i < canvas->game->terrain_count; i++)
		name_piece(canvas, &canvas->game->terrain[i]);
	canvas_colour(canvas, colour_ink);
	cairo_set_line_width(cairo, 2);
	cairo_rectangle(cairo, field->left, field->top, width, depth);
	cairo_stroke(cairo);
}
