/* The Charge Action: declared against one target in sight, one die, and then into contact
 * or the march of a failed charge. */

#include "common.h"
#include "cq.h"

/* The stage of a charge's pending decision is the facing charged, and whether its owner said
 * where it wheels. */
enum { FACING = 3, PLACE_GIVEN = 4 };

/* ---- declaring ---- */

/* Decides CQ-43. What being Broken takes from the Charge Distance. */
static pn_len penalty(const struct pn_game *game, pn_unit_id id)
{
	return game->unit[id].state == CQ_BROKEN ? game->params[CQ_PARAM_BROKEN_PENALTY] * PN_INCH
						 : 0;
}

/* Decides CQ-07. March characteristic and roll. */
static pn_len charge_distance(const struct pn_game *game, pn_unit_id id, int32_t roll)
{
	pn_len distance = cq_march(&game->unit[id]) + (pn_len)roll * PN_INCH - penalty(game, id);

	return distance > 0 ? distance : 0;
}

/* Decides CQ-08 and CQ-09. Is the Charge Distance enough for the distance between the two? */
static bool reaches(const struct pn_game *game, pn_unit_id id, pn_unit_id target, int32_t roll)
{
	const struct pn_shape from = pn_unit_footprint(&game->unit[id]);
	const struct pn_shape to = pn_unit_footprint(&game->unit[target]);

	return pn_within(&from, &to, charge_distance(game, id, roll));
}

static int32_t throw_charge(struct pn_step *step, pn_unit_id id, pn_clause clause)
{
	return pn_throw(step, (struct pn_roll){.who = id, .what = CQ_ROLL_CHARGE, .clause = clause},
			NULL);
}

/* Decides CQ-44. May the regiment roll a failed Charge Roll again? */
static bool may_reroll(const struct pn_unit *unit)
{
	return pn_trait(unit, CQ_UNSTOPPABLE) || pn_trait(unit, CQ_STANDARD_BEARER);
}

/* Decides CQ-06 and CQ-41. */
void cq_apply_charge(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct pn_game *game = step->game;
	const pn_unit_id id = command->unit;
	struct pn_pending run = {
		.decision = CQ_CHARGE_RUN,
		.unit = id,
		.other = command->target,
		.stage = (uint8_t)(cq_facing_of(&game->unit[id], &game->unit[command->target]) |
				   (command->path.given ? PLACE_GIVEN : 0)),
	};

	cq_use_action(step, id);
	pn_tell_charge_began(step, id, command->target, 0, PN_CLAUSE("CQ-04"));
	if (command->path.given)
		pn_tell_announced(step, id, &command->path, PN_CLAUSE("CQ-12"));
	pn_set_flag(step, id, CQ_CHARGED, PN_CLAUSE("CQ-41"));
	run.value = throw_charge(step, id, PN_CLAUSE("CQ-06"));
	pn_open(step, run, penalty(game, id) ? PN_CLAUSE("CQ-43") : PN_CLAUSE("CQ-07"));
	if (!reaches(game, id, command->target, run.value) && may_reroll(&game->unit[id]))
		pn_open(step,
			(struct pn_pending){
				.decision = CQ_REROLL,
				.owes = (uint8_t)(1u << side),
				.unit = id,
				.other = command->target,
			},
			PN_CLAUSE("CQ-44"));
}

/* ---- rolling again ---- */

void cq_apply_reroll(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	struct pn_pending run;

	pn_close(step, PN_CLAUSE("CQ-44"));
	run = *pn_top_pending(step->game);
	run.value = throw_charge(step, run.unit, PN_CLAUSE("CQ-44"));
	pn_reopen(step, run, PN_CLAUSE("CQ-07"));
}

void cq_list_reroll(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_REROLL);

	pn_action_add(out, PN_GROUP_REACT, "offer.reroll", command, PN_CLAUSE("CQ-44"));
	pn_action_add(out, PN_GROUP_STEP, "offer.pass", pn_command_of(PN_COMMAND_PASS),
		      PN_CLAUSE("CQ-44"));
}

