/* "PLACE-SEAL": a number, and eight bytes derived of the server's secret, the list, the
 * path, the viewer or player, and the number. */

#include "api/cursor.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "base/write.h"
#include "game/service.h"

enum { CURSOR_BYTES = 64 };

static void make(char out[CURSOR_BYTES], struct request *request, const char *list, uint32_t place)
{
	char text[LIMIT_PATH_BYTES + 128];
	const char *filter = request->text_query[QUERY_STATUS];

	snprintf(text, sizeof(text), "%s %s %s%s %s %u", list, request->path,
		 api_viewer_name(request->viewer), request->caller.player, filter ? filter : "",
		 place);
	snprintf(out, CURSOR_BYTES, "%u-%016" PRIx64, place,
		 service_seal(request->app->service, "cursor", text));
}

void cursor_write(struct text *out, struct request *request, const char *list, uint32_t place,
		  bool more)
{
	char cursor[CURSOR_BYTES];

	write_key(out, "next");
	if (!more) {
		text_add_string(out, "null");
		return;
	}
	make(cursor, request, list, place);
	write_name(out, cursor);
}

bool cursor_read(struct request *request, struct response *response, const char *list,
		 uint32_t first, uint32_t *place)
{
	const char *given = request->text_query[QUERY_CURSOR];
	char wanted[CURSOR_BYTES];

	*place = first;
	if (!given)
		return true;
	*place = (uint32_t)strtoul(given, NULL, 10);
	make(wanted, request, list, *place);
	if (strcmp(given, wanted) == 0)
		return true;
	response_refuse(request, response, PROBLEM_BAD_QUERY,
			"The cursor is not one that this list gave you.");
	return false;
}

bool cursor_limit(struct request *request, struct response *response, uint32_t usual, uint32_t max,
		  uint32_t *limit)
{
	int64_t given = request->query[QUERY_LIMIT];

	*limit = given < 0 ? usual : given > max ? max : (uint32_t)given;
	if (given != 0)
		return true;
	response_refuse(request, response, PROBLEM_BAD_QUERY, "A limit is 1 or more.");
	return false;
}
