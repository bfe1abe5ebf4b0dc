/* A choice with other numbers, or another unit: what a Discord user types into a form or takes from a
 * menu, within the action's bounds. What differs stands in the button's id, so nothing is kept here. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/discord.h"
#include "codec/codec_actions.h"
#include "codec/codec_vary.h"
#include "codec/words.h"
#include "game/service.h"

enum { TURN = 65536, DEGREES = 360, THOUSANDTHS = 1000 };

/* ---- what differs, as text ---- */

/* Is there such a bound, and where it lists units such a place in its list? */
static bool is_possible(const struct pn_actions *actions, unsigned action,
			const struct discord_change *change)
{
	if (change->bound >= actions->action[action].bound_count)
		return false;
	const struct pn_bound *bound =
		pn_action_bound_at(actions, &actions->action[action], (uint8_t)change->bound);

	return bound->kind != PN_BOUND_CHOICE ||
	       (change->x >= 0 && change->x < bound->choice.count);
}

bool discord_read_choice(struct discord_choice *out, const struct pn_actions *actions,
			 const char *text, const char *changes)
{
	char expected[DISCORD_CHOICE_BYTES], given[DISCORD_CHOICE_BYTES];
	const char *at = changes;
	int size;

	*out = (struct discord_choice){0};
	if (sscanf(text, "%4u.%4u", &out->action, &out->preset) != 2 ||
	    out->action >= actions->count ||
	    out->preset > actions->action[out->action].preset_count)
		return false;
	for (; out->count < PN_BOUNDS_MAX; out->count++) {
		struct discord_change *change = &out->change[out->count];

		if (sscanf(at, "%1u=%8" SCNd32 ";%8" SCNd32 "%n", &change->bound, &change->x,
			   &change->y, &size) < 3 ||
		    !is_possible(actions, out->action, change))
			break;
		at += size + (at[size] == ',');
	}
	discord_write_choice(expected, *out);
	snprintf(given, sizeof(given), "%s%s%s", text, changes[0] ? ":" : "", changes);
	return strcmp(given, expected) == 0;
}

void discord_write_choice(char out[DISCORD_CHOICE_BYTES], struct discord_choice choice)
{
	size_t used =
		(size_t)snprintf(out, DISCORD_CHOICE_BYTES, "%u.%u", choice.action, choice.preset);

	for (unsigned i = 0; i < choice.count && used < DISCORD_CHOICE_BYTES; i++)
		used += (size_t)snprintf(out + used, DISCORD_CHOICE_BYTES - used,
					 "%c%u=%" PRId32 ";%" PRId32, i ? ',' : ':',
					 choice.change[i].bound, choice.change[i].x,
					 choice.change[i].y);
}

static const struct pn_bound *bound_at(const struct request *request,
				       const struct discord_choice *choice, unsigned index)
{
	const struct pn_actions *actions = discord_listed(request);

	return pn_action_bound_at(actions, &actions->action[choice->action], (uint8_t)index);
}

/* ---- the command ---- */

static const struct pn_command *listed(const struct request *request, struct discord_choice choice)
{
	const struct pn_actions *actions = discord_listed(request);
	const struct pn_action *action = &actions->action[choice.action];

	return choice.preset ? &actions->preset[action->preset_first + choice.preset - 1].command
			     : &action->command;
}

/* A change as the codec takes it. */
static struct codec_value value_of(const struct request *request,
				   const struct discord_choice *choice,
				   const struct discord_change *change)
{
	const struct pn_bound *bound = bound_at(request, choice, change->bound);
	struct codec_value value = {
		.kind = CODEC_VALUE_NUMBER, .at = bound->at, .x = change->x, .y = change->y};

	if (bound->kind == PN_BOUND_POLYGON)
		value.kind = CODEC_VALUE_PLACE;
	if (bound->kind == PN_BOUND_CHOICE) {
		value.kind = CODEC_VALUE_UNIT;
		pn_who_write(value.unit, snapshot_view(request->snapshot, request->viewer),
			     bound->choice.of[change->x]);
	}
	return value;
}

static void put_command(struct text *out, const struct request *request,
			const struct discord_choice *choice)
{
	struct codec_value value[PN_BOUNDS_MAX];
	struct text plain = TEXT_EMPTY;

	codec_command_encode(&plain, snapshot_view(request->snapshot, request->viewer),
			     listed(request, *choice));
	for (unsigned i = 0; i < choice->count; i++)
		value[i] = value_of(request, choice, &choice->change[i]);
	codec_command_vary(out, plain.bytes, plain.size, value, choice->count);
	text_free(&plain);
}

