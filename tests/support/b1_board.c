#include "b1_board.h"

#include <stdio.h>
#include <string.h>

#include "battlesystem-1e/b1.h"
#include "loose.h"

enum { OTHERS_MAX = 4, PIECES_MAX = 3, SIZE = 48 * PN_INCH };

static struct pn_muster_unit *add_unit(struct pn_muster *muster, pn_side side, pn_pose pose,
				       struct random_source *random)
{
	static const uint8_t forms[] = {B1_CLOSED, B1_CLOSED, B1_OPEN, B1_MOB, B1_SKIRMISH};
	struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];

	memset(unit, 0, sizeof *unit);
	snprintf(unit->name, sizeof unit->name, "Unit %d", muster->unit_count);
	unit->side = side;
	unit->pose = pose;
	unit->form = forms[random_between(random, 0, 4)];
	unit->formation.figures = (uint16_t)random_between(random, 4, 24);
	unit->formation.files =
		(uint16_t)random_between(random, 1, unit->formation.figures < 8 ? 4 : 8);
	unit->formation.base_width = 2000;
	unit->formation.base_depth = random_between(random, 1500, 4000);
	for (uint8_t i = 0; i < battlesystem_1e_rules.stats.count; i++)
		unit->stats[i] = battlesystem_1e_rules.stats.row[i].optional
					 ? 0
					 : battlesystem_1e_rules.stats.row[i].min;
	unit->stats[B1_MOVEMENT_RATE] = random_between(random, 4, 12) * PN_INCH;
	return unit;
}

static pn_pose near_middle(struct random_source *random, int inches)
{
	pn_pose pose = {.facing = random_facing(random)};

	pose.at.x = SIZE / 2 + random_between(random, -inches * PN_INCH, inches * PN_INCH);
	pose.at.y = SIZE / 2 + random_between(random, -inches * PN_INCH, inches * PN_INCH);
	return pose;
}

static void add_piece(struct pn_muster *muster, struct random_source *random)
{
	struct pn_terrain *piece = &muster->terrain[muster->terrain_count++];

	piece->kind = (uint8_t)random_between(random, B1_ROAD, B1_IMPASSABLE);
	piece->height =
		piece->kind == B1_ELEVATION ? random_between(random, 1, 4) * PN_INCH / 3 : 0;
	piece->shape = random_terrain(random, near_middle(random, 14).at, 5 * PN_INCH);
}

/* A road over the whole board, along which the charger looks. */
static void add_road(struct pn_muster *muster, struct random_source *random)
{
	struct pn_terrain *piece = &muster->terrain[muster->terrain_count++];
	const pn_pose pose = {{SIZE / 2, SIZE / 2}, muster->unit[0].pose.facing};
	const pn_len half = random_between(random, 3, 9) * PN_INCH;

	piece->kind = B1_ROAD;
	piece->shape = (struct pn_shape){
		4,
		{pn_ahead(pose, 20 * PN_INCH, -half), pn_ahead(pose, 20 * PN_INCH, half),
		 pn_ahead(pose, -20 * PN_INCH, half), pn_ahead(pose, -20 * PN_INCH, -half)}};
}

static struct pn_formation formation_of(const struct pn_muster *muster, int number)
{
	struct pn_formation formation = muster->unit[number].formation;

	formation.gap =
		pn_form_gap(&battlesystem_1e_rules, muster->params, muster->unit[number].form);
	return formation;
}

/* Square to one side of the charger, and just as far off as it goes after a face to there, or a
 * hundredth or two more or less; ahead now and then as far as it would go on a road, or less. */
