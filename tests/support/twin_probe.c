#include "twin_probe.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "codec/codec.h"

enum { OVERSIZED = 5000, TRIES = 200 };

/* One question being put: who asks about what, and room for what they say. */
struct probe {
	struct twins *twins;
	const struct twin_game *game;
	enum twin_line line;
	struct snapshot *state; /* of the first world */
	const struct pn_game *view;
	struct tip tip;
	char path[160], headers[160], key[TWIN_KEY_BYTES];
	struct text body;
	struct ask ask;
};

/* A question that needs to be made up. False: there is none now. */
typedef bool make_question(struct probe *probe);

/* ---- questions made up from what the asker sees ---- */

static void ask_path(struct probe *probe, const char *rest)
{
	snprintf(probe->path, sizeof(probe->path), "/v1/games/%s%s", probe->game->id, rest);
	probe->ask.path = probe->path;
}

static void post(struct probe *probe, const char *rest)
{
	ask_path(probe, rest);
	snprintf(probe->key, sizeof(probe->key), "probe-%u", probe->twins->moment);
	probe->ask.key = probe->key;
	probe->ask.body = probe->body.bytes;
}

static bool ask_with_tag(struct probe *probe)
{
	static const char *const name[] = {"red", "blue", "public"};
	static const char *const of[] = {"", "/actions", "/record"};

	ask_path(probe, of[random_between(&probe->twins->random, 0, 2)]);
	snprintf(probe->headers, sizeof(probe->headers), "If-None-Match: \"%s-%u-%u\"\r\n",
		 name[probe->line], probe->tip.version, probe->tip.seq);
	probe->ask.headers = probe->headers;
	return true;
}

static bool ask_behind(struct probe *probe)
{
	char rest[48];

	snprintf(rest, sizeof(rest), "?after=%u&wait=20", probe->tip.version - 1);
	ask_path(probe, rest);
	return probe->tip.version > 0;
}

static bool ask_some_events(struct probe *probe)
{
	struct random_source *random = &probe->twins->random;
	char rest[48];

	snprintf(rest, sizeof(rest), "/events?%s=%d&limit=%d",
		 random_one_in(random, 2) ? "after" : "cursor",
		 random_between(random, 0, (int32_t)probe->tip.seq + 2),
		 random_between(random, 1, 20));
	ask_path(probe, rest);
	return true;
}

/* Any command about units that there are, lawful or not. */
static struct pn_command any_command(const struct pn_game *view, struct random_source *random)
{
	struct pn_command command = {0};

	command.kind = (enum pn_command_kind)random_between(random, 0, PN_COMMAND_ROLL_CUP - 1);
	command.unit = (pn_unit_id)random_between(random, 0, view->unit_count - 1);
	command.target = (pn_unit_id)random_between(random, 0, view->unit_count - 1);
	if (command.kind == PN_COMMAND_DEPLOY) {
		command.to.at.x = random_between(random, 0, view->width);
		command.to.at.y = random_between(random, 0, view->depth / 3);
		return command;
	}
	if (command.kind > PN_COMMAND_OPPORTUNITY_CHARGE)
		return command;
	command.path.count = 1;
	command.path.leg[0].heading = random_facing(random);
	command.path.leg[0].length = random_between(random, 0, 12 * PN_INCH);
	return command;
}

static bool preview_any(struct probe *probe)
{
	if (probe->view->unit_count == 0)
		return false;
	struct pn_command command = any_command(probe->view, &probe->twins->random);

	codec_command_encode(&probe->body, probe->view, &command);
	post(probe, "/preview");
	return true;
}

/* What is listed for a side, by number, its presets after it. */
static const struct pn_action *any_action(struct probe *probe, int *at)
{
	if (probe->line >= TWIN_PUBLIC)
		return NULL;
	const struct pn_actions *actions = snapshot_actions(probe->state, (pn_side)probe->line);

	if (!actions->count)
		return NULL;
	*at = random_between(&probe->twins->random, 0, actions->count - 1);
	return &actions->action[*at];
}

static bool preview_listed(struct probe *probe)
{
	int at;
	const struct pn_action *action = any_action(probe, &at);

	if (!action)
		return false;
	codec_command_encode(&probe->body, probe->view, &action->command);
	post(probe, "/preview");
	return true;
}

static void write_id(struct text *out, uint32_t version, int at)
{
	static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	char reversed[8];
	size_t count = 0;

	do
		reversed[count++] = digits[version % 36];
	while ((version /= 36));
	text_add_string(out, "{\"action\":\"");
	while (count)
		text_add(out, &reversed[--count], 1);
	text_add_format(out, "-%c\"}", digits[at % 36]);
}

