/* The mark of a unit's weapon, of what the unit is: its traits, else its class, a whole name
 * or the last word of it. The first that fits. The rows stand in web/board/weapons.js. */

#include "picture/canvas.h"

#include <stdlib.h>
#include <string.h>

/* Lists are words with spaces between them; strokes lie in a square of 20 about (0, 0). */
static const struct weapon {
	const char *name, *traits, *classes, *strokes;
} weapons[] = {
#include "weapons_rows.h"
};

enum { WEAPONS = sizeof(weapons) / sizeof(weapons[0]) };

static const double plate_px = 6.5, mark_scale = 0.55;

static bool fits(const struct weapon *weapon, const struct pn_rules *rules,
		 const struct pn_unit *unit)
{
	const char *class = rules->classes.row[unit->class].name;
	const char *last = strrchr(class, '_');

	for (uint8_t i = 0; i < rules->traits.count; i++) {
		if (unit->traits >> i & 1 && canvas_is_listed(weapon->traits, rules->traits.row[i]))
			return true;
	}
	return canvas_is_listed(weapon->classes, class) ||
	       (last && canvas_is_listed(weapon->classes, last + 1));
}

int weapons_of(const struct canvas *canvas, const struct pn_unit *unit)
{
	for (int i = 0; i < WEAPONS; i++) {
		if (fits(&weapons[i], pn_rules_of(canvas->game), unit))
			return i;
	}
	return -1;
}

const char *weapons_name(int weapon)
{
	return weapon >= 0 && weapon < WEAPONS ? weapons[weapon].name : NULL;
}

void weapons_draw(const struct canvas *canvas, int weapon, struct point at)
{
	cairo_t *cairo = canvas->cairo;

	cairo_rectangle(cairo, at.x - plate_px, at.y - plate_px, 2 * plate_px, 2 * plate_px);
	canvas_colour(canvas, colour_paper);
	cairo_fill(cairo);
	for (const char *next = weapons[weapon].strokes; *next;) {
		const char stroke = *next++;
		char *end;
		const double x = at.x + mark_scale * (double)strtol(next, &end, 10);
		const double y = at.y + mark_scale * (double)strtol(end, &end, 10);

		if (stroke == 'M')
			cairo_move_to(cairo, x, y);
		else
			cairo_line_to(cairo, x, y);
		next = end;
	}
	canvas_colour(canvas, colour_ink);
	cairo_set_line_width(cairo, 1.1);
	cairo_stroke(cairo);
}
