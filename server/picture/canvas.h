#pragma once
/* What the files of this room share: where on the picture the table lies, colours, text,
 * boxes that labels keep out of. Nobody else includes it. Coordinates are pixels, x to the
 * right and y downwards. */

#include <pango/pangocairo.h>

#include "picture/picture.h"

struct point {
	double x, y;
};

struct box {
	double left, top, right, bottom;
};

struct colour {
	double red, green, blue;
};

enum { CANVAS_BOXES_MAX = 4 * PN_UNITS_MAX };

struct canvas {
	cairo_t *cairo;
	PangoLayout *layout; /* of each text in turn */
	const struct picture_subject *subject;
	const struct pn_game *game; /* the subject's */
	struct box field;           /* the table */
	double scale;               /* pixels a hundredth of a millimetre */
	double height;              /* of the whole picture */
	bool draws_bases;           /* figures can be told from each other */
	uint16_t box_count;         /* where no label may lie */
	struct box box[CANVAS_BOXES_MAX];
};

enum weight { PLAIN, BOLD };

/* Where text stands against its point. */
enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

extern const struct colour colour_paper, colour_field, colour_ink, colour_faded, colour_line;
extern const struct colour colour_side[PN_SIDES], colour_ground[PN_SIDES];

enum { MARGIN_PX = 16, HEADER_PX = 62 };

enum { CANVAS_TEXT_BYTES = 512 }; /* of one line; of a longer one the beginning is shown */

/* ---- canvas.c ---- */

/* Draw on a surface from now on, which stays the caller's; nothing else of the canvas is
 * touched. canvas_close() ends it: true when all that was drawn went well. */
void canvas_open(struct canvas *canvas, cairo_surface_t *surface);
bool canvas_close(struct canvas *canvas);

/* What is drawn from now on is of this colour. */
void canvas_colour(const struct canvas *canvas, struct colour colour);

/* A point of the table. */
struct point canvas_at(const struct canvas *canvas, pn_vec at);

/* Make a path of a shape of the table; neither filled nor stroked yet. */
void canvas_shape(const struct canvas *canvas, const struct pn_shape *shape);

/* A straight line, in the current colour and width. */
void canvas_line(const struct canvas *canvas, struct point from, struct point to);

/* The same with an arrow's head at its end, `size` pixels long. */
void canvas_arrow(const struct canvas *canvas, struct point from, struct point to, double size);

/* Is there a font with letters? */
bool canvas_has_font(const struct canvas *canvas);

/* A text as it can be shown, whatever it is: controls, what would begin a line, what XML does not
 * take and each byte that is no UTF-8 become question marks. Whatever is written on a picture
 * goes through here. */
const char *canvas_safe(const char *text, char out[CANVAS_TEXT_BYTES]);

/* How wide canvas_text() would write it, in pixels; `size` is the font's, in pixels too. */
double canvas_text_width(const struct canvas *canvas, const char *text, double size,
			 enum weight weight);

/* Does it run from right to left? By its first letter; a text without letters does not. */
bool canvas_runs_to_left(const struct canvas *canvas, const char *text);

/* Write one line with its baseline at `at`, in the current colour. The text is a paragraph of its
 * own: its first letter says which way it runs, so a name inside a sentence comes through
 * text_add_name(). The anchor is of the picture, whichever way the text runs: START has the
 * text's left end at the point. */
void canvas_text(const struct canvas *canvas, struct point at, const char *text, double size,
		 enum weight weight, enum anchor anchor);

/* Ground that text can be read on, whatever lies below. */
void canvas_plate(const struct canvas *canvas, struct box box, struct colour colour);

/* Keep labels out of this box; past CANVAS_BOXES_MAX it is forgotten. */
void canvas_keep_out(struct canvas *canvas, struct box box);

/* Does the box lie in the field and meet nothing that was kept out? */
bool canvas_is_free(const struct canvas *canvas, struct box box);

/* The wire name of a unit, "r3". */
void canvas_unit_id(const struct canvas *canvas, pn_unit_id unit, char out[8]);

/* The English words of "prefix.name", at most 95 bytes. */
const char *canvas_words(const char *prefix, const char *name, char out[96]);

/* Is a word in a list of words with spaces between them? An empty list has none. */
bool canvas_is_listed(const char *list, const char *word);

/* ---- ground.c: the table and what lies on it ---- */

/* The table and its terrain with names; a grid where measuring is allowed. */
void ground_draw(const struct canvas *canvas);

/* Fill the current path, which lies in the box, as this kind of terrain looks. Consumes
 * the path. */
void ground_fill(const struct canvas *canvas, uint8_t kind, struct box within, bool with_texture);

/* ---- units.c: blocks, orders, contacts, the last move ---- */

/* The box round a unit's footprint. */
struct box units_box(const struct canvas *canvas, const struct pn_game *game,
		     const struct pn_unit *unit);

/* All units; the marks of their weapons; the way of the last move; orders that the viewer may see; contacts. */
void units_draw(struct canvas *canvas);
void units_draw_weapons(const struct canvas *canvas);
void units_draw_last_move(struct canvas *canvas);
void units_draw_orders(const struct canvas *canvas);
void units_draw_contacts(const struct canvas *canvas);

/* One sign of contact, as the legend shows it. */
void units_contact_sign(const struct canvas *canvas, struct point at);

/* ---- weapons.c: the marks of weapons ---- */

/* Which weapon a unit bears, from 0; -1 when none is known of what it is. */
int weapons_of(const struct canvas *canvas, const struct pn_unit *unit);

/* What it is called behind "weapon." in the words; NULL past the last one. */
const char *weapons_name(int weapon);

/* Draw its mark upright on a small plate about a point. */
void weapons_draw(const struct canvas *canvas, int weapon, struct point at);

/* ---- labels.c: names, strengths and badges beside the units ---- */

/* The name of each unit on the board, kept clear of what was drawn before. */
void labels_draw(struct canvas *canvas);

/* ---- margin.c: what stands above and below the table ---- */

/* Append the turn and who is waited for, in one line. */
void margin_title(const struct canvas *canvas, struct text *out);

/* The title, where north is, and whose view it is. */
void margin_draw_header(const struct canvas *canvas);

/* How many pixels the legend takes. */
double margin_legend_height(const struct canvas *canvas);
void margin_draw_legend(const struct canvas *canvas);

/* ---- svg.c ---- */

/* Append what cairo wrote, with a title for those who hear the picture; what differs from
 * run to run is left out, and styles become attributes, which no policy forbids. */
void svg_tidy(struct text *out, const struct text *raw, const char *title);
