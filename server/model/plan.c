/* What a side does without being asked. A plan comes first, then passes that cover this
 * window, then standing orders; whatever is not lawful by the side's own view is not
 * done: a plan stops at it, an order leaves the decision to the next order. */

#include "model/plan.h"

/* ---- what is written ---- */

static bool is_there(const struct pn_game *game, pn_unit_id unit)
{
	return unit == PN_NO_UNIT || unit < game->unit_count;
}

const char *plan_fault(const struct plan *plan, const struct pn_game *game, uint8_t *item)
{
	const struct pn_rules *rules = pn_rules_of(game);

	for (*item = 0; *item < plan->count; ++*item) {
		const struct plan_item *at = &plan->item[*item];

		if (pn_is_parley(at->command.kind))
			return "What can be done at any time needs no plan.";
		if (!rules->commands[at->command.kind].check)
			return "The rule book has no such command.";
		if (at->decision != PLAN_ANY_DECISION &&
		    !pn_set_has(&rules->decisions.row[at->decision].commands, at->command.kind))
			return "The decision is not answered with such a command.";
		if (!is_there(game, at->command.unit) || !is_there(game, at->command.target))
			return "The game has no such unit.";
	}
	return NULL;
}

static const char *order_fault(const struct standing_order *order, const struct pn_game *game,
			       pn_side side)
{
	const struct pn_rules *rules = pn_rules_of(game);

	if (order->unit != PN_NO_UNIT &&
	    (order->unit >= game->unit_count || game->unit[order->unit].side == side))
		return "An order is about a unit of the enemy.";
	if (order->answer != ORDER_REACT)
		return NULL;
	if (order->with >= game->unit_count || game->unit[order->with].side != side)
		return "Who reacts is a unit of one's own.";
	if (order->reaction != PN_COMMAND_COUNT && !rules->commands[order->reaction].check)
		return "The rule book has no such command.";
	return NULL;
}

const char *standing_orders_fault(const struct standing_orders *orders, const struct pn_game *game,
				  pn_side side, uint8_t *item)
{
	for (*item = 0; *item < orders->count; ++*item) {
		const char *fault = order_fault(&orders->order[*item], game, side);

		if (fault)
			return fault;
	}
	return NULL;
}

/* ---- what can never be ---- */

/* Its `unit` says which melee is meant, by either side's. */
static bool names_melee(enum pn_command_kind kind)
{
	return kind == PN_COMMAND_PROPOSE_OUTCOME || kind == PN_COMMAND_ACCEPT_OUTCOME ||
	       kind == PN_COMMAND_REFUSE_OUTCOME || kind == PN_COMMAND_LEAVE_OPEN;
}

static bool is_of(const struct pn_game *view, pn_unit_id unit, pn_side side)
{
	return unit < view->unit_count && view->unit[unit].side == side;
}

static struct plan_refusal refuse(enum pn_refusal code, pn_clause clause, const char *member)
{
	return (struct plan_refusal){.verdict = pn_refuse(code, clause), .member = member};
}

/* PN-04: the unit is one's own, the target the enemy's. PN-13: only a pass of a window covers
 * others. */
static struct plan_refusal refuse_item(const struct plan_item *item, const struct pn_game *view,
				       pn_side side)
{
	const struct pn_command *command = &item->command;
	struct plan_refusal none = {.verdict = pn_lawful()};

	if (!names_melee(command->kind) && is_of(view, command->unit, pn_opponent(side)))
		return refuse(PN_REFUSE_NOT_YOUR_UNIT, PN_CLAUSE("PN-04"), "unit");
	if (is_of(view, command->target, side))
		return refuse(PN_REFUSE_NOT_AN_ENEMY, PN_CLAUSE("PN-04"), "target");
	if (item->decision != PLAN_ANY_DECISION && command->until != PN_UNTIL_ASKED &&
	    !pn_rules_of(view)->decisions.row[item->decision].window)
		return refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("PN-13"), "until");
	if (command->kind != PN_COMMAND_ORDER_STACK)
		return none;
	for (uint8_t i = 0; i < command->units.count; i++) {
		struct plan_refusal foreign =
			refuse(PN_REFUSE_NOT_YOUR_UNIT, PN_CLAUSE("PN-04"), "units");

		foreign.place = i;
		if (!is_of(view, command->units.of[i], side))
			return foreign;
	}
	return none;
}

