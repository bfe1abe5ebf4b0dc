/* A member of an event becomes an argument of its sentence: an id the name behind it, a name on
 * the wire its word, a length inches. Which sentence it is follows from the kind of the event and,
 * for some kinds, from one member more. web/words.js does the same, and
 * tests/golden/formats/told.*.txt holds the two together. */

#include "codec/codec_told.h"

#include <jansson.h>
#include <stdio.h>

#include "base/write.h"
#include "codec/roll_told.h"
#include "codec/value.h"
#include "codec/words.h"

enum {
	ARGUMENTS_MAX = 32,
	KEY_MAX = 96,
	DICE_LISTED_MAX = 12, /* of more it is told what came of them */
	LENGTH_TOLD_MIN = 13, /* what is less is no hundredth of an inch */
};

/* One event that is being told. */
struct telling {
	const struct pn_game *names;
	const struct pn_muster *muster;
	const json_t *event;
	const char *type;
	size_t count;
	struct words_argument argument[ARGUMENTS_MAX];
	struct text value[ARGUMENTS_MAX]; /* what the arguments borrow */
};

/* ---- words and names ---- */

static const char *text_of(const json_t *object, const char *member)
{
	return json_string_value(json_object_get(object, member));
}

/* Is there something in it: not null, "", 0 or false? */
static bool says_something(const json_t *value)
{
	return value && !json_is_null(value) && !json_is_false(value) &&
	       !(json_is_integer(value) && json_integer_value(value) == 0) &&
	       !(json_is_string(value) && json_string_length(value) == 0);
}

static bool has_words(const char *key)
{
	return words_find(words_spoken(), key) != NULL;
}

/* A unit by its name, a side by its word. */
static void add_who(struct text *out, const struct telling *telling, const char *id)
{
	static const char *const sides[] = {"red", "blue", "umpire", "public"};
	pn_unit_id unit = find_unit(telling->names, id, strlen(id));

	for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++) {
		if (strcmp(id, sides[i]) == 0) {
			words_add(out, "side", id);
			return;
		}
	}
	text_add_name(out,
		      unit < telling->muster->unit_count ? telling->muster->unit[unit].name : id);
}

/* With a real minus sign. */
static void add_number(struct text *out, json_int_t value)
{
	text_add_format(out, "%s%lld", value < 0 ? "−" : "",
			(long long)(value < 0 ? -value : value));
}

/* "4.25 in", to a hundredth; German has a comma. */
static void add_inches(struct text *out, json_int_t length)
{
	json_int_t hundredths = (length * 100 + PN_INCH / 2) / PN_INCH;
	struct text number = TEXT_EMPTY;

	text_add_format(&number, "%lld", (long long)(hundredths / 100));
	if (hundredths % 100) {
		words_format(&number, words_spoken(), "told.decimal", NULL, 0);
		text_add_format(&number, "%02lld", (long long)(hundredths % 100));
		if (hundredths % 10 == 0)
			number.bytes[--number.size] = '\0';
	}
	words_format(out, words_spoken(), "ui.inches",
		     &(struct words_argument){"inches", number.bytes}, 1);
	text_free(&number);
}

/* Put one more item behind those so far: "a", "a and b", "a, b and c". */
static void add_together(struct text *out, const struct text *item, size_t count)
{
	struct text before = TEXT_EMPTY;

	for (size_t i = 0; i + 1 < count; i++)
		text_add_format(&before, "%s%s", i ? ", " : "", item[i].bytes ? item[i].bytes : "");
	if (count > 1)
		words_format(out, words_spoken(), "ui.and",
			     (struct words_argument[]){
				     {"a", before.bytes},
				     {"b", item[count - 1].bytes ? item[count - 1].bytes : ""}},
			     2);
	else if (count == 1)
		text_add_string(out, item[0].bytes ? item[0].bytes : "");
	text_free(&before);
}

/* ---- members ---- */

/* An order without a target that is more than none. */
static bool is_verb(const json_t *order)
{
	const char *verb = text_of(order, "verb");

	return !text_of(order, "target") && verb && strcmp(verb, "none") != 0;
}

