#include "cq_board.h"

#include <stdio.h>
#include <string.h>

#include "conquest-1.5/cq.h"

enum { OTHERS_MAX = 3, WALLS_MAX = 3 };

static pn_pose anywhere(struct random_source *random)
{
	pn_pose pose;

	pose.at.x = random_between(random, 10 * PN_INCH, 38 * PN_INCH);
	pose.at.y = random_between(random, 10 * PN_INCH, 38 * PN_INCH);
	pose.facing = random_facing(random);
	return pose;
}

void cq_add_regiment(struct pn_muster *muster, struct random_source *random, pn_side side,
		     pn_pose pose)
{
	struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];

	memset(unit, 0, sizeof *unit);
	snprintf(unit->name, sizeof unit->name, "Regiment %d", muster->unit_count);
	unit->side = side;
	unit->pose = pose;
	unit->formation.figures = (uint16_t)random_between(random, 2, 10);
	unit->formation.files = (uint16_t)random_between(random, 2, unit->formation.figures);
	unit->formation.base_width = random_one_in(random, 2) ? 2500 : 5000;
	unit->formation.base_depth = random_one_in(random, 3) ? 7500 : 5000;
	unit->class = CQ_MONSTER;
	unit->stats[CQ_MARCH] = random_between(random, 3 * PN_INCH, 8 * PN_INCH);
	unit->stats[CQ_MODELS] = 1;
}

void cq_add_wall(struct pn_muster *muster, struct random_source *random)
{
	struct pn_terrain *piece = &muster->terrain[muster->terrain_count++];
	const pn_len wide = random_between(random, 1, 5) * PN_INCH;
	const pn_pose pose = anywhere(random);

	piece->kind = CQ_IMPASSABLE;
	piece->shape = (struct pn_shape){4,
					 {
						 pn_ahead(pose, 0, 0),
						 pn_ahead(pose, 0, wide),
						 pn_ahead(pose, -PN_INCH, wide),
						 pn_ahead(pose, -PN_INCH, 0),
					 }};
}

bool cq_set_board(struct pn_game *game, struct random_source *random, bool premeasure)
{
	const uint8_t book = (uint8_t)pn_rules_find("conquest-1.5");
	struct pn_muster muster;

	pn_muster_defaults(&muster, book);
	muster.width = muster.depth = 48 * PN_INCH;
	muster.premeasure = premeasure;
	cq_add_regiment(&muster, random, PN_RED,
			(pn_pose){{24 * PN_INCH, 24 * PN_INCH}, random_facing(random)});
	if (random_one_in(random, 2))
		cq_add_regiment(&muster, random, PN_RED, anywhere(random));
	for (int i = random_between(random, 0, OTHERS_MAX); i >= 0; i--)
		cq_add_regiment(&muster, random, PN_BLUE, anywhere(random));
	for (int i = random_between(random, 0, WALLS_MAX); i > 0; i--)
		cq_add_wall(&muster, random);
	if (pn_setup(game, book, &muster).code != PN_MUSTER_NONE)
		return false;
	game->turn = 1;
	game->phase = CQ_ACTION;
	game->pending[game->pending_count++] = (struct pn_pending){
		.decision = CQ_ACTIVATION, .owes = PN_SEEN_BY_RED, .unit = 0, .other = PN_NO_UNIT};
	return true;
}
