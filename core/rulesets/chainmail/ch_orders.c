/* Simultaneous turns (CH-49): both sides write an order for each unit in secret. An order is
 * a charge at an enemy, or a turn and so far straight ahead, in quarters of an inch, or another
 * formation; without one a unit stands. */

#include "ch.h"
#include "common.h"
#include "deploy.h"

bool ch_is_writing(const struct pn_game *game)
{
	return game->phase == CH_ORDERS;
}

void ch_run_orders(struct pn_step *step)
{
	pn_open(step,
		(struct pn_pending){
			.decision = CH_WRITE_ORDERS,
			.owes = PN_SEEN_BY_RED | PN_SEEN_BY_BLUE,
			.unit = PN_NO_UNIT,
			.other = PN_NO_UNIT,
		},
		PN_CLAUSE("CH-49"));
}

void ch_resume_orders(struct pn_step *step)
{
	pn_close(step, (pn_clause){""});
	for (pn_side side = PN_RED; side < PN_SIDES; side++)
		pn_reveal(step, side, PN_CLAUSE("CH-49"));
	pn_enter_phase(step, CH_FIRST_HALF, PN_NO_SIDE, (pn_clause){""});
}

/* ---- charges ---- */

/* CH-01. Contact may come of both moves: the enemy must be within both charges, and ahead. */
static struct pn_verdict check_expected(const struct pn_game *view, pn_unit_id id,
					pn_unit_id target)
{
	const struct pn_unit *enemy = &view->unit[target];
	pn_len reach = ch_charge_move(&view->unit[id]);
	pn_angle heading;

	if (ch_check_charger(view, target).code == PN_LAWFUL)
		reach += ch_charge_move(enemy);
	else if (ch_check_mover(view, target).code == PN_LAWFUL)
		reach += ch_move(enemy, false);
	if (!pn_units_within(view, id, target, reach))
		return pn_refuse(PN_REFUSE_NOT_IN_RANGE, PN_CLAUSE("CH-01"));
	return ch_aim(view, id, target, &heading)
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_OUT_OF_ARC, PN_CLAUSE("CH-03"));
}

struct pn_verdict ch_check_declare(const struct pn_game *view, pn_side side,
				   const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);

	if (verdict.code == PN_LAWFUL)
		verdict = ch_check_charger(view, command->unit);
	if (verdict.code == PN_LAWFUL)
		verdict = pn_check_enemy(view, side, command->target, PN_CLAUSE("CH-01"));
	return verdict.code == PN_LAWFUL ? check_expected(view, command->unit, command->target)
					 : verdict;
}

void ch_apply_declare(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_tell_drafted(step, command->unit, (struct pn_order){CH_VERB_CHARGE, command->target, 0},
			PN_CLAUSE("CH-49"));
}

struct pn_verdict ch_check_withdraw(const struct pn_game *view, pn_side side,
				    const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	return pn_drafted(view, side, command->unit).verb != CH_VERB_NONE
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_NOT_DECLARED, PN_CLAUSE("CH-49"));
}

void ch_apply_withdraw(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_tell_drafted(step, command->unit, (struct pn_order){CH_VERB_NONE, PN_NO_UNIT, 0},
			PN_CLAUSE("CH-49"));
}

/* ---- moves ---- */

struct pn_leg ch_turn_of(uint8_t verb)
{
	static const struct pn_leg legs[CH_VERBS] = {
		[CH_VERB_OBLIQUE_LEFT] = {.kind = PN_LEG_WHEEL,
					  .left = true,
					  .angle = PN_DEGREES_45},
		[CH_VERB_OBLIQUE_RIGHT] = {.kind = PN_LEG_WHEEL, .angle = PN_DEGREES_45},
		[CH_VERB_FACE_LEFT] = {.kind = PN_LEG_FACE, .to = PN_FACING_LEFT},
		[CH_VERB_FACE_RIGHT] = {.kind = PN_LEG_FACE, .to = PN_FACING_RIGHT},
		[CH_VERB_FACE_ABOUT] = {.kind = PN_LEG_FACE, .to = PN_FACING_REAR},
		[CH_VERB_FORM_LINE] = {.kind = PN_LEG_FORM, .form = CH_LINE},
		[CH_VERB_FORM_COLUMN] = {.kind = PN_LEG_FORM, .form = CH_COLUMN},
		[CH_VERB_FORM_SQUARE] = {.kind = PN_LEG_FORM, .form = CH_SQUARE},
	};

	return legs[verb];
}

