/* The service as its callers see it; README.md draws the threads behind it. */

#include "game/service.h"
#include "game/callers.h"
#include "game/following.h"
#include "game/limits.h"
#include "game/operator.h"
#include "game/players.h"
#include "game/snapshot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/crash_point.h"
#include "game/automation.h"
#include "game/clocks.h"
#include "game/device_codes.h"
#include "game/follower.h"
#include "game/kept.h"
#include "game/opponent.h"
#include "game/service_inside.h"
#include "game/signer.h"
#include "game/snapshot_inside.h"

/* ---- starting and stopping ---- */

static void load_listed(void *context, const struct store_listed *listed)
{
	struct service *service = context;
	lobby_take(service->lobby, listed);
}

static void load_fault(void *context, const void *piece)
{
	const struct store_fault *fault = piece;
	struct service *service = context;
	struct fault_case of = {.game = fault->game, .side = fault->side, .rows = fault->rows};

	memcpy(of.command_hash, fault->command_hash, sizeof(of.command_hash));
	faults_restore(service->faults, &of, fault->report);
}

static bool start_following(struct service *service)
{
	service->submit_catch_up = follower_submit;
	service->catch_up = follower_catch_up;
	service->follower = follower_create(service);
	return service->follower;
}

/* Everything that can go wrong at start. */
static int start(struct service *service, const struct service_options *options)
{
	if (!crypto_begin())
		return -EIO;
	int error = (options->reads_only ? keys_read : keys_open)(
		&service->keys, options->directory, options->platform);
	if (error)
		return error;
	service->faults =
		faults_create(options->reads_only ? NULL : options->directory, options->platform);
	if (!service->faults)
		return -errno;
	struct store *store = service->store;
	if (kept_load(service) || store->load_listed(store, NULL, service, load_listed) ||
	    store->load(store, STORE_FAULT, NULL, service, load_fault))
		return -EIO;
	if (store->load_number(store, STORE_BACKUP, &service->backup_ms) ||
	    !clocks_load(service->clocks))
		return -EIO;
	service->signer = signer_create();
	service->writer = service->signer ? writer_create(service) : NULL;
	service->loader = loader_create(service);
	if (!service->writer || !service->loader || !automation_start(service->automation) ||
	    !opponent_start(service->opponent))
		return -EAGAIN;
	if (store->follow && !start_following(service))
		return -EAGAIN;
	return !options->runs_clocks || clocks_start(service->clocks) ? 0 : -EAGAIN;
}

/* A number that tells this start from all others. */
static uint64_t new_boot(const struct platform *platform)
{
	char id[PLATFORM_ID_BYTES];
	uint8_t hash[CRYPTO_HASH_BYTES];
	uint64_t boot;

	platform->new_id(platform->context, id);
	crypto_sha256(hash, id, strlen(id));
	memcpy(&boot, hash, sizeof(boot));
	return boot;
}

int service_create(struct service **out, const struct service_options *options)
{
	struct service *service = allocate(1, sizeof(*service));

	service->platform = options->platform;
	service->store = options->store;
	service->log = options->log;
	service->keep_finished_days = options->keep_finished_days;
	service->disk_floor_mib = options->disk_floor_mib;
	if (options->directory)
		snprintf(service->directory, sizeof(service->directory), "%s", options->directory);
	service->load_ms = options->load_ms;
	service->look_ms = options->look_ms;
	service->queue_max = options->queue_max ? options->queue_max : QUEUE_DEFAULT;
	service->roster = roster_create();
	service->lobby = lobby_create();
	service->feeds = feeds_create(new_boot(options->platform));
	service->hub = hub_create();
	service->codes = device_codes_create(options->platform);
	service->link_codes = device_codes_create(options->platform);
	service->clocks = clocks_create(service);
	service->automation = automation_create(service);
	service->opponent = opponent_create(service, automation_hear_opponent, service->automation);
	service->games =
		games_create(options->hot_games_max ? options->hot_games_max : HOT_GAMES_DEFAULT);
	int error = start(service, options);
	if (error) {
		service_destroy(service);
		return error;
	}
	*out = service;
	return 0;
}

void service_give_up(struct service *service)
{
	service->store->give_up(service->store);
}

