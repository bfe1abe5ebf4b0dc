/* The lines of a record. Reading compares with what writing would have put,
 * so a record has one spelling; the muster, which holds text from outside, is read as JSON
 * and must come out the same when it is written again. */

#include "codec/codec_record.h"

#include <jansson.h>
#include <stdlib.h>

#include "codec/parts.h"
#include "codec/value.h"

/* Viewers in the order of their names, as members ascend. */
static const pn_side by_name[PN_VIEWERS] = {PN_BLUE, PN_PUBLIC, PN_RED};

static const char *viewer_name(pn_side viewer)
{
	return name_at(NAMES_VIEWER, NULL, viewer);
}

/* ---- the header ---- */

static void write_nonces(struct text *out, const struct record_header *header)
{
	write_key(out, "nonces");
	write_byte(out, '{');
	for (int i = 0; i < PN_VIEWERS; i++) {
		pn_side side = by_name[i];
		if (side == PN_PUBLIC || !header->has_nonce[side])
			continue;
		write_key(out, viewer_name(side));
		write_byte(out, '{');
		write_key_bool(out, "drawn", header->nonce_drawn[side]);
		write_key_hex(out, "value", header->nonce[side], sizeof(header->nonce[side]));
		write_byte(out, '}');
	}
	write_byte(out, '}');
}

/* {"bank","cap","increment"} in seconds. */
static void write_clock_rule(struct text *out, const struct clock_rule *rule)
{
	write_byte(out, '{');
	write_key_integer(out, "bank", rule->bank);
	write_key_integer(out, "cap", rule->cap);
	write_key_integer(out, "increment", rule->increment);
	write_byte(out, '}');
}

static void write_clock(struct text *out, const struct clock_rule *rule)
{
	if (!rule->bank)
		return;
	write_key(out, "clock");
	write_clock_rule(out, rule);
}

void codec_record_header_encode(struct text *out, const struct record_header *header)
{
	write_byte(out, '{');
	if (header->armies.secret) {
		write_key(out, "armies");
		write_byte(out, '{');
		write_key_integer(out, "days", header->armies.days);
		if (header->armies.figures > 0)
			write_key_integer(out, "figures", header->armies.figures);
		write_byte(out, '}');
	}
	write_clock(out, &header->clock);
	write_key(out, "created");
	write_time(out, header->created_ms);
	write_key_name(out, "creator", name_at(NAMES_SIDE, NULL, header->creator));
	write_key_integer(out, "format", RECORD_FORMAT);
	write_key_name(out, "game", header->game);
	if (header->has_key)
		write_key_hex(out, "key", header->key, sizeof(header->key));
	write_machine(out, &header->machine);
	write_key(out, "muster");
	codec_muster_encode(out, header->ruleset, &header->muster);
	if (header->name[0])
		write_key_string(out, "name", header->name);
	write_nonces(out, header);
	write_key_integer(out, "revision", header->revision);
	write_key_name(out, "ruleset", pn_rules_at(header->ruleset)->id);
	if (header->scenario[0])
		write_key_name(out, "scenario", header->scenario);
	write_key_hex(out, "seed_commitment", header->seed_commitment,
		      sizeof(header->seed_commitment));
	if (header->viewer != PN_NO_SIDE)
		write_key_name(out, "viewer", viewer_name(header->viewer));
	write_byte(out, '}');
}

static void scan_nonces(struct scan *scan, struct record_header *out)
{
	scan_member(scan, "nonces");
	scan_byte(scan, '{');
	for (int i = 0; i < PN_VIEWERS; i++) {
		pn_side side = by_name[i];
		if (side == PN_PUBLIC || !scan_has_key(scan, viewer_name(side)))
			continue;
		out->has_nonce[side] = true;
		scan_byte(scan, '{');
		scan_key(scan, "drawn");
		scan_bool(scan, &out->nonce_drawn[side]);
		scan_key(scan, "value");
		scan_hex(scan, out->nonce[side], sizeof(out->nonce[side]));
		scan_byte(scan, '}');
	}
	scan_byte(scan, '}');
}

static void scan_ruleset(struct scan *scan, uint8_t *out)
{
	char id[PN_LABEL_BYTES] = "";
	scan_member(scan, "ruleset");
	scan_copy(scan, id, sizeof(id));
	int ruleset = scan->failed ? -1 : pn_rules_find(id);
	if (ruleset < 0)
		scan_fail(scan, "There is no such ruleset.");
	*out = (uint8_t)ruleset;
}

