#pragma once
/* Events told in sentences, as the page tells them: for mails, chats, and people who read a game as
 * plain text. Words are the catalogue's, in the language that the thread speaks. */

#include "codec/codec.h"

/* Append the sentence of one event: `line` is its canonical line, with or without "hash".
 * `names` knows the units and `muster` what they are called. A moment is told in UTC. False, and
 * nothing was added: the line is no event. */
bool codec_told(struct text *out, const struct pn_game *names, const struct pn_muster *muster,
		const char *line, size_t size);

/* Is this an event of the game's bookkeeping, which a reader of its story does without? */
bool codec_is_minor(const char *line, size_t size);
