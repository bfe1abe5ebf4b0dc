#pragma once
/* The pieces that a log is put together of, for its two files. */

#include "game/game_log.h"

/* Items by number, made when they are not there yet. */
struct log_row *log_make_row(struct game_log *log, uint32_t index);
struct entry *log_make_entry(struct game_log *log, uint32_t index);

/* Copy what an event sends, too: so far it was borrowed. */
void log_keep_event(struct entry *entry, const struct pn_event *given);

/* Find the digits of the truth's number in a line: only they differ between viewers. No
 * text from outside is in a line, so the first "seq" is the event's own. */
bool log_find_number(struct entry *entry, const char *line);

/* Give an entry the next number of each viewer who sees it. */
void log_number_entry(struct game_log *log, uint32_t index, const struct pn_event *event,
		      struct tip tip[PN_VIEWERS]);

/* Free what a row and its events own. */
void log_forget_row(const struct game_log *log, struct log_row *row);

/* The part of a scope that is looked for. */
uint32_t log_short_scope(const uint8_t scope[SCOPE_BYTES]);

/* hash = SHA-256(previous, the viewer's line, LF); `chain` is taken and replaced. */
void log_chain_entry(const struct game_log *log, const struct entry *entry, int viewer,
		     uint8_t chain[32]);

/* Keep what a viewer's chain is after their event `seq`. */
void log_keep_hash(struct game_log *log, pn_side viewer, uint32_t seq, const uint8_t hash[32]);

/* Note which entry a viewer has with the number `seq`, in a chunk that is made if need be. */
void log_note_seen(struct game_log *log, pn_side viewer, uint32_t seq, uint32_t index);

/* The number is the row's, so `scopes` needs no count of its own. */
void log_remember_scope(struct game_log *log, uint32_t index, const uint8_t scope[SCOPE_BYTES]);

/* Both texts, in as much memory as they need. */
struct text log_keep_text(const char *first, size_t first_size, const char *then, size_t then_size);

/* What the server has to look after, after so many rows; as of log_tip_after(). */
const struct server_state *log_server_after(const struct game_log *log, uint32_t rows);
