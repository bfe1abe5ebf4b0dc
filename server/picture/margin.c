/* What stands round the table: whose turn it is and who is waited for above it, what the
 * signs mean below it. Only what is on this table is explained. */

#include "picture/canvas.h"

#include <stdio.h>
#include <string.h>

#include "codec/words.h"

enum { SWATCH_PX = 26, ROW_PX = 22, GAP_PX = 18, TITLE_CHARACTERS = 88, GONE_CHARACTERS = 110 };

static const double small_px = 11;

/* ---- above ---- */

static void add_words(struct text *out, const char *key, const struct words_argument *arguments,
		      size_t count)
{
	words_format(out, words_spoken(), key, arguments, count);
}

static const char *side_words(pn_side side, char out[96])
{
	static const char *const name[] = {"red", "blue", "public"};

	return canvas_words("side", name[side < PN_VIEWERS ? side : PN_PUBLIC], out);
}

static void add_turn(const struct canvas *canvas, struct text *out)
{
	const struct pn_game *game = canvas->game;
	char number[8], of[8], words[96];
	const struct words_argument arguments[] = {{"turn", number}, {"turns", of}};

	if (game->turn == 0) {
		text_add_string(out, canvas_words("picture", "before", words));
		return;
	}
	snprintf(number, sizeof(number), "%u", game->turn);
	snprintf(of, sizeof(of), "%u", game->turns);
	add_words(out, "ui.turn", arguments, 2);
	canvas_words("phase", pn_rules_of(game)->phases.row[game->phase].name, words);
	text_add_format(out, " · %s", words);
}

static void add_result(const struct canvas *canvas, struct text *out)
{
	static const char *const endings[] = {
#define X(name, wire) wire,
		PN_ENDINGS(X)
#undef X
	};
	char reason[96], winner[96];
	const struct words_argument arguments[] = {{"reason", reason}, {"winner", winner}};

	canvas_words("reason", endings[canvas->game->ending], reason);
	side_words(canvas->game->winner, winner);
	add_words(out, canvas->game->winner < PN_SIDES ? "event.ended" : "event.ended.draw",
		  arguments, 2);
}

static void add_debt(const struct canvas *canvas, const struct pn_pending *top, struct text *out)
{
	const struct pn_game *game = canvas->game;
	char side[96], decision[96], unit[8];
	const struct words_argument arguments[] = {{"side", side}, {"decision", decision}};

	canvas_words("decision", pn_rules_of(game)->decisions.row[top->decision].name, decision);
	side_words(top->owes & PN_SEEN_BY_RED ? PN_RED : PN_BLUE, side);
	if ((top->owes & PN_SEEN_BY_RED) && (top->owes & PN_SEEN_BY_BLUE))
		add_words(out, "ui.waiting.both", NULL, 0);
	else
		add_words(out, "ui.waiting", arguments, 2);
	if (top->unit >= game->unit_count)
		return;
	canvas_unit_id(canvas, top->unit, unit);
	text_add_format(out, " (%s ", unit);
	text_add_name(out, canvas->subject->muster->unit[top->unit].name);
	text_add_string(out, ")");
}

/* The sides that are waited for, and what about. */
static void add_waiting(const struct canvas *canvas, struct text *out)
{
	const struct pn_pending *top = pn_top_pending(canvas->game);

	if (canvas->subject->is_open)
		add_words(out, "ui.waiting.opponent", NULL, 0);
	else if (canvas->game->over)
		add_result(canvas, out);
	else if (top && top->owes)
		add_debt(canvas, top, out);
	else
		text_add_string(out, "");
}

void margin_title(const struct canvas *canvas, struct text *out)
{
	add_turn(canvas, out);
	text_add_string(out, ". ");
	add_waiting(canvas, out);
}

static void draw_title(const struct canvas *canvas)
{
	struct text text = TEXT_EMPTY;

	add_turn(canvas, &text);
	canvas_colour(canvas, colour_ink);
	canvas_text(canvas, (struct point){MARGIN_PX, 27}, text.bytes, 18, BOLD, ANCHOR_START);
	text_clear(&text);
	add_waiting(canvas, &text);
	words_shorten(&text, TITLE_CHARACTERS);
	canvas_text(canvas, (struct point){MARGIN_PX, 49}, text.bytes, 14, PLAIN, ANCHOR_START);
	text_free(&text);
}

/* North is up, always. */
static void draw_north(const struct canvas *canvas)
{
	const double x = PICTURE_WIDTH - MARGIN_PX - 6;

	canvas_colour(canvas, colour_ink);
	cairo_set_line_width(canvas->cairo, 1.5);
	canvas_arrow(canvas, (struct point){x, 52}, (struct point){x, 30}, 9);
	canvas_text(canvas, (struct point){x, 26}, "N", 12, BOLD, ANCHOR_MIDDLE);
}

