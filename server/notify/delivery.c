/* The stages of one notice, and what comes of it. */

#include "notify/delivery.h"

#include <stdlib.h>
#include <string.h>

#include "base/platform.h"
#include "codec/words.h"
#include "game/mail_pace.h"
#include "game/snapshot.h"

enum { MINUTE_MS = 60 * 1000 };

int64_t courier_wait_ms(uint32_t attempts, uint32_t drawn)
{
	static const uint32_t seconds[] = {5,     30,    120,   600,   1800, 3600,
					   10800, 21600, 43200, 64800, 86400};
	const size_t count = sizeof(seconds) / sizeof(seconds[0]);
	const size_t at = attempts == 0 ? 0 : attempts - 1;
	const int64_t wait_ms = (int64_t)seconds[at < count ? at : count - 1] * 1000;

	return wait_ms * 4 / 5 + (int64_t)(drawn % 1024) * (wait_ms * 2 / 5) / 1024;
}

/* ---- stages ---- */

/* Called on another thread when the work that the delivery waited for there is done. */
static void wake_for(struct delivery *delivery)
{
	struct courier *courier = delivery->courier;

	atomic_store(&delivery->is_back, true);
	atomic_store(&courier->woken, true);
	curl_multi_wakeup(courier->multi);
}

static void job_done(struct job *job)
{
	wake_for((struct delivery *)(void *)job);
}

static void picture_done(struct render_job *render)
{
	wake_for(render->owner);
}

static void put_off(struct delivery *delivery)
{
	delivery->submitted = false;
	delivery->again_us = platform_steady_us() + DELIVERY_AGAIN_MS * 1000;
	delivery->courier->put_off = true;
}

/* The game is looked at without bringing it back into the memory for long. */
static bool submit_look(struct delivery *delivery)
{
	struct job *job = &delivery->job;

	*job = (struct job){.kind = JOB_OPEN, .done = job_done, .aside = true};
	memcpy(job->game, delivery->game, sizeof(job->game));
	return service_submit(delivery->courier->service, job);
}

static bool submit_picture(struct delivery *delivery)
{
	const pn_side viewer = telling_viewer(delivery);

	delivery->render = (struct render_job){
		.snapshot = delivery->snapshot,
		.viewer = viewer,
		.seq = snapshot_tip(delivery->snapshot, viewer).seq,
		.format = PICTURE_PNG,
		.language = words_liked(delivery->language),
		.ghost = delivery->ghost.count ? &delivery->ghost : NULL,
		.done = picture_done,
		.owner = delivery,
		.picture = &delivery->picture,
	};
	return renderer_submit(delivery->courier->options.renderer, &delivery->render);
}

/* Its names are whole as long as the job is out. */
static bool submit_told(struct delivery *delivery)
{
	struct job *job = &delivery->job;
	const bool claims = delivery->stage == DELIVERY_CLAIMS;

	*job = (struct job){.kind = JOB_TOLD, .done = job_done};
	if (delivery->mailed.sent_ms && (claims || delivery->mailed.undone))
		job->told.mailed = &delivery->mailed;
	if (!claims)
		job->told.notice = &delivery->notice;
	if (!claims && delivery->post_changed)
		job->told.post = &delivery->post;
	if (!claims && delivery->hook.act == STORE_HOOK_HEARD)
		job->told.hook = &delivery->hook;
	return service_submit(delivery->courier->service, job);
}

void delivery_submit(struct delivery *delivery)
{
	atomic_store(&delivery->is_back, false);
	if (delivery->stage == DELIVERY_SAYS) {
		promised_send(delivery);
		return;
	}
	if (delivery->stage == DELIVERY_LOOKS)
		delivery->submitted = submit_look(delivery);
	else if (delivery->stage == DELIVERY_DRAWS)
		delivery->submitted = submit_picture(delivery);
	else
		delivery->submitted = submit_told(delivery);
	if (!delivery->submitted)
		put_off(delivery);
}

void delivery_let_go(struct delivery *delivery)
{
	snapshot_release(delivery->snapshot);
	delivery->snapshot = NULL;
}

/* Write down what came of it, which stands in its notice and its hook. */
static void write_down(struct delivery *delivery)
{
	request_end(delivery);
	delivery_let_go(delivery);
	delivery->stage = DELIVERY_WRITES;
	delivery_submit(delivery);
}

void delivery_drop(struct delivery *delivery)
{
	delivery->notice.act = STORE_NOTICE_GONE;
	write_down(delivery);
}

/* Without a request: not now. */
static void wait_until(struct delivery *delivery, int64_t due_ms)
{
	delivery->notice.act = STORE_NOTICE_AGAIN;
	delivery->notice.due_ms = due_ms;
	write_down(delivery);
}

