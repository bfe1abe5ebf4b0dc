/* Names beside the units, upright whichever way they face. Each unit has several ways to be
 * named, from its whole name with strength and badges on lines of their own down to its id
 * alone, and four places for each: behind it, before it, beside it. The first that lies on
 * the table and covers nothing is taken; where everything is full the id lies over the
 * unit, so that each can always be told. */

#include "picture/canvas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/words.h"

enum { LINES_MAX = 4, LINE_BYTES = 96, NAME_LINE = 22, GAP_PX = 3 };

static const double name_px = 12, small_px = 11, spacing = 1.2;

struct line {
	char text[LINE_BYTES];
	enum weight weight;
	bool is_badge; /* in a box */
	double width;
};

/* One way to name a unit. */
struct label {
	uint8_t count;
	struct line line[LINES_MAX];
	double width, height;
};

static double size_of(const struct line *line)
{
	return line->weight == BOLD ? name_px : small_px;
}

static double height_of(const struct line *line)
{
	return size_of(line) * spacing + (line->is_badge ? 5 : 0);
}

static void add_line(const struct canvas *canvas, struct label *label, const char *text,
		     enum weight weight, bool is_badge)
{
	struct line *line = &label->line[label->count];

	if (label->count == LINES_MAX || !text[0])
		return;
	label->count++;
	snprintf(line->text, sizeof(line->text), "%s", text);
	line->weight = weight;
	line->is_badge = is_badge;
	line->width = canvas_text_width(canvas, text, size_of(line), weight) + (is_badge ? 8 : 0);
	label->width = fmax(label->width, line->width);
	label->height += height_of(line);
}

/* What is worth saying besides: the state when it is not the best, and the last of the
 * flags that have a badge in the catalogue. */
static void write_badges(const struct canvas *canvas, const struct pn_unit *unit,
			 char out[LINE_BYTES])
{
	const struct pn_rules *rules = pn_rules_of(canvas->game);
	char words[96], key[64];
	int used = 0;

	out[0] = '\0';
	if (unit->state)
		used = snprintf(out, LINE_BYTES, "%s",
				canvas_words("state", rules->states.row[unit->state], words));
	for (uint8_t flag = rules->flags.count; flag-- > 0;) {
		snprintf(key, sizeof(key), "badge.%s", rules->flags.row[flag].name);
		const char *badge =
			unit->flags >> flag & 1 ? words_find(words_spoken(), key) : NULL;

		if (!badge)
			continue;
		snprintf(out + used, LINE_BYTES - (size_t)used, "%s%s", used ? " · " : "", badge);
		return;
	}
}

/* "r3 · 14 of 20 horse" */
static void write_strength(const struct canvas *canvas, pn_unit_id id, char out[LINE_BYTES])
{
	const struct pn_unit *unit = &canvas->game->unit[id];
	const struct pn_rules *rules = pn_rules_of(canvas->game);
	char name[8], words[96], of[16] = "";

	canvas_unit_id(canvas, id, name);
	if (unit->figures != unit->figures_at_start)
		snprintf(of, sizeof(of), " of %u", unit->figures_at_start);
	snprintf(out, LINE_BYTES, "%s · %u%s %s", name, unit->figures, of,
		 canvas_words("class", rules->classes.row[unit->class].name, words));
}

/* A line of a name: it runs as the whole name does. */
static void add_part(const struct canvas *canvas, struct label *label, const char *name,
		     const char *part, size_t size)
{
	struct text shown = TEXT_EMPTY, line = TEXT_EMPTY;

	if (size == 0)
		return;
	text_add(&shown, part, size);
	words_shorten(&shown, NAME_LINE);
	text_add_string(&line, canvas_runs_to_left(canvas, name) ? "\u200f" : "\u200e");
	text_add_string(&line, shown.bytes);
	add_line(canvas, label, line.bytes, BOLD, false);
	text_free(&shown);
	text_free(&line);
}

/* The name, cut at a space near its middle when it is long. */
static void add_name(const struct canvas *canvas, struct label *label, const char *name)
{
	const size_t size = strlen(name);
	const char *cut = NULL, *middle = name + size / 2;

	for (const char *at = strchr(name, ' '); at; at = strchr(at + 1, ' ')) {
		if (!cut || labs(at - middle) < labs(cut - middle))
			cut = at;
	}
	if (size <= NAME_LINE || !cut) {
		add_part(canvas, label, name, name, size);
		return;
	}
	add_part(canvas, label, name, name, (size_t)(cut - name));
	add_part(canvas, label, name, cut + 1, strlen(cut + 1));
}

/* The id and the longest word of the name: "of" and "the" tell units apart badly. */
static void add_short_name(const struct canvas *canvas, struct label *label, pn_unit_id id)
{
	struct text text = TEXT_EMPTY, word = TEXT_EMPTY;
	const char *name = canvas->subject->muster->unit[id].name, *longest = name;
	char unit[8];

	for (const char *at = name; at; at = strchr(at, ' ')) {
		at += *at == ' ';
		if (strcspn(at, " ") > strcspn(longest, " "))
			longest = at;
	}
	canvas_unit_id(canvas, id, unit);
	text_add_format(&text, "%s ", unit);
	text_add(&word, longest, strcspn(longest, " "));
	text_add_name(&text, word.bytes);
	words_shorten(&text, NAME_LINE / 2 + 2);
	add_line(canvas, label, text.bytes, BOLD, false);
	text_free(&text);
	text_free(&word);
}

