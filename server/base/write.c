/* Writing canonical JSON. Numbers and times are put together by hand: an event line is
 * written for every fact of every game, and printf would be most of its cost. */

#include "base/write.h"

#include <string.h>

enum { MS_PER_DAY = 24 * 60 * 60 * 1000, INTEGER_BYTES = 24 };

/* Does the byte written last end a value, so that the next needs a comma? */
static bool follows_value(const struct text *out)
{
	char last = out->size ? out->bytes[out->size - 1] : '{';
	return last != '{' && last != '[';
}

void write_byte(struct text *out, char byte)
{
	text_add(out, &byte, 1);
}

void write_item(struct text *out)
{
	if (follows_value(out))
		write_byte(out, ',');
}

static char *put(char *to, const char *bytes, size_t size)
{
	memcpy(to, bytes, size);
	return to + size;
}

static char *put_name(char *to, const char *name, size_t size)
{
	*to++ = '"';
	to = put(to, name, size);
	*to++ = '"';
	return to;
}

/* Begin a member, with room for a value of so many bytes: where it goes. */
static char *put_key(struct text *out, const char *key, size_t value)
{
	size_t size = strlen(key);
	char *to = text_room(out, size + sizeof(",\"\":") + value);

	if (follows_value(out))
		*to++ = ',';
	to = put_name(to, key, size);
	*to++ = ':';
	return to;
}

void write_key(struct text *out, const char *key)
{
	text_end(out, put_key(out, key, 0));
}

static char *put_integer(char *to, int64_t value)
{
	char digits[INTEGER_BYTES];
	size_t at = sizeof(digits);
	uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;

	do {
		digits[--at] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (value < 0)
		digits[--at] = '-';
	return put(to, digits + at, sizeof(digits) - at);
}

void write_integer(struct text *out, int64_t value)
{
	text_end(out, put_integer(text_room(out, INTEGER_BYTES), value));
}

void write_bool(struct text *out, bool value)
{
	text_add_string(out, value ? "true" : "false");
}

void write_name(struct text *out, const char *name)
{
	size_t size = strlen(name);

	text_end(out, put_name(text_room(out, size + 2), name, size));
}

void write_hex(struct text *out, const void *bytes, size_t size)
{
	write_byte(out, '"');
	text_add_hex(out, bytes, size);
	write_byte(out, '"');
}

/* Add the escape of a byte that JSON.stringify does not write as it is. */
static void write_escape(struct text *out, unsigned char byte)
{
	static const char named[] = "\bb\tt\nn\ff\rr\"\"\\\\";
	for (size_t i = 0; i + 1 < sizeof(named); i += 2) {
		if ((unsigned char)named[i] == byte) {
			write_byte(out, '\\');
			write_byte(out, named[i + 1]);
			return;
		}
	}
	text_add_string(out, "\\u00");
	text_add_hex(out, &byte, 1);
}

void write_string(struct text *out, const char *string)
{
	write_byte(out, '"');
	const char *plain = string;
	for (const char *at = string;; at++) {
		unsigned char byte = (unsigned char)*at;
		if (byte >= 0x20 && byte != '"' && byte != '\\')
			continue;
		text_add(out, plain, (size_t)(at - plain));
		if (byte == '\0')
			break;
		write_escape(out, byte);
		plain = at + 1;
	}
	write_byte(out, '"');
}

/* Put `value` as `count` digits. Returns what follows them. */
static char *put_digits(char *to, uint32_t value, int count)
{
	for (int i = count - 1; i >= 0; i--) {
		to[i] = (char)('0' + value % 10);
		value /= 10;
	}
	return to + count;
}

void format_time(char out[WRITE_TIME_BYTES], int64_t time_ms)
{
	uint32_t ms = (uint32_t)(time_ms % MS_PER_DAY);

	/* Days to a date of the Gregorian calendar, counted in years that begin in March, so
	 * that the leap day is a year's last; 719468 days lie between 0000-03-01 and 1970. */
	uint32_t days = (uint32_t)(time_ms / MS_PER_DAY) + 719468;
	uint32_t era = days / 146097, in_era = days % 146097;
	uint32_t year_of_era = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
	uint32_t in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
	uint32_t march_month = (5 * in_year + 2) / 153;
	uint32_t day = in_year - (153 * march_month + 2) / 5 + 1;
	uint32_t month = march_month < 10 ? march_month + 3 : march_month - 9;
	uint32_t year = year_of_era + era * 400 + (month <= 2);

	char *to = put_digits(out, year, 4);
	*to++ = '-';
	to = put_digits(to, month, 2);
	*to++ = '-';
	to = put_digits(to, day, 2);
	*to++ = 'T';
	to = put_digits(to, ms / 3600000, 2);
	*to++ = ':';
	to = put_digits(to, ms / 60000 % 60, 2);
	*to++ = ':';
	to = put_digits(to, ms / 1000 % 60, 2);
	*to++ = '.';
	to = put_digits(to, ms % 1000, 3);
	*to++ = 'Z';
	*to = '\0';
}

void write_time(struct text *out, int64_t time_ms)
{
	char time[WRITE_TIME_BYTES];
	format_time(time, time_ms);
	write_name(out, time);
}

void write_key_integer(struct text *out, const char *key, int64_t value)
{
	text_end(out, put_integer(put_key(out, key, INTEGER_BYTES), value));
}

void write_key_hex(struct text *out, const char *key, const void *bytes, size_t size)
{
	write_key(out, key);
	write_hex(out, bytes, size);
}

void write_key_bool(struct text *out, const char *key, bool value)
{
	write_key(out, key);
	write_bool(out, value);
}

void write_key_string(struct text *out, const char *key, const char *string)
{
	write_key(out, key);
	write_string(out, string);
}

void write_key_name(struct text *out, const char *key, const char *name)
{
	size_t size = strlen(name);

	text_end(out, put_name(put_key(out, key, size + 2), name, size));
}
