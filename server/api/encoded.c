/* Answers about a game that nobody changed in between: encoded once for each viewer and
 * language, kept with the snapshot (game/encoded.h). */

#include "api/api.h"
#include "codec/codec_actions.h"

/* All that an answer shows besides the snapshot, as its viewer sees that. */
static struct text make_key(const struct request *request, const struct response *response,
			    const char *what, const char *names)
{
	struct text key = TEXT_EMPTY;

	text_add_format(&key, "%s\n%s\n%s\n%s", what, request->is_umpire ? "umpire" : "",
			response->language ? response->language : "", names);
	return key;
}

static bool recall(const struct request *request, const struct response *response, const char *what,
		   const char *names, struct text *out)
{
	struct text key = make_key(request, response, what, names);
	bool found = snapshot_recall(request->snapshot, request->viewer, key.bytes, out);

	text_free(&key);
	return found;
}

static void remember(const struct request *request, const struct response *response,
		     const char *what, const char *names, const char *bytes, size_t size)
{
	struct text key = make_key(request, response, what, names);

	snapshot_remember(request->snapshot, request->viewer, key.bytes, bytes, size);
	text_free(&key);
}

bool api_recall(const struct request *request, struct response *response, const char *what,
		const char *names)
{
	return recall(request, response, what, names, &response->body);
}

void api_remember(const struct request *request, const struct response *response, const char *what,
		  const char *names)
{
	remember(request, response, what, names, response->body.bytes, response->body.size);
}

struct codec_list api_list_of(struct snapshot *snapshot, pn_side viewer)
{
	return (struct codec_list){
		.view = snapshot_view(snapshot, viewer),
		.muster = snapshot_muster(snapshot),
		.actions = snapshot_actions(snapshot, viewer),
		.version = snapshot_tip(snapshot, viewer).version,
	};
}

void api_list_write(const struct request *request, const struct response *response,
		    struct text *out)
{
	size_t begun = out->size;

	if (recall(request, response, "list", "", out))
		return;
	const struct codec_list list = api_list_of(request->snapshot, request->viewer);
	codec_actions_encode(out, &list);
	remember(request, response, "list", "", out->bytes + begun, out->size - begun);
}
