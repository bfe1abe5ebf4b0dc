/* Answers about a game that nobody changed in between: encoded once for each viewer and
 * language, kept with the snapshot (game/encoded.h). */

#include "api/api.h"

/* All that an answer shows besides the snapshot, as its viewer sees that. */
static struct text make_key(const struct request *request, const struct response *response,
			    const char *what, const char *names)
{
	struct text key = TEXT_EMPTY;

	text_add_format(&key, "%s\n%s\n%s\n%s", what, request->is_umpire ? "umpire" : "",
			response->language ? response->language : "", names);
	return key;
}

bool api_recall(const struct request *request, struct response *response, const char *what,
		const char *names)
{
	struct text key = make_key(request, response, what, names);
	bool found =
		snapshot_recall(request->snapshot, request->viewer, key.bytes, &response->body);

	text_free(&key);
	return found;
}

void api_remember(const struct request *request, const struct response *response, const char *what,
		  const char *names)
{
	struct text key = make_key(request, response, what, names);

	snapshot_remember(request->snapshot, request->viewer, key.bytes, &response->body);
	text_free(&key);
}
