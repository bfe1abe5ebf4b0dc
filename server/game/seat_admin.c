/* What the bytes of a row say, big-endian:
 *
 *	INVITE    hash of the code (32), when it ends (8); nothing: no invitation
 *	HANDOVER  hash of the code (32), when it ends (8), does it move the seat (1), the
 *	          principal whose token made it (8, or nothing: not known)
 *	UMPIRE    the same; it moves nothing (0)
 *	TAKE      did it move the seat (1); was it an umpire's code (1, or nothing: no)
 *	TALK      the text
 *	BLOCK     does the side not want to read the other (1)
 *	REPORT    number of the message (4), the reason
 *	REMATCH   does the side want one (1, or nothing: it does)
 *
 * Messages are listed by walking the rows: a game has a few thousand at most, and who
 * reads them is a person. */

#include "game/seat_admin.h"

#include <string.h>

#include "base/crypto.h"
#include "game/snapshot_inside.h"

enum {
	HASH_BYTES = 32,
	CODE_BYTES = HASH_BYTES + 8,
	MADE_BYTES = CODE_BYTES + 1 + 8, /* with its maker */
	REPORT_BYTES = 4,
	BOTH_SIDES = 1 << PN_RED | 1 << PN_BLUE
};

static uint64_t get_number(const char *from, int bytes)
{
	uint64_t value = 0;
	for (int i = 0; i < bytes; i++)
		value = value << 8 | (uint8_t)from[i];
	return value;
}

/* ---- folding ---- */

void seat_admin_begin(struct seat_admin *seat_admin, const uint8_t invitation_hash[32],
		      int64_t created_ms)
{
	*seat_admin = (struct seat_admin){0};
	memcpy(seat_admin->invitation.hash, invitation_hash, HASH_BYTES);
	seat_admin->invitation.expires_ms =
		created_ms + (int64_t)INVITATION_DAYS * 24 * 3600 * 1000;
	seat_admin->invitation.is_open = true;
}

/* The code that a row gave out; none when it says nothing. */
static struct seat_code read_code(const struct log_row *row)
{
	struct seat_code code = {.is_open = row->command_size >= CODE_BYTES};
	if (!code.is_open)
		return code;
	memcpy(code.hash, row->bytes.bytes, HASH_BYTES);
	code.expires_ms = (int64_t)get_number(row->bytes.bytes + HASH_BYTES, 8);
	code.moves = row->command_size > CODE_BYTES && row->bytes.bytes[CODE_BYTES];
	code.side = row->side;
	if (row->command_size >= MADE_BYTES)
		code.maker = get_number(row->bytes.bytes + CODE_BYTES + 1, 8);
	return code;
}

/* Has it a number in the table talk? */
static bool is_message(const struct log_row *row)
{
	return row->kind == ROW_TALK || row->kind == ROW_REMATCH;
}

/* Does a side want to play again, as its row says? */
static bool wants_rematch(const struct log_row *row)
{
	return row->command_size == 0 || row->bytes.bytes[0];
}

/* Was the other side's wish there before the row? */
static bool answers_rematch(const struct seat_admin *before, const struct log_row *row)
{
	return before->rematch >> pn_opponent(row->side) & 1;
}

static void take_rematch(struct seat_admin *seat_admin, const struct log_row *row)
{
	const uint8_t own = (uint8_t)(1u << row->side);
	const uint8_t declined = (uint8_t)(own << PN_SIDES);
	const bool answers = answers_rematch(seat_admin, row);

	if (wants_rematch(row)) {
		seat_admin->rematch = (uint8_t)((seat_admin->rematch | own) & ~declined);
		return;
	}
	seat_admin->rematch &= (uint8_t)~BOTH_SIDES;
	if (answers)
		seat_admin->rematch |= declined;
}

void seat_admin_take(struct seat_admin *seat_admin, const struct log_row *row)
{
	seat_admin->rows +=
		(row->kind >= ROW_INVITE && row->kind <= ROW_REMATCH) || row->kind == ROW_UMPIRE;
	seat_admin->messages += is_message(row);
	switch ((enum row_kind)row->kind) {
	case ROW_JOIN:
		seat_admin->invitation.is_open = false;
		break;
	case ROW_INVITE:
		/* A guest with an invitation that was withdrawn is told so. */
		if (row->command_size)
			seat_admin->invitation = read_code(row);
		seat_admin->invitation.is_open = row->command_size > 0;
		break;
	case ROW_HANDOVER:
		seat_admin->handover[row->side] = read_code(row);
		break;
	case ROW_UMPIRE:
		seat_admin->umpire = read_code(row);
		break;
	case ROW_TAKE:
		if (row->command_size > 1 && row->bytes.bytes[1])
			seat_admin->umpire.is_open = false;
		else
			seat_admin->handover[row->side].is_open = false;
		break;
	case ROW_BLOCK:
		seat_admin->blocks[row->side] = row->command_size && row->bytes.bytes[0];
		break;
	case ROW_REMATCH:
		take_rematch(seat_admin, row);
		break;
	case ROW_CREATE:
	case ROW_ACT:
	case ROW_SERVER:
	case ROW_WRITE:
	case ROW_ARMY:
	case ROW_SEAL:
	case ROW_REVEAL:
	case ROW_TALK:
	case ROW_REPORT:
	case ROW_KINDS:
		break;
	}
}

