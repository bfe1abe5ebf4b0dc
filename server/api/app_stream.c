/* Tag "apps": one stream of all that an app was granted. Each message says by which grant; whether that
 * still reaches is looked at when the message is written, not when it was put in line. */

#include <string.h>

#include "api/api.h"
#include "api/event.h"
#include "base/write.h"
#include "game/apps.h"
#include "game/following.h"
#include "game/players.h"

/* ---- games that wait, at first ---- */

/* The next grant that is told whom games wait for. */
static bool next_grant(struct stream *stream, struct service *service)
{
	struct grant_facts grant;

	do {
		if (service_granted(service, stream->player, stream->grants_before, &grant, 1) == 0)
			return false;
		stream->grants_before = grant.place;
	} while (!(grant.may & (GRANT_LOOK | GRANT_NOTIFY)));
	memcpy(stream->grant, grant.id, sizeof(stream->grant));
	memcpy(stream->giver, grant.player, sizeof(stream->giver));
	memcpy(stream->only, grant.game, sizeof(stream->only));
	stream->awaited_before = UINT32_MAX;
	return true;
}

/* The next seat of the player who gave the present grant; that of its game, where it is for one. */
static bool next_seat(struct stream *stream, struct service *service)
{
	struct caller giver = {.known = true};
	struct held_seat seat;

	if (stream->awaited_before <= 1)
		return false;
	memcpy(giver.player, stream->giver, sizeof(giver.player));
	if (stream->only[0]) {
		seat.side = service_side(service, &giver, stream->only);
		seat.place = 1;
		memcpy(seat.game, stream->only, sizeof(seat.game));
	} else if (!service_awaited(service, stream->giver, stream->awaited_before, &seat, 1)) {
		return false;
	}
	stream->awaited_before = seat.place;
	memcpy(stream->game, seat.game, sizeof(stream->game));
	stream->viewer = seat.side;
	stream->seq = FEED_TURN;
	return true;
}

static bool choose_awaited(struct stream *stream, struct service *service)
{
	while (stream->awaited_before) {
		if (stream->grant[0] && next_seat(stream, service))
			return true;
		if (!next_grant(stream, service))
			stream->awaited_before = 0;
	}
	return false;
}

/* ---- what happens ---- */

/* A grant was given, or has ended. */
static void write_grant(struct text *out, const struct stream *stream)
{
	struct grant_facts grant;
	const bool ended = !service_grant(stream->service, stream->grant, &grant) || !grant.good;

	text_add_string(out, stream->is_lines ? "{" : "event: grant\ndata: {");
	write_key_bool(out, "ended", ended);
	write_key_name(out, "grant", stream->grant);
	text_add_string(out, stream->is_lines ? "}\n" : "}\n\n");
}

static bool choose_app(struct stream *stream, struct service *service, struct text *out)
{
	if (!stream_choose(stream, service, out, choose_awaited))
		return false;
	if (stream->game[0])
		return true;
	stream->place.number++;
	write_grant(out, stream);
	return false;
}

static bool pull_app(struct stream *stream, struct snapshot *snapshot, struct text *out)
{
	stream->place.number += stream->awaited_before == 0;
	if (service_grant_sees(stream->service, stream->player, stream->grant, stream->game,
			       stream->viewer, stream->seq == FEED_TURN))
		stream_pull(stream, snapshot, out);
	return true;
}

enum handled stream_app(struct request *request, struct response *response)
{
	if (!stream_begin_all(request, response, request->caller.app))
		return HANDLED;
	response->stream.choose = choose_app;
	response->stream.pull = pull_app;
	response->stream.grants_before = UINT32_MAX;
	return STREAMING;
}