struct pn_command cq_default_reroll(const struct pn_game *view, pn_side side)
{
	return pn_command_of(PN_COMMAND_REROLL);
}

/* ---- is there a way? ---- */

/* A way was looked for: it was found, or only one that is too long, or none; why not. */
struct found {
	bool within, longer;
	struct cq_way way;
	pn_clause why;
};

/* CQ-47. Is there no way because a flier would end on something? */
static bool finds_no_landing(const struct pn_game *game, const struct pn_pending *run, pn_len reach,
			     const struct pn_path *given)
{
	struct cq_search search;
	struct cq_way way;

	if (!cq_charges_flying(game, run->unit))
		return false;
	cq_begin_search(&search, game, run->unit, run->other, CQ_BARS_CHARGES);
	search.only_why = true;
	search.landing.count = 0;
	return cq_find_way(&search, run->stage & FACING, reach, reach, given, &way);
}

/* Why there is no way past all that bars a charge: but for a garrison there would be one
 * (CQ-18), or but for friends who fight (CQ-27), or but for what a flier may not end on
 * (CQ-47), or not even so. */
static pn_clause barred_by(const struct pn_game *game, const struct pn_pending *run, pn_len reach,
			   const struct pn_path *given)
{
	static const struct {
		enum cq_gather kind;
		pn_clause clause;
	} bar[] = {{CQ_GARRISONS, {"CQ-18"}}, {CQ_ENGAGED_FRIENDS, {"CQ-27"}}};

	for (size_t i = 0; i < sizeof bar / sizeof bar[0]; i++) {
		struct pn_obstacles there;
		struct cq_search search;
		struct cq_way way;

		cq_gather(&there, game, run->unit, bar[i].kind, PN_NO_UNIT);
		if (there.count == 0)
			continue;
		cq_begin_search(&search, game, run->unit, run->other,
				CQ_BARS_CHARGES & ~(unsigned)bar[i].kind);
		search.only_why = true;
		if (cq_find_way(&search, run->stage & FACING, reach, reach, given, &way))
			return bar[i].clause;
	}
	return finds_no_landing(game, run, reach, given) ? PN_CLAUSE("CQ-47") : PN_CLAUSE("CQ-16");
}

/* Decides CQ-10. The way within the Charge Distance, or, as the switch has it, of any length. If
 * there is none, `why` numbers the reason: the way is too long, or barred (CQ-16). */
static struct found find_way(const struct pn_game *game, const struct pn_pending *run)
{
	const bool capped = game->switches[CQ_SWITCH_FORWARD_CAP] == CQ_CAPPED;
	const struct pn_path *given = run->stage & PLACE_GIVEN ? &game->announced : NULL;
	const uint8_t facing = run->stage & FACING;
	const pn_len any = game->width + game->depth;
	const pn_len reach = capped ? charge_distance(game, run->unit, run->value) : any;
	struct found found = {.longer = false};
	struct cq_search search;

	cq_begin_search(&search, game, run->unit, run->other, CQ_BARS_CHARGES);
	found.within = cq_find_way(&search, facing, reach, reach, given, &found.way);
	if (found.within)
		return found;
	search.only_why = true;
	found.longer = capped && cq_find_way(&search, facing, any, any, given, &found.way);
	found.why = found.longer ? PN_CLAUSE("CQ-10") : barred_by(game, run, reach, given);
	return found;
}

static void get_mired(struct pn_step *step, const struct pn_pending *run, pn_unit_id friend,
		      pn_pose met)
{
	pn_tell_charge_ended(step, run->unit, run->other, PN_CHARGE_MIRED, PN_CLAUSE("CQ-28"));
	cq_mire(step, run->unit, friend, met);
}

/* A charge that does not get there: if what it has takes it into a friend on the way and not out of
 * it, both are mired (CQ-28); else it has failed. `way` is what it would have gone, or NULL; a
 * flying regiment meets no friend on it. */
static void fall_short(struct pn_step *step, const struct pn_pending *run, struct cq_way *way,
		       enum pn_charge_outcome outcome, pn_clause why)
{
	const struct pn_game *game = step->game;
	pn_unit_id friend = PN_NO_UNIT;
	pn_pose met;

