/* An answer that was promised: what is asked of Discord for it, one after another. What only comes after
 * "is thinking" takes the place of that, whether it is for all or for one alone; so what is for
 * one alone and was promised to all comes behind a word that says no more. */

#include <stdio.h>
#include <string.h>

#include "base/platform.h"
#include "base/write.h"
#include "codec/codec_posted.h"
#include "codec/words.h"
#include "notify/delivery.h"

enum { NOT_FOUND = 404, TOO_MANY = 429, FLAG_THINKING = 128 };
enum { STRANGE_MAX = 4, WAIT_MAX_MS = 30 * 1000 };

/* What is left by a process that died, besides the ways of follow_up.h: asked about, and told if there
 * is nothing yet; told. */
enum { LEFT_ASKS = FOLLOW_WAYS, LEFT_TELLS, WAYS };

enum what { THE_END, THE_ANSWER, A_WORD, AN_APOLOGY, NOTHING };

struct step {
	enum what what;
	const char *method;
	bool is_original; /* the message that was answered with; else a new one */
};

static const struct step steps[WAYS][4] = {
	[FOLLOW_EDITS] = {{THE_ANSWER, "PATCH", true}},
	[FOLLOW_POSTS] = {{THE_ANSWER, "POST", false}},
	[FOLLOW_ASIDE] = {{A_WORD, "PATCH", true},
			  {THE_ANSWER, "POST", false},
			  {NOTHING, "DELETE", true}},
	[LEFT_ASKS] = {{NOTHING, "GET", true}, {AN_APOLOGY, "PATCH", true}},
	[LEFT_TELLS] = {{AN_APOLOGY, "PATCH", true}},
};

static const struct step *step_of(const struct delivery *delivery)
{
	return &steps[delivery->promised.way][delivery->promised.step];
}

bool promised_is_owed(const struct delivery *delivery)
{
	return delivery->promised.answer.size > 0;
}

/* ---- sending ---- */

/* A sentence alone: menus and pictures stay as they are. */
static void write_sentence(struct delivery *delivery, const char *key)
{
	struct text *out = &delivery->body;

	words_speak(words_liked(delivery->language));
	text_add_string(out, "{\"allowed_mentions\":{\"parse\":[]}");
	write_key_string(out, "content", words_find(words_spoken(), key));
	write_byte(out, '}');
	words_speak("en");
}

static void write_body(struct delivery *delivery)
{
	const struct text *answer = &delivery->promised.answer;
	const enum what what = step_of(delivery)->what;

	if (what == THE_ANSWER)
		text_add(&delivery->body, answer->bytes, answer->size);
	else if (what != NOTHING)
		write_sentence(delivery, what == A_WORD ? "discord.to_you" : "discord.interrupted");
}

void promised_send(struct delivery *delivery)
{
	const struct step *step = step_of(delivery);
	struct courier *courier = delivery->courier;
	struct text agent = TEXT_EMPTY;

	request_end(delivery);
	write_body(delivery);
	text_add_format(&agent, "DiscordBot (%s, " PENNON_VERSION ")", courier->options.public_url);
	telling_header(delivery, "User-Agent", agent.bytes);
	telling_header(delivery, "Expect", "");
	if (delivery->body.size)
		telling_header(delivery, "Content-Type", "application/json");
	text_free(&agent);
	delivery->method = step->method;
	snprintf(delivery->target, sizeof(delivery->target), "%s%s", delivery->url,
		 step->is_original ? FOLLOW_UP_ORIGINAL : "");
	if (step->what == THE_ANSWER)
		promises_begin(courier->promises, delivery->promised.number);
	delivery->stage = DELIVERY_SENDS;
	if (!request_begin(delivery))
		follow_up_end(delivery);
}

/* ---- what came of it ---- */

/* It is there, or never will be. */
static void keep(struct delivery *delivery, bool is_good)
{
	promises_keep(delivery->courier->promises, delivery->promised.number);
	text_free(&delivery->promised.answer);
	if (!is_good || !delivery->snapshot) {
		follow_up_end(delivery);
		return;
	}
	request_end(delivery);
	delivery->notice.attempts = 0;
	delivery->stage = DELIVERY_DRAWS;
	delivery_submit(delivery);
}

static void go_further(struct delivery *delivery)
{
	struct posted posted;
	bool is_over = false;

	if (delivery->promised.way == LEFT_ASKS && delivery->promised.step == 0) {
		codec_posted_decode(&posted, delivery->answer.bytes, delivery->answer.size);
		is_over = !(posted.flags & FLAG_THINKING);
	}
	delivery->promised.step++;
	delivery->notice.attempts = 0;
	if (is_over || step_of(delivery)->what == THE_END)
		keep(delivery, true);
	else
		promised_send(delivery);
}

/* Discord answers 404 for an interaction whose first answer has not reached it yet. */
void promised_take_result(struct delivery *delivery, const struct request_result *result)
{
	const bool is_strange = result->status == NOT_FOUND;
	const bool may_pass = is_strange || result->status == 0 || result->status == TOO_MANY ||
			      result->status >= 500;
	const uint32_t attempts = ++delivery->notice.attempts;
	int64_t wait_ms = (int64_t)DELIVERY_AGAIN_MS << (attempts < 6 ? attempts - 1 : 5);

	if (result->is_good || (is_strange && step_of(delivery)->what == NOTHING)) {
		go_further(delivery);
		return;
	}
	if (!may_pass || (is_strange && attempts >= STRANGE_MAX) ||
	    service_now_ms(delivery->courier->service) >= delivery->promised.until_ms) {
		keep(delivery, false);
		return;
	}
	if (wait_ms > WAIT_MAX_MS)
		wait_ms = WAIT_MAX_MS;
	if (wait_ms < result->retry_after_s * 1000)
		wait_ms = result->retry_after_s * 1000;
	request_end(delivery);
	delivery->stage = DELIVERY_SAYS;
	delivery->again_us = platform_steady_us() + wait_ms * 1000;
	delivery->courier->put_off = true;
}

/* ---- what was left ---- */

/* What was being sent in the place of a message may stand there; "is thinking" is seen to. */
void promised_take_left(struct courier *courier)
{
	struct promise promise;

	for (int number = 0; promises_next(courier->promises, &number, &promise); number++) {
		if (promise.updates && promise.is_begun) {
			promises_keep(courier->promises, number);
			continue;
		}
		struct delivery *delivery = follow_up_create(
			courier, &(struct follow_up){.application = promise.application,
						     .token = promise.token,
						     .language = promise.language,
						     .answer = "{}",
						     .answer_size = 2,
						     .promise = number});

		delivery->promised.way = promise.updates ? LEFT_TELLS : LEFT_ASKS;
		delivery->promised.until_ms = promise.until_ms;
		atomic_fetch_add(&courier->follow_ups, 1);
		follow_up_hand(delivery);
	}
}
