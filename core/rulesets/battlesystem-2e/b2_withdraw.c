/* Leaving a melee, and who will not let it be.
 *
 * A fighting withdrawal takes a unit 4 inches straight back, its front to the enemy
 * (B2-130). A chaotic unit whose opponent withdraws, or routs by an agreed outcome, is
 * checked; failing, it must close with that enemy in its next movement step (B2-105). Two
 * lasting flags keep that: on who closes, and on whom. */

#include "b2_withdraw.h"
#include "b2_moment.h"
#include "common.h"
#include "melee.h"

/* ---- who must close with whom (B2-105) ---- */

/* Decides B2-105. A chaotic unit's opponent has left it, and is not there to be fought. */
static void check_restraint(struct pn_step *step, pn_unit_id id, pn_unit_id enemy)
{
	const struct pn_unit *unit = &step->game->unit[id];
	bool passed;

	if (!unit->on_board || unit->state == B2_ROUTED || !pn_trait(unit, B2_CHAOTIC))
		return;
	pn_throw(step,
		 (struct pn_roll){
			 .who = id,
			 .what = B2_ROLL_DISCIPLINE,
			 .test = PN_TEST_AT_MOST,
			 .needed = (int16_t)pn_stat(unit, B2_MORALE_RATING),
			 .clause = PN_CLAUSE("B2-105"),
		 },
		 &passed);
	if (passed)
		return;
	pn_set_flag(step, id, B2_CLOSES, PN_CLAUSE("B2-105"));
	pn_set_flag(step, enemy, B2_CLOSED_ON, PN_CLAUSE("B2-105"));
}

static void clear_flag(struct pn_step *step, pn_unit_id id, enum b2_flag flag)
{
	if (pn_flag(&step->game->unit[id], flag))
		pn_emit(step, (struct pn_event){
				      .kind = PN_EVENT_FLAG_SET,
				      .clause = PN_CLAUSE("B2-105"),
				      .flag_set = {id, (uint8_t)flag, false},
			      });
}

void b2_end_closing(struct pn_step *step, pn_side side)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		clear_flag(step, i, game->unit[i].side == side ? B2_CLOSES : B2_CLOSED_ON);
}

/* ---- agreed outcomes ---- */

/* Decides B2-91. */
void b2_apply_accept_outcome(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct pn_game *game = step->game;
	struct pn_contact before[PN_CONTACTS_MAX];
	uint8_t count = game->contact_count;
	bool routed[PN_UNITS_MAX];

	memcpy(before, game->contact, count * sizeof before[0]);
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		routed[i] = game->unit[i].state == B2_ROUTED;
	pn_apply_accept_outcome(step, side, command);
	for (uint8_t i = 0; i < count; i++)
		for (int turned = 0; turned < 2; turned++) {
			pn_unit_id stays = turned ? before[i].with : before[i].unit;
			pn_unit_id left = turned ? before[i].unit : before[i].with;

			if (game->unit[left].on_board && !routed[left] &&
			    game->unit[left].state == B2_ROUTED &&
			    !pn_flag(&game->unit[stays], B2_CLOSES))
				check_restraint(step, stays, left);
		}
}

/* ---- fighting withdrawals (B2-130) ---- */

/* Decides B2-130. */
struct pn_verdict b2_check_fighting_withdrawal(const struct pn_game *view, pn_side side,
					       const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);
	struct b2_way way;

	if (verdict.code == PN_LAWFUL)
		verdict = b2_check_free_to(view, command->unit);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (b2_any_duty(view, side))
		return pn_refuse(PN_REFUSE_CHARGES_FIRST, PN_CLAUSE("B2-84"));
	return b2_find_way_back(view, command->unit, B2_WITHDRAWAL, &way)
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("B2-130"));
}

/* It is out of its melee; each enemy it leaves has an attack at it if this is the Second
 * Movement step, and may not be held back. */
static void leave(struct pn_step *step, pn_unit_id id)
{
	const struct pn_game *game = step->game;
	struct pn_contact contact;
	uint8_t i = 0;

	while (i < game->contact_count) {
		pn_unit_id enemy;

		contact = game->contact[i];
		if (contact.unit != id && contact.with != id) {
			i++;
			continue;
		}
		enemy = contact.unit == id ? contact.with : contact.unit;
		pn_tell_contact_ended(step, contact, PN_CLAUSE("B2-130"));
		if (pn_in_contact(game, id, enemy))
			continue;
		if (game->phase == B2_SECOND_MOVEMENT)
			pn_set_flag(step, enemy, B2_FREE_ATTACK, PN_CLAUSE("B2-130"));
		check_restraint(step, enemy, id);
	}
}

bool b2_withdraw_on(struct pn_step *step, pn_unit_id id, pn_len done, pn_len most, pn_vec to)
{
	const struct pn_unit *unit = &step->game->unit[id];
	struct b2_way way;

	/* Units that reacted and fell short may stand in the way: then it stays. */
	if (!b2_find_way_back(step->game, id, B2_WITHDRAWAL - done, &way)) {
		pn_set_flag(step, id, B2_MOVED, PN_CLAUSE("B2-85"));
		return false;
	}
	if (most < way.length)
		way = b2_straight(step->game, id, unit->pose, way.heading, most, B2_IGNORE_NOBODY);
	if (way.length == most)
		way.end.at = to;
	pn_tell_moved(step, id, PN_MANNER_WITHDRAWAL, way.end, way.length, PN_CLAUSE("B2-130"));
	pn_set_flag(step, id, B2_MOVED, PN_CLAUSE("B2-85"));
	if (done == 0)
		leave(step, id);
	return true;
}

void b2_apply_fighting_withdrawal(struct pn_step *step, pn_side side,
				  const struct pn_command *command)
{
	const struct pn_unit *unit = &step->game->unit[command->unit];

	b2_announce_straight(step, command->unit, B2_WITHDRAWING,
			     (pn_angle)(unit->pose.facing + PN_TURN_HALF), B2_WITHDRAWAL,
			     PN_CLAUSE("B2-130"));
}

void b2_preview_fighting_withdrawal(const struct pn_game *view, pn_side side,
				    const struct pn_command *command, struct pn_preview *out)
{
	struct b2_way way;

	if (!b2_find_way_back(view, command->unit, B2_WITHDRAWAL, &way))
		return;
	out->cost = way.length;
	out->leg_count = 1;
	out->leg[0] = way.end;
}

void b2_list_withdrawal(const struct pn_game *view, pn_side side, pn_unit_id id,
			struct pn_actions *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_FIGHTING_WITHDRAWAL);

	command.unit = id;
	if (b2_check_fighting_withdrawal(view, side, &command).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_MOVE, "offer.fighting_withdrawal", command,
			      PN_CLAUSE("B2-130"));
}
