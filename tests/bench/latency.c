/* Can one tell from how long answers take whether the other side has written something?
 *
 * As many games in which it has as such in which it has not, in one random order. In each the
 * same is asked: something of the game; at once, on connections of their own, the game's state
 * and something of another game. What one of the three took is a classifier; its area under the
 * curve (Mann and Whitney) is 0.5 when it tells nothing and 1 when it is always right. */

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "figures.h"
#include "http_client.h"
#include "latency_games.h"
#include "load.h"
#include "process.h"

enum {
	REST_MS = 4,        /* between two games */
	PATIENCE_MS = 5000, /* for an answer */
	MANY_WRITINGS = 48, /* of a cold game */
	FEW_WRITINGS = 4,
};

struct classifying {
	struct process server;
	struct latency_game *game; /* the last is the other one */
	unsigned count;            /* without it */
	bool cold;
	int fd[LATENCY_QUESTIONS];
	unsigned keys;
	int64_t *us[LATENCY_QUESTIONS]; /* of each game */
};

static void fail(const char *what, const char *body)
{
	fprintf(stderr, "bench: %s: %.400s\n", what, body ? body : "");
	exit(EXIT_FAILURE);
}

/* ---- asking ---- */

/* An answer that is on its way. */
struct awaited {
	int64_t since_us;
	struct text in;
	bool whole;
};

/* Is it whole? Every answer that is asked for here says its length. */
static bool is_whole(const struct text *in)
{
	const char *end = in->bytes ? strstr(in->bytes, "\r\n\r\n") : NULL;
	const char *length = end ? strcasestr(in->bytes, "\r\nContent-Length:") : NULL;

	return length && in->size >= (size_t)(end - in->bytes) + 4 + strtoul(length + 17, NULL, 10);
}

static void begin(const struct classifying *classifying, int question, const struct text *out,
		  struct awaited *awaited)
{
	*awaited = (struct awaited){.since_us = now_us(), .in = TEXT_EMPTY};
	if (!client_send(classifying->fd[question], out->bytes, out->size))
		fail("a connection was closed", out->bytes);
}

/* Wait for the answers of the questions from `first` to `last`, and note what they took. */
static void await(struct classifying *classifying, unsigned game, int first, int last,
		  struct awaited awaited[LATENCY_QUESTIONS])
{
	for (int left = last - first + 1; left > 0;) {
		struct pollfd wait[LATENCY_QUESTIONS];

		for (int i = 0; i < LATENCY_QUESTIONS; i++) {
			bool waits = i >= first && i <= last && !awaited[i].whole;

			wait[i] = (struct pollfd){waits ? classifying->fd[i] : -1, POLLIN, 0};
		}
		if (poll(wait, LATENCY_QUESTIONS, PATIENCE_MS) <= 0)
			fail("no answer came", "");
		for (int i = first; i <= last; i++) {
			if (!wait[i].revents)
				continue;
			if (!client_read_some(classifying->fd[i], &awaited[i].in, 0))
				fail("a connection was closed", "");
			awaited[i].whole = is_whole(&awaited[i].in);
			if (!awaited[i].whole)
				continue;
			classifying->us[i][game] = now_us() - awaited[i].since_us;
			left--;
			if (strncmp(awaited[i].in.bytes + 9, "20", 2) != 0)
				fail("a question was refused", awaited[i].in.bytes);
		}
	}
	for (int i = first; i <= last; i++)
		text_free(&awaited[i].in);
}

static void write_state(struct text *out, const struct latency_game *game)
{
	char path[80];

	snprintf(path, sizeof(path), "/v1/games/%s", game->hosted.game);
	load_write(out, "GET", path, game->hosted.token[PN_RED], NULL, NULL);
}

/* Red's command; a cold game is asked for its state, which is dearer than nothing. */
static void write_first(struct classifying *classifying, const struct latency_game *game,
			struct text *out)
{
	char path[80], key[32];

	snprintf(path, sizeof(path), "/v1/games/%s/actions", game->hosted.game);
	snprintf(key, sizeof(key), "latency-%u", ++classifying->keys);
	if (classifying->cold)
		write_state(out, game);
	else
		load_write(out, "POST", path, game->hosted.token[PN_RED], key, game->body.bytes);
}

static void write_other(struct classifying *classifying, struct text *out)
{
	const struct latency_game *other = &classifying->game[classifying->count];
	char path[80], key[32];

	snprintf(path, sizeof(path), "/v1/games/%s/messages", other->hosted.game);
	snprintf(key, sizeof(key), "latency-%u", ++classifying->keys);
	load_write(out, "POST", path, other->hosted.token[PN_RED], key, "{\"text\":\"Well?\"}");
}

