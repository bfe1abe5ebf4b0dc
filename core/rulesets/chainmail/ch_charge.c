/* The charge: the command, the contact, and what comes of it.
 *
 *	charge -> contact -> the charged unit checks -> stands: a melee
 *	             ^          (both, if both charge)
 *	             |                 -> goes back: the charger moves out the balance
 *	             +---------------------------------+   and may meet the next enemy
 *
 * The pending decision CH_CHARGE_RUN carries this on; the answer of the charged unit, where the
 * switch allows one, is a pending decision above it. */

#include "ch.h"
#include "common.h"

/* ---- the command ---- */

/* Decides CH-01. */
static void find_way(struct ch_walk *out, const struct pn_game *view,
		     const struct pn_command *command)
{
	if (!command->path.given || command->path.count == 0) {
		ch_find_charge(view, command->unit, command->target, out);
		return;
	}
	ch_walk(out, view, command->unit, command->target, &command->path, CH_CHARGING);
	if (out->verdict.code != PN_LAWFUL || out->met == command->target)
		return;
	out->verdict = out->met == PN_NO_UNIT
			       ? pn_refuse(PN_REFUSE_NOT_IN_RANGE, PN_CLAUSE("CH-01"))
			       : pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("CH-01"));
}

struct pn_verdict ch_check_charge(const struct pn_game *view, pn_side side,
				  const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);
	struct ch_walk walk;

	if (verdict.code == PN_LAWFUL)
		verdict = ch_check_charger(view, command->unit);
	if (verdict.code == PN_LAWFUL)
		verdict = pn_check_enemy(view, side, command->target, PN_CLAUSE("CH-01"));
	if (verdict.code != PN_LAWFUL)
		return verdict;
	find_way(&walk, view, command);
	return walk.verdict;
}

void ch_apply_charge(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	struct ch_walk walk;

	find_way(&walk, step->game, command);
	ch_charge(step, command->unit, command->target, &walk, PN_CLAUSE("CH-01"));
}

/* ---- odds ---- */

/* What `id` must roll when `other` has charged into it; the contact is in `game`. */
static void preview_check(struct pn_preview *out, const struct pn_game *game, pn_unit_id id,
			  pn_unit_id other, bool both)
{
	pn_clause why;
	const enum ch_need need =
		ch_need_of(game, id, other, ch_facing_struck(game, id, other), &why);

	if (need != CH_NO_CHECK)
		pn_preview_roll(out, game, ch_check_roll(game, id, other, need, both));
}

/* The unit that the charge meets, and where; the target's owner decides whether it answers. */
static void preview_contact(struct pn_preview *out, const struct pn_game *view, pn_unit_id id,
			    const struct ch_way *way)
{
	struct pn_game then = *view;

	if (then.contact_count == PN_CONTACTS_MAX)
		return;
	then.contact[then.contact_count++] = (struct pn_contact){id, way->met, way->facing, true};
	if (view->unit[way->met].state == CH_GOOD)
		preview_check(out, &then, way->met, id, false);
	else if (!ch_is_lost_to(view, way->met, id) && !ch_has_failed_rally(&view->unit[way->met]))
		pn_preview_roll(out, view, ch_attacked_roll(way->met));
}

void ch_preview_answer(const struct pn_game *view, pn_side side, const struct pn_command *command,
		       struct pn_preview *out)
{
	const struct pn_pending *pending = pn_top_pending(view);
	const bool both = command->kind == PN_COMMAND_OPPORTUNITY_CHARGE;

	if (pending->decision != CH_ANSWER)
		return;
	preview_check(out, view, pending->other, pending->unit, both);
	if (both)
		preview_check(out, view, pending->unit, pending->other, true);
}

void ch_preview_charge(const struct pn_game *view, pn_side side, const struct pn_command *command,
		       struct pn_preview *out)
{
	struct ch_walk walk;

	find_way(&walk, view, command);
	out->cost = walk.spent;
	if (walk.met != PN_NO_UNIT)
		preview_contact(out, view, command->unit, &walk.walked[walk.count - 1].way);
	for (uint8_t i = 0; i < walk.count; i++)
		out->leg[out->leg_count++] = walk.walked[i].way.end;
	if (walk.met != PN_NO_UNIT)
		out->touch[out->touch_count++] = walk.met;
}

/* ---- moving ---- */

