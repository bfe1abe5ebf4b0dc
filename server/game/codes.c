/* Codes that somebody brings to a game. */

#include "game/codes.h"
#include "game/service_inside.h"
#include "game/snapshot_inside.h"

struct code_use code_use(const struct snapshot *snapshot, const char *code)
{
	const struct seat_admin *admin = &snapshot->seat_admin;

	if (seat_code_matches(&admin->umpire, code))
		return (struct code_use){CODE_UMPIRE, PN_PUBLIC, admin->umpire.expires_ms};
	for (pn_side side = 0; side < PN_VIEWERS; side++) {
		if (seat_code_matches(&admin->handover[side], code))
			return (struct code_use){CODE_HANDOVER, side,
						 admin->handover[side].expires_ms};
	}
	return (struct code_use){CODE_INVITATION, pn_opponent(snapshot->base->creator),
				 admin->invitation.expires_ms};
}

/* May the open seat be taken so? Of a public game by anybody, as long as the invitation is
 * good; of others with its code. */
static enum problem_code try_invitation(const struct snapshot *snapshot, const char *code,
					int64_t now_ms)
{
	const struct seat_code *invitation = &snapshot->seat_admin.invitation;
	bool is_challenge = code[0] == '\0' && snapshot->header.access == ACCESS_PUBLIC;

	if (!is_challenge && !seat_code_matches(invitation, code))
		return PROBLEM_BAD_INVITATION;
	if (snapshot->header.seat_taken[pn_opponent(snapshot->base->creator)])
		return PROBLEM_SEAT_TAKEN;
	if (!invitation->is_open)
		return PROBLEM_INVITATION_WITHDRAWN;
	return now_ms > invitation->expires_ms ? PROBLEM_INVITATION_EXPIRED : PROBLEM_NONE;
}

/* A code is good as long as the token that made it, and as its maker holds their seat. */
static enum problem_code try_made(struct service *service, const struct snapshot *snapshot,
				  const struct seat_code *made, const char *code, int64_t now_ms)
{
	enum problem_code problem = seat_code_try(made, code, now_ms);

	if (problem == PROBLEM_NONE && made->maker &&
	    !roster_principal_holds(service->roster, made->maker, snapshot->base->id, made->side))
		problem = PROBLEM_BAD_INVITATION;
	return problem;
}

/* PN-50. Nobody sits down as umpire once one was agreed to. */
static enum problem_code try_umpire(struct service *service, const struct snapshot *snapshot,
				    const char *code, int64_t now_ms)
{
	if (snapshot->header.status == GAME_FINISHED)
		return PROBLEM_GAME_ENDED;
	if (snapshot->truth.umpire == PN_UMPIRE_AGREED)
		return PROBLEM_SEAT_TAKEN;
	return try_made(service, snapshot, &snapshot->seat_admin.umpire, code, now_ms);
}

enum problem_code code_try(struct service *service, const struct snapshot *snapshot,
			   const char *code, int64_t now_ms)
{
	const struct code_use use = code_use(snapshot, code);

	if (use.kind == CODE_UMPIRE)
		return try_umpire(service, snapshot, code, now_ms);
	if (use.kind == CODE_HANDOVER)
		return try_made(service, snapshot, &snapshot->seat_admin.handover[use.side], code,
				now_ms);
	return try_invitation(snapshot, code, now_ms);
}

enum problem_code code_try_now(struct service *service, const struct snapshot *snapshot,
			       const char *code)
{
	const struct platform *platform = service->platform;

	return code_try(service, snapshot, code, platform->now_ms(platform->context));
}
