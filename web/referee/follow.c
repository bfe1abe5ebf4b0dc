/* A running game as one viewer has followed it, and what a command would do there. It is the one
 * thing that is kept from a question to the next: a ghost that is dragged asks once a frame. */

#include "follow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/write.h"
#include "codec/codec_preview.h"
#include "module.h"

/* What a command would do in it. */
struct foretold {
	struct codec_action action;
	struct pn_preview preview;
};

static struct followed *followed; /* NULL: no game */

void followed_give_back(struct followed *game)
{
	for (uint32_t i = 0; game && i < game->count; i++)
		free(game->placed[i]);
	if (game) {
		free(game->placed);
		free(game->list);
	}
	free(game);
}

/* ---- the game ---- */

static bool fail(struct followed *followed, const char *detail)
{
	snprintf(followed->error.detail, sizeof(followed->error.detail), "%s", detail);
	return false;
}

/* What a side writes for itself borrows from the line, and nobody looks at it behind this. */
static bool take_event(struct followed *followed, const char *line, size_t size)
{
	struct pn_event *event = &followed->list[followed->count];
	struct pn_placed placed;
	uint32_t seq;

	if (!codec_event_decode(event, &placed, &followed->start, line, size, &seq, NULL,
				&followed->error))
		return false;
	if (seq != followed->count + 1 || !pn_event_seen(event, followed->header.viewer))
		return fail(followed, "the events are not those of one viewer");
	if (pn_event_placed(event))
		pn_event_keep(event,
			      followed->placed[followed->count] = allocate(1, sizeof(placed)));
	followed->count++;
	return true;
}

static bool take_header(struct followed *followed, const char *line, size_t size)
{
	struct record_header *header = &followed->header;

	if (!codec_record_header_decode(header, line, size, &followed->error))
		return false;
	if (header->viewer == PN_NO_SIDE)
		return fail(followed, "the header names no viewer");
	return army_set_up(&followed->start, header->ruleset, &header->muster, &header->armies)
			       .code == PN_MUSTER_NONE ||
	       fail(followed, "the muster cannot be played");
}

static bool take_lines(struct followed *followed, const char *bytes, size_t size)
{
	const char *end = bytes + size;
	size_t lines = 0;

	for (const char *at = bytes; at < end; at++)
		lines += *at == '\n';
	followed->list = allocate(lines + 1, sizeof(followed->list[0]));
	followed->placed = allocate(lines + 1, sizeof(followed->placed[0]));
	for (const char *stop; (stop = memchr(bytes, '\n', (size_t)(end - bytes)));
	     bytes = stop + 1) {
		size_t length = (size_t)(stop - bytes);

		if (followed->header.game[0] ? !take_event(followed, bytes, length)
					     : !take_header(followed, bytes, length))
			return false;
	}
	return followed->header.game[0] || fail(followed, "there is no header");
}

struct followed *followed_read(const char *lines, size_t size)
{
	struct followed *game = allocate(1, sizeof(*game));

	game->stands = take_lines(game, lines, size);
	if (game->stands)
		pn_fold(&game->view, &game->start, game->list, game->count, game->header.viewer);
	return game;
}

static void write_wrong(struct text *out, const struct codec_error *error)
{
	write_key(out, "wrong");
	write_byte(out, '{');
	write_key_string(out, "detail", error->detail);
	write_key_string(out, "pointer", error->pointer);
	write_byte(out, '}');
}

MODULE_EXPORT("follow") const char *module_follow(const char *lines, size_t size)
{
	static struct text answer;

	followed_give_back(followed);
	followed = followed_read(lines, size);
	text_clear(&answer);
	write_byte(&answer, '{');
	if (followed->stands) {
		write_key_integer(&answer, "seq", followed->count);
	} else {
		write_wrong(&answer, &followed->error);
		followed_give_back(followed);
		followed = NULL;
	}
	write_byte(&answer, '}');
	return answer.bytes;
}

/* ---- a command ---- */

MODULE_EXPORT("foretell") const char *module_foretell(const char *command, size_t size)
{
	static struct text answer;
	static struct foretold foretold;
	struct codec_error error = {.detail = "no game is followed"};
	bool stands = followed &&
		      codec_action_decode(&foretold.action, &followed->view, command, size, &error);

	text_clear(&answer);
	if (stands && !foretold.action.by_id) {
		pn_preview(&followed->view, followed->header.viewer, &foretold.action.command,
			   &foretold.preview);
		codec_preview_encode(&answer, &followed->view, &followed->header.muster,
				     &foretold.preview);
		return answer.bytes;
	}
	write_byte(&answer, '{');
	write_wrong(&answer, &error);
	write_byte(&answer, '}');
	return answer.bytes;
}
