/* Strict JSON.
 *
 * jansson refuses malformed text, broken UTF-8, duplicate keys and \u0000. It takes, and
 * loses, what this project refuses: it reads "-0" as 0, numbers beyond 2^53 as they are,
 * reals as doubles, and it nests 2048 deep. So a look over the raw text comes first: it
 * judges numbers, depth and control characters, and leaves the grammar to jansson. */

#include "codec/json.h"

#include <stdarg.h>
#include <stdio.h>

#include "codec/value.h"

/* ---- pointers ---- */

/* Add bytes to a pointer, escaped as RFC 6901 wants; what does not fit is cut. No member
 * of ours has a name beyond ASCII, and the bytes may not even be UTF-8: they become "?". */
static size_t pointer_add(char *pointer, size_t length, const char *bytes, size_t size)
{
	if (length + 1 < CODEC_POINTER_BYTES)
		pointer[length++] = '/';
	for (size_t i = 0; i < size && length + 2 < CODEC_POINTER_BYTES; i++) {
		if (bytes[i] == '~' || bytes[i] == '/') {
			pointer[length++] = '~';
			pointer[length++] = bytes[i] == '~' ? '0' : '1';
		} else {
			pointer[length++] = bytes[i] >= 0x20 && bytes[i] < 0x7F ? bytes[i] : '?';
		}
	}
	pointer[length] = '\0';
	return length;
}

static size_t pointer_add_index(char *pointer, size_t length, size_t index)
{
	char digits[24];
	int size = snprintf(digits, sizeof(digits), "%zu", index);
	return pointer_add(pointer, length, digits, (size_t)size);
}

/* ---- the look over the raw text ---- */

/* One open object or list. */
struct level {
	bool is_object;
	size_t index;  /* of the item, in a list */
	size_t length; /* of the pointer to the container itself */
};

struct look {
	const char *at, *end;
	unsigned depth, values;
	bool wants_key;    /* the next string is a member's name */
	bool is_syntax;    /* what is wrong is no member's fault */
	const char *wrong; /* NULL while all is well */
	size_t length;
	char pointer[CODEC_POINTER_BYTES];
	struct level level[CODEC_DEPTH_MAX];
};

/* Is the character at `at`, inside a string, one that no text may hold? */
static bool is_control(const char *at, const char *end)
{
	unsigned char byte = (unsigned char)at[0];
	if (byte < 0x20 || byte == 0x7F)
		return true;
	if (byte == 0xC2 && at + 1 < end) /* U+0080 to U+009F */
		return (unsigned char)at[1] < 0xA0;
	if (byte != '\\' || at + 1 >= end)
		return false;
	if (at[1] != 'u')
		return at[1] != '\0' && strchr("bfnrt", at[1]) != NULL;
	char digits[5] = "";
	if (end - at < 6)
		return false;
	memcpy(digits, at + 2, 4);
	unsigned value = 0x20;
	sscanf(digits, "%4x", &value);
	return value < 0x20 || (value >= 0x7F && value < 0xA0);
}

static void look_at_string(struct look *look)
{
	const char *begin = ++look->at;
	bool control = false;

	while (look->at < look->end && *look->at != '"') {
		control |= is_control(look->at, look->end);
		look->at += *look->at == '\\' && look->at + 1 < look->end ? 2 : 1;
	}
	if (look->wants_key && look->depth) {
		size_t base = look->level[look->depth - 1].length;
		look->length = pointer_add(look->pointer, base, begin, (size_t)(look->at - begin));
		look->wants_key = false;
	}
	if (control)
		look->wrong = "Text must not hold control characters.";
	if (look->at < look->end)
		look->at++;
}