/* "to charge Ashdown Spears", "advance". */
static void add_order(struct text *out, const struct telling *telling, const json_t *order)
{
	const char *target = text_of(order, "target");
	struct text value = TEXT_EMPTY;
	char key[KEY_MAX] = "ui.unit.orders", number[24];

	snprintf(number, sizeof(number), "%lld",
		 (long long)json_integer_value(json_object_get(order, "number")));
	if (is_verb(order))
		snprintf(key, sizeof(key), "verb.%s", text_of(order, "verb"));
	else if (target)
		add_who(&value, telling, target);
	else
		words_add(&value, "ui", "nobody");
	words_format(out, words_spoken(), key,
		     (struct words_argument[]){{"target", value.bytes}, {"number", number}},
		     json_object_get(order, "number") ? 2 : 1);
	text_free(&value);
}

/* "Ashdown Spears to charge Hill Bows", "Light Bows (advance)"; who stands somewhere by name. */
static void add_ordered(struct text *out, const struct telling *telling, const json_t *order)
{
	const char *unit = text_of(order, "unit");
	bool is_place = json_object_get(order, "to") != NULL;

	add_who(out, telling, unit ? unit : "");
	if (is_place)
		return;
	text_add_string(out, is_verb(order) ? " (" : " ");
	add_order(out, telling, order);
	text_add_string(out, is_verb(order) ? ")" : "");
}

static void add_list(struct text *out, const struct telling *telling, const char *member,
		     const json_t *list)
{
	size_t count = json_array_size(list);
	struct text *item = calloc(count ? count : 1, sizeof(*item));

	if (!item)
		abort();
	for (size_t i = 0; i < count; i++) {
		const json_t *value = json_array_get(list, i);

		if (strcmp(member, "faces") == 0)
			text_add_format(&item[i], "%lld", (long long)json_integer_value(value));
		else if (strcmp(member, "waiting") == 0)
			words_add(&item[i], "side",
				  json_is_string(value) ? json_string_value(value) : "");
		else
			add_ordered(&item[i], telling, value);
	}
	add_together(out, item, count);
	for (size_t i = 0; i < count; i++)
		text_free(&item[i]);
	free(item);
}

/* What a proposal says: "that Red has won; Blue begins". */
static void add_terms(struct text *out, const struct telling *telling)
{
	const json_t *terms = json_object_get(telling->event, "terms");
	const char *kind = text_of(telling->event, "offer"), *begins = text_of(terms, "begins");
	struct text winner = TEXT_EMPTY, method = TEXT_EMPTY, side = TEXT_EMPTY;
	char key[KEY_MAX];
	const char *who;
	json_t *most;

	kind = kind ? kind : text_of(telling->event, "question");
	snprintf(key, sizeof(key), "terms.%s", kind ? kind : "");
	if (text_of(terms, "winner"))
		words_add(&winner, "side", text_of(terms, "winner"));
	if (text_of(terms, "method"))
		words_add(&method, "method", text_of(terms, "method"));
	if (has_words(key))
		words_format(out, words_spoken(), key,
			     (struct words_argument[]){
				     {"winner", winner.bytes ? winner.bytes : "{winner}"},
				     {"method", method.bytes ? method.bytes : "{method}"}},
			     2);
	if (begins) {
		words_add(&side, "side", begins);
		text_add_string(out, out->size ? "; " : "");
		words_format(out, words_spoken(), "terms.begins",
			     &(struct words_argument){"side", side.bytes}, 1);
	}
	json_object_foreach(json_object_get(terms, "most"), who, most)
	{
		char count[24];

		snprintf(count, sizeof(count), "%lld", (long long)json_integer_value(most));
		text_clear(&side);
		words_add(&side, "side", who);
		text_add_string(out, out->size ? "; " : "");
		words_format(out, words_spoken(), "terms.most",
			     (struct words_argument[]){{"side", side.bytes}, {"count", count}}, 2);
	}
	text_free(&winner);
	text_free(&method);
	text_free(&side);
}

/* "2026-11-22T14:05:00.000Z" as "2026-11-22 14:05 UTC". */
static void add_moment(struct text *out, const char *time)
{
	text_add_format(out, "%.10s %.5s UTC", time, strlen(time) > 16 ? time + 11 : "");
}

/* Which of its members of a kind is a moment; others may call theirs the same. */
static bool is_moment(const char *type, const char *member)
{
	static const char *const moments[][2] = {
		{"clock_reminder", "until"}, {"down_time", "from"},       {"down_time", "until"},
		{"restored", "backup"},      {"armies_awaited", "until"},
	};

	for (size_t i = 0; i < sizeof(moments) / sizeof(moments[0]); i++) {
		if (strcmp(type, moments[i][0]) == 0 && strcmp(member, moments[i][1]) == 0)
			return true;
	}
	return false;
}