static int32_t scan_seconds(struct scan *scan, const char *key)
{
	int64_t number = 0;
	scan_key_integer(scan, key, 0, INT32_MAX, &number);
	return (int32_t)number;
}

static void scan_clock(struct scan *scan, struct clock_rule *out)
{
	scan_byte(scan, '{');
	out->bank = scan_seconds(scan, "bank");
	out->cap = scan_seconds(scan, "cap");
	out->increment = scan_seconds(scan, "increment");
	scan_byte(scan, '}');
	if (!scan->failed && !clock_rule_good(out))
		scan_fail(scan, "Such a clock cannot be agreed.");
}

static void scan_armies(struct scan *scan, struct army_rule *out)
{
	int64_t number = 0;

	out->secret = true;
	scan_byte(scan, '{');
	scan_key_integer(scan, "days", 1, ARMY_DAYS_MAX, &number);
	out->days = (uint8_t)number;
	if (scan_has_key(scan, "figures")) {
		scan_integer(scan, 1, ARMY_FIGURES_MAX, &number);
		out->figures = (uint16_t)number;
	}
	scan_byte(scan, '}');
}

static void scan_machine(struct scan *scan, struct machine_seat *out)
{
	int64_t number = 0;

	scan_byte(scan, '{');
	scan_member(scan, "side");
	scan_index(scan, NAMES_SIDE, NULL, &out->side);
	scan_member(scan, "strength");
	scan_integer(scan, 1, PN_STRENGTHS, &number);
	out->strength = (uint8_t)number;
	scan_byte(scan, '}');
}

/* Is it written in the one way there is? Keys sorted, no spaces. A muster of an earlier
 * revision may lack what came later; then it stands for the default. */
static bool is_canonical(const char *bytes, size_t size)
{
	json_t *document = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, NULL);
	char *again = document ? json_dumps(document, JSON_SORT_KEYS | JSON_COMPACT) : NULL;
	bool same = again && strlen(again) == size && memcmp(again, bytes, size) == 0;

	free(again);
	json_decref(document);
	return same;
}

static void scan_battle_name(struct scan *scan, char out[CODEC_NAME_BYTES])
{
	char list[2 * CODEC_NAME_BYTES +
		  4]; /* of it alone, each byte escaped, with brackets and quotes */
	const char *begin = scan->at;

	if (!scan_text(scan, out, CODEC_NAME_BYTES))
		return;
	int size = snprintf(list, sizeof(list), "[%.*s]", (int)(scan->at - begin), begin);
	if (!is_canonical(list, (size_t)size))
		scan_fail(scan, "The text is not in its canonical form.");
}

/* Read the muster that lies at `bytes`. */
static void read_muster(struct scan *scan, struct record_header *out, const char *bytes,
			size_t size)
{
	struct codec_error error;

	if (scan->failed)
		return;
	scan->member = "muster";
	if (!codec_muster_decode(&out->muster, out->ruleset, bytes, size, &error))
		scan_fail(scan, error.detail);
}

static bool decode_header(struct record_header *out, const char *bytes, size_t size,
			  struct codec_error *error, bool is_proven)
{
	struct scan scan = scan_begin(bytes, size, error);
	const char *muster;
	size_t muster_size;
	int64_t number = 0;

	memset(out, 0, sizeof(*out));
	out->viewer = PN_NO_SIDE;
	scan_byte(&scan, '{');
	if (scan_has_member(&scan, "armies"))
		scan_armies(&scan, &out->armies);
	if (scan_has_member(&scan, "clock"))
		scan_clock(&scan, &out->clock);
	scan_member(&scan, "created");
	scan_time(&scan, &out->created_ms);
	scan_member(&scan, "creator");
	scan_index(&scan, NAMES_SIDE, NULL, &out->creator);
	scan_member(&scan, "format");
	scan_integer(&scan, RECORD_FORMAT, RECORD_FORMAT, &number);
	scan_member(&scan, "game");
	scan_game(&scan, out->game);
	if (scan_has_member(&scan, "key")) {
		out->has_key = true;
		scan_hex(&scan, out->key, sizeof(out->key));
	}
	if (scan_has_member(&scan, "machine"))
		scan_machine(&scan, &out->machine);
	scan_member(&scan, "muster");
	scan_object(&scan, &muster, &muster_size);
	if (scan_has_member(&scan, "name"))
		scan_battle_name(&scan, out->name);
	scan_nonces(&scan, out);
	scan_member(&scan, "revision");
	scan_integer(&scan, 0, UINT16_MAX, &number);
	out->revision = (uint16_t)number;
	scan_ruleset(&scan, &out->ruleset);
	if (scan_has_member(&scan, "scenario"))
		scan_copy(&scan, out->scenario, sizeof(out->scenario));
	scan_member_hex(&scan, "seed_commitment", out->seed_commitment,
			sizeof(out->seed_commitment));
	if (scan_has_member(&scan, "viewer"))
		scan_index(&scan, NAMES_VIEWER, NULL, &out->viewer);
	scan_byte(&scan, '}');
	read_muster(&scan, out, muster, muster_size);
	if (!scan.failed && !is_proven && !is_canonical(muster, muster_size))
		scan_fail(&scan, "The muster is not in its canonical form.");
	return scan_end(&scan);
}

