/* Commands: kind x member in one table. What the table does not give a kind, the kind
 * does not take. */

#include "codec/member.h"

#include <stdio.h>

enum command_member {
	MEMBER_DICE,
	MEMBER_FLANK,
	MEMBER_MOMENT,
	MEMBER_NEEDED,
	MEMBER_ORDER,
	MEMBER_OUTCOME,
	MEMBER_PATH,
	MEMBER_SIDE,
	MEMBER_SIDES,
	MEMBER_TARGET,
	MEMBER_TERMS,
	MEMBER_TO,
	MEMBER_TYPE,
	MEMBER_UNIT,
	MEMBER_UNITS,
	MEMBER_UNTIL,
	MEMBER_COUNT
};

#define AT(field) (uint16_t) offsetof(struct pn_command, field)

/* In ascending order of their names, as they are written. */
static const struct member rows[MEMBER_COUNT] = {
	[MEMBER_DICE] = {"dice", FORM_NUMBER, AT(cup.dice), 0},
	[MEMBER_FLANK] = {"flank", FORM_FLANK, AT(flank), NAMES_FACING},
	[MEMBER_MOMENT] = {"moment", FORM_MOMENT, AT(moment), 0},
	[MEMBER_NEEDED] = {"needed", FORM_COUNT, AT(cup.needed), 0},
	[MEMBER_ORDER] = {"order", FORM_INDEX, AT(verb), NAMES_VERB},
	[MEMBER_OUTCOME] = {"outcome", FORM_OUTCOME, AT(outcome), 0},
	[MEMBER_PATH] = {"path", FORM_PATH_OPTIONAL, AT(path), 0},
	[MEMBER_SIDE] = {"side", FORM_INDEX, AT(proposal.winner), NAMES_SIDE},
	[MEMBER_SIDES] = {"sides", FORM_NUMBER, AT(cup.sides), 0},
	[MEMBER_TARGET] = {"target", FORM_UNIT_OPTIONAL, AT(target), 0},
	[MEMBER_TERMS] = {"terms", FORM_TERMS, AT(proposal), 0},
	[MEMBER_TO] = {"to", FORM_POSE, AT(to), 0},
	[MEMBER_TYPE] = {"type", FORM_COMMAND, AT(kind), 0},
	[MEMBER_UNIT] = {"unit", FORM_UNIT_OPTIONAL, AT(unit), 0},
	[MEMBER_UNITS] = {"units", FORM_UNITS, AT(units), 0},
	[MEMBER_UNTIL] = {"until", FORM_UNTIL, AT(until), NAMES_UNTIL},
};

#define BIT(member) (1U << (member))

