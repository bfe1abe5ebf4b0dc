#pragma once
/* Events on the wire, for the handlers that show some. */

#include "game/snapshot.h"
#include "http/request.h"

/* Append the viewer's events with after < seq <= last as items of a list that has been
 * begun. Returns the number of the last one written, `after` when there was none. */
uint32_t events_write(struct text *out, const struct snapshot *snapshot, pn_side viewer,
		      uint32_t after, uint32_t last);

/* Append one event as its viewer gets it: its line with "hash". */
void event_write(struct text *out, const struct seen_event *seen);

/* ---- streams ---- */

/* Begin a stream of all games of `whose`, a player or an app. False: that cannot be, and was answered. */
bool stream_begin_all(struct request *request, struct response *response, const char *whose);

/* What comes next in it: games that wait come first, as `choose_awaited` says one after the other,
 * then what its feed has. True: it is in the stream's game, grant, viewer and seq, and counted when
 * it is pulled. False: there is nothing for now, or it was written. */
bool stream_choose(struct stream *stream, struct service *service, struct text *out,
		   bool (*choose_awaited)(struct stream *stream, struct service *service));

/* Write what was chosen. */
void stream_pull(struct stream *stream, const struct snapshot *snapshot, struct text *out);
