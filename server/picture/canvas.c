/* Colours, text and boxes. Text is measured without hinting, so labels lie in the same
 * places in both formats. */

#include "picture/canvas.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "codec/words.h"

static const double pi = 3.14159265358979323846;

/* Paper and ink, as the page has them by day. */
const struct colour colour_paper = {0.984, 0.965, 0.918};
const struct colour colour_field = {0.953, 0.925, 0.827};
const struct colour colour_ink = {0.165, 0.137, 0.102};
const struct colour colour_faded = {0.369, 0.322, 0.255};
const struct colour colour_line = {0.71, 0.647, 0.49};
const struct colour colour_side[PN_SIDES] = {{0.54, 0.12, 0.09}, {0.11, 0.25, 0.45}};
const struct colour colour_ground[PN_SIDES] = {{0.93, 0.66, 0.61}, {0.66, 0.77, 0.91}};

void canvas_colour(const struct canvas *canvas, struct colour colour)
{
	cairo_set_source_rgb(canvas->cairo, colour.red, colour.green, colour.blue);
}

struct point canvas_at(const struct canvas *canvas, pn_vec at)
{
	return (struct point){canvas->field.left + at.x * canvas->scale,
			      canvas->field.bottom - at.y * canvas->scale};
}

void canvas_shape(const struct canvas *canvas, const struct pn_shape *shape)
{
	for (uint8_t i = 0; i < shape->count; i++) {
		struct point at = canvas_at(canvas, shape->point[i]);

		if (i == 0)
			cairo_move_to(canvas->cairo, at.x, at.y);
		else
			cairo_line_to(canvas->cairo, at.x, at.y);
	}
	cairo_close_path(canvas->cairo);
}

void canvas_line(const struct canvas *canvas, struct point from, struct point to)
{
	cairo_move_to(canvas->cairo, from.x, from.y);
	cairo_line_to(canvas->cairo, to.x, to.y);
	cairo_stroke(canvas->cairo);
}

void canvas_arrow(const struct canvas *canvas, struct point from, struct point to, double size)
{
	const double angle = atan2(to.y - from.y, to.x - from.x), half = pi / 8;

	canvas_line(canvas, from, to);
	cairo_move_to(canvas->cairo, to.x, to.y);
	cairo_line_to(canvas->cairo, to.x - size * cos(angle - half),
		      to.y - size * sin(angle - half));
	cairo_line_to(canvas->cairo, to.x - size * cos(angle + half),
		      to.y - size * sin(angle + half));
	cairo_close_path(canvas->cairo);
	cairo_fill(canvas->cairo);
}

/* ---- text ---- */

static void set_font(const struct canvas *canvas, double size, enum weight weight)
{
	cairo_select_font_face(canvas->cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       weight == BOLD ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(canvas->cairo, size);
}

/* How many bytes the character at `text` has; 0 when it is none that may be shown: a
 * control, or no UTF-8. Cairo gives the whole picture up over one such byte. */
static size_t character_at(const char *text)
{
	static const struct {
		unsigned char mask, lead;
	} kinds[] = {{0x80, 0x00}, {0xE0, 0xC0}, {0xF0, 0xE0}, {0xF8, 0xF0}};
	const unsigned char first = (unsigned char)text[0];

	if (first < ' ' || first == 0x7F)
		return 0;
	for (size_t size = 1; size <= 4; size++) {
		if ((first & kinds[size - 1].mask) != kinds[size - 1].lead)
			continue;
		for (size_t i = 1; i < size; i++) {
			if (((unsigned char)text[i] & 0xC0) != 0x80)
				return 0;
		}
		return size;
	}
	return 0;
}

const char *canvas_safe(const char *text, char out[CANVAS_TEXT_BYTES])
{
	size_t used = 0;

	while (*text && used + 5 < CANVAS_TEXT_BYTES) {
		size_t size = character_at(text);

		memcpy(out + used, size ? text : "?", size ? size : 1);
		used += size ? size : 1;
		text += size ? size : 1;
	}
	out[used] = '\0';
	return out;
}

double canvas_text_width(const struct canvas *canvas, const char *text, double size,
			 enum weight weight)
{
	cairo_text_extents_t extents;
	char shown[CANVAS_TEXT_BYTES];

	set_font(canvas, size, weight);
	cairo_text_extents(canvas->cairo, canvas_safe(text, shown), &extents);
	return extents.x_advance;
}

void canvas_text(const struct canvas *canvas, struct point at, const char *text, double size,
		 enum weight weight, enum anchor anchor)
{
	static const double share[] = {[ANCHOR_START] = 0, [ANCHOR_MIDDLE] = 0.5, [ANCHOR_END] = 1};
	char shown[CANVAS_TEXT_BYTES];

	at.x -= share[anchor] * canvas_text_width(canvas, text, size, weight);
	cairo_move_to(canvas->cairo, at.x, at.y);
	cairo_show_text(canvas->cairo, canvas_safe(text, shown));
}

void canvas_plate(const struct canvas *canvas, struct box box, struct colour colour)
{
	cairo_set_source_rgba(canvas->cairo, colour.red, colour.green, colour.blue, 0.8);
	cairo_rectangle(canvas->cairo, box.left, box.top, box.right - box.left,
			box.bottom - box.top);
	cairo_fill(canvas->cairo);
}

const char *canvas_words(const char *prefix, const char *name, char out[96])
{
	struct text words = TEXT_EMPTY;
	char key[96];

	snprintf(key, sizeof(key), "%s.%s", prefix, name);
	words_format(&words, words_spoken(), key, NULL, 0);
	snprintf(out, 96, "%s", words.bytes ? words.bytes : "");
	text_free(&words);
	return out;
}

void canvas_unit_id(const struct canvas *canvas, pn_unit_id unit, char out[8])
{
	char name[PN_ID_BYTES];

	pn_who_write(name, canvas->game, unit);
	snprintf(out, 8, "%.7s", name);
}

/* ---- room for labels ---- */

void canvas_keep_out(struct canvas *canvas, struct box box)
{
	if (canvas->box_count < CANVAS_BOXES_MAX)
		canvas->box[canvas->box_count++] = box;
}

bool canvas_is_free(const struct canvas *canvas, struct box box)
{
	const struct box *field = &canvas->field;

	if (box.left < field->left || box.right > field->right || box.top < field->top ||
	    box.bottom > field->bottom)
		return false;
	for (uint16_t i = 0; i < canvas->box_count; i++) {
		const struct box *other = &canvas->box[i];

		if (box.left < other->right && other->left < box.right && box.top < other->bottom &&
		    other->top < box.bottom)
			return false;
	}
	return true;
}