/* It has charged, however it comes out (CH-02), and tires by it (CH-78). */
void ch_spend_charge(struct pn_step *step, pn_unit_id id)
{
	const struct pn_unit *unit = &step->game->unit[id];

	pn_set_flag(step, id, CH_MOVED, PN_CLAUSE("CH-47"));
	pn_set_flag(step, id, CH_CHARGED, PN_CLAUSE("CH-02"));
	pn_set_tally(step, id, CH_RAN_UP, (uint8_t)(unit->tally[CH_MARCHED] + 1),
		     PN_CLAUSE("CH-78"));
}

/* Does its way leave the heading it began with? */
static bool is_bent(const struct ch_walk *walk)
{
	for (uint8_t i = 0; i < walk->count; i++)
		if (walk->walked[i].kind == PN_LEG_ADVANCE &&
		    (walk->walked[i].faced != PN_FACING_FRONT ||
		     walk->walked[i].way.heading != walk->walked[i].stand.pose.facing))
			return true;
	return false;
}

int32_t ch_first_bend(const struct pn_game *game, pn_angle front, pn_angle heading)
{
	return game->switches[CH_SWITCH_FIRST_HEADING] == CH_FIRST_LEG
		       ? pn_turn_between(front, heading)
		       : 0;
}

/* CH-06. How far off the front, once the paid turns are made, its first leg goes. */
static int32_t bend_of(const struct pn_game *game, pn_unit_id id, const struct ch_walk *walk)
{
	pn_angle front = game->unit[id].pose.facing;

	for (uint8_t i = 0; i < walk->count; i++) {
		if (walk->walked[i].kind == PN_LEG_ADVANCE)
			return ch_first_bend(game, front, walk->walked[i].way.heading);
		front = walk->walked[i].stand.pose.facing;
	}
	return 0;
}

void ch_charge(struct pn_step *step, pn_unit_id id, pn_unit_id target, const struct ch_walk *walk,
	       pn_clause clause)
{
	const struct pn_unit *unit = &step->game->unit[id];
	pn_tell_charge_began(step, id, target, bend_of(step->game, id, walk), clause);
	ch_spend_charge(step, id);
	if (is_bent(walk))
		pn_set_flag(step, id, CH_BENT, PN_CLAUSE("CH-06"));
	ch_tell_walk(step, id, walk, PN_MANNER_CHARGE,
		     !is_bent(walk)      ? PN_CLAUSE("CH-45")
		     : ch_is_horse(unit) ? PN_CLAUSE("CH-03")
					 : PN_CLAUSE("CH-04"));
	ch_touch(step, id, &walk->walked[walk->count - 1].way, true);
	pn_tell_charge_ended(step, id, target, PN_CHARGE_CONTACT, PN_CLAUSE("CH-01"));
	ch_open_run(step, id, walk->met, CH_MET);
}

/* ---- answering ---- */

static bool fights_another(const struct pn_game *game, pn_unit_id id, pn_unit_id other)
{
	bool enemies[PN_UNITS_MAX];

	ch_find_enemies(game, id, enemies);
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (enemies[i] && i != other)
			return true;
	return false;
}

/* Decides CH-23. Where the switch lets it, the unit charged may make its own charge. */
static struct pn_verdict check_answerer(const struct pn_game *view, pn_unit_id id, pn_unit_id other)
{
	const struct pn_unit *unit = &view->unit[id];

	if (fights_another(view, id, other))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("PN-09"));
	if (ch_charge_move(unit) == 0)
		return pn_refuse(PN_REFUSE_CANNOT_CHARGE, PN_CLAUSE("CH-45"));
	if (pn_flag(unit, CH_CHARGED_LAST))
		return pn_refuse(PN_REFUSE_CHARGED_LAST_TURN, PN_CLAUSE("CH-02"));
	if (pn_flag(unit, CH_MOVED) || ch_facing_struck(view, id, other) != PN_FACING_FRONT)
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("CH-23"));
	return pn_lawful();
}

struct pn_verdict ch_check_answer(const struct pn_game *view, pn_side side,
				  const struct pn_command *command)
{
	const struct pn_pending *pending = pn_top_pending(view);
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (command->unit != pending->other || command->target != pending->unit)
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("CH-23"));
	return check_answerer(view, command->unit, command->target);
}

