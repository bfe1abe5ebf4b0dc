/* The asker's own view of the table, put to what they were answered for their eyes alone. */

#include <stdatomic.h>

#include "api/discord.h"
#include "codec/words.h"
#include "notify/follow_up.h"

void discord_follow(const struct request *request, const struct picture_ghost *ghost)
{
	struct discord_talk *talk = discord_talk(request);
	const struct interaction *in = &talk->in;
	struct follow_up follow_up = {
		.application = in->application,
		.token = in->token,
		.snapshot = request->snapshot,
		.viewer = request->viewer,
		.language = words_liked(in->locale),
	};

	/* What takes the place of a message is as private as that was. */
	if (!discord_acts(request) || (talk->updates && !in->is_private))
		return;
	if (ghost)
		follow_up.ghost = *ghost;
	if (talk->is_deferred) {
		talk->is_drawn = true;
		talk->ghost = follow_up.ghost;
		return;
	}
	courier_follow_up(atomic_load(&request->app->courier), &follow_up);
}
