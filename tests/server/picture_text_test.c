/* How text stands on a picture: which way letters run, that they join, and where the text stands
 * against its point. What is drawn is read back from cairo's SVG, in which a glyph is placed by
 * a line <use xlink:href="#glyph-..." x="..." y="..."/>. */

#include <cairo-svg.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "picture/canvas.h"
#include "play.h"
#include "texts_table.h"

enum { GLYPHS_MAX = 200, WIDTH = 4000, LEVEL = 100, SIZE = 20 };

struct glyph {
	char name[24];
	double x, y;
};

/* What was drawn, from left to right. */
struct drawn {
	size_t count;
	struct glyph glyph[GLYPHS_MAX];
};

/* ---- a canvas of one text ---- */

static struct text svg;
static cairo_surface_t *surface;
static struct canvas canvas;

static cairo_status_t take(void *closure, const unsigned char *bytes, unsigned int size)
{
	text_add(closure, (const char *)bytes, size);
	return CAIRO_STATUS_SUCCESS;
}

static void begin(void)
{
	text_clear(&svg);
	surface = cairo_svg_surface_create_for_stream(take, &svg, WIDTH, 400);
	canvas_open(&canvas, surface);
}

static int is_left_of(const void *a, const void *b)
{
	const double left = ((const struct glyph *)a)->x, right = ((const struct glyph *)b)->x;

	const int order = (left > right) - (left < right);

	return order ? order
		     : strcmp(((const struct glyph *)a)->name, ((const struct glyph *)b)->name);
}

/* A space is a glyph whose path is empty. */
static bool is_blank(const struct text *picture, const char *name)
{
	char symbol[48];

	snprintf(symbol, sizeof(symbol), "id=\"%s\"", name);
	const char *at = strstr(picture->bytes, symbol);
	const char *path = at ? strstr(at, " d=\"") : NULL;

	cr_assert(path, "%s", name);
	return path[4] == '"';
}

/* What stands between two levels, spaces left out. */
static struct drawn read_level(const struct text *picture, double top, double bottom)
{
	struct drawn drawn = {0};
	struct glyph glyph;

	for (const char *at = strstr(picture->bytes, "<use "); at; at = strstr(at + 1, "<use ")) {
		if (sscanf(at, "<use xlink:href=\"#%23[^\"]\" x=\"%lf\" y=\"%lf\"", glyph.name,
			   &glyph.x, &glyph.y) != 3 ||
		    glyph.y < top || glyph.y > bottom || is_blank(picture, glyph.name))
			continue;
		cr_assert_lt(drawn.count, GLYPHS_MAX);
		drawn.glyph[drawn.count++] = glyph;
	}
	qsort(drawn.glyph, drawn.count, sizeof(drawn.glyph[0]), is_left_of);
	return drawn;
}

/* The same of the text on the canvas, with what stands above and below its baseline. */
static struct drawn read_text(double baseline)
{
	return read_level(&svg, baseline - SIZE, baseline + SIZE / 2.0);
}

