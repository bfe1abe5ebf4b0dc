/* Supremacy, and the Action Phase: the players draw in turn, each the top card of his own
 * stack, and the regiment drawn takes up to two actions. Who has no card left passes. */

#include "cq.h"
#include "melee.h"

/* ---- who draws ---- */

/* CQ-94. A die each; the high one draws first; a tie is rolled again when this runs again. */
void cq_run_supremacy(struct pn_turn *turn)
{
	int16_t total[PN_SIDES];
	pn_side first;

	for (pn_side side = PN_RED; side < PN_SIDES; side++)
		total[side] = pn_throw(turn,
				       (struct pn_roll){
					       .who = PN_WHO_SIDE(side),
					       .what = CQ_ROLL_SUPREMACY,
					       .clause = PN_CLAUSE("CQ-94"),
				       },
				       NULL);
	first = total[PN_RED] > total[PN_BLUE] ? PN_RED : PN_BLUE;
	pn_emit(turn,
		(struct pn_event){
			.kind = PN_EVENT_INITIATIVE_DECIDED,
			.clause = PN_CLAUSE("CQ-94"),
			.initiative_decided = {total[PN_RED] == total[PN_BLUE] ? PN_NO_SIDE : first,
					       {total[PN_RED], total[PN_BLUE]}},
		});
	if (total[PN_RED] == total[PN_BLUE])
		return;
	pn_set_fact(turn, CQ_FACT_FIRST, first);
	pn_set_fact(turn, CQ_FACT_NEXT, first);
	pn_enter_phase(turn, CQ_ACTION, PN_NO_SIDE, (pn_clause){""});
}

/* The regiment whose card is on top of the side's stack, or PN_NO_UNIT. */
static pn_unit_id top_card(const struct pn_game *game, pn_side side)
{
	const int32_t number = game->facts[CQ_FACT_RED_DRAWN + side] + 1;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->secret[side].sealed[i].verb == CQ_VERB_CARD &&
		    game->secret[side].sealed[i].number == number)
			return i;
	return PN_NO_UNIT;
}

static void draw(struct pn_turn *turn, pn_side side)
{
	const pn_unit_id unit = top_card(turn->game, side);
	const uint8_t number = (uint8_t)(turn->game->facts[CQ_FACT_RED_DRAWN + side] + 1);

	pn_reveal_one(turn, side, CQ_COMMAND, number, PN_CLAUSE("CQ-93"));
	pn_set_fact(turn, (uint8_t)(CQ_FACT_RED_DRAWN + side), number);
	pn_set_fact(turn, CQ_FACT_NEXT, pn_opponent(side));
	if (!cq_has_card(turn->game, side, unit))
		return;
	pn_set_flag(turn, unit, CQ_ACTIVATED, PN_CLAUSE("CQ-93"));
	pn_open(turn,
		(struct pn_frame){
			.decision = CQ_ACTIVATION,
			.owes = (uint8_t)(1u << side),
			.unit = unit,
			.other = PN_NO_UNIT,
		},
		PN_CLAUSE("CQ-93"));
}

void cq_run_action(struct pn_turn *turn)
{
	const struct pn_game *game = turn->game;
	pn_side next = (pn_side)game->facts[CQ_FACT_NEXT];

	if (next >= PN_SIDES || top_card(game, next) == PN_NO_UNIT)
		next = next == PN_RED ? PN_BLUE : PN_RED;
	if (top_card(game, next) == PN_NO_UNIT)
		next = pn_opponent(next);
	if (top_card(game, next) != PN_NO_UNIT)
		draw(turn, next);
	else if (pn_next_melee(game) != PN_NO_UNIT)
		pn_enter_phase(turn, CQ_MELEE, PN_NO_SIDE, (pn_clause){""});
	else
		pn_next_turn(turn);
}

/* CQ-02, PN-20. What comes of each Clash is the players' to agree on. */
void cq_run_melee(struct pn_turn *turn)
{
	pn_unit_id next = pn_next_melee(turn->game);

	if (next != PN_NO_UNIT)
		pn_open_melee(turn, CQ_SETTLE_MELEE, next);
	else
		pn_next_turn(turn);
}

/* ---- actions ---- */

