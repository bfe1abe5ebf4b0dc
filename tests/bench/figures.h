#pragma once
/* What is measured, each by a function of its own file. */

#include <stdbool.h>
#include <stdint.h>

/* In this process: the core, and offers asked again of the service. */
struct core_figures {
	double charge_us, actions_us, actions_cached_us;
	double charge_answered_us; /* by another charge, and they meet halfway */
	double worst_offers_ms, worst_command_ms;
};

struct core_figures core_measure(void);

/* The core under one rule book, on the largest of its scenarios: the mean of charges as they
 * come up, the dearest of them, and the dearest list of offers. */
struct book_figures {
	char scenario[64]; /* "" when the book has none */
	double charge_us, dearest_charge_us, actions_us;
};

struct book_figures book_measure(uint8_t ruleset);

/* Many games on disk, none of them in memory. */
struct cold_figures {
	unsigned games, events; /* events of each game, at least */
	double restart_s, bytes_per_idle_game;
	double commands_per_s;
	double hot_p99_ms, hot_p99_beside_ms; /* of games in memory: alone, and meanwhile */
};

struct cold_figures cold_measure(const char *folder, unsigned games);

/* Many streams that wait for news. */
struct stream_figures {
	unsigned open;
	double bytes_per_stream;
	double commands_per_s, commands_with_streams_per_s;
};

struct stream_figures streams_measure(const char *folder, unsigned streams, unsigned commands);

/* Bytes of the page's files that a browser loads before it can show a board. */
double page_measure(const char *folder);
