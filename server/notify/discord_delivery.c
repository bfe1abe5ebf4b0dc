/* A channel is brought up to date: which request does it, and what its answer leads to. A message
 * that others have removed is posted anew, once; one that may be edited no more is removed first, so
 * that what comes between leaves no second one; and so is one that stands in another channel than its
 * table is to from now on. */

#include <stdio.h>
#include <string.h>

#include "base/platform.h"
#include "codec/codec_posted.h"
#include "notify/delivery.h"
#include "notify/hook_message.h"

enum {
	BAD_REQUEST = 400,
	UNAUTHORIZED = 401,
	FORBIDDEN = 403,
	NOT_FOUND = 404,
	TOO_MANY = 429,
	/* Discord's own */
	UNKNOWN_WEBHOOK = 10015,
	TOO_MANY_EDITS = 30046, /* of a message that is older than an hour */
	/* ours */
	API_BYTES = sizeof("https://discord.com/api/") - 1,
};

bool discord_find_post(struct delivery *delivery)
{
	struct store_post posts[STORE_POST_SIDES];
	const bool is_read = service_posts(delivery->courier->service, delivery->hook.place,
					   delivery->game, posts);

	delivery->post = posts[PN_PUBLIC];
	delivery->post.game = delivery->game;
	return is_read;
}

/* The channel that shows the game's table; "" when there is none. */
static bool find_channel(struct delivery *delivery)
{
	struct hook_facts hook[HOOKS_MAX];
	size_t count;

	if (!service_hooks(delivery->courier->service, delivery->game, hook, &count))
		return false;
	const bool is_there = count > 0 && hook[0].state != STORE_HOOK_OFF;

	/* The result is kept with the player's hook, which has one URL for all channels. */
	delivery->hook.url = HOOK_NAMED_URL;
	snprintf(delivery->url, sizeof(delivery->url), "%s", is_there ? hook[0].url : "");
	return true;
}

bool discord_find_named(struct delivery *delivery)
{
	const uint8_t side = delivery->notice.side;
	struct store_post posts[STORE_POST_SIDES];

	if (!find_channel(delivery) ||
	    !service_posts(delivery->courier->service, delivery->hook.place, delivery->game, posts))
		return false;
	delivery->post = posts[side < STORE_POST_SIDES ? side : PN_PUBLIC];
	delivery->post.game = delivery->game;
	/* A message that stands is of an earlier turn: remove it first. */
	delivery->removes = delivery->post.message[0] != '\0';
	return true;
}

/* The channel of an address; "" when it is a webhook's. */
static const char *channel_of(const char *url)
{
	const size_t size = sizeof(HOOK_CHANNEL_URL) - 1;

	return strncmp(url, HOOK_CHANNEL_URL, size) == 0 ? url + size : "";
}

bool discord_has_moved(const struct delivery *delivery)
{
	const struct store_post *post = &delivery->post;

	return post->message[0] && post->channel[0] &&
	       strcmp(post->channel, channel_of(delivery->url)) != 0;
}

int64_t discord_edit_due(const struct store_post *post, const struct courier_options *options,
			 int64_t now_ms)
{
	const int64_t due_ms = post->edited_ms + options->aged_pace_ms;

	if (!post->message[0] || now_ms - post->posted_ms < options->aged_ms || due_ms < now_ms)
		return now_ms;
	return due_ms;
}

/* Of which channel or webhook something is asked. */
static const char *asked_url(const struct delivery *delivery)
{
	return delivery->asks_old ? delivery->old_url : delivery->url;
}

static void aim_at(struct delivery *delivery, const char *method)
{
	const bool is_new = strcmp(method, "POST") == 0;

	delivery->method = method;
	/* A webhook answers with the message when it is asked to, a channel always. */
	const char *all = delivery->hook.format == HOOK_CHANNEL ? "/messages" : "?wait=true";

	delivery->asks_old = !is_new && discord_has_moved(delivery);
	if (delivery->asks_old)
		snprintf(delivery->old_url, sizeof(delivery->old_url), HOOK_CHANNEL_URL "%s",
			 delivery->post.channel);
	snprintf(delivery->target, sizeof(delivery->target), "%s%s%s", asked_url(delivery),
		 is_new ? all : "/messages/", is_new ? "" : delivery->post.message);
}

void discord_aim(struct delivery *delivery)
{
	const char *change = delivery->removes || discord_has_moved(delivery) ? "DELETE" : "PATCH";

	aim_at(delivery, delivery->post.message[0] ? change : "POST");
}

/* ---- limits ---- */

