#pragma once
/* What players are told outside their streams, and how. */

enum notice_kind {
	NOTICE_TURN,     /* the game waits for the receiver */
	NOTICE_REACTION, /* ... while the other side's move is under way */
	NOTICE_CLOCK,    /* ... and their time is nearly over */
	NOTICE_MESSAGE,  /* the other side has written */
	NOTICE_JOINED,   /* somebody has taken the other seat */
	NOTICE_ENDED,    /* the game is over */
	NOTICE_TEST,     /* what a hook's player asked for */
	NOTICE_CONFIRM,  /* whether an address wants to be told */
	NOTICE_TABLE,    /* a channel that shows the table has an old one */
	NOTICE_KINDS
};

/* Standard Webhooks, for the player alone; a Discord channel by its webhook, which others read; a
 * mail; a browser; a Discord channel by the bot, which is the game's and no player's. Of a mail the
 * URL is "mailto:" and the address, of a browser its endpoint. */
enum hook_format { HOOK_STANDARD, HOOK_DISCORD, HOOK_MAIL, HOOK_PUSH, HOOK_CHANNEL, HOOK_FORMATS };

enum {
	HOOKS_MAX = 8, /* of one player */
	HOOK_URL_BYTES = 1024,
	HOOK_LANGUAGE_BYTES = 9,
	DAY_MINUTES = 24 * 60,
	HOOK_SECRET_BYTES = 32,
	HOOK_MENTIONS_MAX = 4, /* users whom a channel's hook may name */
	HOOK_MENTIONS_BYTES = HOOK_MENTIONS_MAX * 21,
};
