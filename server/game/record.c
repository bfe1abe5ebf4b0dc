/* Writing the record: README.md, "The record". Its last line signs every byte before it,
 * so whoever holds the file and the server's public key needs the server no more. */

#include <stdio.h>
#include <string.h>

#include "base/allocate.h"
#include "codec/codec_record.h"
#include "game/service_inside.h"

#include <stdlib.h>

static void add_line(struct text *out, const struct record_line *line)
{
	codec_record_line_encode(out, line);
	text_add(out, "\n", 1);
}

static void add_header(struct text *out, const struct snapshot *snapshot, pn_side viewer,
		       const struct crypto_key *key)
{
	const struct game_header *from = &snapshot->header;
	struct record_header *header = allocate(1, sizeof(*header));

	snprintf(header->game, sizeof(header->game), "%s", from->id);
	header->ruleset = from->ruleset;
	header->revision = from->revision;
	header->viewer = viewer;
	header->created_ms = from->created_ms;
	header->creator = from->creator;
	snprintf(header->name, sizeof(header->name), "%s", from->name);
	snprintf(header->scenario, sizeof(header->scenario), "%s", from->scenario);
	memcpy(header->seed_commitment, from->seed_commitment, 32);
	for (int side = 0; side < PN_SIDES; side++) {
		header->has_nonce[side] = from->seat_taken[side];
		header->nonce_drawn[side] = from->nonce_drawn[side];
		memcpy(header->nonce[side], from->nonce[side], 32);
	}
	header->has_key = true;
	memcpy(header->key, key->public_key, 32);
	header->clock = from->clock;
	header->armies = snapshot->base->armies;
	header->machine = snapshot->base->machine;
	header->muster = *from->muster;
	codec_record_header_encode(out, header);
	text_add(out, "\n", 1);
	free(header);
}

static void add_command(struct text *out, const struct log_row *row)
{
	add_line(out, &(struct record_line){
			      .kind = row->kind == ROW_SERVER ? RECORD_SERVER : RECORD_COMMAND,
			      .inner = row->bytes.bytes,
			      .inner_size = row->command_size,
			      .side = row->side,
			      .time_ms = row->time_ms,
		      });
}

/* Does the server tell of secret armies with it, and nobody command? */
static bool is_of_armies(const struct snapshot *snapshot, const struct log_row *row)
{
	return row->kind == ROW_SEAL || row->kind == ROW_REVEAL ||
	       (row->kind == ROW_JOIN && snapshot->base->armies.secret);
}

static void add_note(struct text *out, const struct log_row *row)
{
	static const char note[] = "{\"type\":\"note\"}";

	add_line(out, &(struct record_line){.kind = RECORD_SERVER,
					    .inner = note,
					    .inner_size = sizeof(note) - 1,
					    .time_ms = row->time_ms});
}

/* The whole record: the event by the truth's number, and what each viewer has of it. */
static void add_event(struct text *out, const struct game_log *log, uint32_t index)
{
	const struct entry *entry = log_entry(log, index);
	struct record_line line = {
		.kind = RECORD_EVENT,
		.inner = log_row(log, entry->row)->bytes.bytes + entry->line_at,
		.inner_size = entry->line_size,
	};
	for (int viewer = 0; viewer < PN_VIEWERS; viewer++) {
		if (!entry->seq[viewer])
			continue;
		line.seen |= (uint8_t)(1u << viewer);
		line.seq[viewer] = entry->seq[viewer];
		memcpy(line.hash[viewer], log_seen_hash(log, (pn_side)viewer, entry->seq[viewer]),
		       32);
	}
	add_line(out, &line);
}

/* An extract: each event as the viewer got it, and nothing of anybody else. */
static void add_own_events(struct text *out, const struct snapshot *snapshot, pn_side viewer)
{
	struct game_log *log = snapshot->log;
	const uint32_t last = snapshot->tip[viewer].seq;
	struct text own = TEXT_EMPTY;

	log_hash(log, viewer, last);
	for (uint32_t seq = 1; seq <= last; seq++) {
		struct record_line line = {.kind = RECORD_EVENT, .seen = (uint8_t)(1u << viewer)};

		text_clear(&own);
		log_add_line(log, log_seen(log, viewer, seq), viewer, &own);
		line.inner = own.bytes;
		line.inner_size = own.size;
		line.seq[viewer] = seq;
		memcpy(line.hash[viewer], log_seen_hash(log, viewer, seq), 32);
		add_line(out, &line);
	}
	text_free(&own);
}

static void add_all_rows(struct text *out, const struct snapshot *snapshot)
{
	for (pn_side each = 0; each < PN_VIEWERS; each++)
		log_hash(snapshot->log, each, snapshot->tip[each].seq);
	for (uint32_t i = 0; i < snapshot->rows; i++) {
		const struct log_row *row = log_row(snapshot->log, i);
		if (row->kind == ROW_ACT || row->kind == ROW_SERVER)
			add_command(out, row);
		if (is_of_armies(snapshot, row))
			add_note(out, row);
		for (uint32_t j = row->first; j < row->first + row->count; j++)
			add_event(out, snapshot->log, j);
	}
}

/* Sign what was written since `begin`. */
static void add_signature(struct text *out, size_t begin, const struct crypto_key *key)
{
	struct record_line line = {.kind = RECORD_SIGNATURE};
	struct crypto_hash hash;
	uint8_t digest[CRYPTO_HASH_BYTES];

	crypto_hash_begin(&hash);
	crypto_hash_text(&hash, "pennon record");
	crypto_hash_add(&hash, out->bytes + begin, out->size - begin);
	crypto_hash_end(&hash, digest);
	crypto_signature_make(line.signature, key, digest, sizeof(digest));
	memcpy(line.key, key->public_key, sizeof(line.key));
	add_line(out, &line);
}

void snapshot_record(struct service *service, struct snapshot *snapshot, pn_side viewer,
		     struct text *out)
{
	const struct crypto_key *key = &service->keys.key[0];
	bool whole = snapshot->header.status == GAME_FINISHED;
	size_t begin = out->size;

	add_header(out, snapshot, whole ? PN_NO_SIDE : viewer, key);
	if (whole)
		add_all_rows(out, snapshot);
	else
		add_own_events(out, snapshot, viewer);
	if (whole) {
		struct record_line line = {.kind = RECORD_SEED};
		memcpy(line.seed, snapshot->base->seed, sizeof(line.seed));
		add_line(out, &line);
	}
	add_signature(out, begin, key);
}