	if (way && !way->flies) {
		cq_cut_short(game, run->unit, charge_distance(game, run->unit, run->value), way);
		friend = cq_mired_short(game, run->unit, way, &met);
	}
	if (friend != PN_NO_UNIT)
		get_mired(step, run, friend, met);
	else
		cq_fail(step, run->unit, run->other, (pn_len)run->value * PN_INCH, outcome, why);
}

/* CQ-09. The way is looked for only where a friend could be in it. */
static void be_too_far(struct pn_step *step, const struct pn_pending *run)
{
	const struct pn_game *game = step->game;
	const struct pn_path *given = run->stage & PLACE_GIVEN ? &game->announced : NULL;
	const pn_len distance = charge_distance(game, run->unit, run->value);
	struct cq_search search;
	struct cq_way way;
	bool found = false;

	if (!cq_charges_flying(game, run->unit) && cq_may_be_mired(game, run->unit, distance)) {
		cq_begin_search(&search, game, run->unit, run->other, CQ_BARS_CHARGES);
		found = cq_find_way(&search, run->stage & FACING, game->width + game->depth,
				    distance, given, &way);
	}
	fall_short(step, run, found ? &way : NULL, PN_CHARGE_TOO_FAR, PN_CLAUSE("CQ-09"));
}

static void resolve(struct pn_step *step, const struct pn_pending *charge)
{
	const struct pn_game *game = step->game;
	const struct pn_pending run = *charge;
	struct found found;
	pn_unit_id friend;
	pn_pose met;

	if (!reaches(game, run.unit, run.other, run.value)) {
		be_too_far(step, &run);
		return;
	}
	found = find_way(game, &run);
	if (!found.within) {
		fall_short(step, &run, found.longer ? &found.way : NULL, PN_CHARGE_BLOCKED,
			   found.why);
		return;
	}
	friend = cq_mired_in(game, run.unit, &found.way, &met);
	if (friend != PN_NO_UNIT) {
		get_mired(step, &run, friend, met);
		return;
	}
	if (cq_stand_back(game, run.unit, run.other, &found.way))
		cq_strike(step, run.unit, run.other, &found.way, run.stage & PLACE_GIVEN);
	else
		fall_short(step, &run, NULL, PN_CHARGE_BLOCKED, PN_CLAUSE("CQ-17"));
}

void cq_resume_charge(struct pn_step *step)
{
	const struct pn_pending run = *pn_top_pending(step->game);

	pn_close(step, PN_CLAUSE("CQ-46"));
	resolve(step, &run);
	cq_go_on(step);
}

/* ---- odds ---- */

/* The Charge Roll held against the least that is far enough. */
static struct pn_odds *preview_roll(struct pn_preview *out, const struct pn_game *view,
				    pn_unit_id id, pn_unit_id target, pn_clause clause)
{
	enum { SIDES = 6 };
	struct pn_roll roll = {
		.who = id, .what = CQ_ROLL_CHARGE, .test = PN_TEST_AT_LEAST, .clause = clause};
	struct pn_odds *odds;

	for (roll.needed = 1; roll.needed <= SIDES; roll.needed++)
		if (reaches(view, id, target, roll.needed))
			break;
	odds = pn_preview_roll(out, view, roll);
	if (odds)
		odds->words = "odds.reach";
	return odds;
}

void cq_preview_charge(const struct pn_game *view, pn_side side, const struct pn_command *command,
		       struct pn_preview *out)
{
	struct pn_odds *odds =
		preview_roll(out, view, command->unit, command->target, PN_CLAUSE("CQ-06"));

	if (may_reroll(&view->unit[command->unit]))
		pn_odds_again(odds);
}

/* The charge waits in the pending decision below. */
void cq_preview_reroll(const struct pn_game *view, pn_side side, const struct pn_command *command,
		       struct pn_preview *out)
{
	const struct pn_pending *top = pn_top_pending(view);

	preview_roll(out, view, top->unit, top->other, PN_CLAUSE("CQ-44"));
}