static bool preview_by_id(struct probe *probe)
{
	int at = random_between(&probe->twins->random, 0, 20);

	write_id(&probe->body, probe->tip.version, at);
	post(probe, "/preview");
	return true;
}

static bool act_by_stale_id(struct probe *probe)
{
	int32_t version = random_between(&probe->twins->random, 0, (int32_t)probe->tip.version);

	write_id(&probe->body, (uint32_t)version, 0);
	post(probe, "/actions");
	return version < (int32_t)probe->tip.version;
}

static bool act_by_coming_id(struct probe *probe)
{
	write_id(&probe->body, probe->tip.version + 1, 0);
	post(probe, "/actions");
	return true;
}

static bool act_too_late(struct probe *probe)
{
	int at;
	const struct pn_action *action = any_action(probe, &at);

	if (!action || probe->tip.version == 0)
		return false;
	codec_command_encode(&probe->body, probe->view, &action->command);
	post(probe, "/actions");
	snprintf(probe->headers, sizeof(probe->headers), "If-Match: %u\r\n",
		 probe->tip.version - 1);
	probe->ask.headers = probe->headers;
	return true;
}

/* Write a command that the asker's own view refuses. */
static bool write_refused(struct probe *probe)
{
	const pn_side side = probe->line < TWIN_PUBLIC ? (pn_side)probe->line : probe->twins->foe;

	for (int i = 0; i < TRIES && probe->view->unit_count > 0; i++) {
		struct pn_command command = any_command(probe->view, &probe->twins->random);

		if (pn_check(probe->view, side, &command).code == PN_LAWFUL)
			continue;
		codec_command_encode(&probe->body, probe->view, &command);
		return true;
	}
	return false;
}

static bool act_unlawfully(struct probe *probe)
{
	if (!write_refused(probe))
		return false;
	post(probe, "/actions");
	return true;
}

/* Keys are each seat's own: the owner's tell nothing. */
static bool act_with_owners_key(struct probe *probe)
{
	const struct twins *twins = probe->twins;
	uint32_t most = twins->secret[twins->secret[0] < twins->secret[1]];

	if (!write_refused(probe))
		return false;
	post(probe, "/actions");
	snprintf(probe->key, sizeof(probe->key), "secret-%u",
		 (uint32_t)random_between(&probe->twins->random, (int32_t)most - 2, (int32_t)most));
	return most > 2;
}

/* A link to a picture of one's own view, for which nobody sends a token. */
static bool follow_a_link(struct probe *probe)
{
	struct twins *twins = probe->twins;

	if (probe->line == TWIN_PUBLIC)
		return false;
	ask_path(probe, "/pictures");
	const struct ask wish = {.method = "POST", .path = probe->path, .token = probe->ask.token};

	for (int world = 0; world < 2; world++) {
		twin_world_send(&twins->world[world], probe->line, &wish);
		struct reply reply = twin_world_read(&twins->world[world], probe->line, false);
		const char *at = strstr(reply.body.bytes, "/v1/pictures/");

		cr_assert(at, "%s", reply.body.bytes);
		text_clear(&probe->body);
		text_add(&probe->body, at, strcspn(at, "\""));
		reply_free(&reply);
	}
	probe->ask = (struct ask){.path = probe->body.bytes};
	return true;
}

static bool act_again(struct probe *probe)
{
	const struct twins *twins = probe->twins;

	if (!twins->foe_key[0] || (pn_side)probe->line != twins->foe || probe->game != &twins->game)
		return false;
	text_add(&probe->body, twins->foe_body.bytes, twins->foe_body.size);
	post(probe, "/actions");
	memcpy(probe->key, twins->foe_key, sizeof(probe->key));
	return true;
}

static bool act_with_used_key(struct probe *probe)
{
	if (!act_again(probe))
		return false;
	text_add_string(&probe->body, " ");
	probe->ask.body = probe->body.bytes;
	return true;
}

static bool act_with_token_of_another_game(struct probe *probe)
{
	const struct twins *twins = probe->twins;
	const struct twin_game *other = probe->game == &twins->game ? &twins->decoy : &twins->game;

	if (!write_refused(probe))
		return false;
	post(probe, "/actions");
	probe->ask.token = other->token[twins->foe];
	return true;
}

static bool post_too_much(struct probe *probe)
{
	text_add_string(&probe->body, "{\"type\":\"");
	while (probe->body.size < OVERSIZED)
		text_add_string(&probe->body, "ready and ");
	post(probe, "/actions");
	return true;
}

/* ---- the tables ---- */