static void put_at_the_limit(struct pn_muster *muster, struct random_source *random)
{
	static const int32_t turn[] = {0, -PN_DEGREES_90, PN_DEGREES_90, PN_TURN_HALF};
	struct pn_muster_unit *unit = muster->unit;
	const struct pn_formation own = formation_of(muster, 0);
	const pn_len rate = unit->stats[B1_MOVEMENT_RATE];
	const pn_len price[] = {0, (rate + 2) / 3, (rate + 2) / 3, (rate + 1) / 2};
	const pn_len half = pn_frontage(own) / 2;
	const pn_len to_side[] = {0, half, half, pn_depth(own)};
	const int to = random_between(random, 0, 3);
	const pn_pose pose = {unit->pose.at, (pn_angle)turn[to]};
	pn_len gap = to_side[to] + rate * 3 / 2 - price[to] + random_between(random, -2, 2);

	if (to == 0 && random_one_in(random, 2))
		gap += random_between(random, 0, 5) * (rate / 10);
	unit->pose.facing = 0;
	muster->unit[1].pose.at = pn_ahead(pose, gap, 0);
	muster->unit[1].pose.facing = (pn_angle)(pose.facing + PN_TURN_HALF);
}

/* It has lost figures of its midst: each that is left stands by itself, where it stood. */
static void scatter(struct pn_game *game, pn_unit_id id, struct random_source *random)
{
	const uint16_t every = (uint16_t)random_between(random, 2, 4);
	struct pn_unit *unit = &game->unit[id];
	const pn_len front = pn_frontage(pn_unit_formation(unit));
	pn_figure *figure = game->figure + game->figure_count;
	uint16_t left = 0;

	unit->pose.at = pn_ahead(unit->pose, 0, (unit->base_width - front) / 2);
	unit->form = (uint8_t)(unit->form + B1_HOLED);
	pn_loose_begin(game, unit);
	for (uint16_t i = 0; i < unit->figures; i++)
		if (i % every != 0)
			figure[left++] = figure[i];
	unit->pose = pn_figure_unpack(figure[0]);
	unit->figures = left;
	unit->loose = (uint8_t)left;
	unit->files = unit->files < left ? unit->files : left;
	game->figure_count = (uint16_t)(unit->first_figure + left);
}

static void make_individual(struct pn_muster_unit *unit)
{
	unit->class = B1_INDIVIDUAL;
	unit->form = B1_CLOSED;
	unit->formation.figures = unit->formation.files = 1;
}

bool b1_set_board(struct pn_game *game, struct random_source *random)
{
	const uint8_t book = (uint8_t)pn_rules_find("battlesystem-1e");
	const int others = random_between(random, 0, OTHERS_MAX);
	const int pieces = random_one_in(random, 2) ? 0 : random_between(random, 1, PIECES_MAX);
	struct pn_muster muster;

	pn_muster_defaults(&muster, book);
	muster.width = muster.depth = SIZE;
	muster.premeasure = !random_one_in(random, 3);
	muster.switches[B1_SWITCH_RUN_UP] =
		random_one_in(random, 8) ? B1_RUN_UP_ALLOWANCE : B1_RUN_UP_WAY;
	muster.params[B1_PARAM_SHORT_CHARGE] = random_between(random, 0, 3) * 50;
	add_unit(&muster, PN_RED, (pn_pose){{SIZE / 2, SIZE / 2}, random_facing(random)}, random);
	add_unit(&muster, PN_BLUE, near_middle(random, random_between(random, 2, 22)), random);
	if (random_one_in(random, 15))
		make_individual(&muster.unit[0]);
	if (random_one_in(random, 5))
		put_at_the_limit(&muster, random);
	for (int i = 0; i < others; i++)
		add_unit(&muster, random_one_in(random, 2) ? PN_RED : PN_BLUE,
			 near_middle(random, 16), random);
	for (int i = 0; i < pieces; i++)
		add_piece(&muster, random);
	if (random_one_in(random, 5))
		add_road(&muster, random);
	if (pn_setup(game, book, &muster).code != PN_MUSTER_NONE)
		return false;
	if (random_one_in(random, 6) && game->unit[0].figures > 1)
		scatter(game, (pn_unit_id)random_between(random, 0, 1), random);
	return true;
}
