#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "codec/codec_plan.h"
#include "game/service.h"

static void expect(bool condition, const char *what)
{
	if (condition)
		return;
	fprintf(stderr, "host: %s\n", what);
	abort();
}

/* ---- life ---- */

static void start(struct host *host)
{
	struct store *store;
	int pid;
	const char *directory = host->directory[0] ? host->directory : NULL;
	enum store_error error =
		store_sqlite_open(&store, directory ? directory : ":memory:", &pid);
	expect(!error, store_error_text(error));
	store_faulty_begin(&host->faulty, store);
	const struct service_options options = {
		.platform = &host->world.platform,
		.store = &host->faulty.store,
		.directory = directory,
		.hot_games_max = host->hot_games_max,
		.keep_finished_days = host->keep_finished_days,
		.queue_max = host->queue_max,
		.disk_floor_mib = host->disk_floor_mib,
		.load_ms = host->load_ms,
		.look_ms = host->look_ms,
	};
	expect(service_create(&host->service, &options) == 0, "the service does not start");
}

void host_open(struct host *host, const char *directory)
{
	memset(host, 0, sizeof(*host));
	fake_platform_begin(&host->world, 1);
	snprintf(host->directory, sizeof(host->directory), "%s", directory ? directory : "");
	start(host);
}

void host_reopen(struct host *host)
{
	service_destroy(host->service);
	start(host);
}

void host_close(struct host *host)
{
	service_destroy(host->service);
	host->service = NULL;
}

void host_make_folder(char path[64])
{
	const char *where = getenv("TMPDIR");
	int size = snprintf(path, 64, "%s/pennon-XXXXXX", where ? where : P_tmpdir);

	expect(size < 64, "TMPDIR is longer than the 49 bytes that the tests have room for");
	expect(mkdtemp(path) != NULL, "no temporary folder");
}

void host_remove_folder(const char *path)
{
	char command[128];
	snprintf(command, sizeof(command), "rm -rf '%s'", path);
	expect(system(command) == 0, "the folder stays");
}

/* ---- musters ---- */

void host_muster(struct pn_muster *muster, uint8_t method)
{
	int ruleset = pn_rules_find("battlesystem-2e");
	expect(ruleset >= 0, "no ruleset");
	const struct pn_rules *rules = pn_rules_at((uint8_t)ruleset);
	pn_muster_defaults(muster, (uint8_t)ruleset);
	muster->width = 60 * PN_INCH;
	muster->depth = 44 * PN_INCH;
	muster->turns = 3;
	muster->count = PN_COUNT_UNITS;
	muster->method = method;
	for (int i = 0; i < 8; i++) {
		struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];
		bool red = i < 4;
		unit->side = red ? PN_RED : PN_BLUE;
		snprintf(unit->name, sizeof(unit->name), "%s %d", red ? "Lion" : "Stag", i % 4 + 1);
		unit->class = (uint8_t)(i % rules->classes.count);
		unit->formation = (struct pn_formation){12, 6, 2500, 2500, 0};
		unit->pose.at.x = (10 + 13 * (i % 4)) * PN_INCH;
		unit->pose.at.y = (red ? 15 : 29) * PN_INCH;
		unit->pose.facing = red ? 0 : PN_TURN_HALF;
		for (uint8_t stat = 0; stat < rules->stats.count; stat++) {
			const struct pn_stat_rule *rule = &rules->stats.row[stat];
			if (rule->optional)
				continue;
			unit->stats[stat] = rule->kind == PN_STAT_LENGTH ? 12 * PN_INCH : 12;
			if (unit->stats[stat] > rule->max)
				unit->stats[stat] = rule->max;
		}
	}
}

/* ---- jobs ---- */

void host_key(struct host *host, struct job *job)
{
	snprintf(job->key, sizeof(job->key), "11111111-1111-4111-8111-%012x",
		 atomic_fetch_add(&host->keys, 1) + 1);
}

struct job host_create_job(struct host *host, const struct pn_muster *muster)
{
	struct job job = {
		.kind = JOB_CREATE,
		.side = PN_RED,
		.if_match = -1,
		.seat.create.muster = muster,
		.seat.create.ruleset = (uint8_t)pn_rules_find("battlesystem-2e"),
		.seat.create.scenario = "",
		.seat.create.clock = host->clock,
	};
	host_key(host, &job);
	job.body_hash[0] = 1;
	return job;
}

struct waiting {
	pthread_mutex_t mutex;
	pthread_cond_t wake;
	size_t left;
};

static void one_done(struct job *job)
{
	struct waiting *waiting = job->owner;
	pthread_mutex_lock(&waiting->mutex);
	waiting->left--;
	pthread_cond_signal(&waiting->wake);
	pthread_mutex_unlock(&waiting->mutex);
}

