/* Streams: server-sent events and JSON lines.
 *
 * A stream keeps no queue. When its socket takes more, it pulls the next few events by
 * number from the published snapshot of its game; when there are none it sleeps until
 * the game has news or a heartbeat is due. Idle it holds nothing but this struct.
 *
 * The heartbeat is also what finds out that a reader has left: a sleeping connection
 * notices nothing. A game that has left the memory is brought back only when it has
 * news, never for a heartbeat. */

#include <stdlib.h>
#include <string.h>

#include "game/service.h"
#include "http/shell.h"

enum { FLOW_BLOCK_BYTES = 1024 };

struct flow {
	struct inflight *inflight;
	struct service *service;
	struct stream stream;
	struct subscription subscription;
	struct text pending;  /* being sent */
	size_t sent;          /* of `pending` */
	atomic_bool has_news; /* since the last pull came back empty */
	bool beats;           /* a heartbeat is due */
	uint32_t beat_at;     /* the tick, within the period, of its heartbeats */
	uint32_t period;      /* ticks between two heartbeats */
	struct job *job;      /* that brings the game into memory; NULL = none */
};

static void wake_flow(struct subscription *subscription)
{
	struct flow *flow = subscription->owner;

	atomic_store(&flow->has_news, true);
	inflight_wake(flow->inflight);
}

static void job_done(struct job *job)
{
	struct flow *flow = job->owner;

	inflight_job_done(flow->inflight);
}

void flow_tick(struct inflight *inflight, uint32_t beat)
{
	struct flow *flow = inflight->flow;

	if (beat % flow->period != flow->beat_at)
		return;
	flow->beats = true;
	inflight_wake(inflight);
}

/* Append the next events of a snapshot, and give it back. When there were some there may
 * be more. */
static void pull(struct flow *flow, struct snapshot *snapshot)
{
	if (flow->stream.pull(&flow->stream, snapshot, &flow->pending))
		atomic_store(&flow->has_news, true);
	snapshot_release(snapshot);
}

/* Is there news of a game that has left the memory? Then ask for it. */
static bool open_game(struct flow *flow)
{
	struct job *job = calloc(1, sizeof(*job));

	if (!job)
		abort();
	job->kind = JOB_OPEN;
	memcpy(job->game, flow->stream.game, sizeof(job->game));
	job->side = flow->stream.viewer;
	job->done = job_done;
	job->owner = flow;
	flow->job = job;
	inflight_await_job(flow->inflight);
	if (service_submit(flow->service, job))
		return true;
	free(job);
	flow->job = NULL;
	return false;
}

/* What the job brought. False: the stream ends. */
static bool take_job(struct flow *flow)
{
	struct job *job = flow->job;
	struct snapshot *snapshot = job->snapshot;
	bool is_gone = job->problem == PROBLEM_NO_SUCH_GAME ||
		       (job->problem == PROBLEM_GAME_PAUSED && !snapshot);

	flow->job = NULL;
	free(job);
	/* One of several games was deleted or is damaged: on to what happened in the others. */
	if (is_gone && flow->stream.choose) {
		flow->stream.place.number += flow->stream.awaited_before == 0;
		atomic_store(&flow->has_news, true);
		return true;
	}
	if (!snapshot)
		return false;
	pull(flow, snapshot);
	return true;
}

enum next { NEXT_SEND, NEXT_SLEEP, NEXT_SLEEP_FOR_JOB, NEXT_END };

/* Is there something to be pulled from the stream's game? */
static bool choose(struct flow *flow)
{
	struct stream *stream = &flow->stream;

	if (!stream->choose)
		return true;
	bool found = stream->choose(stream, flow->service, &flow->pending);

	if (!found && flow->pending.size)
		atomic_store(&flow->has_news, true);
	return found;
}

/* Fill `pending`, or say what to do instead. */
static enum next next_piece(struct flow *flow)
{
	const struct stream *stream = &flow->stream;
	struct snapshot *snapshot;

