/* Commands by chance: over many draws each number comes as low and as high as it may, what is left to
 * chance comes in either way, and about as often as is said. */

#include <criterion/criterion.h>
#include <string.h>

#include "pennon/sample.h"
#include "play.h"
#include "step.h"

enum { DRAWS = 40000 };

static struct random_source source;
static struct play play;

static uint64_t next(void *context)
{
	return random_next(context);
}

static const struct pn_sampler sampler = {&source, next};

/* The least and the greatest of a number, and how many there were. */
struct span {
	int32_t least, most;
	unsigned count;
};

static void see(struct span *span, int32_t value)
{
	if (span->count++ == 0)
		span->least = span->most = value;
	span->least = value < span->least ? value : span->least;
	span->most = value > span->most ? value : span->most;
}

static void expect_span(const char *name, const struct span *span, int32_t least, int32_t most)
{
	cr_expect(span->least == least && span->most == most, "%s: %d to %d and not %d to %d", name,
		  span->least, span->most, least, most);
}

/* One in so many draws, give or take a sixth. */
static void expect_one_in(const char *name, unsigned count, unsigned of, unsigned n)
{
	cr_expect(count * n * 6 > of * 5 && count * n * 6 < of * 7,
		  "%s: %u of %u are not one in %u", name, count, of, n);
}

static void begin(void)
{
	static struct pn_muster muster;

	source.state = 31;
	play_plain_muster(&muster, 48 * PN_INCH);
	play_begin(&play, play_book(), &muster, 31);
}

Test(sample, dice_for_the_cup)
{
	struct span dice = {0}, sides = {0}, needed = {0};
	unsigned many = 0, large = 0, held = 0, wrong_dice = 0, wrong_sides = 0, wrong_needed = 0;

	begin();
	for (int i = 0; i < DRAWS; i++) {
		struct pn_cup cup;

		pn_sample_cup(&cup, &sampler);
		see(&dice, cup.dice);
		see(&sides, cup.sides);
		see(&needed, cup.needed);
		many += cup.dice > 12;
		large += cup.sides > 12;
		held += cup.needed > 0;
		wrong_dice += cup.dice == 0 || cup.dice > PN_CUP_DICE_MAX;
		wrong_sides += cup.sides < 2 || cup.sides > PN_DIE_SIDES_MAX;
		wrong_needed += cup.needed == 1 || cup.needed > cup.sides;
	}
	expect_span("dice", &dice, 0, PN_CUP_DICE_MAX + 1);
	expect_span("sides", &sides, 1, PN_DIE_SIDES_MAX + 1);
	expect_span("needed", &needed, 0, PN_DIE_SIDES_MAX + 2);
	expect_one_in("many", many, DRAWS, 8);
	expect_one_in("large", large, DRAWS, 8);
	expect_one_in("held against a number", held, DRAWS, 2);
	expect_one_in("wrong dice", wrong_dice, DRAWS, 24);
	expect_one_in("wrong sides", wrong_sides, DRAWS, 24);
	cr_expect_gt(wrong_needed, DRAWS / 30);
	cr_expect_lt(wrong_needed, DRAWS / 12);
}

Test(sample, a_method)
{
	struct span method = {0}, most = {0};
	unsigned begins[PN_NO_SIDE + 1] = {0};

	begin();
	for (int i = 0; i < DRAWS; i++) {
		struct pn_proposal proposal = {0};

		pn_sample_method(&proposal, &sampler);
		cr_assert_eq(proposal.kind, PN_PROPOSAL_METHOD);
		see(&method, proposal.method.method);
		see(&most, proposal.method.most[PN_RED]);
		cr_assert_eq(proposal.method.most[PN_BLUE], PN_NO_LIMIT);
		begins[proposal.method.begins]++;
	}
	expect_span("method", &method, 0, PN_METHOD_COUNT - 1);
	expect_span("declarations", &most, 0, 2);
	expect_one_in("nobody begins", begins[PN_NO_SIDE], DRAWS, 2);
	expect_one_in("red begins", begins[PN_RED], DRAWS, 4);
	expect_one_in("blue begins", begins[PN_BLUE], DRAWS, 4);
}