static void send_it(struct delivery *delivery)
{
	const int64_t held_ms = delivery_posts(delivery) ? discord_wait_ms(delivery) : 0;

	if (held_ms > 0) {
		wait_until(delivery, service_now_ms(delivery->courier->service) + held_ms);
		return;
	}
	delivery->stage = DELIVERY_SENDS;
	if (!request_begin(delivery))
		abort();
}

/* All that it tells of is at hand. */
static void compose(struct delivery *delivery)
{
	const bool is_good = delivery_posts(delivery) ? discord_telling_write(delivery)
						      : telling_write(delivery);

	delivery_let_go(delivery);
	if (!is_good) {
		delivery_drop(delivery);
	} else if (delivery->mailed.sent_ms) {
		delivery->stage = DELIVERY_CLAIMS;
		delivery_submit(delivery);
	} else {
		send_it(delivery);
	}
}

static bool still_holds(const struct delivery *delivery)
{
	return delivery_posts(delivery) ? discord_telling_holds(delivery) : telling_holds(delivery);
}

/* A channel is shown no picture of a private game. */
static bool is_drawn(const struct delivery *delivery)
{
	const bool is_open = snapshot_header(delivery->snapshot)->access != ACCESS_PRIVATE;

	return delivery->courier->options.renderer && !delivery_names(delivery) &&
	       (delivery->hook.format == HOOK_MAIL || (delivery_posts(delivery) && is_open));
}

static void take_look(struct delivery *delivery)
{
	delivery->snapshot = delivery->job.snapshot;
	delivery->job.snapshot = NULL;
	if (!delivery->snapshot || !still_holds(delivery)) {
		delivery_drop(delivery);
		return;
	}
	if (!is_drawn(delivery)) {
		compose(delivery);
		return;
	}
	delivery->stage = DELIVERY_DRAWS;
	delivery_submit(delivery);
}

bool delivery_go_on(struct delivery *delivery)
{
	const bool failed = delivery->stage == DELIVERY_LOOKS
				    ? delivery->job.problem != PROBLEM_NONE &&
					      delivery->job.problem != PROBLEM_NO_SUCH_GAME
				    : delivery->stage != DELIVERY_DRAWS &&
					      delivery->job.problem != PROBLEM_NONE;

	delivery->submitted = false;
	if (failed) {
		put_off(delivery);
		return true;
	}
	switch (delivery->stage) {
	case DELIVERY_LOOKS:
		take_look(delivery);
		return true;
	case DELIVERY_DRAWS:
		if (delivery->follows)
			follow_up_compose(delivery);
		else
			compose(delivery);
		return true;
	case DELIVERY_CLAIMS:
		send_it(delivery);
		return true;
	case DELIVERY_SAYS:
	case DELIVERY_SENDS:
	case DELIVERY_WRITES:
		break;
	}
	return false;
}

/* ---- what came of it ---- */

/* The notice was delivered. That of a turn is kept until the turn is taken, so that it is told
 * once. */
static void take_good(struct delivery *delivery)
{
	const uint8_t kind = delivery->notice.kind;
	const bool stays =
		!delivery->notice.again && (kind == NOTICE_TURN || kind == NOTICE_REACTION ||
					    kind == NOTICE_CLOCK || kind == NOTICE_MESSAGE);

	delivery->notice.act = stays ? STORE_NOTICE_TOLD : STORE_NOTICE_GONE;
	/* The message that named a player is removed; whether to name them again is decided
	 * next. */
	if (delivery_names(delivery) && delivery->removes) {
		delivery->notice.act = STORE_NOTICE_AGAIN;
		delivery->notice.due_ms = service_now_ms(delivery->courier->service);
	}
	delivery->hook.state = STORE_HOOK_GOOD;
	delivery->hook.failing_ms = 0;
}

/* The notice was not delivered: try again later, or give up. */
static void take_bad(struct delivery *delivery, const struct request_result *result)
{
	struct service *service = delivery->courier->service;
	struct store_notice *notice = &delivery->notice;
	struct store_hook *hook = &delivery->hook;
	const int64_t now_ms = service_now_ms(service);
	const bool once = notice->kind == NOTICE_TEST || notice->again;

	notice->attempts++;
	if (!hook->failing_ms || now_ms - hook->heard_ms > COURIER_SILENT_MS)
		hook->failing_ms = now_ms;
	hook->state = STORE_HOOK_FAILING;
	notice->act = STORE_NOTICE_GONE;
	if (result->is_refused)
		return;
	delivery->mailed.undone = !result->was_taken;
	const int64_t end_ms = hook->failing_ms + COURIER_FAILING_MS;

	if (result->ends || (now_ms >= end_ms && !once))
		hook->state = STORE_HOOK_OFF;
	if (hook->state == STORE_HOOK_OFF || once)
		return;
	notice->act = STORE_NOTICE_AGAIN;
	notice->due_ms = now_ms + courier_wait_ms(notice->attempts, service_draw(service));
	if (notice->due_ms > end_ms)
		notice->due_ms = end_ms;
	if (notice->due_ms < now_ms + result->retry_after_s * 1000)
		notice->due_ms = now_ms + result->retry_after_s * 1000;
}