void margin_draw_header(const struct canvas *canvas)
{
	struct text text = TEXT_EMPTY;
	char words[96];
	const struct words_argument side = {"side", words};

	draw_title(canvas);
	draw_north(canvas);
	side_words(canvas->subject->viewer, words);
	if (canvas->subject->viewer < PN_SIDES)
		add_words(&text, "picture.seen_by", &side, 1);
	else
		add_words(&text, "picture.seen_by_all", NULL, 0);
	canvas_colour(canvas, colour_faded);
	canvas_text(canvas, (struct point){PICTURE_WIDTH - MARGIN_PX - 26, 27}, text.bytes,
		    small_px, PLAIN, ANCHOR_END);
	text_free(&text);
}

/* ---- below ---- */

/* Where the next entry of the legend goes. */
struct legend {
	const struct canvas *canvas;
	bool draws; /* or only counts the rows */
	double x, y;
};

/* Draws a sign in the box. */
typedef void draw_sign(const struct canvas *canvas, struct box box, uint8_t which);

static struct box swatch(const struct legend *legend)
{
	return (struct box){legend->x, legend->y + 4, legend->x + SWATCH_PX, legend->y + 18};
}

static void add_entry(struct legend *legend, const char *words, draw_sign *draw, uint8_t which)
{
	const struct canvas *canvas = legend->canvas;
	double width = SWATCH_PX + 6 + canvas_text_width(canvas, words, small_px, PLAIN);

	if (legend->x + width > PICTURE_WIDTH - MARGIN_PX && legend->x > MARGIN_PX) {
		legend->x = MARGIN_PX;
		legend->y += ROW_PX;
	}
	if (legend->draws) {
		draw(canvas, swatch(legend), which);
		canvas_colour(canvas, colour_ink);
		canvas_text(canvas, (struct point){legend->x + SWATCH_PX + 6, legend->y + 15},
			    words, small_px, PLAIN, ANCHOR_START);
	}
	legend->x += width + GAP_PX;
}

static void sign_terrain(const struct canvas *canvas, struct box box, uint8_t kind)
{
	cairo_rectangle(canvas->cairo, box.left, box.top, box.right - box.left,
			box.bottom - box.top);
	ground_fill(canvas, kind, box, true);
}

static void sign_side(const struct canvas *canvas, struct box box, uint8_t side)
{
	const double middle = (box.left + box.right) / 2, level = (box.top + box.bottom) / 2;
	cairo_t *cairo = canvas->cairo;

	cairo_rectangle(cairo, middle - 7, box.top, 14, 14);
	canvas_colour(canvas, colour_ground[side]);
	cairo_fill_preserve(cairo);
	canvas_colour(canvas, colour_side[side]);
	cairo_set_line_width(cairo, 1.2);
	cairo_stroke(cairo);
	if (side == PN_RED)
		canvas_line(canvas, (struct point){middle, box.top},
			    (struct point){middle, box.bottom});
	else
		canvas_line(canvas, (struct point){middle - 7, level},
			    (struct point){middle + 7, level});
	cairo_set_line_width(cairo, 3);
	canvas_line(canvas, (struct point){middle - 7, box.top},
		    (struct point){middle + 7, box.top});
}

static void sign_arrow(const struct canvas *canvas, struct box box, uint8_t is_draft)
{
	static const double dashes[] = {2, 4};
	const double level = (box.top + box.bottom) / 2;

	canvas_colour(canvas, colour_ink);
	cairo_set_line_width(canvas->cairo, 1.8);
	if (is_draft)
		cairo_set_dash(canvas->cairo, dashes, 2, 0);
	canvas_arrow(canvas, (struct point){box.left, level}, (struct point){box.right, level}, 9);
	cairo_set_dash(canvas->cairo, NULL, 0, 0);
}

static void sign_ghost(const struct canvas *canvas, struct box box, uint8_t which)
{
	static const double dashes[] = {4, 3};

	canvas_colour(canvas, colour_ink);
	cairo_set_line_width(canvas->cairo, 1.3);
	cairo_set_dash(canvas->cairo, dashes, 2, 0);
	cairo_rectangle(canvas->cairo, box.left, box.top, box.right - box.left,
			box.bottom - box.top);
	cairo_stroke(canvas->cairo);
	cairo_set_dash(canvas->cairo, NULL, 0, 0);
}

static void sign_weapon(const struct canvas *canvas, struct box box, uint8_t which)
{
	weapons_draw(canvas, which,
		     (struct point){(box.left + box.right) / 2, (box.top + box.bottom) / 2});
}

