/* A body:
 *
 *	layout (8) · size of the rest, unpacked (4) · the rest, deflated
 *
 * The layout is a hash of the sources that say what the rest means (server/layout.cmake), and
 * a number in the machine's own order of bytes stands before the rest. */

#include "game/state_row.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"
#include "base/pack.h"
#include "codec/codec.h"
#include "game/state_coder.h"
#include "state_layout.h"

enum {
	LAYOUT_BYTES = 8,
	HEAD_BYTES = LAYOUT_BYTES + 4,
	IMAGE_BYTES_MAX = 4 * 1024 * 1024,
};

static const uint8_t layout[LAYOUT_BYTES] = STATE_LAYOUT;

/* ---- what the game starts from ---- */

static void code_muster(struct state_coder *coder, struct pn_muster *muster)
{
	const size_t units = offsetof(struct pn_muster, unit);
	const size_t contacts = offsetof(struct pn_muster, contact_count);
	const size_t figures = offsetof(struct pn_muster, figure);

	state_code(coder, muster, units);
	coder->failed |= muster->unit_count > PN_UNITS_MAX;
	if (coder->failed)
		return;
	state_code(coder, muster->unit, muster->unit_count * sizeof(muster->unit[0]));
	state_code(coder, (char *)muster + contacts, figures - contacts);
	coder->failed |= muster->figure_count > PN_FIGURE_POSES_MAX;
	if (!coder->failed)
		state_code(coder, muster->figure, muster->figure_count * sizeof(muster->figure[0]));
}

static void code_base(struct state_coder *coder, struct game_base *base)
{
	STATE_CODE(coder, base->ruleset);
	STATE_CODE(coder, base->revision);
	STATE_CODE(coder, base->creator);
	STATE_CODE(coder, base->name);
	STATE_CODE(coder, base->scenario);
	STATE_CODE(coder, base->seed_commitment);
	STATE_CODE(coder, base->clock.bank);
	STATE_CODE(coder, base->clock.increment);
	STATE_CODE(coder, base->clock.cap);
	code_muster(coder, &base->muster);
}

/* ---- what happened ---- */

static void code_seat_code(struct state_coder *coder, struct seat_code *code)
{
	STATE_CODE(coder, code->hash);
	STATE_CODE(coder, code->expires_ms);
	STATE_CODE(coder, code->is_open);
	STATE_CODE(coder, code->moves);
	STATE_CODE(coder, code->side);
	STATE_CODE(coder, code->maker);
}

static void code_seat_admin(struct state_coder *coder, struct seat_admin *seat_admin)
{
	code_seat_code(coder, &seat_admin->invitation);
	for (int viewer = 0; viewer < PN_VIEWERS; viewer++)
		code_seat_code(coder, &seat_admin->handover[viewer]);
	code_seat_code(coder, &seat_admin->umpire);
	STATE_CODE(coder, seat_admin->blocks);
	STATE_CODE(coder, seat_admin->rematch);
	STATE_CODE(coder, seat_admin->messages);
	STATE_CODE(coder, seat_admin->rows);
}

/* Tips and what the server looks after, as rows have them. */
static void code_tips(struct state_coder *coder, struct tip tip[PN_VIEWERS],
		      struct server_state *server)
{
	uint8_t bytes[LOG_TIPS_BYTES];
	struct log_row row = {.kind = ROW_ACT};

	memcpy(row.tip, tip, sizeof(row.tip));
	row.server = *server;
	size_t size = log_write_tips(&row, bytes);
	state_code(coder, bytes, size);
	if (coder->out)
		return;
	coder->failed |= !log_read_tips(&row, bytes, size);
	memcpy(tip, row.tip, sizeof(row.tip));
	*server = row.server;
}

