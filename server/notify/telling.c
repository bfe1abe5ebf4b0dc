/* What a notice says: a webhook's body, a browser's, a mail. What stands in it of a game is the
 * receiver's own view. */

#include <stdio.h>
#include <string.h>

#include "base/crypto.h"
#include "codec/codec_ruleset.h"
#include "codec/codec_told.h"
#include "codec/words.h"
#include "game/own_turn.h"
#include "game/players.h"
#include "game/snapshot.h"
#include "notify/delivery.h"
#include "notify/hook_message.h"
#include "notify/letter.h"
#include "notify/mail.h"
#include "notify/web_push.h"

enum {
	EVENTS = 32,                  /* looked through for what happened last */
	PUSH_SECONDS = 3 * 24 * 3600, /* so long a push service keeps it */
};

static const char *const sides[] = {"red", "blue", "umpire"};

static const char *side_name(const struct delivery *delivery)
{
	return sides[delivery->notice.side < PN_SIDES ? delivery->notice.side : PN_SIDES];
}

/* ---- headers ---- */

void telling_header(struct delivery *delivery, const char *name, const char *value)
{
	struct text line = TEXT_EMPTY;

	text_add_format(&line, "%s: %s", name, value);
	struct curl_slist *longer = curl_slist_append(delivery->headers, line.bytes);
	if (longer)
		delivery->headers = longer;
	text_free(&line);
}

static void sign(void *context, const void *bytes, size_t size, uint8_t out[64])
{
	service_sign(context, bytes, size, out);
}

static void add_signatures(struct delivery *delivery, const struct hook_message *message)
{
	struct service *service = delivery->courier->service;
	const struct store_hook *hook = &delivery->hook;
	const int64_t now_ms = service_now_ms(service);
	const bool has_before =
		hook->secret > 1 && now_ms - hook->secret_ms < COURIER_OLD_SECRET_MS;
	uint8_t secret[HOOK_SECRET_BYTES], before[HOOK_SECRET_BYTES];
	struct text line = TEXT_EMPTY;
	char seconds[24];

	service_hook_secret(service, delivery->player, delivery->id, hook->secret, secret);
	if (has_before)
		service_hook_secret(service, delivery->player, delivery->id, hook->secret - 1,
				    before);
	const struct hook_signing signing = {.secret = secret,
					     .before = has_before ? before : NULL,
					     .context = service,
					     .sign = sign};

	hook_signatures(&line, message, now_ms / 1000, &delivery->body, &signing);
	snprintf(seconds, sizeof(seconds), "%lld", (long long)(now_ms / 1000));
	telling_header(delivery, "webhook-id", message->id);
	telling_header(delivery, "webhook-timestamp", seconds);
	telling_header(delivery, "webhook-signature", line.bytes);
	text_free(&line);
	crypto_forget(secret, sizeof(secret));
	crypto_forget(before, sizeof(before));
}

/* ---- webhooks ---- */

static void write_hook(struct delivery *delivery)
{
	const struct store_notice *notice = &delivery->notice;
	char id[GAME_ID_BYTES];
	const struct hook_message message = {
		.id = id,
		.kind = (enum notice_kind)notice->kind,
		.game = delivery->game,
		.side = side_name(delivery),
		.version = notice->version,
		.made_ms = notice->made_ms,
		.public_url = delivery->courier->options.public_url,
	};

	service_notice_id(delivery->courier->service, notice, id);
	hook_body(&delivery->body, &message);
	telling_header(delivery, "Content-Type", "application/json");
	add_signatures(delivery, &message);
}

/* ---- what a letter tells of the game ---- */

/* What a letter borrows. */
struct material {
	struct player_facts other;
	struct text title, link, stop_link, stop_url, lines;
	struct text told[LETTER_TOLD_MAX];
	const char *sentence[LETTER_TOLD_MAX];
	char id[GAME_ID_BYTES];
	char code[MAIL_CODE_BYTES];
};

size_t telling_told(const struct snapshot *snapshot, pn_side viewer, struct text *told, size_t max,
		    struct text *lines)
{
	const uint32_t last = snapshot_tip(snapshot, viewer).seq;
	const uint32_t own = viewer < PN_SIDES ? own_turn_seq(snapshot, viewer) : 0;
	const uint32_t first_told = last > EVENTS && last - EVENTS > own ? last - EVENTS : own;
	struct seen_event seen[EVENTS];
	const size_t count = snapshot_events(snapshot, viewer, first_told, seen, EVENTS, lines);
	size_t first = count, found = 0;

