#include "latency_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/platform.h"
#include "game/job.h"
#include "game/snapshot_inside.h"
#include "musters.h"
#include "play.h"
#include "twin_muster.h"

enum {
	STEPS_MAX = 80,     /* until something can be written */
	ACTIONS_ENOUGH = 8, /* of blue's, for a look to be dear */
	ORDERS = 32,
	TRIES_MAX = 50,
};

/* What making games needs. */
struct making {
	struct host host;
	uint8_t book;
	enum latency_secret secret;
	unsigned writings;
	struct pn_muster muster;
	struct random_source random;
	struct pn_command command; /* red's */
	uint8_t decision;          /* that blue then owes */
	struct pn_game scratch;
	struct pn_events events;
	struct pn_actions actions;
};

static void expect(bool condition, const char *what, const char *why)
{
	if (condition)
		return;
	fprintf(stderr, "bench: %s %s\n", what, why);
	exit(EXIT_FAILURE);
}

/* ---- musters ---- */

/* As many units as a scenario of the book has. With drafts: written in secret, or, where a book
 * has no such method, deployed in secret. */
static void make_muster(struct making *making)
{
	const struct pn_rules *rules = pn_rules_at(making->book);
	struct codec_scenario *scenario = calloc(1, sizeof(*scenario));

	if (muster_largest(making->book, scenario))
		making->muster = scenario->muster;
	if (making->secret == LATENCY_ORDERS)
		making->muster.method = rules->default_method;
	else if (rules->methods >> PN_METHOD_SEALED & 1)
		making->muster.method = PN_METHOD_SEALED;
	else
		twin_muster_make(&making->muster, making->book, &making->random);
	free(scenario);
}

/* ---- where something can be written ---- */

static bool is_private(const struct pn_game *view, const struct pn_command *command)
{
	const struct pn_command_rule *rule = &pn_rules_of(view)->commands[command->kind];

	return rule->is_private && rule->is_private(view);
}

/* Does red's command hand blue a decision with much to choose from? */
static bool hands_over(struct making *making, const struct snapshot *state,
		       const struct pn_command *command, uint16_t enough)
{
	uint64_t seed = 1;
	const struct pn_dice_source dice = play_chance(&seed);

	if (pn_is_parley(command->kind) || is_private(snapshot_view(state, PN_RED), command))
		return false;
	making->scratch = state->truth;
	making->events.count = 0;
	pn_apply(&making->scratch, PN_RED, command, &dice, &making->events);
	if (making->scratch.over || !pn_owes(&making->scratch, PN_BLUE))
		return false;
	making->decision = pn_top_pending(&making->scratch)->decision;
	pn_list_actions(&making->scratch, PN_BLUE, &making->actions);
	return making->actions.count >= enough;
}

/* A private command of a side, at random. */
static bool pick_private(struct making *making, struct snapshot *state, pn_side side,
			 struct pn_command *out)
{
	const struct pn_actions *actions = snapshot_actions(state, side);

	for (int i = 0; i < TRIES_MAX && actions->count > 0; i++) {
		int32_t at = random_between(&making->random, 0, actions->count - 1);
		const struct pn_action *action = &actions->action[at];
		int32_t preset = random_between(&making->random, 0, action->preset_count);

		*out = preset ? actions->preset[action->preset_first + preset - 1].command
			      : action->command;
		if (out->kind != PN_COMMAND_UNDO && is_private(snapshot_view(state, side), out) &&
		    pn_check(snapshot_view(state, side), side, out).code == PN_LAWFUL)
			return true;
	}
	return false;
}

/* Is the state one to ask in? Then making->command is what red does. */
static bool is_found(struct making *making, struct snapshot *state, int step)
{
	const struct pn_game *view = snapshot_view(state, PN_RED);

	if (!pn_owes(view, PN_RED))
		return false;
	if (making->secret == LATENCY_DRAFTS)
		return pn_owes(view, PN_BLUE) &&
		       pick_private(making, state, PN_RED, &making->command);
	const struct pn_actions *actions = snapshot_actions(state, PN_RED);

	for (uint16_t i = 0; i < actions->count; i++) {
		making->command = actions->action[i].command;
		if (hands_over(making, state, &making->command,
			       step < STEPS_MAX / 2 ? ACTIONS_ENOUGH : 1))
			return true;
	}
	return false;
}

static void do_command(struct making *making, const struct hosted_game *hosted, pn_side side,
		       const struct pn_command *command)
{
	struct job job = host_act(&making->host, hosted, side, command);

	expect(job.problem == PROBLEM_NONE, "a command was refused:", problem_wire(job.problem));
	snapshot_release(job.snapshot);
}

