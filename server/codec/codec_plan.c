#include "codec/codec_plan.h"

#include <stdio.h>
#include <stdlib.h>

#include "codec/json.h"
#include "codec/value.h"

/* Some of the reasons for stopping are ours, not the owner's to name. */
enum { ORDER_LINE_POINTS = 2 };

/* ---- reading ---- */

static bool get_decision(struct json_in *in, const json_t *object, const struct pn_game *names,
			 uint8_t *out)
{
	*out = PLAN_ANY_DECISION;
	return !json_object_get(object, "decision") ||
	       json_in_get_index(in, object, "decision", NAMES_DECISION, pn_rules_of(names), out);
}

/* A member that is true or left out. */
static bool get_mark(struct json_in *in, const json_t *object, const char *key, bool *out)
{
	*out = json_object_get(object, key) != NULL;
	if (!*out || !json_in_get_bool(in, object, key, out) || *out)
		return !in->failed;
	json_in_enter(in, key);
	return json_in_fail(in, "It is true or left out.");
}

static bool get_turn(struct json_in *in, const json_t *object, uint8_t *out)
{
	int64_t turn = 0;

	*out = 0;
	if (!json_object_get(object, "turn") ||
	    !json_in_get_integer(in, object, "turn", 1, UINT8_MAX, &turn))
		return !in->failed;
	*out = (uint8_t)turn;
	return true;
}

static bool read_item(struct json_in *in, const json_t *value, const struct pn_game *names,
		      struct plan_item *out, struct pn_placed *placed)
{
	static const char *const members[] = {"decision", "do", "if_asked", "this_step", "turn"};

	if (!JSON_IN_OBJECT(in, value, members))
		return false;
	const json_t *command = json_in_member(in, value, "do");
	size_t outside = json_in_enter(in, "do");
	if (command && !json_is_object(command))
		return json_in_fail(in, "An object is wanted here.");
	if (!command || !codec_command_read(&out->command, placed, names, in, command))
		return false;
	json_in_leave(in, outside);
	return get_decision(in, value, names, &out->decision) &&
	       get_mark(in, value, "if_asked", &out->if_asked) &&
	       get_mark(in, value, "this_step", &out->this_step) && get_turn(in, value, &out->turn);
}

static bool get_stops(struct json_in *in, const json_t *object, uint8_t *out)
{
	const json_t *list = json_object_get(object, "stop_at");
	uint32_t bits = 0;

	*out = 0;
	if (!list)
		return true;
	size_t outside = json_in_enter(in, "stop_at");
	if (!json_in_bits(in, list, NAMES_PLAN_STOP, NULL, &bits))
		return false;
	if (bits & ~PLAN_STOPS_MAY)
		return json_in_fail(in, "A plan stops at this in any case.");
	json_in_leave(in, outside);
	*out = (uint8_t)bits;
	return true;
}

/* A list of at most `max`: its size, or -1. */
static int get_list(struct json_in *in, const json_t *object, const char *key, size_t max)
{
	const json_t *list = json_in_member(in, object, key);
	size_t outside = json_in_enter(in, key);

	if (!list || !json_in_list(in, list, max))
		return -1;
	json_in_leave(in, outside);
	return (int)json_array_size(list);
}

/* Point at an item of a list. */
static size_t enter(struct json_in *in, const char *key, size_t index)
{
	size_t outside = json_in_enter(in, key);

	json_in_enter_item(in, index);
	return outside;
}

/* The commands and what stops them, of an object whose members have been looked at. */
static bool read_plan(struct json_in *in, const json_t *value, const struct pn_game *names,
		      struct plan *out)
{
	const int count = get_list(in, value, "commands", PLAN_ITEMS_MAX);

	for (int i = 0; i < count; i++) {
		size_t outside = enter(in, "commands", (size_t)i);
		const json_t *item = json_array_get(json_object_get(value, "commands"), (size_t)i);

		if (!read_item(in, item, names, &out->item[i], &out->placed[i]))
			return false;
		json_in_leave(in, outside);
		out->count++;
	}
	return count >= 0 && get_stops(in, value, &out->stop_at);
}

/* False, at the command that plan_fault() names. */
static bool is_possible(struct json_in *in, const struct plan *plan, const struct pn_game *names)
{
	uint8_t item = 0;
	const char *fault = plan_fault(plan, names, &item);

	if (!fault)
		return true;
	enter(in, "commands", item);
	return json_in_fail(in, "%s", fault);
}

