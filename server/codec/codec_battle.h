#pragma once
/* Battles: a rule book and a muster, with a name and a few words, as a file that people keep and
 * share. api-spec/battle.schema.json describes it. */

#include "codec/codec.h"

enum {
	CODEC_BATTLE_FORMAT = 1,
	CODEC_BATTLE_NAME_CHARACTERS = 80,
	CODEC_BATTLE_DESCRIPTION_CHARACTERS = 2000,
};

/* A battle that was read, and all that is wrong with its form. Large: not for the stack. */
struct codec_battle {
	bool has_book; /* the ruleset could be read */
	uint8_t ruleset;
	struct codec_faults faults;
	struct pn_muster muster; /* but what faults.unread says */
};

/* {"description"?,"format"?,"muster","name"?,"ruleset"}. False: it is no JSON, or no object;
 * whatever else is wrong stands in `faults`. */
bool codec_battle_decode(struct codec_battle *out, const char *bytes, size_t size,
			 struct codec_error *error);