enum { WAYS = 3 };

/* Way 0 says the most. */
static void make_label(const struct canvas *canvas, pn_unit_id id, int way, struct label *label)
{
	char line[LINE_BYTES];

	*label = (struct label){0};
	if (way == 0) {
		add_name(canvas, label, canvas->subject->muster->unit[id].name);
		write_strength(canvas, id, line);
		add_line(canvas, label, line, PLAIN, false);
	} else if (way == 1) {
		add_short_name(canvas, label, id);
	} else {
		canvas_unit_id(canvas, id, line);
		add_line(canvas, label, line, BOLD, false);
	}
	write_badges(canvas, &canvas->game->unit[id], line);
	add_line(canvas, label, line, PLAIN, true);
}

/* ---- where ---- */

/* The label's box when it lies at the end of `way` from the unit's box. */
static struct box place(const struct box *unit, const struct label *label, int way)
{
	const double x = (unit->left + unit->right - label->width) / 2;
	const double y = (unit->top + unit->bottom - label->height) / 2;
	const struct point at[] = {
		{x, unit->bottom + GAP_PX},
		{x, unit->top - GAP_PX - label->height},
		{unit->right + GAP_PX, y},
		{unit->left - GAP_PX - label->width, y},
	};

	return (struct box){at[way].x, at[way].y, at[way].x + label->width,
			    at[way].y + label->height};
}

/* The places in the order in which they are tried: behind the unit first. */
static void order_places(const struct pn_unit *unit, int order[4])
{
	const bool looks_north = pn_cosine(unit->pose.facing) >= 0;
	const bool looks_east = pn_sine(unit->pose.facing) >= 0;

	order[0] = looks_north ? 0 : 1;
	order[1] = looks_north ? 1 : 0;
	order[2] = looks_east ? 3 : 2;
	order[3] = looks_east ? 2 : 3;
}

static void draw_badge(const struct canvas *canvas, struct point at, const struct line *line)
{
	cairo_t *cairo = canvas->cairo;

	cairo_rectangle(cairo, at.x, at.y + 2, line->width, height_of(line) - 3);
	canvas_colour(canvas, colour_paper);
	cairo_fill_preserve(cairo);
	canvas_colour(canvas, colour_ink);
	cairo_set_line_width(cairo, 1.2);
	cairo_stroke(cairo);
	canvas_text(canvas, (struct point){at.x + 4, at.y + small_px + 2.5}, line->text, small_px,
		    PLAIN, ANCHOR_START);
}

static void draw_label(const struct canvas *canvas, const struct pn_unit *unit,
		       const struct label *label, struct box box)
{
	double top = box.top;

	canvas_plate(canvas, box, colour_field);
	for (uint8_t i = 0; i < label->count; i++) {
		const struct line *line = &label->line[i];
		struct point at = {(box.left + box.right - line->width) / 2, top};

		top += height_of(line);
		if (line->is_badge) {
			draw_badge(canvas, at, line);
			continue;
		}
		at.y += size_of(line);
		canvas_colour(canvas, line->weight == BOLD ? colour_side[unit->side] : colour_ink);
		canvas_text(canvas, at, line->text, size_of(line), line->weight, ANCHOR_START);
	}
}

/* Nothing is free: the id, with the state if that is no wider than the unit, lies over it. */
static void draw_over(struct canvas *canvas, pn_unit_id id, struct box at)
{
	const struct pn_unit *unit = &canvas->game->unit[id];
	const struct pn_rules *rules = pn_rules_of(canvas->game);
	struct label label = {0};
	char name[8], words[96], line[LINE_BYTES];

	canvas_unit_id(canvas, id, name);
	snprintf(line, sizeof(line), "%s %s", name,
		 canvas_words("state", rules->states.row[unit->state], words));
	if (!unit->state || canvas_text_width(canvas, line, name_px, BOLD) > at.right - at.left)
		snprintf(line, sizeof(line), "%s", name);
	add_line(canvas, &label, line, BOLD, false);

	double left = (at.left + at.right - label.width) / 2;
	double top = (at.top + at.bottom - label.height) / 2;

	draw_label(canvas, unit, &label,
		   (struct box){left, top, left + label.width, top + label.height});
}

static void name_unit(struct canvas *canvas, pn_unit_id id)
{
	const struct pn_unit *unit = &canvas->game->unit[id];
	const struct box at = units_box(canvas, canvas->game, unit);
	struct label label;
	struct box box;
	int order[4];

	order_places(unit, order);
	for (int way = 0; way < WAYS; way++) {
		make_label(canvas, id, way, &label);
		for (int i = 0; i < 4; i++) {
			box = place(&at, &label, order[i]);
			if (!canvas_is_free(canvas, box))
				continue;
			draw_label(canvas, unit, &label, box);
			canvas_keep_out(canvas, box);
			return;
		}
	}
	draw_over(canvas, id, at);
}

void labels_draw(struct canvas *canvas)
{
	for (pn_unit_id i = 0; i < canvas->game->unit_count; i++) {
		if (canvas->game->unit[i].on_board)
			name_unit(canvas, i);
	}
}
