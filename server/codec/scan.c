/* Reading canonical lines byte by byte. */

#include "codec/scan.h"

#include <stdio.h>

#include "base/write.h"

struct scan scan_begin(const char *bytes, size_t size, struct codec_error *error)
{
	*error = (struct codec_error){0};
	return (struct scan){
		.begin = bytes, .at = bytes, .end = bytes + size, .member = "", .error = error};
}

bool scan_fail(struct scan *scan, const char *detail)
{
	if (scan->failed)
		return false;
	scan->failed = true;
	scan->error->is_member = scan->member[0] != '\0';
	snprintf(scan->error->pointer, sizeof(scan->error->pointer), "%s%s",
		 scan->error->is_member ? "/" : "", scan->member);
	snprintf(scan->error->detail, sizeof(scan->error->detail), "%s (byte %zu)", detail,
		 (size_t)(scan->at - scan->begin));
	return false;
}

bool scan_end(struct scan *scan)
{
	if (!scan->failed && scan->at != scan->end) {
		scan->member = "";
		return scan_fail(scan, "Something follows that does not belong to the line.");
	}
	return !scan->failed;
}

bool scan_sees(const struct scan *scan, char byte)
{
	return !scan->failed && scan->at < scan->end && *scan->at == byte;
}

bool scan_byte(struct scan *scan, char byte)
{
	if (!scan_sees(scan, byte))
		return scan_fail(scan, "The line is not in its canonical form.");
	scan->at++;
	return true;
}

/* Does a comma belong before what comes next? */
static bool follows_value(const struct scan *scan)
{
	char last = scan->at > scan->begin ? scan->at[-1] : '{';
	return last != '{' && last != '[';
}

bool scan_item(struct scan *scan)
{
	return follows_value(scan) ? scan_byte(scan, ',') : !scan->failed;
}

/* Take `size` bytes that must equal `bytes`, or take nothing. */
static bool take(struct scan *scan, const char *bytes, size_t size)
{
	if (scan->failed || (size_t)(scan->end - scan->at) < size ||
	    memcmp(scan->at, bytes, size) != 0)
		return false;
	scan->at += size;
	return true;
}

bool scan_has_key(struct scan *scan, const char *key)
{
	const char *start = scan->at;
	bool comma = follows_value(scan);
	if ((!comma || take(scan, ",", 1)) && take(scan, "\"", 1) && take(scan, key, strlen(key)) &&
	    take(scan, "\":", 2))
		return true;
	scan->at = start;
	return false;
}

bool scan_key(struct scan *scan, const char *key)
{
	return scan_has_key(scan, key) ||
	       scan_fail(scan, "The member is missing or not in its place.");
}

bool scan_sees_key(struct scan *scan, const char *key)
{
	const char *start = scan->at;
	bool sees = scan_has_key(scan, key);

	scan->at = start;
	return sees;
}

bool scan_member(struct scan *scan, const char *key)
{
	if (!scan->failed)
		scan->member = key;
	return scan_key(scan, key);
}

bool scan_has_member(struct scan *scan, const char *key)
{
	if (!scan_has_key(scan, key))
		return false;
	scan->member = key;
	return true;
}

bool scan_object(struct scan *scan, const char **bytes, size_t *size)
{
	unsigned depth = 0;
	bool in_text = false;

	*bytes = scan->at;
	*size = 0;
	if (!scan_sees(scan, '{'))
		return scan_fail(scan, "An object is wanted here.");
	while (scan->at < scan->end) {
		char byte = *scan->at++;
		if (in_text && byte == '\\' && scan->at < scan->end)
			scan->at++;
		else if (byte == '"')
			in_text = !in_text;
		else if (!in_text && (byte == '{' || byte == '['))
			depth++;
		else if (!in_text && (byte == '}' || byte == ']') && --depth == 0)
			break;
	}
	*size = (size_t)(scan->at - *bytes);
	return (depth == 0 && !in_text) || scan_fail(scan, "The object does not end.");
}

bool scan_integer(struct scan *scan, int64_t min, int64_t max, int64_t *out)
{
	bool negative = scan_sees(scan, '-');
	const char *digits = scan->at += negative;
	uint64_t value = 0;

	while (!scan->failed && scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9') {
		if (scan->at - digits >= 16)
			return scan_fail(scan, "The number is too large.");
		value = value * 10 + (uint64_t)(*scan->at++ - '0');
	}
	if (scan->at == digits || (*digits == '0' && (negative || scan->at - digits > 1)))
		return scan_fail(scan, "An integer is wanted here.");
	int64_t number = negative ? -(int64_t)value : (int64_t)value;
	if (number < min || number > max)
		return scan_fail(scan, "The number is out of range.");
	*out = number;
	return !scan->failed;
}

bool scan_key_integer(struct scan *scan, const char *key, int64_t min, int64_t max, int64_t *out)
{
	return scan_key(scan, key) && scan_integer(scan, min, max, out);
}

bool scan_bool(struct scan *scan, bool *out)
{
	*out = take(scan, "true", 4);
	return *out || take(scan, "false", 5) || scan_fail(scan, "true or false is wanted here.");
}

bool scan_null(struct scan *scan)
{
	return take(scan, "null", 4);
}

static bool is_name_byte(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
	       (byte >= '-' && byte <= '9') || byte == '_';
}

_Static_assert('-' + 1 == '.' && '.' + 1 == '/' && '/' + 1 == '0', "ASCII");

