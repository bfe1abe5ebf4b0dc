/* Taking events in. This file, evolve_parley.c and evolve_marks.c alone write to a game, and
 * they know no rule: an event says what happened, never why.
 *
 * Truth, red, blue and the public fold the same functions over different lists. The
 * only events that not all of them get are `drafted` and `sealed_content`, and these
 * write to `secret` alone, which `revealed` empties again: so all four agree on
 * everything outside `secret` at every moment. */

#include "evolve.h"
#include "loose.h"

static struct pn_unit *unit_of(struct pn_game *game, pn_unit_id unit)
{
	pn_assert(unit < game->unit_count);
	return &game->unit[unit];
}

static const struct pn_order no_order = {.target = PN_NO_UNIT};

static void begin_turn(struct pn_game *game, const struct pn_event *event)
{
	const struct pn_rules *rules = pn_rules_of(game);
	uint32_t lasting = 0;

	for (uint8_t i = 0; i < rules->flags.count; i++)
		if (!rules->flags.row[i].of_turn)
			lasting |= 1u << i;
	for (uint8_t i = 0; i < rules->facts.count; i++)
		if (rules->facts.row[i].of_turn)
			game->facts[i] = rules->facts.row[i].initial;
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		struct pn_unit *unit = &game->unit[i];

		unit->flags &= lasting;
		for (uint8_t k = 0; k < rules->tallies.count; k++)
			if (rules->tallies.row[k].of_turn)
				unit->tally[k] = 0;
		unit->moved = 0;
		unit->bend = 0;
		unit->order = no_order;
	}
	game->turn = event->turn_began.turn;
	pn_begin_cups(game);
	/* PN-33. */
	if (game->agreement_ends)
		memset(&game->agreed, 0, sizeof game->agreed);
	if (game->coming.made)
		game->agreed = game->coming;
	memset(&game->coming, 0, sizeof game->coming);
	game->agreement_ends = false;
	game->active = PN_NO_SIDE;
}

static void enter_phase(struct pn_game *game, const struct pn_event *event)
{
	game->phase = event->phase_entered.phase;
	game->active = event->phase_entered.active;
	game->rolled_count = 0;
	game->ready = 0;
}

static void open_decision(struct pn_game *game, const struct pn_event *event)
{
	pn_assert(game->pending_count < PN_PENDING_MAX);
	game->pending[game->pending_count++] = event->decision_opened;
}

static void answer_decision(struct pn_game *game, const struct pn_event *event)
{
	pn_assert(game->pending_count > 0);
	game->pending[game->pending_count - 1].owes &=
		(uint8_t) ~(1u << event->decision_answered.side);
}

static void close_decision(struct pn_game *game, const struct pn_event *event)
{
	pn_assert(game->pending_count > 0);
	pn_assert(game->pending[game->pending_count - 1].decision ==
		  event->decision_closed.decision);
	game->pending_count--;
}

static void declare_charge(struct pn_game *game, const struct pn_event *event)
{
	unit_of(game, event->charge_declared.unit)->order =
		(struct pn_order){PN_VERB_CHARGE, event->charge_declared.target, 0};
}

static void draft(struct pn_game *game, const struct pn_event *event)
{
	const struct pn_unit *unit = unit_of(game, event->drafted.unit);

	game->secret[unit->side].draft[pn_place_of(game, event->drafted.unit)] =
		event->drafted.order;
}

static pn_side slot_side(const struct pn_game *game, struct pn_slot slot)
{
	return slot.who >= PN_UNITS_MAX ? (pn_side)(slot.who - PN_UNITS_MAX)
					: game->unit[slot.who].side;
}

static void seal(struct pn_game *game, const struct pn_event *event)
{
	game->ready |= (uint8_t)(1u << slot_side(game, event->sealed.slot));
}

