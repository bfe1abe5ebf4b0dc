/* Bodies that begin and join games. */

#include "codec/codec_request.h"

#include <stdio.h>

#include "codec/typed_text.h"

enum { NONCE_BYTES = 32 };

static int hex_digit(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* An optional "nonce": 64 lower-case hex digits. */
static bool get_nonce(struct json_in *in, const json_t *object, bool *has, uint8_t out[NONCE_BYTES])
{
	const char *text;

	*has = json_object_get(object, "nonce") != NULL;
	if (!*has)
		return true;
	if (!json_in_get_text(in, object, "nonce", &text))
		return false;
	bool good = strlen(text) == 2 * NONCE_BYTES;
	for (size_t i = 0; good && i < NONCE_BYTES; i++) {
		int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
		good = high >= 0 && low >= 0;
		if (good)
			out[i] = (uint8_t)(high << 4 | low);
	}
	if (!good) {
		json_in_enter(in, "nonce");
		json_in_fail(in, "A nonce is 64 lower-case hex digits.");
	}
	return good;
}

/* An optional "access". */
static bool get_access(struct json_in *in, const json_t *object, uint8_t *out)
{
	static const char *const names[] = {"public", "unlisted", "private"};
	const char *text;

	*out = 1;
	if (!json_object_get(object, "access"))
		return true;
	if (!json_in_get_text(in, object, "access", &text))
		return false;
	for (*out = 0; *out < sizeof(names) / sizeof(names[0]); (*out)++) {
		if (strcmp(text, names[*out]) == 0)
			return true;
	}
	json_in_enter(in, "access");
	return json_in_fail(in, "It must be public, unlisted or private.");
}

static bool get_scenario(struct json_in *in, const json_t *object, struct codec_create *out)
{
	struct codec_scenario scenario;
	const char *id;

	if (!json_in_get_text(in, object, "scenario", &id))
		return false;
	if (!codec_scenario_find(&scenario, id)) {
		json_in_enter(in, "scenario");
		return json_in_fail(in, "There is no such scenario.");
	}
	snprintf(out->scenario, sizeof(out->scenario), "%s", scenario.id);
	out->ruleset = scenario.ruleset;
	out->muster = scenario.muster;
	return true;
}

static bool get_muster(struct json_in *in, const json_t *object, struct codec_create *out)
{
	const char *ruleset;

	if (!json_in_get_text(in, object, "ruleset", &ruleset))
		return false;
	int index = pn_rules_find(ruleset);
	if (index < 0) {
		json_in_enter(in, "ruleset");
		return json_in_fail(in, "There is no such ruleset.");
	}
	out->ruleset = (uint8_t)index;
	const json_t *muster = json_in_member(in, object, "muster");
	size_t outside = json_in_enter(in, "muster");
	bool good = codec_muster_read(&out->muster, out->ruleset, in, muster);
	json_in_leave(in, outside);
	return good;
}

/* An optional clock; null is none. */
static bool get_clock(struct json_in *in, const json_t *options, struct clock_rule *out)
{
	static const char *const members[] = {"bank", "cap", "increment"};
	const json_t *clock = json_object_get(options, "clock");
	int64_t bank = 0, cap = 0, increment = 0;

	if (!clock)
		return true;
	*out = (struct clock_rule){0};
	if (json_is_null(clock))
		return true;
	size_t outside = json_in_enter(in, "clock");
	bool good = JSON_IN_OBJECT(in, clock, members) &&
		    json_in_get_integer(in, clock, "bank", CLOCK_BANK_MIN, CLOCK_BANK_MAX, &bank) &&
		    json_in_get_integer(in, clock, "cap", CLOCK_BANK_MIN, CLOCK_CAP_MAX, &cap) &&
		    json_in_get_integer(in, clock, "increment", 0, CLOCK_INCREMENT_MAX, &increment);
	*out = (struct clock_rule){(int32_t)bank, (int32_t)increment, (int32_t)cap};
	if (good && !clock_rule_good(out)) {
		json_in_enter(in, "cap");
		good = json_in_fail(in, "The cap is not below the bank.");
	}
	json_in_leave(in, outside);
	return good;
}

static bool get_options(struct json_in *in, const json_t *object, struct codec_create *out)
{
	static const char *const members[] = {"method", "premeasure", "readings", "params",
					      "clock"};
	const json_t *options = json_object_get(object, "options");
	if (!options)
		return true;
	size_t outside = json_in_enter(in, "options");
	bool good = JSON_IN_OBJECT(in, options, members) &&
		    codec_muster_options_read(&out->muster, out->ruleset, in, options) &&
		    get_clock(in, options, &out->clock);
	json_in_leave(in, outside);
	return good;
}

/* Optional: who writes theirs in secret has agreed on so many days, and perhaps figures. */
static bool get_armies(struct json_in *in, const json_t *object, struct army_rule *out)
{
	static const char *const members[] = {"days", "figures"};
	const json_t *armies = json_object_get(object, "armies");
	int64_t days = ARMY_DAYS_DEFAULT, figures = 0;

	if (!armies)
		return true;
	size_t outside = json_in_enter(in, "armies");
	bool good = JSON_IN_OBJECT(in, armies, members) &&
		    (!json_object_get(armies, "days") ||
		     json_in_get_integer(in, armies, "days", 1, ARMY_DAYS_MAX, &days)) &&
		    (!json_object_get(armies, "figures") ||
		     json_in_get_integer(in, armies, "figures", 1, ARMY_FIGURES_MAX, &figures));
	*out = (struct army_rule){true, (uint8_t)days, (uint16_t)figures};
	json_in_leave(in, outside);
	return good;
}

/* Optional: the other side is the practice opponent's, which cannot write an army. */
static bool get_opponent(struct json_in *in, const json_t *object, struct codec_create *out)
{
	static const char *const members[] = {"machine"};
	const json_t *opponent = json_object_get(object, "opponent");
	int64_t strength = 0;

	if (!opponent)
		return true;
	size_t outside = json_in_enter(in, "opponent");
	bool good = out->armies.secret ? json_in_fail(in, "The machine writes no army in secret.")
				       : JSON_IN_OBJECT(in, opponent, members) &&
						 json_in_get_integer(in, opponent, "machine", 1,
								     PN_STRENGTHS, &strength);
	out->machine = (struct machine_seat){(uint8_t)strength, pn_opponent(out->side)};
	json_in_leave(in, outside);
	return good;
}

/* Optional: what the battle is called. */
static bool get_name(struct json_in *in, const json_t *object, char out[CODEC_NAME_BYTES])
{
	static const struct plain_text_limit limit = {1, CODEC_NAME_CHARACTERS, CODEC_NAME_BYTES};

	return !json_object_get(object, "name") || in->typed(in, object, "name", &limit, out);
}

static bool read_create(struct json_in *in, const json_t *object, struct codec_create *out)
{
	static const char *const with_scenario[] = {"scenario", "side",   "nonce",    "options",
						    "ruleset",  "access", "opponent", "name"};
	static const char *const with_muster[] = {"ruleset", "muster",   "side",
						  "nonce",   "options",  "access",
						  "armies",  "opponent", "name"};
	bool has_scenario = json_is_object(object) && json_object_get(object, "scenario");

	if (has_scenario ? !JSON_IN_OBJECT(in, object, with_scenario)
			 : !JSON_IN_OBJECT(in, object, with_muster))
		return false;
	if (has_scenario ? !get_scenario(in, object, out) : !get_muster(in, object, out))
		return false;
	if (has_scenario && json_object_get(object, "ruleset")) {
		const char *ruleset;
		if (!json_in_get_text(in, object, "ruleset", &ruleset))
			return false;
		if (strcmp(ruleset, pn_rules_at(out->ruleset)->id) != 0) {
			json_in_enter(in, "ruleset");
			return json_in_fail(in, "The scenario is of another ruleset.");
		}
	}
	return json_in_get_index(in, object, "side", NAMES_SIDE, NULL, &out->side) &&
	       get_access(in, object, &out->access) && get_name(in, object, out->name) &&
	       get_armies(in, object, &out->armies) && get_opponent(in, object, out) &&
	       get_nonce(in, object, &out->has_nonce, out->nonce) && get_options(in, object, out);
}

bool codec_create_decode(struct codec_create *out, const char *bytes, size_t size,
			 struct codec_error *error)
{
	struct json_in in;

	memset(out, 0, sizeof(*out));
	out->clock =
		(struct clock_rule){CLOCK_BANK_DEFAULT, CLOCK_INCREMENT_DEFAULT, CLOCK_CAP_DEFAULT};
	json_t *document = json_in_load(&in, bytes, size, error);
	in.typed = typed_text_get;
	bool good = document && read_create(&in, document, out);
	json_decref(document);
	return good;
}

bool codec_join_decode(struct codec_join *out, const char *bytes, size_t size,
		       struct codec_error *error)
{
	static const char *const members[] = {"code", "nonce"};
	struct json_in in;
	const char *code = "";

	memset(out, 0, sizeof(*out));
	json_t *document = json_in_load(&in, bytes, size, error);
	bool good = document && JSON_IN_OBJECT(&in, document, members) &&
		    (json_is_null(json_object_get(document, "code")) ||
		     json_in_get_text(&in, document, "code", &code));
	if (good && !json_is_null(json_object_get(document, "code")) &&
	    (code[0] == '\0' || strlen(code) >= sizeof(out->code))) {
		json_in_enter(&in, "code");
		good = json_in_fail(&in, "The code must have 1 to %zu bytes.",
				    sizeof(out->code) - 1);
	}
	if (good)
		snprintf(out->code, sizeof(out->code), "%s", code);
	good = good && get_nonce(&in, document, &out->has_nonce, out->nonce);
	json_decref(document);
	return good;
}

static bool read_operation(struct json_in *in, const json_t *object, struct codec_operation *out)
{
	static const char *const with_side[] = {"act", "side"};
	static const char *const without[] = {"act"};

	if (!JSON_IN_OBJECT(in, object, with_side) ||
	    !json_in_get_index(in, object, "act", NAMES_OPERATOR_ACT, NULL, &out->act))
		return false;
	if (out->act != PN_OPERATOR_SILENCE && out->act != PN_OPERATOR_END_TOKEN)
		return JSON_IN_OBJECT(in, object, without);
	return json_in_get_index(in, object, "side", NAMES_SIDE, NULL, &out->side);
}

bool codec_operation_decode(struct codec_operation *out, const char *bytes, size_t size,
			    struct codec_error *error)
{
	struct json_in in;

	memset(out, 0, sizeof(*out));
	json_t *document = json_in_load(&in, bytes, size, error);
	bool good = document && read_operation(&in, document, out);
	json_decref(document);
	return good;
}

bool codec_army_decode(struct pn_muster *muster, uint8_t ruleset, enum codec_source source,
		       const char *bytes, size_t size, struct codec_error *error)
{
	static const char *const members[] = {"units"};
	struct json_in in;
	json_t *document = json_in_load(&in, bytes, size, error);
	bool good;

	in.typed = source == CODEC_SENT ? typed_text_get : NULL;
	muster->unit_count = 0;
	muster->figure_count = 0;
	memset(muster->unit, 0, sizeof(muster->unit));
	good = document && JSON_IN_OBJECT(&in, document, members) &&
	       codec_units_read(muster, pn_rules_at(ruleset), &in, document);
	json_decref(document);
	return good;
}