static void look_at_number(struct look *look)
{
	static const char limit[] = "9007199254740991";
	const char *begin = look->at;
	bool real = false;

	while (look->at < look->end && *look->at && strchr("0123456789+-.eE", *look->at)) {
		real |= strchr(".eE", *look->at) != NULL;
		look->at++;
	}
	const char *digits = begin + (*begin == '-');
	size_t count = (size_t)(look->at - digits);
	if (real)
		look->wrong = "Numbers are integers here.";
	else if (*begin == '-' && count == 1 && *digits == '0')
		look->wrong = "There is no -0.";
	else if (count > sizeof(limit) - 1 ||
		 (count == sizeof(limit) - 1 && memcmp(digits, limit, count) > 0))
		look->wrong = "The number is beyond 2^53 - 1.";
}

/* Each costs memory and time, however short it is. In a list or object there is one more value than
 * commas, which its beginning is counted for. */
static void count_value(struct look *look)
{
	if (++look->values > CODEC_VALUES_MAX)
		look->wrong = "There are too many values.";
}

static void look_open(struct look *look, bool is_object)
{
	look->at++;
	if (look->depth == CODEC_DEPTH_MAX) {
		look->is_syntax = true;
		look->wrong = "The text is nested too deep.";
		return;
	}
	count_value(look);
	look->level[look->depth++] = (struct level){is_object, 0, look->length};
	look->wants_key = is_object;
	if (!is_object)
		look->length = pointer_add_index(look->pointer, look->length, 0);
}

static void look_close(struct look *look)
{
	look->at++;
	if (!look->depth)
		return; /* jansson will say that it does not balance */
	look->length = look->level[--look->depth].length;
	look->pointer[look->length] = '\0';
	look->wants_key = false;
}

static void look_at_comma(struct look *look)
{
	look->at++;
	count_value(look);
	if (!look->depth)
		return;
	struct level *level = &look->level[look->depth - 1];
	look->wants_key = level->is_object;
	if (!level->is_object)
		look->length = pointer_add_index(look->pointer, level->length, ++level->index);
}

/* Look on until the end, or until the first thing wrong. */
static void look_over(struct look *look)
{
	while (look->at < look->end && !look->wrong) {
		switch (*look->at) {
		case '"':
			look_at_string(look);
			break;
		case '{':
			look_open(look, true);
			break;
		case '[':
			look_open(look, false);
			break;
		case '}':
		case ']':
			look_close(look);
			break;
		case ',':
			look_at_comma(look);
			break;
		case '-':
		case '0':
		case '1':
		case '2':
		case '3':
		case '4':
		case '5':
		case '6':
		case '7':
		case '8':
		case '9':
			look_at_number(look);
			break;
		default:
			look->at++;
			break;
		}
	}
}

static struct look look_begin(const char *bytes, size_t size)
{
	return (struct look){.at = bytes, .end = bytes + size};
}

/* ---- loading ---- */

static void set_error(struct codec_error *error, bool is_member, const char *pointer,
		      const char *detail)
{
	*error = (struct codec_error){.is_member = is_member};
	snprintf(error->pointer, sizeof(error->pointer), "%s", pointer);
	snprintf(error->detail, sizeof(error->detail), "%s", detail);
}

/* Tell what jansson found. A duplicate is the only thing it knows about members. */
static void set_json_error(struct codec_error *error, const json_error_t *found, const char *bytes,
			   size_t size)
{
	if (json_error_code(found) == json_error_duplicate_key && found->position > 0 &&
	    (size_t)found->position <= size) {
		struct look look = look_begin(bytes, (size_t)found->position);
		look_over(&look);
		set_error(error, true, look.pointer, "The member is there twice.");
		return;
	}
	char detail[CODEC_DETAIL_BYTES];
	snprintf(detail, sizeof(detail), "Not JSON, at line %d, column %d.", found->line,
		 found->column);
	set_error(error, false, "", detail);
}

struct json_in json_in_begin(struct codec_error *error)
{
	*error = (struct codec_error){0};
	return (struct json_in){.error = error};
}

