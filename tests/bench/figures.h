#pragma once
/* What is measured, each by a function of its own file. */

#include <stdbool.h>
#include <stdint.h>

/* In this process: the core. */
struct core_figures {
	double charge_us, actions_us;
	double charge_answered_us; /* by another charge, and they meet halfway */
	double worst_offers_ms, worst_command_ms;
};

struct core_figures core_measure(void);

/* The core under one rule book, on the largest of its scenarios: the mean of charges as they
 * come up, the dearest of them, and the dearest list of actions. */
struct book_figures {
	char scenario[64]; /* "" when the book has none */
	double charge_us, dearest_charge_us, actions_us;
};

struct book_figures book_measure(uint8_t ruleset);

/* The dearest lists of actions on boards with more and more units, and the powers of the units
 * with which they grow. */
enum { LIST_SIZES = 4 };
extern const double list_sizes[LIST_SIZES]; /* units of both sides */

struct list_figures {
	double declare_us[LIST_SIZES], move_us[LIST_SIZES];
	double declare_exponent, move_exponent;
};

struct list_figures list_measure(void);

/* Many games on disk, none of them in memory. */
struct cold_figures {
	unsigned games, events; /* events of each game, at least */
	double restart_s, bytes_per_idle_game;
	double bytes_per_hot_game; /* with what else serving them takes, over 256 of them */
	double commands_per_s;
	double cpu_us; /* of the server, for a command to one that is not in memory */
	double hot_p99_ms, hot_p99_beside_ms; /* of games in memory: alone, and meanwhile */
};

struct cold_figures cold_measure(const char *folder, unsigned games);

/* One visit to a large battle: the game, what may be done, doing one of it, and the news to
 * the other side; and either question asked again of the same state. Processor time. */
#define VISIT_SCENARIO "mill-hill"
struct visit_figures {
	double visit_us, repeat_game_us, repeat_actions_us;
	double fanout_us; /* of an event, for each of many streams of one game */
};

struct visit_figures visit_measure(const char *folder, unsigned visits);

/* Many streams that wait for news. */
struct stream_figures {
	unsigned open;
	double bytes_per_stream;
	double commands_per_s, commands_with_streams_per_s;
};

struct stream_figures streams_measure(const char *folder, unsigned streams, unsigned commands);

/* Commands of games beside the practice opponent, and beside a seat that writes standing orders and
 * plans without end: how long they wait alone, beside the one, and beside both; how much was written, and
 * how long the opponent thought. */
struct neighbour_figures {
	double p99_alone_ms, p99_machine_ms, p99_ms;
	double written, machine_s;
};

struct neighbour_figures neighbour_measure(const char *folder, unsigned commands);

/* How long Discord waits for the answer to an interaction beside so many commands of other games:
 * p99, in ms. */
double interaction_measure(const char *folder, unsigned commands);

/* How well the time of an answer tells whether the other side has written something: standing
 * orders or drafts, in games in memory or in cold ones where it has written much. */
enum latency_question {
	LATENCY_REQUEST, /* the one that it is about */
	LATENCY_SECOND,  /* another of the same game, at once */
	LATENCY_OTHER,   /* one of another game, at once */
	LATENCY_QUESTIONS
};

struct latency_figures {
	bool has;                             /* the book has such a secret */
	double area[LATENCY_QUESTIONS];       /* under the curve: 0.5 tells nothing, 1 all */
	double with_us[LATENCY_QUESTIONS];    /* the median where something was written */
	double without_us[LATENCY_QUESTIONS]; /* ... and where nothing was */
};

struct latency_figures latency_measure(const char *folder, uint8_t book, bool drafts, bool cold,
				       unsigned pairs);

/* From one side's command to the webhook of the other, and what the writer uses for a command; [1]:
 * beside so many hooks that have something to tell and wait for their quiet hours to end. */
struct notice_sizes {
	unsigned hooks, turns, commands;
};

struct notice_figures {
	double p50_ms[2], p99_ms[2], writer_us[2];
};

struct notice_figures notices_measure(const char *folder, struct notice_sizes sizes);

/* Bytes of the page's files that a browser loads before it can show a board. */
double page_measure(const char *folder);
