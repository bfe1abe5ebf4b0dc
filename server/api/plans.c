/* Tag "plans": what a side writes for itself. Nothing of it shows to anybody else. */

#include <stdlib.h>

#include "api/app_parts.h"
#include "base/write.h"
#include "codec/codec_plan.h"
#include "codec/codec_preview.h"

/* What is read; lies in request->memory. */
union writing {
	struct plan plan;
	struct standing_orders orders;
};

/* `pointer` NULL: it is of no one member. */
static enum handled refuse(struct request *request, struct response *response,
			   const struct pn_verdict *verdict, const char *pointer)
{
	struct problem_extra extra = PROBLEM_PLAIN;

	api_speak(request, response);
	extra.clause = verdict->clause.text;
	extra.refusal = codec_refusal_wire(verdict->code);
	extra.detail = codec_refusal_text(verdict->code);
	extra.pointer = pointer;
	return response_problem(request, response, PROBLEM_REFUSED, extra);
}

static enum handled answer(struct request *request, struct response *response)
{
	const struct job *job = &request->job;
	struct text *out = &response->body;

	if (job->problem == PROBLEM_REFUSED)
		return refuse(request, response, &job->verdict, NULL);
	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);

	const struct pn_game *view = snapshot_view(job->snapshot, request->viewer);
	const struct intent *intent = snapshot_intent(job->snapshot, request->viewer);
	struct tip tip = snapshot_tip(job->snapshot, request->viewer);

	api_etag(response->etag, request, tip);
	write_byte(out, '{');
	if (job->write.kind == PN_EVENT_PLAN_SET) {
		write_key(out, "plan");
		codec_plan_encode(out, view, intent->plan, intent->next);
		write_key_integer(out, "seq", tip.seq);
	} else {
		write_key_integer(out, "seq", tip.seq);
		write_key(out, "standing_orders");
		codec_standing_orders_encode(out, view, intent->orders);
	}
	write_key_integer(out, "version", tip.version);
	write_byte(out, '}');
	return response_json(response, 200);
}

/* What was read stands in canonical form in request->text. */
static enum handled submit(struct request *request, struct response *response, uint8_t kind)
{
	struct job *job = &request->job;

	api_job(request, JOB_WRITE);
	job->write.kind = kind;
	job->write.text = request->text.bytes;
	job->write.size = request->text.size;
	return request_submit(request, response, answer);
}

static union writing *make_room(struct request *request)
{
	request->memory = calloc(1, sizeof(union writing));
	if (!request->memory)
		abort();
	return request->memory;
}

enum handled put_plan(struct request *request, struct response *response)
{
	const struct pn_game *view = snapshot_view(request->snapshot, request->viewer);
	struct plan *plan = &make_room(request)->plan;
	char pointer[CODEC_POINTER_BYTES];
	struct codec_error error = {0};

	if (!codec_plan_decode(plan, view, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	for (size_t i = 0; i < plan->count; i++) {
		if (!grant_allows(&request->caller, plan->item[i].command.kind))
			return response_refuse(request, response, PROBLEM_NOT_GRANTED,
					       "Proposing is granted by itself.");
	}
	struct pn_verdict verdict = codec_plan_check(plan, view, request->viewer, pointer);

	if (verdict.code != PN_LAWFUL)
		return refuse(request, response, &verdict, pointer);
	codec_plan_encode(&request->text, view, plan, 0);
	request->job.write.withdraws = plan->count == 0;
	return submit(request, response, PN_EVENT_PLAN_SET);
}

enum handled put_standing_orders(struct request *request, struct response *response)
{
	const struct pn_game *view = snapshot_view(request->snapshot, request->viewer);
	struct standing_orders *orders = &make_room(request)->orders;
	struct codec_error error = {0};

	if (!codec_standing_orders_decode(orders, view, request->viewer, request->body,
					  request->body_size, &error) ||
	    !codec_standing_orders_check(orders, view, &error))
		return api_bad_body(request, response, &error);
	codec_standing_orders_encode(&request->text, view, orders);
	request->job.write.withdraws = false;
	return submit(request, response, PN_EVENT_STANDING_ORDERS_SET);
}