bool scan_name(struct scan *scan, const char **name, size_t *size)
{
	if (!scan_byte(scan, '"'))
		return false;
	*name = scan->at;
	while (scan->at < scan->end && is_name_byte(*scan->at))
		scan->at++;
	*size = (size_t)(scan->at - *name);
	return scan_byte(scan, '"');
}

bool scan_copy(struct scan *scan, char *out, size_t capacity)
{
	const char *name;
	size_t size;

	if (!scan_name(scan, &name, &size))
		return false;
	if (size == 0 || size >= capacity)
		return scan_fail(scan, "The text has not the right length.");
	memcpy(out, name, size);
	out[size] = '\0';
	return true;
}

/* The byte behind a backslash. */
static bool take_escaped(struct scan *scan, char *out)
{
	if (!scan_sees(scan, '"') && !scan_sees(scan, '\\'))
		return scan_fail(scan, "Only a quote and a backslash are escaped here.");
	*out = *scan->at++;
	return true;
}

static bool take_character(struct scan *scan, char *out)
{
	*out = *scan->at++;
	if (*out == '\\')
		return take_escaped(scan, out);
	return (unsigned char)*out >= 0x20 ||
	       scan_fail(scan, "A control character has no place in a text.");
}

bool scan_text(struct scan *scan, char *out, size_t capacity)
{
	size_t size = 0;

	scan_byte(scan, '"');
	while (!scan->failed && scan->at < scan->end && !scan_sees(scan, '"') &&
	       size < capacity - 1) {
		if (!take_character(scan, &out[size++]))
			return false;
	}
	out[size] = '\0';
	if (!scan_byte(scan, '"'))
		return false;
	return size > 0 || scan_fail(scan, "The text has not the right length.");
}

bool scan_game(struct scan *scan, char out[SCAN_GAME_BYTES])
{
	if (!scan_copy(scan, out, SCAN_GAME_BYTES))
		return false;
	return strlen(out) == SCAN_GAME_BYTES - 1 ||
	       scan_fail(scan, "The id of a game has 36 characters.");
}

bool scan_index(struct scan *scan, enum name_list list, const struct pn_rules *rules, uint8_t *out)
{
	const char *name;
	size_t size;
	if (!scan_name(scan, &name, &size))
		return false;
	int index = name_find(list, rules, name, size);
	if (index < 0)
		return scan_fail(scan, "The name is not one that belongs here.");
	*out = (uint8_t)index;
	return true;
}

static int hex_digit(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

bool scan_hex(struct scan *scan, void *out, size_t size)
{
	const char *name;
	size_t digits;
	if (!scan_name(scan, &name, &digits))
		return false;
	if (digits != 2 * size)
		return scan_fail(scan, "The text has not the right number of hex digits.");
	for (size_t i = 0; i < size; i++) {
		int high = hex_digit(name[2 * i]), low = hex_digit(name[2 * i + 1]);
		if (high < 0 || low < 0)
			return scan_fail(scan, "Lower-case hex digits are wanted here.");
		((uint8_t *)out)[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

bool scan_member_hex(struct scan *scan, const char *key, void *out, size_t size)
{
	return scan_member(scan, key) && scan_hex(scan, out, size);
}

/* Days from 1970-01-01 to a date: the inverse of what format_time() does. */
static int64_t days_to(unsigned year, unsigned month, unsigned day)
{
	if (month <= 2)
		year--;
	unsigned march_month = month > 2 ? month - 3 : month + 9;
	unsigned in_year = (153 * march_month + 2) / 5 + day - 1;
	unsigned year_of_era = year % 400;
	unsigned in_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + in_year;
	return (int64_t)(year / 400) * 146097 + in_era - 719468;
}

/* Read `count` digits at *at and step over them and the byte behind. */
static unsigned take_digits(const char **at, int count)
{
	unsigned value = 0;
	for (int i = 0; i < count; i++)
		value = value * 10 + (unsigned)(unsigned char)(*at)[i] - '0';
	*at += count + 1;
	return value;
}

bool scan_time(struct scan *scan, int64_t *out)
{
	if (!scan_byte(scan, '"'))
		return false;
	if (scan->end - scan->at < WRITE_TIME_BYTES)
		return scan_fail(scan, "A time is wanted here.");
	const char *at = scan->at;
	unsigned year = take_digits(&at, 4), month = take_digits(&at, 2), day = take_digits(&at, 2);
	unsigned hour = take_digits(&at, 2), minute = take_digits(&at, 2);
	unsigned second = take_digits(&at, 2), ms = take_digits(&at, 3);
	char again[WRITE_TIME_BYTES];

	/* Whatever is not a digit or not a date fails to come out the same again. */
	int64_t time = -1;
	if (year >= 1970 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= 31 &&
	    hour < 24 && minute < 60 && second < 60 && ms < 1000)
		time = days_to(year, month, day) * 86400000 + hour * 3600000 + minute * 60000 +
		       second * 1000 + ms;
	if (time >= 0)
		format_time(again, time);
	if (time < 0 || memcmp(again, scan->at, WRITE_TIME_BYTES - 1) != 0)
		return scan_fail(scan, "A time like 2026-11-21T10:00:00.000Z is wanted here.");
	scan->at += WRITE_TIME_BYTES - 1;
	*out = time;
	return scan_byte(scan, '"');
}
