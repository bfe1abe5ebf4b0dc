/* What the bytes of a deed say, big-endian:
 *
 *	INVITE    hash of the code (32), when it ends (8); nothing: no invitation
 *	HANDOVER  hash of the code (32), when it ends (8), does it move the seat (1), the
 *	          principal whose token made it (8, or nothing: not known)
 *	UMPIRE    the same; it moves nothing (0)
 *	TAKE      did it move the seat (1); was it an umpire's code (1, or nothing: no)
 *	TALK      the text
 *	BLOCK     does the side not want to read the other (1)
 *	REPORT    number of the message (4), the reason
 *	REMATCH   nothing
 *
 * Messages are listed by walking the deeds: a game has a few thousand at most, and who
 * reads them is a person. */

#include "game/desk.h"

#include <string.h>

#include "game/crypto.h"
#include "game/snapshot.h"

enum {
	HASH_BYTES = 32,
	CODE_BYTES = HASH_BYTES + 8,
	MADE_BYTES = CODE_BYTES + 1 + 8, /* with who made it */
	REPORT_BYTES = 4
};

static uint64_t get_number(const char *from, int bytes)
{
	uint64_t value = 0;
	for (int i = 0; i < bytes; i++)
		value = value << 8 | (uint8_t)from[i];
	return value;
}

/* ---- folding ---- */

void desk_begin(struct desk *desk, const uint8_t invitation_hash[32], int64_t created_ms)
{
	*desk = (struct desk){0};
	memcpy(desk->invitation.hash, invitation_hash, HASH_BYTES);
	desk->invitation.expires_ms = created_ms + (int64_t)INVITATION_DAYS * 24 * 3600 * 1000;
	desk->invitation.is_open = true;
}

/* The code that a deed gave out; none when it says nothing. */
static struct desk_code read_code(const struct deed *deed)
{
	struct desk_code code = {.is_open = deed->command_size >= CODE_BYTES};
	if (!code.is_open)
		return code;
	memcpy(code.hash, deed->bytes.bytes, HASH_BYTES);
	code.expires_ms = (int64_t)get_number(deed->bytes.bytes + HASH_BYTES, 8);
	code.moves = deed->command_size > CODE_BYTES && deed->bytes.bytes[CODE_BYTES];
	code.side = deed->side;
	if (deed->command_size >= MADE_BYTES)
		code.maker = get_number(deed->bytes.bytes + CODE_BYTES + 1, 8);
	return code;
}

/* Has it a number in the table talk? */
static bool is_message(const struct deed *deed)
{
	return deed->kind == DEED_TALK || deed->kind == DEED_REMATCH;
}

void desk_take(struct desk *desk, const struct deed *deed)
{
	desk->deeds += (deed->kind >= DEED_INVITE && deed->kind <= DEED_REMATCH) ||
		       deed->kind == DEED_UMPIRE;
	desk->messages += is_message(deed);
	switch ((enum deed_kind)deed->kind) {
	case DEED_JOIN:
		desk->invitation.is_open = false;
		break;
	case DEED_INVITE:
		/* Who comes with one that was withdrawn is told so. */
		if (deed->command_size)
			desk->invitation = read_code(deed);
		desk->invitation.is_open = deed->command_size > 0;
		break;
	case DEED_HANDOVER:
		desk->handover[deed->side] = read_code(deed);
		break;
	case DEED_UMPIRE:
		desk->umpire = read_code(deed);
		break;
	case DEED_TAKE:
		if (deed->command_size > 1 && deed->bytes.bytes[1])
			desk->umpire.is_open = false;
		else
			desk->handover[deed->side].is_open = false;
		break;
	case DEED_BLOCK:
		desk->blocks[deed->side] = deed->command_size && deed->bytes.bytes[0];
		break;
	case DEED_REMATCH:
		desk->rematch |= (uint8_t)(1u << deed->side);
		break;
	case DEED_CREATE:
	case DEED_ACT:
	case DEED_SERVER:
	case DEED_WRITE:
	case DEED_TALK:
	case DEED_REPORT:
	case DEED_KINDS:
		break;
	}
}

/* ---- codes ---- */

bool desk_matches(const struct desk_code *code, const char *text)
{
	uint8_t hash[HASH_BYTES];
	crypto_sha256(hash, text, strlen(text));
	return crypto_equal(hash, code->hash, sizeof(hash));
}

enum problem_code desk_try(const struct desk_code *code, const char *text, int64_t now_ms)
{
	if (!desk_matches(code, text) || !code->is_open)
		return PROBLEM_BAD_INVITATION;
	return now_ms > code->expires_ms ? PROBLEM_INVITATION_EXPIRED : PROBLEM_NONE;
}

enum invitation_state snapshot_invitation(const struct snapshot *snapshot, int64_t now_ms,
					  int64_t *expires_ms)
{
	const struct desk_code *code = &snapshot->desk.invitation;

	*expires_ms = code->expires_ms;
	if (snapshot->header.status != GAME_OPEN)
		return INVITATION_USED;
	if (!code->is_open)
		return INVITATION_WITHDRAWN;
	return now_ms > code->expires_ms ? INVITATION_EXPIRED : INVITATION_OPEN;
}

/* ---- table talk ---- */

uint32_t snapshot_message_count(const struct snapshot *snapshot)
{
	return snapshot->desk.messages;
}

bool snapshot_blocks(const struct snapshot *snapshot, pn_side side)
{
	return snapshot->desk.blocks[side];
}

uint8_t snapshot_rematch(const struct snapshot *snapshot)
{
	return snapshot->desk.rematch;
}

/* Has the reader reported message `number` in the deeds from `from` on? */
static bool is_reported(const struct snapshot *snapshot, uint32_t from, pn_side reader,
			uint32_t number)
{
	for (uint32_t i = from; i < snapshot->deeds; i++) {
		const struct deed *deed = log_deed(snapshot->log, i);
		if (deed->kind == DEED_REPORT && deed->side == reader &&
		    deed->command_size >= REPORT_BYTES &&
		    get_number(deed->bytes.bytes, REPORT_BYTES) == number)
			return true;
	}
	return false;
}

static struct message read_message(const struct deed *deed, uint32_t number, bool was_asked)
{
	struct message message = {
		.number = number,
		.kind = MESSAGE_TEXT,
		.side = deed->side,
		.time_ms = deed->time_ms,
		.text = deed->bytes.bytes ? deed->bytes.bytes : "",
		.size = deed->command_size,
	};
	if (deed->kind == DEED_REMATCH) {
		message.kind = was_asked ? MESSAGE_REMATCH_AGREED : MESSAGE_REMATCH_OFFERED;
		message.size = 0;
	}
	return message;
}

size_t snapshot_messages(const struct snapshot *snapshot, pn_side reader, uint32_t after,
			 struct message *out, size_t max)
{
	struct desk desk = {0};
	size_t count = 0;

	for (uint32_t i = 0; i < snapshot->deeds && count < max; i++) {
		const struct deed *deed = log_deed(snapshot->log, i);
		bool was_asked = desk.rematch != 0;
		bool hidden =
			deed->kind == DEED_TALK && deed->side != reader && desk.blocks[reader];

		desk_take(&desk, deed);
		if (!is_message(deed) || hidden || desk.messages <= after)
			continue;
		out[count] = read_message(deed, desk.messages, was_asked);
		out[count].reported = is_reported(snapshot, i, reader, desk.messages);
		count++;
	}
	return count;
}