uint8_t cq_actions_left(const struct pn_game *view)
{
	const pn_unit_id id = cq_acting(view);
	const struct pn_unit *unit = &view->unit[id];

	pn_assert(id != PN_NO_UNIT);
	if (cq_flag(unit, CQ_FORFEITED) || cq_flag(unit, CQ_ACTED_TWICE))
		return 0;
	return cq_flag(unit, CQ_ACTED) ? CQ_ACTIONS - 1 : CQ_ACTIONS;
}

void cq_use_action(struct pn_turn *turn, pn_unit_id id)
{
	pn_set_flag(turn, id, cq_flag(&turn->game->unit[id], CQ_ACTED) ? CQ_ACTED_TWICE : CQ_ACTED,
		    PN_CLAUSE("CQ-92"));
}

void cq_tell_move(struct pn_turn *turn, pn_unit_id unit, enum pn_manner manner, pn_pose to,
		  pn_len spent, pn_clause clause)
{
	pn_emit(turn, (struct pn_event){
			      .kind = PN_EVENT_MOVED,
			      .clause = clause,
			      .moved = {unit, (uint8_t)manner, to, spent},
		      });
}

/* CQ-28 and erratum 44. Whoever ends his activation in a friend is mired there. */
void cq_end_activation(struct pn_turn *turn, pn_clause clause)
{
	const pn_unit_id id = pn_top_frame(turn->game)->unit;
	pn_unit_id friend;
	pn_pose met;

	friend = cq_stands_in(turn->game, id, &met);
	if (friend != PN_NO_UNIT)
		cq_mire(turn, id, friend, met);
	if (cq_actions_left(turn->game) == 0)
		cq_clear_flag(turn, id, CQ_INSPIRED, PN_CLAUSE("CQ-34"));
	pn_close(turn, clause);
}

struct pn_verdict cq_check_pass(const struct pn_game *view, pn_side side,
				const struct pn_command *command)
{
	(void)view;
	(void)side;
	(void)command;
	return pn_lawful();
}

void cq_apply_pass(struct pn_turn *turn, pn_side side, const struct pn_command *command)
{
	const uint8_t decision = pn_top_frame(turn->game)->decision;

	(void)command;
	pn_emit(turn, (struct pn_event){
			      .kind = PN_EVENT_PASSED,
			      .passed = {side, decision},
		      });
	if (decision == CQ_ACTIVATION)
		cq_end_activation(turn, PN_CLAUSE("CQ-92"));
	else
		pn_close(turn, (pn_clause){""});
}

/* ---- rallying ---- */

struct pn_verdict cq_check_rally(const struct pn_game *view, pn_side side,
				 const struct pn_command *command)
{
	struct pn_verdict verdict = cq_check_own(view, side, command->unit);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (command->unit != cq_acting(view))
		return pn_refuse(PN_REFUSE_NOT_YOUR_UNIT, PN_CLAUSE("CQ-93"));
	if (cq_actions_left(view) == 0)
		return pn_refuse(PN_REFUSE_NOTHING_LEFT, PN_CLAUSE("CQ-92"));
	return view->unit[command->unit].state == CQ_BROKEN
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_IN_GOOD_ORDER, PN_CLAUSE("CQ-95"));
}

void cq_apply_rally(struct pn_turn *turn, pn_side side, const struct pn_command *command)
{
	(void)side;
	cq_use_action(turn, command->unit);
	pn_set_state(turn, command->unit, CQ_GOOD, PN_CLAUSE("CQ-95"));
}

/* ---- offers ---- */

static struct pn_command straight_march(pn_unit_id unit, pn_angle heading, pn_len length)
{
	struct pn_command command = pn_command_of(PN_COMMAND_MOVE);

	command.unit = unit;
	command.path.count = 1;
	command.path.leg[0] =
		(struct pn_leg){.kind = PN_LEG_ADVANCE, .heading = heading, .length = length};
	return command;
}

static bool is_lawful(const struct pn_game *view, pn_side side, const struct pn_command *command)
{
	return cq_check_march(view, side, command).code == PN_LAWFUL;
}