struct plan_refusal plan_refusal(const struct plan *plan, const struct pn_game *view, pn_side side)
{
	struct plan_refusal refusal = {.verdict = pn_lawful()};

	for (uint8_t i = 0; i < plan->count && refusal.verdict.code == PN_LAWFUL; i++) {
		refusal = refuse_item(&plan->item[i], view, side);
		refusal.item = i;
	}
	return refusal;
}

static const char *order_vain(const struct standing_order *order, const struct pn_game *view,
			      const char **member)
{
	const struct pn_rules *rules = pn_rules_of(view);
	const struct pn_command_set *answers =
		order->decision == PLAN_ANY_DECISION
			? NULL
			: &rules->decisions.row[order->decision].commands;

	*member = "class";
	if (order->unit != PN_NO_UNIT && order->class != ORDER_ANY_CLASS &&
	    order->class != view->unit[order->unit].class)
		return "The unit is of another class.";
	*member = "reaction";
	if (answers && order->answer == ORDER_REACT && order->reaction != PN_COMMAND_COUNT &&
	    !pn_set_has(answers, order->reaction))
		return "The decision is not answered with such a command.";
	*member = "answer";
	if (answers && order->answer == ORDER_PASS && !pn_set_has(answers, PN_COMMAND_PASS))
		return "The decision cannot be passed.";
	return NULL;
}

const char *standing_orders_vain(const struct standing_orders *orders, const struct pn_game *view,
				 uint8_t *item, const char **member)
{
	for (*item = 0; *item < orders->count; ++*item) {
		const char *vain = order_vain(&orders->order[*item], view, member);

		if (vain)
			return vain;
	}
	return NULL;
}

/* ---- lines ---- */

/* A stretch of a segment, from low to high, each a fraction from 0 to 1. */
struct stretch {
	int64_t low[2], high[2]; /* numerator, denominator > 0 */
};

static bool is_less(const int64_t a[2], const int64_t b[2])
{
	__extension__ typedef __int128 wide;

	return (wide)a[0] * b[1] < (wide)b[0] * a[1];
}

/* Keep what of the stretch has a value of at least 0, that goes evenly from `first` at 0
 * to `last` at 1. */
static bool keep(struct stretch *stretch, int64_t first, int64_t last)
{
	int64_t zero[2] = {first, first - last};

	if (first >= 0 && last >= 0)
		return true;
	if (first < 0 && last < 0)
		return false;
	if (zero[1] < 0) {
		zero[0] = -zero[0];
		zero[1] = -zero[1];
	}
	if (first < 0 && is_less(stretch->low, zero))
		memcpy(stretch->low, zero, sizeof(zero));
	if (last < 0 && is_less(zero, stretch->high))
		memcpy(stretch->high, zero, sizeof(zero));
	return !is_less(stretch->high, stretch->low);
}

/* Left of the line; past its first point; before its second: each at least 0. */
static void place(const pn_vec line[2], pn_vec point, int64_t out[3])
{
	const int64_t x = line[1].x - line[0].x, y = line[1].y - line[0].y;
	const int64_t from_x = point.x - line[0].x, from_y = point.y - line[0].y;
	const int64_t along = x * from_x + y * from_y;

	out[0] = x * from_y - y * from_x;
	out[1] = along;
	out[2] = x * x + y * y - along;
}

bool front_is_over(const struct pn_unit *unit, const pn_vec line[2])
{
	const pn_len half = pn_frontage(pn_unit_formation(unit)) / 2;
	const pn_angle right = (pn_angle)(unit->pose.facing + PN_DEGREES_90);
	const pn_angle left = (pn_angle)(unit->pose.facing - PN_DEGREES_90);
	struct stretch stretch = {{0, 1}, {1, 1}};
	int64_t first[3], last[3];

	place(line, pn_add(unit->pose.at, pn_along(left, half)), first);
	place(line, pn_add(unit->pose.at, pn_along(right, half)), last);
	for (int i = 0; i < 3; i++) {
		if (!keep(&stretch, first[i], last[i]))
			return false;
	}
	return true;
}

/* ---- how far it has come ---- */

struct intent intent_none(void)
{
	return (struct intent){.plan = NULL};
}