int32_t ch_angle_of(uint8_t verb)
{
	static const int32_t angle[CH_VERBS] = {
		[CH_VERB_OBLIQUE_LEFT] = -PN_DEGREES_45, [CH_VERB_OBLIQUE_RIGHT] = PN_DEGREES_45,
		[CH_VERB_FACE_LEFT] = -PN_DEGREES_90,    [CH_VERB_FACE_RIGHT] = PN_DEGREES_90,
		[CH_VERB_FACE_ABOUT] = PN_TURN_HALF,
	};

	return angle[verb];
}

static uint8_t verb_of(const struct pn_leg *leg)
{
	for (uint8_t verb = CH_VERB_OBLIQUE_LEFT; verb <= CH_VERB_FORM_SQUARE; verb++) {
		const struct pn_leg turn = ch_turn_of(verb);

		if (leg->kind == turn.kind && leg->left == turn.left && leg->angle == turn.angle &&
		    leg->to == turn.to && leg->form == turn.form)
			return verb;
	}
	return CH_VERB_NONE;
}

/* The order that a path amounts to: a turn, an advance, or both. */
static struct pn_verdict read_path(const struct pn_unit *unit, const struct pn_path *path,
				   struct pn_order *order)
{
	const struct pn_leg *last = &path->leg[path->count > 0 ? path->count - 1 : 0];
	pn_angle facing = unit->pose.facing;

	*order = (struct pn_order){CH_VERB_ADVANCE, PN_NO_UNIT, 0};
	if (path->count < 1 || path->count > 2)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CH-49"));
	if (path->leg[0].kind != PN_LEG_ADVANCE) {
		order->verb = verb_of(&path->leg[0]);
		if (order->verb == CH_VERB_NONE)
			return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CH-49"));
		facing = (pn_angle)(facing + ch_angle_of(order->verb));
		if (path->count == 1)
			return pn_lawful();
	}
	if (last->kind != PN_LEG_ADVANCE || (path->count == 2 && order->verb == CH_VERB_ADVANCE) ||
	    last->length < CH_QUARTER_INCH || last->length % CH_QUARTER_INCH != 0 ||
	    last->length / CH_QUARTER_INCH > UINT8_MAX)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CH-49"));
	order->number = (uint8_t)(last->length / CH_QUARTER_INCH);
	return last->heading == facing ? pn_lawful()
				       : pn_refuse(PN_REFUSE_OUT_OF_ARC, PN_CLAUSE("CH-84"));
}

bool ch_is_form(uint8_t verb)
{
	return verb >= CH_VERB_FORM_LINE && verb <= CH_VERB_FORM_SQUARE;
}

/* CH-45, CH-84, CH-85. Is its move long enough for the order? */
static struct pn_verdict check_cost(const struct pn_unit *unit, const struct pn_order *order,
				    pn_len allowance)
{
	const uint8_t form = ch_turn_of(order->verb).form;
	const pn_len ahead = order->number * CH_QUARTER_INCH;

	if (!ch_is_form(order->verb))
		return ch_turn_cost(unit, ch_angle_of(order->verb)) + ahead <= allowance
			       ? pn_lawful()
			       : pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("CH-45"));
	if (form == unit->form)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CH-85"));
	return ahead > 0 || unit->form + form == CH_LINE + CH_SQUARE
		       ? pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("CH-85"))
		       : pn_lawful();
}

struct pn_verdict ch_check_order(const struct pn_game *view, pn_side side,
				 const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);
	const struct pn_unit *unit;
	struct pn_order order;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	unit = &view->unit[command->unit];
	if (ch_may_retreat_on(view, command->unit))
		return command->path.count == 0
			       ? pn_lawful()
			       : pn_refuse(PN_REFUSE_MUST_RALLY, PN_CLAUSE("CH-60"));
	verdict = ch_check_mover(view, command->unit);
	if (verdict.code == PN_LAWFUL)
		verdict = read_path(unit, &command->path, &order);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	return check_cost(unit, &order, ch_allowance(view, unit, &command->path, CH_MARCHING));
}

void ch_apply_order(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct pn_unit *unit = &step->game->unit[command->unit];
	struct pn_order order = {CH_VERB_RETREAT, PN_NO_UNIT, 0};

	if (unit->state == CH_GOOD)
		read_path(unit, &command->path, &order);
	pn_tell_drafted(step, command->unit, order, PN_CLAUSE("CH-49"));
}

/* ---- being ready ---- */

struct pn_verdict ch_check_ready(const struct pn_game *view, pn_side side,
				 const struct pn_command *command)
{
	return pn_is_deploying(view) ? pn_check_deployed(view, side) : pn_lawful();
}