/* The content leaves the drafts and waits, fixed, for its `revealed`. */
static void keep_sealed(struct pn_game *game, const struct pn_event *event)
{
	struct pn_secret *secret = &game->secret[slot_side(game, event->opening.slot)];

	for (uint8_t i = 0; !event->opening.content.places && i < event->opening.content.count;
	     i++) {
		uint8_t place = pn_place_of(game, event->opening.content.item[i].unit);

		secret->sealed[place] = event->opening.content.item[i].order;
		secret->draft[place] = no_order;
	}
	pn_assert(event->opening.slot.number <= PN_SIDE_UNITS_MAX);
	memcpy(secret->salt[event->opening.slot.number], event->opening.salt, PN_HASH_BYTES);
}

/* Its place in a sealed deployment; NULL: it has none. */
static void note_place(struct pn_game *game, pn_unit_id unit, const pn_pose *to)
{
	struct pn_secret *secret = &game->secret[unit_of(game, unit)->side];
	const uint8_t place = pn_place_of(game, unit);

	secret->place[place] = to ? pn_figure_pack(*to) : (pn_figure){{0}};
	secret->placed &= ~(UINT64_C(1) << place);
	secret->placed |= (uint64_t)(to != NULL) << place;
}

static void bring_on(struct pn_game *game, struct pn_unit *unit, pn_pose to)
{
	pn_loose_carry(game, unit, to);
	unit->pose = to;
	unit->on_board = true;
}

/* A unit takes the place that its side had written for it. */
static void take_places(struct pn_game *game, const struct pn_orders *content)
{
	for (uint8_t i = 0; i < content->count; i++) {
		bring_on(game, unit_of(game, content->place[i].unit), content->place[i].to);
		note_place(game, content->place[i].unit, NULL);
	}
}

static void take_orders(struct pn_game *game, struct pn_secret *secret,
			const struct pn_orders *content)
{
	for (uint8_t i = 0; i < content->count; i++) {
		pn_unit_id unit = content->item[i].unit;

		unit_of(game, unit)->order = content->item[i].order;
		secret->sealed[pn_place_of(game, unit)] = no_order;
	}
}

static void reveal(struct pn_game *game, const struct pn_event *event)
{
	struct pn_secret *secret = &game->secret[slot_side(game, event->opening.slot)];

	if (event->opening.content.places)
		take_places(game, &event->opening.content);
	else
		take_orders(game, secret, &event->opening.content);
	pn_assert(event->opening.slot.number <= PN_SIDE_UNITS_MAX);
	memset(secret->salt[event->opening.slot.number], 0, PN_HASH_BYTES);
}

static void count_dice(struct pn_game *game, const struct pn_event *event)
{
	for (uint8_t i = 0; i < game->rolled_count; i++) {
		struct pn_rolled *rolled = &game->rolled[i];

		if (rolled->who == event->rolled.who && rolled->what == event->rolled.what) {
			pn_assert(rolled->count <= UINT16_MAX - PN_FACES_MAX);
			rolled->count = (uint16_t)(rolled->count + event->rolled.count);
			return;
		}
	}
	pn_assert(game->rolled_count < PN_ROLLED_MAX);
	game->rolled[game->rolled_count++] = (struct pn_rolled){
		.who = event->rolled.who,
		.what = event->rolled.what,
		.count = event->rolled.count,
	};
}

static void set_fact(struct pn_game *game, const struct pn_event *event)
{
	pn_assert(event->fact_set.fact < PN_FACTS_MAX);
	game->facts[event->fact_set.fact] = event->fact_set.value;
}

/* Where it first heads, if its book asks; else 0. */
static void begin_charge(struct pn_game *game, const struct pn_event *event)
{
	unit_of(game, event->charge_began.unit)->bend = (int16_t)event->charge_began.bend;
}

/* A charge that is over, however it came out, spends its declaration. */
static void end_charge(struct pn_game *game, const struct pn_event *event)
{
	unit_of(game, event->charge_ended.unit)->order = no_order;
}

static void announce_move(struct pn_game *game, const struct pn_event *event)
{
	const struct pn_unit *unit = unit_of(game, event->move_announced.unit);

	game->announced = event->move_announced.path;
	game->announced.placed = NULL;
	game->announced_placed = event->move_announced.path.placed
					 ? *event->move_announced.path.placed
					 : (struct pn_placed){0};
	game->announced_from = (struct pn_stood){unit->pose, unit->files, unit->gap, unit->form};
}

