#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Used by tests and by plain programs alike, so a failure ends the program. */
void play_expect(bool condition, const char *what, uint64_t seed)
{
	if (condition)
		return;
	fprintf(stderr, "seed %llu: %s\n", (unsigned long long)seed, what);
	abort();
}

/* ---- musters ---- */

enum { FITTINGS_MAX = 200, FILES_MAX = 10, RANKS_MAX = 10, CLASSES_MANY = 10 };

static void random_unit(struct pn_muster_unit *unit, const struct pn_rules *rules,
			struct random_source *random)
{
	unit->class = (uint8_t)random_between(random, 0, rules->classes.count - 1);
	unit->traits = 0;
	for (uint8_t i = 0; i < rules->traits.count; i++)
		unit->traits |= (uint32_t)random_one_in(random, 2) << i;
	/* Of many traits few, every second time. */
	if (random_one_in(random, 2))
		for (uint8_t i = 0; i < rules->traits.count; i++)
			if (random_one_in(random, 2))
				unit->traits &= ~(UINT32_C(1) << i);
	if (random_one_in(random, 5))
		unit->state = (uint8_t)random_between(random, 0, rules->states.count - 1);
	unit->formation.figures = (uint16_t)random_between(random, 4, 24);
	unit->formation.files = (uint16_t)random_between(random, 1, unit->formation.figures / 2);
	unit->form = (uint8_t)random_between(random, 0, rules->forms.count - 1);
	if (unit->form > 0 && random_one_in(random, 2))
		unit->formation.files = (uint16_t)random_between(random, 1, 2);
	if (unit->formation.files > FILES_MAX)
		unit->formation.files = FILES_MAX;
	if (unit->formation.figures > RANKS_MAX * unit->formation.files)
		unit->formation.figures = (uint16_t)(RANKS_MAX * unit->formation.files);
	unit->formation.base_width = random_between(random, 1500, 3000);
	unit->formation.base_depth = random_between(random, 1500, 3000);
	for (uint8_t i = 0; i < rules->stats.count; i++)
		unit->stats[i] =
			random_between(random, rules->stats.row[i].min, rules->stats.row[i].max);
	if (rules->reserve_stat)
		unit->stats[rules->reserve_stat - 1] =
			random_one_in(random, 6) ? random_between(random, 1, 3) : 0;
}

/* Ground of all kinds between the lines, where no unit stands yet. */
static void random_ground(struct pn_muster *muster, const struct pn_rules *rules,
			  struct random_source *random)
{
	const pn_len half = muster->depth / 2;

	muster->terrain_count = (uint8_t)random_between(random, 0, 6);
	for (uint8_t i = 0; i < muster->terrain_count; i++) {
		struct pn_terrain *piece = &muster->terrain[i];
		pn_len west = random_between(random, 0, muster->width - 2 * PN_INCH);
		pn_len wide = random_between(random, 1, muster->width - west);
		pn_len south = half - random_between(random, 0, 3 * PN_INCH);
		pn_len deep = random_between(random, 1, 3 * PN_INCH);

		piece->kind = (uint8_t)random_between(random, 0, rules->terrain.count - 1);
		piece->height = random_between(random, 0, 2 * PN_INCH);
		piece->shape = (struct pn_shape){4,
						 {{west, south},
						  {west, south + deep},
						  {west + wide, south + deep},
						  {west + wide, south}}};
	}
}

/* Ground that red's line begins on: charges come out of it, and down from it. */
static void random_footing(struct pn_muster *muster, const struct pn_rules *rules,
			   struct random_source *random)
{
	struct pn_terrain *piece = &muster->terrain[muster->terrain_count++];
	const pn_len south = 8 * PN_INCH;
	const pn_len north = 20 * PN_INCH;

	do
		piece->kind = (uint8_t)random_between(random, 0, rules->terrain.count - 1);
	while (rules->terrain.row[piece->kind].impassable);
	piece->height = random_between(random, 0, 2 * PN_INCH);
	piece->shape = (struct pn_shape){
		4, {{0, south}, {0, north}, {muster->width, north}, {muster->width, south}}};
}

static void plain(struct pn_muster_unit *unit, const struct pn_rules *rules)
{
	unit->form = 0;
	for (uint8_t i = 0; i < rules->stats.count; i++)
		if (rules->stats.row[i].optional)
			unit->stats[i] = 0;
}