void ch_apply_answer(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_close(step, (pn_clause){""});
	pn_tell_reaction(step, command->unit, command->target, CH_ANSWERS, PN_CLAUSE("CH-23"));
	ch_spend_charge(step, command->unit);
	pn_set_flag(step, command->unit, CH_MEETS_CHARGE, PN_CLAUSE("CH-23"));
	pn_tell_contact(step,
			(struct pn_contact){command->unit, command->target, PN_FACING_FRONT, true},
			PN_CLAUSE("CH-23"));
}

void ch_list_answer(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	const struct pn_pending *pending = pn_top_pending(view);
	struct pn_command answer = pn_command_of(PN_COMMAND_OPPORTUNITY_CHARGE);

	answer.unit = pending->other;
	answer.target = pending->unit;
	if (ch_check_answer(view, side, &answer).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_REACT, "offer.answer_charge", answer,
			      PN_CLAUSE("CH-23"));
	pn_list_pass(out, PN_CLAUSE("CH-23"));
}

/* ---- who has won ---- */

/* The phases in which melees are fought: a victor may bring about one after the others. */
static bool ch_is_fighting(const struct pn_game *game)
{
	return game->phase == CH_MELEE || game->phase == CH_AFTERMATH;
}

/* Decides CH-08. Losses are judged when all is fought (CH-55): where a turn has one round, they are
 * still those of the first. */
static bool is_later_round(const struct pn_game *game, const struct pn_unit *unit)
{
	return pn_flag(unit, CH_LATER_ROUND) &&
	       !(game->phase == CH_AFTERMATH && game->switches[CH_SWITCH_ROUNDS] == CH_ONE_ROUND);
}

/* Decides CH-07. */
bool ch_may_go_on(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_unit *unit = &game->unit[id];

	return unit->on_board && unit->state == CH_GOOD && pn_flag(unit, CH_CHARGED) &&
	       !is_later_round(game, unit) && !pn_engaged(game, id) &&
	       ch_charge_move(unit) > unit->moved;
}

void ch_find_enemies(const struct pn_game *game, pn_unit_id id, bool enemies[PN_UNITS_MAX])
{
	memset(enemies, 0, sizeof *enemies * PN_UNITS_MAX);
	for (uint8_t i = 0; i < game->contact_count; i++) {
		if (game->contact[i].unit == id)
			enemies[game->contact[i].with] = true;
		if (game->contact[i].with == id)
			enemies[game->contact[i].unit] = true;
	}
}

void ch_note_victors(struct pn_step *step, const bool enemies[PN_UNITS_MAX], pn_unit_id but)
{
	for (pn_unit_id i = 0; i < step->game->unit_count; i++)
		if (enemies[i] && i != but && ch_may_go_on(step->game, i))
			pn_set_flag(step, i, CH_VICTORIOUS, PN_CLAUSE("CH-07"));
}

bool ch_run_victor(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		if (!pn_flag(&game->unit[i], CH_VICTORIOUS))
			continue;
		pn_clear_flag(step, i, CH_VICTORIOUS, PN_CLAUSE("CH-07"));
		ch_open_run(step, i, PN_NO_UNIT, CH_FOLLOW);
		return true;
	}
	return false;
}

void ch_open_victors(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	bool any = false;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		any |= pn_flag(&game->unit[i], CH_VICTORIOUS);
	for (uint8_t i = 0; i < game->pending_count; i++)
		any &= game->pending[i].decision != CH_CHARGE_RUN ||
		       game->pending[i].stage != CH_VICTORS;
	if (any)
		ch_open_run(step, PN_NO_UNIT, PN_NO_UNIT, CH_VICTORS);
}

/* ---- what comes of it ---- */

/* Decides CH-12, CH-13 and CH-22. */
static void send_back(struct pn_step *step, pn_unit_id id, pn_unit_id victor, pn_angle heading,
		      enum ch_need need)
{
	const bool pikes = need == CH_PIKE_CHECK;

	if (pikes)
		pn_set_flag(step, id, CH_FLED_PIKES, PN_CLAUSE("CH-13"));
	ch_flee(step, id,
		(struct ch_flight){
			.heading = heading,
			.length = ch_retreat_length(&step->game->unit[id]),
			.state = CH_RETREATING,
			.victor = victor,
			.clause = pikes ? PN_CLAUSE("CH-12") : PN_CLAUSE("CH-22"),
		});
}

/* One of the two: what it must check, and whether it stands. */
struct test {
	enum ch_need need;
	bool stands;
	pn_angle away;
};

