#pragma once
/* Codes that somebody brings to a game: what each is for, and whether it is good. */

#include "game/problem.h"
#include "game/service.h"

enum code_kind {
	CODE_INVITATION, /* the seat that is open */
	CODE_HANDOVER,   /* a seat that is held */
	CODE_UMPIRE,     /* the umpire's seat */
};

struct code_use {
	enum code_kind kind;
	pn_side side; /* whose seat it gives; PN_PUBLIC the umpire's */
	int64_t expires_ms;
};

/* What the code is for, whether good or not. One that fits nothing is taken for an invitation; so is
 * "", the open challenge of a public game. */
struct code_use code_use(const struct snapshot *snapshot, const char *code);

/* Is the code good at `now_ms`, whoever comes with it? PROBLEM_NONE, or why not: BAD_INVITATION,
 * INVITATION_WITHDRAWN, INVITATION_EXPIRED, SEAT_TAKEN; of an umpire's seat GAME_ENDED, too. What
 * depends on who comes, ALREADY_SEATED for instance, is told when they do. Any thread. */
enum problem_code code_try(struct service *service, const struct snapshot *snapshot,
			   const char *code, int64_t now_ms);

/* The same at this moment, by the service's clock. */
enum problem_code code_try_now(struct service *service, const struct snapshot *snapshot,
			       const char *code);
