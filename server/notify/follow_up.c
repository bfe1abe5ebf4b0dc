#include "notify/follow_up.h"

#include <stdio.h>
#include <string.h>

#include "base/allocate.h"
#include "base/platform.h"
#include "codec/words.h"
#include "notify/delivery.h"
#include "notify/discord_post.h"

enum { ATTEMPTS = 4, FOUND = 200, REFUSED = 400, NOT_FOUND = 404, TOO_MANY = 429 };

/* ---- from any thread ---- */

static bool is_token(const char *token)
{
	const size_t size = strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
					  "0123456789-_.");

	return size > 0 && size < FOLLOW_UP_TOKEN_BYTES && !token[size] && token[0] != '.';
}

struct delivery *follow_up_create(struct courier *courier, const struct follow_up *from)
{
	struct delivery *delivery = allocate(1, sizeof(*delivery));

	delivery->courier = courier;
	delivery->follows = true;
	delivery->stage = from->answer ? DELIVERY_SAYS : DELIVERY_DRAWS;
	delivery->hook.format = HOOK_CHANNEL;
	delivery->notice.side = (uint8_t)from->viewer;
	delivery->snapshot = from->snapshot ? snapshot_hold(from->snapshot) : NULL;
	delivery->ghost = from->ghost;
	delivery->promised.way = (uint8_t)from->way;
	delivery->promised.number = from->promise;
	delivery->promised.until_ms = service_now_ms(courier->service) + PROMISE_MS;
	if (from->answer)
		text_add(&delivery->promised.answer, from->answer, from->answer_size);
	snprintf(delivery->language, sizeof(delivery->language), "%s", from->language);
	snprintf(delivery->url, sizeof(delivery->url), "https://discord.com/api/v10/webhooks/%s/%s",
		 from->application, from->token);
	return delivery;
}

void follow_up_hand(struct delivery *delivery)
{
	struct courier *courier = delivery->courier;

	delivery->next = atomic_load(&courier->handed);
	while (!atomic_compare_exchange_weak(&courier->handed, &delivery->next, delivery))
		continue;
	atomic_store(&courier->woken, true);
	curl_multi_wakeup(courier->multi);
}

bool courier_follow_up(struct courier *courier, const struct follow_up *from)
{
	if (!courier || !is_token(from->token))
		return false;
	if (atomic_fetch_add(&courier->follow_ups, 1) >= FOLLOW_UPS_MAX && !from->answer) {
		atomic_fetch_sub(&courier->follow_ups, 1);
		return false;
	}
	follow_up_hand(follow_up_create(courier, from));
	return true;
}

int courier_promise(struct courier *courier, const char *application, const char *token,
		    const char *language, bool updates)
{
	struct promise promise = {.updates = updates};

	if (!courier || !is_token(token))
		return -1;
	promise.until_ms = service_now_ms(courier->service) + PROMISE_MS;
	snprintf(promise.application, sizeof(promise.application), "%s", application);
	snprintf(promise.token, sizeof(promise.token), "%s", token);
	snprintf(promise.language, sizeof(promise.language), "%s", language);
	return promises_make(courier->promises, &promise);
}

/* ---- on the courier's ---- */

void follow_ups_take(struct courier *courier)
{
	struct delivery *next = atomic_exchange(&courier->handed, NULL);

	while (next) {
		struct delivery *delivery = next;

		next = delivery->next;
		delivery->next = courier->first;
		courier->first = delivery;
		courier->count++;
		delivery_submit(delivery);
	}
}

void follow_up_end(struct delivery *delivery)
{
	request_end(delivery);
	text_free(&delivery->promised.answer);
	delivery_let_go(delivery);
	atomic_fetch_sub(&delivery->courier->follow_ups, 1);
	delivery->stage = DELIVERY_WRITES;
	delivery->submitted = true;
	atomic_store(&delivery->is_back, true);
	atomic_store(&delivery->courier->woken, true);
}

/* The picture alone: what the answer says stays. */
static void write_picture(struct delivery *delivery)
{
	static const char boundary[] = "pennon-follow-up-93a1c0f47b";
	struct text json = TEXT_EMPTY, agent = TEXT_EMPTY;

	words_speak(words_liked(delivery->language));
	discord_post_write_picture(&json, words_find(words_spoken(), "discord.own_picture"));
	words_speak("en");
	discord_multipart(&delivery->body, boundary, &json, &delivery->picture);
	text_add_format(&agent, "DiscordBot (%s, " PENNON_VERSION ")",
			delivery->courier->options.public_url);
	telling_header(delivery, "User-Agent", agent.bytes);
	telling_header(delivery, "Expect", "");
	text_clear(&agent);
	text_add_format(&agent, "multipart/form-data; boundary=%s", boundary);
	telling_header(delivery, "Content-Type", agent.bytes);
	text_free(&agent);
	text_free(&json);
	delivery->method = "PATCH";
	snprintf(delivery->target, sizeof(delivery->target), "%s" FOLLOW_UP_ORIGINAL,
		 delivery->url);
}

void follow_up_compose(struct delivery *delivery)
{
	if (!delivery->picture.size) {
		follow_up_end(delivery);
		return;
	}
	write_picture(delivery);
	delivery->stage = DELIVERY_SENDS;
	if (!request_begin(delivery))
		follow_up_end(delivery);
}

/* The answer that it belongs to may not have arrived yet: then Discord does not know it. */
void follow_up_take_result(struct delivery *delivery, const struct request_result *result)
{
	const bool may_pass = result->status == 0 || result->status == NOT_FOUND ||
			      result->status == TOO_MANY || result->status >= 500;
	const int64_t wait_ms =
		result->retry_after_s > 0 ? result->retry_after_s * 1000 : DELIVERY_AGAIN_MS;

	if (promised_is_owed(delivery)) {
		promised_take_result(delivery, result);
		return;
	}
	if (result->is_good || !may_pass || ++delivery->notice.attempts >= ATTEMPTS) {
		follow_up_end(delivery);
		return;
	}
	request_end(delivery);
	delivery->stage = DELIVERY_DRAWS;
	delivery->submitted = false;
	delivery->again_us = platform_steady_us() + wait_ms * 1000;
	delivery->courier->put_off = true;
}