static struct test test_one(struct pn_step *step, pn_unit_id id, pn_unit_id other, bool charged,
			    bool both)
{
	struct test test = {CH_NO_CHECK, true, ch_away_from(step->game, id, other)};
	pn_clause why = {""};

	if (charged)
		test.need = ch_need_of(step->game, id, other,
				       ch_facing_struck(step->game, id, other), &why);
	if (test.need != CH_NO_CHECK)
		test.stands = ch_check_stands(step, id, other, test.need, both);
	else if (why.text[0])
		pn_tell_reaction(step, id, other, CH_STANDS, why);
	return test;
}

/* CH-23. Is the unit that has charged another also charged by it? */
static bool is_charged_by(const struct pn_game *game, pn_unit_id id, pn_unit_id other)
{
	if (!pn_flag(&game->unit[other], CH_MEETS_CHARGE))
		return false;
	for (uint8_t i = 0; i < game->contact_count; i++)
		if (game->contact[i].unit == other && game->contact[i].with == id &&
		    game->contact[i].benefits)
			return true;
	return false;
}

/* CH-05. It goes on, and then every other unit that has won by that; in the melee phase those are
 * seen to one by one. */
static void send_on(struct pn_step *step, pn_unit_id id)
{
	if (!ch_is_fighting(step->game))
		ch_open_victors(step);
	ch_open_run(step, id, PN_NO_UNIT, CH_FOLLOW);
}

/* Decides CH-52. Both dice before either goes (CH-20, CH-23). */
static void check(struct pn_step *step, pn_unit_id id, pn_unit_id other)
{
	const struct pn_game *game = step->game;
	const bool both = is_charged_by(game, id, other);
	const struct test charged = test_one(step, other, id, true, both);
	const struct test charger = test_one(step, id, other, both, both);

	if (!charged.stands)
		send_back(step, other, id, charged.away, charged.need);
	if (!charger.stands)
		send_back(step, id, other, charger.away, charger.need);
	if (charged.stands && charger.stands) {
		ch_join(step, id, other, true);
		if (both)
			ch_join(step, other, id, true);
	} else if (charger.stands) {
		send_on(step, id);
	} else if (charged.stands) {
		send_on(step, other);
	}
}

static bool may_answer(const struct pn_game *game, pn_unit_id id, pn_unit_id other)
{
	return game->switches[CH_SWITCH_ANSWERING] == CH_MAY_ANSWER && !ch_is_simultaneous(game) &&
	       !ch_is_fighting(game) && check_answerer(game, id, other).code == PN_LAWFUL;
}

/* CH-20. At once, or when the melee begins. */
static void check_when_due(struct pn_step *step, pn_unit_id id, pn_unit_id other)
{
	if (step->game->switches[CH_SWITCH_CHECK_AT] == CH_AT_MELEE && !ch_is_fighting(step->game))
		pn_set_flag(step, id, CH_CONTACT_PENDING, PN_CLAUSE("CH-20"));
	else
		check(step, id, other);
}

/* Decides CH-20. Has it gone back this turn from that same charge? Then it does not check again. */
static bool went_back_from(const struct pn_game *game, pn_unit_id id, pn_unit_id charger)
{
	return game->unit[id].tally[CH_CHARGE_WITH] == charger + 1 ||
	       game->unit[charger].tally[CH_CHARGE_WITH] == id + 1;
}

/* Did it go back from that charge when the two had fought this turn? */
static bool has_fought(const struct pn_game *game, pn_unit_id id, pn_unit_id charger)
{
	return went_back_from(game, id, charger) && game->unit[id].melee_turn == game->turn &&
	       game->unit[charger].melee_turn == game->turn;
}

/* Decides CH-51. Where a turn has one round the charger fights again only somebody else, or a unit that
 * was caught before it had rallied (CH-63). */
static bool fights_again(const struct pn_game *game, pn_unit_id charger)
{
	if (game->switches[CH_SWITCH_ROUNDS] != CH_ONE_ROUND)
		return true;
	for (uint8_t i = 0; i < game->contact_count; i++) {
		const pn_unit_id met = game->contact[i].with;

		if (game->contact[i].unit == charger &&
		    (game->unit[met].state != CH_GOOD || !has_fought(game, met, charger)))
			return true;
	}
	return false;
}