bool codec_plan_decode(struct plan *out, const struct pn_game *names, const char *bytes,
		       size_t size, struct codec_error *error)
{
	static const char *const members[] = {"commands", "stop_at"};
	struct json_in in;

	memset(out, 0, sizeof(*out));
	json_t *document = json_in_load(&in, bytes, size, error);
	const bool good = document && JSON_IN_OBJECT(&in, document, members) &&
			  read_plan(&in, document, names, out) && is_possible(&in, out, names);

	json_decref(document);
	return good;
}

static bool get_then(struct json_in *in, const json_t *object, const struct pn_game *names,
		     struct codec_trial *out)
{
	const json_t *command = json_object_get(object, "then");

	out->has_then = command != NULL;
	if (!command)
		return true;
	size_t outside = json_in_enter(in, "then");
	if (!json_is_object(command))
		return json_in_fail(in, "An object is wanted here.");
	if (!codec_command_read(&out->then, &out->placed, names, in, command))
		return false;
	json_in_leave(in, outside);
	return true;
}

bool codec_trial_decode(struct codec_trial *out, const struct pn_game *names, const char *bytes,
			size_t size, struct codec_error *error)
{
	static const char *const members[] = {"commands", "stop_at", "then"};
	struct json_in in;

	memset(out, 0, sizeof(*out));
	json_t *document = json_in_load(&in, bytes, size, error);
	const bool good = document && JSON_IN_OBJECT(&in, document, members) &&
			  read_plan(&in, document, names, &out->plan) &&
			  is_possible(&in, &out->plan, names) &&
			  get_then(&in, document, names, out);

	json_decref(document);
	return good;
}

static bool read_point(struct json_in *in, const json_t *value, pn_vec *out)
{
	static const char *const members[] = {"x", "y"};

	return JSON_IN_OBJECT(in, value, members) && json_in_get_length(in, value, "x", &out->x) &&
	       json_in_get_length(in, value, "y", &out->y);
}

/* Two different points. */
static bool get_line(struct json_in *in, const json_t *object, struct standing_order *out)
{
	const json_t *list = json_object_get(object, "line");

	out->has_line = list != NULL;
	if (!list)
		return true;
	size_t outside = json_in_enter(in, "line");
	if (!json_in_list(in, list, ORDER_LINE_POINTS))
		return false;
	if (json_array_size(list) < ORDER_LINE_POINTS)
		return json_in_fail(in, "A line has two points.");
	for (size_t i = 0; i < ORDER_LINE_POINTS; i++) {
		size_t item = json_in_enter_item(in, i);
		if (!read_point(in, json_array_get(list, i), &out->line[i]))
			return false;
		json_in_leave(in, item);
	}
	if (out->line[0].x == out->line[1].x && out->line[0].y == out->line[1].y)
		return json_in_fail(in, "The two points of a line differ.");
	json_in_leave(in, outside);
	return true;
}

/* The unit that reacts, and how: only of an order to react. */
static bool get_reaction(struct json_in *in, const json_t *object, const struct pn_game *names,
			 struct standing_order *out)
{
	static const char *const members[] = {"with", "reaction", "moment"};

	out->with = PN_NO_UNIT;
	out->reaction = PN_COMMAND_COUNT;
	if (out->answer == ORDER_REACT)
		return json_in_get_unit(in, object, "with", names, &out->with) &&
		       (!json_object_get(object, "reaction") ||
			json_in_get_index(in, object, "reaction", NAMES_COMMAND, NULL,
					  &out->reaction)) &&
		       (!json_object_get(object, "moment") ||
			json_in_get_moment(in, object, true, &out->moment));
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		if (!json_object_get(object, members[i]))
			continue;
		json_in_enter(in, members[i]);
		return json_in_fail(in, "Only an order to react has it.");
	}
	return true;
}

static bool read_order(struct json_in *in, const json_t *value, const struct pn_game *names,
		       struct standing_order *out)
{
	static const char *const members[] = {"answer", "class",    "decision", "line",
					      "moment", "reaction", "unit",     "with"};

