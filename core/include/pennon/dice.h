#pragma once
/* Dice belong to a label, not to a moment: `turn/phase/unit or side/what for/n`.
 * One label, one face. The core writes labels and rejects biased bytes; the bytes
 * come through one function that the caller passes in, so a retry, a crash and an
 * undo show the same faces. */

#include "pennon/event.h"

enum { PN_BLOCK_BYTES = 32, PN_DIE_SIDES_MAX = 100 };

/* Where chance and seals come from: libsodium in the server and the verifier,
 * scripted faces in cases, a counter in twin worlds. */
struct pn_dice_source {
	void *context;

	/* Write block `block` (0, 1, ...) of the bytes that belong to `label`. The same
	 * label and block give the same bytes for the whole game. */
	void (*bytes)(void *context, const char *label, uint32_t block,
		      uint8_t out[PN_BLOCK_BYTES]);

	/* Draw a salt for the slot named `slot` and commit to its content. */
	void (*seal)(void *context, const char *slot, const struct pn_orders *content,
		     uint8_t salt[PN_HASH_BYTES], uint8_t commitment[PN_HASH_BYTES]);
};

/* The face of one die: bytes of the label are read in order; one that is not below
 * the largest multiple of `sides` is skipped; else face = byte mod sides + 1.
 * `sides` is 2 to PN_DIE_SIDES_MAX. */
uint8_t pn_die_face(const struct pn_dice_source *dice, const char *label, uint8_t sides);

/* In the place of a roll of the ruleset: dice of the cup (PN-60), "3/melee/red/cup/1". No
 * ruleset has a roll of that name. */
enum { PN_ROLL_CUP = 255 };
#define PN_CUP_NAME "cup"

/* Write the label of die `n` of a roll event, e.g. "3/movement/r1/charge_initiation/1"; `what`
 * is a roll of the ruleset or PN_ROLL_CUP. Needs the game only for its ruleset's and units'
 * names. Returns its length. */
size_t pn_label_write(char out[PN_LABEL_BYTES], const struct pn_game *game, uint8_t turn,
		      uint8_t phase, pn_who who, uint8_t what, uint16_t n);

/* One die that was thrown. */
struct pn_die {
	char label[PN_LABEL_BYTES];
	uint8_t sides;
	uint8_t face;
};

/* How many dice an event tells of: 0 where none was thrown. */
uint8_t pn_event_dice(const struct pn_event *event);

/* One of them, `index` below that. Needs the game as pn_label_write() does. */
struct pn_die pn_event_die(const struct pn_game *game, const struct pn_event *event, uint8_t index);

/* Write the name of a slot, e.g. "2/declaration/red". Returns its length. */
size_t pn_slot_write(char out[PN_LABEL_BYTES], const struct pn_game *game, struct pn_slot slot);

/* Write the wire name of a unit ("r1") or a side ("red"). Returns its length. */
size_t pn_who_write(char out[PN_ID_BYTES], const struct pn_game *game, pn_who who);

/* The unit that a wire name names, or PN_NO_UNIT. */
pn_unit_id pn_unit_named(const struct pn_game *game, const char *name);