const struct pn_command *discord_command_of(const struct request *request,
					    struct discord_choice choice, struct codec_error *error)
{
	struct codec_action *varied = &discord_talk(request)->varied;
	struct text text = TEXT_EMPTY;

	if (choice.count == 0)
		return listed(request, choice);
	put_command(&text, request, &choice);
	bool is_read =
		codec_action_decode(varied, snapshot_view(request->snapshot, request->viewer),
				    text.bytes, text.size, error);
	text_free(&text);
	if (!is_read)
		return NULL;
	pn_command_keep(&varied->command, &varied->placed);
	return &varied->command;
}

/* What the command has at a bound. */
static struct codec_value current(const struct request *request,
				  const struct discord_choice *choice, unsigned index)
{
	struct text text = TEXT_EMPTY;

	put_command(&text, request, choice);
	struct codec_value value =
		codec_value_at(text.bytes, text.size, bound_at(request, choice, index)->at);
	text_free(&text);
	return value;
}

static void set(struct discord_choice *choice, unsigned bound, int64_t x, int64_t y)
{
	unsigned at = 0;

	while (at < choice->count && choice->change[at].bound != bound)
		at++;
	if (at == PN_BOUNDS_MAX)
		return;
	choice->change[at] = (struct discord_change){bound, (int32_t)x, (int32_t)y};
	if (at == choice->count)
		choice->count++;
}

/* ---- which bounds can be varied so ---- */

/* A number that is typed, or two of a place. */
static bool is_typed(const struct request *request, const struct discord_choice *choice,
		     unsigned index)
{
	const struct pn_bound *bound = bound_at(request, choice, index);
	enum codec_value_kind kind = current(request, choice, index).kind;

	if (bound->kind == PN_BOUND_POLYGON)
		return kind == CODEC_VALUE_PLACE;
	return (bound->kind == PN_BOUND_LENGTH || bound->kind == PN_BOUND_ANGLE) &&
	       kind == CODEC_VALUE_NUMBER;
}

static unsigned bound_count(const struct request *request, const struct discord_choice *choice)
{
	return discord_listed(request)->action[choice->action].bound_count;
}

bool discord_has_numbers(const struct request *request, struct discord_choice choice)
{
	for (unsigned i = 0; i < bound_count(request, &choice); i++) {
		if (is_typed(request, &choice, i))
			return true;
	}
	return false;
}

/* ---- menus ---- */

static void add_menu(struct text *out, const struct request *request,
		     const struct discord_choice *choice, unsigned index, unsigned first)
{
	const struct pn_bound *bound = bound_at(request, choice, index);
	struct discord_page page = {.first = first};
	char id[DISCORD_CUSTOM_ID_BYTES], what[DISCORD_CHOICE_BYTES], rest[96], value[16];

	discord_write_choice(what, *choice);
	snprintf(rest, sizeof(rest), "%s%s:%u", what, choice->count ? "" : ":", index);
	discord_menu_id(id, request, "c", rest);
	discord_row_begin(out);
	discord_menu_begin(out, id, discord_words("bound.choice"));
	for (unsigned i = 0; i < bound->choice.count; i++) {
		if (!discord_is_on_page(&page))
			continue;
		snprintf(value, sizeof(value), "%u", i);
		discord_choice(out,
			       snapshot_muster(request->snapshot)->unit[bound->choice.of[i]].name,
			       value, NULL);
	}
	discord_add_next_page(out, &page);
	discord_menu_end(out);
	discord_row_end(out);
}

void discord_add_choice_menus(struct text *out, const struct request *request,
			      struct discord_choice choice, unsigned first)
{
	for (unsigned i = 0; i < bound_count(request, &choice); i++) {
		const struct pn_bound *bound = bound_at(request, &choice, i);

		if (bound->kind == PN_BOUND_CHOICE && bound->choice.count > 1 &&
		    current(request, &choice, i).kind == CODEC_VALUE_UNIT)
			add_menu(out, request, &choice, i, first);
	}
}

/* What was pressed: a choice of the version that is shown. False: it is answered. */
static bool take_choice(struct request *request, struct response *response,
			struct discord_choice *choice)
{
	const struct discord_talk *talk = discord_talk(request);

