/* The order of checks is that of trust: first what the bytes are, then what ties them to
 * each other (chains, seed, dice, seals), then what the rules say, last who signed. A
 * changed byte is found by the first of them, which names its line. */

#include "verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"
#include "base/guard.h"
#include "codec/codec.h"
#include "verify/check.h"

static const char *const viewer_names[PN_VIEWERS] = {"red", "blue", "public"};

/* ---- chains ---- */

static bool check_chain(struct check *check, uint32_t index, int viewer, uint8_t chain[32],
			uint32_t *seq)
{
	const struct record_line *line = &check->line[index].line;
	struct text text = TEXT_EMPTY;
	struct crypto_hash hash;

	++*seq;
	if (line->seq[viewer] != *seq)
		return check_fail(check, index, "%s's number is %u, not %u", viewer_names[viewer],
				  line->seq[viewer], *seq);
	codec_event_line(&text, &check->start, &check->line[index].event, *seq, line->time_ms);
	text_add(&text, "\n", 1);
	crypto_hash_begin(&hash);
	crypto_hash_add(&hash, chain, 32);
	crypto_hash_add(&hash, text.bytes, text.size);
	crypto_hash_end(&hash, chain);
	text_free(&text);
	return memcmp(chain, line->hash[viewer], 32) == 0 ||
	       check_fail(check, index, "%s's chain breaks", viewer_names[viewer]);
}

static bool check_chains(struct check *check)
{
	uint8_t chain[PN_VIEWERS][32];
	uint32_t seq[PN_VIEWERS] = {0};

	for (int viewer = 0; viewer < PN_VIEWERS; viewer++)
		crypto_chain_first(chain[viewer], check->header.game, viewer_names[viewer]);
	for (uint32_t i = 0; i < check->count; i++) {
		const struct check_line *line = &check->line[i];
		for (int viewer = 0; viewer < PN_VIEWERS; viewer++) {
			if (line->line.kind == RECORD_EVENT && line->line.seen & 1u << viewer &&
			    !check_chain(check, i, viewer, chain[viewer], &seq[viewer]))
				return false;
		}
	}
	return true;
}

/* ---- seed and dice ---- */

static void label_bytes(void *context, const char *label, uint32_t block,
			uint8_t out[PN_BLOCK_BYTES])
{
	const struct check *check = context;
	crypto_dice_block(out, check->dice_key, label, block);
}

static void seal_again(void *context, const char *slot, const struct pn_orders *content,
		       uint8_t salt[PN_HASH_BYTES], uint8_t commitment[PN_HASH_BYTES])
{
	const struct check *check = context;
	const struct pn_event *opening = check_opening(check, slot);
	struct text text = TEXT_EMPTY;

	memset(salt, 0, PN_HASH_BYTES);
	if (opening)
		memcpy(salt, opening->opening.salt, PN_HASH_BYTES);
	codec_orders_encode(&text, &check->start, content);
	crypto_seal(commitment, check->header.game, slot, salt, text.bytes);
	text_free(&text);
}

static bool check_dice(struct check *check)
{
	for (uint32_t i = 0; i < check->count; i++) {
		const struct pn_event *event = &check->line[i].event;
		if (check->line[i].line.kind != RECORD_EVENT)
			continue;
		check->at = i;
		for (uint8_t k = 0; k < pn_event_dice(event); k++) {
			const struct pn_die die = pn_event_die(&check->start, event, k);
			uint8_t face = pn_die_face(&check->dice, die.label, die.sides);
			if (face != die.face)
				return check_fail(check, i, "the die %s shows %u, not %u",
						  die.label, face, die.face);
			check->report->dice++;
		}
	}
	return true;
}

/* The seed must be the one that was committed to. When it is not, the dice tell which of
 * the two lines is wrong: dice that agree with the seed accuse the commitment. */
static bool check_seed_and_dice(struct check *check)
{
	const uint8_t *seed = check->line[check->count - 2].line.seed;
	const struct record_header *header = &check->header;
	uint8_t commitment[32];

	crypto_seed_commitment(commitment, header->game, seed);
	crypto_dice_key(check->dice_key, seed, header->game, header->nonce[header->creator],
			header->nonce[pn_opponent(header->creator)]);
	if (memcmp(commitment, header->seed_commitment, 32) == 0)
		return check_dice(check);
	struct verify_report kept = *check->report;
	bool fits = check_dice(check) && check->report->dice;
	*check->report = kept;
	return check_fail(check, fits ? CHECK_HEADER : check->count - 2,
			  "the seed is not the one that was committed to");
}

/* ---- the signature ---- */

static bool is_trusted(const struct check *check, const uint8_t key[32])
{
	for (size_t i = 0; i < check->options->key_count; i++) {
		if (memcmp(check->options->key[i], key, 32) == 0)
			return true;
	}
	return check->options->key_count == 0;
}

static bool check_signature(struct check *check)
{
	uint32_t last = check->count - 1;
	const struct record_line *line = &check->line[last].line;
	struct crypto_hash hash;
	uint8_t digest[32];

	if (memcmp(line->key, check->header.key, 32) != 0)
		return check_fail(check, last, "the key is not the one the header names");
	if (!is_trusted(check, line->key))
		return check_fail(check, last, "it is signed with another key");
	crypto_hash_begin(&hash);
	crypto_hash_text(&hash, "pennon record");
	crypto_hash_add(&hash, check->bytes, (size_t)(check->line[last].bytes - check->bytes));
	crypto_hash_end(&hash, digest);
	return crypto_signature_good(line->signature, line->key, digest, sizeof(digest)) ||
	       check_fail(check, last, "the signature is not of these bytes");
}

/* ---- all of it ---- */

/* Say why the rules were not asked, if nothing is wrong. */
static void leave_unadjudicated(struct check *check)
{
	struct verify_report *report = check->report;
	report->verdict = VERIFY_UNADJUDICATED;
	if (check_is_extract(check))
		snprintf(report->reason, sizeof(report->reason),
			 "an extract of %s's own events: no dice, no commands",
			 viewer_names[check->header.viewer]);
	else if (!check_is_of_one_revision(check))
		snprintf(report->reason, sizeof(report->reason),
			 "the rules were revised while it was played");
	else
		snprintf(report->reason, sizeof(report->reason),
			 "made under revision %u, I have %u", check->header.revision,
			 pn_rules_at(check->header.ruleset)->revision);
}

static void run_checks(void *context)
{
	struct check *check = context;

	if (!check_read(check) || !check_chains(check))
		return;
	if (!check_is_extract(check) && !check_seed_and_dice(check))
		return;
	if (!check_seals(check))
		return;
	bool known = check->header.revision == pn_rules_at(check->header.ruleset)->revision;
	bool adjudicate = known && !check_is_extract(check) && check_is_of_one_revision(check);
	if (adjudicate && !check_replay(check))
		return;
	if (check_signature(check) && check_receipts(check) && !adjudicate)
		leave_unadjudicated(check);
}

void verify_record(const char *bytes, size_t size, const struct verify_options *options,
		   struct verify_report *report)
{
	struct check *check = allocate(1, sizeof(*check));
	struct fault fault;

	*report = (struct verify_report){.verdict = VERIFY_RIGHT};
	check->options = options;
	check->report = report;
	check->bytes = bytes;
	check->size = size;
	check->dice = (struct pn_dice_source){check, label_bytes, seal_again};
	if (!fault_guard(run_checks, check, &fault))
		check_fail(check, check->at, "the rules cannot follow it (%s)", fault.condition);
	check_give_back(check);
	free(check);
}
