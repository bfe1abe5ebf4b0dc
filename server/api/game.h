#pragma once
/* Pieces of answers that show games and seats. */

#include "http/request.h"

/* Append the getGame object as `viewer` sees it; the umpire's view is the public's, with
 * what he may do. */
void game_write(struct text *out, struct service *service, struct snapshot *snapshot,
		pn_side viewer, bool is_umpire);

/* Append "seat":{"side","token"?}; a token of "" is left out. */
void seat_write(struct text *out, pn_side side, const char *token);

/* Append {"code","expires","link"} of the code that the request's job gave out. */
void code_write(struct text *out, const struct request *request);