json_t *json_in_load(struct json_in *in, const char *bytes, size_t size, struct codec_error *error)
{
	*in = json_in_begin(error);
	struct look look = look_begin(bytes, size);
	look_over(&look);
	if (look.wrong) {
		set_error(error, !look.is_syntax, look.pointer, look.wrong);
		in->failed = true;
		return NULL;
	}
	json_error_t found;
	json_t *document = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &found);
	if (!document) {
		set_json_error(error, &found, bytes, size);
		in->failed = true;
	}
	return document;
}

static bool fail_with(struct json_in *in, const char *key, const char *format, va_list arguments)
{
	char detail[CODEC_DETAIL_BYTES];

	if (in->failed)
		return false;
	vsnprintf(detail, sizeof(detail), format, arguments);
	set_error(in->error, true, in->pointer, detail);
	in->error->key = key;
	in->failed = true;
	return false;
}

bool json_in_fail(struct json_in *in, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	fail_with(in, NULL, format, arguments);
	va_end(arguments);
	return false;
}

bool json_in_fail_key(struct json_in *in, const char *key, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	fail_with(in, key, format, arguments);
	va_end(arguments);
	return false;
}

/* Are there more faults already than are told? The others are counted. */
static bool is_full(const struct json_in *in)
{
	return in->all && in->all->count >= CODEC_FAULTS_MAX;
}

bool json_in_pass_over(struct json_in *in, size_t outside)
{
	if (!in->all || !in->failed)
		return false;
	if (!is_full(in))
		in->all->fault[in->all->count] = (struct codec_fault){.error = *in->error};
	in->all->count++;
	*in->error = (struct codec_error){0};
	in->failed = false;
	json_in_leave(in, outside);
	return true;
}

static bool fail_range(struct json_in *in, int64_t min, int64_t max)
{
	if (in->failed)
		return false;
	json_in_fail_key(in, "muster.bounds", "The number must be %lld to %lld.", (long long)min,
			 (long long)max);
	in->error->min = min;
	in->error->max = max;
	return false;
}

/* `given` is what stands first between quotes in the sentence. */
static void mark_given(struct codec_error *error, const char *given)
{
	error->given.at = (uint16_t)(strchr(error->detail, '"') + 1 - error->detail);
	error->given.size = (uint16_t)strlen(given);
}

bool json_in_fail_choice(struct json_in *in, const char *given, const char *const *choices,
			 size_t count)
{
	enum { GIVEN_MAX = 40 };
	char list[CODEC_DETAIL_BYTES] = "";
	const char *shown = strlen(given) > GIVEN_MAX ? "..." : given;
	struct codec_error *error = in->error;
	size_t length = 0;

	if (in->failed)
		return false;
	if (is_full(in))
		return json_in_fail_key(in, "muster.no_such_name", "There is no such name here.");
	for (size_t i = 0; i < count && length < sizeof(list); i++)
		length += (size_t)snprintf(list + length, sizeof(list) - length, "%s%s",
					   i ? ", " : "", choices[i]);
	if (shown != given)
		json_in_fail_key(in, "muster.no_such_name",
				 "There is no such name here; there are: %s.", list);
	else
		json_in_fail_key(in, "muster.no_such_name",
				 "There is no \"%s\" here; there are: %s.", given, list);
	/* Where the two stand in the sentence; what did not fit into it is cut. */
	const char *begin = strstr(error->detail, "there are: ") + strlen("there are: ");

	error->choices.at = (uint16_t)(begin - error->detail);
	error->choices.size = (uint16_t)(strlen(begin) - (begin[strlen(begin) - 1] == '.'));
	if (shown == given)
		mark_given(error, given);
	return false;
}

size_t json_in_enter(struct json_in *in, const char *key)
{
	size_t length = in->length;
	in->length = pointer_add(in->pointer, length, key, strlen(key));
	return length;
}

