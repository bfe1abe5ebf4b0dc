#include "play_battle.h"

#include <string.h>

enum { CHANGES_MOST = 24, OUTLINE_MOST = 12 };

/* ---- ground ---- */

/* Clockwise from north; round when it has many corners, a stream or a wall when it is thin. */
static struct pn_shape random_outline(const struct pn_muster *muster, struct random_source *random)
{
	const pn_vec middle = {random_between(random, 0, muster->width),
			       random_between(random, 0, muster->depth)};
	const pn_len wide = random_between(random, 50, muster->width / 3);
	const pn_len deep = random_one_in(random, 3) ? 300 : random_between(random, 50, wide);
	const pn_angle turned = random_facing(random);
	struct pn_shape shape = {
		.count = (uint8_t)random_between(random, 3, OUTLINE_MOST),
	};

	for (uint8_t i = 0; i < shape.count; i++) {
		const pn_angle angle = (pn_angle)(65536 * i / shape.count);
		const pn_pose at = {middle, turned};

		shape.point[i] = pn_ahead(at, pn_along(angle, deep).y, pn_along(angle, wide).x);
	}
	return shape;
}

static void add_ground(struct pn_muster *muster, const struct pn_rules *rules,
		       struct random_source *random)
{
	if (muster->terrain_count == PN_TERRAIN_MAX)
		return;
	muster->terrain[muster->terrain_count++] = (struct pn_terrain){
		.kind = (uint8_t)random_between(random, 0, rules->terrain.count - 1),
		.height = random_between(random, 0, 4 * PN_INCH),
		.shape = random_outline(muster, random),
	};
}

/* ---- units ---- */

static struct pn_muster_unit *any_unit(struct pn_muster *muster, struct random_source *random)
{
	return &muster->unit[random_between(random, 0, muster->unit_count - 1)];
}

static void move_unit(struct pn_muster *muster, const struct pn_rules *rules,
		      struct random_source *random)
{
	struct pn_muster_unit *unit = any_unit(muster, random);
	const bool far = random_one_in(random, 3);

	unit->pose.facing =
		far ? random_facing(random)
		    : (pn_angle)(unit->pose.facing + random_between(random, -4096, 4096));
	unit->pose.at = far ? (pn_vec){random_between(random, 0, muster->width),
				       random_between(random, 0, muster->depth)}
			    : pn_ahead(unit->pose, random_between(random, -20000, 20000),
				       random_between(random, -8000, 8000));
}

static void change_number(struct pn_muster *muster, const struct pn_rules *rules,
			  struct random_source *random)
{
	const struct pn_stat_rule *rule;
	bool at_the_end = random_one_in(random, 3);
	uint8_t stat;

	if (rules->stats.count == 0)
		return;
	stat = (uint8_t)random_between(random, 0, rules->stats.count - 1);
	rule = &rules->stats.row[stat];
	any_unit(muster, random)->stats[stat] =
		at_the_end ? (random_one_in(random, 2) ? rule->min : rule->max)
			   : random_between(random, rule->min, rule->max);
}

static void change_kind(struct pn_muster *muster, const struct pn_rules *rules,
			struct random_source *random)
{
	struct pn_muster_unit *unit = any_unit(muster, random);

	if (rules->traits.count > 0)
		unit->traits ^= UINT32_C(1) << random_between(random, 0, rules->traits.count - 1);
	if (random_one_in(random, 3))
		unit->class = (uint8_t)random_between(random, 0, rules->classes.count - 1);
}

static void change_formation(struct pn_muster *muster, const struct pn_rules *rules,
			     struct random_source *random)
{
	struct pn_muster_unit *unit = any_unit(muster, random);

	unit->form = (uint8_t)random_between(random, 0, rules->forms.count - 1);
	unit->formation.files = (uint16_t)random_between(random, 1, unit->formation.figures);
	unit->placed = 0;
}

/* ---- what was agreed ---- */

static void change_agreed(struct pn_muster *muster, const struct pn_rules *rules,
			  struct random_source *random)
{
	if (rules->params.count > 0) {
		const uint8_t i = (uint8_t)random_between(random, 0, rules->params.count - 1);
		const struct pn_param_rule *rule = &rules->params.row[i];

		muster->params[i] = random_between(random, rule->min, rule->max);
	}
	if (rules->switches.count > 0) {
		const uint8_t i = (uint8_t)random_between(random, 0, rules->switches.count - 1);

		muster->switches[i] =
			(uint8_t)random_between(random, 0, rules->switches.row[i].count - 1);
	}
	muster->count = (uint8_t)random_between(random, 0, PN_COUNT_COUNT - 1);
	muster->method = (uint8_t)random_between(random, 0, PN_METHOD_COUNT - 1);
}

/* ---- under way ---- */

static void change_state(struct pn_muster *muster, const struct pn_rules *rules,
			 struct random_source *random)
{
	any_unit(muster, random)->state =
		(uint8_t)random_between(random, 0, rules->states.count - 1);
}

static void take_losses(struct pn_muster *muster, const struct pn_rules *rules,
			struct random_source *random)
{
	struct pn_muster_unit *unit = any_unit(muster, random);

	if (unit->at_start == 0)
		unit->at_start = unit->formation.figures;
	unit->formation.figures = (uint16_t)random_between(random, 1, unit->formation.figures);
	if (unit->formation.files > unit->formation.figures)
		unit->formation.files = unit->formation.figures;
	unit->placed = 0;
}