static void move(struct pn_game *game, const struct pn_event *event)
{
	struct pn_unit *unit = unit_of(game, event->moved.unit);

	pn_loose_carry(game, unit, event->moved.to);
	unit->pose = event->moved.to;
	unit->moved += event->moved.spent;
}

static void take_form(struct pn_game *game, struct pn_unit *unit, uint8_t form)
{
	const struct pn_rules *rules = pn_rules_of(game);

	pn_loose_end(game, unit);
	unit->form = form;
	unit->gap = (uint16_t)pn_form_gap(rules, game->params, form);
	if (rules->forms.row[form].loose)
		pn_loose_begin(game, unit);
}

static void reform(struct pn_game *game, const struct pn_event *event)
{
	struct pn_unit *unit = unit_of(game, event->reformed.unit);

	pn_loose_carry(game, unit, event->reformed.to);
	unit->pose = event->reformed.to;
	unit->files = event->reformed.files;
	if (event->reformed.form != PN_SAME_FORM)
		take_form(game, unit, event->reformed.form);
	unit->moved += event->reformed.spent;
}

static void move_figure(struct pn_game *game, const struct pn_event *event)
{
	struct pn_unit *unit = unit_of(game, event->figure_moved.unit);

	pn_assert(event->figure_moved.figure < unit->loose);
	game->figure[unit->first_figure + event->figure_moved.figure] =
		pn_figure_pack(event->figure_moved.to);
	if (event->figure_moved.figure == 0)
		unit->pose = event->figure_moved.to;
}

static void touch(struct pn_game *game, const struct pn_event *event)
{
	pn_assert(game->contact_count < PN_CONTACTS_MAX);
	game->contact[game->contact_count++] = event->contact;
}

static void set_state(struct pn_game *game, const struct pn_event *event)
{
	unit_of(game, event->state_set.unit)->state = event->state_set.state;
}

static void set_flag(struct pn_game *game, const struct pn_event *event)
{
	struct pn_unit *unit = unit_of(game, event->flag_set.unit);
	uint32_t bit = 1u << event->flag_set.flag;

	unit->flags = event->flag_set.on ? unit->flags | bit : unit->flags & ~bit;
}

static void set_tally(struct pn_game *game, const struct pn_event *event)
{
	struct pn_unit *unit = unit_of(game, event->tally_set.unit);

	pn_assert(event->tally_set.tally < PN_TALLIES_MAX);
	unit->tally[event->tally_set.tally] = event->tally_set.count;
}

static void remove_unit(struct pn_game *game, const struct pn_event *event)
{
	struct pn_unit *unit = unit_of(game, event->removed.unit);
	uint8_t kept = 0;

	unit->on_board = false;
	unit->order = no_order;
	pn_loose_end(game, unit);
	for (uint8_t i = 0; i < game->contact_count; i++)
		if (game->contact[i].unit != event->removed.unit &&
		    game->contact[i].with != event->removed.unit)
			game->contact[kept++] = game->contact[i];
	game->contact_count = kept;
}

/* PN-40. */
static void strike(struct pn_game *game, const struct pn_event *event)
{
	uint8_t *strikes = &game->strikes[event->clock_expired.side];

	pn_assert(event->clock_expired.side < PN_SIDES);
	*strikes = (uint8_t)(*strikes + (*strikes < UINT8_MAX));
}

/* PN-32. What was written for decisions that are taken back is gone with them. */
static void forget_drafts(struct pn_game *game, const struct pn_event *event)
{
	if (event->undone.mark.owner != PN_PUBLIC)
		return;
	/* PN-53. */
	if (!game->proposed.made)
		pn_forget_question(game, PN_PROPOSAL_OUTCOME);
	for (int side = 0; side < PN_SIDES; side++) {
		struct pn_secret *secret = &game->secret[side];
		uint8_t kept = 0;

		for (uint8_t i = 0; i < PN_SIDE_UNITS_MAX; i++)
			secret->draft[i] = no_order;
		memset(secret->place, 0, sizeof secret->place);
		for (uint8_t i = 0; i < secret->undo_count; i++)
			if (secret->undo[i].owner == PN_PUBLIC)
				secret->undo[kept++] = secret->undo[i];
		secret->undo_count = kept;
	}
}

