#pragma once
/* A running game as one viewer has it, read from what that viewer was told. */

#include "codec/codec_record.h"

struct followed {
	bool stands; /* all lines could be read: else `error` says what is wrong */
	struct record_header header;
	struct pn_game start, view;
	uint32_t count; /* events that the viewer has */
	struct pn_event *list;
	struct pn_placed **placed; /* of each, what it sends, or NULL */
	struct codec_error error;  /* of the line behind them */
};

/* Lines as module_follow() has them. Never NULL, and to be given back. */
struct followed *followed_read(const char *lines, size_t size);

/* Takes NULL. */
void followed_give_back(struct followed *game);