static void code_header(struct state_coder *coder, struct snapshot *snapshot)
{
	struct game_header *header = &snapshot->header;

	STATE_CODE(coder, header->status);
	STATE_CODE(coder, header->access);
	STATE_CODE(coder, header->nonce);
	STATE_CODE(coder, header->nonce_drawn);
	STATE_CODE(coder, header->seat_taken);
	STATE_CODE(coder, snapshot->told_ms);
	STATE_CODE(coder, snapshot->asked_ms);
	STATE_CODE(coder, snapshot->asked_row);
	STATE_CODE(coder, snapshot->dice_key);
	code_tips(coder, snapshot->tip, &snapshot->server);
	code_seat_admin(coder, &snapshot->seat_admin);
}

/* How long the log is, and what is known of it without its rows. */
static void code_log(struct state_coder *coder, struct log_past *past)
{
	STATE_CODE(coder, past->rows);
	STATE_CODE(coder, past->entries);
	STATE_CODE(coder, past->chain);
	code_tips(coder, past->tip, &past->server);
	coder->failed |= past->rows == 0 || past->entries > LOG_EVENTS_MAX ||
			 past->rows > IMAGE_BYTES_MAX / sizeof(uint32_t);
	if (coder->failed)
		return;
	if (!coder->out)
		past->scopes = allocate(past->rows, sizeof(past->scopes[0]));
	state_code(coder, past->scopes, past->rows * sizeof(past->scopes[0]));
}

/* Of the snapshot, its base and log are there already. */
static void code_rest(struct state_coder *coder, struct snapshot *snapshot)
{
	code_header(coder, snapshot);
	states_code(coder, snapshot);
	for (pn_side side = 0; side < PN_SIDES; side++)
		written_code(coder, &snapshot->written[side], side, &snapshot->truth);
}

/* ---- writing ---- */

bool state_row_due(const struct snapshot *before, const struct snapshot *now)
{
	const uint32_t rows = before ? before->rows : 0, entries = before ? before->entries : 0;

	return !now->base->armies.secret && (now->rows / STATE_ROWS != rows / STATE_ROWS ||
					     now->entries / STATE_EVENTS != entries / STATE_EVENTS);
}

/* What it is an image of: the bytes of the game's row, and the rules of today. */
static void code_mark(struct state_coder *coder, const struct game_base *base,
		      uint8_t header_hash[CRYPTO_HASH_BYTES])
{
	uint32_t order = 1;
	uint16_t revision = pn_rules_at(base->ruleset)->revision;

	STATE_CODE(coder, order);
	STATE_CODE(coder, revision);
	state_code(coder, header_hash, CRYPTO_HASH_BYTES);
}

static void write_image(struct text *out, const struct snapshot *snapshot)
{
	struct state_coder coder = {.out = out};
	/* Written ones are not changed. */
	struct snapshot *from = (struct snapshot *)snapshot;
	struct log_past past;

	log_look_back(snapshot->log, snapshot->rows, snapshot->entries, snapshot->tip, &past);
	code_mark(&coder, snapshot->base, from->base->header_hash);
	code_log(&coder, &past);
	code_base(&coder, from->base);
	code_rest(&coder, from);
	free(past.scopes);
}

void state_row_write(struct text *out, const struct snapshot *snapshot)
{
	struct text image = TEXT_EMPTY;

	write_image(&image, snapshot);
	uint32_t size = (uint32_t)image.size;
	text_add(out, (const char *)layout, sizeof(layout));
	text_add(out, (const char *)&size, sizeof(size));
	pack(out, image.bytes, image.size);
	text_free(&image);
}

/* ---- reading ---- */

bool state_image_open(struct state_image *out, const void *body, size_t size)
{
	const char *from = body;
	uint32_t whole;

	*out = (struct state_image){0};
	if (size < HEAD_BYTES || memcmp(from, layout, LAYOUT_BYTES) != 0)
		return false;
	memcpy(&whole, from + LAYOUT_BYTES, sizeof(whole));
	if (whole == 0 || whole > IMAGE_BYTES_MAX)
		return false;
	out->bytes = (struct text){allocate(1, whole + 1), whole, whole + 1};
	return unpack(out->bytes.bytes, whole, from + HEAD_BYTES, size - HEAD_BYTES);
}

