#pragma once
/* Bodies of requests that are neither commands nor musters. */

#include "codec/codec_ruleset.h"
#include "model/army.h"
#include "model/clock.h"
#include "model/machine_seat.h"

enum { CODEC_INVITATION_BYTES = 64 };

/* POST /v1/games: {"scenario" | "ruleset","muster"; "side","access"?,"name"?,"nonce"?,"opponent"?,"options"?}.
 * Options are members of a muster that may differ from the scenario's:
 * "method","readings","params", "premeasure"; and "clock": {"bank","cap","increment"} in
 * seconds, null for none; left out, the default. Beside a muster without units "armies":
 * {"days"?,"figures"?}: each side writes its own in secret. The opponent is {"machine": strength}. */
struct codec_create {
	char scenario[CODEC_SCENARIO_ID_BYTES]; /* "" when a muster was given */
	char name[CODEC_NAME_BYTES];            /* of the battle, by plain_text.h; "" without one */
	uint8_t ruleset;
	pn_side side;
	uint8_t access; /* public, unlisted (when left out), private: 0, 1, 2 */
	bool has_nonce;
	uint8_t nonce[32];
	struct clock_rule clock;     /* all 0: none */
	struct army_rule armies;     /* all 0: no secret */
	struct machine_seat machine; /* all 0: both sides are people's */
	struct pn_muster muster;     /* not yet checked by pn_setup() */
};

/* All decoders here return false on error; `error` says which member, and why. */
bool codec_create_decode(struct codec_create *out, const char *bytes, size_t size,
			 struct codec_error *error);

/* POST /v1/operator/games/{game}: {"act","side"?}; a side for those that are about one. */
struct codec_operation {
	uint8_t act; /* enum pn_operator_act */
	pn_side side;
};

bool codec_operation_decode(struct codec_operation *out, const char *bytes, size_t size,
			    struct codec_error *error);

/* POST /v1/games/{game}/seats: {"code","nonce"?}; the code is "" when it was null. */
struct codec_join {
	char code[CODEC_INVITATION_BYTES];
	bool has_nonce;
	uint8_t nonce[32];
};

bool codec_join_decode(struct codec_join *out, const char *bytes, size_t size,
		       struct codec_error *error);