	if (discord_is_stale(request, response))
		return false;
	if (discord_read_choice(choice, discord_listed(request), talk->field[3], talk->field[4]))
		return true;
	discord_show_units(request, response, "", 0);
	return false;
}

static enum handled opened_menu(struct request *request, struct response *response)
{
	const struct discord_talk *talk = discord_talk(request);
	struct discord_choice choice;
	const char *value = talk->in.value;

	if (!take_choice(request, response, &choice))
		return HANDLED;
	unsigned index = (unsigned)strtoul(talk->field[5], NULL, 10);
	unsigned number = (unsigned)strtoul(value + (value[0] == '+'), NULL, 10);
	if (value[0] == '+')
		return discord_show_choice(request, response, choice, number);
	if (index < bound_count(request, &choice) &&
	    bound_at(request, &choice, index)->kind == PN_BOUND_CHOICE &&
	    number < bound_at(request, &choice, index)->choice.count)
		set(&choice, index, number, 0);
	return discord_show_choice(request, response, choice, 0);
}

enum handled discord_other_unit(struct request *request, struct response *response)
{
	return discord_open(request, response, discord_talk(request)->field[1], opened_menu);
}

/* ---- the form ---- */

/* Thousandths of an inch, or of a degree, as decimals. */
static void write_decimal(char out[32], int64_t thousandths)
{
	const char *sign = thousandths < 0 ? "-" : "";
	int64_t size = thousandths < 0 ? -thousandths : thousandths;

	snprintf(out, 32, "%s%" PRId64 ".%02" PRId64, sign, size / THOUSANDTHS,
		 size % THOUSANDTHS / 10);
}

/* "3", "3.5", "3,5". False: it is none of those. */
static bool read_decimal(const char *text, int64_t *thousandths)
{
	const char *at = text + strspn(text, " ");
	bool is_below = *at == '-';
	int64_t value = 0, weight = THOUSANDTHS;
	size_t digits;

	at += is_below;
	digits = strspn(at, "0123456789");
	if (digits == 0 || digits > 4)
		return false;
	value = strtol(at, NULL, 10) * THOUSANDTHS;
	at += digits;
	if (*at == '.' || *at == ',') {
		for (at++; *at >= '0' && *at <= '9'; at++)
			value += (*at - '0') * (weight /= 10);
	}
	*thousandths = is_below ? -value : value;
	return at[strspn(at, " ")] == '\0';
}

static int64_t shown(const struct pn_bound *bound, int64_t value)
{
	return bound->kind == PN_BOUND_ANGLE ? value * DEGREES * THOUSANDTHS / TURN
					     : value * THOUSANDTHS / PN_INCH;
}

static int64_t meant(const struct pn_bound *bound, int64_t thousandths)
{
	int64_t whole = bound->kind == PN_BOUND_ANGLE ? TURN : PN_INCH;
	int64_t parts = bound->kind == PN_BOUND_ANGLE ? DEGREES * THOUSANDTHS : THOUSANDTHS;
	int64_t value = (thousandths * whole + (thousandths < 0 ? -parts : parts) / 2) / parts;

	return bound->kind == PN_BOUND_ANGLE ? (value % TURN + TURN) % TURN : value;
}

static void add_value(struct text *out, const struct request *request,
		      const struct discord_choice *choice, unsigned index)
{
	const struct pn_bound *bound = bound_at(request, choice, index);
	const struct pn_game *view = snapshot_view(request->snapshot, request->viewer);
	struct codec_value value = current(request, choice, index);
	char x[32], y[32];

	if (value.kind == CODEC_VALUE_UNIT && bound->kind == PN_BOUND_CHOICE) {
		pn_unit_id unit = codec_unit_find(view, value.unit);

		if (unit != PN_NO_UNIT && choice->preset == 0) {
			text_add_string(out, " → ");
			text_add_name(out, snapshot_muster(request->snapshot)->unit[unit].name);
		}
		return;
	}
	write_decimal(x, shown(bound, value.x));
	write_decimal(y, shown(bound, value.y));
	if (choice->count && value.kind == CODEC_VALUE_PLACE)
		text_add_format(out, ", %s″ / %s″", x, y);
	else if (choice->count && value.kind == CODEC_VALUE_NUMBER)
		text_add_format(out, ", %s%s", x, bound->kind == PN_BOUND_ANGLE ? "°" : "″");
}

void discord_add_values(struct text *out, const struct request *request,
			struct discord_choice choice)
{
	for (unsigned i = 0; i < bound_count(request, &choice); i++)
		add_value(out, request, &choice, i);
}