static const char *route_of(const struct delivery *delivery)
{
	static const char *const routes[][3] = {
		{"POST webhooks", "PATCH webhooks/messages", "DELETE webhooks/messages"},
		{"POST channels", "PATCH channels/messages", "DELETE channels/messages"},
	};
	const size_t which = delivery->method[1] == 'O' ? 0 : delivery->method[0] == 'P' ? 1 : 2;

	return routes[delivery->hook.format == HOOK_CHANNEL][which];
}

static int64_t steady_ms(void)
{
	return platform_steady_us() / 1000;
}

int64_t discord_wait_ms(struct delivery *delivery)
{
	return discord_limits_wait(delivery->courier->limits, route_of(delivery),
				   asked_url(delivery) + API_BYTES, steady_ms());
}

/* A header of the answer, NULL without it. */
static const char *header_of(const struct delivery *delivery, const char *name)
{
	struct curl_header *header = NULL;

	return curl_easy_header(delivery->easy, name, 0, CURLH_HEADER, -1, &header) == CURLHE_OK
		       ? header->value
		       : NULL;
}

static void learn(struct delivery *delivery, const struct request_result *result,
		  const struct posted *posted)
{
	struct discord_heard heard = {.status = result->status, .is_global = posted->is_global};

	if (!delivery->easy)
		return;
	heard.is_global |= header_of(delivery, "X-RateLimit-Global") != NULL;
	heard.retry_after = header_of(delivery, "Retry-After");
	heard.bucket = header_of(delivery, "X-RateLimit-Bucket");
	heard.remaining = header_of(delivery, "X-RateLimit-Remaining");
	heard.reset_after = header_of(delivery, "X-RateLimit-Reset-After");
	discord_limits_hear(delivery->courier->limits, route_of(delivery),
			    asked_url(delivery) + API_BYTES, &heard, steady_ms());
}

/* ---- what came of it ---- */

static void forget(struct delivery *delivery)
{
	delivery->post.message[0] = '\0';
	delivery->post_changed = true;
}

/* It stands there; of one that is kept up to date it is written down where. */
static void take_good(struct delivery *delivery, const struct posted *posted)
{
	struct store_post *post = &delivery->post;
	const int64_t now_ms = service_now_ms(delivery->courier->service);

	if (delivery->notice.kind != NOTICE_TABLE && !delivery_names(delivery))
		return;
	if (!post->message[0]) {
		memcpy(post->message, posted->id, sizeof(post->message));
		snprintf(post->channel, sizeof(post->channel), "%s", channel_of(delivery->url));
		post->posted_ms = now_ms;
	}
	post->edited_ms = now_ms;
	delivery->post_changed = post->message[0] != '\0';
}

/* It is not there any more. */
static bool take_removed(struct delivery *delivery, struct request_result *result)
{
	forget(delivery);
	result->is_good = true;
	result->ends = false;
	if (delivery->removes)
		return false;
	aim_at(delivery, "POST");
	return true;
}

bool discord_take_result(struct delivery *delivery, struct request_result *result)
{
	const bool removes = strcmp(delivery->method, "DELETE") == 0;
	const bool edits = strcmp(delivery->method, "PATCH") == 0;
	struct posted posted;

	codec_posted_decode(&posted, delivery->answer.bytes, delivery->answer.size);
	learn(delivery, result, &posted);
	if (edits && posted.code == TOO_MANY_EDITS && !delivery->was_replaced) {
		delivery->was_replaced = true;
		aim_at(delivery, "DELETE");
		return true;
	}
	if (result->status == TOO_MANY) {
		const int64_t wait_ms = discord_wait_ms(delivery);

		result->held_ms = wait_ms > 0 ? wait_ms : 1;
		return false;
	}
	/* Where the bot may do nothing any more the old message stays, and the new one comes. */
	if (removes && posted.code != UNKNOWN_WEBHOOK &&
	    (result->is_good || result->status == NOT_FOUND ||
	     (result->status == FORBIDDEN && delivery->asks_old)))
		return take_removed(delivery, result);
	if (edits && result->status == NOT_FOUND && posted.code != UNKNOWN_WEBHOOK &&
	    !delivery->was_replaced) {
		delivery->was_replaced = true;
		forget(delivery);
		aim_at(delivery, "POST");
		return true;
	}
	if (result->is_good)
		take_good(delivery, &posted);
	result->is_refused = result->status == BAD_REQUEST;
	/* A bot's token may be put right, a webhook's stands in its URL. */
	result->ends |= result->status == FORBIDDEN ||
			(result->status == UNAUTHORIZED && delivery->hook.format == HOOK_DISCORD);
	/* A channel that is closed to the bot, or gone, is no fault of the player who is named
	 * there. */
	if (delivery_names(delivery)) {
		result->is_refused |= result->ends;
		result->ends = false;
	}
	return false;
}