static struct drawn end(void)
{
	canvas_close(&canvas);
	cairo_surface_finish(surface);
	cr_assert_eq(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
	cairo_surface_destroy(surface);
	return read_text(LEVEL);
}

static void write_at(double x, double y, const char *text, enum anchor anchor)
{
	canvas_text(&canvas, (struct point){x, y}, text, SIZE, PLAIN, anchor);
}

static double width_of(const char *text)
{
	begin();
	const double width = canvas_text_width(&canvas, text, SIZE, PLAIN);

	end();
	return width;
}

/* Does the text stand there as these letters do from left to right, each drawn by itself? */
static void expect_order(const char *text, const char *const *letters, size_t count)
{
	begin();
	for (size_t i = 0; i < count; i++)
		write_at(10 + 40 * (double)i, LEVEL + 100, letters[i], ANCHOR_START);
	write_at(10, LEVEL, text, ANCHOR_START);
	const struct drawn drawn = end(), wanted = read_text(LEVEL + 100);

	cr_assert_geq(wanted.count, count, "%s: %zu glyphs of %zu", text, wanted.count, count);
	cr_assert_eq(drawn.count, wanted.count, "%s: %zu glyphs", text, drawn.count);
	for (size_t i = 0; i < drawn.count; i++)
		cr_expect_str_eq(drawn.glyph[i].name, wanted.glyph[i].name, "%s: glyph %zu", text,
				 i);
}

#define EXPECT_ORDER(text, ...) \
	do { \
		const char *const letters[] = {__VA_ARGS__}; \
\
		expect_order(text, letters, sizeof(letters) / sizeof(letters[0])); \
	} while (0)

/* ---- which way ---- */

Test(picture_text, a_hebrew_name_runs_from_right_to_left)
{
	EXPECT_ORDER("\u05e9\u05dc\u05d5\u05dd", "\u05dd", "\u05d5", "\u05dc", "\u05e9");
}

Test(picture_text, a_latin_name_runs_from_left_to_right)
{
	EXPECT_ORDER("Hub", "H", "u", "b");
}

/* Each text is a paragraph whose first letter says which way it runs. */
Test(picture_text, a_mixed_name_has_its_own_direction)
{
	EXPECT_ORDER("\u05d0\u05d1.Kh", "K", "h", ".", "\u05d1", "\u05d0");
	EXPECT_ORDER("Kh.\u05d0\u05d1", "K", "h", ".", "\u05d1", "\u05d0");
	EXPECT_ORDER("\u05d0\u05d1.7", "7", ".", "\u05d1", "\u05d0");
}

/* Unisolated, the 7 would stand left of the name. */
Test(picture_text, a_name_in_a_sentence_turns_nothing_round_it)
{
	struct text sentence = TEXT_EMPTY;

	text_add_string(&sentence, "K");
	text_add_name(&sentence, "\u05d0\u05d1");
	text_add_string(&sentence, "7h");
	EXPECT_ORDER(sentence.bytes, "K", "\u05d1", "\u05d0", "7", "h");
	text_free(&sentence);
}

/* ---- the table of texts ---- */

/* Has DejaVu Sans all of it? */
static bool is_in_font(const char *text)
{
	PangoFontDescription *description = pango_font_description_from_string("DejaVu Sans 20px");
	PangoContext *context = pango_layout_get_context(canvas.layout);
	PangoFont *font = pango_context_load_font(context, description);
	bool has_all = true;

	for (; *text && has_all; text = g_utf8_next_char(text))
		has_all = pango_font_has_char(font, g_utf8_get_char(text));
	g_object_unref(font);
	pango_font_description_free(description);
	return has_all;
}

/* With what is missing nowhere shown by a box. */
static void expect_font(const char *text, bool is_other, const char *what)
{
	begin();
	cr_expect_eq(is_in_font(text), !is_other, "%s: is it in DejaVu Sans?", what);
	write_at(10, LEVEL, text, ANCHOR_START);
	if (!is_other)
		cr_expect_eq(pango_layout_get_unknown_glyphs_count(canvas.layout), 0, "%s", what);
	end();
}

static bool runs_to_left(const char *text)
{
	begin();
	const bool runs = canvas_runs_to_left(&canvas, text);

	end();
	return runs;
}

static void expect_picture(const char *text, const json_t *picture)
{
	const char *letters[GLYPHS_MAX];
	const json_t *letter;
	size_t index;

	json_array_foreach(picture, index, letter)
	{
		letters[index] = json_string_value(letter);
	}
	expect_order(text, letters, json_array_size(picture));
}

Test(picture_text, each_name_that_is_kept_stands_as_the_table_says)
{
	json_t *rows = texts_read();
	const json_t *row;
	size_t index;

	json_array_foreach(rows, index, row)
	{
		const char *kept = texts_kept(row);
		const char *what = json_string_value(json_object_get(row, "what"));
		const json_t *picture = json_object_get(row, "picture");
		const bool is_other = json_is_true(json_object_get(row, "other_font"));
		char shown[CANVAS_TEXT_BYTES];

		if (!kept)
			continue;
		cr_expect_str_eq(canvas_safe(kept, shown), kept, "%s", what);
		expect_font(kept, is_other, what);
		if (!json_object_get(row, "turns"))
			cr_expect_not(runs_to_left(kept), "%s", what);
		cr_expect_eq(picture != NULL, json_object_get(row, "turns") && !is_other, "%s",
			     what);
		if (picture)
			expect_picture(kept, picture);
	}
	json_decref(rows);
}

/* ---- on a table ---- */

static struct pn_muster muster;

/* The picture of a table on which one unit is called so, and owes a decision. */
static struct text draw_named(const char *name)
{
	struct pn_game *game = malloc(sizeof(*game));
	struct text out = TEXT_EMPTY;

