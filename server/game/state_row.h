#pragma once
/* A game's state row: what a snapshot is after so many rows, so that a game which is loaded need
 * not read and fold those. It is a cache: bytes of this very build's structs, with a number for
 * their layout and for the rules that made them, so a row of another build counts as none. */

#include "game/snapshot_inside.h"

/* Every so many rows, and every so many events, a game gets a new one. */
enum { STATE_ROWS = 64, STATE_EVENTS = 256 };

/* Is one due when a game was `before` (NULL: not there) and is this now? Games whose armies are a
 * secret get none: what they start from is itself folded. */
bool state_row_due(const struct snapshot *before, const struct snapshot *now);

/* Append the body of the snapshot's. Computes the chains up to there. */
void state_row_write(struct text *out, const struct snapshot *snapshot);

/* What a body says, unpacked. */
struct state_image {
	struct text bytes;
};

/* Unpack a body. False: it is of another build, or none. Free the bytes either way. */
bool state_image_open(struct state_image *out, const void *body, size_t size);

/* The snapshot that an image is of; `game` is what the game starts from. NULL: it is of
 * something else. */
struct snapshot *state_image_restore(const struct state_image *image,
				     const struct store_game *game);

/* Does the image say what the snapshot, which was folded, is? */
bool state_image_is(const struct state_image *image, const struct snapshot *folded,
		    const struct store_game *game);
