#pragma once
/* Reading JSON from outside: jansson made strict, and members taken with a pointer in
 * hand, so that whatever is wrong can be named. */

#include <jansson.h>

#include "codec/codec.h"
#include "codec/names.h"
#include "codec/plain_text.h"

/* The largest integer that JavaScript holds exactly. */
#define JSON_INTEGER_MAX ((INT64_C(1) << 53) - 1)

struct json_in;

/* How a name or a text is taken that somebody sends: typed_text_get(). */
typedef bool typed_text_getter(struct json_in *in, const json_t *object, const char *key,
			       const struct plain_text_limit *limit, char *out);

/* Where reading stands in a document. After the first failure everything fails, and the
 * first error stays. */
struct json_in {
	struct codec_error *error;
	struct codec_faults *all; /* NULL: nothing is read after the first failure */
	typed_text_getter *typed; /* NULL: texts were taken before, and are read as they stand */
	bool failed, is_changed;  /* a text in the document is not as it was sent */
	size_t length;            /* of the pointer so far */
	char pointer[CODEC_POINTER_BYTES];
};

/* Parse a document: an object or a list. Refuses what codec.h says; NULL then. The
 * caller gives the document back with json_decref(). */
json_t *json_in_load(struct json_in *in, const char *bytes, size_t size, struct codec_error *error);

/* Go on in a document that is already there, as if it were the whole. */
struct json_in json_in_begin(struct codec_error *error);

/* Refuse what the pointer points at, unless something was refused before. Always false. */
bool json_in_fail(struct json_in *in, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The same with the key of a sentence that the catalogue has, too. */
bool json_in_fail_key(struct json_in *in, const char *key, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* What failed is written down and passed over, when all that is wrong is asked for: reading goes
 * on behind it, pointing at `outside`. False when it is not. */
bool json_in_pass_over(struct json_in *in, size_t outside);

/* The same, because `given` is none of the choices: the answer lists them. A list too
 * long for the answer is cut. */
bool json_in_fail_choice(struct json_in *in, const char *given, const char *const *choices,
			 size_t count);

/* Point deeper, at a member or an item; give what they return to json_in_leave(). */
size_t json_in_enter(struct json_in *in, const char *key);
size_t json_in_enter_item(struct json_in *in, size_t index);
void json_in_leave(struct json_in *in, size_t length);

/* The value must be an object with no other members than these. */
bool json_in_object(struct json_in *in, const json_t *value, const char *const *members,
		    size_t count);
#define JSON_IN_OBJECT(in, value, members) \
	json_in_object(in, value, members, sizeof(members) / sizeof(members[0]))

/* The value must be a list of at most `max`. */
bool json_in_list(struct json_in *in, const json_t *value, size_t max);

/* The member must be there. NULL when it is not, or after a failure. */
json_t *json_in_member(struct json_in *in, const json_t *object, const char *key);

/* Take the value itself. */
bool json_in_bits(struct json_in *in, const json_t *value, enum name_list list,
		  const struct pn_rules *rules, uint32_t *out);
bool json_in_unit(struct json_in *in, const json_t *value, const struct pn_game *names,
		  pn_unit_id *out);

/* Take a member that must be there. Text is borrowed from the document. */
bool json_in_get_integer(struct json_in *in, const json_t *object, const char *key, int64_t min,
			 int64_t max, int64_t *out);
bool json_in_get_length(struct json_in *in, const json_t *object, const char *key, pn_len *out);
bool json_in_get_angle(struct json_in *in, const json_t *object, const char *key, pn_angle *out);
bool json_in_get_byte(struct json_in *in, const json_t *object, const char *key, uint8_t *out);
bool json_in_get_short(struct json_in *in, const json_t *object, const char *key, uint16_t *out);
bool json_in_get_bool(struct json_in *in, const json_t *object, const char *key, bool *out);
bool json_in_get_text(struct json_in *in, const json_t *object, const char *key, const char **out);
bool json_in_get_index(struct json_in *in, const json_t *object, const char *key,
		       enum name_list list, const struct pn_rules *rules, uint8_t *out);
bool json_in_get_unit(struct json_in *in, const json_t *object, const char *key,
		      const struct pn_game *names, pn_unit_id *out);
/* ... a list of at most `max` units. */
bool json_in_get_units(struct json_in *in, const json_t *object, const char *key,
		       const struct pn_game *names, uint8_t max, pn_unit_id *unit, uint8_t *count);
bool json_in_get_pose(struct json_in *in, const json_t *object, const char *key, pn_pose *out);

/* The member "path"; figures that it sends are borrowed from `placed`, which has none before.
 * The member "figures" of one of its legs. */
bool json_in_get_path(struct json_in *in, const json_t *object, const struct pn_game *names,
		      struct pn_path *path, struct pn_placed *placed);
bool json_in_get_figures(struct json_in *in, const json_t *object, struct pn_placed *out);

/* The members of a proposed outcome. */
bool json_in_get_outcome(struct json_in *in, const json_t *object, const struct pn_game *names,
			 struct pn_outcome *out);

/* The member "moment"; with `named` it must be one with a name. */
bool json_in_get_moment(struct json_in *in, const json_t *object, bool named,
			struct pn_moment *out);
/* How they declare, as it was agreed on; the member "terms" of a proposal, which has its kind. */
bool json_in_get_agreement(struct json_in *in, const json_t *object, const char *key,
			   struct pn_agreement *out);
bool json_in_get_terms(struct json_in *in, const json_t *object, struct pn_proposal *out);

/* ---- whole things, for codecs that hold others ---- */

/* A command that is part of a document. Figures that it sends it borrows from `placed`. */
bool codec_command_read(struct pn_command *out, struct pn_placed *placed,
			const struct pn_game *names, struct json_in *in, const json_t *object);

/* A muster that is part of a document. Members left out keep the ruleset's defaults. */
bool codec_muster_read(struct pn_muster *out, uint8_t ruleset, struct json_in *in,
		       const json_t *object);

/* The member "units" of a muster that has its table: red's first, then blue's. */
bool codec_units_read(struct pn_muster *out, const struct pn_rules *rules, struct json_in *in,
		      const json_t *object);

/* The members of a muster that may be chosen for a ready one: "method", "premeasure",
 * "readings", "params", each if it is there. */
bool codec_muster_options_read(struct pn_muster *out, uint8_t ruleset, struct json_in *in,
			       const json_t *object);

/* A case's "given": a part of a state, of units that `names` has. */
bool codec_arrangement_read(struct pn_arrangement *out, const struct pn_game *names,
			    struct json_in *in, const json_t *object);