void ch_apply_ready(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	if (pn_is_deploying(step->game)) {
		pn_apply_deployed(step, side);
		return;
	}
	pn_seal_drafts(step, side, PN_CLAUSE("CH-49"));
	pn_answer(step, side);
}

/* ---- actions ---- */

static void list_charge(const struct pn_game *view, pn_side side, pn_unit_id id,
			struct pn_actions *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_DECLARE_CHARGE);
	struct pn_bound choice = {.kind = PN_BOUND_CHOICE, .at = "/target"};

	command.unit = id;
	for (command.target = 0; command.target < view->unit_count; command.target++)
		if (ch_check_declare(view, side, &command).code == PN_LAWFUL)
			choice.choice.of[choice.choice.count++] = command.target;
	pn_list_targets(out, PN_GROUP_DECLARE, "offer.declare_charge", command, choice,
			PN_CLAUSE("CH-49"));
}

static struct pn_command order_of(const struct pn_unit *unit, pn_unit_id id, uint8_t verb,
				  pn_len length)
{
	struct pn_command command = pn_command_of(PN_COMMAND_MOVE);

	command.unit = id;
	if (verb != CH_VERB_ADVANCE)
		command.path.leg[command.path.count++] = ch_turn_of(verb);
	if (length >= CH_QUARTER_INCH)
		command.path.leg[command.path.count++] = (struct pn_leg){
			.kind = PN_LEG_ADVANCE,
			.heading = (pn_angle)(unit->pose.facing + ch_angle_of(verb)),
			.length = length - length % CH_QUARTER_INCH,
		};
	return command;
}

static void list_moves(const struct pn_game *view, pn_side side, pn_unit_id id,
		       struct pn_actions *out)
{
	static const struct {
		const char *words;
		uint8_t verb;
		bool half;
	} list[] = {
		{"preset.as_far_as_allowed", CH_VERB_ADVANCE, false},
		{"preset.half", CH_VERB_ADVANCE, true},
		{"preset.wheel_left", CH_VERB_OBLIQUE_LEFT, false},
		{"preset.wheel_right", CH_VERB_OBLIQUE_RIGHT, false},
		{"preset.face_left", CH_VERB_FACE_LEFT, false},
		{"preset.face_right", CH_VERB_FACE_RIGHT, false},
		{"preset.face_about", CH_VERB_FACE_ABOUT, false},
		{"preset.form_line", CH_VERB_FORM_LINE, false},
		{"preset.form_column", CH_VERB_FORM_COLUMN, false},
		{"preset.form_square", CH_VERB_FORM_SQUARE, false},
	};
	const struct pn_unit *unit = &view->unit[id];
	const pn_len move = ch_move(unit, false);
	struct pn_command command = order_of(unit, id, CH_VERB_ADVANCE, move);

	pn_action_add(out, PN_GROUP_MOVE, "offer.move", command, PN_CLAUSE("CH-49"));
	pn_action_bound(out, (struct pn_bound){
				     .kind = PN_BOUND_PATH,
				     .at = "/path",
				     .path = {ch_move(unit, true), 2,
					      1u << PN_LEG_ADVANCE | 1u << PN_LEG_WHEEL |
						      1u << PN_LEG_FACE | 1u << PN_LEG_FORM},
			     });
	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
		const pn_len left = ch_is_form(list[i].verb)
					    ? 0
					    : move - ch_turn_cost(unit, ch_angle_of(list[i].verb));

		command = order_of(unit, id, list[i].verb, list[i].half ? left / 2 : left);
		if (ch_check_order(view, side, &command).code == PN_LAWFUL)
			pn_action_preset(out, list[i].words, command);
	}
}

void ch_list_orders(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		struct pn_command withdraw = pn_command_of(PN_COMMAND_WITHDRAW_CHARGE);
		struct pn_command on = pn_command_of(PN_COMMAND_MOVE);

		withdraw.unit = on.unit = i;
		if (view->unit[i].side != side || !view->unit[i].on_board)
			continue;
		if (ch_check_withdraw(view, side, &withdraw).code == PN_LAWFUL)
			pn_action_add(out, PN_GROUP_DECLARE, "offer.withdraw_order", withdraw,
				      PN_CLAUSE("CH-49"));
		else if (ch_may_retreat_on(view, i))
			pn_action_add(out, PN_GROUP_MOVE, "offer.retreat_on", on,
				      PN_CLAUSE("CH-64"));
		else if (ch_check_mover(view, i).code == PN_LAWFUL) {
			list_charge(view, side, i, out);
			list_moves(view, side, i, out);
		}
	}
	pn_action_add(out, PN_GROUP_STEP, "offer.ready", pn_command_of(PN_COMMAND_READY),
		      PN_CLAUSE("CH-49"));
}