Test(sample, a_place)
{
	struct span x = {0}, y = {0};
	unsigned south = 0, north = 0, aslant = 0, eighths = 0;

	begin();
	play.truth.width = 100;
	play.truth.depth = 200;
	for (int i = 0; i < DRAWS; i++) {
		pn_pose pose;

		pn_sample_place(&pose, &play.truth, &sampler);
		see(&x, pose.at.x);
		see(&y, pose.at.y);
		south += pose.at.y < 100 && pose.facing == 0;
		north += pose.at.y >= 100 && pose.facing == PN_TURN_HALF;
		aslant += pose.facing % PN_DEGREES_45 != 0;
		eighths += pose.facing % PN_DEGREES_45 == 0 && pose.facing % PN_TURN_HALF != 0;
	}
	expect_span("x", &x, 0, 100);
	expect_span("y", &y, 0, 200);
	cr_expect(south > DRAWS * 7 / 20 && north > DRAWS * 7 / 20, "they look to the middle");
	expect_one_in("aslant", aslant, DRAWS, 6);
	expect_one_in("an eighth of a turn", eighths, DRAWS, 16);
}

/* What is drawn of one unit of a melee, over many outcomes. */
struct fates {
	struct span lost, state, x, y;
	unsigned count, removed, loses, changes, placed, faced;
};

static void see_fate(struct fates *fates, const struct pn_fate *fate)
{
	const struct pn_unit *unit = &play.truth.unit[fate->unit];

	fates->count++;
	fates->removed += fate->removed;
	fates->loses += fate->lost > 0;
	if (fate->lost > 0)
		see(&fates->lost, fate->lost);
	fates->changes += fate->state != PN_STATE_KEPT;
	if (fate->state != PN_STATE_KEPT)
		see(&fates->state, fate->state);
	fates->placed += fate->placed;
	if (fate->facing == unit->pose.facing && fate->at.x - unit->pose.at.x <= PN_INCH &&
	    unit->pose.at.x - fate->at.x <= PN_INCH) {
		see(&fates->x, fate->at.x - unit->pose.at.x);
		see(&fates->y, fate->at.y - unit->pose.at.y);
		return;
	}
	fates->faced++;
	cr_assert(fate->placed);
	for (pn_unit_id i = 0; i < play.truth.unit_count; i++)
		if (fate->at.x == play.truth.unit[i].pose.at.x &&
		    fate->at.y == play.truth.unit[i].pose.at.y) {
			cr_assert_eq(fate->facing,
				     (pn_angle)(play.truth.unit[i].pose.facing + PN_TURN_HALF));
			return;
		}
	cr_assert_fail("it faces nobody");
}

Test(sample, an_outcome)
{
	struct fates fates = {0};
	struct span count = {0};

	begin();
	play.truth.contact_count = 1;
	play.truth.contact[0] = (struct pn_contact){0, 2, PN_FACING_FRONT, false};
	for (int i = 0; i < DRAWS; i++) {
		struct pn_outcome outcome;

		memset(&outcome, 0xff, sizeof outcome);
		pn_sample_outcome(&outcome, &play.truth, 2, &sampler);
		see(&count, outcome.count);
		for (uint8_t k = 0; k < outcome.count; k++) {
			cr_assert(outcome.fate[k].unit == 0 || outcome.fate[k].unit == 2);
			cr_assert(k == 0 || outcome.fate[0].unit == 0);
			see_fate(&fates, &outcome.fate[k]);
		}
	}
	expect_span("units", &count, 0, 2);
	expect_one_in("each of the melee", fates.count, 2 * DRAWS, 2);
	expect_one_in("removed", fates.removed, fates.count, 8);
	expect_one_in("with losses", fates.loses, fates.count, 2);
	expect_one_in("in a state", fates.changes, fates.count, 4);
	expect_one_in("placed", fates.placed, fates.count, 3);
	expect_span("lost", &fates.lost, 1, 13);
	expect_span("state", &fates.state, 0, pn_rules_of(&play.truth)->states.count - 1);
	cr_expect(fates.x.least < 9 - PN_INCH && fates.x.most > PN_INCH - 9);
	cr_expect(fates.y.least < 90 - 6 * PN_INCH && fates.y.most > 6 * PN_INCH - 90);
	cr_expect_gt(fates.faced, fates.placed / 6);
	cr_expect_lt(fates.faced, fates.placed / 3);
}

/* Of a melee that is not there nothing is said, and of a large one no more than there is room for. */
Test(sample, an_outcome_of_nobody_and_of_many)
{
	struct pn_outcome outcome;

	begin();
	pn_sample_outcome(&outcome, &play.truth, play.truth.unit_count, &sampler);
	cr_expect_eq(outcome.count, 0);
	pn_sample_outcome(&outcome, &play.truth, PN_NO_UNIT, &sampler);
	cr_expect_eq(outcome.count, 0);
	play.truth.unit_count = 60;
	play.truth.contact_count = 59;
	for (uint8_t i = 0; i < 59; i++)
		play.truth.contact[i] = (struct pn_contact){i, (pn_unit_id)(i + 1), 0, false};
	pn_sample_outcome(&outcome, &play.truth, 0, &sampler);
	cr_expect_eq(outcome.count, PN_OUTCOME_MAX);
}