void intent_set_plan(struct intent *intent, const struct plan *plan)
{
	intent->plan = plan && plan->count ? plan : NULL;
	intent->next = 0;
	intent->step_over = false;
	intent->held = false;
}

void intent_set_orders(struct intent *intent, const struct standing_orders *orders)
{
	intent->orders = orders && orders->count ? orders : NULL;
	intent->held = false;
}

void intent_stop(struct intent *intent)
{
	intent->plan = NULL;
	intent->next = 0;
}

void intent_acted(struct intent *intent, enum pn_command_kind kind)
{
	intent->held = kind == PN_COMMAND_UNDO;
}

void intent_done(struct intent *intent, uint8_t done)
{
	intent->next = (uint8_t)(done + 1);
	if (intent->plan && intent->next >= intent->plan->count)
		intent_stop(intent);
}

static void drop_pass(struct intent *intent, uint8_t index)
{
	intent->pass_count--;
	memmove(&intent->pass[index], &intent->pass[index + 1],
		(intent->pass_count - index) * sizeof(intent->pass[0]));
}

/* Forget what was said of the windows of this unit's move. */
static void begin_more(struct intent *intent, pn_unit_id unit)
{
	for (uint8_t i = intent->pass_count; i-- > 0;) {
		if (intent->pass[i].until == PN_UNTIL_UNIT_DOES_MORE &&
		    intent->pass[i].unit == unit)
			drop_pass(intent, i);
	}
}

static void take_back(struct intent *intent, struct pn_mark mark)
{
	for (uint8_t i = intent->pass_count; i-- > 0;) {
		if (intent->pass[i].mark.owner == mark.owner &&
		    intent->pass[i].mark.number == mark.number)
			drop_pass(intent, i);
	}
}

/* The oldest goes when there is no room. */
static void add_pass(struct intent *intent, const struct pn_event *event)
{
	if (intent->pass_count == WINDOW_PASSES_MAX)
		drop_pass(intent, 0);
	intent->pass[intent->pass_count++] =
		(struct window_pass){event->will_pass.until, event->will_pass.unit, event->mark};
}

/* A step is over, and with it what holds for it alone; a plan of which nothing else is left, too. */
static void end_step(struct intent *intent)
{
	uint8_t next = intent->next;

	intent->pass_count = 0;
	intent->step_over = true;
	while (intent->plan && next < intent->plan->count && intent->plan->item[next].this_step)
		next++;
	if (intent->plan && next == intent->plan->count)
		intent_stop(intent);
}

void intent_follow(struct intent *intent, pn_side side, const struct pn_event *event)
{
	switch ((int)event->kind) {
	case PN_EVENT_WILL_PASS:
		if (event->by == side)
			add_pass(intent, event);
		break;
	case PN_EVENT_PHASE_ENTERED:
	case PN_EVENT_TURN_BEGAN:
	case PN_EVENT_ENDED:
		end_step(intent);
		break;
	case PN_EVENT_MOVE_ANNOUNCED:
		begin_more(intent, event->move_announced.unit);
		break;
	case PN_EVENT_CHARGE_BEGAN:
		begin_more(intent, event->charge_began.unit);
		break;
	case PN_EVENT_UNDONE:
		take_back(intent, event->undone.mark);
		break;
	default:
		break;
	}
}

/* Has the side fewer figures than before, or a unit less? */
static bool has_lost(const struct pn_game *before, const struct pn_game *after, pn_side side)
{
	for (pn_unit_id i = 0; i < after->unit_count; i++) {
		const struct pn_unit *was = &before->unit[i], *is = &after->unit[i];

		if (is->side == side &&
		    (is->figures < was->figures || (was->on_board && !is->on_board)))
			return true;
	}
	return false;
}

static bool is_own(const struct pn_game *game, pn_side side, pn_who who)
{
	return who < game->unit_count && game->unit[who].side == side;
}

