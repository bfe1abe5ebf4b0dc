/* What hooks have in channels. */

#include <stdio.h>
#include <string.h>

#include "store/stored_kind.h"

static enum store_error put_post(struct connection *writer, const void *piece)
{
	const struct store_post *post = piece;
	const enum statement which = post->message[0] ? PUT_POST : DROP_POST;
	struct query *statement = connection_statement(writer, which);
	uint8_t game[STORE_NAME_BYTES];

	if (!statement || !name_of_id(game, post->game))
		return STORE_FAILED;
	bind_int(statement, 1, post->hook);
	bind_bytes(statement, 2, game, sizeof(game));
	bind_int(statement, 3, post->side);
	if (which == PUT_POST) {
		bind_text(statement, 4, post->message);
		bind_int(statement, 5, post->posted_ms);
		bind_int(statement, 6, post->edited_ms);
		bind_text(statement, 7, post->channel);
	}
	return connection_run(writer, which);
}

const struct stored_kind stored_post = {
	.size = sizeof(struct store_post),
	.put = put_post,
	.forget = {FORGET_POSTS},
	.locks_ids = true,
};

static bool read_post(void *context, struct query *row)
{
	struct store_post *posts = context;
	const int64_t side = column_int(row, 0);
	const char *message = column_text(row, 1);
	const char *channel = column_text(row, 4);

	if (side < 0 || side >= STORE_POST_SIDES || !message || !channel)
		return false;
	snprintf(posts[side].channel, STORE_MESSAGE_BYTES, "%s", channel);
	snprintf(posts[side].message, STORE_MESSAGE_BYTES, "%s", message);
	posts[side].posted_ms = column_int(row, 2);
	posts[side].edited_ms = column_int(row, 3);
	return true;
}

enum store_error store_load_posts(struct store *store, uint32_t hook, const char *game,
				  struct store_post out[STORE_POST_SIDES])
{
	uint8_t name[STORE_NAME_BYTES];
	const struct asked asked[] = {{.number = hook}, {.bytes = name, .size = sizeof(name)}};

	memset(out, 0, STORE_POST_SIDES * sizeof(*out));
	for (uint8_t side = 0; side < STORE_POST_SIDES; side++) {
		out[side].hook = hook;
		out[side].side = side;
	}
	return name_of_id(name, game) ? store_read(store, GET_POSTS, asked, 2, out, read_post)
				      : STORE_FAILED;
}