bool codec_record_name_read(char out[CODEC_NAME_BYTES], const char *bytes, size_t size)
{
	struct codec_error error;
	struct scan scan = scan_begin(bytes, size, &error);

	scan_battle_name(&scan, out);
	if (!scan_end(&scan))
		out[0] = '\0';
	return out[0] != '\0';
}

bool codec_record_header_decode(struct record_header *out, const char *bytes, size_t size,
				struct codec_error *error)
{
	return decode_header(out, bytes, size, error, false);
}

bool codec_record_header_read(struct record_header *out, const char *bytes, size_t size,
			      struct codec_error *error)
{
	return decode_header(out, bytes, size, error, true);
}

/* ---- the other lines ---- */

static void write_seen(struct text *out, const struct record_line *line)
{
	write_key(out, "seen");
	write_byte(out, '{');
	for (int i = 0; i < PN_VIEWERS; i++) {
		pn_side viewer = by_name[i];
		if (!(line->seen >> viewer & 1))
			continue;
		write_key(out, viewer_name(viewer));
		write_byte(out, '{');
		write_key_hex(out, "hash", line->hash[viewer], sizeof(line->hash[viewer]));
		write_key_integer(out, "seq", line->seq[viewer]);
		write_byte(out, '}');
	}
	write_byte(out, '}');
}

void codec_record_line_encode(struct text *out, const struct record_line *line)
{
	write_byte(out, '{');
	switch (line->kind) {
	case RECORD_COMMAND:
		write_key(out, "command");
		text_add(out, line->inner, line->inner_size);
		write_key_name(out, "side", name_at(NAMES_AUTHOR, NULL, line->side));
		write_key(out, "time");
		write_time(out, line->time_ms);
		break;
	case RECORD_SERVER:
		write_key(out, "server");
		text_add(out, line->inner, line->inner_size);
		write_key(out, "time");
		write_time(out, line->time_ms);
		break;
	case RECORD_EVENT:
		write_key(out, "event");
		text_add(out, line->inner, line->inner_size);
		write_seen(out, line);
		break;
	case RECORD_SEED:
		write_key_hex(out, "seed", line->seed, sizeof(line->seed));
		break;
	case RECORD_SIGNATURE:
		write_key_hex(out, "key", line->key, sizeof(line->key));
		write_key_hex(out, "signature", line->signature, sizeof(line->signature));
		break;
	}
	write_byte(out, '}');
}

static void scan_seen(struct scan *scan, struct record_line *out)
{
	scan_member(scan, "seen");
	scan_byte(scan, '{');
	for (int i = 0; i < PN_VIEWERS; i++) {
		pn_side viewer = by_name[i];
		int64_t seq = 0;
		if (!scan_has_key(scan, viewer_name(viewer)))
			continue;
		out->seen |= (uint8_t)(1 << viewer);
		scan_byte(scan, '{');
		scan_key(scan, "hash");
		scan_hex(scan, out->hash[viewer], sizeof(out->hash[viewer]));
		scan_key_integer(scan, "seq", 1, UINT32_MAX, &seq);
		out->seq[viewer] = (uint32_t)seq;
		scan_byte(scan, '}');
	}
	scan_byte(scan, '}');
}

bool codec_record_line_decode(struct record_line *out, const char *bytes, size_t size,
			      struct codec_error *error)
{
	struct scan scan = scan_begin(bytes, size, error);

