/* Tag "armies": what each side writes in secret before the game begins. Nothing of an army shows
 * to anybody else before both are sealed; its answers are as long as those of any other. */

#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "base/guard.h"
#include "base/write.h"
#include "codec/codec_battle.h"

enum { ANSWER_STEP = 8 * 1024 }; /* answers are padded to a multiple of so many bytes */

/* ---- answers ---- */

static void pad(struct text *out)
{
	static const char spaces[64] =
		"                                                                ";

	while (out->size % ANSWER_STEP > 0) {
		size_t rest = ANSWER_STEP - out->size % ANSWER_STEP;

		text_add(out, spaces, rest < sizeof(spaces) ? rest : sizeof(spaces));
	}
}

/* {"commitment"?,"salt"?,"sealed","side","units"}: the caller's own. */
static enum handled answer_army(struct request *request, struct response *response,
				const struct snapshot *snapshot)
{
	struct text *out = &response->body;
	struct own_army army;

	snapshot_army(snapshot, request->viewer, &army);
	write_byte(out, '{');
	if (army.salt) {
		write_key_hex(out, "commitment", army.commitment, 32);
		write_key_hex(out, "salt", army.salt, 32);
	}
	write_key_bool(out, "sealed", army.salt != NULL);
	write_key_name(out, "side", api_seat_name(request->viewer));
	write_key(out, "units");
	text_add(out, army.units, army.size);
	write_byte(out, '}');
	pad(out);
	return response_json(response, 200);
}

enum handled get_army(struct request *request, struct response *response)
{
	if (!snapshot_header(request->snapshot)->armies.secret)
		return response_refuse(request, response, PROBLEM_ARMIES_KNOWN, "");
	return answer_army(request, response, request->snapshot);
}

static enum handled answer_job(struct request *request, struct response *response)
{
	const struct job *job = &request->job;

	if (job->problem == PROBLEM_BAD_MUSTER)
		return response_refuse(request, response, PROBLEM_BAD_MUSTER,
				       "Nothing was put yet.");
	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	return answer_army(request, response, job->snapshot);
}

/* ---- writing one ---- */

/* What checking needs; lies in request->memory. */
struct checking {
	const struct game_header *header;
	pn_side side;
	struct pn_muster muster;
	struct pn_game game;
	struct pn_muster_fault first;
	uint16_t count;
};

static void check_army(void *context)
{
	static const struct pn_muster_unread nothing;
	struct checking *checking = context;

	checking->count =
		army_faults(&checking->first, 1, &checking->game, checking->header->ruleset,
			    &checking->muster, checking->side, &checking->header->armies, &nothing);
}

/* A fault of no single unit is told of all of them. */
static enum handled refuse_army(struct request *request, struct response *response,
				const struct pn_muster_fault *fault)
{
	static const char units[] = "/units";
	struct problem_extra extra = PROBLEM_PLAIN;
	struct codec_error error = {0};

	codec_muster_fault(&error, fault);
	extra.pointer = strncmp(error.pointer, units, strlen(units)) == 0 ? error.pointer : units;
	extra.detail = error.detail;
	extra.clause = fault->clause.text;
	return response_problem(request, response, PROBLEM_BAD_MUSTER, extra);
}

enum handled put_army(struct request *request, struct response *response)
{
	const struct game_header *header = snapshot_header(request->snapshot);
	struct checking *checking = calloc(1, sizeof(*checking));
	struct job *job = &request->job;
	struct codec_error error = {0};
	struct fault fault;

	if (!checking)
		abort();
	request->memory = checking;
	checking->header = header;
	checking->side = request->viewer;
	checking->muster = *header->muster;
	if (!codec_army_decode(&checking->muster, header->ruleset, CODEC_SENT, request->body,
			       request->body_size, &error))
		return api_bad_body(request, response, &error);
	if (!header->armies.secret)
		return response_refuse(request, response, PROBLEM_ARMIES_KNOWN, "");
	if (!fault_guard(check_army, checking, &fault))
		return response_problem(request, response, PROBLEM_RULE_FAULT, PROBLEM_PLAIN);
	if (checking->count > 0)
		return refuse_army(request, response, &checking->first);
	codec_army_encode(&request->text, header->ruleset, &checking->muster, request->viewer);
	api_job(request, JOB_ARMY);
	job->write.text = request->text.bytes;
	job->write.size = request->text.size;
	return request_submit(request, response, answer_job);
}

/* ---- done, or not at all ---- */

enum handled seal_army(struct request *request, struct response *response)
{
	api_job(request, JOB_SEAL);
	return request_submit(request, response, answer_job);
}

enum handled withdraw_army(struct request *request, struct response *response)
{
	api_job(request, JOB_WITHDRAW_ARMY);
	return request_submit(request, response, answer_job);
}
