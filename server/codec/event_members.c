/* What each kind of event tells, in ascending order of the members' names.
 *
 * "written" sorts behind "type", so that the first "type" of a line stays the event's own
 * whatever a side has written.
 *
 * A member is left out when it says nothing: an active side that there is not, a unit
 * that a decision is not about, a result of a roll that was no test. */

#include "codec/event_members.h"

#define AT(field) (uint16_t) offsetof(struct pn_event, field)

static const struct member common[] = {
	{"audience", FORM_AUDIENCE, AT(audience), 0},
	{"by", FORM_BY, AT(by), 0},
	{"clause", FORM_CLAUSE, AT(clause), 0},
	{"mark", FORM_MARK, AT(mark), 0},
	{"seq", FORM_SEQ, 0, 0},
	{"time", FORM_TIME, 0, 0},
	{"type", FORM_TYPE, AT(kind), NAMES_EVENT},
};

static const struct member turn_began[] = {
	{"turn", FORM_BYTE, AT(turn_began.turn), 0},
};
static const struct member phase_entered[] = {
	{"active", FORM_SIDE_OPTIONAL, AT(phase_entered.active), NAMES_VIEWER},
	{"phase", FORM_INDEX, AT(phase_entered.phase), NAMES_PHASE},
};
static const struct member decision_opened[] = {
	{"decision", FORM_INDEX, AT(decision_opened.decision), NAMES_DECISION},
	{"other", FORM_UNIT_OPTIONAL, AT(decision_opened.other), 0},
	{"queue", FORM_QUEUE, AT(decision_opened), 0},
	{"stage", FORM_STAGE, AT(decision_opened.stage), 0},
	{"unit", FORM_UNIT_OPTIONAL, AT(decision_opened.unit), 0},
	{"value", FORM_VALUE, AT(decision_opened.value), 0},
	{"waiting", FORM_OWES, AT(decision_opened.owes), 0},
};
static const struct member decision_answered[] = {
	{"decision", FORM_INDEX, AT(decision_answered.decision), NAMES_DECISION},
	{"side", FORM_SIDE, AT(decision_answered.side), 0},
};
static const struct member decision_closed[] = {
	{"decision", FORM_INDEX, AT(decision_closed.decision), NAMES_DECISION},
};
static const struct member charge_declared[] = {
	{"target", FORM_UNIT, AT(charge_declared.target), 0},
	{"unit", FORM_UNIT, AT(charge_declared.unit), 0},
};
static const struct member drafted[] = {
	{"order", FORM_ORDER, AT(drafted.order), 0},
	{"unit", FORM_UNIT, AT(drafted.unit), 0},
};
static const struct member sealed[] = {
	{"commitment", FORM_HASH, AT(sealed.commitment), 0},
	{"side", FORM_SLOT_SIDE, AT(sealed.slot), 0},
	{"slot", FORM_SLOT, AT(sealed.slot), 0},
};
static const struct member opening[] = {
	{"content", FORM_ORDERS, AT(opening.content), 0},
	{"salt", FORM_HASH, AT(opening.salt), 0},
	{"side", FORM_SLOT_SIDE, AT(opening.slot), 0},
	{"slot", FORM_SLOT, AT(opening.slot), 0},
};
static const struct member rolled[] = {
	{"faces", FORM_FACES, AT(rolled.face), 0},
	{"label", FORM_LABEL, AT(rolled), 0},
	{"modifier", FORM_SHORT, AT(rolled.modifier), 0},
	{"needed", FORM_NEEDED, AT(rolled.needed), 0},
	{"result", FORM_RESULT, AT(rolled.result), NAMES_RESULT},
	{"sides", FORM_BYTE, AT(rolled.sides), 0},
	{"total", FORM_SHORT, AT(rolled.total), 0},
	{"what", FORM_WHAT, AT(rolled.what), NAMES_ROLL},
	{"who", FORM_WHO, AT(rolled.who), 0},
};
static const struct member initiative_decided[] = {
	{"totals", FORM_TOTALS, AT(initiative_decided.total), 0},
	{"winner", FORM_SIDE, AT(initiative_decided.winner), 0},
};
static const struct member fact_set[] = {
	{"fact", FORM_INDEX, AT(fact_set.fact), NAMES_FACT},
	{"value", FORM_FACT_VALUE, AT(fact_set.value), 0},
};
static const struct member charge_began[] = {
	{"bend", FORM_VALUE, AT(charge_began.bend), 0},
	{"target", FORM_UNIT, AT(charge_began.target), 0},
	{"unit", FORM_UNIT, AT(charge_began.unit), 0},
};
static const struct member charge_ended[] = {
	{"outcome", FORM_INDEX, AT(charge_ended.outcome), NAMES_OUTCOME},
	{"target", FORM_UNIT_OPTIONAL, AT(charge_ended.target), 0},
	{"unit", FORM_UNIT, AT(charge_ended.unit), 0},
};
static const struct member reaction_declared[] = {
	{"reaction", FORM_INDEX, AT(reaction_declared.reaction), NAMES_REACTION},
	{"target", FORM_UNIT_OPTIONAL, AT(reaction_declared.target), 0},
	{"unit", FORM_UNIT, AT(reaction_declared.unit), 0},
};
static const struct member move_announced[] = {
	{"path", FORM_PATH, AT(move_announced.path), 0},
	{"unit", FORM_UNIT, AT(move_announced.unit), 0},
};
static const struct member moved[] = {
	{"manner", FORM_INDEX, AT(moved.manner), NAMES_MANNER},
	{"spent", FORM_LENGTH, AT(moved.spent), 0},
	{"to", FORM_POSE, AT(moved.to), 0},
	{"unit", FORM_UNIT, AT(moved.unit), 0},
};
static const struct member reformed[] = {
	{"files", FORM_BYTE, AT(reformed.files), 0},
	{"formation", FORM_INDEX_OPTIONAL, AT(reformed.form), NAMES_FORM},
	{"manner", FORM_INDEX, AT(reformed.manner), NAMES_LEG},
	{"spent", FORM_LENGTH, AT(reformed.spent), 0},
	{"to", FORM_POSE, AT(reformed.to), 0},
	{"unit", FORM_UNIT, AT(reformed.unit), 0},
};
static const struct member figure_moved[] = {
	{"figure", FORM_BYTE, AT(figure_moved.figure), 0},
	{"to", FORM_POSE, AT(figure_moved.to), 0},
	{"unit", FORM_UNIT, AT(figure_moved.unit), 0},
};
static const struct member contact[] = {
	{"benefits", FORM_BOOL, AT(contact.benefits), 0},
	{"facing", FORM_INDEX, AT(contact.facing), NAMES_FACING},
	{"unit", FORM_UNIT, AT(contact.unit), 0},
	{"with", FORM_UNIT, AT(contact.with), 0},
};
static const struct member state_set[] = {
	{"state", FORM_INDEX, AT(state_set.state), NAMES_STATE},
	{"unit", FORM_UNIT, AT(state_set.unit), 0},
};
static const struct member flag_set[] = {
	{"flag", FORM_INDEX, AT(flag_set.flag), NAMES_FLAG},
	{"on", FORM_BOOL, AT(flag_set.on), 0},
	{"unit", FORM_UNIT, AT(flag_set.unit), 0},
};
static const struct member tally_set[] = {
	{"count", FORM_BYTE, AT(tally_set.count), 0},
	{"tally", FORM_INDEX, AT(tally_set.tally), NAMES_TALLY},
	{"unit", FORM_UNIT, AT(tally_set.unit), 0},
};
static const struct member removed[] = {
	{"unit", FORM_UNIT, AT(removed.unit), 0},
};
static const struct member offer_made[] = {
	{"offer", FORM_INDEX, AT(offer_made.proposal.kind), NAMES_PROPOSAL},
	{"side", FORM_SIDE, AT(offer_made.side), 0},
	{"terms", FORM_TERMS, AT(offer_made.proposal), 0},
};
static const struct member offer_answered[] = {
	{"answer", FORM_INDEX, AT(offer_answered.answer), NAMES_ANSWER},
	{"offer", FORM_INDEX, AT(offer_answered.kind), NAMES_PROPOSAL},
	{"side", FORM_SIDE, AT(offer_answered.side), 0},
};
static const struct member method_withdrawn[] = {
	{"side", FORM_SIDE, AT(method_withdrawn.side), 0},
};
static const struct member question_asked[] = {
	{"question", FORM_INDEX, AT(question_asked.question.kind), NAMES_PROPOSAL},
	{"side", FORM_SIDE, AT(question_asked.side), 0},
	{"terms", FORM_TERMS, AT(question_asked.question), 0},
};
static const struct member question_answered[] = {
	{"answer", FORM_INDEX, AT(question_answered.answer), NAMES_ANSWER},
	{"question", FORM_INDEX, AT(question_answered.kind), NAMES_PROPOSAL},
	{"side", FORM_SIDE, AT(question_answered.side), 0},
};
static const struct member deployed[] = {
	{"to", FORM_POSE, AT(deployed.to), 0},
	{"unit", FORM_UNIT, AT(deployed.unit), 0},
};
static const struct member taken_back[] = {
	{"unit", FORM_UNIT, AT(taken_back.unit), 0},
};
static const struct member outcome_proposed[] = {
	{"outcome", FORM_OUTCOME, AT(outcome_proposed.outcome), 0},
	{"side", FORM_SIDE, AT(outcome_proposed.side), 0},
	{"unit", FORM_UNIT, AT(outcome_proposed.unit), 0},
};
static const struct member outcome_answered[] = {
	{"answer", FORM_INDEX, AT(outcome_answered.answer), NAMES_ANSWER},
	{"side", FORM_INDEX, AT(outcome_answered.side), NAMES_AUTHOR},
	{"unit", FORM_UNIT, AT(outcome_answered.unit), 0},
};
static const struct member casualties[] = {
	{"lost", FORM_NUMBER, AT(casualties.lost), 0},
	{"unit", FORM_UNIT, AT(casualties.unit), 0},
};
static const struct member contact_ended[] = {
	{"unit", FORM_UNIT, AT(contact_ended.unit), 0},
	{"with", FORM_UNIT, AT(contact_ended.with), 0},
};
static const struct member passed[] = {
	{"decision", FORM_INDEX, AT(passed.decision), NAMES_DECISION},
	{"side", FORM_SIDE, AT(passed.side), 0},
};
static const struct member will_pass[] = {
	{"unit", FORM_UNIT, AT(will_pass.unit), 0},
	{"until", FORM_INDEX, AT(will_pass.until), NAMES_UNTIL},
};
static const struct member written[] = {
	{"written", FORM_WRITTEN, AT(written), 0},
};
static const struct member plan_stopped[] = {
	{"done", FORM_BYTE, AT(plan_stopped.done), 0},
	{"reason", FORM_INDEX, AT(plan_stopped.reason), NAMES_PLAN_STOP},
	{"refusal", FORM_REFUSAL, AT(plan_stopped.refusal), NAMES_REFUSAL},
};
static const struct member undone[] = {
	{"undone", FORM_NAMED_MARK, AT(undone.mark), 0},
};
static const struct member resigned[] = {
	{"side", FORM_SIDE, AT(resigned.side), 0},
};
static const struct member ended[] = {
	{"reason", FORM_INDEX, AT(ended.ending), NAMES_ENDING},
	{"winner", FORM_SIDE, AT(ended.winner), 0},
};
static const struct member clock_reminder[] = {
	{"side", FORM_SIDE, AT(clock_reminder.side), 0},
	{"until", FORM_INSTANT, AT(clock_reminder.until_ms), 0},
};
static const struct member clock_expired[] = {
	{"decision", FORM_INDEX, AT(clock_expired.decision), NAMES_DECISION},
	{"side", FORM_SIDE, AT(clock_expired.side), 0},
};
static const struct member down_time[] = {
	{"from", FORM_INSTANT, AT(down_time.from_ms), 0},
	{"until", FORM_INSTANT, AT(down_time.until_ms), 0},
};
static const struct member rules_revised[] = {
	{"revision", FORM_NUMBER, AT(rules_revised.revision), 0},
};
static const struct member restored[] = {
	{"backup", FORM_INSTANT, AT(restored.backup_ms), 0},
};
static const struct member operator_acted[] = {
	{"act", FORM_INDEX, AT(operator_acted.act), NAMES_OPERATOR_ACT},
	{"side", FORM_SIDE_OPTIONAL, AT(operator_acted.side), NAMES_VIEWER},
};
static const struct member cup_rolled[] = {
	{"faces", FORM_CUP_FACES, AT(cup_rolled.face), 0},
	{"label", FORM_CUP_LABEL, AT(cup_rolled), 0},
	{"needed", FORM_STAGE, AT(cup_rolled.needed), 0},
	{"sides", FORM_BYTE, AT(cup_rolled.sides), 0},
	{"total", FORM_SHORT, AT(cup_rolled.total), 0},
	{"who", FORM_WHO, AT(cup_rolled.who), 0},
};
static const struct member armies_awaited[] = {
	{"until", FORM_INSTANT, AT(armies_awaited.until_ms), 0},
};
static const struct member army_sealed[] = {
	{"commitment", FORM_HASH, AT(army_sealed.commitment), 0},
	{"side", FORM_SIDE, AT(army_sealed.side), 0},
};
static const struct member army_revealed[] = {
	{"salt", FORM_HASH, AT(army_revealed.salt), 0},
	{"side", FORM_SIDE, AT(army_revealed.side), 0},
};
static const struct member army_withdrawn[] = {
	{"side", FORM_SIDE, AT(army_withdrawn.side), 0},
};
static const struct member arranged[] = {
	{"given", FORM_ARRANGEMENT, AT(arranged), 0},
};

