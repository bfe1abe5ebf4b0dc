#pragma once
/* Reading canonical lines: the exact inverse of base/write.h. A line of ours has one way to
 * be written, so reading it is comparing: the next byte is the one expected, or the
 * line is refused. Nothing is allocated. */

#include "codec/codec.h"
#include "codec/names.h"

enum { SCAN_GAME_BYTES = 37 }; /* a game's id, with the NUL */

/* Where reading stands. After the first failure everything else fails too, so callers
 * need to look only once, at the end. */
struct scan {
	const char *begin, *at, *end;
	bool failed;
	const char *member; /* being read: where an error points */
	struct codec_error *error;
};

/* At the first byte; nothing is copied. */
struct scan scan_begin(const char *bytes, size_t size, struct codec_error *error);

/* Refuse the line, unless it is refused already. Always false. */
bool scan_fail(struct scan *scan, const char *detail);

/* Everything was read and nothing failed. */
bool scan_end(struct scan *scan);

/* The next byte must be this one. */
bool scan_byte(struct scan *scan, char byte);

/* Is this byte next? It is not taken. */
bool scan_sees(const struct scan *scan, char byte);

/* Begin an item: takes the comma before it, if an item came before. */
bool scan_item(struct scan *scan);

/* Begin the member `key`, which must be next. */
bool scan_key(struct scan *scan, const char *key);

/* Begin the member `key` if it is next. */
bool scan_has_key(struct scan *scan, const char *key);

/* The same two, and errors point at the member from then on. */
bool scan_member(struct scan *scan, const char *key);
bool scan_has_member(struct scan *scan, const char *key);

/* Is the member `key` next? It is not taken. */
bool scan_sees_key(struct scan *scan, const char *key);

/* Step over an object without looking into it; where it lies goes to `bytes`, `size`. */
bool scan_object(struct scan *scan, const char **bytes, size_t *size);

/* Values. */
bool scan_integer(struct scan *scan, int64_t min, int64_t max, int64_t *out);
bool scan_key_integer(struct scan *scan, const char *key, int64_t min, int64_t max, int64_t *out);
bool scan_bool(struct scan *scan, bool *out);
bool scan_null(struct scan *scan); /* takes it if it is next */
bool scan_hex(struct scan *scan, void *out, size_t size);
bool scan_member_hex(struct scan *scan, const char *key, void *out, size_t size);
bool scan_time(struct scan *scan, int64_t *out);

/* Text of letters, digits, "-", "_", "/" and "."; borrowed from the line. */
bool scan_name(struct scan *scan, const char **name, size_t *size);

/* The same of 1 to `capacity` - 1 characters, copied with a NUL behind them; and the id of a
 * game, of 36. */
bool scan_copy(struct scan *scan, char *out, size_t capacity);
bool scan_game(struct scan *scan, char out[SCAN_GAME_BYTES]);

/* Text of any characters but control characters, as write_string() writes it, of 1 to `capacity` - 1
 * bytes; copied with a NUL behind them. Whether it is UTF-8 is not asked. */
bool scan_text(struct scan *scan, char *out, size_t capacity);

/* The number of a name in a list. */
bool scan_index(struct scan *scan, enum name_list list, const struct pn_rules *rules, uint8_t *out);