/* Is it of these bytes and of today's rules? Goes on behind the mark. */
static bool is_of(struct state_coder *coder, const struct store_game *game,
		  uint8_t header_hash[CRYPTO_HASH_BYTES])
{
	uint8_t stored[CRYPTO_HASH_BYTES];
	uint16_t revision;
	uint32_t order;

	STATE_CODE(coder, order);
	STATE_CODE(coder, revision);
	STATE_CODE(coder, stored);
	crypto_sha256(header_hash, game->header.bytes, game->header.size);
	return !coder->failed && order == 1 && memcmp(stored, header_hash, CRYPTO_HASH_BYTES) == 0;
}

struct snapshot *state_image_restore(const struct state_image *image, const struct store_game *game)
{
	struct state_coder coder = {.in = image->bytes.bytes, .left = image->bytes.size};
	struct game_base *base = allocate(1, sizeof(*base));
	struct log_past past = {0};
	struct snapshot *snapshot = NULL;

	atomic_init(&base->references, 1);
	if (game->secret.size == GAME_SECRET_BYTES && is_of(&coder, game, base->header_hash)) {
		code_log(&coder, &past);
		code_base(&coder, base);
		coder.failed |= base->ruleset >= pn_rules_count();
	} else {
		coder.failed = true;
	}
	base_take_stored(base, game);
	/* base_take_stored() and snapshot_create() take over the references. */
	snapshot = snapshot_create(base, log_create(game->id));
	if (!coder.failed) {
		log_begin_behind(snapshot->log, &past);
		snapshot->rows = past.rows;
		snapshot->entries = past.entries;
		code_rest(&coder, snapshot);
	}
	if (!coder.failed && coder.left == 0)
		return snapshot;
	snapshot_release(snapshot);
	return NULL;
}

/* ---- comparing ---- */

/* The parts of a state that the core compares field by field: its padding may differ. */
static bool is_alike(const struct pn_game *a, const struct pn_game *b)
{
	for (pn_side side = 0; side < PN_SIDES; side++)
		if (pn_view_hash(a, side) != pn_view_hash(b, side))
			return false;
	return pn_game_hash(a) == pn_game_hash(b);
}

/* The rest: what the log was, the header, what sides have written. */
static void write_exact(struct text *out, const struct snapshot *snapshot)
{
	struct state_coder coder = {.out = out};
	struct snapshot *from = (struct snapshot *)snapshot;
	struct log_past past;

	log_look_back(snapshot->log, snapshot->rows, snapshot->entries, snapshot->tip, &past);
	code_log(&coder, &past);
	code_header(&coder, from);
	for (pn_side side = 0; side < PN_SIDES; side++)
		written_code(&coder, &from->written[side], side, &from->truth);
	codec_muster_encode(out, from->base->ruleset, &from->base->muster);
	free(past.scopes);
}

bool state_image_is(const struct state_image *image, const struct snapshot *folded,
		    const struct store_game *game)
{
	struct snapshot *stored = state_image_restore(image, game);
	struct text a = TEXT_EMPTY, b = TEXT_EMPTY;
	bool same = stored && stored->rows == folded->rows && stored->entries == folded->entries;

	for (pn_side viewer = 0; viewer < PN_VIEWERS && same; viewer++)
		same = is_alike(snapshot_view(stored, viewer), snapshot_view(folded, viewer));
	if (same && is_alike(&stored->truth, &folded->truth)) {
		write_exact(&a, stored);
		write_exact(&b, folded);
		same = a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0;
	} else {
		same = false;
	}
	text_free(&a);
	text_free(&b);
	snapshot_release(stored);
	return same;
}
