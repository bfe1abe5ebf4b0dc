#pragma once
/* The lines of a record (frozen format; server/game/README.md tells what they mean). Every
 * line is canonical: keys sorted, no spaces; reading refuses a line that writing would not
 * have written byte for byte. No line here ends in LF: who puts lines together adds it. */

#include "codec/codec.h"
#include "model/army.h"
#include "model/clock.h"
#include "model/machine_seat.h"

enum {
	RECORD_FORMAT = 1,
	RECORD_GAME_BYTES = 37, /* a game's id, with the NUL */
	RECORD_SCENARIO_BYTES = 64,
};

/* The first line of a record, and what the store keeps as a game's first row (then
 * without `key` and, while the game is open, without blue's nonce). */
struct record_header {
	char game[RECORD_GAME_BYTES];
	uint8_t ruleset;   /* index into the registry */
	uint16_t revision; /* of the ruleset when the game was made */
	pn_side viewer;    /* whose extract; PN_NO_SIDE: the whole record */
	int64_t created_ms;
	pn_side creator;                      /* whose nonce comes first in the key of the dice */
	char name[CODEC_NAME_BYTES];          /* of the battle; "": it has none of its own */
	char scenario[RECORD_SCENARIO_BYTES]; /* id, or "" */
	uint8_t seed_commitment[32];
	bool has_nonce[PN_SIDES];
	bool nonce_drawn[PN_SIDES]; /* the server drew it */
	uint8_t nonce[PN_SIDES][32];
	bool has_key;
	uint8_t key[32];             /* the public key that signs the last line */
	struct clock_rule clock;     /* all 0: none */
	struct army_rule armies;     /* all 0: they are no secret */
	struct machine_seat machine; /* all 0: both sides are people's */
	struct pn_muster muster;     /* of secret armies that nobody has seen yet, without units */
};

/* {"armies"?:{"days","figures"?},"clock"?,"created","creator","format":1,"game","key"?,"machine"?:{"side","strength"},"muster","name"?,
 *  "nonces":{"blue"?:{"drawn","value"},"red"?:{...}},"revision","ruleset","scenario"?,"seed_commitment","viewer"?} */
void codec_record_header_encode(struct text *out, const struct record_header *header);
bool codec_record_header_decode(struct record_header *out, const char *bytes, size_t size,
				struct codec_error *error);

/* The same of one that the server itself wrote down: nobody proves again that its muster is in
 * its canonical form, which is half of the work. */
bool codec_record_header_read(struct record_header *out, const char *bytes, size_t size,
			      struct codec_error *error);

/* The member `name` alone as the header has it, with its quotes. False when it is none, and `out`
 * is "". */
bool codec_record_name_read(char out[CODEC_NAME_BYTES], const char *bytes, size_t size);

enum record_line_kind {
	RECORD_COMMAND, /* {"command":{...},"side":"red","time":"..."} */
	RECORD_SERVER,  /* {"server":{...},"time":"..."}: a row of the server's own */
	RECORD_EVENT,   /* {"event":{...},"seen":{"blue"?:{"hash","seq"},"public"?:..,"red"?:..}} */
	RECORD_SEED,    /* {"seed":"..."} */
	RECORD_SIGNATURE, /* {"key":"...","signature":"..."} */
};

/* One line after the header. Only the members of its kind mean anything. */
struct record_line {
	enum record_line_kind kind;
	const char *inner;            /* the command's or the event's own canonical text: */
	size_t inner_size;            /* ... borrowed from the line; written as it stands */
	pn_side side;                 /* command */
	int64_t time_ms;              /* command */
	uint8_t seen;                 /* event: bits PN_SEEN_BY_..., who has it */
	uint32_t seq[PN_VIEWERS];     /* event: each viewer's number, from 1 */
	uint8_t hash[PN_VIEWERS][32]; /* event: each viewer's chain after it */
	uint8_t seed[32];
	uint8_t key[32]; /* signature */
	uint8_t signature[64];
};

/* What the server did: EXPIRE answers with `command` in the place of a side whose time is
 * over, or ends the game without one; REMIND reminds it; NOTE tells what its events say. */
enum record_server_type { RECORD_SERVER_EXPIRE, RECORD_SERVER_REMIND, RECORD_SERVER_NOTE };

struct record_server {
	enum record_server_type type;
	pn_side side; /* not of a note */
	bool has_command;
	struct pn_command command;
};

/* {"command"?,"side"?,"type":"expire"|"remind"|"note"} */
void codec_record_server_encode(struct text *out, const struct pn_game *names,
				const struct record_server *server);
/* Figures that the command sends it borrows from `placed`. */
bool codec_record_server_decode(struct record_server *out, struct pn_placed *placed,
				const struct pn_game *names, const char *bytes, size_t size,
				struct codec_error *error);

/* One line of a record, without its line feed. */
void codec_record_line_encode(struct text *out, const struct record_line *line);

/* The inner text is not looked into beyond finding its end. */
bool codec_record_line_decode(struct record_line *out, const char *bytes, size_t size,
			      struct codec_error *error);