size_t json_in_enter_item(struct json_in *in, size_t index)
{
	size_t length = in->length;
	in->length = pointer_add_index(in->pointer, length, index);
	return length;
}

void json_in_leave(struct json_in *in, size_t length)
{
	in->length = length;
	in->pointer[length] = '\0';
}

/* ---- values ---- */

static bool is_among(const char *key, const char *const *members, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(key, members[i]) == 0)
			return true;
	return false;
}

bool json_in_object(struct json_in *in, const json_t *value, const char *const *members,
		    size_t count)
{
	if (in->failed || !json_is_object(value))
		return json_in_fail_key(in, "muster.object", "An object is wanted here.");
	void *at = json_object_iter((json_t *)value);
	for (; at; at = json_object_iter_next((json_t *)value, at)) {
		const char *key = json_object_iter_key(at);
		if (is_among(key, members, count))
			continue;
		if (is_full(in)) {
			in->all->count++;
			continue;
		}
		size_t outside = json_in_enter(in, key);

		json_in_fail_choice(in, key, members, count);
		if (!json_in_pass_over(in, outside))
			return false;
	}
	return true;
}

bool json_in_list(struct json_in *in, const json_t *value, size_t max)
{
	if (in->failed || !json_is_array(value))
		return json_in_fail_key(in, "muster.list", "A list is wanted here.");
	if (json_array_size(value) <= max)
		return true;
	json_in_fail_key(in, "muster.too_long", "The list may have at most %zu items.", max);
	in->error->max = (int64_t)max;
	return false;
}

json_t *json_in_member(struct json_in *in, const json_t *object, const char *key)
{
	if (in->failed)
		return NULL;
	json_t *value = json_object_get(object, key);
	if (!value) {
		json_in_enter(in, key);
		json_in_fail_key(in, "muster.no_member", "The member \"%s\" is missing.", key);
		mark_given(in->error, key);
	}
	return value;
}

static bool integer_of(struct json_in *in, const json_t *value, int64_t min, int64_t max,
		       int64_t *out)
{
	if (in->failed || !json_is_integer(value))
		return json_in_fail_key(in, "muster.integer", "An integer is wanted here.");
	*out = json_integer_value(value);
	return (*out >= min && *out <= max) || fail_range(in, min, max);
}

static bool fail_name(struct json_in *in, const char *given, enum name_list list,
		      const struct pn_rules *rules)
{
	const char *choices[NAMES_MAX];
	unsigned count = name_count(list, rules);

	for (unsigned i = 0; i < count && i < NAMES_MAX; i++)
		choices[i] = name_at(list, rules, i);
	return json_in_fail_choice(in, given, choices, count < NAMES_MAX ? count : NAMES_MAX);
}

static bool json_in_index(struct json_in *in, const json_t *value, enum name_list list,
			  const struct pn_rules *rules, uint8_t *out)
{
	if (in->failed || !json_is_string(value))
		return json_in_fail_key(in, "muster.text", "Text is wanted here.");
	int index = name_find(list, rules, json_string_value(value), json_string_length(value));
	*out = (uint8_t)index;
	return index >= 0 || fail_name(in, json_string_value(value), list, rules);
}

bool json_in_bits(struct json_in *in, const json_t *value, enum name_list list,
		  const struct pn_rules *rules, uint32_t *out)
{
	*out = 0;
	if (!json_in_list(in, value, 32))
		return false;
	for (size_t i = 0; i < json_array_size(value); i++) {
		uint8_t index;
		size_t outside = json_in_enter_item(in, i);
		if (!json_in_index(in, json_array_get(value, i), list, rules, &index))
			return false;
		if (*out >> index & 1)
			return json_in_fail_key(in, "muster.twice", "The name is there twice.");
		*out |= UINT32_C(1) << index;
		json_in_leave(in, outside);
	}
	return true;
}

