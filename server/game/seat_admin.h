#pragma once
/* Seat administration of a game: invitations, codes that hand a seat over, table talk,
 * rematches. Its rows lie in the game's log, so they are durable, ordered and answered twice
 * alike like commands; but they have no events, and change no version, number or chain. What a
 * row says lies in its bytes, each kind in its own form (seat_admin.c). */

#include "game/game_log.h"
#include "game/problem.h"

/* A code that was given out; only its hash is kept. */
struct seat_code {
	uint8_t hash[32];
	int64_t expires_ms;
	bool is_open;   /* neither used nor withdrawn */
	bool moves;     /* HANDOVER: whoever held the seat holds it no longer */
	pn_side side;   /* whose token made it */
	uint64_t maker; /* the principal of that token; 0: not known */
};

/* Where all of that stands, folded from the rows. */
struct seat_admin {
	struct seat_code invitation;
	struct seat_code handover[PN_VIEWERS]; /* the umpire's last */
	struct seat_code umpire;               /* that a side gave to the future umpire */
	bool blocks[PN_SIDES];                 /* the side does not read what the other writes */
	uint8_t rematch;                       /* bits of sides: want one; + PN_SIDES: declined */
	uint32_t messages;                     /* numbers given */
	uint32_t rows;                         /* of seat administration */
};

/* A new game's, with its first invitation. */
void seat_admin_begin(struct seat_admin *seat_admin, const uint8_t invitation_hash[32],
		      int64_t created_ms);

/* Take in a row of any kind. */
void seat_admin_take(struct seat_admin *seat_admin, const struct log_row *row);

/* Is this the code, and is it good now? PROBLEM_NONE, or why not. */
enum problem_code seat_code_try(const struct seat_code *code, const char *text, int64_t now_ms);

/* Is this the code, whether good or not? */
bool seat_code_matches(const struct seat_code *code, const char *text);