/* The members of one kind besides the common ones. */
static const struct layout layouts[PN_EVENT_COUNT] = {
	[PN_EVENT_TURN_BEGAN] = LAYOUT(turn_began),
	[PN_EVENT_PHASE_ENTERED] = LAYOUT(phase_entered),
	[PN_EVENT_DECISION_OPENED] = LAYOUT(decision_opened),
	[PN_EVENT_DECISION_ANSWERED] = LAYOUT(decision_answered),
	[PN_EVENT_DECISION_CLOSED] = LAYOUT(decision_closed),
	[PN_EVENT_CHARGE_DECLARED] = LAYOUT(charge_declared),
	[PN_EVENT_DRAFTED] = LAYOUT(drafted),
	[PN_EVENT_SEALED] = LAYOUT(sealed),
	[PN_EVENT_SEALED_CONTENT] = LAYOUT(opening),
	[PN_EVENT_REVEALED] = LAYOUT(opening),
	[PN_EVENT_ROLLED] = LAYOUT(rolled),
	[PN_EVENT_INITIATIVE_DECIDED] = LAYOUT(initiative_decided),
	[PN_EVENT_FACT_SET] = LAYOUT(fact_set),
	[PN_EVENT_CHARGE_BEGAN] = LAYOUT(charge_began),
	[PN_EVENT_CHARGE_ENDED] = LAYOUT(charge_ended),
	[PN_EVENT_REACTION_DECLARED] = LAYOUT(reaction_declared),
	[PN_EVENT_MOVE_ANNOUNCED] = LAYOUT(move_announced),
	[PN_EVENT_MOVED] = LAYOUT(moved),
	[PN_EVENT_REFORMED] = LAYOUT(reformed),
	[PN_EVENT_FIGURE_MOVED] = LAYOUT(figure_moved),
	[PN_EVENT_CONTACT] = LAYOUT(contact),
	[PN_EVENT_STATE_SET] = LAYOUT(state_set),
	[PN_EVENT_FLAG_SET] = LAYOUT(flag_set),
	[PN_EVENT_TALLY_SET] = LAYOUT(tally_set),
	[PN_EVENT_REMOVED] = LAYOUT(removed),
	[PN_EVENT_OFFER_MADE] = LAYOUT(offer_made),
	[PN_EVENT_OFFER_ANSWERED] = LAYOUT(offer_answered),
	[PN_EVENT_METHOD_WITHDRAWN] = LAYOUT(method_withdrawn),
	[PN_EVENT_QUESTION_ASKED] = LAYOUT(question_asked),
	[PN_EVENT_QUESTION_ANSWERED] = LAYOUT(question_answered),
	[PN_EVENT_UMPIRE_LEFT] = {NULL, 0},
	[PN_EVENT_UMPIRE_SEATED] = {NULL, 0},
	[PN_EVENT_DEPLOYED] = LAYOUT(deployed),
	[PN_EVENT_TAKEN_BACK] = LAYOUT(taken_back),
	[PN_EVENT_OUTCOME_PROPOSED] = LAYOUT(outcome_proposed),
	[PN_EVENT_OUTCOME_ANSWERED] = LAYOUT(outcome_answered),
	[PN_EVENT_CASUALTIES] = LAYOUT(casualties),
	[PN_EVENT_CONTACT_ENDED] = LAYOUT(contact_ended),
	[PN_EVENT_PASSED] = LAYOUT(passed),
	[PN_EVENT_WILL_PASS] = LAYOUT(will_pass),
	[PN_EVENT_PLAN_SET] = LAYOUT(written),
	[PN_EVENT_PLAN_STOPPED] = LAYOUT(plan_stopped),
	[PN_EVENT_STANDING_ORDERS_SET] = LAYOUT(written),
	[PN_EVENT_UNDONE] = LAYOUT(undone),
	[PN_EVENT_RESIGNED] = LAYOUT(resigned),
	[PN_EVENT_ENDED] = LAYOUT(ended),
	[PN_EVENT_CLOCK_REMINDER] = LAYOUT(clock_reminder),
	[PN_EVENT_CLOCK_EXPIRED] = LAYOUT(clock_expired),
	[PN_EVENT_DOWN_TIME] = LAYOUT(down_time),
	[PN_EVENT_RULES_REVISED] = LAYOUT(rules_revised),
	[PN_EVENT_RESTORED] = LAYOUT(restored),
	[PN_EVENT_OPERATOR_ACTED] = LAYOUT(operator_acted),
	[PN_EVENT_CUP_ROLLED] = LAYOUT(cup_rolled),
	[PN_EVENT_ARMIES_AWAITED] = LAYOUT(armies_awaited),
	[PN_EVENT_ARMY_SEALED] = LAYOUT(army_sealed),
	[PN_EVENT_ARMY_REVEALED] = LAYOUT(army_revealed),
	[PN_EVENT_ARMY_WITHDRAWN] = LAYOUT(army_withdrawn),
	[PN_EVENT_ARRANGED] = LAYOUT(arranged),
};

struct scrub walk_begin(uint8_t kind)
{
	return (struct scrub){
		.own = layouts[kind].member, .own_left = layouts[kind].count, .shared = common};
}

/* Most names differ in their first letter: this is quicker than strcmp(). */
static bool is_before(const char *name, const char *other)
{
	while (*name != '\0' && *name == *other) {
		name++;
		other++;
	}
	return *name < *other;
}

const struct member *walk_next(struct scrub *walk)
{
	const struct member *shared_end = common + sizeof(common) / sizeof(common[0]);
	if (walk->own_left > 0 &&
	    (walk->shared == shared_end || is_before(walk->own->name, walk->shared->name))) {
		walk->own_left--;
		return walk->own++;
	}
	return walk->shared < shared_end ? walk->shared++ : NULL;
}
