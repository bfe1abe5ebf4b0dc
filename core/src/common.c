/* What stands in the tables of several books alike. */

#include "common.h"

/* ---- whose ---- */

struct pn_verdict pn_check_own(const struct pn_game *view, pn_side side, pn_unit_id unit)
{
	if (unit >= view->unit_count)
		return pn_refuse(PN_REFUSE_NO_SUCH_UNIT, PN_CLAUSE("PN-04"));
	if (view->unit[unit].side != side)
		return pn_refuse(PN_REFUSE_NOT_YOUR_UNIT, PN_CLAUSE("PN-04"));
	if (!view->unit[unit].on_board)
		return pn_refuse(PN_REFUSE_OFF_TABLE, PN_CLAUSE("PN-04"));
	return pn_lawful();
}

struct pn_verdict pn_check_enemy(const struct pn_game *view, pn_side side, pn_unit_id unit,
				 pn_clause clause)
{
	if (unit >= view->unit_count)
		return pn_refuse(PN_REFUSE_NO_SUCH_UNIT, PN_CLAUSE("PN-04"));
	if (view->unit[unit].side == side)
		return pn_refuse(PN_REFUSE_NOT_AN_ENEMY, clause);
	if (!view->unit[unit].on_board)
		return pn_refuse(PN_REFUSE_OFF_TABLE, PN_CLAUSE("PN-04"));
	return pn_lawful();
}

/* ---- questions ---- */

void pn_ask(struct pn_step *step, pn_side side, uint8_t decision, pn_clause clause)
{
	pn_open(step,
		(struct pn_pending){
			.decision = decision,
			.owes = (uint8_t)(1u << side),
			.unit = PN_NO_UNIT,
			.other = PN_NO_UNIT,
		},
		clause);
}

struct pn_verdict pn_check_nothing(const struct pn_game *view, pn_side side,
				   const struct pn_command *command)
{
	return pn_lawful();
}

struct pn_command pn_default_pass(const struct pn_game *view, pn_side side)
{
	return pn_command_of(PN_COMMAND_PASS);
}

struct pn_command pn_default_ready(const struct pn_game *view, pn_side side)
{
	return pn_command_of(PN_COMMAND_READY);
}

struct pn_command pn_default_go_first(const struct pn_game *view, pn_side side)
{
	return pn_command_of(PN_COMMAND_GO_FIRST);
}

/* ---- who is first ---- */

void pn_roll_off(struct pn_step *step, uint8_t what, pn_clause clause, int16_t total[PN_SIDES])
{
	for (pn_side side = PN_RED; side < PN_SIDES; side++)
		total[side] = pn_throw(step,
				       (struct pn_roll){
					       .who = PN_WHO_SIDE(side),
					       .what = what,
					       .clause = clause,
				       },
				       NULL);
}

pn_side pn_higher(const int16_t total[PN_SIDES])
{
	if (total[PN_RED] == total[PN_BLUE])
		return PN_NO_SIDE;
	return total[PN_RED] > total[PN_BLUE] ? PN_RED : PN_BLUE;
}

void pn_list_go(struct pn_actions *out, pn_clause clause)
{
	pn_action_add(out, PN_GROUP_STEP, "offer.go_first", pn_command_of(PN_COMMAND_GO_FIRST),
		      clause);
	pn_action_add(out, PN_GROUP_STEP, "offer.go_second", pn_command_of(PN_COMMAND_GO_SECOND),
		      clause);
}

pn_side pn_first_of(pn_side side, const struct pn_command *command)
{
	return command->kind == PN_COMMAND_GO_FIRST ? side : pn_opponent(side);
}

pn_unit_id pn_find_only(const struct pn_game *view, pn_side side,
			bool (*can)(const struct pn_game *view, pn_unit_id unit))
{
	pn_unit_id only = PN_NO_UNIT;

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (view->unit[i].side != side || !can(view, i))
			continue;
		if (only != PN_NO_UNIT)
			return PN_NO_UNIT;
		only = i;
	}
	return only;
}
