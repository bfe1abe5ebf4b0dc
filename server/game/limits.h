#pragma once
/* How long ids, names and texts are, and how many there may be. */

enum {
	GAME_ID_BYTES = 37,
	TOKEN_BYTES = 96, /* "pn_red_" and 43 or more characters, with the NUL */
	KEY_BYTES = 256,  /* an Idempotency-Key, with the NUL */
	INVITATION_BYTES = 64,
	PLAYER_NAME_BYTES = 161,    /* 160 of UTF-8, with the NUL */
	MESSAGE_BYTES = 2001,       /* of table talk: 2000 of UTF-8, with the NUL */
	MESSAGES_MAX = 2000,        /* of one game */
	SEAT_ADMIN_ROWS_MAX = 8192, /* messages, codes and the like of one game */
	BATTLES_MAX = 200,          /* that a player keeps */
	BATTLE_NAME_BYTES = 321,    /* 320 of UTF-8, with the NUL */
	RULESET_BYTES = 32,         /* a ruleset's id, with the NUL */
	SEATS_MAX = 2000,           /* of one player */
	INVITATION_DAYS = 14,
	HANDOVER_MINUTES = 10,
};
