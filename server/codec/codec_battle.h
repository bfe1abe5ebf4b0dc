#pragma once
/* Battles: a rule book and a muster, with a name and a few words, as a file that people keep and
 * share. api-spec/battle.schema.json describes it. */

#include "codec/codec.h"

enum {
	CODEC_BATTLE_FORMAT = 1,
	CODEC_BATTLE_NAME_BYTES =
		321, /* earlier versions took 80 characters of 4 bytes; with the NUL */
	CODEC_BATTLE_DESCRIPTION_CHARACTERS = 2000,
	CODEC_BATTLE_DESCRIPTION_BYTES = 8001, /* of UTF-8, with the NUL */
};

/* A battle that was read, and all that is wrong with its form. Large: not for the stack. */
struct codec_battle {
	bool has_muster; /* there is one, and its ruleset could be read */
	uint8_t ruleset;
	bool has_format, has_name;
	char name[CODEC_BATTLE_NAME_BYTES];
	struct codec_faults faults;
	struct pn_muster muster; /* but what faults.unread says */
};

/* Write a file: {"format","muster","name","ruleset"}. */
void codec_battle_encode(struct text *out, uint8_t ruleset, const struct pn_muster *muster,
			 const char *name);

/* {"description"?,"format"?,"muster","name"?,"ruleset"}. False: it is no JSON, or no object;
 * whatever else is wrong stands in `faults`. To `kept`, unless it is NULL, the file is appended as it is to be kept: byte
 * for byte as it was sent, or without white space where a text in it had to be changed to its NFC. */
bool codec_battle_decode(struct codec_battle *out, struct text *kept, enum codec_source source,
			 const char *bytes, size_t size, struct codec_error *error);

/* Append the battle of a file as members of what creates a game: "muster":…,"name":…,"ruleset":… False: it is
 * no such file, and nothing is appended. */
bool codec_battle_members(struct text *out, const char *bytes, size_t size);

/* Is it a whole file, in which nothing is wrong with the form? Whether it can be played is not
 * asked. False: the first fault. */
bool codec_battle_is_file(const struct codec_battle *battle, struct codec_error *error);
