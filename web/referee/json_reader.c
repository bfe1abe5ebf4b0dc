/* JSON text to values: the grammar of RFC 8259, but for numbers that are no integers. */

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "json_value.h"

enum { DEPTH_MAX = 64 };

struct reader {
	const char *begin, *at, *end;
	unsigned depth;
	bool failed;
	enum json_error_code code;
};

static json_t *read_value(struct reader *reader);

static bool fail(struct reader *reader, enum json_error_code code)
{
	if (!reader->failed)
		reader->code = code;
	reader->failed = true;
	return false;
}

static void skip_space(struct reader *reader)
{
	while (reader->at < reader->end && *reader->at && strchr(" \t\n\r", *reader->at))
		reader->at++;
}

/* Pass over this byte, if it comes next. */
static bool take(struct reader *reader, char byte)
{
	if (reader->at == reader->end || *reader->at != byte)
		return false;
	reader->at++;
	return true;
}

/* The same behind space, and it must come. */
static bool want(struct reader *reader, char byte)
{
	skip_space(reader);
	return take(reader, byte) || fail(reader, json_error_invalid_syntax);
}

/* ---- text ---- */

/* How many bytes a character of UTF-8 takes at `at`, RFC 3629; 0 when there is none. */
static size_t character(const unsigned char *at, size_t left)
{
	static const struct {
		unsigned char from, to, second_from, second_to;
		uint8_t size;
	} forms[] = {{0x00, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2},
		     {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
		     {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
		     {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4},
		     {0xF4, 0xF4, 0x80, 0x8F, 4}};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (at[0] < forms[i].from || at[0] > forms[i].to || left < forms[i].size)
			continue;
		if (forms[i].size > 1 &&
		    (at[1] < forms[i].second_from || at[1] > forms[i].second_to))
			return 0;
		for (size_t k = 2; k < forms[i].size; k++)
			if (at[k] < 0x80 || at[k] > 0xBF)
				return 0;
		return forms[i].size;
	}
	return 0;
}

static bool read_hex(struct reader *reader, uint32_t *out)
{
	static const char digits[] = "0123456789abcdef";

	*out = 0;
	for (int i = 0; i < 4; i++) {
		if (reader->at == reader->end)
			return fail(reader, json_error_invalid_syntax);
		const char byte = *reader->at;
		const char *digit =
			byte ? strchr(digits, byte >= 'A' && byte <= 'F' ? byte + 'a' - 'A' : byte)
			     : NULL;

		if (!digit)
			return fail(reader, json_error_invalid_syntax);
		*out = *out * 16 + (uint32_t)(digit - digits);
		reader->at++;
	}
	return true;
}

static void add_character(struct text *out, uint32_t code)
{
	char bytes[4];
	size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
	static const unsigned char first[] = {0, 0x00, 0xC0, 0xE0, 0xF0};

	for (size_t i = size; i-- > 1; code >>= 6)
		bytes[i] = (char)(0x80 | (code & 0x3F));
	bytes[0] = (char)(first[size] | code);
	text_add(out, bytes, size);
}

/* Behind "\u": one character, perhaps of two escapes. NUL is none here. */
static bool read_code(struct reader *reader, struct text *out)
{
	uint32_t code, low;

	if (!read_hex(reader, &code))
		return false;
	if (code >= 0xD800 && code < 0xDC00) {
		if (!take(reader, '\\') || !take(reader, 'u') || !read_hex(reader, &low) ||
		    low < 0xDC00 || low > 0xDFFF)
			return fail(reader, json_error_invalid_syntax);
		code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
	} else if (code == 0 || (code >= 0xDC00 && code <= 0xDFFF)) {
		return fail(reader, json_error_invalid_syntax);
	}
	add_character(out, code);
	return true;
}

static bool read_escape(struct reader *reader, struct text *out)
{
	static const char names[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
	const char *name;

	if (reader->at == reader->end || !*reader->at)
		return fail(reader, json_error_invalid_syntax);
	if (*reader->at == 'u') {
		reader->at++;
		return read_code(reader, out);
	}
	name = strchr(names, *reader->at);
	if (!name)
		return fail(reader, json_error_invalid_syntax);
	reader->at++;
	text_add(out, &means[name - names], 1);
	return true;
}

/* Behind the first quote. */
static bool read_text(struct reader *reader, struct text *out)
{
	while (!take(reader, '"')) {
		size_t size;

		if (take(reader, '\\')) {
			if (!read_escape(reader, out))
				return false;
			continue;
		}
		if (reader->at == reader->end || (unsigned char)*reader->at < 0x20)
			return fail(reader, json_error_invalid_syntax);
		size = character((const unsigned char *)reader->at,
				 (size_t)(reader->end - reader->at));
		if (!size)
			return fail(reader, json_error_invalid_syntax);
		text_add(out, reader->at, size);
		reader->at += size;
	}
	text_add(out, "", 0);
	return true;
}

static json_t *read_string(struct reader *reader)
{
	struct string *string = json_make(JSON_STRING, sizeof(*string));

	read_text(reader, &string->text);
	return &string->json;
}

/* ---- numbers and names ---- */

static bool is_digit(const struct reader *reader)
{
	return reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9';
}

static json_t *read_integer(struct reader *reader)
{
	struct integer *integer = json_make(JSON_INTEGER, sizeof(*integer));
	const bool negative = take(reader, '-');
	const char *first = reader->at;
	uint64_t value = 0;

	if (!is_digit(reader))
		fail(reader, json_error_invalid_syntax);
	for (; is_digit(reader); reader->at++) {
		if (value > (INT64_MAX - 9) / 10 || (reader->at > first && *first == '0'))
			fail(reader, json_error_invalid_syntax);
		value = value * 10 + (uint64_t)(*reader->at - '0');
	}
	if (reader->at < reader->end && *reader->at && strchr(".eE", *reader->at))
		fail(reader, json_error_invalid_syntax);
	integer->value = negative ? -(int64_t)value : (int64_t)value;
	return &integer->json;
}

static json_t *read_name(struct reader *reader)
{
	static const struct {
		const char *name;
		json_type type;
	} names[] = {{"true", JSON_TRUE}, {"false", JSON_FALSE}, {"null", JSON_NULL}};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const size_t size = strlen(names[i].name);

		if ((size_t)(reader->end - reader->at) < size ||
		    memcmp(reader->at, names[i].name, size) != 0)
			continue;
		reader->at += size;
		return json_make(names[i].type, sizeof(json_t));
	}
	fail(reader, json_error_invalid_syntax);
	return json_make(JSON_NULL, sizeof(json_t));
}

/* ---- objects and lists ---- */

static void read_member(struct reader *reader, struct object *object)
{
	struct text key = TEXT_EMPTY;

	if (!want(reader, '"') || !read_text(reader, &key)) {
		text_free(&key);
		return;
	}
	if (json_object_get(&object->json, key.bytes)) {
		fail(reader, json_error_duplicate_key);
		text_free(&key);
		return;
	}
	if (!want(reader, ':')) {
		text_free(&key);
		return;
	}
	json_add_member(object, key.bytes, read_value(reader));
}

static json_t *read_object(struct reader *reader)
{
	json_t *object = json_object();

	skip_space(reader);
	if (take(reader, '}'))
		return object;
	do {
		read_member(reader, (struct object *)(void *)object);
		skip_space(reader);
	} while (!reader->failed && take(reader, ','));
	want(reader, '}');
	return object;
}

static json_t *read_array(struct reader *reader)
{
	struct array *array = json_make(JSON_ARRAY, sizeof(*array));

	skip_space(reader);
	if (take(reader, ']'))
		return &array->json;
	do {
		json_add_item(array, read_value(reader));
		skip_space(reader);
	} while (!reader->failed && take(reader, ','));
	want(reader, ']');
	return &array->json;
}

/* Always a value, so that what holds it is whole and can be given back. */
static json_t *read_value(struct reader *reader)
{
	json_t *value;

	skip_space(reader);
	if (reader->failed || reader->depth == DEPTH_MAX || reader->at == reader->end) {
		fail(reader, json_error_invalid_syntax);
		return json_make(JSON_NULL, sizeof(json_t));
	}
	reader->depth++;
	if (take(reader, '{'))
		value = read_object(reader);
	else if (take(reader, '['))
		value = read_array(reader);
	else if (take(reader, '"'))
		value = read_string(reader);
	else if (*reader->at == '-' || is_digit(reader))
		value = read_integer(reader);
	else
		value = read_name(reader);
	reader->depth--;
	return value;
}

static void tell(const struct reader *reader, json_error_t *error)
{
	*error = (json_error_t){
		.line = 1, .position = (int)(reader->at - reader->begin), .code = reader->code};
	for (const char *at = reader->begin; at < reader->at; at++) {
		error->line += *at == '\n';
		error->column = *at == '\n' ? 0 : error->column + 1;
	}
}

enum json_error_code json_error_code(const json_error_t *error)
{
	return error->code;
}

json_t *json_loadb(const char *bytes, size_t size, size_t flags, json_error_t *error)
{
	struct reader reader = {.begin = bytes, .at = bytes, .end = bytes + size};
	json_t *value;

	(void)flags;
	skip_space(&reader);
	if (reader.at == reader.end || (*reader.at != '{' && *reader.at != '['))
		fail(&reader, json_error_invalid_syntax);
	value = read_value(&reader);
	skip_space(&reader);
	if (reader.at != reader.end)
		fail(&reader, json_error_invalid_syntax);
	if (!reader.failed)
		return value;
	if (error)
		tell(&reader, error);
	json_decref(value);
	return NULL;
}
