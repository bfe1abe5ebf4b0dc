/* Move and counter-move: the initiative, then each side's movement in turn, unit by unit.
 * A normal move may end in contact; only a charge move frightens anybody. */

#include "ch.h"
#include "common.h"
#include "deploy.h"
#include "melee.h"

void ch_run_deployment(struct pn_step *step)
{
	pn_open_deployment(step, CH_DEPLOY);
}

/* ---- who moves first ---- */

/* Decides CH-48 and CH-50. A die each, the high one chooses; a tie is rolled again when this runs
 * again. */
static void roll_initiative(struct pn_step *step)
{
	int16_t total[PN_SIDES];
	pn_side winner;

	pn_roll_off(step, CH_ROLL_INITIATIVE, PN_CLAUSE("CH-48"), total);
	winner = pn_higher(total);
	pn_tell_initiative(step, winner, total,
			   winner == PN_NO_SIDE ? PN_CLAUSE("CH-50") : PN_CLAUSE("CH-48"));
	if (winner == PN_NO_SIDE)
		return;
	pn_ask(step, winner, CH_CHOOSE_ORDER, PN_CLAUSE("CH-48"));
}

/* CH-49. Where orders are written there is no initiative. */
void ch_run_initiative(struct pn_step *step)
{
	if (ch_is_simultaneous(step->game))
		pn_enter_phase(step, CH_ORDERS, PN_NO_SIDE, (pn_clause){""});
	else
		roll_initiative(step);
}

void ch_apply_go(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_side first = pn_first_of(side, command);

	pn_close(step, PN_CLAUSE("CH-48"));
	pn_set_fact(step, CH_FACT_FIRST, first);
	pn_enter_phase(step, CH_FIRST_MOVEMENT, first, (pn_clause){""});
}

void ch_list_order(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	pn_list_go(out, PN_CLAUSE("CH-48"));
}

/* ---- a side's movement ---- */

static bool can_act(const struct pn_game *view, pn_unit_id id)
{
	return view->unit[id].on_board &&
	       (ch_check_mover(view, id).code == PN_LAWFUL || ch_may_retreat_on(view, id));
}

static bool anybody_can_act(const struct pn_game *game, pn_side side)
{
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].side == side && can_act(game, i))
			return true;
	return false;
}

static void enter_next_phase(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	if (game->phase == CH_FIRST_MOVEMENT)
		pn_enter_phase(step, CH_SECOND_MOVEMENT, pn_opponent(game->active),
			       (pn_clause){""});
	else
		pn_enter_phase(step, CH_MELEE, PN_NO_SIDE, (pn_clause){""});
}

/* First what nobody decides, once: fact `step` remembers for which phase it was done. */
void ch_run_movement(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	if (game->facts[CH_FACT_STEP] != game->phase) {
		pn_set_fact(step, CH_FACT_STEP, game->phase);
		ch_roll_rallies(step, game->active);
		return;
	}
	if (ch_run_victor(step) || ch_drive_knights(step, game->active))
		return;
	if (anybody_can_act(game, game->active))
		pn_ask(step, game->active, CH_MOVEMENT, (pn_clause){""});
	else
		enter_next_phase(step);
}

bool ch_end_if_idle(struct pn_step *step, pn_side side)
{
	if (anybody_can_act(step->game, side))
		return false;
	pn_close(step, (pn_clause){""});
	enter_next_phase(step);
	return true;
}

void ch_apply_pass(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const uint8_t decision = pn_top_pending(step->game)->decision;

	pn_tell_passed(step, side, decision, (pn_clause){""});
	pn_close(step, (pn_clause){""});
	if (decision == CH_MOVEMENT)
		enter_next_phase(step);
}

/* ---- moving ---- */

struct pn_verdict ch_check_move(const struct pn_game *view, pn_side side,
				const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);
	struct ch_walk walk;

	if (ch_is_writing(view))
		return ch_check_order(view, side, command);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (ch_may_retreat_on(view, command->unit))
		return command->path.count == 0
			       ? pn_lawful()
			       : pn_refuse(PN_REFUSE_MUST_RALLY, PN_CLAUSE("CH-60"));
	verdict = ch_check_mover(view, command->unit);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	ch_walk(&walk, view, command->unit, PN_NO_UNIT, &command->path, CH_MARCHING);
	return walk.verdict;
}

void ch_apply_move(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct pn_unit *unit = &step->game->unit[command->unit];
	struct ch_walk walk;

	if (ch_is_writing(step->game)) {
		ch_apply_order(step, side, command);
		return;
	}
	if (unit->state != CH_GOOD) {
		ch_retreat_on(step, command->unit, unit->pose.facing, PN_CLAUSE("CH-64"));
		ch_open_victors(step);
		return;
	}
	ch_walk(&walk, step->game, command->unit, PN_NO_UNIT, &command->path, CH_MARCHING);
	pn_tell_announced(step, command->unit, &command->path, PN_CLAUSE("CH-47"));
	ch_march(step, command->unit, &walk, PN_MANNER_ADVANCE, PN_CLAUSE("CH-45"));
	ch_open_victors(step);
}

void ch_march(struct pn_step *step, pn_unit_id id, const struct ch_walk *walk,
	      enum pn_manner manner, pn_clause clause)
{
	pn_set_flag(step, id, CH_MOVED, PN_CLAUSE("CH-47"));
	ch_tell_walk(step, id, walk, manner, clause);
	if (walk->met != PN_NO_UNIT)
		ch_touch(step, id, &walk->walked[walk->count - 1].way, false);
}