/* Sealed, a place is its side's secret until all are revealed; a unit that comes on later is
 * seen. */
static void deploy(struct pn_game *game, const struct pn_event *event)
{
	if (game->deployment == PN_DEPLOYMENT_SEALED &&
	    game->phase == pn_rules_of(game)->deployment_phase)
		note_place(game, event->deployed.unit, &event->deployed.to);
	else
		bring_on(game, unit_of(game, event->deployed.unit), event->deployed.to);
}

static void take_back(struct pn_game *game, const struct pn_event *event)
{
	if (game->deployment == PN_DEPLOYMENT_SEALED)
		note_place(game, event->taken_back.unit, NULL);
	else
		unit_of(game, event->taken_back.unit)->on_board = false;
}

/* Files close up when fewer figures are left than stood in front. */
static void close_files(struct pn_unit *unit)
{
	if (unit->files > unit->figures && unit->figures > 0)
		unit->files = unit->figures;
}

static void lose_figures(struct pn_game *game, const struct pn_event *event)
{
	struct pn_unit *unit = unit_of(game, event->casualties.unit);

	pn_assert(event->casualties.lost <= unit->figures);
	unit->figures = (uint16_t)(unit->figures - event->casualties.lost);
	close_files(unit);
}

static void end_contact(struct pn_game *game, const struct pn_event *event)
{
	uint8_t kept = 0;

	for (uint8_t i = 0; i < game->contact_count; i++) {
		const struct pn_contact *contact = &game->contact[i];

		if (contact->unit != event->contact_ended.unit ||
		    contact->with != event->contact_ended.with)
			game->contact[kept++] = *contact;
	}
	game->contact_count = kept;
}

static void end(struct pn_game *game, const struct pn_event *event)
{
	game->over = true;
	game->winner = event->ended.winner;
	game->ending = event->ended.ending;
	game->active = PN_NO_SIDE;
	game->pending_count = 0;
}

static void arrange_unit(struct pn_game *game, const struct pn_arranged_unit *given)
{
	struct pn_unit *unit = unit_of(game, given->unit);

	unit->on_board = given->on_board;
	unit->bend = given->bend;
	if (given->has_state)
		unit->state = given->state;
	if (given->has_pose) {
		pn_loose_carry(game, unit, given->pose);
		unit->pose = given->pose;
	}
	if (given->has_flags)
		unit->flags = given->flags;
	if (given->has_tallies)
		memcpy(unit->tally, given->tally, sizeof unit->tally);
	if (given->has_order)
		unit->order = given->order;
	if (given->has_moved)
		unit->moved = given->moved;
	if (given->has_figures)
		unit->figures = given->figures;
	close_files(unit);
	if (given->has_form && given->form != unit->form)
		take_form(game, unit, given->form);
	if (given->has_draft)
		game->secret[unit->side].draft[pn_place_of(game, given->unit)] = given->draft;
}

static void arrange(struct pn_game *game, const struct pn_event *event)
{
	const struct pn_arrangement *given = event->arranged;

	if (given->has_turn)
		game->turn = given->turn;
	if (given->has_phase) {
		game->phase = given->phase;
		game->pending_count = 0;
		game->rolled_count = 0;
	}
	if (given->has_active)
		game->active = given->active;
	for (uint8_t i = 0; i < PN_FACTS_MAX; i++)
		if (given->facts_given & (1u << i))
			game->facts[i] = given->facts[i];
	for (uint8_t i = 0; i < given->unit_count; i++)
		arrange_unit(game, &given->unit[i]);
	for (uint8_t i = 0; i < given->contact_count; i++)
		game->contact[game->contact_count++] = given->contact[i];
	if (given->has_umpire)
		game->umpire = given->umpire;
	if (given->has_decision)
		game->pending[game->pending_count++] = given->decision;
}