	while (first > 0 && found < max) {
		first--;
		found += !codec_is_minor(seen[first].line, seen[first].line_size);
	}
	found = 0;
	for (size_t i = first; i < count; i++) {
		if (!codec_is_minor(seen[i].line, seen[i].line_size) &&
		    codec_told(&told[found], snapshot_view(snapshot, viewer),
			       snapshot_muster(snapshot), seen[i].line, seen[i].line_size) &&
		    told[found].size)
			found++;
	}
	return found;
}

/* The last things that the receiver saw happen. */
static size_t add_told(struct material *material, const struct delivery *delivery)
{
	const size_t count = telling_told(delivery->snapshot, delivery->notice.side, material->told,
					  LETTER_TOLD_MAX, &material->lines);

	for (size_t i = 0; i < count; i++)
		material->sentence[i] = material->told[i].bytes;
	return count;
}

static void add_asked(struct letter *letter, const struct delivery *delivery)
{
	struct turn turn;
	const pn_side side = delivery->notice.side;
	const struct pn_game *view = snapshot_view(delivery->snapshot, side);

	snapshot_turn(delivery->snapshot, side, false, &turn);
	if (turn.you == AWAITED_ARMY)
		letter->until_ms = turn.army_until_ms;
	if (turn.you != AWAITED_DECISION)
		return;
	letter->decision = pn_rules_of(view)->decisions.row[turn.decision].name;
	letter->until_ms = turn.until_ms[side];
}

static void add_game(struct letter *letter, struct material *material,
		     const struct delivery *delivery)
{
	const pn_side side = delivery->notice.side;
	struct service *service = delivery->courier->service;

	if (!delivery->snapshot)
		return;
	const struct game_header *header = snapshot_header(delivery->snapshot);

	letter->game = delivery->game;
	codec_game_title(&material->title, header);
	letter->title = material->title.bytes;
	letter->side = side_name(delivery);
	text_add_format(&material->link, "/g/%s", delivery->game);
	if (side >= PN_SIDES)
		return;
	if (service_holder(service, delivery->game, side == PN_RED ? PN_BLUE : PN_RED,
			   &material->other) &&
	    !material->other.has_left)
		letter->other = material->other.name;
	add_asked(letter, delivery);
	letter->told = material->sentence;
	letter->told_count = add_told(material, delivery);
}

/* Links: to the game, and what ends these mails, for people and for programs. */
static void begin_letter(struct letter *letter, struct material *material,
			 const struct delivery *delivery)
{
	const char *url = delivery->courier->options.public_url;
	struct service *service = delivery->courier->service;

	words_speak(delivery->hook.language);
	service_notice_id(service, &delivery->notice, material->id);
	service_mail_code(service, delivery->player, delivery->id, delivery->url, material->code);
	text_add_string(&material->link, url);
	text_add_format(&material->stop_link, "%s/mail#stop=%s", url, material->code);
	text_add_format(&material->stop_url, "%s/v1/mail/%s/stop", url, material->code);
	*letter = (struct letter){
		.kind = (enum notice_kind)delivery->notice.kind,
		.id = material->id,
		.game = "",
		.title = "",
		.language = delivery->hook.language,
		.side = "",
		.other = "",
		.decision = "",
	};
	if (letter->kind == NOTICE_CONFIRM)
		text_add_format(&material->link, "/mail#confirm=%s", material->code);
	add_game(letter, material, delivery);
	letter->link = material->link.bytes;
	letter->stop_link = material->stop_link.bytes;
	letter->has_picture = delivery->picture.size > 0;
}

static void end_letter(struct material *material)
{
	text_free(&material->title);
	text_free(&material->link);
	text_free(&material->stop_link);
	text_free(&material->stop_url);
	text_free(&material->lines);
	for (size_t i = 0; i < LETTER_TOLD_MAX; i++)
		text_free(&material->told[i]);
	words_speak("en");
}

/* ---- a mail ---- */

