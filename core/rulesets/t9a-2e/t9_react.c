/* Charge Reactions: Hold, Stand and Shoot, Flee (T9-05 to T9-29). Each is declared and resolved
 * before anybody declares another charge. A unit that has only one reaction has declared it with
 * the charge. */

#include "common.h"
#include "t9.h"

/* ---- what is open ---- */

/* Decides T9-28. */
static struct pn_verdict check_hold(const struct pn_unit *unit)
{
	return unit->state == T9_FLEEING ? pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("T9-28"))
					 : pn_lawful();
}

/* Decides T9-09. What bars all but holding (T9-28, T9-137). */
static struct pn_verdict check_free(const struct pn_game *view, pn_unit_id id)
{
	if (pn_engaged(view, id))
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("T9-09"));
	return pn_trait(&view->unit[id], T9_UNDEAD)
		       ? pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("T9-137"))
		       : pn_lawful();
}

/* The facing on which the unit is charged; if the charger touches it already (T9-91), the one where
 * that stands. */
static uint8_t facing_charged(const struct pn_game *view, pn_unit_id id, pn_unit_id charger)
{
	return view->unit[id].tally[T9_TOUCHED] == charger + 1
		       ? t9_facing_met(&view->unit[id], &view->unit[charger])
		       : t9_charged_facing(&view->unit[charger]);
}

/* Decides T9-16, T9-17, T9-19 and T9-111. */
static struct pn_verdict check_stand_and_shoot(const struct pn_game *view, pn_unit_id id,
					       pn_unit_id charger)
{
	const struct pn_unit *unit = &view->unit[id];
	struct pn_verdict verdict;

	if (unit->state == T9_FLEEING)
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("T9-28"));
	verdict = check_free(view, id);
	if (verdict.code == PN_LAWFUL && pn_flag(unit, T9_SHAKEN))
		verdict = pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("T9-111"));
	if (verdict.code == PN_LAWFUL)
		verdict = t9_check_weapon(unit);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (pn_flag(unit, T9_SHOT))
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("T9-19"));
	if (facing_charged(view, id, charger) != PN_FACING_FRONT)
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("T9-16"));
	if (t9_units_within(view, id, charger, t9_charge_rate(&view->unit[charger])))
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("T9-17"));
	return t9_check_shooting(view, id, charger);
}

/* Decides T9-137. */
static struct pn_verdict check_flee(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	if (unit->state == T9_FLEEING)
		return pn_lawful();
	if (pn_trait(unit, T9_FEARLESS) || pn_trait(unit, T9_WAR_MACHINE))
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("T9-137"));
	return check_free(view, id);
}

static struct pn_verdict check_reaction(const struct pn_game *view, pn_unit_id id,
					pn_unit_id charger, enum t9_reaction reaction)
{
	if (reaction == T9_HOLD)
		return check_hold(&view->unit[id]);
	return reaction == T9_FLEE ? check_flee(view, id)
				   : check_stand_and_shoot(view, id, charger);
}

/* ---- resolving ---- */

/* Decides T9-22 and T9-29. */
static void flee_from(struct pn_step *step, pn_unit_id id, pn_unit_id charger)
{
	struct t9_panics panics = {0};
	const bool again = step->game->unit[id].state == T9_FLEEING;
	const struct t9_cause cause = {
		.pivot = again ? PN_CLAUSE("T9-29") : PN_CLAUSE("T9-21"),
		.roll = {"T9-22"},
		.reaction = true,
	};
	const pn_angle heading = t9_heading_away(step, id, charger);

	t9_flee(step, id, heading, cause, &panics);
	t9_panic(step, &panics);
	t9_list_redirects(step, id);
}

/* T9-91. A unit that was touched besides the target of a charge, and still stands there, fights. */
static void meet_charger(struct pn_step *step, pn_unit_id id)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[id];
	pn_unit_id charger;
	struct pn_shape own;
	struct pn_shape other;

	if (unit->tally[T9_TOUCHED] == 0)
		return;
	charger = (pn_unit_id)(unit->tally[T9_TOUCHED] - 1);
	pn_set_tally(step, id, T9_TOUCHED, 0, PN_CLAUSE("T9-91"));
	own = t9_boundary(unit);
	other = t9_boundary(&game->unit[charger]);
	if (unit->on_board && game->unit[charger].on_board && pn_shapes_touch(&own, &other))
		t9_touch(step, charger, id, t9_facing_met(unit, &game->unit[charger]),
			 PN_CLAUSE("T9-91"));
}