static const struct {
	const char *name;
	make_question *make;
} questions[] = {
	{"a question with its tag", ask_with_tag},
	{"the game behind its version", ask_behind},
	{"some events", ask_some_events},
	{"preview of anything", preview_any},
	{"preview of an offer", preview_listed},
	{"preview by an id", preview_by_id},
	{"a stale id", act_by_stale_id},
	{"an id to come", act_by_coming_id},
	{"a stale version", act_too_late},
	{"an unlawful command", act_unlawfully},
	{"an unlawful command with a key of the owner", act_with_owners_key},
	{"a repeated command", act_again},
	{"a picture by a link", follow_a_link},
	{"a used key", act_with_used_key},
	{"a token of another game", act_with_token_of_another_game},
	{"a body too large", post_too_much},
};

/* Fixed questions. A path that begins with "/" follows the game's; one with "@" is whole. */
static const struct {
	const char *name, *method, *path, *key, *headers, *body;
} fixed[] = {
	{"getGame", NULL, "", NULL, NULL, NULL},
	{"getGame", "HEAD", "", NULL, NULL, NULL},
	{"listActions", NULL, "/actions", NULL, NULL, NULL},
	{"listActions, an outline", NULL, "/actions?outline=1", NULL, NULL, NULL},
	{"listActions, of a unit", NULL, "/actions?unit=b1", NULL, NULL, NULL},
	{"lookAhead", NULL, "/ahead", NULL, NULL, NULL},
	{"tryPlan, none", "POST", "/ahead/plan", NULL, NULL, "{\"commands\":[]}"},
	{"tryPlan", "POST", "/ahead/plan", NULL, NULL,
	 "{\"commands\":[{\"do\":{\"type\":\"pass\"}}],\"then\":{\"type\":\"pass\"}}"},
	{"listEvents", NULL, "/events?limit=500", NULL, NULL, NULL},
	{"listEvents, a first page", NULL, "/events?limit=3", NULL, NULL, NULL},
	{"listEvents, told", NULL, "/events?limit=500", NULL, "Accept: text/plain\r\n", NULL},
	{"getRecord", NULL, "/record", NULL, NULL, NULL},
	{"getGameBattle", NULL, "/battle", NULL, NULL, NULL},
	{"getGameBattle, a turn", NULL, "/battle?turn=1", NULL, NULL, NULL},
	{"getPresence", NULL, "/presence", NULL, NULL, NULL},
	{"getArmy", NULL, "/army", NULL, NULL, NULL},
	{"putArmy, none", "PUT", "/army", NULL, NULL, "{\"units\":[]}"},
	{"getBoard", NULL, "/board.svg", NULL, NULL, NULL},
	{"getBoardImage", NULL, "/board.png", NULL, NULL, NULL},
	{"getBoard, a moment that is nobody's", NULL, "/board.svg?v=0123456789abcdef", NULL, NULL,
	 NULL},
	{"createPictureLink", "POST", "/pictures", NULL, NULL, NULL},
	{"showTable", NULL, "@/g/00000000-0000-4000-8000-00000000ffff", NULL, NULL, NULL},
	{"listMessages", NULL, "/messages", NULL, NULL, NULL},
	{"sendMessage", NULL, "/messages", "talk", NULL, "{\"text\":\"Well?\"}"},
	{"getInvitation", NULL, "/invitation", NULL, NULL, NULL},
	{"checkCode", "POST", "/seats/check", NULL, NULL, "{\"code\":\"nobody's\"}"},
	{"getRematch", NULL, "/rematch", NULL, NULL, NULL},
	{"listGames", NULL, "@/v1/games", NULL, NULL, NULL},
	{"getServer", NULL, "@/v1/server", NULL, NULL, NULL},
	{"readiness", NULL, "@/readyz", NULL, NULL, NULL},
	{"no such game", NULL, "@/v1/games/00000000-0000-4000-8000-00000000ffff", NULL, NULL, NULL},
	{"no such route", NULL, "/secrets", NULL, NULL, NULL},
	{"a method", "DELETE", "/actions", NULL, NULL, NULL},
	{"options", "OPTIONS", "/actions", NULL, NULL, NULL},
	{"a bad query", NULL, "/events?after=x", NULL, NULL, NULL},
	{"a bad header", NULL, "/stream", NULL, "Last-Event-ID: soon\r\n", NULL},
	{"no type of stream", NULL, "/stream", NULL, "Accept: image/png\r\n", NULL},
	{"no key", NULL, "/actions", NULL, NULL, "{\"type\":\"ready\"}"},
	{"no JSON", NULL, "/actions", "k", NULL, "{\"type\":"},
	{"no kind", NULL, "/actions", "k", NULL, "{\"type\":\"peek\"}"},
	{"no member", NULL, "/actions", "k", NULL, "{\"type\":\"ready\",\"draft\":1}"},
	{"twice a member", NULL, "/actions", "k", NULL, "{\"type\":\"pass\",\"type\":\"ready\"}"},
	{"no unit", NULL, "/actions", "k", NULL, "{\"type\":\"withdraw_charge\",\"unit\":\"r99\"}"},
	{"a unit of the other side", NULL, "/preview", "k", NULL,
	 "{\"type\":\"withdraw_charge\",\"unit\":\"r1\"}"},
	{"a unit of the other side", NULL, "/preview", "k", NULL,
	 "{\"type\":\"withdraw_charge\",\"unit\":\"b1\"}"},
	{"a target", NULL, "/preview", "k", NULL,
	 "{\"type\":\"declare_charge\",\"unit\":\"r1\",\"target\":\"b1\"}"},
	{"a target", NULL, "/preview", "k", NULL,
	 "{\"type\":\"declare_charge\",\"unit\":\"b1\",\"target\":\"r1\"}"},
	{"a charge", NULL, "/preview", "k", NULL, "{\"type\":\"charge\",\"unit\":\"b1\"}"},
	{"a real number", NULL, "/preview", "k", NULL, "{\"type\":\"charge\",\"unit\":1.5}"},
	{"a wrong code", NULL, "/seats", "33333333-3333-4333-8333-333333333333", NULL,
	 "{\"code\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}"},
	{"an unknown token", NULL, "", NULL, "Authorization: Bearer pn_red_none\r\n", NULL},
};