static void ask_one(struct classifying *classifying, unsigned game)
{
	const struct latency_game *about = &classifying->game[game];
	struct text out[LATENCY_QUESTIONS] = {TEXT_EMPTY, TEXT_EMPTY, TEXT_EMPTY};
	struct awaited awaited[LATENCY_QUESTIONS];

	write_first(classifying, about, &out[LATENCY_REQUEST]);
	write_state(&out[LATENCY_SECOND], about);
	write_other(classifying, &out[LATENCY_OTHER]);
	if (!classifying->cold) {
		/* In memory, and with nothing left to be done for it. */
		begin(classifying, LATENCY_SECOND, &out[LATENCY_SECOND], &awaited[LATENCY_SECOND]);
		await(classifying, game, LATENCY_SECOND, LATENCY_SECOND, awaited);
	}
	usleep(REST_MS * 1000);
	begin(classifying, LATENCY_REQUEST, &out[LATENCY_REQUEST], &awaited[LATENCY_REQUEST]);
	await(classifying, game, LATENCY_REQUEST, LATENCY_REQUEST, awaited);
	for (int i = LATENCY_SECOND; i <= LATENCY_OTHER; i++)
		begin(classifying, i, &out[i], &awaited[i]);
	await(classifying, game, LATENCY_SECOND, LATENCY_OTHER, awaited);
	for (int i = 0; i < LATENCY_QUESTIONS; i++)
		text_free(&out[i]);
}

static void ask_all(struct classifying *classifying)
{
	struct random_source random = {11};
	unsigned *order = calloc(classifying->count, sizeof(*order));

	for (unsigned i = 0; i < classifying->count; i++) {
		unsigned at = (unsigned)random_between(&random, 0, (int32_t)i);

		order[i] = order[at];
		order[at] = i;
	}
	for (unsigned i = 0; i < classifying->count; i++)
		ask_one(classifying, order[i]);
	free(order);
}

/* ---- judging ---- */

/* How often a game in which something was written took longer than one in which nothing was;
 * or shorter, whichever tells more. */
static double area(const struct classifying *classifying, const int64_t *us)
{
	double wins = 0, pairs = 0;

	for (unsigned i = 0; i < classifying->count; i++) {
		for (unsigned k = 0; k < classifying->count; k++) {
			if (!classifying->game[i].has_written || classifying->game[k].has_written)
				continue;
			pairs++;
			wins += us[i] > us[k] ? 1 : us[i] == us[k] ? 0.5 : 0;
		}
	}
	return wins / pairs > 0.5 ? wins / pairs : 1 - wins / pairs;
}

static double median_us(const struct classifying *classifying, const int64_t *us, bool has_written)
{
	struct latencies latencies = {0};

	for (unsigned i = 0; i < classifying->count; i++) {
		if (classifying->game[i].has_written == has_written)
			latencies_add(&latencies, us[i]);
	}
	double median = latencies_percentile(&latencies, 50) * 1000;

	latencies_free(&latencies);
	return median;
}

/* ---- one secret of one book ---- */

/* Wait until the server has nothing more to do: of a folder it has just opened, too. */
static void rest(const struct process *server)
{
	double before, now = process_cpu_s(server);

	do {
		before = now;
		usleep(300 * 1000);
		now = process_cpu_s(server);
	} while (now > before);
}

static void classify(struct classifying *classifying, const char *data, const char *log,
		     struct latency_figures *figures)
{
	const char *const arguments[] = {"--listen", "127.0.0.1:0", "--data", data, NULL};

	classifying->server = process_start("pennond", arguments, log);
	rest(&classifying->server);
	for (int i = 0; i < LATENCY_QUESTIONS; i++) {
		classifying->fd[i] = client_connect(classifying->server.port);
		classifying->us[i] = calloc(classifying->count, sizeof(int64_t));
	}
	ask_all(classifying);
	for (int i = 0; i < LATENCY_QUESTIONS; i++) {
		figures->area[i] = area(classifying, classifying->us[i]);
		figures->with_us[i] = median_us(classifying, classifying->us[i], true);
		figures->without_us[i] = median_us(classifying, classifying->us[i], false);
		close(classifying->fd[i]);
		free(classifying->us[i]);
	}
	process_stop(&classifying->server);
}

struct latency_figures latency_measure(const char *folder, uint8_t book, bool drafts, bool cold,
				       unsigned pairs)
{
	struct latency_figures figures = {0};
	struct classifying classifying = {.count = 2 * pairs, .cold = cold};
	char data[256], log[272];

	snprintf(data, sizeof(data), "%s/latency-%u-%d-%d", folder, book, drafts, cold);
	snprintf(log, sizeof(log), "%s.log", data);
	classifying.game = calloc(classifying.count + 1, sizeof(*classifying.game));
	figures.has = latency_games_make(data, book, drafts ? LATENCY_DRAFTS : LATENCY_ORDERS,
					 cold ? MANY_WRITINGS : FEW_WRITINGS, classifying.game,
					 classifying.count + 1);
	if (figures.has)
		classify(&classifying, data, log, &figures);
	latency_games_free(classifying.game, classifying.count + 1);
	host_remove_folder(data);
	return figures;
}