static void tell_reaction(struct pn_step *step, pn_unit_id id, pn_unit_id charger,
			  enum t9_reaction reaction, pn_clause clause)
{
	pn_tell_reaction(step, id, charger, (uint8_t)reaction, clause);
}

/* Decides T9-14. */
static void react(struct pn_step *step, pn_unit_id id, pn_unit_id charger,
		  enum t9_reaction reaction, pn_clause clause)
{
	tell_reaction(step, id, charger, reaction, clause);
	if (reaction == T9_FLEE) {
		flee_from(step, id, charger);
	} else if (reaction == T9_STAND_AND_SHOOT) {
		pn_set_flag(step, id, T9_SHOT, PN_CLAUSE("T9-19"));
		t9_shoot(step, id, charger);
		tell_reaction(step, id, charger, T9_HOLD, PN_CLAUSE("T9-14"));
	}
	meet_charger(step, id);
}

/* Decides T9-07. The clause that leaves a unit this reaction alone. */
static pn_clause clause_of_only(const struct pn_game *view, pn_unit_id id)
{
	if (view->unit[id].state == T9_FLEEING)
		return PN_CLAUSE("T9-28");
	if (pn_trait(&view->unit[id], T9_UNDEAD))
		return PN_CLAUSE("T9-137");
	if (pn_engaged(view, id))
		return PN_CLAUSE("T9-09");
	return pn_stat(&view->unit[id], T9_SHOTS) > 0 && pn_trait(&view->unit[id], T9_RELOAD)
		       ? PN_CLAUSE("T9-116")
		       : PN_CLAUSE("T9-07");
}

/* Decides T9-136. A unit that fears the charger tests before it reacts, and flees if it fails and
 * can. */
static bool is_terrified(struct pn_step *step, pn_unit_id id, pn_unit_id charger)
{
	const struct pn_game *game = step->game;

	return pn_trait(&game->unit[charger], T9_TERROR) &&
	       !t9_stands(step, id, PN_CLAUSE("T9-136")) && check_flee(game, id).code == PN_LAWFUL;
}

/* Decides T9-01 and T9-05. */
void t9_ask_reaction(struct pn_step *step, pn_unit_id id, pn_unit_id charger)
{
	const struct pn_game *game = step->game;
	enum t9_reaction only = T9_HOLD;
	int open = 0;

	if (is_terrified(step, id, charger)) {
		react(step, id, charger, T9_FLEE, PN_CLAUSE("T9-136"));
		return;
	}
	for (int reaction = T9_HOLD; reaction < T9_REACTIONS; reaction++) {
		if (check_reaction(game, id, charger, (enum t9_reaction)reaction).code != PN_LAWFUL)
			continue;
		only = (enum t9_reaction)reaction;
		open++;
	}
	if (open == 1)
		react(step, id, charger, only, clause_of_only(game, id));
	else
		pn_open(step,
			(struct pn_pending){
				.decision = T9_REACT,
				.owes = (uint8_t)(1u << game->unit[id].side),
				.unit = id,
				.other = charger,
				.stage = facing_charged(game, id, charger),
			},
			PN_CLAUSE("T9-01"));
}

bool t9_ask_touched(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const uint8_t charger = game->unit[i].tally[T9_TOUCHED];

		if (charger == 0)
			continue;
		if (game->unit[i].on_board && game->unit[charger - 1].on_board)
			t9_ask_reaction(step, i, (pn_unit_id)(charger - 1));
		else
			meet_charger(step, i);
		return true;
	}
	return false;
}

/* ---- the commands ---- */

static struct pn_verdict check_command(const struct pn_game *view, const struct pn_command *command,
				       enum t9_reaction reaction)
{
	const struct pn_pending *top = pn_top_pending(view);