	inflight_awake(flow->inflight);
	if (flow->inflight->loop->stopping)
		return NEXT_END;
	if (!service_holds(flow->service, &stream->caller, stream->game,
			   stream->player[0] ? PN_PUBLIC : stream->viewer))
		return NEXT_END;
	if (flow->job && !take_job(flow))
		return NEXT_END;
	/* Of several games one may have nothing to tell: the next may. */
	while (flow->pending.size == 0 && atomic_exchange(&flow->has_news, false) && choose(flow)) {
		snapshot = service_near(flow->service, stream->game, stream->viewer, false);
		if (!snapshot)
			return open_game(flow) ? NEXT_SLEEP_FOR_JOB : NEXT_END;
		pull(flow, snapshot);
	}
	if (flow->pending.size == 0 && flow->beats)
		text_add_string(&flow->pending, flow->stream.heartbeat);
	if (flow->pending.size == 0)
		return NEXT_SLEEP;
	flow->beats = false;
	return NEXT_SEND;
}

/* libmicrohttpd asks for bytes; 0 means that the connection sleeps. */
static ssize_t read_flow(void *closure, uint64_t position, char *out, size_t max)
{
	struct flow *flow = closure;

	inflight_resumed(flow->inflight);
	while (flow->sent == flow->pending.size) {
		text_free(&flow->pending);
		flow->sent = 0;
		switch (next_piece(flow)) {
		case NEXT_SEND:
			break;
		case NEXT_SLEEP:
			if (inflight_sleep(flow->inflight))
				return 0;
			break;
		case NEXT_SLEEP_FOR_JOB:
			if (inflight_sleep_for_job(flow->inflight))
				return 0;
			break;
		case NEXT_END:
			return MHD_CONTENT_READER_END_OF_STREAM;
		}
	}
	size_t size = flow->pending.size - flow->sent;

	if (size > max)
		size = max;
	memcpy(out, flow->pending.bytes + flow->sent, size);
	flow->sent += size;
	return (ssize_t)size;
}

static struct flow *flow_create(struct inflight *inflight, const struct stream *stream)
{
	struct flow *flow = calloc(1, sizeof(*flow));
	uint32_t period = inflight->loop->httpd->limits.heartbeat_ms / 1000;

	if (!flow)
		abort();
	flow->inflight = inflight;
	flow->service = inflight->loop->httpd->app->service;
	flow->stream = *stream;
	atomic_init(&flow->has_news, true);
	flow->period = period ? period : 1;
	flow->beat_at = inflight->loop->beat % flow->period;
	memcpy(flow->subscription.game, stream->player[0] ? stream->player : stream->game,
	       sizeof(flow->subscription.game));
	flow->subscription.viewer = stream->player[0] ? PN_PUBLIC : stream->viewer;
	flow->subscription.principal = stream->caller.known ? stream->caller.principal : 0;
	flow->subscription.wake = wake_flow;
	flow->subscription.owner = flow;
	return flow;
}

enum MHD_Result flow_begin(struct inflight *inflight)
{
	struct round_trip *trip = inflight->trip;
	struct response *response = &trip->response;

	trip->request.watches = true;
	if (!inflight_watch(inflight, response->stream.caller.known)) {
		response_refuse(&trip->request, response, PROBLEM_BUSY,
				"Too many streams are open.");
		return inflight_answer(inflight);
	}
	if (trip->request.head) {
		response->status = 200;
		return inflight_answer(inflight);
	}
	struct flow *flow = inflight->flow = flow_create(inflight, &response->stream);
	struct MHD_Response *out = MHD_create_response_from_callback(
		MHD_SIZE_UNKNOWN, FLOW_BLOCK_BYTES, read_flow, flow, NULL);

	if (!out)
		return MHD_NO;
	if (flow->stream.player[0])
		service_feed_open(flow->service, flow->stream.player);
	service_subscribe(flow->service, &flow->subscription);
	send_headers(out, &trip->request, response);
	MHD_add_response_header(out, "X-Accel-Buffering", "no");
	enum MHD_Result result = MHD_queue_response(inflight->connection, 200, out);

	response->status = 200;
	send_count(trip);
	MHD_destroy_response(out);
	inflight_forget(inflight);
	return result;
}

void flow_free(struct flow *flow)
{
	if (!flow)
		return;
	service_unsubscribe(flow->service, &flow->subscription);
	if (flow->stream.player[0])
		service_feed_close(flow->service, flow->stream.player);
	if (flow->job)
		snapshot_release(flow->job->snapshot);
	free(flow->job);
	text_free(&flow->pending);
	free(flow);
}