/* The farthest lawful march straight on: the whole, or what a search by halves finds. */
static pn_len farthest(const struct pn_game *view, pn_side side, pn_unit_id unit)
{
	const pn_angle heading = view->unit[unit].pose.facing;
	pn_len good = 0;
	pn_len most = cq_march(&view->unit[unit]) + 1;

	while (most - good > 1) {
		pn_len middle = (good + most) / 2;
		struct pn_command command = straight_march(unit, heading, middle);

		if (is_lawful(view, side, &command))
			good = middle;
		else
			most = middle;
	}
	return good;
}

static void offer_march(const struct pn_game *view, pn_side side, pn_unit_id unit,
			struct pn_offers *out)
{
	static const pn_angle turn[] = {0, PN_DEGREES_90, 3 * PN_DEGREES_90, PN_TURN_HALF};
	static const char *const words[] = {"preset.half", "preset.to_the_right",
					    "preset.to_the_left", "preset.back"};
	const pn_len whole = cq_march(&view->unit[unit]);
	const pn_angle facing = view->unit[unit].pose.facing;
	pn_len most = farthest(view, side, unit);
	struct pn_offer *offer = NULL;

	for (int i = -1; i < 4; i++) {
		pn_len length = i < 0 ? most : whole / 2;
		struct pn_command command =
			straight_march(unit, (pn_angle)(facing + (i < 0 ? 0 : turn[i])), length);

		if (length < 1 || !is_lawful(view, side, &command))
			continue;
		if (!offer) {
			offer = pn_offer_add(out, PN_GROUP_MOVE, "offer.move", command,
					     PN_CLAUSE("CQ-91"));
			offer->bound[offer->bound_count++] = (struct pn_bound){
				.kind = PN_BOUND_PATH,
				.at = "/path",
				.path = {whole, PN_PATH_MAX,
					 1u << PN_LEG_ADVANCE | 1u << PN_LEG_WHEEL},
			};
		}
		pn_offer_preset(out, i < 0 ? "preset.as_far_as_allowed" : words[i], command);
	}
}

/* CQ-12. The same charge, its wheel made after half a march. */
static struct pn_command wheeling_late(const struct pn_game *view, struct pn_command charge)
{
	const struct pn_unit *unit = &view->unit[charge.unit];

	charge.path.given = true;
	charge.path.count = 1;
	charge.path.leg[0] = (struct pn_leg){
		.kind = PN_LEG_ADVANCE, .heading = unit->pose.facing, .length = cq_march(unit) / 2};
	return charge;
}

static void offer_charges(const struct pn_game *view, pn_side side, pn_unit_id unit,
			  struct pn_offers *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_CHARGE);
	struct pn_command late;

	command.unit = unit;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		command.target = i;
		if (cq_check_charge(view, side, &command).code != PN_LAWFUL)
			continue;
		pn_offer_add(out, PN_GROUP_CHARGE, "offer.charge", command, PN_CLAUSE("CQ-04"));
		late = wheeling_late(view, command);
		if (cq_check_charge(view, side, &late).code == PN_LAWFUL)
			pn_offer_preset(out, "preset.wheel_late", late);
	}
}

void cq_offer_activation(const struct pn_game *view, pn_side side, struct pn_offers *out)
{
	const pn_unit_id unit = cq_acting(view);
	struct pn_command rally = pn_command_of(PN_COMMAND_RALLY);

	rally.unit = unit;
	if (cq_arrives(view, unit))
		cq_offer_arrival(view, side, unit, out);
	else if (cq_actions_left(view) > 0 && !pn_engaged(view, unit)) {
		offer_charges(view, side, unit, out);
		offer_march(view, side, unit, out);
	}
	if (cq_check_rally(view, side, &rally).code == PN_LAWFUL)
		pn_offer_add(out, PN_GROUP_MOVE, "offer.rally", rally, PN_CLAUSE("CQ-95"));
	pn_offer_add(out, PN_GROUP_STEP, "offer.end_activation", pn_command_of(PN_COMMAND_PASS),
		     PN_CLAUSE("CQ-92"));
}

struct pn_command cq_default_activation(const struct pn_game *view, pn_side side)
{
	(void)view;
	(void)side;
	return pn_command_of(PN_COMMAND_PASS);
}
