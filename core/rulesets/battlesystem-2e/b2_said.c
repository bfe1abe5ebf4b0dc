/* Reactions that were said and are kept until their moment (B2-63).
 *
 * The owner of a window says the reactions to a move in any order. One with a moment ahead is kept,
 * open to all, while another unit of the side may still say one: each is a pending decision that
 * nobody owes, below the window. When the window is closed they are carried out, the one whose
 * moment comes first before the others. */

#include "b2_moment.h"
#include "common.h"

/* Of B2_SAID: `unit` reacts to `other`; `value` is the point of its moment, the stage the kind of
 * moment, and whether it makes no manoeuvre. */
enum { WITHOUT_MANOEUVRE = PN_WHEN_COUNT };

bool b2_has_said(const struct pn_game *view, pn_unit_id id)
{
	for (uint8_t i = 0; i < view->pending_count; i++)
		if (view->pending[i].decision == B2_SAID && view->pending[i].unit == id)
			return true;
	return false;
}

bool b2_anybody_said(const struct pn_game *view)
{
	for (uint8_t i = 0; i < view->pending_count; i++)
		if (view->pending[i].decision == B2_SAID)
			return true;
	return false;
}

static struct pn_pending pending_of(const struct pn_command *command)
{
	const struct pn_moment moment = command->moment;
	const bool plain = command->path.given && command->path.count == 0;

	return (struct pn_pending){
		.decision = B2_SAID,
		.unit = command->unit,
		.other = command->target,
		.stage = (uint8_t)(moment.when + (plain ? WITHOUT_MANOEUVRE : 0)),
		.value = moment.when == PN_WHEN_AT
				 ? b2_pack((struct b2_point){moment.leg, moment.at})
				 : 0,
	};
}

static struct pn_command command_of(const struct pn_pending *said)
{
	const struct b2_point point = b2_unpack(said->value);
	struct pn_command command = pn_command_of(PN_COMMAND_OPPORTUNITY_CHARGE);

	command.unit = said->unit;
	command.target = said->other;
	command.path.given = said->stage >= WITHOUT_MANOEUVRE;
	command.moment = (struct pn_moment){
		.when = said->stage % WITHOUT_MANOEUVRE,
		.leg = point.leg,
		.at = point.at,
	};
	return command;
}

bool b2_can_keep(const struct pn_game *view)
{
	/* The one that is said, one that is owed before, a reaction and its manoeuvre. */
	enum { STILL_TO_COME = 4 };

	return view->pending_count + STILL_TO_COME <= PN_PENDING_MAX;
}

void b2_keep(struct pn_step *step, const struct pn_command *command)
{
	pn_open(step, pending_of(command), PN_CLAUSE("B2-63"));
}

void b2_take_kept(struct pn_step *step, struct b2_kept *out)
{
	out->count = 0;
	while (pn_top_pending(step->game)->decision == B2_SAID) {
		out->of[out->count++] = command_of(pn_top_pending(step->game));
		pn_close(step, PN_CLAUSE("B2-63"));
	}
}

void b2_keep_rest(struct pn_step *step, const struct b2_kept *kept, pn_unit_id done)
{
	for (uint8_t i = kept->count; i-- > 0;)
		if (kept->of[i].unit != done)
			b2_keep(step, &kept->of[i]);
}
