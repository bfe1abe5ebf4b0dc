/* Choosing one command: see pennon/opponent.h. */

#include "pennon/opponent.h"

#include "outcome.h"
#include "playout.h"
#include "step.h"
#include "ways.h"
#include "world.h"

/* A phone plays out some fifty turns in a second. */
static const uint16_t playouts[PN_STRENGTHS] = {2, 40, 160};

/* And at so many ways to do one thing it looks before it plays out the best. */
static const uint16_t first_looks[PN_STRENGTHS] = {0, 4, 16};

uint16_t pn_opponent_playouts(uint8_t strength)
{
	pn_assert(strength >= 1 && strength <= PN_STRENGTHS);
	return playouts[strength - 1];
}

/* ---- what others propose ---- */

static bool is_lawful(const struct pn_game *view, pn_side side, enum pn_command_kind kind)
{
	const struct pn_command command = {.kind = kind, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	return pn_check(view, side, &command).code == PN_LAWFUL;
}

/* It lets a command be taken back and a game be given to it; all else it declines. */
static bool answer_proposal(struct pn_command *out, const struct pn_game *view, pn_side side)
{
	const struct pn_proposal *proposal = &view->proposal[pn_opponent(side)];
	bool yes = proposal->kind == PN_PROPOSAL_UNDO ||
		   (proposal->kind == PN_PROPOSAL_RESULT && proposal->winner == side);

	if (proposal->kind == PN_PROPOSAL_NOTHING)
		return false;
	yes = yes && is_lawful(view, side, PN_COMMAND_ACCEPT_OFFER);
	*out = (struct pn_command){.kind = yes ? PN_COMMAND_ACCEPT_OFFER : PN_COMMAND_DECLINE_OFFER,
				   .unit = PN_NO_UNIT,
				   .target = PN_NO_UNIT};
	return is_lawful(view, side, out->kind);
}

/* ---- what is tried ---- */

/* With `orders` the same may be tried more than once, with other orders after it. */
static void add_try(struct pn_opponent_room *room, uint16_t *count,
		    const struct pn_command *command, uint16_t action, uint16_t preset,
		    uint64_t orders)
{
	struct pn_opponent_try *next = &room->tries[*count];

	for (uint16_t i = 0; i < *count && !orders; i++)
		if (room->tries[i].action == action && room->tries[i].preset == preset)
			return;
	next->orders = orders;
	next->command = *command;
	next->action = action;
	next->preset = preset;
	next->sum = 0;
	(*count)++;
}

/* The best of some ways to do an action, as it looks at first sight; none looked at: any. */
static uint16_t best_variant(struct pn_opponent_room *room, pn_side side,
			     const struct pn_action *action, uint16_t glances)
{
	const uint32_t ways = action->preset_count + 1u;
	const uint32_t looks = ways < glances ? ways : glances;
	const uint32_t from = pn_chance_below(&room->chance, ways);
	uint32_t best = from;
	int32_t most = INT32_MIN;

	for (uint32_t i = 0; i < looks && ways > 1 && !room->stopped; i++) {
		const uint32_t next = (from + i * ways / looks) % ways;
		const int32_t worth =
			pn_glance(room, &room->world, side,
				  pn_variant(&room->listed, action, (uint16_t)next), room->chance);

		if (worth > most) {
			most = worth;
			best = next;
		}
	}
	return (uint16_t)best;
}

/* The listed action in one of its ways; not what leads back. */
static void add_variant(struct pn_opponent_room *room, uint16_t *count, const struct pn_game *view,
			pn_side side, uint16_t index, uint16_t glances)
{
	const struct pn_action *action = &room->listed.action[index];
	const bool orders = pn_asks_for_orders(view);
	const uint16_t which = orders ? pn_any_variant(view, &room->listed, action, &room->chance)
				      : best_variant(room, side, action, glances);
	const struct pn_command *command = pn_variant(&room->listed, action, which);

	if (!pn_leads_back(view, side, command))
		add_try(room, count, command, index, which,
			orders ? pn_chance_next(&room->chance) | 1 : 0);
}

/* How far the path of an action may be that may begin straight on in any direction; 0: none may. */
static pn_len path_of(const struct pn_actions *listed, const struct pn_action *action)
{
	for (uint8_t i = 0; i < action->bound_count; i++) {
		const struct pn_bound *bound = pn_action_bound_at(listed, action, i);

		if (bound->kind == PN_BOUND_PATH && bound->path.kinds & 1u << PN_LEG_ADVANCE)
			return bound->path.budget;
	}
	return 0;
}

/* Where ground bars the way, the ways round it: as far as is allowed, or half, or a quarter. */
static void add_ways_round(struct pn_opponent_room *room, uint16_t *count,
			   const struct pn_game *view, pn_side side, uint16_t most)
{
	pn_len far[PN_WAYS_SQUARES];

	pn_ways_measure(far, &room->ways, view, pn_opponent(side));
	for (uint16_t i = 0; i < room->listed.count && *count < most; i++) {
		const struct pn_action *action = &room->listed.action[i];
		const pn_len budget = path_of(&room->listed, action);
		struct pn_leg leg = {.kind = PN_LEG_ADVANCE};
		struct pn_command command;

		if (budget < 4 || action->group != PN_GROUP_MOVE)
			continue;
		leg.heading = pn_ways_heading(far, &room->ways,
					      view->unit[action->command.unit].pose.at, budget);
		for (leg.length = budget; leg.length >= budget / 4; leg.length /= 2) {
			command =
				pn_command_of_leg(action->command.kind, action->command.unit, leg);
			if (pn_check(view, side, &command).code != PN_LAWFUL)
				continue;
			add_try(room, count, &command, i, PN_PRESETS_MAX, 0);
			break;
		}
	}
}

/* Which listed action is the default, of those that name nothing but a unit; PN_ACTIONS_MAX:
 * none. */
static uint16_t find_default(const struct pn_actions *listed, const struct pn_command *fallback)
{
	for (uint16_t i = 0; i < listed->count; i++) {
		const struct pn_command *command = &listed->action[i].command;

		if (command->kind == fallback->kind && command->unit == fallback->unit &&
		    command->target == fallback->target && command->until == fallback->until &&
		    (command->kind == PN_COMMAND_PASS || command->kind == PN_COMMAND_READY ||
		     command->kind == PN_COMMAND_HOLD))
			return i;
	}
	return PN_ACTIONS_MAX;
}

/* The default, then commands by chance out of each listed action in turn; at most `most`. */
static uint16_t gather_tries(struct pn_opponent_room *room, const struct pn_game *view,
			     pn_side side, uint16_t most, uint16_t glances)
{
	const struct pn_command fallback = pn_fallback(view, side);
	uint16_t order[PN_ACTIONS_MAX];
	const uint16_t rounds = pn_asks_for_orders(view) ? most : 2;
	uint16_t actions = 0, count = 0;

	pn_list_actions(view, side, &room->listed);
	for (uint16_t i = 0; i < room->listed.count; i++)
		if (!pn_leads_back(view, side, &room->listed.action[i].command))
			order[actions++] = i;
	add_try(room, &count, &fallback, find_default(&room->listed, &fallback), 0, 0);
	if (room->ways.any)
		add_ways_round(room, &count, view, side, most);
	for (uint16_t i = actions; i > 1; i--) {
		const uint16_t with = (uint16_t)pn_chance_below(&room->chance, i);
		const uint16_t index = order[with];

		order[with] = order[i - 1];
		order[i - 1] = index;
	}
	pn_world_imagine(&room->world, view, side, &room->chance);
	for (uint16_t i = 0; actions > 0 && i < rounds * actions && count < most; i++)
		add_variant(room, &count, view, side, order[i % actions],
			    i < actions ? glances : 0);
	return count;
}

/* Best first; of equals the one that was first. */
static void sort_tries(struct pn_opponent_try *tries, uint16_t count)
{
	for (uint16_t i = 1; i < count; i++) {
		const struct pn_opponent_try moved = tries[i];
		uint16_t at = i;

		for (; at > 0 && tries[at - 1].sum < moved.sum; at--)
			tries[at] = tries[at - 1];
		tries[at] = moved;
	}
}

/* Each of the first `count` is played out once, all with the same chance. */
static void try_once(struct pn_opponent_room *room, const struct pn_game *view, pn_side side,
		     uint16_t count)
{
	const uint64_t chance = pn_chance_next(&room->chance);

	pn_world_imagine(&room->world, view, side, &room->chance);
	for (uint16_t i = 0; i < count && !room->stopped; i++)
		room->tries[i].sum += pn_playout(room, side, &room->tries[i], chance);
}

/* All are tried, then the better half of them, and so on: as many playouts each time, so that the
 * fewer are left the better each is known. */
static void try_out(struct pn_opponent_room *room, const struct pn_game *view, pn_side side,
		    uint16_t count, uint16_t left)
{
	uint16_t rounds = 0;

	while (1u << rounds < count)
		rounds++;
	for (; rounds > 0 && left >= count; rounds--) {
		const int share = left / rounds / count;
		const int times = share > 0 ? share : 1;

		for (int i = 0; i < times; i++)
			try_once(room, view, side, count);
		left = (uint16_t)(left - times * count);
		sort_tries(room->tries, count);
		count = (uint16_t)((count + 1) / 2);
	}
}

bool pn_opponent_choose(struct pn_command *out, const struct pn_game *view, pn_side side,
			uint8_t strength, struct pn_opponent_room *room)
{
	const uint16_t left = pn_opponent_playouts(strength);
	uint16_t most = left > 4 ? left / 4 : left;

	if (view->over || view->turn == 0)
		return false;
	if (answer_proposal(out, view, side))
		return true;
	if (!pn_owes(view, side))
		return false;
	if (pn_asks_for_outcome(view)) {
		*out = pn_outcome_answer(view, side, &room->scratch);
		return true;
	}
	room->chance = pn_view_hash(view, side);
	pn_ways_chart(&room->ways, view);
	if (most > PN_OPPONENT_TRIES_MAX)
		most = PN_OPPONENT_TRIES_MAX;
	try_out(room, view, side, gather_tries(room, view, side, most, first_looks[strength - 1]),
		left);
	*out = room->tries[0].command;
	return true;
}

bool pn_opponent_answer(struct pn_command *out, const struct pn_game *start,
			const struct pn_event *list, size_t count, pn_side side, uint8_t strength,
			struct pn_opponent_room *room)
{
	pn_fold(&room->view, start, list, count, side);
	return pn_opponent_choose(out, &room->view, side, strength, room);
}