static void wait_for_all(struct waiting *waiting)
{
	pthread_mutex_lock(&waiting->mutex);
	while (waiting->left)
		pthread_cond_wait(&waiting->wake, &waiting->mutex);
	pthread_mutex_unlock(&waiting->mutex);
}

void host_run_all(struct host *host, struct job *jobs, size_t count)
{
	struct waiting waiting = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, count};
	static struct pn_muster muster;
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	struct job other = host_create_job(host, &muster);
	waiting.left++;
	other.owner = &waiting;
	other.done = one_done;
	store_faulty_hold(&host->faulty);
	expect(service_submit(host->service, &other), "a job was not taken");
	store_faulty_await(&host->faulty);
	atomic_store(&host->world.broken, host->breaks_batch);
	for (size_t i = 0; i < count; i++) {
		jobs[i].owner = &waiting;
		jobs[i].done = one_done;
		expect(service_submit(host->service, &jobs[i]), "a job was not taken");
	}
	store_faulty_go_on(&host->faulty);
	wait_for_all(&waiting);
	atomic_store(&host->world.broken, false);
	snapshot_release(other.snapshot);
}

bool host_run(struct host *host, struct job *job)
{
	struct waiting waiting = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 1};
	job->owner = &waiting;
	job->done = one_done;
	if (!service_submit(host->service, job))
		return false;
	wait_for_all(&waiting);
	service_settle(host->service);
	return true;
}

/* ---- games ---- */

struct job host_join_job(struct host *host, const struct hosted_game *hosted)
{
	struct job job = {.kind = JOB_JOIN, .if_match = -1};
	memcpy(job.game, hosted->game, sizeof(job.game));
	memcpy(job.seat.code, hosted->invitation, sizeof(job.seat.code));
	host_key(host, &job);
	job.body_hash[0] = 2;
	return job;
}

struct hosted_game host_game_by(struct host *host, const struct pn_muster *muster, pn_side creator)
{
	struct hosted_game hosted;
	struct job create = host_create_job(host, muster);
	create.side = creator;
	expect(host_run(host, &create) && !create.problem, "no game");
	memcpy(hosted.game, create.game, sizeof(hosted.game));
	memcpy(hosted.invitation, create.seat.code, sizeof(hosted.invitation));
	memcpy(hosted.token[creator], create.token, sizeof(create.token));
	struct job join = host_join_job(host, &hosted);
	bool joined = host_run(host, &join);
	expect(joined && !join.problem, problem_wire(join.problem));
	memcpy(hosted.token[join.side], join.token, sizeof(join.token));
	snapshot_release(create.snapshot);
	snapshot_release(join.snapshot);
	return hosted;
}

struct hosted_game host_game(struct host *host, const struct pn_muster *muster)
{
	return host_game_by(host, muster, PN_RED);
}

struct job host_act_job(struct host *host, const struct hosted_game *hosted, pn_side side,
			const struct pn_command *command, struct text *text)
{
	struct job job = {
		.kind = JOB_ACT, .side = side, .if_match = -1, .action.command = *command};
	struct snapshot *snapshot = host_state(host, hosted);
	memcpy(job.game, hosted->game, sizeof(job.game));
	host_key(host, &job);
	codec_command_encode(text, snapshot_view(snapshot, side), command);
	crypto_sha256(job.body_hash, text->bytes, text->size);
	job.action.text = text->bytes;
	job.action.size = text->size;
	snapshot_release(snapshot);
	return job;
}

struct job host_act(struct host *host, const struct hosted_game *hosted, pn_side side,
		    const struct pn_command *command)
{
	struct text text = TEXT_EMPTY;
	struct job job = host_act_job(host, hosted, side, command, &text);
	expect(host_run(host, &job), "a command was not taken");
	text_free(&text);
	job.action.text = NULL;
	return job;
}

/* The canonical form of what a side writes. */
static void canonical(struct text *out, const struct pn_game *view, pn_side side, uint8_t kind,
		      const char *json, bool *withdraws)
{
	static struct plan plan;
	static struct standing_orders orders;
	struct codec_error error;

	*withdraws = false;
	if (kind == PN_EVENT_PLAN_SET) {
		expect(codec_plan_decode(&plan, view, json, strlen(json), &error), json);
		codec_plan_encode(out, view, &plan, 0);
		*withdraws = plan.count == 0;
	} else {
		expect(codec_standing_orders_decode(&orders, view, side, json, strlen(json),
						    &error),
		       json);
		codec_standing_orders_encode(out, view, &orders);
	}
}