static void add_number(struct text *out, const char *id, const char *label, const char *more,
		       int64_t value)
{
	char text[32];
	struct text said = TEXT_EMPTY;

	write_decimal(text, value);
	text_add_format(&said, "%s%s", label, more);
	discord_field(out, DISCORD_FIELD_LINE, id, said.bytes, text, 12);
	text_free(&said);
}

static void add_fields(struct text *out, const struct request *request,
		       const struct discord_choice *choice, unsigned index)
{
	const struct pn_bound *bound = bound_at(request, choice, index);
	struct codec_value value = current(request, choice, index);
	char id[16], least[32], most[32], more[96];

	snprintf(id, sizeof(id), "%u", index);
	if (bound->kind == PN_BOUND_LENGTH) {
		write_decimal(least, shown(bound, bound->length.min));
		write_decimal(most, shown(bound, bound->length.max));
		snprintf(more, sizeof(more), " (%s–%s″)", least, most);
		add_number(out, id, discord_words("bound.length"), more, shown(bound, value.x));
	} else if (bound->kind == PN_BOUND_ANGLE) {
		snprintf(more, sizeof(more), " (%s)", discord_words("discord.degrees"));
		add_number(out, id, discord_words("bound.angle"), more, shown(bound, value.x));
	} else {
		add_number(out, id, discord_words("ui.place.x"), " (″)", shown(bound, value.x));
		snprintf(id, sizeof(id), "%u.y", index);
		add_number(out, id, discord_words("ui.place.y"), " (″)", shown(bound, value.y));
	}
}

static enum handled opened_form(struct request *request, struct response *response)
{
	char id[DISCORD_CUSTOM_ID_BYTES], what[DISCORD_CHOICE_BYTES];
	struct discord_choice choice;
	unsigned rows = 0;

	if (!take_choice(request, response, &choice))
		return HANDLED;
	discord_write_choice(what, choice);
	discord_menu_id(id, request, "n", what);
	discord_form_begin(&response->body, id, discord_words("discord.numbers"));
	for (unsigned i = 0; i < bound_count(request, &choice); i++) {
		unsigned needs = bound_at(request, &choice, i)->kind == PN_BOUND_POLYGON ? 2 : 1;

		if (!is_typed(request, &choice, i) || rows + needs > DISCORD_ROWS_MAX)
			continue;
		add_fields(&response->body, request, &choice, i);
		rows += needs;
	}
	discord_form_end(&response->body);
	return response_json(response, 200);
}

enum handled discord_number_form(struct request *request, struct response *response)
{
	return discord_open(request, response, discord_talk(request)->field[1], opened_form);
}

/* ---- what was typed ---- */

/* Take one field. False: it is no number. */
static bool take_field(const struct request *request, struct discord_choice *choice,
		       const struct interaction_field *field)
{
	char *rest, stood[32];
	unsigned index = (unsigned)strtoul(field->id, &rest, 10);
	int64_t thousandths;

	if (index >= bound_count(request, choice) || !is_typed(request, choice, index))
		return true;
	if (!read_decimal(field->value, &thousandths))
		return false;
	const struct pn_bound *bound = bound_at(request, choice, index);
	struct codec_value was = current(request, choice, index);
	bool is_y = strcmp(rest, ".y") == 0;
	int64_t value = meant(bound, thousandths);
	/* What was left as it stood there keeps what lies behind its two decimals. */
	write_decimal(stood, shown(bound, is_y ? was.y : was.x));
	if (strcmp(stood, field->value) == 0)
		return true;
	if (value < INT32_MIN / 2 || value > INT32_MAX / 2)
		return false;
	if (is_y)
		set(choice, index, was.x, value);
	else
		set(choice, index, value, was.y);
	return true;
}

static enum handled opened_numbers(struct request *request, struct response *response)
{
	const struct interaction *in = &discord_talk(request)->in;
	struct discord_choice choice;

	if (!take_choice(request, response, &choice))
		return HANDLED;
	for (size_t i = 0; i < in->field_count; i++) {
		if (!take_field(request, &choice, &in->field[i]))
			return discord_tell(request, response, "discord.no_number");
	}
	return discord_show_choice(request, response, choice, 0);
}

enum handled discord_numbers(struct request *request, struct response *response)
{
	return discord_open(request, response, discord_talk(request)->field[1], opened_numbers);
}