/* At most: another unit may stand behind it. */
static void stand_in_two_ranks(struct pn_muster_unit *unit)
{
	if (unit->formation.figures > 2 * unit->formation.files)
		unit->formation.figures = (uint16_t)(2 * unit->formation.files);
}

/* A form that a unit does not fit is given up for the usual one, and what it need not have
 * with it; if the ruleset still does not take it, for whatever reason, it is made anew. */
static void fit_forms(struct pn_muster *muster, uint8_t ruleset, struct random_source *random)
{
	static struct pn_game game;

	for (int i = 0; i < FITTINGS_MAX; i++) {
		struct pn_muster_fault fault = pn_setup(&game, ruleset, muster);

		if (fault.code == PN_MUSTER_NONE)
			return;
		if (fault.part != PN_PART_UNIT ||
		    play_mend(&muster->unit[fault.index], pn_rules_at(ruleset), &fault))
			continue;
		if (i >= 2 * muster->unit_count) {
			random_unit(&muster->unit[fault.index], pn_rules_at(ruleset), random);
			stand_in_two_ranks(&muster->unit[fault.index]);
		}
		/* Or it is another, spread out, that stands where this one does. */
		for (uint8_t k = 0; k < fault.index && muster->unit[fault.index].form == 0; k++)
			muster->unit[k].form = 0;
		plain(&muster->unit[fault.index], pn_rules_at(ruleset));
	}
}

/* Sometimes units are not placed but deployed, behind the ground between the lines. */
static void random_zones(struct pn_muster *muster, struct random_source *random)
{
	const pn_len deep = random_between(random, 18, 20) * PN_INCH;
	const pn_len far = muster->depth - deep;

	muster->deployment =
		(uint8_t)random_between(random, PN_DEPLOYMENT_IN_TURN, PN_DEPLOYMENT_COUNT - 1);
	if (muster->deployment == PN_DEPLOYMENT_IN_TURN)
		muster->deploys_first = random_one_in(random, 2) ? PN_RED : PN_BLUE;
	muster->zone[PN_RED] = (struct pn_shape){
		4, {{0, 0}, {0, deep}, {muster->width, deep}, {muster->width, 0}}};
	muster->zone[PN_BLUE] = (struct pn_shape){4,
						  {{0, far},
						   {0, muster->depth},
						   {muster->width, muster->depth},
						   {muster->width, far}}};
	for (uint8_t i = 0; i < muster->unit_count; i++)
		muster->unit[i].pose = (pn_pose){{0, 0}, 0};
}

/* The same muster with zones, unless its units find no room in them. */
static void deploy_instead(struct pn_muster *muster, uint8_t ruleset, struct random_source *random)
{
	static struct pn_muster zoned;
	static struct pn_game probe;

	zoned = *muster;
	random_zones(&zoned, random);
	if (pn_setup(&probe, ruleset, &zoned).code == PN_MUSTER_NONE)
		*muster = zoned;
}

uint8_t play_book(void)
{
	return (uint8_t)pn_rules_find("battlesystem-2e");
}

/* Every second unit of a side stands behind the one before it, both two ranks deep. */
static void stand_in_two_lines(struct pn_muster *muster)
{
	for (uint8_t i = 0; i + 1 < muster->unit_count; i += 2) {
		struct pn_muster_unit *pair = &muster->unit[i];

		if (pair[0].side != pair[1].side)
			continue;
		for (int k = 0; k < 2; k++)
			stand_in_two_ranks(&pair[k]);
		pair[1].pose.at = pn_ahead(pair[0].pose, -8 * PN_INCH, 0);
	}
}

/* Sometimes a unit stands behind the enemy's line and faces it, or the second of a side
 * beside its first. Kept if they have room so. */
