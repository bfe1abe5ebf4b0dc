#include "notify/courier.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/crypto.h"
#include "base/platform.h"
#include "game/snapshot.h"
#include "notify/delivery.h"
#include "notify/hook_message.h"

enum {
	DUE_MAX = 1024,  /* notices looked at at a time */
	IDLE_MS = 10000, /* the longest sleep: another process may have left something to tell */
	KEEP_MS = HOOK_CLAIM_MS / 4,
};

/* ---- those under way ---- */

static void free_delivery(struct delivery *delivery)
{
	request_end(delivery);
	text_free(&delivery->promised.answer);
	free(delivery);
}

static void take_back(struct courier *courier)
{
	struct delivery **at = &courier->first;

	while (*at) {
		struct delivery *delivery = *at;

		if (delivery->submitted && atomic_load(&delivery->is_back) &&
		    !delivery_go_on(delivery)) {
			*at = delivery->next;
			courier->count--;
			if (!delivery->follows)
				service_leaves(courier->service, delivery->hook.place);
			free_delivery(delivery);
		} else {
			at = &delivery->next;
		}
	}
}

static void submit_again(struct courier *courier)
{
	courier->put_off = false;
	for (struct delivery *delivery = courier->first; delivery; delivery = delivery->next) {
		if (delivery->stage == DELIVERY_SENDS || delivery->submitted)
			continue;
		if (delivery->again_us <= platform_steady_us())
			delivery_submit(delivery);
		else
			courier->put_off = true;
	}
}

/* What takes long is not to be told by another process, too. */
static void keep_claims(struct courier *courier)
{
	for (struct delivery *at = courier->first; at; at = at->next) {
		if (at->follows || platform_steady_us() - at->claimed_us < KEEP_MS * 1000)
			continue;
		service_keeps(courier->service, at->hook.place);
		at->claimed_us = platform_steady_us();
	}
}

/* ---- what is due ---- */

static struct delivery *new_delivery(struct courier *courier, const struct store_notice *notice,
				     const struct store_hook *hook)
{
	struct delivery *delivery = allocate(1, sizeof(*delivery));

	delivery->courier = courier;
	snprintf(delivery->url, sizeof(delivery->url), "%s", hook->url);
	snprintf(delivery->player, GAME_ID_BYTES, "%s", hook->player);
	snprintf(delivery->id, GAME_ID_BYTES, "%s", hook->id);
	snprintf(delivery->game, GAME_ID_BYTES, "%s", notice->game);
	snprintf(delivery->language, sizeof(delivery->language), "%s", hook->language);
	snprintf(delivery->mentions, sizeof(delivery->mentions), "%s", hook->mentions);
	if (hook->keys)
		memcpy(delivery->keys, hook->keys, sizeof(delivery->keys));
	delivery->notice = *notice;
	delivery->notice.player = delivery->player;
	delivery->notice.hook = delivery->id;
	delivery->notice.game = delivery->game;
	delivery->hook = *hook;
	delivery->hook.player = NULL;
	delivery->hook.id = NULL;
	delivery->hook.url = delivery->url;
	delivery->hook.language = delivery->language;
	delivery->hook.keys = delivery->keys;
	delivery->hook.mentions = delivery->mentions;
	delivery->hook.act = STORE_HOOK_PUT;
	delivery->next = courier->first;
	courier->first = delivery;
	courier->count++;
	return delivery;
}

/* Is the hook busy, or its host? What is composed will be sent there, too. */
static bool is_busy(const struct courier *courier, const struct store_hook *hook, const char *host)
{
	size_t count = 0;

	for (const struct delivery *at = courier->first; at; at = at->next) {
		if (at->hook.place == hook->place)
			return true;
		count += at->stage != DELIVERY_WRITES && strcmp(at->host, host) == 0;
	}
	return count >= COURIER_HOST_MAX;
}

/* Has it answered, and well? Hooks that hang leave room for those that have. */
static bool is_proven(const struct store_hook *hook)
{
	return hook->heard_ms != 0 && hook->state == STORE_HOOK_GOOD;
}

static bool is_full(const struct courier *courier, const struct store_hook *hook)
{
	size_t unproven = 0;

	for (const struct delivery *at = courier->first; at; at = at->next)
		unproven += !is_proven(&at->hook);
	return courier->count >= COURIER_RUNNING_MAX ||
	       (!is_proven(hook) && unproven >= COURIER_UNPROVEN_MAX);
}

static bool is_possible(const struct courier *courier, enum hook_format format)
{
	return (format != HOOK_MAIL || courier->options.relay) &&
	       (format != HOOK_PUSH || courier->options.push_contact) &&
	       (format != HOOK_CHANNEL || courier->options.discord_token);
}