void ch_preview_move(const struct pn_game *view, pn_side side, const struct pn_command *command,
		     struct pn_preview *out)
{
	struct ch_walk walk;

	if (command->path.count == 0)
		return;
	ch_walk(&walk, view, command->unit, PN_NO_UNIT, &command->path, CH_MARCHING);
	out->cost = walk.spent;
	for (uint8_t i = 0; i < walk.count; i++)
		out->leg[out->leg_count++] = walk.walked[i].way.end;
	if (walk.met != PN_NO_UNIT)
		out->touch[out->touch_count++] = walk.met;
}

/* ---- actions ---- */

static bool is_lawful(const struct pn_game *view, pn_unit_id id, const struct pn_command *command)
{
	struct ch_walk walk;

	ch_walk(&walk, view, id, PN_NO_UNIT, &command->path, CH_MARCHING);
	return walk.verdict.code == PN_LAWFUL;
}

/* Straight ahead as far as nothing but enemies is in the way. */
static struct pn_command ahead(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_stand stand = pn_stand_of(unit);
	const pn_len move = ch_move(unit, false);
	const struct ch_way way =
		ch_go(view, id, &stand, CH_MARCHING, unit->pose.facing, move, move);
	struct ch_way across;
	const bool flush = way.stop == CH_FRIEND || way.stop == CH_GROUND || way.stop == CH_EDGE;
	const pn_len spare = flush ? 2 * PN_TOUCH : 0;

	return pn_command_of_leg(PN_COMMAND_MOVE, id,
				 (struct pn_leg){
					 .kind = PN_LEG_ADVANCE,
					 .heading = unit->pose.facing,
					 .length = ch_find_crossing(view, id, &stand, &across)
							   ? move
						   : way.length > spare ? way.length - spare
									: 0,
				 });
}

static const struct {
	const char *words;
	struct pn_leg leg;
} turns[] = {
	{"preset.wheel_left", {.kind = PN_LEG_WHEEL, .left = true, .angle = PN_DEGREES_45}},
	{"preset.wheel_right", {.kind = PN_LEG_WHEEL, .angle = PN_DEGREES_45}},
	{"preset.face_left", {.kind = PN_LEG_FACE, .to = PN_FACING_LEFT}},
	{"preset.face_right", {.kind = PN_LEG_FACE, .to = PN_FACING_RIGHT}},
	{"preset.face_about", {.kind = PN_LEG_FACE, .to = PN_FACING_REAR}},
	{"preset.form_line", {.kind = PN_LEG_FORM, .form = CH_LINE}},
	{"preset.form_column", {.kind = PN_LEG_FORM, .form = CH_COLUMN}},
	{"preset.form_square", {.kind = PN_LEG_FORM, .form = CH_SQUARE}},
};

static void preset_if_lawful(const struct pn_game *view, pn_unit_id id, const char *words,
			     struct pn_command command, struct pn_actions *out, bool *listed)
{
	if (!is_lawful(view, id, &command))
		return;
	if (!*listed) {
		pn_action_add(out, PN_GROUP_MOVE, "offer.move", command, PN_CLAUSE("CH-45"));

		pn_action_bound(out,
				(struct pn_bound){
					.kind = PN_BOUND_PATH,
					.at = "/path",
					.path = {ch_move(&view->unit[id], true), PN_PATH_MAX,
						 1u << PN_LEG_ADVANCE | 1u << PN_LEG_WHEEL |
							 1u << PN_LEG_FACE | 1u << PN_LEG_FORM},
				});
		*listed = true;
	}
	pn_action_preset(out, words, command);
}

static void list_move(const struct pn_game *view, pn_unit_id id, struct pn_actions *out)
{
	struct pn_command command = ahead(view, id);
	bool listed = false;

	preset_if_lawful(view, id, "preset.as_far_as_allowed", command, out, &listed);
	command.path.leg[0].length /= 2;
	preset_if_lawful(view, id, "preset.half", command, out, &listed);
	for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++)
		preset_if_lawful(view, id, turns[i].words,
				 pn_command_of_leg(PN_COMMAND_MOVE, id, turns[i].leg), out,
				 &listed);
}

/* One action a unit, its targets as a choice and as presets. */
static void list_charges(const struct pn_game *view, pn_side side, pn_unit_id id,
			 struct pn_actions *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_CHARGE);
	struct pn_bound choice = {.kind = PN_BOUND_CHOICE, .at = "/target"};

	command.unit = id;
	for (command.target = 0; command.target < view->unit_count; command.target++)
		if (ch_check_charge(view, side, &command).code == PN_LAWFUL)
			choice.choice.of[choice.choice.count++] = command.target;
	pn_list_targets(out, PN_GROUP_CHARGE, "offer.charge", command, choice, PN_CLAUSE("CH-01"));
}

void ch_list_movement(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (view->unit[i].side != side || !can_act(view, i))
			continue;
		if (view->unit[i].state != CH_GOOD) {
			struct pn_command on = pn_command_of(PN_COMMAND_MOVE);

			on.unit = i;
			pn_action_add(out, PN_GROUP_MOVE, "offer.retreat_on", on,
				      PN_CLAUSE("CH-64"));
			continue;
		}
		list_charges(view, side, i, out);
		list_move(view, i, out);
	}
	pn_action_add(out, PN_GROUP_STEP, "offer.end_movement", pn_command_of(PN_COMMAND_PASS),
		      (pn_clause){""});
}
