/* A record judged again: the lines are read and the commands played as pennon-verify does it,
 * but for cryptography, which the page has. A die shows the face that the record gives its
 * label, and a seal is the one that the record has for its slot. */

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/write.h"
#include "module.h"
#include "verify/check.h"

/* A label of the record, looked for from the line that is being played on. */
static uint8_t face_of(const struct check *check, const char *label)
{
	for (uint32_t i = check->at; i < check->count; i++) {
		const struct pn_event *event = &check->line[i].event;

		if (check->line[i].line.kind != RECORD_EVENT)
			continue;
		for (uint8_t k = 0; k < pn_event_dice(event); k++) {
			const struct pn_die die = pn_event_die(&check->start, event, k);

			if (strcmp(die.label, label) == 0)
				return die.face;
		}
	}
	return 1; /* then the rolls differ, and that is found */
}

/* One less than a face is a byte that gives it, for any die: pn_die_face(). */
static void roll_as_told(void *context, const char *label, uint32_t block,
			 uint8_t out[PN_BLOCK_BYTES])
{
	(void)block;
	memset(out, face_of(context, label) - 1, PN_BLOCK_BYTES);
}

static void seal_as_told(void *context, const char *slot, const struct pn_orders *content,
			 uint8_t salt[PN_HASH_BYTES], uint8_t commitment[PN_HASH_BYTES])
{
	const struct check *check = context;
	const struct pn_event *opening = check_opening(check, slot);

	(void)content;
	memset(salt, 0, PN_HASH_BYTES);
	memset(commitment, 0, PN_HASH_BYTES);
	if (opening)
		memcpy(salt, opening->opening.salt, PN_HASH_BYTES);
	for (uint32_t i = check->at; i < check->count; i++) {
		const struct pn_event *event = &check->line[i].event;
		char name[PN_LABEL_BYTES];

		if (check->line[i].line.kind != RECORD_EVENT || event->kind != PN_EVENT_SEALED)
			continue;
		pn_slot_write(name, &check->start, event->sealed.slot);
		if (strcmp(name, slot) != 0)
			continue;
		memcpy(commitment, event->sealed.commitment, PN_HASH_BYTES);
		return;
	}
}

/* ---- the answer ---- */

static void write_wrong(struct text *out, const struct check *check)
{
	write_key_name(out, "clause", check->clause.text);
	write_key_integer(out, "line", check->report->line);
	write_key_string(out, "reason", check->report->reason);
	write_key_name(out, "verdict", "wrong");
}

/* Why the rules are not asked; NULL: they are. */
static const char *why_unasked(const struct check *check)
{
	if (check_is_extract(check))
		return "extract";
	if (!check_is_of_one_revision(check))
		return "revised";
	if (check->header.revision != pn_rules_at(check->header.ruleset)->revision)
		return "revision";
	return NULL;
}

static void judge(struct check *check, struct text *out)
{
	const char *why;

	write_byte(out, '{');
	if (!check_read(check)) {
		write_wrong(out, check);
	} else if ((why = why_unasked(check)) != NULL) {
		write_key_name(out, "reason", why);
		write_key_integer(out, "revision", check->header.revision);
		write_key_name(out, "verdict", "unasked");
	} else if (!check_replay(check)) {
		write_wrong(out, check);
	} else {
		write_key_integer(out, "commands", check->report->commands);
		write_key_name(out, "verdict", "right");
	}
	write_byte(out, '}');
}

MODULE_EXPORT("judge") const char *module_judge(const char *record, size_t size)
{
	static struct text answer;
	struct verify_report report = {0};
	struct check *check = allocate(1, sizeof(*check));

	text_clear(&answer);
	check->report = &report;
	check->bytes = record;
	check->size = size;
	check->dice = (struct pn_dice_source){check, roll_as_told, seal_as_told};
	check->tell = module_tell;
	judge(check, &answer);
	check_give_back(check);
	free(check);
	return answer.bytes;
}