/* The list of words that a member's value is one of, or NULL. Why a plan stopped is no reason for
 * which a game ended. */
static const char *list_of(const char *type, const char *member)
{
	static const char *const lists[][2] = {
		{"phase", "phase"},       {"decision", "decision"}, {"state", "state"},
		{"flag", "flag"},         {"tally", "tally"},       {"formation", "formation"},
		{"reaction", "reaction"}, {"facing", "facing"},     {"what", "roll"},
		{"reason", "reason"},     {"fact", "fact"},         {"side", "side"},
		{"winner", "side"},       {"active", "side"},       {"by", "side"},
		{"act", "operated"},
	};

	if (strcmp(type, "plan_stopped") == 0 && strcmp(member, "reason") == 0)
		return "stopped";
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		if (strcmp(member, lists[i][0]) == 0)
			return lists[i][1];
	}
	return NULL;
}

static bool is_unit(const char *member)
{
	static const char *const members[] = {"unit", "target", "with", "other", "who"};

	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		if (strcmp(member, members[i]) == 0)
			return true;
	}
	return false;
}

/* A text of the wire. */
static void add_text(struct text *out, const struct telling *telling, const char *member,
		     const char *value)
{
	bool is_side = strcmp(value, "red") == 0 || strcmp(value, "blue") == 0;

	if (is_unit(member))
		add_who(out, telling, value);
	else if (list_of(telling->type, member))
		words_add(out, list_of(telling->type, member), value);
	else if (strcmp(member, "value") == 0 && is_side)
		words_add(out, "side", value);
	else if (is_moment(telling->type, member))
		add_moment(out, value);
	else
		text_add_string(out, value);
}

static void add_integer(struct text *out, const char *member, json_int_t value)
{
	if (strcmp(member, "spent") == 0) {
		add_inches(out, value);
		return;
	}
	if (strcmp(member, "modifier") == 0 && value >= 0)
		text_add_string(out, "+");
	add_number(out, value);
}

/* Append a member's value as it is told; false when it has no words of its own. */
static bool add_value(struct text *out, const struct telling *telling, const char *member,
		      const json_t *value)
{
	if (json_is_string(value))
		add_text(out, telling, member, json_string_value(value));
	else if (json_is_integer(value))
		add_integer(out, member, json_integer_value(value));
	else if (json_is_null(value) && strcmp(member, "value") == 0)
		words_add(out, "ui", "nobody");
	else if (json_is_boolean(value))
		text_add_string(out, json_is_true(value) ? "true" : "false");
	else if (json_is_array(value) &&
		 (strcmp(member, "faces") == 0 || strcmp(member, "waiting") == 0 ||
		  strcmp(member, "content") == 0))
		add_list(out, telling, member, value);
	else if (json_is_object(value) && strcmp(member, "order") == 0)
		add_order(out, telling, value);
	else
		return false;
	return true;
}

/* ---- arguments ---- */

/* Room for the value of one argument, in the place of one of that name. */
static struct text *argument(struct telling *telling, const char *name)
{
	size_t at = 0;

	while (at < telling->count && strcmp(telling->argument[at].name, name) != 0)
		at++;
	if (at == ARGUMENTS_MAX)
		at--; /* no event has so many members */
	if (at == telling->count)
		telling->count++;
	telling->argument[at].name = name;
	text_clear(&telling->value[at]);
	return &telling->value[at];
}

