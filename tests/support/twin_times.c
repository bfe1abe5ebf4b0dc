#include "twin_times.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <unistd.h>

#include "game/service.h"

/* As long as a game takes that is not near; near to one who looks is one game. */
enum { LOAD_MS = 10, NEAR_GAMES = 1 };

/* What is asked under /v1/games/{id}; the first of these alone want no more of the log than its
 * newest part. The last is no look: standing orders are written that answer nothing. */
static const char *const questions[] = {
	"",          "/actions", "/events?after=0", "/record",          "/ahead",
	"/messages", "/battle",  "/board.svg",      "/standing-orders",
};
enum { WHOLE_FROM = 2, QUESTIONS = sizeof(questions) / sizeof(questions[0]) };

/* A side asks one of them of a game. */
struct question {
	const char *rest;
	char path[128], key[TWIN_KEY_BYTES];
	struct ask ask;
};

static void make_question(struct question *question, struct twins *twins, pn_side side,
			  const struct twin_game *game, const char *rest)
{
	question->rest = rest;
	snprintf(question->path, sizeof(question->path), "/v1/games/%s%s", game->id, rest);
	question->ask = (struct ask){.path = question->path,
				     .token = side < PN_SIDES ? game->token[side] : NULL};
	if (rest != questions[QUESTIONS - 1])
		return;
	snprintf(question->key, sizeof(question->key), "times-%u-%d", twins->moment, side);
	question->ask.method = "PUT";
	question->ask.key = question->key;
	question->ask.body = "{\"orders\":[{\"answer\":\"ask\"}]}";
}

static void send(struct twins *twins, int world, pn_side side, const struct question *question)
{
	twin_world_send(&twins->world[world], (enum twin_line)side, &question->ask);
}

static struct reply hear(struct twins *twins, int world, pn_side side)
{
	struct reply reply = twin_world_read(&twins->world[world], (enum twin_line)side, false);

	cr_assert(reply.status == 200 || reply.status == 409, "what is asked: %d %s", reply.status,
		  reply.body.bytes);
	return reply;
}

static bool is_in_memory(struct twins *twins, int world)
{
	struct snapshot *state = service_peek(twins->world[world].service, twins->game.id);

	snapshot_release(state);
	return state != NULL;
}

/* What a side asks and hears, to which nobody listens. */
static void ask_aside(struct twins *twins, int world, pn_side side, const struct twin_game *game,
		      const char *rest)
{
	struct question question;

	make_question(&question, twins, side, game, rest);
	send(twins, world, side, &question);
	struct reply reply = hear(twins, world, side);
	reply_free(&reply);
}

/* What happens in a round, in both worlds. */
struct round {
	const char *deed; /* the owner's, */
	bool meanwhile;   /* not answered yet when the foe asks */
	const char *look; /* what the foe asks; */
	bool halfway;     /* having looked at the newest part before the owner's deed */
};

/* The owner is at this game. Then the foe asks of the first, and gets no answer before its time. */
static void play_in(struct twins *twins, int world, const struct round *round,
		    const struct twin_game *at, bool *in_memory)
{
	struct question owners, foes;

	ask_aside(twins, world, twins->foe, &twins->decoy, questions[0]);
	if (round->halfway)
		ask_aside(twins, world, twins->foe, &twins->game, questions[0]);
	make_question(&owners, twins, twins->owner, at, round->deed);
	make_question(&foes, twins, twins->foe, &twins->game, round->look);
	if (round->meanwhile) {
		send(twins, world, twins->owner, &owners);
		usleep(LOAD_MS * 1000 / 2);
	} else {
		ask_aside(twins, world, twins->owner, at, round->deed);
	}
	*in_memory = is_in_memory(twins, world);

	const int64_t asked_us = platform_steady_us();
	send(twins, world, twins->foe, &foes);
	struct reply answer = hear(twins, world, twins->foe);
	const int64_t took_us = platform_steady_us() - asked_us;

	cr_assert_geq(took_us, LOAD_MS * 1000,
		      "LEAK in the time of %s: %lld us after the owner had asked for %s%s",
		      foes.path, (long long)took_us, owners.path,
		      round->meanwhile ? ", and waited" : "");
	twin_comparable(&twins->answer[world], &answer);
	reply_free(&answer);
	if (round->meanwhile) {
		answer = hear(twins, world, twins->owner);
		reply_free(&answer);
	}
}

static void play_round(struct twins *twins)
{
	const int here = random_between(&twins->random, 0, 1);
	const struct round round = {
		.deed = questions[random_between(&twins->random, 0, QUESTIONS - 1)],
		.meanwhile = random_one_in(&twins->random, 3),
		.halfway = random_one_in(&twins->random, 3),
		.look = questions[random_between(&twins->random, WHOLE_FROM, QUESTIONS - 1)],
	};
	bool in_memory[2];

	twins_next_moment(twins);
	for (int world = 0; world < 2; world++)
		play_in(twins, world, &round, world == here ? &twins->game : &twins->decoy,
			&in_memory[world]);
	twins->figures.apart += in_memory[0] != in_memory[1];
	twins_compare(twins, round.look, twins->foe, &twins->answer[0], &twins->answer[1]);
}

void twin_times_play(struct twins *twins, int rounds)
{
	for (int world = 0; world < 2; world++) {
		twins->world[world].load_ms = LOAD_MS;
		twins->world[world].near_games = NEAR_GAMES;
	}
	twins_reopen(twins);
	/* A follower without a token has begun by looking at the game. */
	for (int world = 0; world < 2; world++)
		ask_aside(twins, world, PN_PUBLIC, &twins->decoy, questions[0]);
	for (int round = 0; round < rounds; round++)
		play_round(twins);
}
