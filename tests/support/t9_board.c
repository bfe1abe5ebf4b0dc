#include "t9_board.h"

#include <stdio.h>
#include <string.h>

#include "pennon/rules.h"
#include "t9a-2e/t9.h"

enum { OTHERS_MAX = 4 };

static struct pn_muster_unit *add_unit(struct pn_muster *muster, pn_side side,
				       struct random_source *random)
{
	struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];

	memset(unit, 0, sizeof *unit);
	snprintf(unit->name, sizeof unit->name, "Unit %d", muster->unit_count);
	unit->side = side;
	unit->formation.figures = (uint16_t)random_between(random, 2, 16);
	unit->formation.files = (uint16_t)random_between(random, 1, 6);
	if (unit->formation.files > unit->formation.figures)
		unit->formation.files = unit->formation.figures;
	unit->formation.base_width = random_between(random, 2000, 2500);
	unit->formation.base_depth = random_between(random, 2000, 5000);
	unit->stats[T9_ADVANCE] = 6 * PN_INCH;
	unit->stats[T9_DISCIPLINE] = 7;
	unit->stats[T9_HEALTH] = 1;
	unit->stats[T9_RESILIENCE] = 3;
	return unit;
}

static pn_pose somewhere(struct random_source *random, int low, int high)
{
	return (pn_pose){{random_between(random, 10 * PN_INCH, 30 * PN_INCH),
			  random_between(random, low * PN_INCH, high * PN_INCH)},
			 random_facing(random)};
}

static void add_rock(struct pn_muster *muster, struct random_source *random)
{
	struct pn_terrain *piece = &muster->terrain[muster->terrain_count++];
	const pn_vec at = somewhere(random, 12, 28).at;

	piece->kind = T9_IMPASSABLE;
	piece->shape = (struct pn_shape){4,
					 {{at.x, at.y},
					  {at.x, at.y + 2 * PN_INCH},
					  {at.x + 3 * PN_INCH, at.y + 2 * PN_INCH},
					  {at.x + 3 * PN_INCH, at.y}}};
}

bool t9_set_board(struct pn_game *game, struct random_source *random, int chargers)
{
	const int others = random_between(random, 0, OTHERS_MAX);
	struct pn_muster muster;

	pn_muster_defaults(&muster, (uint8_t)pn_rules_find("t9a-2e"));
	muster.width = 40 * PN_INCH;
	muster.depth = 40 * PN_INCH;
	for (int i = 0; i < chargers; i++) {
		add_unit(&muster, PN_RED, random)->pose = (pn_pose){
			{(17 + 6 * i) * PN_INCH + random_between(random, 0, PN_INCH), 12 * PN_INCH},
			(pn_angle)random_between(random, -4000, 4000)};
	}
	for (int i = 0; i < others; i++)
		if (random_one_in(random, 3))
			add_unit(&muster, PN_RED, random)->pose = somewhere(random, 12, 26);
	if (random_one_in(random, 3))
		add_rock(&muster, random);
	add_unit(&muster, PN_BLUE, random)->pose =
		(pn_pose){{random_between(random, 14, 26) * PN_INCH,
			   random_between(random, 16, 25) * PN_INCH},
			  (pn_angle)(PN_TURN_HALF + random_between(random, -16000, 16000))};
	for (int i = 0; i < others; i++)
		if (random_one_in(random, 2))
			add_unit(&muster, PN_BLUE, random)->pose = somewhere(random, 14, 30);
	return pn_setup(game, (uint8_t)pn_rules_find("t9a-2e"), &muster).code == PN_MUSTER_NONE;
}

pn_unit_id t9_board_target(const struct pn_game *game)
{
	pn_unit_id id = 0;

	while (game->unit[id].side == PN_RED)
		id++;
	return id;
}
