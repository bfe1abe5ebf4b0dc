/* Waiting, for handlers, and giving a request back. */

#include "http/request.h"

#include <stdlib.h>

#include "api/api.h"

static void job_done(struct job *job)
{
	struct request *request = job->owner;

	request->job_done(request);
}

enum handled request_submit(struct request *request, struct response *response,
			    request_handler *next)
{
	request->next = next;
	request->job.owner = request;
	request->job.done = job_done;
	request->await_job(request);
	if (service_submit(request->app->service, &request->job))
		return PENDING;
	return response_refuse(request, response, PROBLEM_BUSY,
			       "The queue is full or the server is stopping.");
}

enum handled request_watch(struct request *request, int64_t until_ms, request_handler *next)
{
	/* What waits must not keep an old state of the game in memory. */
	snapshot_release(request->snapshot);
	request->snapshot = NULL;
	request->next = next;
	request->watch_until_ms = until_ms;
	return WATCHING;
}

void request_release(struct request *request)
{
	snapshot_release(request->snapshot);
	request->snapshot = NULL;
	snapshot_release(request->job.snapshot);
	request->job.snapshot = NULL;
	text_free(&request->text);
	free(request->memory);
	request->memory = NULL;
}
