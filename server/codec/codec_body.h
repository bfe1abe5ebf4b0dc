#pragma once
/* Small bodies: of players, seats and table talk. */

#include "codec/codec.h"

enum {
	CODEC_MESSAGE_CHARACTERS = 500,
	CODEC_TEXT_BYTES = 4 * CODEC_MESSAGE_CHARACTERS + 1, /* UTF-8, with the NUL */
};

/* POST /v1/players: {"name"}, of 1 to 40 characters as plain_text.h counts. */
bool codec_name_decode(char out[CODEC_NAME_BYTES], const char *bytes, size_t size,
		       struct codec_error *error);

/* POST /v1/me/tokens: {"name","may"?}; "may" is ["play"], ["read"] or both, and to play is to
 * read, too. */
struct codec_token {
	char name[CODEC_NAME_BYTES];
	bool plays;
};
bool codec_token_decode(struct codec_token *out, const char *bytes, size_t size,
			struct codec_error *error);

/* POST /v1/operator/players/{player}: {"act":"end_tokens"}. */
bool codec_player_act_decode(const char *bytes, size_t size, struct codec_error *error);

/* POST .../messages: {"text"}, and .../report: {"reason"}; 1 to 500 characters as plain_text.h counts. */
bool codec_message_decode(char out[CODEC_TEXT_BYTES], const char *bytes, size_t size,
			  struct codec_error *error);
bool codec_reason_decode(char out[CODEC_TEXT_BYTES], const char *bytes, size_t size,
			 struct codec_error *error);

/* POST .../handover: {"moves"}; PUT .../block: {"blocked"}; PUT .../presence: {"shown"}. */
bool codec_handover_decode(bool *moves, const char *bytes, size_t size, struct codec_error *error);
bool codec_block_decode(bool *blocked, const char *bytes, size_t size, struct codec_error *error);
bool codec_presence_decode(bool *shown, const char *bytes, size_t size, struct codec_error *error);