	host_muster(&muster, PN_METHOD_SEALED);
	cr_assert_eq(pn_setup(game, play_book(), &muster).code, PN_MUSTER_NONE);
	snprintf(muster.unit[0].name, sizeof(muster.unit[0].name), "%s", name);
	for (pn_unit_id i = 1; i < game->unit_count; i++)
		game->unit[i].on_board = false;
	game->turn = 1;
	game->pending_count = 1;
	game->pending[0] =
		(struct pn_pending){.owes = PN_SEEN_BY_RED, .unit = 0, .other = PN_NO_UNIT};
	const struct picture_subject subject = {.game = game, .muster = &muster, .viewer = PN_RED};

	cr_assert(picture_draw(&out, &subject, PICTURE_SVG));
	free(game);
	return out;
}

Test(picture_text, the_title_of_a_picture_sets_a_name_apart)
{
	struct text hebrew = draw_named("\u05d0\u05d1"), latin = draw_named("Spears");

	cr_expect(strstr(hebrew.bytes, " \u2068\u05d0\u05d1\u2069)</title>"));
	cr_expect(strstr(latin.bytes, " Spears)</title>"));
	text_free(&hebrew);
	text_free(&latin);
}

/* The first level from above on which so many glyphs stand. */
static struct drawn find_line(const struct text *picture, size_t count)
{
	struct drawn line = {0};
	double y;

	for (const char *at = strstr(picture->bytes, " y=\""); at; at = strstr(at + 1, " y=\"")) {
		if (sscanf(at, " y=\"%lf\"", &y) != 1)
			continue;
		line = read_level(picture, y - 0.001, y + 0.001);
		if (line.count == count)
			break;
	}
	cr_assert_eq(line.count, count);
	return line;
}

/* The end of a name that runs from right to left: "!" stands left of the letters before it. */
Test(picture_text, a_name_cut_into_two_lines_has_one_direction)
{
	struct text right = draw_named(
		"\u05d0\u05d0\u05d0\u05d0\u05d0\u05d0\u05d0\u05d0\u05d0\u05d0\u05d0 QQQQQQ!");
	struct text left = draw_named("WWWWWWWWWWWWWWWWW QQQQQQ!");
	const struct drawn turned = find_line(&right, 7), plain = find_line(&left, 7);

	cr_expect_str_neq(turned.glyph[0].name, turned.glyph[1].name);
	cr_expect_str_eq(turned.glyph[1].name, turned.glyph[6].name);
	cr_expect_str_eq(plain.glyph[0].name, plain.glyph[5].name);
	cr_expect_str_neq(plain.glyph[5].name, plain.glyph[6].name);
	text_free(&right);
	text_free(&left);
}

/* ---- joining ---- */

Test(picture_text, arabic_letters_join)
{
	const char *const letters[] = {"\u0633", "\u0628", "\u064a", "\u0644"};
	double apart = 0;

	for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++)
		apart += width_of(letters[i]);
	const double joined = width_of("\u0633\u0628\u064a\u0644");

	cr_expect_lt(joined, apart * 0.9, "%g of %g", joined, apart);
	/* A space keeps them apart. */
	const double spaced = width_of("\u0633 \u0628 \u064a \u0644") - 3 * width_of(" ");

	cr_expect_float_eq(spaced, apart, 0.1, "%g of %g", spaced, apart);
}

/* ---- where ---- */

