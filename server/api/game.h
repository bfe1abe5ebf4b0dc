#pragma once
/* Pieces of answers that show games and seats. */

#include "http/request.h"

/* Append "seat":{"side","token"?}; a token of "" is left out. */
void seat_write(struct text *out, pn_side side, const char *token);

/* Append {"code","expires","link"} of the code that the request's job gave out. */
void code_write(struct text *out, const struct request *request);