void service_destroy(struct service *service)
{
	if (!service)
		return;
	service_give_up(service);
	clocks_stop(service->clocks);
	automation_stop(service->automation);
	opponent_stop(service->opponent);
	atomic_store(&service->stopping, true);
	/* Jobs go to and fro between writer and loader: both must run until all are done. */
	while (atomic_load(&service->inside))
		usleep(1000);
	follower_destroy(service->follower);
	service->follower = NULL;
	loader_destroy(service->loader);
	writer_destroy(service->writer);
	signer_destroy(service->signer);
	games_destroy(service->games);
	faults_destroy(service->faults);
	hub_destroy(service->hub);
	device_codes_destroy(service->codes);
	device_codes_destroy(service->link_codes);
	roster_destroy(service->roster);
	lobby_destroy(service->lobby);
	clocks_destroy(service->clocks);
	automation_destroy(service->automation);
	opponent_destroy(service->opponent);
	feeds_destroy(service->feeds);
	store_close(service->store);
	keys_forget(&service->keys);
	free(service);
}

/* ---- clocks ---- */

void service_look(struct service *service)
{
	clocks_look(service->clocks);
	service_settle(service);
}

void service_settle(struct service *service)
{
	automation_settle(service->automation);
}

/* ---- asking ---- */

struct caller service_authenticate(struct service *service, const char *token)
{
	static const char app[] = "pn_app_";

	if (strncmp(token, app, sizeof(app) - 1) == 0)
		return roster_find_app(service->roster, token);
	return roster_find(service->roster, token, service->platform);
}

struct caller service_made_with(struct service *service, const char *key)
{
	char token[TOKEN_BYTES];

	player_token(token, service->keys.secret, "", "player", key);
	struct caller caller = roster_find(service->roster, token, service->platform);
	crypto_forget(token, sizeof(token));
	return caller;
}

pn_side service_side(struct service *service, const struct caller *caller, const char *game)
{
	if (caller->player[0])
		return roster_seat(service->roster, caller->player, game);
	return strcmp(caller->game, game) == 0 ? caller->side : PN_PUBLIC;
}

bool service_is_umpire(struct service *service, const struct caller *caller, const char *game)
{
	if (!caller->known)
		return false;
	if (caller->player[0])
		return roster_is_umpire(service->roster, caller->player, game);
	return caller->side == PN_PUBLIC && strcmp(caller->game, game) == 0;
}

bool service_player(struct service *service, const char *id, struct player_facts *out)
{
	return roster_player(service->roster, id, out);
}

bool service_token(struct service *service, const char *player, const char *id,
		   struct token_facts *out)
{
	return roster_token(service->roster, player, id, out);
}

bool service_holder(struct service *service, const char *game, pn_side side,
		    struct player_facts *out)
{
	char id[GAME_ID_BYTES];

	roster_holder(service->roster, game, side, id);
	return id[0] && roster_player(service->roster, id, out);
}

bool service_may_show_day(struct service *service, const struct player_facts *player)
{
	struct store *store = service->store;
	uint32_t playing = 0;

	return player->shows_day && !player->has_left && player->here_ms &&
	       store->count_seats(store, player->id, true, &playing) == STORE_OK && !playing;
}

size_t service_seats(struct service *service, const char *player, uint32_t before,
		     struct held_seat *out, size_t max)
{
	return roster_games(service->roster, player, before, false, out, max);
}

size_t service_awaited(struct service *service, const char *player, uint32_t before,
		       struct held_seat *out, size_t max)
{
	return roster_games(service->roster, player, before, true, out, max);
}

void service_note_awaited(struct service *service, const struct snapshot *snapshot)
{
	roster_await(service->roster, snapshot->header.id, snapshot_awaited(snapshot), true);
}

size_t service_list(struct service *service, int status, uint32_t before, struct listed_game *out,
		    size_t max)
{
	return lobby_list(service->lobby, status, before, out, max);
}

void service_feed_open(struct service *service, const char *player)
{
	feeds_open(service->feeds, player);
}

void service_feed_close(struct service *service, const char *player)
{
	feeds_close(service->feeds, player);
}

enum feed_next service_feed_next(struct service *service, const char *player,
				 struct feed_place after, struct feed_item *out,
				 struct feed_place *now)
{
	return feeds_next(service->feeds, player, after, out, now);
}

bool service_holds(struct service *service, const struct caller *caller, const char *game,
		   pn_side side)
{
	if (!caller->known)
		return side == PN_PUBLIC;
	const bool is_good = caller->app[0] ? roster_app_holds(service->roster, caller)
					    : roster_is_good(service->roster, caller->principal);
	return is_good && (side == PN_PUBLIC || service_side(service, caller, game) == side);
}

