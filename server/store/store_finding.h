#pragma once
/* What a check finds in the tables of holders, players, tokens and battles. */

#include <stdint.h>

enum store_finding_kind {
	STORE_ROW_CHANGED,   /* a row is not as it was written */
	STORE_ROW_ADDED,     /* a row has no checksum: nothing that writes them wrote it */
	STORE_ROW_MISSING,   /* a row that was written is not there */
	STORE_ROWS_MISSING,  /* `count` of them, of which it is not known which */
	STORE_ROWS_MORE,     /* `count` more rows than were written */
	STORE_ROWS_OTHER,    /* as many as were written, but some are of another time */
	STORE_ROWS_UNSUMMED, /* no fault: the table has no sum yet, and was not looked at */
};

struct store_finding {
	enum store_finding_kind kind;
	const char *table;
	const char *id; /* of the row, which people know: of a holder the game's; or "" */
	int64_t key;    /* of the row in its table; 0: it is not there */
	int64_t count;
};

typedef void store_finding_taker(void *context, const struct store_finding *finding);
