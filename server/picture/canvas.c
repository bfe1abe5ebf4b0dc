/* Colours, text and boxes. Pango lays the text out: which way it runs, how letters join, which
 * font has what DejaVu Sans lacks. It is measured without hinting and not rounded to pixels, so
 * labels lie in the same places in both formats. Its fonts belong to the thread that draws. */

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

/* ---- begin and end ---- */

/* Text is laid out alike wherever the server runs: not by the language of its environment. */
static PangoLayout *make_layout(cairo_t *cairo)
{
	PangoLayout *layout = pango_cairo_create_layout(cairo);
	PangoContext *context = pango_layout_get_context(layout);
	cairo_font_options_t *options = cairo_font_options_create();

	cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
	cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
	pango_cairo_context_set_font_options(context, options);
	cairo_font_options_destroy(options);
	pango_context_set_round_glyph_positions(context, FALSE);
	pango_context_set_language(context, pango_language_from_string("en"));
	return layout;
}

void canvas_open(struct canvas *canvas, cairo_surface_t *surface)
{
	canvas->cairo = cairo_create(surface);
	canvas->layout = make_layout(canvas->cairo);
	cairo_set_line_join(canvas->cairo, CAIRO_LINE_JOIN_ROUND);
}

bool canvas_close(struct canvas *canvas)
{
	const bool good = cairo_status(canvas->cairo) == CAIRO_STATUS_SUCCESS;

	g_object_unref(canvas->layout);
	cairo_destroy(canvas->cairo);
	return good;
}

/* ---- lines and shapes ---- */

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

/* May it be shown? No control, no separator of lines, nothing that XML does not take. */
static bool is_shown(gunichar character)
{
	return character >= ' ' && (character < 0x7F || character > 0x9F) && character != 0x2028 &&
	       character != 0x2029 && character != 0xFFFE && character != 0xFFFF;
}

const char *canvas_safe(const char *text, char out[CANVAS_TEXT_BYTES])
{
	size_t used = 0;

	while (*text && used + 5 < CANVAS_TEXT_BYTES) {
		/* Of what is no UTF-8 the two highest numbers tell. */
		const gunichar character = g_utf8_get_char_validated(text, -1);
		const bool is_whole = character < (gunichar)-2;
		const size_t size = is_whole ? (size_t)g_unichar_to_utf8(character, NULL) : 1;
		const bool shown = is_whole && is_shown(character);

		memcpy(out + used, shown ? text : "?", shown ? size : 1);
		used += shown ? size : 1;
		text += size;
	}
	out[used] = '\0';
	return out;
}

static PangoFontDescription *describe_font(void)
{
	PangoFontDescription *font = pango_font_description_new();

	pango_font_description_set_family_static(font, "DejaVu Sans");
	return font;
}

/* Without any font pango may give one that has no letters. */
bool canvas_has_font(const struct canvas *canvas)
{
	PangoFontDescription *wanted = describe_font();
	PangoFont *font = pango_context_load_font(pango_layout_get_context(canvas->layout), wanted);
	const bool has_letters = font && pango_font_has_char(font, 'A');

	g_clear_object(&font);
	pango_font_description_free(wanted);
	return has_letters;
}

/* Lay one line out; its width in pixels. */
static double lay_out(const struct canvas *canvas, const char *text, double size,
		      enum weight weight)
{
	PangoFontDescription *font = describe_font();
	char shown[CANVAS_TEXT_BYTES];
	int width;

	pango_font_description_set_weight(font,
					  weight == BOLD ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
	pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
	pango_layout_set_font_description(canvas->layout, font);
	pango_font_description_free(font);
	pango_layout_set_text(canvas->layout, canvas_safe(text, shown), -1);
	pango_layout_get_size(canvas->layout, &width, NULL);
	return (double)width / PANGO_SCALE;
}

double canvas_text_width(const struct canvas *canvas, const char *text, double size,
			 enum weight weight)
{
	return lay_out(canvas, text, size, weight);
}

bool canvas_runs_to_left(const struct canvas *canvas, const char *text)
{
	char shown[CANVAS_TEXT_BYTES];

	pango_layout_set_text(canvas->layout, canvas_safe(text, shown), -1);
	return pango_layout_get_line_readonly(canvas->layout, 0)->resolved_dir ==
	       PANGO_DIRECTION_RTL;
}

void canvas_text(const struct canvas *canvas, struct point at, const char *text, double size,
		 enum weight weight, enum anchor anchor)
{
	static const double share[] = {[ANCHOR_START] = 0, [ANCHOR_MIDDLE] = 0.5, [ANCHOR_END] = 1};

	at.x -= share[anchor] * lay_out(canvas, text, size, weight);
	cairo_move_to(canvas->cairo, at.x, at.y);
	pango_cairo_show_layout_line(canvas->cairo,
				     pango_layout_get_line_readonly(canvas->layout, 0));
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

bool canvas_is_listed(const char *list, const char *word)
{
	const size_t size = strlen(word);

	for (const char *at = strstr(list, word); at; at = strstr(at + 1, word)) {
		if ((at == list || at[-1] == ' ') && (!at[size] || at[size] == ' '))
			return true;
	}
	return false;
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
