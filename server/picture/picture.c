/* One picture: measure, draw from the ground up, write. Cairo keeps the first error and
 * draws no more, so it is asked once, at the end. */

#include "picture/picture.h"

#include <cairo-svg.h>
#include <math.h>
#include <stdlib.h>

#include "picture/canvas.h"

/* Where the table lies: as wide as the picture, unless it is too deep for that. */
static void place_field(struct canvas *canvas)
{
	const struct pn_game *game = canvas->game;
	const double width = PICTURE_WIDTH - 2 * MARGIN_PX;

	canvas->scale = fmin(width / game->width, (double)PICTURE_FIELD_DEPTH / game->depth);
	canvas->field.left = (PICTURE_WIDTH - game->width * canvas->scale) / 2;
	canvas->field.right = PICTURE_WIDTH - canvas->field.left;
	canvas->field.top = HEADER_PX;
	canvas->field.bottom = HEADER_PX + game->depth * canvas->scale;
}

static bool draws_bases(const struct pn_game *game)
{
	unsigned figures = 0;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		figures += game->unit[i].on_board ? game->unit[i].figures : 0;
	return figures <= PICTURE_BASES_MAX;
}

static void draw(struct canvas *canvas)
{
	canvas_colour(canvas, colour_paper);
	cairo_paint(canvas->cairo);
	ground_draw(canvas);
	units_draw_last_move(canvas);
	units_draw(canvas);
	units_draw_weapons(canvas);
	units_draw_orders(canvas);
	units_draw_contacts(canvas);
	labels_draw(canvas);
	margin_draw_header(canvas);
	margin_draw_legend(canvas);
}

/* What is measured before the picture has a size. */
static void measure(struct canvas *canvas)
{
	cairo_surface_t *nowhere = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);

	canvas_open(canvas, nowhere);
	place_field(canvas);
	canvas->height = ceil(canvas->field.bottom + margin_legend_height(canvas));
	canvas->draws_bases = draws_bases(canvas->game);
	canvas_close(canvas);
	cairo_surface_destroy(nowhere);
}

static cairo_status_t take_bytes(void *closure, const unsigned char *bytes, unsigned int size)
{
	struct text *out = closure;

	if (out->size + size > PICTURE_BYTES_MAX)
		return CAIRO_STATUS_WRITE_ERROR;
	text_add(out, (const char *)bytes, size);
	return CAIRO_STATUS_SUCCESS;
}

static bool draw_on(struct canvas *canvas, cairo_surface_t *surface)
{
	canvas_open(canvas, surface);
	draw(canvas);
	return canvas_close(canvas);
}

static bool write_svg(struct canvas *canvas, struct text *out)
{
	struct text raw = TEXT_EMPTY, title = TEXT_EMPTY;
	char shown[CANVAS_TEXT_BYTES];
	cairo_surface_t *surface = cairo_svg_surface_create_for_stream(
		take_bytes, &raw, PICTURE_WIDTH, canvas->height);

	cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
	bool good = draw_on(canvas, surface);
	cairo_surface_finish(surface);
	good = good && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS && raw.size;
	cairo_surface_destroy(surface);
	if (good) {
		margin_title(canvas, &title);
		svg_tidy(out, &raw, canvas_safe(title.bytes, shown));
	}
	text_free(&raw);
	text_free(&title);
	return good;
}

static bool write_png(struct canvas *canvas, struct text *out)
{
	struct text bytes = TEXT_EMPTY;
	cairo_surface_t *surface =
		cairo_image_surface_create(CAIRO_FORMAT_RGB24, PICTURE_WIDTH, (int)canvas->height);
	bool good = draw_on(canvas, surface) &&
		    cairo_surface_write_to_png_stream(surface, take_bytes, &bytes) ==
			    CAIRO_STATUS_SUCCESS;

	cairo_surface_destroy(surface);
	if (good)
		text_add(out, bytes.bytes, bytes.size);
	text_free(&bytes);
	return good;
}

bool picture_has_font(void)
{
	struct canvas canvas = {0};
	cairo_surface_t *nowhere = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);

	canvas_open(&canvas, nowhere);
	const bool has_font = canvas_has_font(&canvas);
	canvas_close(&canvas);
	cairo_surface_destroy(nowhere);
	return has_font;
}

void picture_title(struct text *out, const struct picture_subject *subject)
{
	const struct canvas canvas = {.subject = subject, .game = subject->game};

	margin_title(&canvas, out);
}

bool picture_draw(struct text *out, const struct picture_subject *subject,
		  enum picture_format format)
{
	struct canvas canvas = {.subject = subject, .game = subject->game};

	measure(&canvas);
	return format == PICTURE_SVG ? write_svg(&canvas, out) : write_png(&canvas, out);
}