static void stand_otherwise(struct pn_muster *muster, uint8_t ruleset, struct random_source *random)
{
	static struct pn_muster other;
	static struct pn_game probe;
	const int last_red = muster->unit_count / 2 - 1;
	struct pn_muster_unit *unit;

	other = *muster;
	if (random_one_in(random, 2) && last_red > 0) {
		unit = &other.unit[last_red];
		unit->pose.at.x = other.unit[random_between(random, 0, last_red)].pose.at.x;
		unit->pose.at.y =
			muster->depth - unit->pose.at.y + random_between(random, 6, 14) * PN_INCH;
		unit->pose.facing = PN_TURN_HALF;
	} else if (last_red > 0) {
		unit = &other.unit[last_red + 1];
		unit[1].pose = unit->pose;
		unit[1].pose.at.y += random_between(random, -3, 3) * PN_INCH;
		unit[1].pose.at.x +=
			(pn_frontage(unit->formation) + pn_frontage(unit[1].formation)) / 2 + 10;
	}
	if (pn_setup(&probe, ruleset, &other).code == PN_MUSTER_NONE)
		*muster = other;
}

/* Of a book with many kinds of troops any two seldom meet: sometimes each side is of one
 * kind, both perhaps of the same, in broad lines, and they fight for longer. */
static void be_of_one_kind(struct pn_muster *muster, struct random_source *random)
{
	const struct pn_muster_unit *kind = &muster->unit[0];
	const bool alike = random_one_in(random, 2);

	for (uint8_t i = 0; i < muster->unit_count; i++) {
		struct pn_muster_unit *unit = &muster->unit[i];

		if (unit->side != kind->side && !alike)
			kind = unit;
		unit->class = kind->class;
		unit->traits = kind->traits;
		unit->formation.files = (uint16_t)((unit->formation.figures + 1) / 2);
		if (unit->formation.files > FILES_MAX)
			unit->formation.files = FILES_MAX;
	}
	muster->turns = 8;
}

void play_random_muster(struct pn_muster *muster, uint8_t ruleset, struct random_source *random)
{
	const struct pn_rules *rules = pn_rules_at(ruleset);
	const pn_len lane = random_between(random, 12, 15) * PN_INCH;
	int units = random_between(random, 1, 4);
	int nearest; /* the front, in inches from the own edge: not on the ground between */

	pn_muster_defaults(muster, ruleset);
	muster->width = lane * units;
	muster->depth = 48 * PN_INCH;
	muster->turns = (uint8_t)random_between(random, 1, 4);
	muster->count = (uint8_t)random_between(random, 0, PN_COUNT_COUNT - 1);
	muster->premeasure = random_one_in(random, 2);
	do
		muster->method = (uint8_t)random_between(random, 0, PN_METHOD_COUNT - 1);
	while (!(rules->methods & (1u << muster->method)));
	for (uint8_t i = 0; i < rules->switches.count; i++)
		muster->switches[i] =
			(uint8_t)random_between(random, 0, rules->switches.row[i].count - 1);
	random_ground(muster, rules, random);
	nearest = muster->terrain_count ? 20 : 22;
	if (random_one_in(random, 4))
		random_footing(muster, rules, random);
	for (int i = 0; i < 2 * units; i++) {
		struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];
		pn_len front = random_between(random, 14, nearest) * PN_INCH;

		random_unit(unit, rules, random);
		unit->side = i < units ? PN_RED : PN_BLUE;
		snprintf(unit->name, sizeof unit->name, "Unit %d", i + 1);
		unit->pose.at.x = lane / 2 + lane * (i % units);
		unit->pose.at.y = unit->side == PN_RED ? front : muster->depth - front;
		unit->pose.facing = unit->side == PN_RED ? 0 : PN_TURN_HALF;
	}
	if (random_one_in(random, 3))
		stand_in_two_lines(muster);
	if (rules->classes.count > CLASSES_MANY && random_one_in(random, 4))
		be_of_one_kind(muster, random);
	fit_forms(muster, ruleset, random);
	if (random_one_in(random, 4))
		stand_otherwise(muster, ruleset, random);
	if (rules->deployment_phase != PN_NO_PHASE && random_one_in(random, 6))
		deploy_instead(muster, ruleset, random);
}

/* ---- playing ---- */

static void take_in(struct play *play)
{
	bool undone = false;

	for (uint16_t i = 0; i < play->out.count; i++) {
		play_expect(play->count < PLAY_EVENTS_MAX && play->placed_count < PLAY_PLACED_MAX,
			    "too many events", play->seed);
		play->log[play->count] = play->out.event[i];
		play->placed_count +=
			pn_event_keep(&play->log[play->count++], &play->placed[play->placed_count]);
		undone |= play->out.event[i].kind == PN_EVENT_UNDONE;
	}
	if (undone)
		pn_fold(&play->truth, &play->start, play->log, play->count, PN_NO_SIDE);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		if (undone) {
			pn_fold(&play->view[viewer], &play->start, play->log, play->count, viewer);
			continue;
		}
		for (uint16_t i = 0; i < play->out.count; i++)
			if (pn_event_seen(&play->out.event[i], viewer))
				pn_evolve(&play->view[viewer], &play->out.event[i]);
	}
}