bool json_in_unit(struct json_in *in, const json_t *value, const struct pn_game *names,
		  pn_unit_id *out)
{
	if (in->failed || !json_is_string(value))
		return json_in_fail_key(in, "muster.text", "Text is wanted here.");
	*out = find_unit(names, json_string_value(value), json_string_length(value));
	return *out != PN_NO_UNIT || json_in_fail(in, "The id of a unit is wanted here.");
}

/* ---- members ---- */

bool json_in_get_integer(struct json_in *in, const json_t *object, const char *key, int64_t min,
			 int64_t max, int64_t *out)
{
	const json_t *value = json_in_member(in, object, key);
	size_t outside = json_in_enter(in, key);
	bool good = integer_of(in, value, min, max, out);
	json_in_leave(in, outside);
	return good;
}

bool json_in_get_length(struct json_in *in, const json_t *object, const char *key, pn_len *out)
{
	int64_t number = 0;
	bool good = json_in_get_integer(in, object, key, INT32_MIN, INT32_MAX, &number);
	*out = (pn_len)number;
	return good;
}

bool json_in_get_angle(struct json_in *in, const json_t *object, const char *key, pn_angle *out)
{
	return json_in_get_short(in, object, key, out);
}

bool json_in_get_byte(struct json_in *in, const json_t *object, const char *key, uint8_t *out)
{
	int64_t number = 0;
	bool good = json_in_get_integer(in, object, key, 0, UINT8_MAX, &number);
	*out = (uint8_t)number;
	return good;
}

bool json_in_get_short(struct json_in *in, const json_t *object, const char *key, uint16_t *out)
{
	int64_t number = 0;
	bool good = json_in_get_integer(in, object, key, 0, UINT16_MAX, &number);
	*out = (uint16_t)number;
	return good;
}

bool json_in_get_bool(struct json_in *in, const json_t *object, const char *key, bool *out)
{
	const json_t *value = json_in_member(in, object, key);
	size_t outside = json_in_enter(in, key);
	bool good = !in->failed && json_is_boolean(value);
	if (!good)
		json_in_fail_key(in, "muster.boolean", "true or false is wanted here.");
	*out = json_is_true(value);
	json_in_leave(in, outside);
	return good;
}

bool json_in_get_text(struct json_in *in, const json_t *object, const char *key, const char **out)
{
	const json_t *value = json_in_member(in, object, key);
	size_t outside = json_in_enter(in, key);
	bool good = !in->failed && json_is_string(value);
	if (!good)
		json_in_fail_key(in, "muster.text", "Text is wanted here.");
	*out = json_string_value(value);
	json_in_leave(in, outside);
	return good;
}

bool json_in_get_index(struct json_in *in, const json_t *object, const char *key,
		       enum name_list list, const struct pn_rules *rules, uint8_t *out)
{
	const json_t *value = json_in_member(in, object, key);
	size_t outside = json_in_enter(in, key);
	bool good = json_in_index(in, value, list, rules, out);
	json_in_leave(in, outside);
	return good;
}

bool json_in_get_unit(struct json_in *in, const json_t *object, const char *key,
		      const struct pn_game *names, pn_unit_id *out)
{
	const json_t *value = json_in_member(in, object, key);
	size_t outside = json_in_enter(in, key);
	bool good = json_in_unit(in, value, names, out);
	json_in_leave(in, outside);
	return good;
}

bool json_in_get_pose(struct json_in *in, const json_t *object, const char *key, pn_pose *out)
{
	static const char *const members[] = {"facing", "x", "y"};
	const json_t *value = json_in_member(in, object, key);
	size_t outside = json_in_enter(in, key);
	bool good = JSON_IN_OBJECT(in, value, members) &&
		    json_in_get_length(in, value, "x", &out->at.x) &&
		    json_in_get_length(in, value, "y", &out->at.y) &&
		    json_in_get_angle(in, value, "facing", &out->facing);
	json_in_leave(in, outside);
	return good;
}