/* Which members each kind must have besides its type, and which it may have. */
static const struct {
	uint16_t must, may;
} layouts[PN_COMMAND_COUNT] = {
	[PN_COMMAND_DECLARE_CHARGE] = {BIT(MEMBER_UNIT) | BIT(MEMBER_TARGET), 0},
	[PN_COMMAND_WITHDRAW_CHARGE] = {BIT(MEMBER_UNIT), 0},
	[PN_COMMAND_PLACE_ORDER] = {BIT(MEMBER_UNIT) | BIT(MEMBER_ORDER), 0},
	[PN_COMMAND_READY] = {0, 0},
	[PN_COMMAND_PASS] = {0, BIT(MEMBER_UNTIL)},
	[PN_COMMAND_DECLARE_FIRST] = {0, 0},
	[PN_COMMAND_DECLARE_LAST] = {0, 0},
	[PN_COMMAND_GO_FIRST] = {0, 0},
	[PN_COMMAND_GO_SECOND] = {0, 0},
	[PN_COMMAND_CHOOSE_FLANK] = {BIT(MEMBER_FLANK), 0},
	[PN_COMMAND_TRY_FRENZY] = {BIT(MEMBER_UNIT), 0},
	[PN_COMMAND_CHARGE] = {BIT(MEMBER_UNIT), BIT(MEMBER_TARGET) | BIT(MEMBER_PATH)},
	[PN_COMMAND_MANOEUVRE] = {BIT(MEMBER_UNIT) | BIT(MEMBER_PATH), 0},
	[PN_COMMAND_MOVE] = {BIT(MEMBER_UNIT) | BIT(MEMBER_PATH), 0},
	[PN_COMMAND_RETREAT] = {BIT(MEMBER_UNIT), BIT(MEMBER_PATH)},
	[PN_COMMAND_RALLY] = {BIT(MEMBER_UNIT), 0},
	[PN_COMMAND_HOLD] = {0, BIT(MEMBER_UNIT)},
	[PN_COMMAND_STAND_AND_SHOOT] = {0, BIT(MEMBER_UNIT)},
	[PN_COMMAND_FLEE] = {0, BIT(MEMBER_UNIT)},
	[PN_COMMAND_REDIRECT] = {BIT(MEMBER_UNIT) | BIT(MEMBER_TARGET), 0},
	[PN_COMMAND_FIGHTING_WITHDRAWAL] = {BIT(MEMBER_UNIT), 0},
	[PN_COMMAND_OPPORTUNITY_CHARGE] = {BIT(MEMBER_UNIT) | BIT(MEMBER_TARGET),
					   BIT(MEMBER_MOMENT) | BIT(MEMBER_PATH)},
	[PN_COMMAND_OFFER_DRAW] = {0, 0},
	[PN_COMMAND_OFFER_RESULT] = {BIT(MEMBER_TERMS), 0},
	[PN_COMMAND_OFFER_UNDO] = {0, 0},
	[PN_COMMAND_OFFER_METHOD] = {BIT(MEMBER_TERMS), 0},
	[PN_COMMAND_OFFER_UMPIRE] = {0, 0},
	[PN_COMMAND_ASK_OUTCOME] = {0, 0},
	[PN_COMMAND_ASK_DRAW] = {0, 0},
	[PN_COMMAND_ASK_RESULT] = {BIT(MEMBER_TERMS), 0},
	[PN_COMMAND_ASK_UNDO] = {0, 0},
	[PN_COMMAND_ASK_CLOCK] = {0, 0},
	[PN_COMMAND_WITHDRAW_QUESTION] = {0, 0},
	[PN_COMMAND_RULE_FOR] = {BIT(MEMBER_SIDE), 0},
	[PN_COMMAND_RULE_AGAINST] = {BIT(MEMBER_SIDE), 0},
	[PN_COMMAND_STEP_DOWN] = {0, 0},
	[PN_COMMAND_ACCEPT_OFFER] = {0, 0},
	[PN_COMMAND_DECLINE_OFFER] = {0, 0},
	[PN_COMMAND_WITHDRAW_OFFER] = {0, 0},
	[PN_COMMAND_WITHDRAW_METHOD] = {0, 0},
	[PN_COMMAND_DEPLOY] = {BIT(MEMBER_UNIT) | BIT(MEMBER_TO), 0},
	[PN_COMMAND_TAKE_BACK] = {BIT(MEMBER_UNIT), 0},
	[PN_COMMAND_DEPLOY_REST] = {0, 0},
	[PN_COMMAND_PROPOSE_OUTCOME] = {BIT(MEMBER_OUTCOME), BIT(MEMBER_UNIT)},
	[PN_COMMAND_ACCEPT_OUTCOME] = {0, BIT(MEMBER_UNIT)},
	[PN_COMMAND_REFUSE_OUTCOME] = {0, BIT(MEMBER_UNIT)},
	[PN_COMMAND_LEAVE_OPEN] = {0, BIT(MEMBER_UNIT)},
	[PN_COMMAND_ORDER_STACK] = {BIT(MEMBER_UNITS), 0},
	[PN_COMMAND_REROLL] = {0, 0},
	[PN_COMMAND_CLASH] = {BIT(MEMBER_UNIT), 0},
	[PN_COMMAND_UNDO] = {0, 0},
	[PN_COMMAND_CLAIM] = {0, 0},
	[PN_COMMAND_RESIGN] = {0, 0},
	[PN_COMMAND_ROLL_CUP] = {BIT(MEMBER_DICE) | BIT(MEMBER_SIDES), BIT(MEMBER_NEEDED)},
};

/* ---- writing ---- */

