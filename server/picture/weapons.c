/* The mark of a unit's weapon, of what the unit is: its traits, else its class, a whole name
 * or the last word of it. The first that fits. The page has the same table
 * (web/board/weapons.js). */

#include "picture/canvas.h"

#include <stdlib.h>
#include <string.h>

/* Lists are words with spaces between them; strokes lie in a square of 20 about (0, 0). */
static const struct weapon {
	const char *name, *traits, *classes, *strokes;
} weapons[] = {
	{"chariot", "chariot", "chariot chariots",
	 "M-8 -5L-4 3L5 3L9 -1M-3 3L-4 6L-2 8L1 8L3 6L2 3"},
	{"levy", "", "levies peasants", "M-4 8L5 -2M2 -8L8 -1L5 -2L3 -4L2 -8"},
	{"pike", "pike pikes long_spear spears halberd pole_arms", "swiss landsknechte",
	 "M-8 8L6 -6M2 -6L8 -8L6 -2L2 -6"},
	{"lance", "lance charge_weapon knights", "heavy_horse",
	 "M-8 2L8 -4M-8 2L-4 5L-2 0M3 -2L3 3L8 1L3 -2"},
	{"bow", "missiles", "archers bowmen crossbowmen longbowmen",
	 "M-4 -8L2 -6L5 0L2 6L-4 8L-4 -8M-8 0L8 0M5 -3L8 0L5 3"},
	{"sword", "", "foot infantry cavalry horse camelry standard", "M-7 7L7 -8M-6 1L0 7"},
};

enum { WEAPONS = sizeof(weapons) / sizeof(weapons[0]) };

static const double plate_px = 6.5, mark_scale = 0.55;

static bool is_listed(const char *list, const char *word)
{
	const size_t size = strlen(word);

	for (const char *at = strstr(list, word); at; at = strstr(at + 1, word)) {
		if ((at == list || at[-1] == ' ') && (!at[size] || at[size] == ' '))
			return true;
	}
	return false;
}

static bool fits(const struct weapon *weapon, const struct pn_rules *rules,
		 const struct pn_unit *unit)
{
	const char *class = rules->classes.row[unit->class].name;
	const char *last = strrchr(class, '_');

	for (uint8_t i = 0; i < rules->traits.count; i++) {
		if (unit->traits >> i & 1 && is_listed(weapon->traits, rules->traits.row[i]))
			return true;
	}
	return is_listed(weapon->classes, class) || (last && is_listed(weapon->classes, last + 1));
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