/* They are in contact, and nothing is checked. */
static void join_again(struct pn_step *step, pn_unit_id id, pn_unit_id other)
{
	ch_join(step, id, other, true);
	if (!fights_again(step->game, id))
		pn_clear_flag(step, id, CH_FRESH, PN_CLAUSE("CH-51"));
}

/* CH-62. A unit that rallies at once against a new charger then checks like any other. */
static void meet_rallying(struct pn_step *step, pn_unit_id id, pn_unit_id other)
{
	const bool excused = went_back_from(step->game, other, id);

	if (ch_attack_rallying(step, other, id))
		send_on(step, id);
	else if (excused || step->game->unit[other].state != CH_GOOD)
		join_again(step, id, other);
	else
		check_when_due(step, id, other);
}

static void meet(struct pn_step *step, pn_unit_id id, pn_unit_id other)
{
	const struct pn_game *game = step->game;

	if (game->unit[other].state != CH_GOOD) {
		meet_rallying(step, id, other);
		return;
	}
	if (went_back_from(game, other, id)) {
		join_again(step, id, other);
		return;
	}
	if (!may_answer(game, other, id)) {
		check_when_due(step, id, other);
		return;
	}
	pn_open(step,
		(struct pn_pending){
			.decision = CH_CHARGE_RUN, .unit = id, .other = other, .stage = CH_CHECK},
		(pn_clause){""});
	pn_open(step,
		(struct pn_pending){
			.decision = CH_ANSWER,
			.owes = (uint8_t)(1u << game->unit[other].side),
			.unit = id,
			.other = other,
		},
		PN_CLAUSE("CH-23"));
}

/* ---- moving out the balance ---- */

/* Decides CH-06. The heading in which its charge was first set. */
static pn_angle first_heading(const struct pn_unit *unit)
{
	return (pn_angle)(unit->pose.facing - ch_quarters(unit) * PN_DEGREES_90 + unit->bend);
}

/* CH-06. Turning back to the first heading is free: the side of the block that looks
 * there becomes its front. */
static void turn_to(struct pn_step *step, pn_unit_id id, pn_angle heading)
{
	const struct pn_unit *unit = &step->game->unit[id];
	const uint8_t to = ch_side_towards(pn_turn_between(unit->pose.facing, heading));
	const struct pn_stand stand = ch_faced(pn_stand_of(unit), to);

	if (to == PN_FACING_FRONT)
		return;
	ch_tell_face(step, id, &stand, 0, PN_CLAUSE("CH-06"));
	ch_count_quarters(step, id, to, PN_CLAUSE("CH-06"));
}

/* Decides CH-05. What is left of the charge move, in the direction first set. */
static void follow(struct pn_step *step, pn_unit_id id)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[id];
	const pn_len balance = ch_charge_move(unit) - unit->moved;
	const pn_angle heading = first_heading(unit);
	struct pn_stand stand;
	struct ch_way way;

	if (!unit->on_board || unit->state != CH_GOOD || pn_engaged(game, id) || balance < 1)
		return;
	turn_to(step, id, heading);
	stand = pn_stand_of(unit);
	way = ch_go(game, id, &stand, CH_CHARGING, heading, balance, balance);
	if (way.length > 0)
		pn_tell_moved(step, id, PN_MANNER_CHARGE, way.end, way.spent, PN_CLAUSE("CH-05"));
	ch_note_bank(step, id, &way);
	if (way.stop != CH_ENEMY)
		return;
	ch_touch(step, id, &way, true);
	if (ch_is_fighting(game) && fights_again(game, id))
		pn_set_flag(step, id, CH_FRESH, PN_CLAUSE("CH-51"));
	ch_open_run(step, id, way.met, CH_MET);
}

void ch_resume_charge(struct pn_step *step)
{
	const struct pn_pending pending = *pn_top_pending(step->game);

	if (pending.stage == CH_VICTORS) {
		if (!ch_run_victor(step))
			pn_close(step, (pn_clause){""});
		return;
	}
	pn_close(step, (pn_clause){""});
	ch_open_next(step, pending);
	if (pending.stage == CH_FOLLOW)
		follow(step, pending.unit);
	else if (!pn_in_contact(step->game, pending.unit, pending.other))
		return;
	else if (pending.stage == CH_MET)
		meet(step, pending.unit, pending.other);
	else
		check_when_due(step, pending.unit, pending.other);
}
