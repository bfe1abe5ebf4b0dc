#pragma once
/* JSON text to and from the core's structs: the only room that knows jansson.
 *
 * Reading refuses unknown members, duplicate keys, reals, numbers beyond +-(2^53-1),
 * control characters in text, nesting beyond 16 and more than 16384 values, each with a JSON
 * pointer.
 * Writing gives canonical lines: keys sorted, no spaces, UTF-8: C and JavaScript
 * write the same bytes. Names of units, phases and so on come from a game's ruleset,
 * so most functions take a game (any viewer's; only its shared part is read). */

#include "base/text.h"
#include "pennon/rules.h"

enum {
	CODEC_POINTER_BYTES = 128,
	CODEC_DETAIL_BYTES = 512,
	CODEC_ACTION_ID_BYTES = 24,
	CODEC_DEPTH_MAX = 16,
	CODEC_VALUES_MAX = 16384, /* of one text, objects and lists among them */
};

/* What is wrong with a text, and where. */
struct codec_error {
	bool is_member;                    /* a member is wrong, not the JSON itself */
	char pointer[CODEC_POINTER_BYTES]; /* RFC 6901; "" = the whole */
	char detail[CODEC_DETAIL_BYTES];   /* English, one sentence */
	const char *key;           /* of the sentence in the catalogue; NULL = it has none */
	int64_t min, max;          /* its {min} and {max}, unless both are 0 */
	uint32_t bytes;            /* its {bytes}, unless 0 */
	uint32_t character, place; /* its {character}, a code point, and {place}, from 1; 0: none */
	struct {
		uint16_t at, size; /* in `detail` */
	} given, choices;          /* its {given} and {choices}; both of size 0: it has neither */
};

/* Where a document comes from. */
enum codec_source {
	CODEC_SENT, /* from somebody outside, now: names and texts follow plain_text.h */
	CODEC_KEPT, /* taken before, perhaps by an earlier version: they are read as they stand */
};

enum {
	CODEC_NAME_CHARACTERS = 40, /* as plain_text.h counts */
	CODEC_NAME_BYTES = 161,     /* 160 of UTF-8, with the NUL */
};

/* Append what is wrong as a sentence in the language that the thread speaks. */
void codec_error_tell(struct text *out, const struct codec_error *error);

/* Append the key of the sentence and its arguments: {"args":{...},"key":"text.direction"}. Only of an
 * error that has a key. */
void codec_error_words(struct text *out, const struct codec_error *error);

/* All that is wrong with a muster, where that is asked for. */
enum { CODEC_FAULTS_MAX = 100 };

struct codec_fault {
	struct codec_error error;
	pn_clause clause; /* "" = it is no rule's */
};

struct codec_faults {
	size_t count; /* may be more than are kept */
	struct codec_fault fault[CODEC_FAULTS_MAX];
	struct pn_muster_unread unread; /* a fault is in it */
};

/* ---- commands ---- */

/* What a client posted: a command, or the id of one that was listed. Not to be copied: the
 * command borrows from `placed`. */
struct codec_action {
	bool by_id;
	char id[CODEC_ACTION_ID_BYTES];
	struct pn_command command;
	struct pn_placed placed;
};

/* POST …/actions: a command, or the id of one that is listed. `names` has the units' names.
 * False: `error` says where and why. */
bool codec_action_decode(struct codec_action *out, const struct pn_game *names, const char *bytes,
			 size_t size, struct codec_error *error);

/* The command as `action` has it: canonical JSON. */
void codec_command_encode(struct text *out, const struct pn_game *names,
			  const struct pn_command *command);

/* ---- events ---- */

/* The canonical line of an event without "hash", no newline: its members, "type", "time",
 * "by", "mark", "clause", "audience" (left out when all may see it) and the viewer's "seq". */
void codec_event_line(struct text *out, const struct pn_game *names, const struct pn_event *event,
		      uint32_t seq, int64_t time_ms);

/* The exact inverse: only bytes that codec_event_line() writes are accepted. What a side wrote
 * for itself (`written`) is borrowed from `bytes`, figures that a move sends from `placed`.
 * `seq` and `time_ms` may be NULL. Nobody but a case arranges a game: "arranged" is refused. */
bool codec_event_decode(struct pn_event *out, struct pn_placed *placed, const struct pn_game *names,
			const char *bytes, size_t size, uint32_t *seq, int64_t *time_ms,
			struct codec_error *error);

/* The same line without the digits of "seq", appended to `out`; returns where in the line
 * they belong. One line serves all viewers: splice each one's own number in. */
size_t codec_event_open(struct text *out, const struct pn_game *names, const struct pn_event *event,
			int64_t time_ms);
void codec_event_splice(struct text *out, const char *line, size_t size, size_t seq_at,
			uint32_t seq);

/* The canonical content of a slot, as commitments hash it: a list of orders by unit. */
void codec_orders_encode(struct text *out, const struct pn_game *names,
			 const struct pn_orders *orders);

/* ---- musters ---- */

/* A muster of a ruleset, checked for form alone: whether it can be played pn_setup() says. */
bool codec_muster_decode(struct pn_muster *out, uint8_t ruleset, const char *bytes, size_t size,
			 struct codec_error *error);
void codec_muster_encode(struct text *out, uint8_t ruleset, const struct pn_muster *muster);

/* One side's units as a muster lists them, which is what is committed to of a secret army. */
void codec_army_encode(struct text *out, uint8_t ruleset, const struct pn_muster *muster,
		       pn_side side);

/* {"units":[...]}: read them into a muster that has all else, instead of those it has. */
bool codec_army_decode(struct pn_muster *muster, uint8_t ruleset, enum codec_source source,
		       const char *bytes, size_t size, struct codec_error *error);

/* Write a fault of the core's down, of the muster that is at `at` of its document. */
void codec_faults_add(struct codec_faults *faults, const char *at,
		      const struct pn_muster_fault *fault);

/* {"faults":[{"clause"?,"code","detail","pointer","words"}],"left_out"?} without the bracket that
 * closes it; details are in the language that the thread speaks. */
void codec_faults_open(struct text *out, const struct codec_faults *faults);

/* A fault of the core's, with its JSON pointer below the muster's own pointer. */
void codec_muster_fault(struct codec_error *out, const struct pn_muster_fault *fault);