/* ---- actions ---- */

static struct pn_actions actions;

static struct pn_command sampled(void)
{
	return pn_sample_action(&play.truth, PN_RED, &actions, 0, &sampler);
}

/* With so many presets each of them comes as often as the action itself. */
Test(sample, an_action_or_one_of_its_presets)
{
	struct pn_command result = pn_command_of(PN_COMMAND_OFFER_RESULT);
	unsigned seen[3] = {0};

	begin();
	result.proposal.winner = PN_RED;
	pn_action_add(&actions, PN_GROUP_TABLE, "offer.resign", pn_command_of(PN_COMMAND_RESIGN),
		      PN_CLAUSE("PN-31"));
	pn_action_preset(&actions, "preset.i_win", result);
	result.proposal.winner = PN_BLUE;
	pn_action_preset(&actions, "preset.you_win", result);
	for (int i = 0; i < DRAWS; i++) {
		const struct pn_command command = sampled();

		seen[command.kind == PN_COMMAND_RESIGN ? 2 : command.proposal.winner]++;
	}
	for (int i = 0; i < 3; i++)
		expect_one_in("one of three", seen[i], DRAWS, 3);
}

/* What may be varied is, but for what would not be lawful. */
Test(sample, a_method_is_varied_where_that_is_lawful)
{
	struct pn_command offer = pn_command_of(PN_COMMAND_OFFER_METHOD);
	unsigned limited = 0, begins = 0;

	begin();
	play.truth.method = PN_METHOD_AGREED;
	offer.proposal.kind = PN_PROPOSAL_METHOD;
	offer.proposal.method = (struct pn_agreement){
		true, PN_METHOD_LOSER_FIRST, PN_NO_SIDE, {PN_NO_LIMIT, PN_NO_LIMIT}};
	pn_action_add(&actions, PN_GROUP_TABLE, "offer.offer_method", offer, PN_CLAUSE("PN-33"));
	for (int i = 0; i < DRAWS; i++) {
		const struct pn_command command = sampled();

		cr_assert_eq(pn_check(&play.truth, PN_RED, &command).code, PN_LAWFUL);
		limited += command.proposal.method.most[PN_RED] != PN_NO_LIMIT;
		begins += command.proposal.method.begins != PN_NO_SIDE;
	}
	cr_expect(limited > DRAWS / 3 && limited < DRAWS);
	cr_expect(begins > DRAWS / 12 && begins < DRAWS / 2);
}

/* What leaves nothing open is done as it stands. */
Test(sample, a_plain_action_as_it_is_listed)
{
	struct pn_command offer = pn_command_of(PN_COMMAND_OFFER_DRAW);
	struct pn_command found;

	begin();
	memset(&offer.path, 0x11, sizeof offer.path);
	pn_action_add(&actions, PN_GROUP_TABLE, "offer.offer_draw", offer, PN_CLAUSE("PN-31"));
	for (int i = 0; i < 100; i++) {
		found = sampled();
		cr_assert_eq(found.kind, PN_COMMAND_OFFER_DRAW);
		cr_assert_eq(memcmp(&found.path, &offer.path, sizeof found.path), 0);
	}
}

/* A unit is deployed anywhere where it may be, or where it was listed. */
Test(sample, a_place_is_varied_where_that_is_lawful)
{
	struct pn_command deploy = pn_command_of(PN_COMMAND_DEPLOY);
	unsigned elsewhere = 0;

	begin();
	play.truth.deployment = PN_DEPLOYMENT_IN_TURN;
	play.truth.zone[PN_RED] = (struct pn_shape){
		4, {{0, 0}, {0, 100000}, {play.truth.width, 100000}, {play.truth.width, 0}}};
	play.truth.pending[0] = (struct pn_pending){.owes = PN_SEEN_BY_RED};
	play.truth.pending_count = 1;
	while (!pn_set_has(
		&pn_rules_of(&play.truth)->decisions.row[play.truth.pending[0].decision].commands,
		PN_COMMAND_DEPLOY))
		play.truth.pending[0].decision++;
	deploy.unit = 0;
	deploy.to = (pn_pose){{20000, 20000}, 0};
	pn_action_add(&actions, PN_GROUP_MOVE, "offer.deploy", deploy, PN_CLAUSE("PN-26"));
	for (int i = 0; i < 2000; i++) {
		const struct pn_command command = sampled();

		cr_assert_eq(pn_check(&play.truth, PN_RED, &command).code, PN_LAWFUL);
		elsewhere += command.to.at.x != 20000;
	}
	cr_expect(elsewhere > 500 && elsewhere < 2000, "%u", elsewhere);
}