static void sign_contact(const struct canvas *canvas, struct box box, uint8_t which)
{
	units_contact_sign(canvas,
			   (struct point){(box.left + box.right) / 2, (box.top + box.bottom) / 2});
}

static void sign_grid(const struct canvas *canvas, struct box box, uint8_t which)
{
	canvas_colour(canvas, colour_line);
	cairo_set_line_width(canvas->cairo, 1);
	cairo_rectangle(canvas->cairo, box.left + 6, box.top, 14, 14);
	cairo_stroke(canvas->cairo);
}

static bool has_orders(const struct canvas *canvas, bool drafts)
{
	const struct pn_game *game = canvas->game;
	const pn_side viewer = canvas->subject->viewer;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];

		if (!unit->on_board)
			continue;
		if (unit->order.verb
			    ? !drafts
			    : drafts && viewer == unit->side && pn_drafted(game, viewer, i).verb)
			return true;
	}
	return false;
}

static void add_signs(struct legend *legend)
{
	const struct canvas *canvas = legend->canvas;
	char words[96];

	for (uint8_t side = 0; side < PN_SIDES; side++)
		add_entry(legend, side_words(side, words), sign_side, side);
	if (has_orders(canvas, false))
		add_entry(legend, canvas_words("picture", "order", words), sign_arrow, 0);
	if (has_orders(canvas, true))
		add_entry(legend, canvas_words("picture", "draft", words), sign_arrow, 1);
	if (canvas->subject->last && canvas->subject->is_chosen)
		add_entry(legend, canvas_words("picture", "chosen", words), sign_ghost, 0);
	else if (canvas->subject->last)
		add_entry(legend, canvas_words("picture", "last_move", words), sign_ghost, 0);
	if (canvas->game->contact_count)
		add_entry(legend, canvas_words("picture", "contact", words), sign_contact, 0);
	if (canvas->game->premeasure)
		add_entry(legend, canvas_words("picture", "grid", words), sign_grid, 0);
}

/* The weapons that units on the table bear. */
static void add_weapons(struct legend *legend)
{
	const struct canvas *canvas = legend->canvas;
	const struct pn_game *game = canvas->game;
	uint32_t borne = 0;
	char words[96];

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const int weapon = weapons_of(canvas, &game->unit[i]);

		if (game->unit[i].on_board && weapon >= 0)
			borne |= UINT32_C(1) << weapon;
	}
	for (uint8_t weapon = 0; weapons_name(weapon); weapon++) {
		if (borne >> weapon & 1)
			add_entry(legend, canvas_words("weapon", weapons_name(weapon), words),
				  sign_weapon, weapon);
	}
}

static void add_terrain(struct legend *legend)
{
	const struct pn_game *game = legend->canvas->game;
	const struct pn_rules *rules = pn_rules_of(game);
	uint64_t kinds = 0;
	char words[96];

	for (uint8_t i = 0; i < game->terrain_count; i++)
		kinds |= UINT64_C(1) << (game->terrain[i].kind & 63);
	for (uint8_t kind = 0; kind < rules->terrain.count; kind++) {
		if (kinds >> kind & 1)
			add_entry(legend,
				  canvas_words("terrain", rules->terrain.row[kind].name, words),
				  sign_terrain, kind);
	}
}

/* Units that have left the table, by their ids. */
static void add_gone(struct legend *legend)
{
	const struct canvas *canvas = legend->canvas;
	struct text ids = TEXT_EMPTY, line = TEXT_EMPTY;
	char id[8];

	for (pn_unit_id i = 0; i < canvas->game->unit_count; i++) {
		if (canvas->game->unit[i].on_board)
			continue;
		canvas_unit_id(canvas, i, id);
		text_add_format(&ids, "%s%s", ids.size ? ", " : "", id);
	}
	if (ids.size) {
		const struct words_argument units = {"units", ids.bytes};

		legend->y += ROW_PX;
		add_words(&line, "picture.gone", &units, 1);
		words_shorten(&line, GONE_CHARACTERS);
		canvas_colour(canvas, colour_ink);
		if (legend->draws)
			canvas_text(canvas, (struct point){MARGIN_PX, legend->y + 15}, line.bytes,
				    small_px, PLAIN, ANCHOR_START);
	}
	text_free(&ids);
	text_free(&line);
}

static double run_legend(const struct canvas *canvas, bool draws)
{
	struct legend legend = {canvas, draws, MARGIN_PX, canvas->field.bottom + 8};

	add_signs(&legend);
	add_weapons(&legend);
	add_terrain(&legend);
	add_gone(&legend);
	return legend.y + ROW_PX + 8 - canvas->field.bottom;
}

double margin_legend_height(const struct canvas *canvas)
{
	return run_legend(canvas, false);
}

void margin_draw_legend(const struct canvas *canvas)
{
	run_legend(canvas, true);
}
