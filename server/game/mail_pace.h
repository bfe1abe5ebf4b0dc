#pragma once
/* When a mail may go. Pure: what went before is handed in, and kept by the caller. */

#include <stdbool.h>
#include <stdint.h>

enum {
	MAIL_UNCONFIRMED_A_DAY = 3, /* to an address that nobody has confirmed */
	MAIL_GAME_PAUSE_S = 3600,   /* between two mails of one game to one address */
	MAIL_DAY_S = 24 * 3600,
};

/* The mails that asked an address to be confirmed. */
struct mail_asked {
	int64_t sent_ms[MAIL_UNCONFIRMED_A_DAY]; /* the last ones, in any order; 0: none */
};

/* May the address be asked again? Then it is noted: the oldest is forgotten. A clock that was set back
 * lets nothing through that it did not before. */
bool mail_may_ask(struct mail_asked *asked, int64_t now_ms);

/* When the next mail of a game may go to an address, the last having gone at `last_ms` (0: none
 * yet): now_ms or later. */
int64_t mail_game_due(int64_t last_ms, int64_t now_ms);