	out->unit = PN_NO_UNIT;
	out->class = ORDER_ANY_CLASS;
	return JSON_IN_OBJECT(in, value, members) &&
	       json_in_get_index(in, value, "answer", NAMES_ORDER_ANSWER, NULL, &out->answer) &&
	       (!json_object_get(value, "class") ||
		json_in_get_index(in, value, "class", NAMES_CLASS, pn_rules_of(names),
				  &out->class)) &&
	       get_decision(in, value, names, &out->decision) && get_line(in, value, out) &&
	       (!json_object_get(value, "unit") ||
		json_in_get_unit(in, value, "unit", names, &out->unit)) &&
	       get_reaction(in, value, names, out);
}

static bool get_delay(struct json_in *in, const json_t *object, uint8_t *out)
{
	int64_t minutes = 0;

	*out = 0;
	if (!json_object_get(object, "delay_minutes") ||
	    !json_in_get_integer(in, object, "delay_minutes", DELAY_MINUTES_MIN, DELAY_MINUTES_MAX,
				 &minutes))
		return !in->failed;
	*out = (uint8_t)minutes;
	return true;
}

static bool read_orders(struct json_in *in, const json_t *value, const struct pn_game *names,
			struct standing_orders *out)
{
	static const char *const members[] = {"delay_minutes", "orders"};
	int count = -1;

	if (JSON_IN_OBJECT(in, value, members))
		count = get_list(in, value, "orders", STANDING_ORDERS_MAX);
	for (int i = 0; i < count; i++) {
		size_t outside = enter(in, "orders", (size_t)i);
		const json_t *item = json_array_get(json_object_get(value, "orders"), (size_t)i);

		if (!read_order(in, item, names, &out->order[i]))
			return false;
		json_in_leave(in, outside);
		out->count++;
	}
	return count >= 0 && get_delay(in, value, &out->delay_minutes);
}

bool codec_standing_orders_decode(struct standing_orders *out, const struct pn_game *names,
				  pn_side side, const char *bytes, size_t size,
				  struct codec_error *error)
{
	struct json_in in;
	const char *fault = NULL;
	uint8_t item = 0;

	memset(out, 0, sizeof(*out));
	json_t *document = json_in_load(&in, bytes, size, error);
	bool good = document && read_orders(&in, document, names, out);
	if (good)
		fault = standing_orders_fault(out, names, side, &item);
	if (fault) {
		enter(&in, "orders", item);
		good = json_in_fail(&in, "%s", fault);
	}
	json_decref(document);
	return good;
}

/* ---- what is new ---- */

struct pn_verdict codec_plan_check(const struct plan *plan, const struct pn_game *view,
				   pn_side side, char pointer[CODEC_POINTER_BYTES])
{
	const struct plan_refusal refusal = plan_refusal(plan, view, side);
	char place[8] = "";

	pointer[0] = '\0';
	if (refusal.verdict.code == PN_LAWFUL)
		return refusal.verdict;
	if (strcmp(refusal.member, "units") == 0)
		snprintf(place, sizeof(place), "/%u", refusal.place);
	snprintf(pointer, CODEC_POINTER_BYTES, "/commands/%u/do/%s%s", refusal.item, refusal.member,
		 place);
	return refusal.verdict;
}

bool codec_standing_orders_check(const struct standing_orders *orders, const struct pn_game *view,
				 struct codec_error *error)
{
	const char *member;
	uint8_t item;
	const char *vain = standing_orders_vain(orders, view, &item, &member);

	if (!vain)
		return true;
	*error = (struct codec_error){.is_member = true};
	snprintf(error->pointer, sizeof(error->pointer), "/orders/%u/%s", item, member);
	snprintf(error->detail, sizeof(error->detail), "%s", vain);
	return false;
}

/* ---- writing ---- */

static void write_decision(struct text *out, const struct pn_game *names, uint8_t decision)
{
	if (decision != PLAN_ANY_DECISION)
		write_key_name(out, "decision",
			       name_at(NAMES_DECISION, pn_rules_of(names), decision));
}