/* ---- codes ---- */

bool seat_code_matches(const struct seat_code *code, const char *text)
{
	uint8_t hash[HASH_BYTES];
	crypto_sha256(hash, text, strlen(text));
	return crypto_equal(hash, code->hash, sizeof(hash));
}

enum problem_code seat_code_try(const struct seat_code *code, const char *text, int64_t now_ms)
{
	if (!seat_code_matches(code, text) || !code->is_open)
		return PROBLEM_BAD_INVITATION;
	return now_ms > code->expires_ms ? PROBLEM_INVITATION_EXPIRED : PROBLEM_NONE;
}

enum invitation_state snapshot_invitation(const struct snapshot *snapshot, int64_t now_ms,
					  int64_t *expires_ms)
{
	const struct seat_code *code = &snapshot->seat_admin.invitation;

	*expires_ms = code->expires_ms;
	if (snapshot->header.seat_taken[pn_opponent(snapshot->base->creator)])
		return INVITATION_USED;
	if (!code->is_open)
		return INVITATION_WITHDRAWN;
	return now_ms > code->expires_ms ? INVITATION_EXPIRED : INVITATION_OPEN;
}

/* ---- table talk ---- */

uint32_t snapshot_message_count(const struct snapshot *snapshot)
{
	return snapshot->seat_admin.messages;
}

bool snapshot_blocks(const struct snapshot *snapshot, pn_side side)
{
	return snapshot->seat_admin.blocks[side];
}

uint8_t snapshot_rematch(const struct snapshot *snapshot)
{
	return snapshot->seat_admin.rematch & BOTH_SIDES;
}

uint8_t snapshot_rematch_heard(const struct snapshot *snapshot, pn_side reader)
{
	const uint8_t wanted = snapshot_rematch(snapshot);
	const uint8_t own = (uint8_t)(1u << reader);

	return wanted != BOTH_SIDES && snapshot_blocks(snapshot, reader) ? wanted & own : wanted;
}

uint8_t snapshot_rematch_declined(const struct snapshot *snapshot)
{
	return snapshot->seat_admin.rematch >> PN_SIDES;
}

/* Has the reader reported message `number` in the rows from `from` on? */
static bool is_reported(const struct snapshot *snapshot, uint32_t from, pn_side reader,
			uint32_t number)
{
	for (uint32_t i = from; i < snapshot->rows; i++) {
		const struct log_row *row = log_row(snapshot->log, i);
		if (row->kind == ROW_REPORT && row->side == reader &&
		    row->command_size >= REPORT_BYTES &&
		    get_number(row->bytes.bytes, REPORT_BYTES) == number)
			return true;
	}
	return false;
}

/* What a row says of a rematch, after what stood before it. */
static enum message_kind rematch_kind(const struct seat_admin *before, const struct log_row *row)
{
	const bool answers = answers_rematch(before, row);

	if (wants_rematch(row))
		return answers ? MESSAGE_REMATCH_AGREED : MESSAGE_REMATCH_OFFERED;
	return answers ? MESSAGE_REMATCH_DECLINED : MESSAGE_REMATCH_WITHDRAWN;
}

/* Is a message kept from a side that did not read what the other wrote then? An answer to what it
 * asked itself is not. */
static bool is_unheard(const struct seat_admin *before, const struct log_row *row, pn_side reader)
{
	const bool is_of_other = row->side != reader && before->blocks[reader];

	return is_of_other && (row->kind == ROW_TALK || !answers_rematch(before, row));
}

static struct message read_message(const struct log_row *row, uint32_t number,
				   const struct seat_admin *before)
{
	struct message message = {
		.number = number,
		.kind = MESSAGE_TEXT,
		.side = row->side,
		.time_ms = row->time_ms,
		.text = row->bytes.bytes ? row->bytes.bytes : "",
		.size = row->command_size,
	};
	if (row->kind == ROW_REMATCH) {
		message.kind = rematch_kind(before, row);
		message.size = 0;
	}
	return message;
}

size_t snapshot_messages(const struct snapshot *snapshot, pn_side reader, uint32_t after,
			 struct message *out, size_t max)
{
	struct seat_admin seat_admin = {0};
	size_t count = 0;

	for (uint32_t i = 0; i < snapshot->rows && count < max; i++) {
		const struct log_row *row = log_row(snapshot->log, i);
		const struct seat_admin before = seat_admin;

		seat_admin_take(&seat_admin, row);
		if (!is_message(row) || is_unheard(&before, row, reader) ||
		    seat_admin.messages <= after)
			continue;
		out[count] = read_message(row, seat_admin.messages, &before);
		out[count].reported = is_reported(snapshot, i, reader, seat_admin.messages);
		count++;
	}
	return count;
}