static void set_up(struct play *play, uint8_t ruleset, const struct pn_muster *muster,
		   uint64_t seed)
{
	struct pn_muster_fault fault;

	play->seed = seed;
	play->dice = play_chance(&play->seed);
	play->muster = *muster;
	play->count = 0;
	play->placed_count = 0;
	fault = pn_setup(&play->start, ruleset, muster);
	play_expect(fault.code == PN_MUSTER_NONE, "the muster cannot be played", seed);
	play->out.count = 0;
}

static void start_views(struct play *play)
{
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		play->view[viewer] = play->start;
	take_in(play);
}

void play_begin(struct play *play, uint8_t ruleset, const struct pn_muster *muster, uint64_t seed)
{
	set_up(play, ruleset, muster, seed);
	play->truth = play->start;
	pn_begin(&play->truth, &play->dice, &play->out);
	start_views(play);
}

bool play_begin_arranged(struct play *play, uint8_t ruleset, const struct pn_muster *muster,
			 const struct pn_arrangement *given, uint64_t seed)
{
	set_up(play, ruleset, muster, seed);
	play->truth = play->start;
	if (pn_arrange(&play->truth, given, &play->dice, &play->out).code != PN_MUSTER_NONE)
		return false;
	/* The arrangement belongs to the start: it is the caller's and does not last. */
	pn_evolve(&play->start, &play->out.event[0]);
	play->out.count--;
	memmove(play->out.event, play->out.event + 1, play->out.count * sizeof play->out.event[0]);
	start_views(play);
	return true;
}

void play_begin_melee(struct play *play, uint64_t seed)
{
	static struct pn_muster muster;
	struct pn_arrangement melee = {
		.has_turn = true, .turn = 2, .has_phase = true, .contact_count = 1};

	play_plain_muster(&muster, 48 * PN_INCH);
	muster.unit[2].pose.at = muster.unit[0].pose.at;
	melee.contact[0] = (struct pn_contact){0, 2, PN_FACING_FRONT, false};
	while (strcmp(pn_rules_at(play_book())->phases.row[melee.phase].name, "melee") != 0)
		melee.phase++;
	play_expect(play_begin_arranged(play, play_book(), &muster, &melee, seed),
		    "nobody is asked what comes of a melee", seed);
}

void play_command(struct play *play, pn_side side, const struct pn_command *command)
{
	play->out.count = 0;
	pn_apply(&play->truth, side, command, &play->dice, &play->out);
	take_in(play);
}

void play_expire(struct play *play, pn_side side)
{
	struct pn_command fallback = pn_fallback(&play->view[side], side);

	play_expect(pn_check(&play->view[side], side, &fallback).code == PN_LAWFUL,
		    "a default that is not lawful", play->seed);
	play->out.count = 0;
	pn_expire(&play->truth, side, &fallback, &play->dice, &play->out);
	take_in(play);
}

void play_seat_umpire(struct play *play, bool agreed)
{
	struct pn_command action = {
		.kind = PN_COMMAND_OFFER_UMPIRE, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	play->out.count = 0;
	pn_tell(&play->truth, (struct pn_event){.kind = PN_EVENT_UMPIRE_SEATED}, &play->out);
	take_in(play);
	if (!agreed || play->truth.over)
		return;
	play_command(play, PN_RED, &action);
	action.kind = PN_COMMAND_ACCEPT_OFFER;
	play_command(play, PN_BLUE, &action);
}

pn_side play_side(const struct play *play, struct random_source *random)
{
	bool red = pn_owes(&play->truth, PN_RED);
	bool blue = pn_owes(&play->truth, PN_BLUE);

	play_expect(red || blue, "nobody owes anything and the game is not over", play->seed);
	if (red && blue)
		return random_one_in(random, 2) ? PN_RED : PN_BLUE;
	return red ? PN_RED : PN_BLUE;
}