/* NULL: the event is told, and changes nothing by itself. */
static void (*const take_in[PN_EVENT_COUNT])(struct pn_game *, const struct pn_event *) = {
	[PN_EVENT_TURN_BEGAN] = begin_turn,
	[PN_EVENT_PHASE_ENTERED] = enter_phase,
	[PN_EVENT_DECISION_OPENED] = open_decision,
	[PN_EVENT_DECISION_ANSWERED] = answer_decision,
	[PN_EVENT_DECISION_CLOSED] = close_decision,
	[PN_EVENT_CHARGE_DECLARED] = declare_charge,
	[PN_EVENT_DRAFTED] = draft,
	[PN_EVENT_SEALED] = seal,
	[PN_EVENT_SEALED_CONTENT] = keep_sealed,
	[PN_EVENT_REVEALED] = reveal,
	[PN_EVENT_ROLLED] = count_dice,
	[PN_EVENT_INITIATIVE_DECIDED] = NULL,
	[PN_EVENT_FACT_SET] = set_fact,
	[PN_EVENT_CHARGE_BEGAN] = begin_charge,
	[PN_EVENT_CHARGE_ENDED] = end_charge,
	[PN_EVENT_REACTION_DECLARED] = NULL,
	[PN_EVENT_MOVE_ANNOUNCED] = announce_move,
	[PN_EVENT_MOVED] = move,
	[PN_EVENT_REFORMED] = reform,
	[PN_EVENT_FIGURE_MOVED] = move_figure,
	[PN_EVENT_CONTACT] = touch,
	[PN_EVENT_STATE_SET] = set_state,
	[PN_EVENT_FLAG_SET] = set_flag,
	[PN_EVENT_TALLY_SET] = set_tally,
	[PN_EVENT_REMOVED] = remove_unit,
	[PN_EVENT_OFFER_MADE] = pn_take_proposal,
	[PN_EVENT_OFFER_ANSWERED] = pn_take_proposal_answer,
	[PN_EVENT_METHOD_WITHDRAWN] = pn_take_method_withdrawn,
	[PN_EVENT_QUESTION_ASKED] = pn_take_question,
	[PN_EVENT_QUESTION_ANSWERED] = pn_take_question_answer,
	[PN_EVENT_UMPIRE_LEFT] = pn_take_umpire_lost,
	[PN_EVENT_UMPIRE_SEATED] = pn_take_umpire_seated,
	[PN_EVENT_DEPLOYED] = deploy,
	[PN_EVENT_TAKEN_BACK] = take_back,
	[PN_EVENT_OUTCOME_PROPOSED] = pn_take_outcome,
	[PN_EVENT_OUTCOME_ANSWERED] = pn_take_outcome_answer,
	[PN_EVENT_CASUALTIES] = lose_figures,
	[PN_EVENT_CONTACT_ENDED] = end_contact,
	[PN_EVENT_PASSED] = NULL,
	[PN_EVENT_WILL_PASS] = NULL,
	[PN_EVENT_PLAN_SET] = NULL,
	[PN_EVENT_PLAN_STOPPED] = NULL,
	[PN_EVENT_STANDING_ORDERS_SET] = NULL,
	[PN_EVENT_UNDONE] = forget_drafts,
	[PN_EVENT_RESIGNED] = NULL,
	[PN_EVENT_ENDED] = end,
	[PN_EVENT_CLOCK_REMINDER] = NULL,
	[PN_EVENT_CLOCK_EXPIRED] = strike,
	[PN_EVENT_DOWN_TIME] = NULL,
	[PN_EVENT_RULES_REVISED] = NULL,
	[PN_EVENT_RESTORED] = NULL,
	[PN_EVENT_OPERATOR_ACTED] = NULL,
	[PN_EVENT_CUP_ROLLED] = pn_take_cup,
	[PN_EVENT_ARMIES_AWAITED] = NULL,
	[PN_EVENT_ARMY_SEALED] = NULL,
	[PN_EVENT_ARMY_REVEALED] = NULL,
	[PN_EVENT_ARMY_WITHDRAWN] = NULL,
	[PN_EVENT_ARRANGED] = arrange,
};

void pn_evolve(struct pn_game *game, const struct pn_event *event)
{
	pn_assert(event->kind < PN_EVENT_COUNT);
	pn_note_undo(game, event);
	if (take_in[event->kind])
		take_in[event->kind](game, event);
}
