#pragma once
/* Where the next page of a list begins. A cursor belongs to one list of one caller: it
 * carries a seal that only this server makes, so one from elsewhere is refused. */

#include "http/request.h"

/* Append "next":"..." for the page after `place`, or "next":null when `more` is false.
 * `list` names the list, whose members are what this request's path and viewer show. */
void cursor_write(struct text *out, struct request *request, const char *list, uint32_t place,
		  bool more);

/* The place that the request's cursor names, `first` without one. False: 400 was
 * answered. */
bool cursor_read(struct request *request, struct response *response, const char *list,
		 uint32_t first, uint32_t *place);

/* The request's limit, `usual` without one, lowered to `max`. False: 400 was answered. */
bool cursor_limit(struct request *request, struct response *response, uint32_t usual, uint32_t max,
		  uint32_t *limit);
