/* Each opening, the owner's own (`sealed_content`) and the public one (`revealed`), must
 * hash to the commitment that everybody got when the slot was sealed. */

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"
#include "codec/codec.h"
#include "verify/check.h"

/* One commitment on the table. */
struct seal {
	char slot[PN_LABEL_BYTES];
	uint8_t commitment[32];
	uint32_t line;
	bool opened;
};

struct seals {
	struct check *check;
	uint32_t count;
	struct seal *seal;
};

/* The latest seal of a slot: one that was taken back may be followed by another. */
static struct seal *find(const struct seals *seals, const char *slot)
{
	for (uint32_t i = seals->count; i-- > 0;) {
		if (strcmp(seals->seal[i].slot, slot) == 0)
			return &seals->seal[i];
	}
	return NULL;
}

static void commit_to(const struct check *check, const struct pn_event *event, const char *slot,
		      uint8_t out[32])
{
	struct text content = TEXT_EMPTY;
	codec_orders_encode(&content, &check->start, &event->opening.content);
	crypto_seal(out, check->header.game, slot, event->opening.salt, content.bytes);
	text_free(&content);
}

static bool take_opening(struct seals *seals, uint32_t index)
{
	struct check *check = seals->check;
	const struct pn_event *event = &check->line[index].event;
	char slot[PN_LABEL_BYTES];
	uint8_t commitment[32];

	pn_slot_write(slot, &check->start, event->opening.slot);
	struct seal *seal = find(seals, slot);
	if (!seal)
		return check_fail(check, index, "the slot %s was not sealed", slot);
	commit_to(check, event, slot, commitment);
	if (memcmp(commitment, seal->commitment, 32) != 0)
		return check_fail(check, index, "the slot %s was committed to otherwise", slot);
	seal->opened = true;
	check->report->seals++;
	return true;
}

/* Commitments first: an owner's content may stand before or after the public line of the
 * same command. */
static void take_commitments(struct seals *seals, uint32_t from, uint32_t to)
{
	const struct check *check = seals->check;
	for (uint32_t i = from; i < to; i++) {
		const struct pn_event *event = &check->line[i].event;
		if (check->line[i].line.kind != RECORD_EVENT || event->kind != PN_EVENT_SEALED)
			continue;
		struct seal *seal = &seals->seal[seals->count++];
		*seal = (struct seal){.line = i};
		pn_slot_write(seal->slot, &check->start, event->sealed.slot);
		memcpy(seal->commitment, event->sealed.commitment, 32);
	}
}

/* The end of the lines that begin at `from` and follow from one command. */
static uint32_t end_of_command(const struct check *check, uint32_t from)
{
	uint32_t to = from + 1;
	while (to < check->count && check->line[to].line.kind == RECORD_EVENT)
		to++;
	return to;
}

static bool take_command(struct seals *seals, uint32_t from, uint32_t to)
{
	struct check *check = seals->check;
	take_commitments(seals, from, to);
	for (uint32_t i = from; i < to; i++) {
		uint8_t kind = check->line[i].event.kind;
		check->at = i;
		if (check->line[i].line.kind == RECORD_EVENT &&
		    (kind == PN_EVENT_SEALED_CONTENT || kind == PN_EVENT_REVEALED) &&
		    !take_opening(seals, i))
			return false;
	}
	return true;
}

/* A whole record opens everything. */
static bool all_opened(const struct seals *seals)
{
	struct check *check = seals->check;
	for (uint32_t i = 0; i < seals->count; i++) {
		if (!seals->seal[i].opened)
			return check_fail(check, seals->seal[i].line,
					  "the slot %s was never opened", seals->seal[i].slot);
	}
	return true;
}

/* ---- secret armies ---- */

/* What each side committed to is its part of the header's muster. */
static bool is_committed(const struct check *check, pn_side side, const uint8_t salt[32],
			 const uint8_t commitment[32])
{
	static const char *const slots[PN_SIDES] = {"army/red", "army/blue"};
	const struct record_header *header = &check->header;
	struct text units = TEXT_EMPTY;
	uint8_t found[32];

	codec_army_encode(&units, header->ruleset, &header->muster, side);
	crypto_seal(found, header->game, slots[side], salt, units.bytes);
	text_free(&units);
	return memcmp(found, commitment, sizeof(found)) == 0;
}

/* Each is sealed once and then opened, and the players have seen both; when nobody has, there are
 * no units. */
static bool check_armies(struct check *check)
{
	const uint8_t *commitment[PN_SIDES] = {NULL};
	const uint8_t both = 1u << PN_RED | 1u << PN_BLUE;
	uint8_t opened = 0;

	for (uint32_t i = 0; i < check->count; i++) {
		const struct pn_event *event = &check->line[i].event;
		bool is_event = check->line[i].line.kind == RECORD_EVENT;

		if (is_event && event->kind == PN_EVENT_ARMY_SEALED) {
			pn_side side = event->army_sealed.side;

			if (commitment[side])
				return check_fail(check, i, "the army was sealed before");
			commitment[side] = event->army_sealed.commitment;
		} else if (is_event && event->kind == PN_EVENT_ARMY_REVEALED) {
			pn_side side = event->army_revealed.side;

			if (!commitment[side] ||
			    !is_committed(check, side, event->army_revealed.salt, commitment[side]))
				return check_fail(check, i, "another army was committed to");
			opened |= (uint8_t)(1u << side);
			check->report->seals++;
		}
	}
	return !check->header.armies.secret ||
	       opened == (check->header.muster.unit_count > 0 ? both : 0) ||
	       check_fail(check, CHECK_HEADER, "the armies were never opened");
}

bool check_seals(struct check *check)
{
	struct seals seals = {check, 0, allocate(check->count, sizeof(struct seal))};
	bool good = true;

	for (uint32_t from = 0, to; good && from < check->count; from = to) {
		to = end_of_command(check, from);
		good = take_command(&seals, from, to);
	}
	good = good && (check->header.viewer != PN_NO_SIDE || all_opened(&seals));
	free(seals.seal);
	return good && check_armies(check);
}