/* Let everybody do the least until something can be written. False: it never can. */
static bool go_there(struct making *making, const struct hosted_game *hosted)
{
	for (int step = 0; step < STEPS_MAX; step++) {
		struct snapshot *state = host_state(&making->host, hosted);
		const struct pn_game *view = snapshot_view(state, PN_PUBLIC);
		bool over = view->over != 0, found = !over && is_found(making, state, step);
		pn_side side = pn_owes(view, PN_RED) ? PN_RED : PN_BLUE;
		struct pn_command least = {0};

		if (!over)
			least = pn_fallback(snapshot_view(state, side), side);
		snapshot_release(state);
		if (found || over)
			return found;
		do_command(making, hosted, side, &least);
	}
	return false;
}

/* ---- what blue writes ---- */

static void write_orders(struct making *making, const struct hosted_game *hosted, unsigned number)
{
	const struct pn_rules *rules = pn_rules_at(making->book);
	struct text json = TEXT_EMPTY;
	uint8_t units = (uint8_t)(making->muster.unit_count / 2);

	text_add_string(&json, "{\"orders\":[");
	for (unsigned i = 0; i < ORDERS; i++)
		text_add_format(&json,
				"%s{\"answer\":\"react\",\"decision\":\"%s\",\"with\":\"b%u\"}",
				i ? "," : "", rules->decisions.row[making->decision].name,
				(number + i) % units + 1);
	text_add_string(&json, "]}");
	struct job job = host_write(&making->host, hosted, PN_BLUE, PN_EVENT_STANDING_ORDERS_SET,
				    json.bytes);

	expect(job.problem == PROBLEM_NONE, "orders were refused:", problem_wire(job.problem));
	snapshot_release(job.snapshot);
	text_free(&json);
}

static void write_draft(struct making *making, const struct hosted_game *hosted)
{
	struct snapshot *state = host_state(&making->host, hosted);
	struct pn_command command;
	bool found = pick_private(making, state, PN_BLUE, &command);

	snapshot_release(state);
	if (found)
		do_command(making, hosted, PN_BLUE, &command);
}

/* ---- the games ---- */

static struct hosted_game make_hosted(struct making *making)
{
	struct hosted_game hosted;
	struct job create = host_create_job(&making->host, &making->muster);

	create.seat.create.ruleset = making->book;
	expect(host_run(&making->host, &create) && !create.problem,
	       "no game:", problem_wire(create.problem));
	memcpy(hosted.game, create.game, sizeof(hosted.game));
	memcpy(hosted.invitation, create.seat.code, sizeof(hosted.invitation));
	memcpy(hosted.token[PN_RED], create.token, sizeof(create.token));
	struct job join = host_join_job(&making->host, &hosted);

	expect(host_run(&making->host, &join) && !join.problem,
	       "nobody joins:", problem_wire(join.problem));
	memcpy(hosted.token[PN_BLUE], join.token, sizeof(join.token));
	snapshot_release(create.snapshot);
	snapshot_release(join.snapshot);
	return hosted;
}

static bool make_game(struct making *making, struct latency_game *game)
{
	game->hosted = make_hosted(making);
	if (!go_there(making, &game->hosted))
		return false;
	struct snapshot *state = host_state(&making->host, &game->hosted);

	codec_command_encode(&game->body, snapshot_view(state, PN_RED), &making->command);
	snapshot_release(state);
	for (unsigned i = 0; game->has_written && i < making->writings; i++) {
		if (making->secret == LATENCY_ORDERS)
			write_orders(making, &game->hosted, i);
		else
			write_draft(making, &game->hosted);
	}
	return true;
}

bool latency_games_make(const char *folder, uint8_t book, enum latency_secret secret,
			unsigned writings, struct latency_game *out, unsigned count)
{
	struct making *making = calloc(1, sizeof(*making));
	bool found = true;

	making->book = book;
	making->secret = secret;
	making->writings = writings;
	making->random.state = 7;
	make_muster(making);
	host_open(&making->host, folder);
	atomic_store(&making->host.world.now_ms, platform_real.now_ms(NULL));
	for (unsigned i = 0; i < count && found; i++) {
		out[i] = (struct latency_game){.has_written = i % 2 != 0};
		found = make_game(making, &out[i]);
	}
	host_close(&making->host);
	free(making);
	return found;
}

void latency_games_free(struct latency_game *games, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		text_free(&games[i].body);
	free(games);
}
