#pragma once
/* A game in which plans and standing orders are tried: four units a side, turn 1, red moves
 * first and is to move. All of it in records_host, which the test opens. */

#include "game/batch.h"
#include "records.h"

#define PLANS_ALL_PASS "{\"orders\":[{\"answer\":\"pass\"}]}"

extern struct pn_muster plans_muster;
extern struct hosted_game plans_game;
extern pn_side plans_winner; /* of the first initiative */

/* Begin such a game. */
void plans_begin(void);

/* The seats are those of players with these ids. */
void plans_seat(const char player[PN_SIDES][GAME_ID_BYTES]);

/* A lawful command of one unit; its move of an inch straight ahead. */
void plans_act(pn_side side, enum pn_command_kind kind, pn_unit_id unit);
void plans_move(pn_side side, pn_unit_id unit);

/* Set a plan or standing orders (PN_EVENT_PLAN_SET, PN_EVENT_STANDING_ORDERS_SET). */
enum problem_code plans_write(pn_side side, uint8_t kind, const char *json);

/* How many events of a kind a viewer has seen; the viewer's numbers. */
unsigned plans_seen(pn_side viewer, uint8_t kind);
struct tip plans_tip(pn_side viewer);

/* A plan of red's: all four units move. `stop_at`: more members of it. In a buffer of this
 * function's own. */
const char *plans_four_moves(const char *stop_at);
