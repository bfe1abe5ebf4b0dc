#include "game/row_follows.h"

#include "game/opponent.h"
#include "game/snapshot_inside.h"

/* ---- the server's own state ---- */

/* Take in an act of the operator. */
static void take_act(struct server_state *server, uint8_t act, pn_side side)
{
	if (act == PN_OPERATOR_HIDE || act == PN_OPERATOR_SHOW)
		server->hidden = act == PN_OPERATOR_HIDE;
	else if (act == PN_OPERATOR_DELETE)
		server->deleted = true;
	else if (act == PN_OPERATOR_SILENCE && side < PN_SIDES)
		server->silenced |= (uint8_t)(1u << side);
}

static void follow_event(struct server_state *server, const struct pn_event *event)
{
	clock_event(&server->clock, event);
	if (event->kind == PN_EVENT_RULES_REVISED)
		server->revision = event->rules_revised.revision;
	else if (event->kind == PN_EVENT_RESTORED)
		server->backup_ms = event->restored.backup_ms;
	else if (event->kind == PN_EVENT_OPERATOR_ACTED)
		take_act(server, event->operator_acted.act, event->operator_acted.side);
}

void row_follow(struct snapshot *next, const struct pn_events *events)
{
	const struct clock_rule *rule = &next->base->clock;
	struct log_row *row = log_row(next->log, next->rows);
	struct server_state *server = &row->server;
	bool told = row->kind == ROW_JOIN;

	*server = next->server;
	server->machine = next->base->machine.strength > 0;
	if ((row->kind == ROW_JOIN || row->kind == ROW_REVEAL) && rule->bank)
		clock_begin(&server->clock, rule);
	for (uint16_t i = 0; i < events->count; i++) {
		if (!pn_event_seen(&events->event[i], PN_PUBLIC))
			continue;
		told = true;
		follow_event(server, &events->event[i]);
	}
	if (!told)
		return;
	clock_row(&server->clock, rule, &next->truth, row->time_ms);
	if (snapshot_awaits_armies(next))
		server->due_ms = armies_due(&next->armies, events);
	else
		server->due_ms = rule->bank ? clock_due(&server->clock, rule) : 0;
}

/* ---- what sides have written ---- */

void row_note_owed(struct snapshot *next)
{
	bool owed = false;

	for (pn_side side = 0; side < PN_SIDES; side++)
		owed |= next->header.status == GAME_PLAYING &&
			(opponent_owes(next, side) ||
			 intent_owes(&next->written[side].intent, snapshot_view(next, side), side));
	next->server.look_owed = owed;
	log_row(next->log, next->rows - 1)->server.look_owed = owed;
}

void row_find_stops(const struct snapshot *before, const struct snapshot *next,
		    const struct pn_events *events, pn_side undoes, uint8_t stops[PN_SIDES])
{
	for (pn_side side = 0; side < PN_SIDES; side++) {
		const struct intent *intent = &next->written[side].intent;

		stops[side] = PN_STOP_REFUSED;
		if (intent->plan && undoes == side)
			stops[side] = PN_STOP_UNDONE;
		else if (intent->plan)
			stops[side] = (uint8_t)intent_stopped_by(
				intent, side, snapshot_view(before, side),
				snapshot_view(next, side), events->event, events->count);
	}
}