static void count_up(struct pn_muster *muster, const struct pn_rules *rules,
		     struct random_source *random)
{
	struct pn_muster_unit *unit = any_unit(muster, random);

	for (uint8_t i = 0; i < rules->tallies.count; i++)
		if (rules->tallies.row[i].most > 0 && random_one_in(random, 2))
			unit->tally[i] =
				(uint8_t)random_between(random, 0, rules->tallies.row[i].most);
}

static void raise_flag(struct pn_muster *muster, const struct pn_rules *rules,
		       struct random_source *random)
{
	if (rules->flags.count > 0)
		any_unit(muster, random)->flags |=
			UINT32_C(1) << random_between(random, 0, rules->flags.count - 1);
}

/* It is gone, or comes from the reserve. */
static void change_whereabouts(struct pn_muster *muster, const struct pn_rules *rules,
			       struct random_source *random)
{
	any_unit(muster, random)->whereabouts = (uint8_t)random_between(random, 0, PN_IS_GONE);
}

static void change_facts(struct pn_muster *muster, const struct pn_rules *rules,
			 struct random_source *random)
{
	if (rules->facts.count > 0)
		muster->facts[random_between(random, 0, rules->facts.count - 1)] =
			random_between(random, PN_RED, PN_NO_SIDE);
	muster->agreed = (struct pn_agreement){
		.made = random_one_in(random, 2),
		.method = (uint8_t)random_between(random, 0, PN_METHOD_COUNT - 1),
		.begins = (pn_side)random_between(random, PN_RED, PN_NO_SIDE),
		.most = {PN_NO_LIMIT, (uint8_t)random_between(random, 0, 3)},
	};
}

/* Where a unit stands that has come with its front against a side of another's block. */
static pn_pose against(const struct pn_muster_unit *struck, uint8_t facing, pn_len along)
{
	const pn_len half = pn_frontage(struck->formation) / 2, deep = pn_depth(struck->formation);
	const pn_pose pose = struck->pose;

	switch (facing) {
	case PN_FACING_LEFT:
		return (pn_pose){pn_ahead(pose, -deep / 2 + along, -half),
				 (pn_angle)(pose.facing + PN_DEGREES_90)};
	case PN_FACING_RIGHT:
		return (pn_pose){pn_ahead(pose, -deep / 2 + along, half),
				 (pn_angle)(pose.facing - PN_DEGREES_90)};
	case PN_FACING_REAR:
		return (pn_pose){pn_ahead(pose, -deep, along), pose.facing};
	default:
		return (pn_pose){pn_ahead(pose, 0, along), (pn_angle)(pose.facing + PN_TURN_HALF)};
	}
}

static void put_in_contact(struct pn_muster *muster, const struct pn_rules *rules,
			   struct random_source *random)
{
	const uint8_t comes = (uint8_t)random_between(random, 0, muster->unit_count - 1);
	const uint8_t struck = (uint8_t)random_between(random, 0, muster->unit_count - 1);
	const uint8_t facing = (uint8_t)random_between(random, 0, PN_FACING_REAR);
	struct pn_muster_unit *unit = &muster->unit[comes];

	if (muster->contact_count == PN_CONTACTS_MAX || comes == struck)
		return;
	/* A unit whose figures stand by themselves is placed by its first. */
	unit->placed = 0;
	unit->pose = against(&muster->unit[struck], facing, random_between(random, -1500, 1500));
	muster->contact[muster->contact_count++] =
		(struct pn_contact){comes, struck, facing, false};
	if (random_one_in(random, 3))
		muster->contact[muster->contact_count++] =
			(struct pn_contact){struck, comes, PN_FACING_FRONT, false};
}

/* ---- the whole ---- */

typedef void change(struct pn_muster *muster, const struct pn_rules *rules,
		    struct random_source *random);

static change *const at_any_time[] = {add_ground,       add_ground,   move_unit,
				      move_unit,        change_kind,  change_number,
				      change_formation, change_state, change_agreed};
static change *const when_under_way[] = {take_losses,    count_up,       raise_flag,
					 put_in_contact, put_in_contact, change_whereabouts,
					 change_facts};

static void change_one(struct pn_muster *muster, const struct pn_rules *rules,
		       struct random_source *random)
{
	enum { ANY = sizeof at_any_time / sizeof at_any_time[0] };
	enum { LATER = sizeof when_under_way / sizeof when_under_way[0] };

	if (muster->first_turn > 0 && random_one_in(random, 2))
		when_under_way[random_between(random, 0, LATER - 1)](muster, rules, random);
	else
		at_any_time[random_between(random, 0, ANY - 1)](muster, rules, random);
}

void play_random_battle(struct pn_muster *muster, uint8_t ruleset, struct random_source *random)
{
	static struct pn_muster changed;
	static struct pn_game probe;
	const struct pn_rules *rules = pn_rules_at(ruleset);
	const int changes = random_between(random, 1, CHANGES_MOST);

	play_random_muster(muster, ruleset, random);
	muster->turns = (uint8_t)random_between(random, 1, 6);
	if (muster->deployment == PN_DEPLOYMENT_PLACED && !random_one_in(random, 4))
		muster->first_turn = (uint8_t)random_between(random, 1, muster->turns);
	for (int i = 0; i < changes; i++) {
		changed = *muster;
		change_one(&changed, rules, random);
		if (pn_setup(&probe, ruleset, &changed).code == PN_MUSTER_NONE)
			*muster = changed;
	}
	if (random_one_in(random, 6))
		change_one(muster, rules, random);
}
