/* The sides that a game waits for: on both streams, in getGame, in the list of one's turns. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game/service.h"
#include "http_host.h"

enum { PATIENCE_MS = 8000 };

static struct http_host server;
static struct hosted_game hosted;

static void open_game(uint8_t method)
{
	struct pn_muster *muster = malloc(sizeof(*muster));

	http_host_open(&server, NULL);
	host_muster(muster, method);
	muster->turns = 3;
	hosted = host_game(&server.host, muster);
	free(muster);
}

static int follow(const char *path, const char *token)
{
	int fd = client_connect(server.port);
	struct ask ask = {
		.path = path, .token = token, .headers = "Accept: application/x-ndjson\r\n"};

	cr_assert(client_request(fd, &ask));
	return fd;
}

static struct turn turn_now(pn_side viewer)
{
	struct snapshot *snapshot = host_state(&server.host, &hosted);
	struct turn turn;

	snapshot_turn(snapshot, viewer, false, &turn);
	snapshot_release(snapshot);
	return turn;
}

/* The messages `turn` in what was read. */
static int count_turns(const struct text *got)
{
	int count = 0;

	for (const char *at = got->bytes; (at = strstr(at, "{\"turn\":")); at++)
		count++;
	return count;
}

/* Is the last of them whole? */
static bool ends_a_line(const struct text *got)
{
	const char *last = NULL;

	for (const char *at = got->bytes; (at = strstr(at, "{\"turn\":")); at++)
		last = at;
	return last && strchr(last, '\n');
}

/* The last of them, as JSON. */
static json_t *last_turn(const struct text *got)
{
	const char *last = NULL;

	for (const char *at = got->bytes; (at = strstr(at, "{\"turn\":")); at++)
		last = at;
	cr_assert(last);
	json_t *message = json_loads(last, JSON_DISABLE_EOF_CHECK, NULL);
	json_t *turn = json_incref(json_object_get(message, "turn"));

	json_decref(message);
	return turn;
}

/* Does the last message say what getGame says? */
static bool is_current(const struct text *got, pn_side viewer)
{
	struct reply reply = http_get(&server, &hosted, viewer, "");
	json_t *game = json_loads(reply.body.bytes, 0, NULL), *turn = last_turn(got);
	bool same = json_equal(json_object_get(game, "waiting_for"),
			       json_object_get(turn, "waiting_for")) &&
		    json_equal(json_object_get(game, "you"), json_object_get(turn, "you"));

	cr_assert(json_object_get(game, "you"));
	json_decref(game);
	json_decref(turn);
	reply_free(&reply);
	return same;
}

Test(turn, each_change_is_told_once_to_every_viewer)
{
	struct random_source choices = {5};
	struct text got[PN_VIEWERS] = {TEXT_EMPTY, TEXT_EMPTY, TEXT_EMPTY};
	struct turn before[PN_VIEWERS];
	int fd[PN_VIEWERS], changes = 0;

	open_game(PN_METHOD_SEALED);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		fd[viewer] = follow(http_path(&hosted, "/stream"),
				    viewer < PN_SIDES ? hosted.token[viewer] : NULL);
		cr_assert(client_read_until(fd[viewer], &got[viewer], "{\"turn\":", PATIENCE_MS));
		const char *seq = strstr(got[viewer].bytes, "\"seq\"");

		cr_expect(!seq || seq > strstr(got[viewer].bytes, "{\"turn\":"),
			  "the turn comes first");
		before[viewer] = turn_now(viewer);
	}
	for (int step = 0; step < 60 && host_step(&server.host, &hosted, &choices); step++) {
		for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
			struct turn now = turn_now(viewer);

			if (memcmp(&now, &before[viewer], sizeof(now)) == 0)
				continue;
			before[viewer] = now;
			int told = count_turns(&got[viewer]);

			while (count_turns(&got[viewer]) == told || !ends_a_line(&got[viewer]) ||
			       !is_current(&got[viewer], viewer))
				cr_assert(client_read_some(fd[viewer], &got[viewer], PATIENCE_MS));
			changes++;
		}
	}
	cr_expect_gt(changes, 24);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		close(fd[viewer]);
		text_free(&got[viewer]);
	}
	http_host_close(&server);
}
