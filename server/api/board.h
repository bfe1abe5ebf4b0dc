#pragma once
/* Pictures, for the handlers that answer with one or tell of one. */

#include "api/api.h"
#include "picture/renderer.h"

/* Draw the request's game as its viewer saw it after their event `seq`, in the language of the
 * response, and go on with `next`, which finds the picture in request->text: at once where it lies
 * ready. Where it could not be drawn the answer is a problem, and `next` is not called. */
enum handled board_draw(struct request *request, struct response *response, uint32_t seq,
			enum picture_format format, request_handler *next);

/* The picture that was drawn is the answer. */
enum handled board_answer(struct request *request, struct response *response);

/* Which moment of the viewer's is wanted: the last one, or what `v` names. False: they have none
 * such, and the response says so. */
bool board_moment(struct request *request, struct response *response, uint32_t *seq);

/* Words in the language of `lang`, else as Accept-Language says. */
void board_speak(struct request *request, struct response *response);