enum pn_plan_stop intent_stopped_by(const struct intent *intent, pn_side side,
				    const struct pn_game *before, const struct pn_game *after,
				    const struct pn_event *event, size_t count)
{
	unsigned happened = has_lost(before, after, side) ? PLAN_STOP_BIT(LOSS) : 0;

	if (!intent->plan)
		return PN_STOP_REFUSED;
	for (size_t i = 0; i < count; i++) {
		if (!pn_event_seen(&event[i], side))
			continue;
		if (event[i].kind == PN_EVENT_REACTION_DECLARED &&
		    !is_own(after, side, event[i].reaction_declared.unit))
			happened |= PLAN_STOP_BIT(REACTION);
		if (event[i].kind == PN_EVENT_ROLLED && event[i].rolled.result == PN_ROLL_FAILED &&
		    is_own(after, side, event[i].rolled.who))
			happened |= PLAN_STOP_BIT(FAILED_CHECK);
		if (event[i].kind == PN_EVENT_CONTACT)
			happened |= PLAN_STOP_BIT(CONTACT);
	}
	happened &= intent->plan->stop_at;
	for (int stop = PN_STOP_REFUSED + 1; stop < PN_PLAN_STOP_COUNT; stop++) {
		if (happened & 1u << stop)
			return (enum pn_plan_stop)stop;
	}
	return PN_STOP_REFUSED;
}

/* ---- what it does now ---- */

/* Is the time past that the item is for? */
static bool is_past(const struct intent *intent, const struct plan_item *item,
		    const struct pn_game *view)
{
	return (item->this_step && intent->step_over) || (item->turn && item->turn < view->turn);
}

/* Can the item answer the decision on top? */
static bool answers(const struct plan_item *item, const struct pn_game *view)
{
	uint8_t decision = pn_top_pending(view)->decision;
	const struct pn_decision_rule *rule = &pn_rules_of(view)->decisions.row[decision];

	if (item->turn && item->turn != view->turn)
		return false;
	if (item->decision != PLAN_ANY_DECISION)
		return item->decision == decision;
	return pn_set_has(&rule->commands, item->command.kind);
}

/* The first item that answers, with none before it that had to come first; or past the
 * end. */
static uint8_t find_item(const struct intent *intent, const struct pn_game *view)
{
	const struct plan *plan = intent->plan;

	for (uint8_t i = intent->next; i < plan->count; i++) {
		const struct plan_item *item = &plan->item[i];

		if (is_past(intent, item, view))
			continue;
		if (answers(item, view))
			return i;
		if (!item->if_asked)
			return plan->count;
	}
	return plan->count;
}

static bool is_window(const struct pn_game *view)
{
	return pn_rules_of(view)->decisions.row[pn_top_pending(view)->decision].window;
}

static bool covers(const struct window_pass *pass, const struct pn_game *view, pn_unit_id unit)
{
	switch ((enum pn_until)pass->until) {
	case PN_UNTIL_UNIT_DOES_MORE:
		return pass->unit == unit;
	case PN_UNTIL_CLASS:
		return view->unit[pass->unit].class == view->unit[unit].class;
	case PN_UNTIL_STEP:
		return true;
	case PN_UNTIL_ASKED:
	case PN_UNTIL_COUNT:
		break;
	}
	return false;
}