/* What an event says in other words than its members'. */
static void take_more(struct telling *telling)
{
	const json_t *event = telling->event, *total;
	const char *target = text_of(json_object_get(event, "order"), "target");
	const char *side, *what = text_of(event, "what");
	char key[KEY_MAX];

	snprintf(key, sizeof(key), "roll.%s.needed", what ? what : "");
	if (strcmp(telling->type, "rolled") == 0 && json_object_get(event, "needed") &&
	    has_words(key))
		words_format(argument(telling, "what"), words_spoken(), key, NULL, 0);
	if (strcmp(telling->type, "rolled") == 0 && codec_roll_bound(event)) {
		struct text needed = TEXT_EMPTY;

		add_number(&needed, json_integer_value(json_object_get(event, "needed")));
		words_format(argument(telling, "needed"), words_spoken(), codec_roll_bound(event),
			     (struct words_argument[]){{"needed", needed.bytes}}, 1);
		text_free(&needed);
	}
	if (codec_roll_left_out(event))
		add_number(argument(telling, "left_out"), codec_roll_left_out(event));
	if (strcmp(telling->type, "cup_rolled") == 0) {
		char dice[24], sides[24];

		snprintf(dice, sizeof(dice), "%zu",
			 json_array_size(json_object_get(event, "faces")));
		snprintf(sides, sizeof(sides), "%lld",
			 (long long)json_integer_value(json_object_get(event, "sides")));
		words_format(argument(telling, "dice"), words_spoken(), "roll.cup",
			     (struct words_argument[]){{"dice", dice}, {"sides", sides}}, 2);
	}
	if (target)
		add_who(argument(telling, "target"), telling, target);
	if (json_object_get(event, "terms"))
		add_terms(argument(telling, "terms"), telling);
	json_object_foreach((json_t *)json_object_get(event, "totals"), side, total)
		add_number(argument(telling, side), json_integer_value(total));
}

static void take_arguments(struct telling *telling)
{
	const char *member;
	json_t *value;

	words_format(argument(telling, "target"), words_spoken(), "ui.some_target", NULL, 0);
	json_object_foreach((json_t *)telling->event, member, value)
	{
		struct text told = TEXT_EMPTY;

		if (add_value(&told, telling, member, value))
			text_add(argument(telling, member), told.bytes ? told.bytes : "",
				 told.size);
		text_free(&told);
	}
	take_more(telling);
	for (size_t i = 0; i < telling->count; i++)
		telling->argument[i].value = telling->value[i].bytes ? telling->value[i].bytes : "";
}

/* ---- which sentence ---- */

/* A kind whose sentence follows from what one member says. */
struct variant {
	const char *type, *member;
	bool named;           /* ".value"; else as below */
	const char *yes, *no; /* when the member says something, and when it does not */
};

static const struct variant variants[] = {
	{"charge_ended", "outcome", true, NULL, NULL},
	{"reaction_declared", "reaction", true, NULL, NULL},
	{"question_asked", "question", true, NULL, NULL},
	{"offer_answered", "answer", true, NULL, NULL},
	{"question_answered", "answer", true, NULL, NULL},
	{"outcome_answered", "answer", true, NULL, NULL},
	{"will_pass", "until", true, NULL, NULL},
	{"passed", "decision", true, NULL, NULL},
	{"phase_entered", "active", false, "", ".both"},
	{"sealed_content", "content", false, "", ".none"},
	{"revealed", "content", false, "", ".none"},
	{"contact", "benefits", false, ".benefits", ""},
	{"flag_set", "on", false, "", ".off"},
	{"ended", "winner", false, "", ".draw"},
};

static bool is_one_of(const char *name, const char *const *list, size_t count)
{
	for (size_t i = 0; name && i < count; i++) {
		if (strcmp(name, list[i]) == 0)
			return true;
	}
	return false;
}

/* A manner of moving that is not told in inches, or turns a unit where it stands. */
static const char *variant_of_move(const json_t *event)
{
	static const char *const unmeasured[] = {"align", "pushed", "agreed"};
	static const char *const turning[] = {"wheel", "flee", "retreat"};
	const char *manner = text_of(event, "manner");
	json_int_t spent = json_integer_value(json_object_get(event, "spent"));

	if (spent >= LENGTH_TOLD_MIN || is_one_of(manner, unmeasured, 3))
		return manner;
	return is_one_of(manner, turning, 3) ? "turned" : "still";
}

/* The winner, if there is one, and whether the lower roll wins. */
static const char *variant_of_initiative(const json_t *event)
{
	const char *winner = text_of(event, "winner");
	const json_t *totals = json_object_get(event, "totals");
	json_int_t red = json_integer_value(json_object_get(totals, "red"));
	json_int_t blue = json_integer_value(json_object_get(totals, "blue"));

	if (!winner)
		return ".tie";
	return red != blue && (strcmp(winner, "red") == 0) == (red < blue) ? ".low" : "";
}