void codec_command_encode(struct text *out, const struct pn_game *names,
			  const struct pn_command *command)
{
	const unsigned must = layouts[command->kind].must | BIT(MEMBER_TYPE);
	const unsigned taken = must | layouts[command->kind].may;

	write_byte(out, '{');
	for (unsigned i = 0; taken >> i; i++) {
		const void *at = (const char *)command + rows[i].at;

		if (taken & BIT(i) && (must & BIT(i) || !member_says_nothing(&rows[i], at))) {
			write_key(out, rows[i].name);
			member_write(out, names, &rows[i], at);
		}
	}
	write_byte(out, '}');
}

/* ---- reading ---- */

/* Refuse what the kind does not take. */
static bool check_members(struct json_in *in, const json_t *object, unsigned taken)
{
	const char *choices[MEMBER_COUNT] = {rows[MEMBER_TYPE].name};
	size_t count = 1;

	for (unsigned i = 0; i < MEMBER_COUNT; i++)
		if (taken & BIT(i))
			choices[count++] = rows[i].name;
	return json_in_object(in, object, choices, count);
}

/* Those of the set that are there. */
static unsigned find_members(const json_t *object, unsigned set)
{
	unsigned found = 0;

	for (unsigned i = 0; i < MEMBER_COUNT; i++)
		if (set & BIT(i) && json_object_get(object, rows[i].name))
			found |= BIT(i);
	return found;
}

bool codec_command_read(struct pn_command *out, struct pn_placed *placed,
			const struct pn_game *names, struct json_in *in, const json_t *object)
{
	uint8_t kind = 0;

	placed->of = 0;
	memset(out, 0, sizeof(*out));
	out->unit = out->target = PN_NO_UNIT;
	if (!json_in_get_index(in, object, "type", NAMES_COMMAND, NULL, &kind))
		return false;
	out->kind = kind;
	unsigned must = layouts[kind].must, may = layouts[kind].may;
	if (!check_members(in, object, must | may))
		return false;
	may = find_members(object, may);
	if (must & BIT(MEMBER_TERMS))
		out->proposal.kind =
			kind == PN_COMMAND_OFFER_METHOD ? PN_PROPOSAL_METHOD : PN_PROPOSAL_RESULT;
	if (may & BIT(MEMBER_PATH))
		out->path.given = true;
	/* Of several faults the first in this order is told. */
	const unsigned order[] = {BIT(MEMBER_UNIT), BIT(MEMBER_TARGET), must, may};
	unsigned left = must | may;
	for (size_t k = 0; k < sizeof(order) / sizeof(order[0]); k++) {
		for (unsigned i = 0; i < MEMBER_COUNT; i++)
			if (order[k] & left & BIT(i))
				member_get(in, object, names, placed, &rows[i],
					   (char *)out + rows[i].at);
		left &= ~order[k];
	}
	return !in->failed;
}

/* "a3f-2" or "a3f-2.1": version and index in base 36, and the number of a preset. */
static bool is_action_id(const char *id)
{
	const char *at = id;
	for (int part = 0; part < 2; part++) {
		const char *begin = at;
		while ((*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'z'))
			at++;
		if (at == begin || (part == 0 && *at++ != '-'))
			return false;
	}
	if (*at == '.') {
		const char *begin = ++at;
		while (*at >= '0' && *at <= '9')
			at++;
		if (at == begin)
			return false;
	}
	return *at == '\0';
}

static bool get_action_id(struct json_in *in, const json_t *object, struct codec_action *out)
{
	static const char *const members[] = {"action"};
	const char *id;
	if (!JSON_IN_OBJECT(in, object, members) || !json_in_get_text(in, object, "action", &id))
		return false;
	if (strlen(id) >= sizeof(out->id) || !is_action_id(id)) {
		json_in_enter(in, "action");
		return json_in_fail(in, "The id of an offered action is wanted here.");
	}
	out->by_id = true;
	snprintf(out->id, sizeof(out->id), "%s", id);
	return true;
}

bool codec_action_decode(struct codec_action *out, const struct pn_game *names, const char *bytes,
			 size_t size, struct codec_error *error)
{
	struct json_in in;

	*out = (struct codec_action){0};
	json_t *document = json_in_load(&in, bytes, size, error);
	if (document) {
		if (!json_is_object(document))
			json_in_fail(&in, "An object is wanted here.");
		else if (json_object_get(document, "action"))
			get_action_id(&in, document, out);
		else
			codec_command_read(&out->command, &out->placed, names, &in, document);
	}
	json_decref(document);
	return !in.failed;
}