	memset(out, 0, sizeof(*out));
	scan_byte(&scan, '{');
	if (scan_has_member(&scan, "command")) {
		out->kind = RECORD_COMMAND;
		scan_object(&scan, &out->inner, &out->inner_size);
		scan_member(&scan, "side");
		scan_index(&scan, NAMES_AUTHOR, NULL, &out->side);
		scan_member(&scan, "time");
		scan_time(&scan, &out->time_ms);
	} else if (scan_has_member(&scan, "event")) {
		out->kind = RECORD_EVENT;
		scan_object(&scan, &out->inner, &out->inner_size);
		scan_seen(&scan, out);
	} else if (scan_has_member(&scan, "seed")) {
		out->kind = RECORD_SEED;
		scan_hex(&scan, out->seed, sizeof(out->seed));
	} else if (scan_has_member(&scan, "server")) {
		out->kind = RECORD_SERVER;
		scan_object(&scan, &out->inner, &out->inner_size);
		scan_member(&scan, "time");
		scan_time(&scan, &out->time_ms);
	} else {
		out->kind = RECORD_SIGNATURE;
		scan_member_hex(&scan, "key", out->key, sizeof(out->key));
		scan_member_hex(&scan, "signature", out->signature, sizeof(out->signature));
	}
	scan_byte(&scan, '}');
	return scan_end(&scan);
}

/* ---- what the server did ---- */

static const char *const server_types[] = {
	[RECORD_SERVER_EXPIRE] = "expire",
	[RECORD_SERVER_REMIND] = "remind",
	[RECORD_SERVER_NOTE] = "note",
};

void codec_record_server_encode(struct text *out, const struct pn_game *names,
				const struct record_server *server)
{
	write_byte(out, '{');
	if (server->has_command) {
		write_key(out, "command");
		codec_command_encode(out, names, &server->command);
	}
	if (server->type != RECORD_SERVER_NOTE)
		write_key_name(out, "side", name_at(NAMES_SIDE, NULL, server->side));
	write_key_name(out, "type", server_types[server->type]);
	write_byte(out, '}');
}

static void scan_server_type(struct scan *scan, enum record_server_type *out)
{
	const char *name;
	size_t size;

	scan_member(scan, "type");
	if (!scan_name(scan, &name, &size))
		return;
	for (int i = 0; i <= RECORD_SERVER_NOTE; i++) {
		if (strlen(server_types[i]) == size && memcmp(server_types[i], name, size) == 0) {
			*out = (enum record_server_type)i;
			return;
		}
	}
	scan_fail(scan, "The server does no such thing.");
}

/* The command, which must be in its canonical form. */
static void read_server_command(struct scan *scan, struct record_server *out,
				struct pn_placed *placed, const struct pn_game *names,
				const char *bytes, size_t size)
{
	struct codec_action action;
	struct codec_error error;
	struct text again = TEXT_EMPTY;

	if (scan->failed)
		return;
	scan->member = "command";
	if (!codec_action_decode(&action, names, bytes, size, &error) || action.by_id) {
		scan_fail(scan, "The command is not one.");
		return;
	}
	out->command = action.command;
	pn_command_keep(&out->command, placed);
	codec_command_encode(&again, names, &out->command);
	if (again.size != size || memcmp(again.bytes, bytes, size) != 0)
		scan_fail(scan, "The command is not in its canonical form.");
	text_free(&again);
}

bool codec_record_server_decode(struct record_server *out, struct pn_placed *placed,
				const struct pn_game *names, const char *bytes, size_t size,
				struct codec_error *error)
{
	struct scan scan = scan_begin(bytes, size, error);
	const char *command = NULL;
	size_t command_size = 0;
	bool has_side;

	memset(out, 0, sizeof(*out));
	out->side = PN_NO_SIDE;
	scan_byte(&scan, '{');
	out->has_command = scan_has_member(&scan, "command");
	if (out->has_command)
		scan_object(&scan, &command, &command_size);
	has_side = scan_has_member(&scan, "side");
	if (has_side)
		scan_index(&scan, NAMES_SIDE, NULL, &out->side);
	scan_server_type(&scan, &out->type);
	if (!scan.failed && (has_side == (out->type == RECORD_SERVER_NOTE) ||
			     (out->has_command && out->type != RECORD_SERVER_EXPIRE)))
		scan_fail(&scan, "What the server does has other members.");
	scan_byte(&scan, '}');
	if (out->has_command)
		read_server_command(&scan, out, placed, names, command, command_size);
	return scan_end(&scan);
}