	if (command->unit != PN_NO_UNIT && command->unit != top->unit)
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("T9-05"));
	return check_reaction(view, top->unit, top->other, reaction);
}

/* Decides T9-06. */
static void apply_command(struct pn_step *step, enum t9_reaction reaction, pn_clause clause)
{
	const struct pn_pending pending = *pn_top_pending(step->game);

	pn_close(step, PN_CLAUSE("T9-06"));
	if (reaction == T9_FLEE && pn_trait(&step->game->unit[pending.unit], T9_FEIGNED_FLIGHT))
		pn_set_flag(step, pending.unit, T9_FEIGNED, PN_CLAUSE("T9-138"));
	react(step, pending.unit, pending.other, reaction, clause);
	t9_settle(step);
}

struct pn_verdict t9_check_hold(const struct pn_game *view, pn_side side,
				const struct pn_command *command)
{
	return check_command(view, command, T9_HOLD);
}

/* Decides T9-08. */
void t9_apply_hold(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	apply_command(step, T9_HOLD, PN_CLAUSE("T9-08"));
}

struct pn_verdict t9_check_stand_and_shoot(const struct pn_game *view, pn_side side,
					   const struct pn_command *command)
{
	return check_command(view, command, T9_STAND_AND_SHOOT);
}

/* The highest Advance Rate in the ranks of a charger. */
static pn_len fastest_in(const struct pn_unit *charger)
{
	return pn_flag(charger, T9_FLYING) ? t9_charge_rate(charger) : pn_stat(charger, T9_ADVANCE);
}

/* Decides T9-11. Beyond the range as well. T9-18: the lowest Advance Rate is what bars it. */
static pn_clause clause_of_shooting(const struct pn_game *view)
{
	const struct pn_pending *top = pn_top_pending(view);

	if (!t9_units_within(view, top->unit, top->other,
			     pn_stat(&view->unit[top->unit], T9_RANGE)))
		return PN_CLAUSE("T9-11");
	return t9_units_within(view, top->unit, top->other, fastest_in(&view->unit[top->other]))
		       ? PN_CLAUSE("T9-18")
		       : PN_CLAUSE("T9-10");
}

/* Decides T9-10. */
void t9_apply_stand_and_shoot(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	apply_command(step, T9_STAND_AND_SHOOT, clause_of_shooting(step->game));
}

struct pn_verdict t9_check_flee_reaction(const struct pn_game *view, pn_side side,
					 const struct pn_command *command)
{
	return check_command(view, command, T9_FLEE);
}

/* Decides T9-20. */
void t9_apply_flee_reaction(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	apply_command(step, T9_FLEE, PN_CLAUSE("T9-20"));
}

/* ---- actions ---- */

void t9_list_react(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	static const struct {
		enum pn_command_kind kind;
		const char *words;
		pn_clause clause;
	} rows[T9_REACTIONS] = {
		[T9_HOLD] = {PN_COMMAND_HOLD, "offer.hold", {"T9-08"}},
		[T9_STAND_AND_SHOOT] = {PN_COMMAND_STAND_AND_SHOOT,
					"offer.stand_and_shoot",
					{"T9-10"}},
		[T9_FLEE] = {PN_COMMAND_FLEE, "offer.flee", {"T9-20"}},
	};
	const struct pn_pending *top = pn_top_pending(view);

	for (int reaction = T9_HOLD; reaction < T9_REACTIONS; reaction++) {
		struct pn_command command = pn_command_of(rows[reaction].kind);

		command.unit = top->unit;
		if (check_reaction(view, top->unit, top->other, (enum t9_reaction)reaction).code ==
		    PN_LAWFUL)
			pn_action_add(out, PN_GROUP_REACT, rows[reaction].words, command,
				      rows[reaction].clause);
	}
}

/* Holding is open to every unit that has a choice. */
struct pn_command t9_default_react(const struct pn_game *view, pn_side side)
{
	struct pn_command command = pn_command_of(PN_COMMAND_HOLD);

	command.unit = pn_top_pending(view)->unit;
	return command;
}
