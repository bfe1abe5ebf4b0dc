/* What comes of the contacts is agreed on (PN-20); what these rules say of it is how a unit
 * goes back whose morale failed (AW-46, AW-47), and when frenzy ends. */

#include "aw.h"
#include "melee.h"
#include "tell.h"

/* The state of each unit as a count, which outlives its falling back. */
static void count_disorders(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];

		if (unit->state <= AW_ROUTED && unit->tally[AW_DISORDERS] != unit->state)
			pn_emit(step, (struct pn_event){
					      .kind = PN_EVENT_TALLY_SET,
					      .clause = PN_CLAUSE("AW-46"),
					      .tally_set = {i, AW_DISORDERS, unit->state},
				      });
	}
}

/* Decides AW-08. As the switch has it a round of combat ends frenzy. A routed unit is not
 * frenzied. */
static void end_frenzy(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	const bool at_once = game->switches[AW_SWITCH_FRENZY_LASTS] != 0;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].state == AW_ROUTED ||
		    (at_once && game->unit[i].melee_turn == game->turn))
			pn_clear_flag(step, i, AW_FRENZIED, PN_CLAUSE("AW-08"));
}

/* Leave every enemy it touches; these are the enemies that it goes back from. */
static void leave(struct pn_step *step, pn_unit_id id, struct pn_pending *from)
{
	const struct pn_game *game = step->game;

	for (uint8_t i = 0; i < game->contact_count;) {
		const struct pn_contact contact = game->contact[i];
		const pn_unit_id enemy = contact.unit == id ? contact.with : contact.unit;
		bool known = contact.unit != id && contact.with != id;

		if (known) {
			i++;
			continue;
		}
		for (uint8_t k = 0; k < from->queue_count; k++)
			known |= from->queue[k] == enemy;
		if (!known && from->queue_count < PN_QUEUE_MAX)
			from->queue[from->queue_count++] = enemy;
		pn_tell_contact_ended(step, contact, PN_CLAUSE("AW-46"));
	}
}

/* Decides AW-46. */
static bool fall_back(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		struct pn_pending from = {.unit = i, .other = PN_NO_UNIT};

		if (!game->unit[i].on_board || game->unit[i].state != AW_FALLS_BACK)
			continue;
		leave(step, i, &from);
		pn_set_state(step, i, game->unit[i].tally[AW_DISORDERS], PN_CLAUSE("AW-46"));
		aw_open_pursuit(step, i, &from);
		aw_begin_retreat(step, i, AW_FROM_MELEE, &from, PN_CLAUSE("AW-46"));
		return true;
	}
	return false;
}

void aw_run_melee(struct pn_step *step)
{
	const pn_unit_id next = pn_next_melee(step->game);

	count_disorders(step);
	end_frenzy(step);
	if (fall_back(step))
		return;
	if (next != PN_NO_UNIT)
		pn_open_melee(step, AW_SETTLE_MELEE, next);
	else
		pn_next_turn(step);
}