void service_rematch_game(struct service *service, const char *game, char out[GAME_ID_BYTES])
{
	char key[GAME_ID_BYTES + 16];

	snprintf(key, sizeof(key), "rematch %s", game);
	crypto_derive_game(out, service->keys.secret, key);
}

void service_subscribe(struct service *service, struct subscription *subscription)
{
	hub_add(service->hub, subscription);
}

void service_unsubscribe(struct service *service, struct subscription *subscription)
{
	hub_remove(service->hub, subscription);
}

size_t service_keys(struct service *service, uint8_t id[][8], uint8_t key[][32], size_t max)
{
	size_t count = service->keys.count < max ? service->keys.count : max;
	for (size_t i = 0; i < count; i++) {
		memcpy(id[i], service->keys.key[i].id, 8);
		memcpy(key[i], service->keys.key[i].public_key, 32);
	}
	return count;
}

struct service_figures service_figures(struct service *service)
{
	return (struct service_figures){
		.commands = atomic_load(&service->commands),
		.refused = atomic_load(&service->refused),
		.faults = atomic_load(&service->faulted),
		.commits = atomic_load(&service->commits),
		.loads = atomic_load(&service->loads),
		.games_hot = games_count(service->games),
		.games = roster_games_count(service->roster),
		.faults_kept = faults_count(service->faults),
		.queue = atomic_load(&service->inside),
		.subscriptions = hub_count(service->hub),
	};
}

bool service_shares(const struct service *service)
{
	return service->follower != NULL;
}

bool service_reached(struct service *service)
{
	return service->store->reach(service->store) == STORE_OK;
}

bool service_ready(struct service *service)
{
	const struct platform *platform = service->platform;
	int64_t since = atomic_load(&service->writer_busy_since);
	if (atomic_load(&service->stopping) || atomic_load(&service->store_failing) ||
	    !service_reached(service))
		return false;
	return !since || platform->steady_ms(platform->context) - since < WRITER_STUCK_MS;
}

/* ---- the operator ---- */

bool service_is_operator(struct service *service, const char *token)
{
	const char *wanted = service->keys.operator_token;
	size_t size = strlen(wanted);

	return strlen(token) == size && crypto_equal(token, wanted, size);
}

struct keeping {
	struct kept_game *out;
	size_t count;
};

static void take_kept(void *context, const struct store_kept *kept)
{
	struct keeping *keeping = context;
	struct kept_game *game = &keeping->out[keeping->count++];

	*game = (struct kept_game){.created_ms = kept->created_ms,
				   .status = kept->status,
				   .hidden = kept->hidden,
				   .place = kept->place};
	snprintf(game->id, sizeof(game->id), "%s", kept->id);
}

bool service_kept_games(struct service *service, uint32_t before, struct kept_game *out, size_t max,
			size_t *count)
{
	struct keeping keeping = {out, 0};
	struct store *store = service->store;
	enum store_error error = store->load_kept(store, before, max, &keeping, take_kept);

	*count = keeping.count;
	return error == STORE_OK;
}

struct report_keeping {
	struct kept_report *out;
	size_t count;
};

static void copy_text(char out[MESSAGE_BYTES], struct store_bytes from)
{
	size_t size = from.size < MESSAGE_BYTES ? from.size : MESSAGE_BYTES - 1;

	if (size)
		memcpy(out, from.bytes, size);
	out[size] = '\0';
}

static void take_report(void *context, const struct store_report *from)
{
	struct report_keeping *keeping = context;
	struct kept_report *report = &keeping->out[keeping->count++];

	report->side = from->side;
	report->message = from->message;
	report->time_ms = from->time_ms;
	report->settled = from->settled;
	report->place = from->place;
	snprintf(report->game, sizeof(report->game), "%s", from->game);
	copy_text(report->said, from->said);
	copy_text(report->reason, from->reason);
}

bool service_reports(struct service *service, uint32_t before, struct kept_report *out, size_t max,
		     size_t *count)
{
	struct report_keeping keeping = {out, 0};
	struct store *store = service->store;
	enum store_error error = store->load_reports(store, before, max, &keeping, take_report);

	*count = keeping.count;
	return error == STORE_OK;
}

size_t service_faults(struct service *service, struct kept_fault *out, size_t max)
{
	return faults_list(service->faults, out, max);
}

bool service_fault_report(struct service *service, const char *report, struct text *out)
{
	return faults_read(service->faults, report, out);
}