/* The variants that need more than one look; false: it is none of these kinds. */
static bool put_rare_variant(char *out, size_t size, const struct telling *telling)
{
	const json_t *event = telling->event;
	const char *type = telling->type;
	const char *what = text_of(event, "what"), *formation = text_of(event, "formation");
	const json_t *order = json_object_get(event, "order");
	char key[KEY_MAX];

	if (strcmp(type, "decision_opened") == 0) {
		bool waits = json_array_size(json_object_get(event, "waiting")) > 0;
		snprintf(out, size, "%s",
			 !waits                   ? ".going_on"
			 : text_of(event, "unit") ? ".unit"
						  : "");
	} else if (strcmp(type, "drafted") == 0) {
		snprintf(out, size, "%s",
			 text_of(order, "target") ? ""
			 : is_verb(order)         ? ".verb"
						  : ".none");
	} else if (strcmp(type, "rolled") == 0) {
		snprintf(key, sizeof(key), "event.rolled.%s", what ? what : "");
		const char *result = has_words(key) ? what : text_of(event, "result");
		bool modified = says_something(json_object_get(event, "modifier"));
		snprintf(out, size, "%s%s",
			 result                                                 ? "."
			 : codec_roll_left_out(event)                           ? ".left_out"
			 : modified                                             ? ".modified"
			 : json_array_size(json_object_get(event, "faces")) > 1 ? ".total"
										: "",
			 result ? result : "");
	} else if (strcmp(type, "cup_rolled") == 0) {
		snprintf(out, size, "%s%s",
			 says_something(json_object_get(event, "needed")) ? ".needed" : "",
			 json_array_size(json_object_get(event, "faces")) > DICE_LISTED_MAX
				 ? ".many"
				 : "");
	} else if (strcmp(type, "moved") == 0) {
		const char *manner = variant_of_move(event);
		snprintf(out, size, ".%s", manner ? manner : "");
	} else if (strcmp(type, "reformed") == 0) {
		snprintf(key, sizeof(key), "formation.%s", formation ? formation : "");
		snprintf(out, size, ".%s", has_words(key) ? "formation" : text_of(event, "manner"));
	} else if (strcmp(type, "casualties") == 0) {
		bool is_one = json_integer_value(json_object_get(event, "lost")) == 1;
		snprintf(out, size, "%s", is_one ? ".one" : "");
	} else if (strcmp(type, "initiative_decided") == 0) {
		snprintf(out, size, "%s", variant_of_initiative(event));
	} else if (strcmp(type, "fact_set") == 0) {
		const char *fact = text_of(event, "fact");
		bool is_first = fact && strcmp(fact, "first") == 0 && text_of(event, "value");
		snprintf(out, size, "%s", is_first ? ".first" : "");
	} else {
		return false;
	}
	return true;
}

/* Is there something in the member: in a list an item? */
static bool holds(const json_t *value)
{
	return json_is_array(value) ? json_array_size(value) > 0 : says_something(value);
}

/* ".passed" and the like: which wording of its kind an event takes. */
static void put_variant(char *out, size_t size, const struct telling *telling)
{
	out[0] = '\0';
	if (put_rare_variant(out, size, telling))
		return;
	for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++) {
		const struct variant *variant = &variants[i];
		const char *value = text_of(telling->event, variant->member);

		if (strcmp(variant->type, telling->type) != 0)
			continue;
		if (variant->named)
			snprintf(out, size, ".%s", value ? value : "");
		else
			snprintf(out, size, "%s",
				 holds(json_object_get(telling->event, variant->member))
					 ? variant->yes
					 : variant->no);
		return;
	}
}

static void tell(struct text *out, struct telling *telling)
{
	char variant[KEY_MAX / 2], key[KEY_MAX];

	take_arguments(telling);
	put_variant(variant, sizeof(variant), telling);
	snprintf(key, sizeof(key), "event.%.40s%s", telling->type, variant);
	if (!has_words(key))
		snprintf(key, sizeof(key), "event.%.40s", telling->type);
	words_format(out, words_spoken(), key, telling->argument, telling->count);
	for (size_t i = 0; i < telling->count; i++)
		text_free(&telling->value[i]);
}

bool codec_told(struct text *out, const struct pn_game *names, const struct pn_muster *muster,
		const char *line, size_t size)
{
	json_t *event = json_loadb(line, size, 0, NULL);
	struct telling telling = {.names = names, .muster = muster, .event = event};
	bool is_event = text_of(event, "type") != NULL;

	if (is_event) {
		telling.type = text_of(event, "type");
		tell(out, &telling);
	}
	json_decref(event);
	return is_event;
}