void codec_plan_encode(struct text *out, const struct pn_game *names, const struct plan *plan,
		       uint8_t first)
{
	write_byte(out, '{');
	write_key(out, "commands");
	write_byte(out, '[');
	for (uint8_t i = first; plan && i < plan->count; i++) {
		const struct plan_item *item = &plan->item[i];

		write_item(out);
		write_byte(out, '{');
		write_decision(out, names, item->decision);
		write_key(out, "do");
		codec_command_encode(out, names, &item->command);
		if (item->if_asked)
			write_key_bool(out, "if_asked", true);
		if (item->this_step)
			write_key_bool(out, "this_step", true);
		if (item->turn)
			write_key_integer(out, "turn", item->turn);
		write_byte(out, '}');
	}
	write_byte(out, ']');
	if (plan && plan->stop_at) {
		write_key(out, "stop_at");
		write_bits(out, NAMES_PLAN_STOP, NULL, plan->stop_at);
	}
	write_byte(out, '}');
}

static void write_line(struct text *out, const pn_vec line[2])
{
	write_key(out, "line");
	write_byte(out, '[');
	for (int i = 0; i < ORDER_LINE_POINTS; i++) {
		write_item(out);
		write_byte(out, '{');
		write_key_integer(out, "x", line[i].x);
		write_key_integer(out, "y", line[i].y);
		write_byte(out, '}');
	}
	write_byte(out, ']');
}

static void write_standing_order(struct text *out, const struct pn_game *names,
				 const struct standing_order *order)
{
	write_byte(out, '{');
	write_key_name(out, "answer", name_at(NAMES_ORDER_ANSWER, NULL, order->answer));
	if (order->class != ORDER_ANY_CLASS)
		write_key_name(out, "class",
			       name_at(NAMES_CLASS, pn_rules_of(names), order->class));
	write_decision(out, names, order->decision);
	if (order->has_line)
		write_line(out, order->line);
	if (order->moment.when != PN_WHEN_NOW) {
		write_key(out, "moment");
		write_moment(out, order->moment);
	}
	if (order->reaction != PN_COMMAND_COUNT)
		write_key_name(out, "reaction", name_at(NAMES_COMMAND, NULL, order->reaction));
	if (order->unit != PN_NO_UNIT) {
		write_key(out, "unit");
		write_who(out, names, order->unit);
	}
	if (order->with != PN_NO_UNIT) {
		write_key(out, "with");
		write_who(out, names, order->with);
	}
	write_byte(out, '}');
}

void codec_standing_orders_encode(struct text *out, const struct pn_game *names,
				  const struct standing_orders *orders)
{
	write_byte(out, '{');
	if (orders && orders->delay_minutes)
		write_key_integer(out, "delay_minutes", orders->delay_minutes);
	write_key(out, "orders");
	write_byte(out, '[');
	for (uint8_t i = 0; orders && i < orders->count; i++) {
		write_item(out);
		write_standing_order(out, names, &orders->order[i]);
	}
	write_byte(out, ']');
	write_byte(out, '}');
}

void codec_passes_encode(struct text *out, const struct pn_game *names, const struct intent *intent)
{
	write_byte(out, '[');
	for (uint8_t i = 0; i < intent->pass_count; i++) {
		write_item(out);
		write_byte(out, '{');
		write_key(out, "unit");
		write_who(out, names, intent->pass[i].unit);
		write_key_name(out, "until", name_at(NAMES_UNTIL, NULL, intent->pass[i].until));
		write_byte(out, '}');
	}
	write_byte(out, ']');
}

/* ---- as events have it ---- */

/* What is written there, read and written again. False when it is not such. */
static bool write_again(struct text *out, const struct pn_event *event, const struct pn_game *names,
			struct codec_error *error)
{
	union {
		struct plan plan;
		struct standing_orders orders;
	} *room = calloc(1, sizeof(*room));
	bool is_plan = event->kind == PN_EVENT_PLAN_SET;
	bool good;

	if (!room)
		abort();
	if (is_plan)
		good = codec_plan_decode(&room->plan, names, event->written.text,
					 event->written.size, error);
	else
		good = codec_standing_orders_decode(&room->orders, names, event->by,
						    event->written.text, event->written.size,
						    error);
	if (good && is_plan)
		codec_plan_encode(out, names, &room->plan, 0);
	else if (good)
		codec_standing_orders_encode(out, names, &room->orders);
	free(room);
	return good;
}

bool codec_written_is_canonical(const struct pn_event *event, const struct pn_game *names,
				struct codec_error *error)
{
	struct text again = TEXT_EMPTY;
	bool good = event->by < PN_SIDES && write_again(&again, event, names, error) &&
		    again.size == event->written.size &&
		    memcmp(again.bytes, event->written.text, again.size) == 0;

	text_free(&again);
	return good;
}