static const struct pn_command plain_pass = {
	.kind = PN_COMMAND_PASS, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

static bool is_covered(const struct intent *intent, const struct pn_game *view)
{
	pn_unit_id unit = pn_top_pending(view)->unit;

	for (uint8_t i = 0; unit != PN_NO_UNIT && i < intent->pass_count; i++) {
		if (covers(&intent->pass[i], view, unit))
			return true;
	}
	return false;
}

/* The enemy's unit that the decision on top is about: whose move it is, or who is behind it. */
static pn_unit_id enemy_of(const struct pn_game *view, pn_side side)
{
	const struct pn_pending *top = pn_top_pending(view);

	if (top->unit != PN_NO_UNIT && view->unit[top->unit].side != side)
		return top->unit;
	if (top->other != PN_NO_UNIT && view->unit[top->other].side != side)
		return top->other;
	return PN_NO_UNIT;
}

/* Is the decision on top one that the order speaks of? */
static bool applies(const struct standing_order *order, const struct pn_game *view, pn_side side)
{
	const struct pn_pending *top = pn_top_pending(view);
	const pn_unit_id enemy = enemy_of(view, side);

	if (order->decision == PLAN_ANY_DECISION ? !is_window(view)
						 : order->decision != top->decision)
		return false;
	if (order->unit != PN_NO_UNIT && order->unit != enemy)
		return false;
	if (order->class == ORDER_ANY_CLASS && !order->has_line)
		return true;
	if (enemy == PN_NO_UNIT)
		return false;
	if (order->class != ORDER_ANY_CLASS && order->class != view->unit[enemy].class)
		return false;
	return !order->has_line || front_is_over(&view->unit[enemy], order->line);
}

/* At the moment that the order names, with no manoeuvre. False: it may not react then. */
static bool take_moment(const struct standing_order *order, const struct pn_game *view,
			pn_side side, struct pn_command *reaction)
{
	if (order->moment.when == PN_WHEN_NOW || reaction->kind != PN_COMMAND_OPPORTUNITY_CHARGE)
		return true;
	reaction->moment = order->moment;
	return pn_check(view, side, reaction).code == PN_LAWFUL;
}

/* What is listed, asked at most once a look: it may cost milliseconds. */
struct asking {
	struct pn_actions *room;
	bool asked;
};

/* The reaction of the unit, as it is listed. */
static bool find_reaction(const struct standing_order *order, const struct pn_game *view,
			  pn_side side, struct asking *asking, struct pn_command *out)
{
	if (!asking->asked)
		pn_list_actions(view, side, asking->room);
	asking->asked = true;
	for (uint16_t i = 0; i < asking->room->count; i++) {
		const struct pn_action *action = &asking->room->action[i];

		if (action->group == PN_GROUP_REACT && action->command.unit == order->with &&
		    (order->reaction == PN_COMMAND_COUNT ||
		     order->reaction == (uint8_t)action->command.kind)) {
			*out = action->command;
			return take_moment(order, view, side, out);
		}
	}
	return false;
}

/* What the order comes to. False: nothing that could be done. */
static bool order_command(const struct standing_order *order, const struct pn_game *view,
			  pn_side side, struct asking *asking, struct pn_command *out)
{
	const struct pn_decision_rule *rule =
		&pn_rules_of(view)->decisions.row[pn_top_pending(view)->decision];

	switch ((enum order_answer)order->answer) {
	case ORDER_REACT:
		return find_reaction(order, view, side, asking, out);
	case ORDER_PASS:
		*out = plain_pass;
		break;
	case ORDER_DEFAULT:
		*out = rule->fallback(view, side);
		break;
	case ORDER_ASK:
	case ORDER_ANSWER_COUNT:
		return false;
	}
	return pn_check(view, side, out).code == PN_LAWFUL;
}

/* The first order that applies and can be followed. */
static bool find_order(const struct standing_orders *orders, const struct pn_game *view,
		       pn_side side, struct pn_actions *room, struct pn_command *out)
{
	struct asking asking = {.room = room};

	for (uint8_t i = 0; i < orders->count; i++) {
		const struct standing_order *order = &orders->order[i];

		if (!applies(order, view, side))
			continue;
		if (order->answer == ORDER_ASK)
			return false;
		if (order_command(order, view, side, &asking, out))
			return true;
	}
	return false;
}

bool intent_owes(const struct intent *intent, const struct pn_game *view, pn_side side)
{
	return (intent->plan || intent->orders || intent->pass_count) && !intent->held &&
	       !view->over && pn_owes(view, side);
}

struct intent_answer intent_next(const struct intent *intent, const struct pn_game *view,
				 pn_side side, struct pn_actions *room)
{
	struct intent_answer answer = {.source = INTENT_ASKS};

	if (!intent_owes(intent, view, side))
		return answer;
	answer.item = intent->plan ? find_item(intent, view) : 0;
	if (intent->plan && answer.item < intent->plan->count) {
		answer.command = intent->plan->item[answer.item].command;
		answer.verdict = pn_check(view, side, &answer.command);
		answer.source = answer.verdict.code == PN_LAWFUL ? INTENT_PLAN : INTENT_REFUSED;
		return answer;
	}
	if (intent->orders)
		answer.delay_minutes = intent->orders->delay_minutes;
	if (is_covered(intent, view) && pn_check(view, side, &plain_pass).code == PN_LAWFUL) {
		answer.source = INTENT_PASS;
		answer.command = plain_pass;
	} else if (intent->orders &&
		   find_order(intent->orders, view, side, room, &answer.command)) {
		answer.source = INTENT_ORDER;
	}
	return answer;
}
