#pragma once
/* The desk of a game: invitations, codes that hand a seat over, table talk, rematches. Its
 * deeds lie in the game's log, so they are durable, ordered and answered twice alike like
 * commands; but they have no events, and change no version, number or chain. What a deed
 * says lies in its bytes, each kind in its own form (desk.c). */

#include "game/game_log.h"

/* A code that was given out; only its hash is kept. */
struct desk_code {
	uint8_t hash[32];
	int64_t expires_ms;
	bool is_open;   /* neither used nor withdrawn */
	bool moves;     /* HANDOVER: whoever held the seat holds it no longer */
	pn_side side;   /* whose token made it */
	uint64_t maker; /* the principal of that token; 0: not known */
};

/* Where all of that stands, folded from the deeds. */
struct desk {
	struct desk_code invitation;
	struct desk_code handover[PN_VIEWERS]; /* the umpire's last */
	struct desk_code umpire;               /* that a side gave to who is to be it */
	bool blocks[PN_SIDES];                 /* the side does not read what the other writes */
	uint8_t rematch;                       /* bits of sides */
	uint32_t messages;                     /* numbers given */
	uint32_t deeds;                        /* of the desk */
};

/* A new game's, with its first invitation. */
void desk_begin(struct desk *desk, const uint8_t invitation_hash[32], int64_t created_ms);

/* Take in a deed of any kind. */
void desk_take(struct desk *desk, const struct deed *deed);

/* Is this the code, and is it good now? PROBLEM_NONE, or why not. */
enum problem_code desk_try(const struct desk_code *code, const char *text, int64_t now_ms);

/* Is this the code, whether good or not? */
bool desk_matches(const struct desk_code *code, const char *text);
