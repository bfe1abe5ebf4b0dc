#pragma once
/* Two worlds that differ only in what one side, the owner, has written in secret: never in
 * whether or when it was ready; nor in what it does, though one may do by a plan, a standing
 * order or a pass of several windows what the other does by hand. What the other side (the foe)
 * and the public can obtain is asked of both worlds with the same bytes, and every byte of the
 * answers must be the same. Nothing is masked but libmicrohttpd's own header "Date".
 *
 * A second game, the decoy, has the same seats. What a world does not write in the first it
 * writes there, so that figures of the whole server, which count all games alike, are the same
 * in both worlds unless they count a game apart. */

#include "pennon/rules.h"
#include "random_placement.h"
#include "twin_world.h"

enum { TWIN_STREAMS_MAX = 8, TWIN_KEY_BYTES = 64 };

/* A game and its seats: the same in both worlds. */
struct twin_game {
	char id[GAME_ID_BYTES];
	char code[INVITATION_BYTES];
	char token[PN_SIDES][TOKEN_BYTES];
};

/* One who follows the game, in both worlds. */
struct twin_stream {
	pn_side viewer;
	bool is_lines; /* NDJSON instead of server-sent events */
	int fd[2];
	struct text raw[2];   /* as it came */
	struct text plain[2]; /* its chunks put together */
	size_t parsed[2];     /* of raw */
};

/* What was found, so that a test can tell that it has looked at something. */
struct twin_figures {
	uint32_t asked;      /* answers that were compared */
	uint32_t phases;     /* secret phases gone through */
	uint32_t hidden;     /* ... whose secret writing differed though its outcome did not */
	uint32_t parted;     /* ... after whose reveal the worlds went different ways */
	uint32_t dice;       /* of those, dice that both threw and that were compared */
	uint32_t drawn;      /* commands after stacks were sealed that end otherwise, all alike */
	uint32_t clashes;    /* of those, Clashes */
	uint32_t silent;     /* long polls that nothing woke before their time */
	uint32_t writings;   /* plans and orders that only one world has, or has otherwise */
	uint32_t automatic;  /* windows that one world passes by hand, the other by an order or a
			    * pass of several; moves that one makes by hand, the other by plan */
	uint32_t told;       /* notices of the first world's outbox */
	uint32_t app_events; /* on the stream of an app that looks for the foe */
	uint32_t days;       /* on which the owner was here in one world and not in the other */
	uint32_t apart;      /* looks at a game that was in memory in one world alone */
	uint32_t cups;       /* rolls of the cup while something is written in secret */
	uint32_t answered;   /* of those, what one world's orders answered in the other's stead */
};

struct twins {
	struct twin_world world[2];
	struct twin_game game, decoy;
	struct pn_muster muster; /* of both; of secret armies, with units to choose from */
	struct twin_stream stream[TWIN_STREAMS_MAX];
	unsigned streams;
	unsigned apps; /* streams of apps besides */
	uint64_t seed;
	uint8_t book; /* the ruleset of both games */
	pn_side owner, foe;
	bool has_armies;             /* that are a secret */
	bool steps_back;             /* the clock may: secret moments lie after later ones */
	struct random_source random; /* of what both worlds do */
	struct random_source own[2]; /* of what one of them does alone */
	struct random_source cups;   /* of the dice that sides name themselves */
	uint32_t moment, secret[2];
	bool is_polling;
	/* Called after a command in both: the world in which the owner has yet to give by hand
	 * what the other did automatically catches up. */
	void (*catch_up)(struct twins *twins);
	void (*meanwhile)(struct twins *twins); /* called before each command, or NULL */
	void (*amid)(
		struct twins *twins); /* called while something is written in secret, or NULL */
	char foe_key[TWIN_KEY_BYTES]; /* of the foe's last command, and its body */
	struct text foe_body;
	struct reply last; /* the first world's last answer */
	struct text answer[2];
	struct twin_figures figures;
};

/* Make both worlds with a random muster of the rule book, a game in them and a decoy, both
 * begun. Aborts when it cannot. `directory` NULL: in memory; else a folder for each is made in
 * it. */
void twins_open(struct twins *twins, uint64_t seed, uint8_t book, pn_side owner,
		const char *directory);

/* The same with games whose armies are a secret, and not written yet. */
void twins_open_armies(struct twins *twins, uint64_t seed, uint8_t book, pn_side owner,
		       const char *directory);
void twins_close(struct twins *twins);

/* Stop both and start them again; needs a directory. */
void twins_reopen(struct twins *twins);

/* The current state in one world; release it. */
struct snapshot *twins_state(struct twins *twins, int world, const struct twin_game *game);

/* Ask both the same in a new moment; the test fails when the answers differ. `what` names
 * the question in the report. Returns the status. */
int twins_ask(struct twins *twins, enum twin_line line, const char *what, const struct ask *ask);

/* Give a command of a side in both worlds, which must be taken. The answer to the foe is
 * compared, and then the streams. */
void twins_command(struct twins *twins, const struct twin_game *game, pn_side side,
		   const struct pn_command *command);

/* The owner's in the game, a command of its own in each world, whose effect must look alike. */
void twins_owner_commands(struct twins *twins, const struct pn_command command[2]);

/* The same in one world, of the owner, unseen: `refused` when it must be. */
void twins_secret(struct twins *twins, int world, const struct twin_game *game,
		  const struct pn_command *command, bool refused);

/* The same in one world, without comparing anything; for worlds that have parted. */
void twins_alone(struct twins *twins, int world, pn_side side, const struct pn_command *command);

/* The owner writes a plan ("/plan") or standing orders ("/standing-orders") in one world, at
 * this moment, or, with `late`, somewhat off it. */
void twins_write(struct twins *twins, int world, const struct twin_game *game, const char *rest,
		 const char *body, bool late);

/* The owner tries a plan in one world at this moment, and leaves it. */
void twins_try(struct twins *twins, int world, const struct twin_game *game, const char *body);

/* The owner gives a command in one world, unseen and at this very moment. */
void twins_now(struct twins *twins, int world, const struct pn_command *command);

/* A moment of its own for what the worlds do in different ways. */
void twins_next_moment(struct twins *twins);

/* Read all streams up to now and compare them. */
void twins_follow(struct twins *twins);

/* One more stream, from the beginning, unless there are as many as may be. They stay:
 * a server notices late that a silent stream is closed. */
void twins_follow_anew(struct twins *twins, pn_side viewer, bool is_lines);

/* A long poll: begin it; see that nothing has woken it; let its time pass, when it must be
 * answered, or read what woke it. */
void twins_poll(struct twins *twins, pn_side viewer);
void twins_expect_silence(struct twins *twins);
void twins_sleep(struct twins *twins);
void twins_take_poll(struct twins *twins);

/* The logs of both operators, and their figures. */
void twins_compare_operators(struct twins *twins);

/* Fail unless the texts are equal, showing where they differ. */
void twins_compare(struct twins *twins, const char *what, pn_side viewer, const struct text *first,
		   const struct text *second);
