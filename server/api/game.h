#pragma once
/* Pieces of answers that show games and seats. */

#include "http/request.h"

/* Append "seat":{"side","token"?}; a token of "" is left out. */
void seat_write(struct text *out, pn_side side, const char *token);

/* Append {"blue","red"}: the names of players who hold a seat of a game. */
void names_write(struct text *out, struct service *service, const char *game);

/* Append the sides that a set of bits has, as ["blue","red"]. */
void sides_write(struct text *out, uint8_t sides);

/* Append {"code","expires","link"} of the code that the request's job gave out. */
void code_write(struct text *out, const struct request *request);