struct job host_write(struct host *host, const struct hosted_game *hosted, pn_side side,
		      uint8_t kind, const char *json)
{
	struct job job = {.kind = JOB_WRITE, .side = side, .if_match = -1, .write.kind = kind};
	struct snapshot *snapshot = host_state(host, hosted);
	struct text text = TEXT_EMPTY;

	memcpy(job.game, hosted->game, sizeof(job.game));
	host_key(host, &job);
	canonical(&text, snapshot_view(snapshot, side), side, kind, json, &job.write.withdraws);
	snapshot_release(snapshot);
	crypto_sha256(job.body_hash, text.bytes, text.size);
	job.write.text = text.bytes;
	job.write.size = text.size;
	expect(host_run(host, &job), "what is written was not taken");
	text_free(&text);
	job.write.text = NULL;
	return job;
}

struct snapshot *host_state(struct host *host, const struct hosted_game *hosted)
{
	struct snapshot *snapshot = service_peek(host->service, hosted->game);
	if (snapshot && log_is_whole(snapshot->log))
		return snapshot;
	snapshot_release(snapshot);
	struct job job = {.kind = JOB_OPEN};
	memcpy(job.game, hosted->game, sizeof(job.game));
	expect(host_run(host, &job) && !job.problem, "the game does not open");
	return job.snapshot;
}

void host_settle(struct host *host, const struct hosted_game *hosted)
{
	struct job job = host_join_job(host, hosted);
	job.seat.code[0] ^= 1;
	expect(host_run(host, &job) && job.problem, "a wrong code is good");
	snapshot_release(job.snapshot);
}

/* ---- playing ---- */

struct pn_command host_actions(struct host *host, const struct hosted_game *hosted, pn_side side,
			       enum pn_command_kind kind)
{
	struct snapshot *snapshot = host_state(host, hosted);
	const struct pn_actions *actions = snapshot_actions(snapshot, side);
	struct pn_command command = {.kind = PN_COMMAND_COUNT};
	for (uint16_t i = actions->count; i-- > 0;) {
		if (actions->action[i].command.kind == kind)
			command = actions->action[i].command;
	}
	snapshot_release(snapshot);
	expect(command.kind == kind, "the command is not offered");
	return command;
}

/* What changes least: taking the first place, or passing. */
static bool find_idle(const struct pn_actions *actions, struct pn_command *command)
{
	for (uint16_t i = 0; i < actions->count; i++) {
		enum pn_command_kind kind = actions->action[i].command.kind;
		*command = actions->action[i].command;
		if (kind == PN_COMMAND_PASS || kind == PN_COMMAND_GO_FIRST)
			return true;
	}
	return false;
}

struct hosted_game host_declaring_game(struct host *host, const struct pn_muster *muster)
{
	struct hosted_game hosted = host_game(host, muster);
	for (int i = 0; i < 50; i++) {
		struct snapshot *state = host_state(host, &hosted);
		const struct pn_game *view = snapshot_view(state, PN_PUBLIC);
		pn_side side = pn_owes(view, PN_RED) ? PN_RED : PN_BLUE;
		struct pn_command command = {0};
		bool declaring = view->turn == 2;
		bool idle = find_idle(snapshot_actions(state, side), &command);
		snapshot_release(state);
		if (declaring)
			return hosted;
		expect(idle, "nobody can pass");
		struct job job = host_act(host, &hosted, side, &command);
		expect(!job.problem, "passing is refused");
		snapshot_release(job.snapshot);
	}
	expect(false, "turn 2 never comes");
	return hosted;
}

static const struct pn_command *pick(const struct host *host, const struct pn_actions *actions,
				     struct random_source *random)
{
	const struct pn_action *action;
	do
		action = &actions->action[random_between(random, 0, actions->count - 1)];
	while (pn_is_parley(action->command.kind) && action->command.kind != PN_COMMAND_UNDO &&
	       actions->count > 1 && (host->plays_on || !random_one_in(random, 200)));
	int32_t preset = random_between(random, 0, action->preset_count);
	return preset ? &actions->preset[action->preset_first + preset - 1].command
		      : &action->command;
}

bool host_step(struct host *host, const struct hosted_game *hosted, struct random_source *random)
{
	struct snapshot *snapshot = host_state(host, hosted);
	bool playing = snapshot_header(snapshot)->status == GAME_PLAYING;
	if (playing) {
		const struct pn_game *view = snapshot_view(snapshot, PN_PUBLIC);
		bool red = pn_owes(view, PN_RED), blue = pn_owes(view, PN_BLUE);
		pn_side side = red && blue ? (pn_side)random_between(random, 0, 1)
					   : (pn_side)(red ? PN_RED : PN_BLUE);
		struct job job = host_act(host, hosted, side,
					  pick(host, snapshot_actions(snapshot, side), random));
		expect(!job.problem, "an offered command was refused");
		snapshot_release(job.snapshot);
	}
	snapshot_release(snapshot);
	return playing;
}

void host_play(struct host *host, const struct hosted_game *hosted, struct random_source *random,
	       int steps)
{
	while (steps-- > 0 && host_step(host, hosted, random))
		continue;
}
