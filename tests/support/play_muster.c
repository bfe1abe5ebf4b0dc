/* Musters that cannot be played: what their fault says how to mend, and musters broken on
 * purpose. */

#include <stdio.h>

#include "play.h"
#include "step.h"

void play_plain_muster(struct pn_muster *muster, pn_len size)
{
	pn_muster_defaults(muster, play_book());
	muster->width = size;
	muster->depth = size;
	muster->turns = 3;
	for (int i = 0; i < 4; i++) {
		struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];

		snprintf(unit->name, sizeof unit->name, "Unit %d", i + 1);
		unit->side = i < 2 ? PN_RED : PN_BLUE;
		unit->formation = (struct pn_formation){12, 6, 2000, 2000, 0};
		unit->stats[0] = 8 * PN_INCH;
		unit->stats[1] = 12;
		unit->pose.at = (pn_vec){size / 4 + size * 5 / 12 * (i % 2),
					 size * 5 / 24 + (i < 2 ? 0 : size * 5 / 12)};
		unit->pose.facing = i < 2 ? 0 : PN_TURN_HALF;
	}
}

/* What the fault itself says how to mend: too many or too few figures, or a characteristic
 * that it need not have. */
bool play_mend(struct pn_muster_unit *unit, const struct pn_rules *rules,
	       const struct pn_muster_fault *fault)
{
	struct pn_formation *formation = &unit->formation;
	bool mended = false;

	if (strcmp(fault->member, "figures") == 0 && fault->max > 0) {
		formation->figures =
			(uint16_t)(formation->figures < fault->min ? fault->min : fault->max);
		if (formation->files > formation->figures)
			formation->files = formation->figures;
		return true;
	}
	for (uint8_t i = 0; i < rules->stats.count; i++) {
		const struct pn_stat_rule *stat = &rules->stats.row[i];

		if (!stat->optional || unit->stats[i] == 0 ||
		    strcmp(fault->member, stat->pointer) != 0)
			continue;
		unit->stats[i] = 0;
		mended = true;
	}
	return mended;
}

static void break_unit(struct pn_muster_unit *unit, const struct pn_rules *rules,
		       struct random_source *random)
{
	uint8_t stat = 0;

	/* A book may have its numbers in tables of its own, and none in musters. */
	if (rules->stats.count > 0)
		stat = (uint8_t)random_between(random, 0, rules->stats.count - 1);
	switch (random_between(random, rules->stats.count > 0 ? 0 : 2, 6)) {
	case 6: /* all traits at once, whatever the class */
		unit->class = 0;
		unit->traits = (uint32_t)((UINT64_C(1) << rules->traits.count) - 1);
		break;
	case 5:
		unit->formation.figures = unit->formation.files = 1;
		break;
	case 0:
		unit->stats[stat] = rules->stats.row[stat].max + 1;
		break;
	case 1:
		unit->stats[stat] = rules->stats.row[stat].min - 1;
		break;
	case 2:
		unit->formation.figures = 0;
		break;
	case 3:
		unit->class = rules->classes.count;
		break;
	default:
		unit->state = rules->states.count;
		break;
	}
}

void play_broken_muster(struct pn_muster *muster, uint8_t ruleset, struct random_source *random)
{
	static struct pn_game probe;
	const struct pn_rules *rules = pn_rules_at(ruleset);
	uint8_t unit;

	play_random_muster(muster, ruleset, random);
	unit = (uint8_t)random_between(random, 0, muster->unit_count - 1);
	switch (random_between(random, 0, 3)) {
	case 0:
		muster->turns = 0;
		break;
	case 1:
		if (rules->params.count == 0)
			muster->turns = 0;
		else
			muster->params[random_between(random, 0, rules->params.count - 1)] =
				INT32_MIN;
		break;
	case 2:
		if (muster->deployment != PN_DEPLOYMENT_PLACED)
			muster->zone[PN_RED].count = 2;
		else if (pn_in_reserve(rules, muster->unit[unit].stats))
			muster->width = 0;
		else
			muster->unit[unit].pose.at.x = -1;
		break;
	default:
		break_unit(&muster->unit[unit], rules, random);
		break;
	}
	/* Some books take a unit of one figure. */
	if (pn_setup(&probe, ruleset, muster).code == PN_MUSTER_NONE)
		muster->unit[unit].state = rules->states.count;
}

