/* Tag "record": what can be kept and checked without this server. */

#include "api/api.h"

enum handled get_record(struct request *request, struct response *response)
{
	api_etag(response->etag, request, snapshot_tip(request->snapshot, request->viewer));
	response->cache = CACHE_REVALIDATE;
	response->status = 200;
	response->type = "application/x-ndjson";
	response->disposition = "attachment; filename=\"record.jsonl\"";
	if (!api_not_modified(request, response))
		snapshot_record(request->app->service, request->snapshot, request->viewer,
				&response->body);
	return HANDLED;
}