void delivery_take_result(struct delivery *delivery, CURLcode code)
{
	struct request_result result = request_result(delivery, code);

	if (delivery->follows) {
		follow_up_take_result(delivery, &result);
		return;
	}
	if (delivery_posts(delivery) && discord_take_result(delivery, &result)) {
		request_close(delivery);
		send_it(delivery);
		return;
	}
	if (result.held_ms) {
		wait_until(delivery, service_now_ms(delivery->courier->service) + result.held_ms);
		return;
	}
	if (result.is_good)
		take_good(delivery);
	else
		take_bad(delivery, &result);
	delivery->hook.act = STORE_HOOK_HEARD;
	delivery->hook.status = (uint16_t)result.status;
	delivery->hook.heard_ms = service_now_ms(delivery->courier->service);
	/* What a question and a table kept up to date came to is no news to ask for again. */
	if (delivery->notice.kind != NOTICE_CONFIRM && delivery->notice.kind != NOTICE_TABLE)
		delivery->notice.heard = (struct store_heard){.hook = delivery->hook.place,
							      .status = delivery->hook.status,
							      .good = result.is_good,
							      .time_ms = delivery->hook.heard_ms};
	write_down(delivery);
}

/* ---- when ---- */

/* When the present quiet hours end; now, outside of them. */
static int64_t quiet_end(const struct store_hook *hook, int64_t now_ms)
{
	const int64_t day_ms = (int64_t)DAY_MINUTES * MINUTE_MS;
	const int64_t since_ms =
		(now_ms - (int64_t)hook->quiet_from * MINUTE_MS % day_ms + day_ms) % day_ms;
	const int64_t long_ms =
		(int64_t)((hook->quiet_until - hook->quiet_from + DAY_MINUTES) % DAY_MINUTES) *
		MINUTE_MS;

	return since_ms < long_ms ? now_ms + long_ms - since_ms : now_ms;
}

/* When a mail of the game may go; INT64_MAX when the disk cannot be read. */
static int64_t mail_due(struct delivery *delivery, int64_t now_ms)
{
	struct service *service = delivery->courier->service;
	struct store_mailed *mailed = &delivery->mailed;
	int64_t last_ms;

	service_address(service, delivery->url, mailed->address);
	if (!service_mailed(service, mailed->address, delivery->game, &last_ms))
		return INT64_MAX;
	mailed->game = delivery->game;
	mailed->sent_ms = now_ms;
	return mail_game_due(last_ms, now_ms);
}

/* When a notice of a game may be sent. One that was asked for goes at once. */
static int64_t may_go(struct delivery *delivery, int64_t now_ms)
{
	const int64_t quiet_ms =
		delivery->notice.again ? now_ms : quiet_end(&delivery->hook, now_ms);

	if (delivery_names(delivery) && !discord_find_named(delivery))
		return INT64_MAX;
	if (delivery->removes)
		return now_ms;
	if (quiet_ms > now_ms)
		return quiet_ms;
	if (delivery->notice.kind == NOTICE_TABLE && !discord_find_post(delivery))
		return INT64_MAX;
	if (delivery->notice.kind == NOTICE_TABLE)
		return discord_has_moved(delivery)
			       ? now_ms
			       : discord_edit_due(&delivery->post, &delivery->courier->options,
						  now_ms);
	return delivery->hook.format == HOOK_MAIL ? mail_due(delivery, now_ms) : now_ms;
}

void delivery_start(struct delivery *delivery)
{
	const bool is_asked =
		delivery->notice.kind == NOTICE_TEST || delivery->notice.kind == NOTICE_CONFIRM;
	const int64_t now_ms = service_now_ms(delivery->courier->service);
	const int64_t due_ms = is_asked ? now_ms : may_go(delivery, now_ms);
	const bool is_composed = delivery->hook.format != HOOK_STANDARD && !delivery->removes;

	if (!delivery->url[0]) {
		delivery_drop(delivery);
	} else if (due_ms == INT64_MAX) {
		wait_until(delivery, now_ms + DELIVERY_AGAIN_MS);
	} else if (due_ms > now_ms) {
		wait_until(delivery, due_ms);
	} else if (is_composed && !is_asked) {
		delivery->stage = DELIVERY_LOOKS;
		delivery_submit(delivery);
	} else {
		compose(delivery);
	}
}