void play_set_stat(struct pn_unit *unit, const char *book, uint8_t stat, int32_t value)
{
	const struct pn_rules *rules = pn_rules_at((uint8_t)pn_rules_find(book));
	int32_t stats[PN_STATS_MAX] = {0};

	/* One that was never set up has none yet. */
	for (uint8_t i = 0; unit->wide && i < rules->stats.count; i++)
		stats[i] = pn_stat(unit, i);
	stats[stat] = value;
	pn_take_stats(unit, rules, stats);
}

/* As many as the book lets it have. */
static uint8_t random_tally(const struct pn_muster_unit *unit, const struct pn_tally_rule *rule,
			    struct random_source *random)
{
	if (rule->most == 0 || !random_one_in(random, 3) ||
	    (rule->out_of_order && unit->state == 0))
		return 0;
	return (uint8_t)random_between(
		random, 0, rule->below > 0 ? unit->stats[rule->below - 1] - 1 : rule->most);
}

/* Some units of blue's stand front to front with one of red's, and are in contact. */
static void put_in_contact(struct pn_muster *muster, struct random_source *random)
{
	const uint8_t reds = (uint8_t)(muster->unit_count / 2);

	for (uint8_t i = 0; i < reds && reds + i < muster->unit_count; i++) {
		struct pn_muster_unit *red = &muster->unit[i], *blue = &muster->unit[reds + i];

		if (red->side == blue->side || !random_one_in(random, 4) || red->placed > 0 ||
		    blue->placed > 0)
			continue;
		blue->pose = (pn_pose){red->pose.at, (pn_angle)(red->pose.facing + PN_TURN_HALF)};
		muster->contact[muster->contact_count++] =
			(struct pn_contact){i, (uint8_t)(reds + i), PN_FACING_FRONT, false};
	}
}

/* Counters that the book does not take of those units go back to nothing, most times: else few
 * battles would be left to play. */
static void mend_tallies(struct pn_muster *muster, uint8_t ruleset, struct random_source *random)
{
	static struct pn_game probe;
	const struct pn_rules *rules = pn_rules_at(ruleset);

	while (!random_one_in(random, 20)) {
		struct pn_muster_fault fault = pn_setup(&probe, ruleset, muster);

		if (fault.code != PN_MUSTER_NOT_LASTING || fault.part != PN_PART_TALLY)
			return;
		for (uint8_t k = 0; k < rules->tallies.count; k++)
			if (strcmp(rules->tallies.row[k].name, fault.member) == 0)
				muster->unit[fault.index].tally[k] = 0;
	}
}

void play_put_under_way(struct pn_muster *muster, uint8_t ruleset, struct random_source *random)
{
	const struct pn_rules *rules = pn_rules_at(ruleset);

	muster->first_turn = (uint8_t)random_between(random, 1, muster->turns);
	if (random_one_in(random, 20))
		muster->first_turn++;
	for (uint8_t i = 0; i < muster->unit_count; i++) {
		struct pn_muster_unit *unit = &muster->unit[i];

		if (random_one_in(random, 2)) {
			unit->at_start = unit->formation.figures;
			unit->formation.figures = (uint16_t)random_between(
				random, unit->formation.files, unit->at_start);
		}
		if (random_one_in(random, 3))
			unit->state = (uint8_t)random_between(random, 0, rules->states.count - 1);
		for (uint8_t k = 0; k < rules->tallies.count; k++)
			unit->tally[k] = random_tally(unit, &rules->tallies.row[k], random);
	}
	if (muster->deployment == PN_DEPLOYMENT_PLACED)
		put_in_contact(muster, random);
	mend_tallies(muster, ruleset, random);
}
