/* What the operator does to a game, and what is forgotten. */

#include <string.h>

#include "base/crypto.h"
#include "game/clocks.h"
#include "game/command_answer.h"
#include "game/job.h"
#include "game/server_events.h"
#include "game/takers.h"

/* Is the game so already? */
static bool is_done(const struct snapshot *latest, const struct job *job)
{
	const struct server_state *server = &latest->server;

	switch ((enum pn_operator_act)job->operator_act) {
	case PN_OPERATOR_PAUSE:
	case PN_OPERATOR_RESUME:
		return server->clock.paused == (job->operator_act == PN_OPERATOR_PAUSE);
	case PN_OPERATOR_HIDE:
	case PN_OPERATOR_SHOW:
		return server->hidden == (job->operator_act == PN_OPERATOR_HIDE);
	case PN_OPERATOR_CLOSE:
		return latest->header.status == GAME_FINISHED;
	case PN_OPERATOR_DELETE:
		return server->deleted;
	case PN_OPERATOR_SILENCE:
		return server->silenced & 1u << job->side;
	case PN_OPERATOR_END_TOKEN:
	case PN_OPERATOR_ACT_COUNT:
		break;
	}
	return false;
}

/* May it be done to a game that is as far as this? */
static enum problem_code check(const struct snapshot *latest, const struct job *job)
{
	bool is_of_play = job->operator_act == PN_OPERATOR_PAUSE ||
			  job->operator_act == PN_OPERATOR_RESUME ||
			  job->operator_act == PN_OPERATOR_CLOSE;

	if (is_of_play && latest->header.status == GAME_OPEN)
		return PROBLEM_NOT_STARTED;
	if (is_of_play && latest->header.status == GAME_FINISHED)
		return PROBLEM_GAME_ENDED;
	if (job->operator_act == PN_OPERATOR_END_TOKEN && !latest->header.seat_taken[job->side])
		return PROBLEM_NOT_STARTED;
	if (job->operator_act == PN_OPERATOR_END_TOKEN &&
	    machine_plays(&latest->base->machine, job->side))
		return PROBLEM_NOT_OFFERED;
	return PROBLEM_NONE;
}

/* All tokens of the seat end; a new one goes to the operator. */
static void renew_token(struct batch *batch, struct job *job)
{
	struct store_seat *seat = batch_put(batch, STORE_SEAT);

	seats_token(job->token, batch->service->keys.secret, job->game, job->side, job->key);
	*seat = (struct store_seat){.game = job->held->id, .side = job->side, .ends_others = true};
	crypto_sha256(seat->token_hash, job->token, strlen(job->token));
}

static bool tell_act(struct batch *batch, struct job *job)
{
	bool has_side = job->operator_act == PN_OPERATOR_SILENCE ||
			job->operator_act == PN_OPERATOR_END_TOKEN;
	struct pn_event events[2] = {
		{.kind = PN_EVENT_OPERATOR_ACTED,
		 .operator_acted = {job->operator_act, has_side ? job->side : PN_NO_SIDE}},
		{.kind = PN_EVENT_ENDED, .ended = {PN_NO_SIDE, PN_ENDING_CLOSED}},
	};

	return server_events_tell(batch, job->held, events,
				  job->operator_act == PN_OPERATOR_CLOSE ? 2 : 1);
}

void command_operate(struct batch *batch, struct job *job)
{
	struct snapshot *latest = batch_latest(job->held);

	if (!latest) {
		command_fail(job, PROBLEM_NO_SUCH_GAME, NULL);
		return;
	}
	if (!is_done(latest, job)) {
		server_events_before(batch, job->held);
		latest = batch_latest(job->held);
		enum problem_code problem = check(latest, job);
		if (problem || !tell_act(batch, job)) {
			command_fail(job, problem ? problem : PROBLEM_GAME_TOO_LONG, latest);
			return;
		}
		latest = batch_latest(job->held);
		if (job->operator_act == PN_OPERATOR_END_TOKEN)
			renew_token(batch, job);
		if (job->operator_act == PN_OPERATOR_RESUME) {
			faults_cure(batch->service->faults, job->game);
			*(const char **)batch_put(batch, STORE_CURED) = job->held->id;
		}
		if (job->operator_act == PN_OPERATOR_HIDE ||
		    job->operator_act == PN_OPERATOR_SHOW ||
		    job->operator_act == PN_OPERATOR_DELETE)
			batch_add_status(batch, job->held, latest, latest->told_ms);
	}
	job->snapshot = snapshot_hold(latest);
	job->uncommitted = latest == job->held->uncommitted;
}

void command_forget(struct batch *batch, struct job *job)
{
	const struct snapshot *latest = job->held ? batch_latest(job->held) : NULL;

	/* It went on while this was on its way. */
	if (latest && !latest->server.deleted && (int)latest->header.status != job->forget_status) {
		command_fail(job, PROBLEM_SEAT_TAKEN, NULL);
		return;
	}
	*(struct store_forgotten *)batch_put(batch, STORE_FORGOTTEN) = (struct store_forgotten){
		job->game,
		latest && latest->server.deleted ? STORE_ANY_STATUS : job->forget_status};
	job->uncommitted = true;
}