enum {
	QUESTIONS = sizeof(questions) / sizeof(questions[0]),
	FIXED = sizeof(fixed) / sizeof(fixed[0]),
};

/* ---- putting them ---- */

static void ask_fixed(struct probe *probe, int number)
{
	const char *path = fixed[number].path;

	ask_path(probe, path);
	probe->ask.path = path[0] == '@' ? path + 1 : probe->path;
	probe->ask.method = fixed[number].method;
	probe->ask.key = fixed[number].key;
	probe->ask.headers = fixed[number].headers;
	probe->ask.body = fixed[number].body;
	if (fixed[number].headers && strstr(fixed[number].headers, "Authorization"))
		probe->ask.token = NULL;
}

/* Put question `number` of both tables. */
static void ask(struct twins *twins, const struct twin_game *game, enum twin_line line, int number)
{
	struct probe probe = {.twins = twins, .game = game, .line = line};
	const char *name = number < FIXED ? fixed[number].name : questions[number - FIXED].name;
	bool good = true;

	probe.state = twins_state(twins, 0, game);
	probe.view = snapshot_view(probe.state, (pn_side)line);
	probe.tip = snapshot_tip(probe.state, (pn_side)line);
	probe.ask.token = line < TWIN_PUBLIC ? game->token[line] : NULL;
	if (number < FIXED)
		ask_fixed(&probe, number);
	else
		good = questions[number - FIXED].make(&probe);
	if (good)
		twins_ask(twins, line, name, &probe.ask);
	text_free(&probe.body);
	snapshot_release(probe.state);
}

/* The owner looks at what is theirs, too, and nobody compares that: an answer that the server keeps
 * of theirs must be nobody else's. */
static void let_owner_look(struct twins *twins, const struct twin_game *game)
{
	static const char *const questions_of_owner[] = {"", "/actions"};
	char path[160];

	for (size_t i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "/v1/games/%s%s", game->id, questions_of_owner[i]);
		const struct ask ask = {.path = path, .token = game->token[twins->owner]};

		for (int world = 0; world < 2; world++) {
			struct twin_world *of = &twins->world[world];

			twin_world_send(of, (enum twin_line)twins->owner, &ask);
			struct reply reply =
				twin_world_read(of, (enum twin_line)twins->owner, false);

			cr_expect_eq(reply.status, 200);
			reply_free(&reply);
		}
	}
}

void twins_ask_everything(struct twins *twins, const struct twin_game *game)
{
	let_owner_look(twins, game);
	for (int number = 0; number < FIXED + QUESTIONS; number++) {
		ask(twins, game, (enum twin_line)twins->foe, number);
		ask(twins, game, TWIN_PUBLIC, number);
	}
	twins_compare_operators(twins);
}

void twins_ask_something(struct twins *twins, int count)
{
	while (count-- > 0) {
		int number = random_between(&twins->random, 0, FIXED + QUESTIONS - 1);
		bool foe = random_between(&twins->random, 1, 3) > 1;
		bool decoy = random_one_in(&twins->random, 6);

		ask(twins, decoy ? &twins->decoy : &twins->game,
		    foe ? (enum twin_line)twins->foe : TWIN_PUBLIC, number);
	}
}
