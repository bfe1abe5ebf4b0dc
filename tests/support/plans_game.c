#include "plans_game.h"

#include <criterion/criterion.h>
#include <stdio.h>

struct pn_muster plans_muster;
struct hosted_game plans_game;
pn_side plans_winner; /* of the first initiative: red moves first */

void plans_seat(const char player[PN_SIDES][GAME_ID_BYTES])
{
	struct roster *roster = records_host.service->roster;

	for (pn_side side = 0; side < PN_SIDES; side++) {
		roster_put_player(roster, &(struct store_player){.id = player[side], .name = "x"});
		roster_add_seat(roster, &(struct store_seat){.game = plans_game.game,
							     .side = side,
							     .player = player[side]});
	}
}

void plans_act(pn_side side, enum pn_command_kind kind, pn_unit_id unit)
{
	struct pn_command command = {.kind = kind, .unit = unit, .target = PN_NO_UNIT};
	struct job job = host_act(&records_host, &plans_game, side, &command);

	cr_assert_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
}

static struct pn_command advance(pn_unit_id unit)
{
	struct pn_command move = {.kind = PN_COMMAND_MOVE, .unit = unit, .target = PN_NO_UNIT};
	struct snapshot *state = host_state(&records_host, &plans_game);

	move.path.count = 1;
	move.path.leg[0].heading = snapshot_view(state, PN_PUBLIC)->unit[unit].pose.facing;
	move.path.leg[0].length = PN_INCH;
	snapshot_release(state);
	return move;
}

void plans_move(pn_side side, pn_unit_id unit)
{
	struct pn_command command = advance(unit);
	struct job job = host_act(&records_host, &plans_game, side, &command);

	cr_assert_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
}

enum problem_code plans_write(pn_side side, uint8_t kind, const char *json)
{
	struct job job = host_write(&records_host, &plans_game, side, kind, json);

	snapshot_release(job.snapshot);
	return job.problem;
}

void plans_begin(void)
{
	host_muster(&plans_muster, PN_METHOD_LOSER_FIRST);
	plans_game = host_game(&records_host, &plans_muster);
	struct snapshot *state = host_state(&records_host, &plans_game);
	plans_winner = pn_owes(snapshot_view(state, PN_PUBLIC), PN_RED) ? PN_RED : PN_BLUE;
	snapshot_release(state);
	plans_act(plans_winner, plans_winner == PN_RED ? PN_COMMAND_GO_FIRST : PN_COMMAND_GO_SECOND,
		  PN_NO_UNIT);
}

/* How many events of a kind a viewer has seen. */
unsigned plans_seen(pn_side viewer, uint8_t kind)
{
	struct snapshot *state = host_state(&records_host, &plans_game);
	unsigned count = 0;

	for (uint32_t i = 0; i < state->entries; i++)
		count += log_event(state->log, i).kind == kind &&
			 log_entry(state->log, i)->seq[viewer];
	snapshot_release(state);
	return count;
}

struct tip plans_tip(pn_side viewer)
{
	struct snapshot *state = host_state(&records_host, &plans_game);
	struct tip tip = snapshot_tip(state, viewer);

	snapshot_release(state);
	return tip;
}

/* A plan of red's: move all four units, then end the step. */
const char *plans_four_moves(const char *stop_at)
{
	static char json[1024];
	size_t size = (size_t)snprintf(json, sizeof(json), "{\"commands\":[");

	for (int i = 1; i <= 4; i++)
		size += (size_t)snprintf(json + size, sizeof(json) - size,
					 "{\"do\":{\"type\":\"move\",\"unit\":\"r%d\",\"path\":[{"
					 "\"kind\":\"advance\",\"heading\":0,\"length\":2540}]},"
					 "\"turn\":1}%s",
					 i, i < 4 ? "," : "");
	snprintf(json + size, sizeof(json) - size, "]%s}", stop_at);
	return json;
}
