#include "model/game_header.h"

const char *game_status_name(enum game_status status)
{
	static const char *const names[] = {
		[GAME_OPEN] = "open",
		[GAME_PLAYING] = "playing",
		[GAME_FINISHED] = "finished",
	};

	return names[status];
}

const char *game_access_name(enum game_access access)
{
	static const char *const names[] = {
		[ACCESS_PUBLIC] = "public",
		[ACCESS_UNLISTED] = "unlisted",
		[ACCESS_PRIVATE] = "private",
	};

	return names[access];
}