static bool write_mail(struct delivery *delivery, const struct letter *letter,
		       const struct material *material)
{
	const struct smtp_relay *relay = delivery->courier->options.relay;
	struct text subject = TEXT_EMPTY, text = TEXT_EMPTY, html = TEXT_EMPTY;

	letter_subject(&subject, letter);
	letter_text(&text, letter);
	letter_html(&html, letter);
	const struct mail mail = {
		.from = relay->from,
		.from_name = "Pennon",
		.to = delivery->url + sizeof("mailto:") - 1,
		.id = letter->id,
		.thread = letter->game[0] ? letter->game : NULL,
		.time_ms = delivery->notice.made_ms,
		.language = letter->language,
		.subject = subject.bytes,
		.text = text.bytes,
		.html = html.bytes,
		.picture = delivery->picture.bytes,
		.picture_size = delivery->picture.size,
		.stop_url = material->stop_url.bytes,
	};
	const bool is_written = mail_write(&delivery->body, &mail);

	text_free(&subject);
	text_free(&text);
	text_free(&html);
	return is_written;
}

/* ---- a browser ---- */

static void draw_key(struct service *service, struct p256_key *out)
{
	uint8_t secret[P256_SECRET_BYTES];

	do
		service_pad(service, secret, sizeof(secret));
	while (!p256_key_make(out, secret));
	crypto_forget(secret, sizeof(secret));
}

static void add_push_headers(struct delivery *delivery)
{
	const struct courier *courier = delivery->courier;
	struct text value = TEXT_EMPTY;

	telling_header(delivery, "Content-Type", "application/octet-stream");
	telling_header(delivery, "Content-Encoding", "aes128gcm");
	text_add_format(&value, "%d", PUSH_SECONDS);
	telling_header(delivery, "TTL", value.bytes);
	text_clear(&value);
	web_push_topic(&value, courier->push_key.secret, delivery->game, delivery->id);
	telling_header(delivery, "Topic", value.bytes);
	text_clear(&value);
	web_push_authorize(&value, &courier->push_key, delivery->url, courier->options.push_contact,
			   service_now_ms(courier->service));
	telling_header(delivery, "Authorization", value.bytes);
	text_free(&value);
}

static bool write_push(struct delivery *delivery, const struct letter *letter)
{
	struct service *service = delivery->courier->service;
	struct web_push_receiver receiver = {.endpoint = delivery->url};
	uint8_t salt[WEB_PUSH_SALT_BYTES];
	struct text plain = TEXT_EMPTY;
	struct p256_key once;

	memcpy(receiver.public_key, delivery->keys, P256_PUBLIC_BYTES);
	memcpy(receiver.auth, delivery->keys + P256_PUBLIC_BYTES, WEB_PUSH_AUTH_BYTES);
	letter_push(&plain, letter);
	draw_key(service, &once);
	service_pad(service, salt, sizeof(salt));
	const bool is_sealed = web_push_seal(&delivery->body, &receiver, &once, salt, plain.bytes,
					     plain.size, WEB_PUSH_PLAIN_BYTES);

	crypto_forget(&once, sizeof(once));
	text_free(&plain);
	add_push_headers(delivery);
	return is_sealed;
}

/* ---- all ---- */

pn_side telling_viewer(const struct delivery *delivery)
{
	const bool is_open = delivery_posts(delivery) && !delivery->follows;

	return is_open ? PN_PUBLIC : delivery->notice.side;
}

bool telling_holds(const struct delivery *delivery)
{
	const struct store_notice *notice = &delivery->notice;
	const bool is_turn = notice->kind == NOTICE_TURN || notice->kind == NOTICE_REACTION ||
			     notice->kind == NOTICE_CLOCK;
	struct turn turn;

	snapshot_turn(delivery->snapshot, notice->side, notice->side == PN_PUBLIC, &turn);
	return !snapshot_withdrawn(delivery->snapshot) && (!is_turn || turn.you != AWAITED_NOT);
}

bool telling_write(struct delivery *delivery)
{
	const enum hook_format format = (enum hook_format)delivery->hook.format;
	struct material material = {0};
	struct letter letter;
	bool is_written = true;

	telling_header(delivery, "User-Agent", "Pennon/" PENNON_VERSION);
	telling_header(delivery, "Expect", "");
	if (format == HOOK_STANDARD) {
		write_hook(delivery);
		return true;
	}
	begin_letter(&letter, &material, delivery);
	is_written = format == HOOK_MAIL ? write_mail(delivery, &letter, &material)
					 : write_push(delivery, &letter);
	end_letter(&material);
	return is_written;
}