static void expect_anchored(const char *text)
{
	const double width = width_of(text);
	double least[3];

	for (int anchor = ANCHOR_START; anchor <= ANCHOR_END; anchor++) {
		begin();
		write_at(1000, LEVEL, text, (enum anchor)anchor);
		const struct drawn drawn = end();

		cr_assert_gt(drawn.count, 0);
		least[anchor] = drawn.glyph[0].x;
		for (size_t i = 0; i < drawn.count; i++)
			cr_expect_float_eq(drawn.glyph[i].y, LEVEL, 0.01);
	}
	cr_expect_float_eq(least[ANCHOR_START], 1000, 0.01);
	cr_expect_float_eq(least[ANCHOR_MIDDLE], 1000 - width / 2, 0.01);
	cr_expect_float_eq(least[ANCHOR_END], 1000 - width, 0.01);
}

Test(picture_text, it_stands_before_about_and_behind_its_point_on_its_baseline)
{
	expect_anchored("Spears");
	expect_anchored("\u05e9\u05dc\u05d5\u05dd");
}

/* Positions are no whole pixels: a word's width is that of its letters. */
Test(picture_text, widths_are_not_rounded)
{
	cr_expect_float_eq(width_of("nnnnnnnnnn"), 10 * width_of("n"), 0.02);
	cr_expect_float_eq(width_of("n"), 12.676, 0.01);
}

/* ---- without a font ---- */

Test(picture_text, a_machine_with_fonts_has_one)
{
	cr_expect(picture_has_font());
}

/* Fontconfig reads its file once a process; each test is one. */
Test(picture_text, a_machine_without_fonts_has_none_and_draws)
{
	char folder[64], path[80];

	host_make_folder(folder);
	snprintf(path, sizeof(path), "%s/fonts.conf", folder);
	FILE *file = fopen(path, "w");

	cr_assert(file);
	fputs("<?xml version=\"1.0\"?><fontconfig></fontconfig>", file);
	fclose(file);
	setenv("FONTCONFIG_FILE", path, 1);
	cr_expect_not(picture_has_font());
	struct text picture = draw_named("\u05d0\u05d1");

	cr_expect_gt(picture.size, 0);
	text_free(&picture);
	host_remove_folder(folder);
}

/* ---- whatever it is ---- */

Test(picture_text, what_cannot_be_drawn_is_a_question_mark_each)
{
	static const char *const rows[][2] = {
		{"a\xff\xfe", "a??"},
		{"a\xc3", "a?"},
		{"\xe2\x80", "??"},
		{"\xc0\x80z", "??z"},             /* longer than it need be */
		{"\xed\xa0\x80", "???"},          /* half of a pair */
		{"\xf4\x90\x80\x80", "????"},     /* past the last */
		{"a\nb\tc\x7f", "a?b?c?"},        /* controls */
		{"a\xc2\x85z", "a?z"},            /* the same, of two bytes */
		{"a\u2028b\u2029c", "a?b?c"},     /* would begin a new line */
		{"\ufffe\uffff", "??"},           /* in no XML */
		{"<b>&amp;</b>", "<b>&amp;</b>"}, /* no markup */
		{"", ""},
	};
	char shown[CANVAS_TEXT_BYTES];

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		cr_expect_str_eq(canvas_safe(rows[i][0], shown), rows[i][1], "row %zu", i);
}

Test(picture_text, markup_is_text)
{
	EXPECT_ORDER("<i>&", "<", "i", ">", "&");
}

Test(picture_text, a_long_text_ends_at_a_whole_character)
{
	char longer[4 * CANVAS_TEXT_BYTES], shown[CANVAS_TEXT_BYTES];

	for (size_t i = 0; i + 2 < sizeof(longer); i += 2)
		snprintf(longer + i, 3, "\u05d0");
	canvas_safe(longer, shown);
	cr_expect_geq(strlen(shown), CANVAS_TEXT_BYTES - 6);
	cr_expect_str_eq(shown + strlen(shown) - 2, "\u05d0");
	cr_expect_gt(width_of(longer), 1000);
}
