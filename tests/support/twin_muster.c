#include "twin_muster.h"

#include <stdio.h>

static struct pn_shape zone(const struct pn_muster *muster, pn_len from, pn_len to)
{
	return (struct pn_shape){4,
				 {{0, from}, {0, to}, {muster->width, to}, {muster->width, from}}};
}

/* Fast and of good morale: what a book has for that. */
static void random_stats(struct pn_muster_unit *unit, const struct pn_rules *rules,
			 struct random_source *random)
{
	for (uint8_t i = 0; i < rules->stats.count; i++) {
		const struct pn_stat_rule *stat = &rules->stats.row[i];
		const bool length = stat->kind == PN_STAT_LENGTH;
		int32_t low = length ? 12 * PN_INCH : 8, high = length ? 24 * PN_INCH : 16;

		low = low < stat->min ? stat->min : low;
		high = high > stat->max ? stat->max : high;
		if (!stat->optional)
			unit->stats[i] = random_between(random, low < high ? low : high, high);
	}
}

/* In a book that has the numbers of all kinds of troops in tables of its own: any of them, and
 * often one that may have every trait there is, for whose sake dice are thrown. */
static void be_of_any_kind(struct pn_muster *muster, uint8_t book, struct random_source *random)
{
	enum { TRIES_MAX = 20 };
	static struct pn_game game;
	const struct pn_rules *rules = pn_rules_at(book);
	const uint32_t all = (uint32_t)((UINT64_C(1) << rules->traits.count) - 1);

	for (uint8_t i = 0; i < muster->unit_count; i++) {
		struct pn_muster_unit *unit = &muster->unit[i];
		int tries = random_one_in(random, 3) ? 0 : TRIES_MAX;

		unit->class = (uint8_t)random_between(random, 0, rules->classes.count - 1);
		for (; tries > 0; tries--) {
			unit->traits = all;
			if (pn_setup(&game, book, muster).code == PN_MUSTER_NONE)
				break;
			unit->traits = 0;
			unit->class = (uint8_t)random_between(random, 0, rules->classes.count - 1);
		}
	}
}

void twin_muster_make(struct pn_muster *muster, uint8_t book, struct random_source *random)
{
	const struct pn_rules *rules = pn_rules_at(book);
	const int units = random_between(random, 2, 4);
	const pn_len lane = random_between(random, 8, 12) * PN_INCH;
	const pn_len gap = random_between(random, 8, 14) * PN_INCH;
	bool seals;

	pn_muster_defaults(muster, book);
	muster->width = lane * units + 8 * PN_INCH;
	muster->depth = 44 * PN_INCH;
	muster->turns = (uint8_t)random_between(random, 3, 5);
	muster->count = PN_COUNT_UNITS;
	muster->premeasure = random_one_in(random, 2);
	/* Where nothing else is sealed the places are. */
	seals = rules->methods >> PN_METHOD_SEALED & 1;
	if (seals)
		muster->method = PN_METHOD_SEALED;
	if ((!seals || random_one_in(random, 4)) && rules->deployment_phase != PN_NO_PHASE) {
		const pn_len deep = (muster->depth - gap) / 2;

		muster->deployment = PN_DEPLOYMENT_SEALED;
		/* Near enough, and opposite each other, to charge in the first turn where that is
		 * what is answered. */
		const pn_len back = seals ? 0 : deep - 5 * PN_INCH;

		if (!seals)
			muster->width = units * 5 * PN_INCH + 4 * PN_INCH;
		muster->zone[PN_RED] = zone(muster, back, deep);
		muster->zone[PN_BLUE] = zone(muster, muster->depth - deep, muster->depth - back);
	}
	for (int i = 0; i < 2 * units; i++) {
		struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];
		const bool red = i < units;

		unit->side = red ? PN_RED : PN_BLUE;
		snprintf(unit->name, sizeof(unit->name), "Company %d", i + 1);
		unit->class = (uint8_t)random_between(random, 0, rules->classes.count > 1);
		unit->formation = (struct pn_formation){12, 6, 2000, 2000, 0};
		random_stats(unit, rules, random);
		if (muster->deployment != PN_DEPLOYMENT_PLACED)
			continue;
		unit->pose.at.x = lane / 2 + lane * (i % units) + 4 * PN_INCH;
		unit->pose.at.y = muster->depth / 2 + (red ? -gap : gap) / 2;
		unit->pose.facing = red ? 0 : PN_TURN_HALF;
	}
	if (rules->stats.count == 0)
		be_of_any_kind(muster, book, random);
}

void twin_muster_deploy(struct pn_muster *muster)
{
	const pn_len deep = muster->depth * 2 / 5;

	muster->deployment = PN_DEPLOYMENT_SEALED;
	muster->zone[PN_RED] = zone(muster, 0, deep);
	muster->zone[PN_BLUE] = zone(muster, muster->depth - deep, muster->depth);
	for (uint8_t i = 0; i < muster->unit_count; i++)
		muster->unit[i].pose = (pn_pose){{0, 0}, 0};
}