static void begin(void *context, const struct store_notice *notice, const struct store_hook *hook)
{
	struct courier *courier = context;
	const enum hook_format format = (enum hook_format)hook->format;
	char host[HOOK_URL_BYTES] = "";
	const bool is_good = hook_url_good(hook->url, format, host);

	if (is_full(courier, hook) || is_busy(courier, hook, host))
		return;
	if (!service_claims(courier->service, notice, hook->place,
			    service_now_ms(courier->service))) {
		courier->others_tell = true;
		return;
	}
	struct delivery *delivery = new_delivery(courier, notice, hook);

	memcpy(delivery->host, host, sizeof(host));
	delivery->claimed_us = platform_steady_us();
	if (!is_good || !is_possible(courier, format) ||
	    !service_still_seated(courier->service, notice, hook))
		delivery_drop(delivery);
	else
		delivery_start(delivery);
}

/* ---- the thread ---- */

static void take_results(struct courier *courier)
{
	const CURLMsg *message;
	int left;

	while ((message = curl_multi_info_read(courier->multi, &left))) {
		struct delivery *delivery = NULL;
		const CURLcode code = message->data.result;

		if (message->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&delivery);
		delivery_take_result(delivery, code);
	}
}

/* Until something is due, a socket is ready or somebody wakes it. */
static void sleep_until_due(struct courier *courier, int64_t next_ms)
{
	const int64_t now_ms = service_now_ms(courier->service);
	int64_t wait_ms = next_ms - now_ms;

	if (wait_ms > IDLE_MS)
		wait_ms = IDLE_MS;
	if (courier->first && wait_ms > KEEP_MS)
		wait_ms = KEEP_MS;
	if (courier->put_off && wait_ms > DELIVERY_AGAIN_MS)
		wait_ms = DELIVERY_AGAIN_MS;
	if (wait_ms > 0 && !atomic_load(&courier->woken))
		curl_multi_poll(courier->multi, NULL, 0, (int)wait_ms, NULL);
}

static void *run(void *context)
{
	struct courier *courier = context;
	struct service *service = courier->service;
	int64_t next_ms = 0;

	pthread_setname_np(pthread_self(), "courier");
	while (!atomic_load(&courier->stopping)) {
		const int64_t now_ms = service_now_ms(service);
		int running;

		if (atomic_exchange(&courier->woken, false) || now_ms >= next_ms) {
			follow_ups_take(courier);
			take_back(courier);
			courier->others_tell = false;
			/* What cannot be read now is asked for again later. */
			if (!service_due_notices(service, now_ms, DUE_MAX, courier, begin) ||
			    !service_next_notice(service, now_ms, &next_ms) || courier->others_tell)
				next_ms = now_ms + DELIVERY_AGAIN_MS;
		}
		keep_claims(courier);
		submit_again(courier);
		curl_multi_perform(courier->multi, &running);
		take_results(courier);
		sleep_until_due(courier, next_ms);
	}
	return NULL;
}

static void wake(void *context)
{
	struct courier *courier = context;

	atomic_store(&courier->woken, true);
	curl_multi_wakeup(courier->multi);
}

/* ---- life ---- */

struct courier *courier_create(struct service *service, const struct courier_options *options)
{
	struct courier *courier = allocate(1, sizeof(*courier));

	courier->service = service;
	courier->options = *options;
	if (!courier->options.aged_ms) {
		courier->options.aged_ms = DISCORD_AGED_MS;
		courier->options.aged_pace_ms = DISCORD_AGED_PACE_MS;
	}
	service_push_key(service, &courier->push_key);
	courier->limits = discord_limits_create();
	if (options->folder)
		courier->promises = promises_open(options->folder, service_now_ms(service));
	courier->multi =
		curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? curl_multi_init() : NULL;
	if (courier->multi)
		promised_take_left(courier);
	courier->has_thread =
		courier->multi && pthread_create(&courier->thread, NULL, run, courier) == 0;
	if (courier->has_thread) {
		service_set_courier(service, courier, wake);
		return courier;
	}
	courier_destroy(courier);
	return NULL;
}

void courier_stop(struct courier *courier)
{
	if (!courier || !courier->has_thread)
		return;
	service_set_courier(courier->service, NULL, wake);
	atomic_store(&courier->stopping, true);
	curl_multi_wakeup(courier->multi);
	pthread_join(courier->thread, NULL);
	courier->has_thread = false;
	follow_ups_take(courier);
	for (struct delivery *at = courier->first; at; at = at->next) {
		while (at->submitted && !atomic_load(&at->is_back))
			usleep(1000);
		snapshot_release(at->job.kind == JOB_OPEN ? at->job.snapshot : NULL);
		if (!at->follows)
			service_leaves(courier->service, at->hook.place);
		delivery_let_go(at);
	}
}

void courier_destroy(struct courier *courier)
{
	if (!courier)
		return;
	while (courier->first) {
		struct delivery *delivery = courier->first;

		courier->first = delivery->next;
		free_delivery(delivery);
	}
	crypto_forget(&courier->push_key, sizeof(courier->push_key));
	discord_limits_destroy(courier->limits);
	promises_close(courier->promises);
	curl_multi_cleanup(courier->multi);
	curl_global_cleanup();
	free(courier);
}
